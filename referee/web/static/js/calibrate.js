// Calibrating a camera: the mat found by itself, or four corners and face boxes drawn on the
// picture; the card areas that follow can be drawn otherwise, corner by corner.
import {$, fill, h} from "./dom.js";
import {call, toast} from "./api.js";
import {lang, t} from "./words.js";
import "./page.js";

const BETWEEN = [["D", "A"], ["A", "B"], ["B", "C"], ["C", "D"]];
const COLOURS = {A: "#ffc24a", B: "#74b9ff", C: "#ff9a6b", D: "#8fe3b0"};
const NEAR = 30;
const ZOOM = 4;
const canvas = $("picture");
const lens = $("lens");
const picture = new Image();
let cameras = [];
let tool = "corners";
let corners = [];
let faces = {};
let seats = {};
let moved_seats = new Set();
let held = null;
let at = null;
let tried = null;

const camera = () => cameras.find((one) => one.name === $("camera").value);
const shown = () => canvas.getBoundingClientRect().width / canvas.width || 1;

function draw() {
  const pen = canvas.getContext("2d");
  const unit = 1 / shown();
  pen.drawImage(picture, 0, 0);
  pen.lineWidth = 3 * unit;
  pen.font = `${16 * unit}px sans-serif`;
  pen.strokeStyle = "#fff";
  pen.beginPath();
  corners.forEach((spot, i) => (i ? pen.lineTo(spot.x, spot.y) : pen.moveTo(spot.x, spot.y)));
  if (corners.length === 4) pen.closePath();
  pen.stroke();
  corners.forEach((spot, i) => {
    cross(pen, spot, unit, i === held);
    label(pen, BETWEEN[i].join(" · "), spot.x + 10 * unit, spot.y - 10 * unit, "#fff", unit);
  });
  if (tool === "seats") {
    for (const [seat, area] of Object.entries(seats)) {
      pen.strokeStyle = COLOURS[seat];
      pen.beginPath();
      area.forEach((spot, i) => (i ? pen.lineTo(spot.x, spot.y) : pen.moveTo(spot.x, spot.y)));
      pen.closePath();
      pen.stroke();
      area.forEach((spot, i) => cross(pen, spot, unit, held?.seat === seat && held.i === i));
      const [x, y] = ["x", "y"].map((axis) => area.reduce((sum, spot) => sum + spot[axis], 0) / area.length);
      label(pen, seat, x, y, COLOURS[seat], unit);
    }
  }
  for (const [seat, box] of Object.entries(faces)) {
    pen.strokeStyle = COLOURS[seat];
    pen.strokeRect(box.left, box.top, box.width, box.height);
    label(pen, seat, box.left, box.top - 6 * unit, COLOURS[seat], unit);
  }
  magnify();
  const ready = camera()?.role === "faces" ? Object.keys(faces).length : corners.length === 4 || tried?.way === "mat";
  $("try").disabled = !ready;
  $("tool-seats").disabled = !Object.keys(seats).length;
  $("next").textContent = tool === "seats" ? t("calibrate.next_seat")
    : tool !== "corners" ? t("calibrate.next_face", {seat: tool})
    : corners.length < 4 ? t("calibrate.next_corner", {one: BETWEEN[corners.length][0], other: BETWEEN[corners.length][1]})
      : t("calibrate.adjust");
}

function cross(pen, {x, y}, unit, strong) {
  pen.save();
  pen.strokeStyle = strong ? "#ffc24a" : "#ff7b72";
  pen.lineWidth = 2 * unit;
  const arm = 12 * unit;
  pen.beginPath();
  pen.moveTo(x - arm, y); pen.lineTo(x + arm, y); pen.moveTo(x, y - arm); pen.lineTo(x, y + arm);
  pen.stroke();
  pen.restore();
}

function label(pen, text, x, y, colour, unit) {
  pen.save();
  pen.lineWidth = 4 * unit;
  pen.strokeStyle = "#000";
  pen.strokeText(text, x, y);
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
  pen.restore();
}

/** What lies under the pointer, four times as large, in the corner that is away from it. */
function magnify() {
  lens.hidden = !at || !picture.complete;
  if (lens.hidden) return;
  const pen = lens.getContext("2d");
  const part = lens.width / ZOOM * Math.max(1, 1 / shown() / 2);
  pen.fillStyle = "#000";
  pen.fillRect(0, 0, lens.width, lens.height);
  pen.drawImage(picture, at.x - part / 2, at.y - part / 2, part, part, 0, 0, lens.width, lens.height);
  pen.strokeStyle = "#ff7b72";
  pen.beginPath();
  pen.moveTo(lens.width / 2, 0); pen.lineTo(lens.width / 2, lens.height);
  pen.moveTo(0, lens.height / 2); pen.lineTo(lens.width, lens.height / 2);
  pen.stroke();
  lens.classList.toggle("right", at.x < canvas.width / 2);
}

function spotOf(event) {
  const box = canvas.getBoundingClientRect();
  const clip = (value, most) => Math.min(most, Math.max(0, value));
  return {x: clip((event.clientX - box.left) / shown(), canvas.width), y: clip((event.clientY - box.top) / shown(), canvas.height)};
}

function press(event) {
  event.preventDefault();
  canvas.focus();
  canvas.setPointerCapture(event.pointerId);
  at = spotOf(event);
  if (tool === "corners") {
    const gap = (spot) => Math.hypot(spot.x - at.x, spot.y - at.y) * shown();
    const nearest = corners.map(gap);
    held = nearest.length ? nearest.indexOf(Math.min(...nearest)) : null;
    if (held === null || (nearest[held] > NEAR && corners.length < 4)) held = corners.push(at) - 1;
    else if (nearest[held] > NEAR) held = null;
  } else if (tool === "seats") held = nearestOfSeats();
  else held = {from: at};
  moved(event);
}

/** The corner of a card area under the pointer; where two areas meet, of the one pointed into. */
function nearestOfSeats() {
  const pen = canvas.getContext("2d");
  const outside = (area) => {
    const path = new Path2D();
    area.forEach((spot) => path.lineTo(spot.x, spot.y));
    return pen.isPointInPath(path, at.x, at.y) ? 0 : 1;
  };
  const all = Object.entries(seats).flatMap(([seat, area]) => area.map((spot, i) => ({seat, i, gap: Math.hypot(spot.x - at.x, spot.y - at.y) * shown() + outside(area)})));
  const nearest = all.sort((one, other) => one.gap - other.gap)[0];
  return nearest && nearest.gap <= NEAR ? nearest : null;
}

function putSeat(spot) {
  seats[held.seat][held.i] = spot;
  moved_seats.add(held.seat);
}

function moved(event) {
  at = spotOf(event);
  if (event.buttons && held !== null) {
    if (typeof held === "number") corners[held] = at;
    else if (held.seat) putSeat(at);
    else faces[tool] = boxOf(held.from, at);
  }
  draw();
}

function released() {
  if (held?.from) {
    held = null;
    if (faces[tool]?.width < 8 || faces[tool]?.height < 8) delete faces[tool];
  }
  draw();
}

function boxOf(from, to) {
  const [left, top] = [Math.min(from.x, to.x), Math.min(from.y, to.y)].map(Math.round);
  return {left, top, width: Math.round(Math.abs(to.x - from.x)), height: Math.round(Math.abs(to.y - from.y))};
}

/** The arrows move the corner touched last by a pixel, with Shift by ten. */
function nudge(event) {
  const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
  if (!step || held === null || held.from) return;
  event.preventDefault();
  const by = event.shiftKey ? 10 : 1;
  const old = held.seat ? seats[held.seat][held.i] : corners[held];
  at = {x: old.x + by * step[0], y: old.y + by * step[1]};
  if (held.seat) putSeat(at);
  else corners[held] = at;
  draw();
}

function choose(next) {
  tool = next;
  held = null;
  for (const name of ["corners", ..."ABCD", "seats"]) $(`tool-${name}`).setAttribute("aria-pressed", String(name === tool));
  draw();
}

function wish(way) {
  const mm = (id) => Number($(id).value) || null;
  const body = {way, faces, below: $("below").value || null, width_mm: mm("width"), depth_mm: mm("depth")};
  body.seats = Object.fromEntries([...moved_seats].map((seat) => [seat, seats[seat]]));
  // nobody has measured the table: the usual size decides only how far out the seats reach
  if (way === "corners") Object.assign(body, {corners, width_mm: mm("width") ?? 800, depth_mm: mm("depth") ?? 800});
  return body;
}

async function prove(body, path = "/proof") {
  try {
    const proof = await call("POST", `/calibrations/${encodeURIComponent(camera().name)}${path}`, body);
    tried = body;
    seats = proof.seats;
    draw();
    $("result").hidden = false;
    $("kept").hidden = !proof.stored;
    $("kept").textContent = proof.stored ? t("calibrate.kept", {file: proof.stored}) : "";
    $("proof").src = proof.picture;
    $("figures").textContent = figures(proof);
    $("result").scrollIntoView({block: "start"});
    return true;
  } catch (error) {
    toast(error.message);
    return false;
  }
}

function figures({error_px, error_mm, points, px_per_mm, width, height}) {
  const size = t("calibrate.size", {width, height});
  if (px_per_mm === null) return size;
  const scale = t("calibrate.scale", {n: px_per_mm.toFixed(2)});
  const fit = error_px === null ? t("calibrate.exact") : t("calibrate.error", {px: error_px.toFixed(2), mm: error_mm.toFixed(2), points});
  return `${fit} · ${scale} · ${size}`;
}

async function find() {
  forget();
  if (await prove(wish("mat"))) return;
  choose("corners");
}

/** Areas drawn on another table count for nothing. */
function forget() {
  seats = {};
  moved_seats = new Set();
  tried = null;
  if (tool === "seats") choose("corners");
}

function clear() {
  held = null;
  if (tool === "seats") {
    moved_seats = new Set();
    prove(wish(way()));
  } else if (tool === "corners") {
    corners = [];
    forget();
  } else delete faces[tool];
  draw();
}

/** By the mat where it was found and its areas are being drawn otherwise. */
function way() {
  if (corners.length === 4) return "corners";
  return tried?.way === "mat" ? "mat" : "faces";
}

function fresh() {
  $("result").hidden = true;
  picture.src = `/api/v1/calibrations/${encodeURIComponent(camera().name)}/picture.jpg?${Date.now()}`;
}

picture.onload = () => {
  $("stage").hidden = false;
  canvas.width = picture.naturalWidth;
  canvas.height = picture.naturalHeight;
  draw();
};
picture.onerror = () => {
  $("stage").hidden = true;
  $("next").textContent = t("camera.status.lost");
  setTimeout(fresh, 2000);
};
canvas.addEventListener("pointerdown", press);
canvas.addEventListener("pointermove", moved);
canvas.addEventListener("pointerup", released);
canvas.addEventListener("pointerleave", () => { at = null; magnify(); });
canvas.addEventListener("keydown", nudge);
for (const name of ["corners", ..."ABCD", "seats"]) $(`tool-${name}`).addEventListener("click", () => choose(name));
$("clear").addEventListener("click", clear);
$("fresh").addEventListener("click", fresh);
$("find").addEventListener("click", find);
$("try").addEventListener("click", () => prove(wish(way())));
$("keep").addEventListener("click", () => tried && prove(tried, ""));
$("camera").addEventListener("change", () => { corners = []; faces = {}; forget(); choose(camera().role === "faces" ? "A" : "corners"); fresh(); });

cameras = await call("GET", "/calibrations").catch((error) => { toast(error.message); return []; });
$("work").hidden = !cameras.length;
$("none").hidden = Boolean(cameras.length);
fill($("camera"), cameras.map((one) => h("option", {value: one.name},
  one.made ? t("calibrate.made", {name: one.name, when: new Date(one.made).toLocaleString(lang)}) : t("calibrate.not_made", {name: one.name}))));
if (cameras.length) $("camera").dispatchEvent(new Event("change"));
