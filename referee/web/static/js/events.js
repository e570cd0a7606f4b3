// The log as people read it: what happened, when and who said so, with a button that takes it back.
import {h} from "./dom.js";
import {may} from "./page.js";
import {lang, say, t} from "./words.js";

export const told = (event) => (event.phrase ? say(event.phrase) : event.text);

export function eventTable(events, undo) {
  return h("table", {class: "folds events"}, h("thead", {}, h("tr", {}, ["number", "when", "who", "what"].map((name) => h("th", {}, t(`history.${name}`))), h("th", {}))),
    h("tbody", {}, events.map((event) => h("tr", {class: event.undone ? "quiet" : ""},
      h("td", {class: "numbers"}, event.seq),
      h("td", {class: "numbers"}, new Date(event.at).toLocaleString(lang)),
      h("td", {}, event.by),
      h("td", {}, event.undone ? h("s", {}, told(event)) : told(event), event.undone ? ` (${t("history.undone")})` : ""),
      h("td", {}, may("scorekeeper") && !event.undone
        ? h("button", {class: "plain", id: `undo-${event.seq}`, onclick: () => undo(event.seq)}, t("action.undo")) : null)))));
}
