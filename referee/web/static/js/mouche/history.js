// Games with their deals, and the log behind them, newest first; every event can be undone.
import {$, fill, h} from "../dom.js";
import {call, send, toast} from "../api.js";
import {eventTable, told} from "../events.js";
import {follow} from "../live.js";
import {nav} from "../page.js";
import {lang, t} from "../words.js";
import {felt} from "./felt.js";
import {ledger} from "./ledger.js";

const opened = new Map();
let view;
let asked = 0;
let loaded = null;

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

/** The slider reaches the last event; it stays where a person has put it. */
function lengthen(last) {
  const slider = $("replay-at");
  $("replay-panel").hidden = !last;
  const atEnd = slider.value === slider.max;
  slider.max = String(last);
  if (atEnd) slider.value = slider.max;
  if (last) show();
}

async function show() {
  const at = Number($("replay-at").value);
  const then = await call("GET", `/table?after=${at}`);
  if (Number($("replay-at").value) !== at) return;
  const {event} = then;
  fill($("replay-event"), `${at}. ${new Date(event.at).toLocaleTimeString(lang)} · ${event.by}: ${told(event)}`);
  fill($("replay-felt"), felt(then.data));
}

function step(by) {
  const slider = $("replay-at");
  slider.value = String(Number(slider.value) + by);
  show();
}

$("replay-at").addEventListener("input", show);
$("replay-back").addEventListener("click", () => step(-1));
$("replay-on").addEventListener("click", () => step(1));

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
