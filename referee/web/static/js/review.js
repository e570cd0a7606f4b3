// The review queue: flags and readings that wait for a person.
import {call, toast} from "./api.js";
import {$, fill, h} from "./dom.js";
import {flagList} from "./flags.js";
import {follow} from "./live.js";
import {may, nav} from "./page.js";
import {reading} from "./reading.js";
import {t} from "./words.js";

const TOUCH_FLAGS = ["snapshot", "flag_raised", "ruling_given", "corrected", "deal_settled"];
let view;
let flags = [];
let asked = 0;

/** The view has only the flags that wait in this match; all of them are asked for. */
async function load() {
  const mine = ++asked;
  try {
    const all = await call("GET", "/flags");
    if (mine !== asked) return;
    flags = all;
    draw();
  } catch (error) {
    toast(error.message);
  }
}

function draw() {
  const matches = [...new Set(flags.map((flag) => flag.match))].sort((a, b) => a - b);
  const chosen = $("by-match").value;
  fill($("by-match"), h("option", {value: ""}, t("review.all")), matches.map((n) => h("option", {value: String(n), selected: String(n) === chosen}, n)));
  const state = $("by-state").value;
  const seat = $("by-seat").value;
  const shown = flags.filter((flag) =>
    (!state || (state === "open") === !flag.verdict) && (!seat || flag.seat === seat) && (!chosen || String(flag.match) === chosen));
  fill($("flags"), flagList(view, shown.toReversed(), may));
  const part = view.reveal?.cards.some((card) => card.doubtful) ? reading(view, draw, may) : null;
  $("reading-panel").hidden = !part;
  fill($("reading"), part);
  nav(view);
}

for (const id of ["by-state", "by-seat", "by-match"]) $(id).addEventListener("change", draw);
follow((now, sections, type) => {
  view = now;
  if (TOUCH_FLAGS.includes(type)) load();
  if (["flags", "reveal", "table"].some((name) => sections.has(name))) draw();
});
