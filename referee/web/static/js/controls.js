// Big buttons with nothing but what the rules allow now.
import {fill, h} from "./dom.js";
import {send} from "./api.js";
import {t} from "./words.js";
import {seatName} from "./score.js";
import {turnLine} from "./felt.js";

const KEYS = {mus: "m", no_mus: "n", pass: "p", bet: "e", raise: "r", accept: "q", refuse: "x", ordago: "o", yes: "y", no: "n", deal: "d", next: "d"};
const memory = {seat: null, amount: null, least: null};

/** Draw the controls; `mode` offers to enter bets afterwards and to type cards. */
export function controls(container, view, may, mode) {
  const legal = view.legal;
  const draw = () => controls(container, view, may, mode);
  if (!may("scorekeeper")) return fill(container, h("h2", {}, turnLine(view)));
  if (!view.match.open) return fill(container, h("h2", {}, t("match.none")), mode.openMatch());
  const seats = [...new Set(legal.map((item) => item.seat).filter(Boolean))];
  if (!seats.includes(memory.seat)) memory.seat = seats[0] ?? null;
  const here = legal.filter((item) => !item.seat || item.seat === memory.seat);
  fill(container,
    h("h2", {id: "turn", "aria-live": "polite"}, turnLine(view)),
    seats.length > 1 ? chooser(view, seats, draw) : null,
    h("div", {class: "calls"}, here.flatMap((item) => buttons(view, item, draw, mode))),
    mode.extra(view));
}

function chooser(view, seats, draw) {
  return h("div", {class: "chooser", role: "group", "aria-label": t("call.who")},
    seats.map((seat) => h("button", {
      id: `who-${seat}`, "aria-pressed": String(seat === memory.seat),
      onclick: () => { memory.seat = seat; draw(); },
    }, seatName(view, seat), h("kbd", {}, seat.toLowerCase()))));
}

function buttons(view, item, draw, mode) {
  const {word, seat, least} = item;
  switch (word) {
    case "mus": case "no_mus":
      return big(word, () => send("POST", "/mus", {seat, word}), word === "no_mus" ? "" : "main");
    case "pass": case "accept": case "refuse": case "ordago":
      return big(word, () => send("POST", "/calls", {seat, word}), {accept: "main", pass: "main", ordago: "danger"}[word] ?? "");
    case "bet": case "raise":
      return amount(item, draw);
    case "declare":
      return ["yes", "no"].map((answer) => big(answer, () =>
        send("POST", "/declarations", {seat, lance: item.lance, holds: answer === "yes"}), answer === "yes" ? "main" : "",
        t(`call.${answer}`, {lance: t(`lance.${item.lance}`)})));
    case "discard":
      return [0, 1, 2, 3, 4].filter((n) => n >= least && n <= item.most).map((n) =>
        h("button", {id: `do-discard-${n}`, class: "main", dataset: {key: String(n)}, onclick: () => send("POST", "/discards", {seat, count: n})}, t("call.discard", {n}), h("kbd", {}, n)));
    case "perete": return big(word, () => send("POST", "/peretes", {seat}));
    case "misdeal": return big(word, () => send("POST", "/misdeals", {}), "plain");
    case "deal": return big("deal", () => send("POST", "/deals", {}), "main");
    case "reveal": return mode.reveal(view);
    case "rule": return mode.rule(view);
    default: return [];
  }
}

function big(word, act, kind = "", text = t(`call.${word}`)) {
  const key = KEYS[word];
  return h("button", {id: `do-${word}`, class: `big ${kind}`, dataset: key ? {key} : {}, onclick: act}, text, key ? h("kbd", {}, key) : null);
}

/** A bet or raise: the number first, with steps and the usual sizes, then one button. */
function amount({word, seat, least}, draw) {
  if (memory.least !== `${word}${least}` || memory.amount < least) Object.assign(memory, {amount: least, least: `${word}${least}`});
  const set = (n) => { memory.amount = Math.max(least, Math.min(99, n)); draw(); };
  return h("div", {class: "amount"},
    h("div", {class: "stepper"},
      h("button", {id: "less", "aria-label": t("call.less"), onclick: () => set(memory.amount - 1), disabled: memory.amount <= least}, "−"),
      [least, 5, 10].filter((n, i, all) => n >= least && all.indexOf(n) === i).map((n) =>
        h("button", {id: `amount-${n}`, class: "chip", "aria-pressed": String(n === memory.amount), onclick: () => set(n)}, n)),
      h("button", {id: "more", "aria-label": t("call.more"), onclick: () => set(memory.amount + 1)}, "+")),
    h("button", {id: `do-${word}`, class: "big", dataset: {key: KEYS[word]}, onclick: () => send("POST", "/calls", {seat, word, amount: memory.amount})},
      t(`call.${word}`, {n: memory.amount}), h("kbd", {}, KEYS[word])));
}
