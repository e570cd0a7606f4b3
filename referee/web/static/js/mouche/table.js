// The page of a table of Mouche.
import {$, fill, h} from "../dom.js";
import {send} from "../api.js";
import {camera} from "../camera.js";
import {follow} from "../live.js";
import {may, nav} from "../page.js";
import {shortcuts} from "../shortcuts.js";
import {say, t} from "../words.js";
import {controls} from "./controls.js";
import {felt} from "./felt.js";
import {flagList} from "./flags.js";
import {ledger} from "./ledger.js";
import {stakesForm} from "./new_game.js";
import {question, tricks} from "./tricks.js";

let view;

function extra() {
  return h("div", {class: "stack"},
    view.misfits.length ? h("div", {class: "note"}, t("misfit.title"), h("ul", {}, view.misfits.map((one) => h("li", {}, say(one.said))))) : null,
    h("div", {class: "row"},
      h("button", {id: "undo", class: "plain", disabled: !view.undo, onclick: () => send("POST", "/undo", {target: view.undo.seq})},
        view.undo ? t("undo.last", {what: say(view.undo.phrase)}) : t("undo.nothing"), h("kbd", {}, "u"))),
    stakesForm(view));
}

function panel(name, part) {
  $(`${name}-panel`).hidden = !part;
  fill($(name), part);
}

function draw(sections = null) {
  const changed = (...names) => !sections || names.some((name) => sections.has(name));
  if (changed("game", "deal", "table")) fill($("felt"), felt(view));
  if (changed("game", "deal", "legal", "question", "undo", "misfits", "table")) {
    panel("reading", question(view, may));
    controls($("controls"), view, may, extra);
  }
  if (changed("deal", "legal", "table")) panel("tricks", tricks(view, () => draw(new Set(["deal"])), may));
  if (changed("last", "table")) fill($("ledger"), ledger(view));
  if (changed("flags", "table")) panel("flags", view.flags.length ? flagList(view, may) : null);
  if (changed("cameras")) camera($("camera"), view.cameras);
  nav(view);
}

shortcuts();
follow((now, sections, type) => {
  view = now;
  draw(type === "snapshot" ? null : sections);
});
