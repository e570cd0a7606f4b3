// A reveal the camera has read: what is wrong with it, and every doubtful card with its likely
// alternatives first.
import {h} from "./dom.js";
import {send} from "./api.js";
import {cardName, face, picker} from "./cards.js";
import {seatName} from "./score.js";
import {say, t} from "./words.js";

const open = {label: null, every: false};

export function reading(view, draw, may) {
  const {reveal} = view;
  if (!reveal) return null;
  const doubtful = reveal.cards.filter((card) => card.doubtful);
  const name = async (label, card) => {
    if (await send("POST", "/cards", {label, card})) { open.label = null; open.every = false; }
  };
  return h("div", {class: "stack reading"},
    h("p", {class: reveal.faults.length ? "note" : "note good"},
      reveal.faults.length ? t("reading.open", {n: reveal.faults.length}) : t("reading.complete")),
    reveal.faults.length ? h("ul", {class: "faults"}, reveal.faults.map((fault) => h("li", {}, say(fault)))) : null,
    may("scorekeeper") ? doubtful.map((card) => h("section", {class: "doubt", "aria-label": card.label},
      h("h3", {}, t("reading.doubt", {seat: seatName(view, card.seat), place: card.label.slice(1)})),
      h("div", {class: "row"}, card.choices.map((choice, index) => h("button", {
        class: index ? "" : "main", id: `name-${card.label}-${choice.card}`, dataset: index ? {} : {key: "enter"},
        onclick: () => name(card.label, choice.card),
      }, face(choice.card, {class: "face tiny", alt: ""}), h("span", {}, cardName(choice.card), " ", h("span", {class: "quiet numbers"}, `${Math.round(100 * choice.confidence)} %`)))),
        other(card, draw)))) : null,
    may("scorekeeper") ? h("details", {open: open.every, ontoggle: (event) => { open.every = event.target.open; }},
      h("summary", {}, t("reading.all")),
      h("div", {class: "read-cards"}, reveal.cards.map((card) => h("button", {
        class: "pick", id: `fix-${card.label}`, "aria-label": t("reading.change", {label: card.label, card: cardName(card.card)}),
        onclick: () => { open.label = card.label; draw(); },
      }, face(card.card), h("span", {class: "code"}, card.label, card.named ? " ✓" : ""))))) : null,
    open.label ? h("section", {class: "stack"},
      h("h3", {}, t("reading.is", {label: open.label})),
      picker(new Set(), (code) => name(open.label, code)),
      h("div", {class: "row"},
        h("button", {onclick: () => name(open.label, null)}, t("reading.no_card")),
        h("button", {class: "plain", onclick: () => { open.label = null; draw(); }}, t("action.cancel")))) : null);
}

function other(card, draw) {
  return h("button", {id: `other-${card.label}`, onclick: () => { open.label = card.label; draw(); }}, t("reading.other"));
}
