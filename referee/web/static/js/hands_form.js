// Typing the four hands: a seat is chosen, cards are tapped; sixteen different ones make a reveal.
import {h} from "./dom.js";
import {send} from "./api.js";
import {face, picker} from "./cards.js";
import {SEATS} from "./felt.js";
import {seatName} from "./score.js";
import {t} from "./words.js";

const typed = {deal: null, hands: {}, seat: "A"};

export function handsForm(view, draw) {
  const number = view.deal?.number;
  if (typed.deal !== number) Object.assign(typed, {deal: number, hands: {A: [], B: [], C: [], D: []}, seat: view.deal?.mano ?? "A"});
  const taken = new Set(Object.values(typed.hands).flat());
  const pick = (code) => {
    const mine = typed.hands[typed.seat];
    if (mine.length < 4) mine.push(code);
    if (mine.length === 4) typed.seat = SEATS.find((seat) => typed.hands[seat].length < 4) ?? typed.seat;
    draw();
  };
  const drop = (seat, code) => {
    typed.hands[seat] = typed.hands[seat].filter((card) => card !== code);
    typed.seat = seat;
    draw();
  };
  return h("div", {class: "hands-form stack"},
    h("div", {class: "typed"}, SEATS.map((seat) => h("div", {class: "typed-seat"},
      h("button", {id: `type-${seat}`, "aria-pressed": String(typed.seat === seat), onclick: () => { typed.seat = seat; draw(); }},
        seatName(view, seat), h("span", {class: "small"}, `${typed.hands[seat].length}/4`)),
      h("div", {class: "hand"}, typed.hands[seat].map((code) =>
        h("button", {class: "pick", "aria-label": t("card.remove", {card: code}), onclick: () => drop(seat, code)}, face(code))))))),
    picker(taken, pick),
    h("button", {id: "do-reveal", class: "big main", disabled: taken.size !== 16, onclick: () => send("POST", "/reveals", {hands: typed.hands})},
      t("reveal.commit", {n: taken.size})));
}
