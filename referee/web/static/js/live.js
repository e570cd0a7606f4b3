// The view of the table as it changes: a snapshot, then changed sections, over a WebSocket that
// connects again for ever. What was missed in between is asked for by number.
import {checkSession} from "./api.js";
import {$} from "./dom.js";
import {t} from "./words.js";

const EVENTS = "/api/v1/events";

export function follow(onChange, path = EVENTS) {
  const view = {};
  let seq = null;
  let wait = 250;
  let silence;

  function connect() {
    const url = new URL(path, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    if (seq !== null) url.searchParams.set("since", seq);
    const socket = new WebSocket(url);
    const alive = () => {
      clearTimeout(silence);
      // the server says something at least every 10 s
      silence = setTimeout(() => socket.close(), 25000);
    };
    alive();
    socket.onmessage = ({data}) => {
      alive();
      wait = 250;
      const message = JSON.parse(data);
      show("open");
      if (message.type === "ping") return;
      seq = message.seq;
      if (message.type === "snapshot") for (const name of Object.keys(view)) delete view[name];
      Object.assign(view, message.data);
      onChange(view, new Set(Object.keys(message.data)), message.type, message.seq);
    };
    socket.onclose = () => {
      clearTimeout(silence);
      show("lost");
      // a line that is refused does not say why; an overlay has no one to sign in and only tries again
      if (path === EVENTS) checkSession();
      setTimeout(connect, wait + Math.random() * 250);
      wait = Math.min(wait * 2, 5000);
    };
  }
  show("lost");
  connect();
  return view;
}

function show(state) {
  document.body.dataset.line = state;
  barred();
  const badge = $("line-state");
  if (!badge || badge.dataset.state === state) return;
  badge.dataset.state = state;
  badge.textContent = t(`line.${state}`);
}

/** What was pressed would be about a table as it was: without its line a page offers nothing. */
function barred() {
  const lost = document.body.dataset.line === "lost";
  for (const button of document.querySelectorAll("main button")) {
    if (lost && !button.disabled) Object.assign(button, {disabled: true}).dataset.barred = "";
    else if (!lost && "barred" in button.dataset) {
      button.disabled = false;
      delete button.dataset.barred;
    }
  }
}
new MutationObserver(barred).observe(document.querySelector("main") ?? document.body, {childList: true, subtree: true});
