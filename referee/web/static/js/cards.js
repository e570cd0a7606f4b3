// Cards as pictures, hands, and a picker of the pack.
import {h} from "./dom.js";
import {t} from "./words.js";

const SUITS = ["O", "C", "E", "B"];
const RANKS = [1, 2, 3, 4, 5, 6, 7, 10, 11, 12];
export const PACK = SUITS.flatMap((suit) => RANKS.map((rank) => `${rank}${suit}`));

export function cardName(code) {
  if (!code) return t("card.none");
  return t("card.name", {rank: t(`rank.${code.slice(0, -1)}`), suit: t(`suit.${code.slice(-1)}`)});
}

export function face(code, props = {}) {
  const src = code ? `/static/faces/${code}.svg` : "/static/faces/back.svg";
  return h("img", {class: "face", src, alt: code ? cardName(code) : t("card.back"), title: code ? cardName(code) : "", draggable: false, ...props});
}

export function hand(codes, props = {}) {
  return h("div", {class: "hand", ...props}, codes.map((code) => face(code)));
}

/** Every card of the pack as a button; cards in `taken` are shown but cannot be picked. */
export function picker(taken, onPick) {
  return h("div", {class: "picker", role: "group", "aria-label": t("card.pick")},
    PACK.map((code) => h("button", {
      type: "button", class: "pick", id: `pick-${code}`, title: cardName(code),
      "aria-label": cardName(code), disabled: taken.has(code), onclick: () => onPick(code),
    }, face(code, {alt: "", loading: "lazy"}), h("span", {class: "code"}, code))));
}
