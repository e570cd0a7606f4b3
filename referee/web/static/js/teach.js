// Teaching a deck: the lesson is the server's, so that every page shows the same; it is asked for
// once a second, and what has not changed stays as it is, with its focus.
import {$, fill, h} from "./dom.js";
import {call, toast} from "./api.js";
import * as spanish from "./cards.js";
import * as french from "./mouche/cards.js";
import {say, t} from "./words.js";
import "./page.js";

const EVERY_MS = 1000;
const LIKELY = 3;
let now = null;
let decks = [];
let asked = 0;
let naming = null;
const drawn = new Map();

const cards = () => (now.faces === "french" ? french : spanish);
// cards are numbered from 1 in each lesson: by their numbers alone, those of the last would be shown
const picture = (number) => `/api/v1/teaching/cards/${number}/picture.jpg?lesson=${now.lesson.id}`;
const cut = (number, props = {}) => h("img", {class: "cut", src: picture(number), ...props});
const goesOn = () => now?.lesson?.stage === "showing" || now?.lesson?.stage === "fitting";

/** Draw a part again when what it shows has changed. */
function part(id, shown, children) {
  const text = JSON.stringify(shown);
  if (drawn.get(id) === text) return;
  drawn.set(id, text);
  fill($(id), children());
}

function show() {
  const {lesson} = now;
  $("begin").hidden = goesOn() || !now.cameras.length;
  $("none").hidden = Boolean(now.cameras.length);
  $("lesson").hidden = !goesOn();
  part("camera", now.cameras, () => now.cameras.map((name) => h("option", {value: name}, name)));
  part("pack", now.packs, () => now.packs.map((n) => h("option", {value: String(n)}, t(`teach.pack_${now.faces}`, {n}))));
  outcome(lesson);
  if (goesOn()) showLesson(lesson);
  else {
    $("view").removeAttribute("src"); // a stream that nobody sees, and that a new start has broken
    if ($("naming").open) $("naming").close();
  }
}

function outcome(lesson) {
  const said = lesson?.said ? say(lesson.said) : "";
  const text = !lesson ? "" : lesson.stage === "kept" ? keptText(lesson)
    : lesson.stage === "cancelled" ? [t("teach.cancelled", {name: lesson.name}), said].filter(Boolean).join(" ")
      : said ? t("teach.not_kept", {why: said}) : "";
  $("outcome").hidden = !text;
  $("outcome").className = lesson?.stage === "kept" ? "note good" : "note";
  if ($("outcome").textContent !== text) $("outcome").textContent = text;
}

function keptText({name}) {
  const stays = now.configured === "auto" || now.configured === name;
  return `${t("teach.kept", {name})} ${t(stays ? "teach.stays" : "teach.to_stay", {name})}`;
}

function showLesson(lesson) {
  const fitting = lesson.stage === "fitting";
  const seen = lesson.pack.length - lesson.missing.length;
  $("which").textContent = t("teach.lesson", {name: lesson.name, camera: lesson.camera});
  $("pause").hidden = fitting;
  $("lost").hidden = fitting || lesson.sight === "live";
  $("lost").textContent = lesson.sight === "over" ? t("teach.over") : t("teach.lost", {camera: lesson.camera});
  const count = fitting ? t("teach.fitting", {n: Math.floor(lesson.fitted * 100)}) : t("teach.count", {n: seen, of: lesson.pack.length});
  const back = t(lesson.back ? "teach.back_seen" : "teach.no_back");
  const text = fitting ? count : [count, back, lesson.full ? t("teach.full") : ""].filter(Boolean).join(" · ");
  if ($("count").textContent !== text) $("count").textContent = text;
  $("progress").value = fitting ? lesson.fitted : seen / lesson.pack.length;
  $("keep").disabled = fitting || !lesson.complete;
  const view = `/api/v1/cameras/${encodeURIComponent(lesson.camera)}/preview.mjpg`;
  if ($("view").getAttribute("src") !== view) {
    $("view").src = view;
    $("view").alt = t("camera.picture", {name: lesson.camera});
  }
  part("doubts", [lesson.id, lesson.doubts, fitting], () => (fitting ? [] : list("teach.doubts", lesson.doubts.map((one) =>
    asking(one.number, one.foreign ? foreign(one.number, one.foreign) : t("teach.doubt", {n: one.number}), one.candidates)))));
  part("too-many", [lesson.id, lesson.too_many, fitting], () => (fitting ? [] : list("teach.too_many", lesson.too_many.map((one) =>
    asking(one.number, tooMany(one), one.foreign ? [] : [one.card])))));
  sheet(lesson, fitting);
}

const foreign = (number, card) => t("teach.foreign", {n: number, card: cards().cardName(card)});

function tooMany(one) {
  if (one.foreign) return foreign(one.number, one.card);
  return t("teach.one_too_many", {n: one.number, card: cards().cardName(one.card), other: one.twins.join(", ") || "?"});
}

function list(title, children) {
  return children.length ? [h("h3", {}, t(title, {n: children.length})), children] : [];
}

/** A card with what it may be, each a tap. */
function asking(number, text, candidates) {
  return h("div", {class: "doubt", dataset: {number}}, h("p", {}, text), h("div", {class: "row nowrap"},
    cut(number, {alt: t("teach.picture", {n: number})}),
    candidates.slice(0, LIKELY).map((code) => pick(code, number, `is-${number}-${code}`))),
  h("div", {class: "row"},
    h("button", {id: `other-${number}`, onclick: () => open(number)}, t("teach.other")),
    h("button", {id: `out-${number}`, onclick: () => leaveOut(number)}, t("teach.leave_out"))));
}

function pick(code, number, id) {
  const name = cards().cardName(code);
  return h("button", {id, class: "pick", type: "button", title: name, "aria-label": name, onclick: () => tell("POST", `/cards/${number}`, {card: code})},
    cards().face(code, {alt: "", loading: "lazy"}), h("span", {class: "code"}, name));
}

/** The pack: what was seen as it was seen, what is missing as it should look. */
function sheet(lesson, fitting) {
  const seen = new Map(lesson.seen.map((one) => [one.card, one]));
  const doubtful = new Set(lesson.pack.filter((code) => !seen.has(code) && !lesson.missing.includes(code)));
  part("sheet", [lesson.id, lesson.pack, now.faces], () => lesson.pack.map((code) => h("div", {id: `cell-${code}`})));
  for (const code of lesson.pack) {
    const one = seen.get(code);
    const state = one ? (one.named ? "named" : "seen") : doubtful.has(code) ? "doubtful" : "missing";
    part(`cell-${code}`, [lesson.id, one?.number, state, fitting], () => cell(code, one?.number, state, fitting));
  }
}

const SIGN = {seen: "✓", named: "✓", doubtful: "?", missing: "–"};

function cell(code, number, state, fitting) {
  const name = cards().cardName(code);
  const told = `${name}: ${t(`teach.${state}`)}`;
  const inner = [number ? cut(number, {alt: "", loading: "lazy"}) : cards().face(code, {alt: "", loading: "lazy"}),
    h("span", {class: "small"}, `${SIGN[state]} ${name}`)];
  const props = {class: "cell", title: told, "aria-label": told, dataset: {state}};
  return number ? h("button", {...props, type: "button", id: `card-${number}`, disabled: fitting, onclick: () => open(number)}, inner) : h("div", {...props, role: "img"}, inner);
}

function open(number) {
  naming = number;
  $("naming-title").textContent = t("teach.which", {n: number});
  $("naming-picture").src = picture(number);
  $("naming-picture").alt = t("teach.picture", {n: number});
  fill($("naming-pack"), now.lesson.pack.map((code) => pick(code, number, `name-${code}`)));
  $("naming").showModal();
}

const leaveOut = (number) => tell("DELETE", `/cards/${number}`);

async function tell(method, path, body) {
  const mine = ++asked;
  try {
    const answer = await call(method, `/teaching${path}`, body);
    if ($("naming").open) $("naming").close();
    take(answer, mine);
    return true;
  } catch (error) {
    toast(error.message);
    return false;
  }
}

/** What was asked before the newest change is not shown after it. */
function take(answer, mine) {
  if (mine !== asked) return;
  const before = now?.lesson?.stage;
  now = answer;
  show();
  if (before !== now.lesson?.stage && now.lesson?.stage === "kept") listDecks();
}

async function ask() {
  const mine = asked;
  try {
    const answer = await call("GET", "/teaching");
    $("unreachable").hidden = true;
    take(answer, mine);
  } catch (error) {
    $("unreachable").hidden = false;
    $("unreachable").textContent = error.message;
  }
  setTimeout(ask, EVERY_MS);
}

async function listDecks() {
  decks = await call("GET", "/decks").catch((error) => { toast(error.message); return decks; });
  const state = (deck) => (deck.damaged ? "damaged" : deck.outdated ? "outdated" : deck.used ? "used" : "ready");
  fill($("decks"), decks.length ? h("table", {class: "folds"},
    h("thead", {}, h("tr", {}, ["name", "cards", "state"].map((name) => h("th", {}, t(`teach.${name}`))))),
    h("tbody", {}, decks.map((deck) => h("tr", {dataset: {state: state(deck)}}, h("td", {}, deck.name),
      h("td", {class: "numbers"}, deck.damaged ? "–" : t(`teach.pack_${deck.faces}`, {n: deck.cards})),
      h("td", {}, t(`teach.deck_${state(deck)}`, {file: deck.file}))))))
    : h("p", {class: "quiet"}, t("teach.no_decks")));
  hint();
}

function hint() {
  const there = decks.some((deck) => deck.name === $("name").value);
  $("name-hint").textContent = there ? t("teach.replaces", {name: $("name").value}) : t("teach.name_hint");
}

$("begin").addEventListener("submit", (event) => {
  event.preventDefault();
  tell("POST", "", {camera: $("camera").value, name: $("name").value, count: Number($("pack").value)});
});
$("name").addEventListener("input", hint);
$("keep").addEventListener("click", () => tell("POST", "/keep"));
$("cancel").addEventListener("click", () => tell("DELETE", ""));
$("leave-out").addEventListener("click", () => leaveOut(naming));
$("naming-close").addEventListener("click", () => $("naming").close());

await listDecks();
ask();
