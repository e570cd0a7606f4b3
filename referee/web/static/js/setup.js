// The addresses for OBS, with a button to copy each; tokens can be made and taken back.
import {$, fill, h} from "./dom.js";
import {call, send, toast} from "./api.js";
import {may} from "./page.js";
import {lang, t} from "./words.js";

const LAYOUTS = $("urls").dataset.layouts.split(" ");

function line(title, url) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
    } catch {
      // without HTTPS there is no clipboard: select the text for the person to copy
      field.select();
      document.execCommand("copy");
    }
    toast(t("action.copied"), true);
  };
  const field = h("input", {value: url, readonly: true, "aria-label": title, onfocus: (event) => event.target.select()});
  return h("div", {class: "url"}, h("span", {}, title), field, h("button", {onclick: copy}, t("action.copy")), h("a", {class: "button", href: url, target: "_blank", rel: "noopener"}, t("overlay.preview")));
}

function urls(path, token) {
  return LAYOUTS.map((layout) => {
    const url = new URL(path, location.href);
    url.searchParams.set("layout", layout);
    if (layout === "seat") url.searchParams.set("seat", "A");
    url.searchParams.set("lang", lang);
    if (token) url.searchParams.set("token", token);
    return line(t(`overlay.layout.${layout}`), url.href);
  });
}

async function draw() {
  const tokens = may("admin") ? await call("GET", "/tokens").catch(() => []) : [];
  const shown = tokens.map((token) => h("section", {class: "panel stack"},
    h("div", {class: "row spread"}, h("h2", {}, token.label, h("span", {class: "quiet small"}, ` · ${t(`overlay.kind.${token.kind}`)}`)),
      h("button", {class: "danger", onclick: async () => { await send("DELETE", `/tokens/${token.id}`); draw(); }}, t("action.remove"))),
    token.kind === "metrics" ? line("/metrics", new URL(`/metrics?token=${token.text}`, location.href).href)
      : urls(token.kind === "hands" ? "/overlay/hands" : "/overlay", token.text)));
  fill($("urls"), shown, document.body.dataset.open === "true" ? h("section", {class: "panel stack"}, h("p", {class: "quiet small"}, t("overlay.no_token")), urls("/overlay", null)) : null);
  $("issue").hidden = !may("admin");
}

$("issue").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await send("POST", "/tokens", {label: $("label").value, kind: $("kind").value})) event.target.reset();
  draw();
});
draw();
