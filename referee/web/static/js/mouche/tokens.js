// Tokens as players hold them: short contrats (100), long fiches (5), round jetons (1).
import {h} from "../dom.js";
import {t} from "../words.js";

const KINDS = ["contrats", "fiches", "jetons"];

export function tokens(heap) {
  const shown = KINDS.filter((kind) => heap[kind]);
  return h("span", {class: "tokens", role: "img", "aria-label": t("mouche.tokens", heap)},
    (shown.length ? shown : ["jetons"]).map((kind) => h("span", {class: "heap"}, h("i", {class: kind}), h("b", {}, heap[kind]))));
}

export function purse(seat) {
  const worth = h("span", {class: "worth numbers"}, seat.purse);
  return seat.purse < 0
    ? h("div", {class: "purse debt"}, worth, h("span", {class: "small"}, t("mouche.debt", {n: -seat.purse})))
    : h("div", {class: "purse"}, worth, tokens(seat));
}

export function seatName(view, seat) {
  const name = view.table.players[seat];
  return name ? `${seat} · ${name}` : seat;
}
