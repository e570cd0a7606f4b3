// The table from above: P1 below, the others counter-clockwise, the trick and the trump between.
import {h} from "../dom.js";
import {say, t} from "../words.js";
import {face, SIGN} from "./cards.js";
import {purse, seatName, tokens} from "./tokens.js";

export function felt(view) {
  const {game} = view;
  return h("div", {class: "round", dataset: {players: String(game.seats.length)}},
    game.seats.map((seat, place) => seatBox(view, seat, place)),
    h("div", {class: "centre"}, middle(view)),
    onTable(view));
}

/** Where something lies, `far` of the way from the middle to the seat. */
function at(place, players, far) {
  const angle = (2 * Math.PI * place) / players;
  return {"--x": (Math.sin(angle) * far).toFixed(3), "--y": (Math.cos(angle) * far).toFixed(3)};
}

function seatBox(view, seat, place) {
  const {deal, game} = view;
  const name = seat.seat;
  const said = deal?.said[name];
  const playing = deal && !["ante", "deal", "turn_up", "over"].includes(deal.stage);
  const isIn = deal?.in.includes(name);
  const mine = running(deal)?.plays.find((play) => play.seat === name);
  const turn = deal?.turn === name && deal.stage !== "over";
  const out = playing && said && !isIn;
  return h("section", {class: "place", dataset: {seat: name, turn: String(turn), out: String(Boolean(out))}, style: at(place, game.seats.length, 1), "aria-label": t("seat.label", {seat: seatName(view, name)})},
    h("div", {class: "who"}, h("b", {}, seatName(view, name)),
      game.dealer === name ? h("span", {class: "tag"}, t("mouche.dealer")) : null,
      turn ? h("span", {class: "turn"}, t("mouche.turn")) : null),
    purse(seat),
    h("div", {class: "tags small"},
      said && deal.stage !== "over" ? h("span", {class: "said"}, say(said)) : null,
      isIn && deal.won[name] ? h("span", {class: "tag"}, t("mouche.won", {n: deal.won[name]})) : null),
    mine ? h("div", {class: "mine", dataset: {best: String(mine.best)}}, face(mine.card)) : null,
    deal?.mouches[name] ? h("div", {class: "hand"}, deal.mouches[name].map((code) => face(code))) : null);
}

function middle(view) {
  const {deal, game} = view;
  return [
    h("div", {class: "pool"}, h("span", {class: "small"}, t("mouche.pool")), h("b", {id: "pool", class: "numbers"}, game.pool.basket), tokens(game.pool)),
    deal?.trump && deal.stage !== "over"
      ? h("div", {class: "trump"}, face(deal.trump), h("span", {class: "small", id: "trump"}, t("mouche.trump_is", {suit: `${SIGN[deal.trump[1]]} ${t(`french_suit.${deal.trump[1]}`)}`})))
      : null,
  ];
}

function running(deal) {
  return deal && deal.stage !== "over" ? deal.tricks.at(-1) : null;
}

/** The cards of the running trick, each before who laid it. */
function onTable(view) {
  const {deal, game} = view;
  const trick = running(deal);
  if (!trick) return [];
  return trick.plays.map((play) => {
    const place = game.seats.findIndex((one) => one.seat === play.seat);
    return h("div", {class: "laid", dataset: {best: String(play.best)}, style: at(place, game.seats.length, 0.55)}, face(play.card));
  });
}

export function turnLine(view) {
  const {deal, game, question} = view;
  if (question) return t("mouche_turn.asked");
  if (!game.open) return t("mouche.none");
  if (!deal || deal.stage === "over") return t("mouche_turn.none");
  return t(`mouche_turn.${deal.stage}`, {seat: deal.turn ? seatName(view, deal.turn) : ""});
}
