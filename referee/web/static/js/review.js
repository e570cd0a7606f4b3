// The review queue: flags and readings that wait for a person.
import {$, fill, h} from "./dom.js";
import {flagList} from "./flags.js";
import {follow} from "./live.js";
import {may, nav} from "./page.js";
import {reading} from "./reading.js";
import {t} from "./words.js";

let view;

function draw() {
  const matches = [...new Set(view.flags.map((flag) => flag.match))].sort((a, b) => a - b);
  const chosen = $("by-match").value;
  fill($("by-match"), h("option", {value: ""}, t("review.all")), matches.map((n) => h("option", {value: String(n), selected: String(n) === chosen}, n)));
  const state = $("by-state").value;
  const seat = $("by-seat").value;
  const shown = view.flags.filter((flag) =>
    (!state || (state === "open") === !flag.verdict) && (!seat || flag.seat === seat) && (!chosen || String(flag.match) === chosen));
  fill($("flags"), flagList(view, shown.toReversed(), may));
  const part = view.reveal?.cards.some((card) => card.doubtful) ? reading(view, draw, may) : null;
  $("reading-panel").hidden = !part;
  fill($("reading"), part);
  nav(view);
}

for (const id of ["by-state", "by-seat", "by-match"]) $(id).addEventListener("change", draw);
follow((now, sections) => {
  view = now;
  if (["flags", "reveal", "table"].some((name) => sections.has(name))) draw();
});
