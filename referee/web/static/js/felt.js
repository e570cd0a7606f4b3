// The table from above: four seats counter-clockwise from A below, what was said, the cards.
import {h} from "./dom.js";
import {face} from "./cards.js";
import {has, say, t} from "./words.js";
import {seatName} from "./score.js";

export const SEATS = ["A", "B", "C", "D"];

export function felt(view) {
  const {deal} = view;
  return h("div", {class: "felt"},
    SEATS.map((seat) => seatBox(view, seat)),
    h("div", {class: "middle"}, deal ? middle(view) : h("p", {}, t("table.no_deal"))));
}

function seatBox(view, seat) {
  const {deal, match} = view;
  const speaks = deal?.speaking.includes(seat);
  const pair = "AC".includes(seat) ? "AC" : "BD";
  const said = deal?.said.findLast((line) => line.seat === seat);
  const cards = deal?.hands?.[seat] ?? (deal && deal.stage !== "over" ? [null, null, null, null] : []);
  const tags = [];
  if ((deal?.mano ?? match.mano) === seat) tags.push(t("seat.mano"));
  if ((deal?.dealer ?? match.dealer) === seat) tags.push(t("seat.postre"));
  return h("section", {class: "seat", dataset: {seat, pair, speaks: String(Boolean(speaks))}, "aria-label": t("seat.label", {seat: seatName(view, seat)})},
    h("div", {class: "plate"},
      h("span", {class: "pair", dataset: {pair}}, seatName(view, seat)),
      tags.map((tag) => h("span", {class: "tag"}, tag)),
      speaks ? h("span", {class: "turn"}, t("seat.speaks")) : null),
    h("div", {class: "hand"}, cards.map((code) => face(code))),
    h("div", {class: "declared small"}, declared(deal, seat)),
    said && !deal.hands ? h("div", {class: "said"}, say(said.phrase)) : null);
}

function declared(deal, seat) {
  if (!deal) return [];
  return ["pares", "juego"].filter((lance) => seat in deal.declared[lance]).map((lance) =>
    h("span", {class: "tag", dataset: {holds: String(deal.declared[lance][seat])}},
      t(deal.declared[lance][seat] ? "seat.holds" : "seat.holds_not", {lance: t(`lance.${lance}`)})));
}

function middle(view) {
  const {deal} = view;
  const lines = [h("div", {class: "stage"}, t(`stage.${deal.stage}`))];
  if (deal.ordago) lines.push(h("div", {class: "offer"}, t("table.ordago", {pair: deal.owner})));
  else if (deal.offer) lines.push(h("div", {class: "offer"}, t("table.offer", {n: deal.offer, pair: deal.owner})),
    deal.stake ? h("div", {class: "small"}, t("table.stake", {n: deal.stake})) : null);
  for (const lance of deal.closed) lines.push(h("div", {class: "small closed"}, h("b", {}, t(`lance.${lance.lance}`)), " ", say(lance.phrase)));
  return lines;
}

export function turnLine(view) {
  const {deal} = view;
  if (!deal) return t("table.no_deal");
  const key = `turn.${deal.stage}`;
  const who = deal.speaking.map((seat) => seatName(view, seat)).join(t("list.or"));
  if (has(key)) return t(key, {seats: who});
  return who ? t("turn.speaks", {seats: who}) : t(`stage.${deal.stage}`);
}
