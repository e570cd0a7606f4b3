// The camera's picture; a card that says NO SIGNAL instead of a frozen one.
import {fill, h} from "./dom.js";
import {say, t} from "./words.js";

let chosen = null;

export function camera(container, cameras) {
  const shown = cameras.filter((one) => one.preview);
  if (!shown.length) return fill(container, h("p", {class: "quiet"}, t("camera.none")));
  if (!shown.some((one) => one.name === chosen)) chosen = shown[0].name;
  const now = shown.find((one) => one.name === chosen);
  const src = `/api/v1/cameras/${encodeURIComponent(now.name)}/preview.mjpg`;
  let picture = container.querySelector("img.live");
  if (!picture || picture.getAttribute("src") !== src) picture = h("img", {class: "live", src, alt: t("camera.picture", {name: now.name})});
  const status = h("div", {class: "row spread small"},
    shown.length > 1 ? h("div", {class: "row"}, shown.map((one) => h("button", {id: `camera-${one.name}`, "aria-pressed": String(one.name === chosen), onclick: () => { chosen = one.name; camera(container, cameras); }}, one.name))) : h("span", {}, now.name),
    h("span", {class: "numbers quiet"}, t("camera.figures", {fps: now.fps, age: now.age_ms, dropped: now.dropped})));
  const signal = now.said?.key === "camera.said.teaching" ? h("p", {class: "note"}, say(now.said)) : now.status === "ok" ? null : h("p", {class: "note bad"}, t(`camera.status.${now.status}`), now.message ? `: ${now.said ? say(now.said) : now.message}` : "");
  if (picture.parentElement !== container) fill(container, picture, signal, status);
  else {
    while (container.children.length > 1) container.lastChild.remove();
    container.append(...[signal, status].filter(Boolean));
  }
}
