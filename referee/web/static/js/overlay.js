// The overlay page: what everybody has seen, drawn on a transparent canvas. It connects again for
// ever and gets the full state each time, so hiding or reloading the source loses nothing.
import {$, fill, h} from "./dom.js";
import {holder} from "./hold.js";
import {follow} from "./live.js";
import {pairName, seatName, stones, PAIRS} from "./score.js";
import {face} from "./cards.js";
import {say, t} from "./words.js";

const asked = new URLSearchParams(location.search);
const layout = document.body.dataset.layout;
const SEATS = layout === "seat" ? [asked.get("seat") ?? "A"] : ["A", "B", "C", "D"];
const HOLD_S = Number(asked.get("hold") ?? 20);
if (asked.get("bg")) document.documentElement.style.background = `#${asked.get("bg").replace(/[^0-9a-fA-F]/g, "")}`;
if (asked.get("scale")) document.body.style.transform = `scale(${Number(asked.get("scale")) || 1})`;

const stays = holder(HOLD_S, () => raise(view));

function drawScore(view) {
  const {match, table, deal} = view;
  const [ac, bd] = PAIRS.map((pair) => h("div", {class: "side", dataset: {pair}},
    h("div", {class: "name pair", dataset: {pair}}, pairName(view, pair)),
    h("div", {class: "games"}, stones(match.shown[pair]), t("score.games", {n: match.games[pair], of: table.games_to_win})),
    h("div", {class: "points"}, match.shown[pair])));
  const state = !deal ? [] : [h("b", {}, t(`stage.${deal.stage}`)),
    deal.ordago ? h("span", {}, t("table.ordago", {pair: deal.owner}))
      : deal.offer ? h("span", {}, t("table.offer", {n: deal.offer, pair: deal.owner})) : h("span", {}, t("ledger.deal", {n: deal.number}))];
  fill($("score"), ac, h("div", {class: "middle"}, state), bd);
}

function drawHands(view) {
  const hands = view.hands ?? {};
  for (const seat of SEATS) {
    const box = $(`seat-${seat}`);
    const shown = hands[seat];
    if (!shown) continue;
    fill(box,
      h("div", {class: "head"},
        h("span", {class: "pair", dataset: {pair: box.dataset.pair}}, seatName(view, seat)),
        h("span", {class: "named"}, shown.named ? t(`named.${shown.named}`) : "")),
      h("div", {class: "body"},
        h("div", {class: "cards"}, shown.cards.map((code) => face(code))),
        h("ul", {}, shown.worth.map((line) => h("li", {class: line.best ? "best" : ""},
          h("b", {}, t(`lance.${line.lance}`)), h("span", {}, say(line.phrase)), h("span", {class: "star"}, line.best ? "★" : ""))))));
  }
  $("hands-live").classList.toggle("on", Boolean(view.hands_live));
}

function drawSettlement(view) {
  const last = view.last;
  if (!last) return;
  fill($("settlement"),
    h("div", {class: "title"}, h("span", {}, t("ledger.deal", {n: last.number})),
      h("span", {}, PAIRS.map((pair) => h("span", {class: "pair", dataset: {pair}}, ` +${last.after[pair] - last.before[pair]} `)))),
    h("ol", {}, last.entries.map((entry) => h("li", {dataset: {pair: entry.pair}},
      h("span", {class: "pair", dataset: {pair: entry.pair}}, `+${entry.points}`),
      h("span", {class: "lance"}, t(`lance.${entry.lance}`)),
      h("span", {class: "why"}, say(entry.short))))),
    last.decision ? h("p", {class: "won"}, say(last.decision)) : null);
}

/** Hands and settlement of a deal go after a while; hands before the reveal stay. */
function raise(view) {
  const over = !view.deal || view.deal.stage === "over";
  const up = stays(over ? view.last : null);
  for (const seat of SEATS) $(`seat-${seat}`).classList.toggle("on", Boolean(view.hands?.[seat]) && (up || view.hands_live));
  $("settlement").classList.toggle("on", up && Boolean(view.last.ended));
}

const wire = new URLSearchParams();
for (const name of ["token", "delay"]) if (asked.get(name)) wire.set(name, asked.get(name));
const view = follow((view, sections) => {
  drawScore(view);
  if (sections.has("hands") || sections.has("hands_live") || sections.has("table")) drawHands(view);
  if (sections.has("last") || sections.has("deal")) drawSettlement(view);
  raise(view);
  document.body.dataset.ready = "true";
}, `${document.body.dataset.feed}?${wire}`);
