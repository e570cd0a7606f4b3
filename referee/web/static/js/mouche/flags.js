// Questions that the cards raise, with the card that proves them, for the referee to answer.
import {h} from "../dom.js";
import {send, toast} from "../api.js";
import {say, t} from "../words.js";
import {face} from "./cards.js";
import {seatName} from "./tokens.js";

const VERDICTS = ["allowed", "not_allowed", "cannot_tell"];
const SIGN = {allowed: "✓", not_allowed: "✕", cannot_tell: "?"};
const notes = {};

export function flagList(view, may) {
  return h("div", {class: "stack"}, view.flags.map((flag) => flagCard(view, flag, may)));
}

function flagCard(view, flag, may) {
  const id = `${flag.deal_seq}-${flag.kind}-${flag.seat}-${flag.trick}`;
  const rule = async (verdict) => {
    const body = {deal: flag.deal_seq, kind: flag.kind, seat: flag.seat, trick: flag.trick, verdict, note: notes[id] ?? ""};
    if (await send("POST", "/mouche/rulings", body)) {
      delete notes[id];
      toast(t("review.ruled"), true);
    }
  };
  return h("article", {class: "flag", "aria-label": t("review.flag", {seat: flag.seat})},
    h("div", {class: "row spread"}, h("h3", {}, seatName(view, flag.seat)), h("span", {class: "quiet small"}, t("review.deal", {n: flag.deal}))),
    h("p", {class: "gesture"}, say(flag.question)),
    flag.laid ? h("div", {class: "row proof-cards"}, face(flag.laid, {class: "face tiny"}), h("span", {"aria-hidden": "true"}, "→"), face(flag.proof, {class: "face tiny"})) : null,
    h("p", {class: "rule small"}, h("b", {}, t("review.rule")), " ", say(flag.rule)),
    flag.verdict ? h("p", {class: "note good"}, `${SIGN[flag.verdict]} `, t(`verdict.${flag.verdict}`), flag.note ? `: ${flag.note}` : "") : null,
    may("referee") ? h("div", {class: "stack"},
      h("label", {class: "small"}, t("review.note"), h("input", {id: `note-${id}`, maxlength: "500", value: notes[id] ?? "", oninput: (event) => { notes[id] = event.target.value; }})),
      h("div", {class: "row verdicts"}, VERDICTS.map((verdict) => h("button", {
        id: `rule-${id}-${verdict}`, "aria-pressed": String(flag.verdict === verdict), onclick: () => rule(verdict),
      }, `${SIGN[verdict]} `, t(`verdict.${verdict}`))))) : null);
}
