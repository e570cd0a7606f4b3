// The score as players count it: amarracos (5) and tantos.
import {h} from "./dom.js";
import {t} from "./words.js";

export const PAIRS = ["AC", "BD"];

export function stones(points) {
  const big = Math.floor(points / 5);
  const small = points % 5;
  return h("span", {class: "stones", role: "img", "aria-label": spoken(points)},
    Array.from({length: big}, () => h("i", {class: "big"})),
    Array.from({length: small}, () => h("i", {class: "small"})));
}

export function spoken(points) {
  const big = Math.floor(points / 5);
  const small = points % 5;
  const parts = [];
  if (big) parts.push(t(big === 1 ? "score.amarraco" : "score.amarracos", {n: big}));
  if (small || !big) parts.push(t(small === 1 ? "score.tanto" : "score.tantos", {n: small}));
  return parts.join(" ");
}

export function board(view) {
  const {match, table} = view;
  return h("div", {class: "board"}, PAIRS.map((pair) => h("div", {class: "side", dataset: {pair}},
    h("div", {class: "who"}, h("span", {class: "pair", dataset: {pair}}, pairName(view, pair)),
      h("span", {class: "games", title: t("score.games_title")}, t("score.games", {n: match.games[pair], of: table.games_to_win}),
        table.vacas_to_win > 1 ? ` · ${t("score.vacas", {n: match.vacas[pair], of: table.vacas_to_win})}` : "")),
    h("div", {class: "points numbers"}, h("b", {id: `score-${pair}`}, match.shown[pair]), h("span", {class: "quiet"}, ` / ${table.target}`)),
    stones(match.shown[pair]),
    h("div", {class: "quiet small"}, spoken(match.shown[pair])))));
}

export function pairName(view, pair) {
  const names = [...pair].map((seat) => view.table.players[seat]).filter(Boolean);
  return names.length ? `${pair} · ${names.join(", ")}` : pair;
}

export function seatName(view, seat) {
  const name = view.table.players[seat];
  return name ? `${seat} · ${name}` : seat;
}
