// The overlay of a table of Mouche: pool, trump, purses, tricks, the last settlement. It connects
// again for ever and gets the full state each time.
import {$, fill, h} from "../dom.js";
import {holder} from "../hold.js";
import {follow} from "../live.js";
import {say, t} from "../words.js";
import {face, SIGN} from "./cards.js";
import {signed} from "./ledger.js";
import {seatName, tokens} from "./tokens.js";

const asked = new URLSearchParams(location.search);
const HOLD_S = Number(asked.get("hold") ?? 20);
if (asked.get("bg")) document.documentElement.style.background = `#${asked.get("bg").replace(/[^0-9a-fA-F]/g, "")}`;
if (asked.get("scale")) document.body.style.transform = `scale(${Number(asked.get("scale")) || 1})`;

const stays = holder(HOLD_S, () => $("settlement").classList.remove("on"));

const running = (view) => view.deal && view.deal.stage !== "over";

function drawBar(view) {
  const {deal, game} = view;
  const trump = running(view) && deal.trump;
  fill($("bar"),
    h("div", {class: "cell"}, h("span", {class: "label"}, t("mouche.pool")), h("b", {class: "points"}, game.pool.basket), tokens(game.pool)),
    h("div", {class: "cell trump"}, trump ? [face(deal.trump),
      h("div", {}, h("span", {class: "label"}, t("mouche.trump")), h("b", {class: "suit", dataset: {suit: deal.trump[1]}}, SIGN[deal.trump[1]]), h("span", {}, t(`french_suit.${deal.trump[1]}`)))]
      : h("span", {class: "label"}, deal ? t("ledger.deal", {n: deal.number}) : "")));
}

function drawPlayers(view) {
  const {deal, game} = view;
  fill($("players"), game.seats.map((seat) => {
    const name = seat.seat;
    const isIn = running(view) && deal.in.includes(name);
    const out = running(view) && deal.said[name] && !isIn;
    return h("div", {class: "player", dataset: {out: String(Boolean(out)), turn: String(running(view) && deal.turn === name)}},
      h("span", {class: "name"}, seatName(view, name)),
      h("b", {class: "numbers"}, seat.purse),
      h("span", {class: "wins", "aria-label": isIn ? t("mouche.won", {n: deal.won[name]}) : ""}, "★".repeat(isIn ? deal.won[name] : 0)),
      h("span", {class: "label"}, running(view) && deal.said[name] ? say(deal.said[name]) : game.dealer === name ? t("mouche.dealer") : ""));
  }));
}

function drawTrick(view) {
  const {deal} = view;
  const trick = running(view) ? deal.tricks.at(-1) : null;
  $("trick").classList.toggle("on", Boolean(trick));
  if (!trick) return;
  fill($("trick"),
    h("div", {class: "title"}, t("mouche.trick", {n: deal.tricks.length}), trick.winner ? ` · ${t("mouche.won_by", {seat: seatName(view, trick.winner)})}` : ""),
    h("div", {class: "cards"}, trick.plays.map((play) => h("figure", {dataset: {best: String(play.best)}}, face(play.card), h("figcaption", {}, seatName(view, play.seat))))));
}

function drawSettlement(view) {
  const {last} = view;
  $("settlement").classList.toggle("on", stays(!running(view) && last?.ended ? last : null));
  if (last) fill($("settlement"),
    h("div", {class: "title"}, t("mouche.for", {n: last.number, pool: last.played_for})),
    h("ol", {}, last.entries.map((entry) => h("li", {},
      h("span", {class: "jetons numbers", dataset: {pays: String(entry.jetons < 0)}}, signed(entry.jetons)),
      h("span", {class: "lance"}, seatName(view, entry.seat)),
      h("span", {class: "why"}, say(entry.phrase))))));
}

const wire = new URLSearchParams();
for (const name of ["token", "delay"]) if (asked.get(name)) wire.set(name, asked.get(name));
follow((view) => {
  drawBar(view);
  drawPlayers(view);
  drawTrick(view);
  drawSettlement(view);
  document.body.dataset.ready = "true";
}, `${document.body.dataset.feed}?${wire}`);
