// Flags: questions for the referee, with what was seen and the rule it may touch.
import {h} from "./dom.js";
import {call, send, toast} from "./api.js";
import {seatName} from "./score.js";
import {lang, say, t} from "./words.js";

const VERDICTS = ["allowed", "not_allowed", "cannot_tell"];
const SIGN = {allowed: "✓", not_allowed: "✕", cannot_tell: "?"};
const notes = {};
const curves = new Map();

export function flagList(view, flags, may) {
  if (!flags.length) return h("p", {class: "quiet"}, t("review.none"));
  return h("div", {class: "stack"}, flags.map((flag) => flagCard(view, flag, may)));
}

function flagCard(view, flag, may) {
  const rule = async (verdict) => {
    const body = {verdict, note: notes[flag.seq] ?? ""};
    if (await send("POST", `/flags/${flag.seq}/rulings`, body)) {
      delete notes[flag.seq];
      toast(t("review.ruled"), true);
    }
  };
  return h("article", {class: "flag", id: `flag-${flag.seq}`, "aria-label": t("review.flag", {seat: flag.seat})},
    h("div", {class: "row spread"},
      h("h3", {}, h("span", {class: "pair", dataset: {pair: "AC".includes(flag.seat) ? "AC" : "BD"}}, seatName(view, flag.seat))),
      h("span", {class: "quiet small numbers"}, time(flag.at), flag.deal ? ` · ${t("review.deal", {n: flag.deal})}` : "", ` · ${t("review.sure", {n: Math.round(100 * flag.confidence)})}`)),
    h("p", {class: "gesture"}, say(flag.question)),
    flag.rule ? h("p", {class: "rule small"}, h("b", {}, t("review.rule")), " ", say(flag.rule)) : null,
    flag.held ? h("p", {class: "small"}, t("flag.held", {cards: flag.held})) : null,
    h("div", {class: "proof"},
      flag.clip ? clip(flag.clip) : noClip(),
      flag.curve ? curve(flag) : null),
    flag.verdict ? h("p", {class: "note good"}, `${SIGN[flag.verdict]} `, t(`verdict.${flag.verdict}`), flag.note ? `: ${flag.note}` : "") : null,
    may("referee") ? h("div", {class: "stack"},
      h("label", {class: "small"}, t("review.note"), h("input", {id: `note-${flag.seq}`, maxlength: "500", value: notes[flag.seq] ?? "", oninput: (event) => { notes[flag.seq] = event.target.value; }})),
      h("div", {class: "row verdicts"}, VERDICTS.map((verdict) => h("button", {
        id: `rule-${flag.seq}-${verdict}`, "aria-pressed": String(flag.verdict === verdict), onclick: () => rule(verdict),
      }, `${SIGN[verdict]} `, t(`verdict.${verdict}`))))) : null);
}

function time(at) {
  return new Date(at).toLocaleTimeString(lang);
}

/** A clip that was deleted meanwhile is said to be gone. */
function clip(src) {
  return h("video", {src, controls: true, loop: true, muted: true, playsinline: true, preload: "metadata", "aria-label": t("review.clip"), onerror: (event) => event.target.replaceWith(noClip())});
}

function noClip() {
  return h("p", {class: "quiet small"}, t("review.no_clip"));
}

/** The curve of a clip, asked for once, when its flag is looked at. */
function curve({curve: url, question}) {
  const path = url.replace("/api/v1", "");
  if (!curves.has(url)) curves.set(url, call("GET", path).catch(() => null));
  const place = h("div", {});
  curves.get(url).then((data) => data && place.replaceWith(drawn(data, say(question))));
  return place;
}

/** How strong the gesture was over the clip; the upright line is where the flag was raised. */
function drawn({times, values, flagged}, name) {
  const W = 320, H = 96;
  const end = Math.max(times.at(-1), flagged) || 1;
  const x = (s) => ((W * s) / end).toFixed(1);
  const y = (v) => (4 + (H - 8) * (1 - Math.min(1, Math.max(0, v)))).toFixed(1);
  const points = times.map((s, i) => `${x(s)},${y(values[i])}`).join(" ");
  const box = h("figure", {class: "curve"});
  box.innerHTML = `<svg viewBox="0 0 ${W} ${H}" role="img"><line x1="${x(flagged)}" x2="${x(flagged)}" y1="0" y2="${H}" stroke="currentColor" stroke-dasharray="5 4" opacity=".7"/><polyline fill="none" stroke="currentColor" stroke-width="2" points="${points}"/></svg>`;
  box.append(h("figcaption", {class: "small quiet"}, t("review.curve", {name, seconds: end.toFixed(1)})));
  return box;
}
