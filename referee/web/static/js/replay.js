// The slider that goes back through the log: `draw` is given the table as it was after an event.
import {$, fill} from "./dom.js";
import {call} from "./api.js";
import {told} from "./events.js";
import {lang} from "./words.js";

/** Wire the slider of the page; returns what tells it the number of the last event. */
export function replay(draw) {
  const slider = $("replay-at");

  async function show() {
    const at = Number(slider.value);
    const then = await call("GET", `/table?after=${at}`);
    if (Number(slider.value) !== at) return;
    const {event} = then;
    fill($("replay-event"), `${at}. ${new Date(event.at).toLocaleTimeString(lang)} · ${event.by}: ${told(event)}`);
    draw(then.data);
  }

  function step(by) {
    slider.value = String(Number(slider.value) + by);
    show();
  }

  slider.addEventListener("input", show);
  $("replay-back").addEventListener("click", () => step(-1));
  $("replay-on").addEventListener("click", () => step(1));

  /** The slider reaches the last event; it stays where a person has put it. */
  return (last) => {
    $("replay-panel").hidden = !last;
    const atEnd = slider.value === slider.max;
    slider.max = String(last);
    if (atEnd) slider.value = slider.max;
    if (last) show();
  };
}
