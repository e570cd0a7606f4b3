// Games with their deals, and the log behind them, newest first; every event can be undone.
import {$, fill, h} from "../dom.js";
import {call, send, toast} from "../api.js";
import {eventTable} from "../events.js";
import {follow} from "../live.js";
import {nav} from "../page.js";
import {replay} from "../replay.js";
import {t} from "../words.js";
import {felt} from "./felt.js";
import {ledger} from "./ledger.js";

const opened = new Map();
let view;
let asked = 0;
let loaded = null;
const lengthen = replay((then) => fill($("replay-felt"), felt(then)));

async function load() {
  const mine = ++asked;
  try {
    const [games, events] = await Promise.all([call("GET", "/mouche/games"), call("GET", "/log?limit=200")]);
    if (mine !== asked) return;
    fill($("matches"), games.length ? games.toReversed().map(gameCard) : h("p", {class: "quiet"}, t("history.none")));
    fill($("events"), eventTable(events, undo));
    lengthen(events[0]?.seq ?? 0);
  } catch (error) {
    loaded = null;
    toast(error.message);
  }
}

function gameCard(game) {
  return h("section", {class: "panel stack"},
    h("h2", {}, t("mouche.game", {n: game.number}), h("span", {class: "quiet small"}, ` ${game.ruleset}`)),
    game.deals.map((deal) => {
      const key = `${game.number}-${deal.number}`;
      return h("details", {open: opened.get(key), ontoggle: (event) => opened.set(key, event.target.open)},
        h("summary", {}, t("mouche.for", {n: deal.number, pool: deal.played_for})),
        ledger({table: {players: game.players}, last: deal}));
    }));
}

async function undo(target) {
  if (await send("POST", "/corrections", {target})) load();
}

follow((now, sections, type, seq) => {
  view = now;
  nav(view);
  // cameras speak every second, of no new event
  if (seq === loaded) return;
  loaded = seq;
  load();
});
