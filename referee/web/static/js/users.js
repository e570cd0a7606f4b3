// Accounts: who there is, a new one, another role, a new password.
import {$, fill, h} from "./dom.js";
import {call, send, toast} from "./api.js";
import "./page.js";
import {t} from "./words.js";

const ROLES = ["viewer", "scorekeeper", "referee", "admin"];

async function draw() {
  const accounts = await call("GET", "/accounts").catch((error) => toast(error.message));
  if (!accounts) return;
  fill($("users"), accounts.length ? h("table", {}, h("tbody", {}, accounts.map((account) => h("tr", {},
    h("th", {scope: "row"}, account.name),
    h("td", {}, h("select", {"aria-label": t("users.role"), onchange: async (event) => { await send("PATCH", `/accounts/${account.name}`, {role: event.target.value}); draw(); }},
      ROLES.map((role) => h("option", {value: role, selected: role === account.role}, t(`role.${role}`))))),
    h("td", {}, h("form", {class: "row", onsubmit: async (event) => {
      event.preventDefault();
      if (await send("PATCH", `/accounts/${account.name}`, {password: event.target.elements[0].value})) toast(t("action.save"), true);
      event.target.reset();
    }}, h("input", {type: "password", "aria-label": t("users.new_password"), placeholder: t("users.new_password"), autocomplete: "new-password"}), h("button", {type: "submit"}, t("action.save")))),
    h("td", {}, h("button", {class: "danger", onclick: async () => { await send("DELETE", `/accounts/${account.name}`); draw(); }}, t("action.remove"))))))) : h("p", {class: "note"}, t("users.none")));
}

$("add").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await send("POST", "/accounts", {name: $("name").value, role: $("role").value, password: $("password").value})) event.target.reset();
  draw();
});
draw();
