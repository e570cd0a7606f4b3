// Camera health and the health of the referee itself.
import {$, fill, h} from "./dom.js";
import {call} from "./api.js";
import {camera} from "./camera.js";
import {follow} from "./live.js";
import {nav} from "./page.js";
import {say, t} from "./words.js";

const SIGN = {ok: "✓", degraded: "!", moved: "!", lost: "✕"};

async function health() {
  const now = await call("GET", "/health").catch(() => null);
  if (!now) return;
  const row = (name, value) => h("tr", {}, h("th", {scope: "row"}, t(`health.${name}`)), h("td", {class: "numbers"}, value));
  fill($("health"), h("p", {class: now.ready ? "note good" : "note bad"}, t(now.ready ? "health.ok" : "health.bad"), now.said.length ? `: ${now.said.map(say).join("; ")}` : ""),
    h("table", {}, row("log", t("health.events", {n: now.events, seq: now.seq})), row("disk", `${(now.disk_free_bytes / 1e9).toFixed(1)} GB`), row("viewers", now.viewers), row("version", now.version)));
}

function causes(drops) {
  return Object.entries(drops).filter(([, n]) => n).map(([cause, n]) => t(`camera.drop.${cause}`, {n})).join(" · ");
}

follow((view, sections) => {
  nav(view);
  if (!sections.has("cameras")) return;
  fill($("cameras"), view.cameras.length ? h("table", {class: "folds"},
    h("thead", {}, h("tr", {}, ["name", "state", "message"].map((name) => h("th", {}, t(`camera.${name}`))), h("th", {}))),
    h("tbody", {}, view.cameras.map((one) => h("tr", {}, h("td", {}, one.name),
      h("td", {}, `${SIGN[one.status]} `, t(`camera.status.${one.status}`)), h("td", {}, one.said ? say(one.said) : one.message),
      h("td", {class: "numbers quiet"}, t("camera.figures", {fps: one.fps, age: one.age_ms, dropped: one.dropped}), h("div", {class: "causes"}, causes(one.drops))))))) : h("p", {class: "quiet"}, t("camera.none_configured")));
  camera($("camera"), view.cameras);
});
health();
setInterval(health, 5000);
