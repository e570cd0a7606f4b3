// The ledger of a deal in sentences.
import {h} from "./dom.js";
import {hand} from "./cards.js";
import {say, t} from "./words.js";
import {PAIRS, seatName} from "./score.js";

export function ledger(view, deal) {
  if (!deal) return h("p", {class: "quiet"}, t("ledger.none"));
  return h("div", {class: "stack"},
    h("div", {class: "row spread"},
      h("h3", {}, t("ledger.deal", {n: deal.number})),
      h("div", {class: "row numbers"}, PAIRS.map((pair) => h("span", {class: "pair", dataset: {pair}}, `${deal.before[pair]} → ${deal.after[pair]}`)))),
    deal.changed ? h("p", {class: "note"}, say(deal.changed)) : null,
    h("ol", {class: "entries"}, deal.entries.map((entry) => h("li", {},
      h("span", {class: "pair numbers", dataset: {pair: entry.pair}}, `+${entry.points}`),
      h("span", {class: "lance"}, t(`lance.${entry.lance}`)),
      h("span", {}, say(entry.phrase))))),
    deal.entries.length ? null : h("p", {class: "quiet"}, t("ledger.no_points")),
    deal.notes.map((note) => h("p", {class: "quiet small"}, say(note))),
    deal.decision ? h("p", {class: "note good"}, say(deal.decision)) : null,
    deal.hands ? h("div", {class: "shown"}, Object.entries(deal.hands).map(([seat, shown]) =>
      h("figure", {}, hand(shown.cards),
        h("figcaption", {class: "small"}, h("b", {}, seatName(view, seat)), h("br"), worth(shown))))) : null);
}

export function worth(shown) {
  return [shown.named ? t(`named.${shown.named}`) : null, say(shown.pares), say(shown.points)].filter(Boolean).join(" · ");
}
