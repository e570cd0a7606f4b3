// The table page.
import {$, fill, h} from "./dom.js";
import {send} from "./api.js";
import {betsForm} from "./bets_form.js";
import {camera} from "./camera.js";
import {controls} from "./controls.js";
import {felt, SEATS} from "./felt.js";
import {flagList} from "./flags.js";
import {handsForm} from "./hands_form.js";
import {ledger} from "./ledger.js";
import {follow} from "./live.js";
import {may, nav} from "./page.js";
import {reading} from "./reading.js";
import {board} from "./score.js";
import {shortcuts} from "./shortcuts.js";
import {say, t} from "./words.js";

const show = {bets: false, hands: false};
let view;

const mode = {
  openMatch: () => matchForm(),
  reveal: () => [h("button", {id: "do-type-hands", class: "big", "aria-pressed": String(show.hands), onclick: () => toggle("hands")}, t("reveal.type"))],
  rule: () => may("referee")
    ? h("div", {class: "stack"}, h("p", {class: "note"}, t("rule.hint")), betsForm(view, draw))
    : h("p", {class: "note"}, t("rule.wait")),
  extra: () => extra(),
};

function extra() {
  const {deal} = view;
  const playing = deal && !["over", "ruling", "bets"].includes(deal.stage);
  return h("div", {class: "stack"},
    deal?.problem_said ? h("p", {class: "note"}, say(deal.problem_said)) : null,
    deal?.stage === "bets" ? betsForm(view, draw) : null,
    view.misfits.length ? h("div", {class: "note"}, t("misfit.title"), h("ul", {}, view.misfits.map((one) => h("li", {}, say(one.said))))) : null,
    playing ? h("button", {id: "do-bets-afterwards", class: "plain", "aria-pressed": String(show.bets), onclick: () => toggle("bets")}, t("bets.open")) : null,
    playing && show.bets ? betsForm(view, draw, () => { show.bets = false; }) : null,
    deal?.stage === "reveal" && show.hands ? handsForm(view, draw) : null,
    h("div", {class: "row"},
      h("button", {id: "undo", class: "plain", disabled: !view.undo, onclick: () => send("POST", "/undo", {target: view.undo.seq})},
        view.undo ? t("undo.last", {what: say(view.undo.phrase)}) : t("undo.nothing"), h("kbd", {}, "u")),
      h("button", {id: "help", class: "plain", onclick: () => $("keys").showModal()}, t("keys.open"), h("kbd", {}, "?"))));
}

function toggle(part) {
  show[part] = !show[part];
  draw();
}

function matchForm() {
  const value = (id) => $(id).value;
  return h("form", {class: "stack", onsubmit: (event) => {
    event.preventDefault();
    const players = Object.fromEntries(SEATS.map((seat) => [seat, value(`player-${seat}`).trim()]).filter(([, name]) => name));
    send("POST", "/matches", {ruleset: value("ruleset"), dealer: value("dealer"), players});
  }},
    h("label", {}, t("match.ruleset"), h("select", {id: "ruleset"}, view.table.rulesets.map((name) =>
      h("option", {value: name, selected: name === view.table.ruleset}, name)))),
    h("label", {}, t("match.dealer"), h("select", {id: "dealer"}, SEATS.map((seat) => h("option", {value: seat, selected: seat === "D"}, seat)))),
    h("div", {class: "row"}, SEATS.map((seat) => h("label", {}, t("match.player", {seat}), h("input", {id: `player-${seat}`, maxlength: "40", autocomplete: "off", value: view.table.players[seat] ?? ""})))),
    h("button", {id: "do-match", class: "big main", type: "submit"}, t("match.open")));
}

function draw(sections = null) {
  const changed = (...names) => !sections || names.some((name) => sections.has(name));
  if (changed("match", "table")) fill($("board"), board(view));
  if (changed("deal", "match", "table")) fill($("felt"), felt(view));
  if (changed("deal", "match", "table", "legal", "undo", "misfits")) controls($("controls"), view, may, mode);
  if (changed("reveal", "deal", "table")) {
    const part = reading(view, draw, may);
    $("reading-panel").hidden = !part;
    fill($("reading"), part);
  }
  if (changed("last", "table")) fill($("ledger"), ledger(view, view.last));
  if (changed("flags", "table")) {
    $("flags-panel").hidden = !view.flags.length;
    fill($("flags"), flagList(view, view.flags, may));
  }
  if (changed("cameras")) camera($("camera"), view.cameras);
  nav(view);
}

shortcuts();
follow((now, sections, type) => {
  view = now;
  if (type !== "snapshot" && sections.has("deal") && view.deal?.stage === "over") Object.assign(show, {bets: false, hands: false});
  draw(type === "snapshot" ? null : sections);
});
