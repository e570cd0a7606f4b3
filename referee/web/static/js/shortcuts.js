// Keys press the buttons that are shown, so a key can never do more than a finger.

const ALWAYS = {"+": "#more", "-": "#less", u: "#undo", "?": "#help", a: "#who-A", b: "#who-B", c: "#who-C", d: "#who-D"};

export function shortcuts() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /INPUT|SELECT|TEXTAREA/.test(event.target.tagName)) return;
    if (document.querySelector("dialog[open]")) return;
    const key = event.key.toLowerCase();
    const focused = key === "enter" && event.target.closest("button, a, summary");
    if (event.repeat && focused) event.preventDefault();
    // a key that is held would go on for everybody at the table; Enter is for what has the focus
    if (event.repeat || focused) return;
    const target = ALWAYS[key];
    const button = document.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? (target && document.querySelector(target));
    if (button && !button.disabled) {
      event.preventDefault();
      button.click();
    }
  });
}
