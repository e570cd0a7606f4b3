// The rules in force, the score as the table agrees on it, closing a match.
import {$, fill, h} from "./dom.js";
import {send, toast} from "./api.js";
import {follow} from "./live.js";
import {may, nav} from "./page.js";
import {pairName, PAIRS} from "./score.js";
import {t} from "./words.js";

function scoreForm(view) {
  if (!may("scorekeeper")) return null;
  return h("form", {class: "stack", onsubmit: async (event) => {
    event.preventDefault();
    const body = {score: Object.fromEntries(PAIRS.map((pair) => [pair, Number($(`set-${pair}`).value)])), note: $("set-note").value};
    if (await send("POST", "/scores", body)) toast(t("score.set"), true);
  }},
    h("div", {class: "row"}, PAIRS.map((pair) => h("label", {}, pairName(view, pair), h("input", {id: `set-${pair}`, type: "number", min: "0", max: String(view.table.target - 1), required: true, value: String(view.match.score[pair])}))),
      h("label", {}, t("review.note"), h("input", {id: "set-note", maxlength: "500"}))),
    h("div", {class: "row"}, h("button", {class: "main", type: "submit", id: "do-score", disabled: !view.match.open}, t("action.save")),
      h("button", {type: "button", id: "do-close", class: "danger", disabled: !view.match.open, onclick: () => send("POST", "/matches/close", {})}, t("match.close"))));
}

follow((view, sections) => {
  nav(view);
  if (sections.has("table")) fill($("rules"), h("table", {}, Object.entries(view.table.rules).map(([name, value]) =>
    h("tr", {}, h("th", {scope: "row"}, name), h("td", {class: "numbers"}, String(value))))));
  if (sections.has("match") || sections.has("table")) fill($("score-form"), scoreForm(view));
});
