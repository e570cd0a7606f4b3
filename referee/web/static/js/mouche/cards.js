// French cards as pictures, and a picker in rows of one suit.
import {h} from "../dom.js";
import {t} from "../words.js";

export const SUITS = ["h", "d", "s", "c"];
export const SIGN = {h: "♥", d: "♦", s: "♠", c: "♣"};
const RANKS = "KQJAT98765432";

export function cardName(code) {
  return t("french_card.name", {rank: t(`french_rank.${code[0]}`), suit: t(`french_suit.${code[1]}`)});
}

/** `K♥`, as the sentences of the ledger write it. */
export function shortName(code) {
  return `${code[0] === "T" ? "10" : code[0]}${SIGN[code[1]]}`;
}

export function face(code, props = {}) {
  const src = `/static/french/${code ?? "back"}.svg`;
  const name = code ? cardName(code) : t("card.back");
  return h("img", {class: "face", src, alt: name, title: name, draggable: false, ...props});
}

/** The cards that may be named, a row a suit; `chosen` are pressed. */
export function picker(cards, onPick, chosen = new Set()) {
  const there = new Set(cards);
  return h("div", {class: "suits", role: "group", "aria-label": t("card.pick")},
    SUITS.map((suit) => {
      const row = [...RANKS].map((rank) => rank + suit).filter((code) => there.has(code));
      return row.length ? h("div", {class: "suit-row"}, row.map((code) => h("button", {
        type: "button", class: "pick", id: `pick-${code}`, title: cardName(code), "aria-label": cardName(code),
        "aria-pressed": chosen.has(code) ? "true" : null, onclick: () => onPick(code),
      }, face(code, {alt: "", loading: "lazy"})))) : null;
    }));
}
