// The tricks of the deal, each card a button to put it right, and the card that waits for a name.
import {h} from "../dom.js";
import {send} from "../api.js";
import {say, t} from "../words.js";
import {cardName, face, picker, shortName} from "./cards.js";
import {seatName} from "./tokens.js";

const open = {seq: null};

export function tricks(view, draw, may) {
  const {deal} = view;
  if (!deal?.trump) return null;
  const fix = (seq, code, key, seat) => h("button", {
    class: "pick", id: `fix-${seq}`, disabled: !may("scorekeeper") || seq === null, "aria-label": t(key, {seat, card: cardName(code)}),
    onclick: () => { open.seq = open.seq === seq ? null : seq; open.card = code; draw(); },
  }, face(code, {alt: ""}));
  return h("div", {class: "stack"},
    h("div", {class: "row"}, fix(deal.trump_seq, deal.trump, "mouche.fix_trump", ""),
      h("span", {}, t("mouche.trump_is", {suit: t(`french_suit.${deal.trump[1]}`)}))),
    h("ol", {class: "tricks"}, deal.tricks.map((trick, i) => h("li", {},
      h("span", {class: "small numbers"}, t("mouche.trick", {n: i + 1})),
      h("div", {class: "row"}, trick.plays.map((play) => h("figure", {dataset: {best: String(play.best)}},
        fix(play.seq, play.card, "mouche.fix", play.seat), h("figcaption", {class: "small"}, play.seat)))),
      h("span", {class: "small"}, trick.winner ? t("mouche.won_by", {seat: seatName(view, trick.winner)}) : "")))),
    open.seq !== null && may("scorekeeper") ? naming(view, open.seq, t("mouche.correct_card", {card: shortName(open.card)}), view.deal.unseen, t("mouche.no_card"), () => { open.seq = null; draw(); }) : null);
}

function naming(view, seq, title, cards, none, done) {
  const name = async (card) => { if (await send("POST", `/mouche/cards/${seq}`, {card})) done(); };
  return h("section", {class: "doubt", "aria-label": title},
    h("h3", {}, title), picker(cards, name),
    h("div", {class: "row"}, h("button", {id: "no-card", onclick: () => name(null)}, none),
      h("button", {class: "plain", onclick: done}, t("action.cancel"))));
}

/** What a camera saw and could not tell: the likely cards first. */
export function question(view, may) {
  const {question: asked} = view;
  if (!asked) return null;
  const name = (card) => send("POST", `/mouche/cards/${asked.seq}`, {card});
  return h("section", {class: "doubt", id: "question"},
    h("h3", {}, say(asked.phrase)),
    asked.waiting ? h("p", {class: "quiet small"}, t("mouche.behind", {n: asked.waiting})) : null,
    may("scorekeeper") ? [
      h("div", {class: "row"}, asked.choices.map((choice, i) => h("button", {
        class: i ? "" : "main", id: `name-${choice.card}`, dataset: i ? {} : {key: "enter"}, onclick: () => name(choice.card),
      }, face(choice.card, {class: "face tiny", alt: ""}), h("span", {}, cardName(choice.card), " ", h("span", {class: "quiet numbers"}, `${Math.round(100 * choice.confidence)} %`))))),
      h("details", {open: !asked.choices.length}, h("summary", {}, t("reading.other")), picker(asked.cards, name)),
      h("button", {id: "no-card", onclick: () => name(null)}, t(asked.kind === "missing" ? "mouche.not_swept" : "mouche.no_card")),
    ] : null);
}
