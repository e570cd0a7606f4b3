// Big buttons with nothing but what the rules allow now.
import {fill, h} from "../dom.js";
import {send} from "../api.js";
import {t} from "../words.js";
import {picker} from "./cards.js";
import {turnLine} from "./felt.js";
import {newGame} from "./new_game.js";
import {seatName} from "./tokens.js";

const ANSWERS = ["silence", "yes", "no", "evasion"];
const open = {more: false, holder: null, five: [], asked: null, asker: null};

const post = (path, body) => send("POST", `/mouche/${path}`, body);

export function controls(container, view, may, extra) {
  const draw = () => controls(container, view, may, extra);
  const heading = h("h2", {id: "turn", "aria-live": "polite"}, turnLine(view));
  if (!may("scorekeeper")) return fill(container, heading);
  if (!view.game.open) return fill(container, heading, newGame(view));
  const main = view.legal.flatMap((item) => buttons(item, view));
  const cards = view.legal.find((item) => ["turn_up", "play"].includes(item.word));
  fill(container, heading,
    main.length ? h("div", {class: "calls"}, main) : null,
    cards ? picker(cards.cards, (card) => post("cards", {card})) : null,
    aside(view, draw), extra());
}

function buttons({word, seat, most, patterns}, view) {
  switch (word) {
    case "ante": return big("ante", () => post("antes"), "main", "a", {seat: seatName(view, seat)});
    case "deal": return patterns.map((pattern) => h("button", {id: `do-deal-${pattern}`, class: "big", onclick: () => post("deals", {pattern})}, t("mouche_step.deal", {pattern})));
    case "pass": return big("pass", () => post("decisions", {seat, choice: "pass"}), "", "p");
    case "stick": return big("stick", () => post("decisions", {seat, choice: "stick"}), "main", "s");
    case "exchange": return Array.from({length: most}, (_, i) => i + 1).map((n) =>
      h("button", {id: `do-exchange-${n}`, class: "big", dataset: {key: String(n)}, onclick: () => post("decisions", {seat, choice: "exchange", count: n})},
        t("mouche_step.exchange", {n}), h("kbd", {}, n)));
    case "uncontested": return big("uncontested", () => post("mouches/uncontested"), "main", "n");
    default: return [];
  }
}

function big(word, act, kind, key, args = {}) {
  return h("button", {id: `do-${word}`, class: `big ${kind}`, dataset: {key}, onclick: act}, t(`mouche_step.${word}`, args), h("kbd", {}, key));
}

/** What is said seldom: a mouche is declared, or a player who sticks is asked for one. */
function aside(view, draw) {
  const holders = view.legal.filter((item) => item.word === "mouche").map((item) => item.seat);
  const asked = view.legal.filter((item) => item.word === "ask").map((item) => item.seat);
  if (!holders.includes(open.holder)) Object.assign(open, {holder: null, five: []});
  if (!asked.includes(open.asked)) Object.assign(open, {asked: null, asker: null});
  if (!holders.length && !asked.length) return null;
  const urgent = view.deal?.stage === "mouche";
  return h("details", {id: "more-steps", open: open.more || urgent, ontoggle: (event) => { open.more = event.target.open; }},
    h("summary", {}, t("mouche.more")),
    h("div", {class: "stack"},
      h("div", {class: "calls"},
        holders.map((seat) => h("button", {id: `do-mouche-${seat}`, "aria-pressed": String(open.holder === seat), onclick: () => { Object.assign(open, {holder: open.holder === seat ? null : seat, five: [], asked: null}); draw(); }}, t("mouche_step.mouche", {seat}))),
        asked.map((seat) => h("button", {id: `do-ask-${seat}`, "aria-pressed": String(open.asked === seat), onclick: () => { Object.assign(open, {asked: open.asked === seat ? null : seat, asker: null, holder: null}); draw(); }}, t("mouche_step.ask", {seat})))),
      open.holder ? declaring(view, draw) : null,
      open.asked ? asking(view, draw) : null));
}

function declaring(view, draw) {
  const {holder, five} = open;
  const pick = (code) => {
    open.five = five.includes(code) ? five.filter((one) => one !== code) : [...five, code].slice(-5);
    draw();
  };
  const declare = async () => {
    if (await post("mouches", {seat: holder, cards: five})) Object.assign(open, {holder: null, five: [], more: false});
    draw();
  };
  return h("section", {class: "stack"},
    h("h3", {}, t("mouche.five", {seat: seatName(view, holder), n: five.length})),
    picker(view.deal.unseen, pick, new Set(five)),
    h("button", {id: "do-declare", class: "big main", disabled: five.length !== 5, onclick: declare}, t("mouche_step.declare")));
}

function asking(view, draw) {
  const {asked, asker} = open;
  const answer = async (word) => {
    if (await post("questions", {asker, asked, answer: word})) Object.assign(open, {asked: null, more: false});
    draw();
  };
  const others = view.game.seats.map((one) => one.seat).filter((seat) => seat !== asked);
  return h("section", {class: "stack"},
    h("h3", {}, asker ? t("mouche.ask", {asker, seat: asked}) : t("mouche.asker", {seat: asked})),
    h("div", {class: "calls"}, asker
      ? ANSWERS.map((word) => h("button", {id: `answer-${word}`, class: "big", onclick: () => answer(word)}, t(`mouche_answer.${word}`)))
      : others.map((seat) => h("button", {id: `asker-${seat}`, onclick: () => { open.asker = seat; draw(); }}, seatName(view, seat)))));
}
