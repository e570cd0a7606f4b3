// The ledger of a deal of Mouche in sentences.
import {h} from "../dom.js";
import {say, t} from "../words.js";
import {seatName} from "./tokens.js";

export function signed(n) {
  return n < 0 ? `−${-n}` : `+${n}`;
}

export function ledger(view) {
  const {last} = view;
  if (!last) return h("p", {class: "quiet"}, t("mouche_ledger.none"));
  return h("div", {class: "stack"},
    h("h3", {}, t("mouche.for", {n: last.number, pool: last.played_for})),
    last.changed ? h("p", {class: "note"}, say(last.changed)) : null,
    h("ol", {class: "entries"}, last.entries.map((entry) => h("li", {},
      h("span", {class: "numbers jetons", dataset: {pays: String(entry.jetons < 0)}}, signed(entry.jetons)),
      h("span", {class: "lance"}, seatName(view, entry.seat)),
      h("span", {}, say(entry.phrase))))),
    last.notes.map((note) => h("p", {class: "quiet small"}, say(note))),
    h("p", {}, t("mouche.next", {seat: seatName(view, last.next_dealer), n: last.pool.basket}),
      last.pool.waiting.length ? ` ${t("mouche.waiting", {fines: last.pool.waiting.join(", ")})}` : ""));
}
