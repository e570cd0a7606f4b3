// The bets of a whole deal in one screen, afterwards: how each lance ended.
import {h} from "./dom.js";
import {send} from "./api.js";
import {t} from "./words.js";
import {pairName, PAIRS} from "./score.js";

const LANCES = ["grande", "chica", "pares", "juego", "punto"];
const ENDS = ["paso", "accepted", "refused", "raise_refused", "ordago"];
let noted = {};
let said = {};
let of = null;

function entry(lance) {
  return (noted[lance] ??= {end: "paso", amount: 2, pair: "AC"});
}

/** What was said in this deal is filled in, anew for each lance of which something else was said. */
function begin(view) {
  const deal = `${view.match.number}-${view.deal.number}`;
  if (of !== deal) [of, noted, said] = [deal, {}, {}];
  for (const lance of LANCES) {
    const closed = view.deal.closed.find((one) => one.lance === lance);
    const now = JSON.stringify(closed);
    if (now === said[lance]) continue;
    said[lance] = now;
    delete noted[lance];
    if (closed) fillIn(closed);
  }
}

function fillIn({lance, status, amount, refuser}) {
  const end = status === "refused" && amount ? "raise_refused" : status;
  if (ENDS.includes(end)) noted[lance] = {end, amount: amount || 2, pair: refuser ?? "AC"};
}

export function betsForm(view, draw, onDone = () => {}) {
  begin(view);
  const submit = async (event) => {
    event.preventDefault();
    const bets = LANCES.filter((lance) => entry(lance).end !== "paso").map((lance) => ({lance, ...body(entry(lance))}));
    if (await send("POST", "/bets", {bets})) {
      of = null;
      onDone();
    }
  };
  return h("form", {class: "bets stack", onsubmit: submit},
    LANCES.map((lance) => row(view, lance, draw)),
    h("p", {class: "quiet small"}, t("bets.hint")),
    h("button", {id: "do-bets", class: "big main", type: "submit"}, t("bets.commit")));
}

function row(view, lance, draw) {
  const now = entry(lance);
  const set = (change) => { Object.assign(now, change); draw(); };
  const number = now.end === "accepted" || now.end === "raise_refused";
  return h("fieldset", {class: "bet"},
    h("legend", {}, t(`lance.${lance}`)),
    h("div", {class: "row"}, ENDS.map((end) => h("button", {
      type: "button", id: `bet-${lance}-${end}`, "aria-pressed": String(now.end === end), onclick: () => set({end}),
    }, t(`bets.${end}`)))),
    number ? h("div", {class: "stepper"},
      h("button", {type: "button", id: `bet-${lance}-less`, "aria-label": t("call.less"), disabled: now.amount <= 1, onclick: () => set({amount: now.amount - 1})}, "−"),
      h("output", {class: "numbers", id: `bet-${lance}-amount`}, now.amount),
      h("button", {type: "button", id: `bet-${lance}-more`, "aria-label": t("call.more"), onclick: () => set({amount: now.amount + 1})}, "+"),
      h("span", {class: "quiet small"}, t(`bets.amount_${now.end}`))) : null,
    now.end.endsWith("refused") ? h("div", {class: "row", role: "group", "aria-label": t("bets.by")},
      h("span", {class: "small"}, t("bets.by")),
      PAIRS.map((pair) => h("button", {type: "button", id: `bet-${lance}-${pair}`, "aria-pressed": String(now.pair === pair), onclick: () => set({pair})}, pairName(view, pair)))) : null);
}

function body({end, amount, pair}) {
  switch (end) {
    case "accepted": return {status: "accepted", amount};
    case "raise_refused": return {status: "refused", amount, refuser: pair};
    case "refused": return {status: "refused", refuser: pair};
    default: return {status: end};
  }
}
