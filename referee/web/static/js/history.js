// Matches with their deals, and the log behind them, newest first; every event can be undone.
import {$, fill, h} from "./dom.js";
import {call, send, toast} from "./api.js";
import {eventTable} from "./events.js";
import {felt} from "./felt.js";
import {ledger} from "./ledger.js";
import {follow} from "./live.js";
import {nav} from "./page.js";
import {replay} from "./replay.js";
import {board, PAIRS} from "./score.js";
import {t} from "./words.js";

const opened = new Map();
let view;
let asked = 0;
let loaded = null;
/** The table tells a whole day's matches: it is asked at most this often, ms. */
const PAUSE = 2000;
let last = -PAUSE;
let due = 0;
const lengthen = replay((then) => {
  fill($("replay-board"), board(then));
  fill($("replay-felt"), felt(then));
});

function loadSoon() {
  due ||= setTimeout(() => {
    due = 0;
    last = performance.now();
    load();
  }, Math.max(0, last + PAUSE - performance.now()));
}

async function load() {
  const mine = ++asked;
  try {
    const [matches, events] = await Promise.all([call("GET", "/matches"), call("GET", "/log?limit=200")]);
    if (mine === asked) {
      draw(matches, events);
      lengthen(events[0]?.seq ?? 0);
    }
  } catch (error) {
    loaded = null;
    toast(error.message);
  }
}

function draw(matches, events) {
  fill($("matches"), matches.length ? matches.toReversed().map(matchCard) : h("p", {class: "quiet"}, t("history.none")));
  fill($("events"), eventTable(events, undo));
}

async function undo(target) {
  if (await send("POST", "/corrections", {target})) load();
}

function matchCard(match) {
  return h("section", {class: "panel stack"},
    h("div", {class: "row spread"},
      h("h2", {}, t("match.title", {n: match.number}), h("span", {class: "quiet small"}, ` ${match.ruleset}`)),
      h("span", {class: "row numbers"}, PAIRS.map((pair) => h("span", {class: "pair", dataset: {pair}}, `${pair} ${match.games[pair]}`)))),
    match.winner ? h("p", {class: "note good"}, t("match.won", {pair: match.winner})) : null,
    match.deals.map((deal) => {
      const key = `${match.number}-${deal.number}`;
      return h("details", {open: opened.get(key), ontoggle: (event) => opened.set(key, event.target.open)},
        h("summary", {}, t("ledger.deal", {n: deal.number}), "\u00a0·\u00a0", h("span", {class: "numbers"}, `AC ${deal.after.AC} – BD ${deal.after.BD}`)),
        ledger(view, deal));
    }));
}

follow((now, sections, type, seq) => {
  view = now;
  nav(view);
  // cameras speak every second, of no new event
  if (seq === loaded) return;
  loaded = seq;
  loadSoon();
});
