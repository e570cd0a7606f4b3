// The rules in force, the score as the table agrees on it, closing a match.
import {$, fill, h} from "./dom.js";
import {call, send, toast} from "./api.js";
import {follow} from "./live.js";
import {may, nav} from "./page.js";
import {pairName, PAIRS} from "./score.js";
import {has, t} from "./words.js";

/** A rule's value in words where it is no number and no name of its own. */
function ruleValue(name, value) {
  if (typeof value === "boolean" && !has(`mouche_rule.${name}_${value ? "yes" : "no"}`)) return t(value ? "rule_value.yes" : "rule_value.no");
  const word = typeof value === "boolean" ? (value ? "yes" : "no") : value;
  const key = [`rule_value.${name}_${word}`, `mouche_rule.${name}_${word}`].find(has);
  if (key) return t(key);
  return value === "none" ? t("rule_value.none") : String(value);
}

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

/** What the table is started with the next time: written into its configuration file. */
async function settings(view, body) {
  try {
    const kept = body ? await call("PUT", "/settings", body) : await call("GET", "/settings");
    if (body) toast(t("settings.saved"), true);
    $("config").textContent = kept.text;
    fill($("settings"), settingsForm(view, kept));
  } catch (error) {
    toast(error.message);
  }
}

function settingsForm(view, kept) {
  const option = (value, text, chosen) => h("option", {value, selected: value === chosen}, text);
  return h("form", {class: "stack", onsubmit: (event) => {
    event.preventDefault();
    settings(view, {ruleset: $("next-ruleset").value, signals: $("next-signals").value || null, cards_only: $("next-cards").checked, retention_days: Number($("next-days").value)});
  }},
    kept.waits_for_restart ? h("p", {class: "note", id: "waits"}, t("settings.waits")) : null,
    h("div", {class: "row"},
      h("label", {}, t("match.ruleset"), h("select", {id: "next-ruleset"}, view.table.rulesets.map((name) => option(name, name, kept.ruleset)))),
      h("label", {}, t("settings.signals"), h("select", {id: "next-signals"}, option("", t("settings.own_list"), kept.signals ?? ""), kept.lists.map((name) => option(name, name, kept.signals ?? "")))),
      h("label", {}, t("settings.retention"), h("input", {id: "next-days", type: "number", min: "0.1", max: "3650", step: "any", required: true, value: String(kept.retention_days)}))),
    h("label", {class: "inline"}, h("input", {id: "next-cards", type: "checkbox", checked: kept.cards_only}), t("settings.cards_only")),
    h("div", {class: "row"}, h("button", {class: "main", type: "submit", id: "do-settings"}, t("action.save"))));
}

let asked = false;
follow((view, sections) => {
  if ($("settings") && !asked) {
    asked = true;
    settings(view);
  }
  nav(view);
  if (sections.has("table")) fill($("rules"), h("table", {}, Object.entries(view.table.rules).map(([name, value]) =>
    h("tr", {}, h("th", {scope: "row"}, has(`rule_name.${name}`) ? t(`rule_name.${name}`) : name), h("td", {class: typeof value === "number" ? "numbers" : ""}, ruleValue(name, value))))));
  if (sections.has("match") || sections.has("table")) fill($("score-form"), scoreForm(view));
});
