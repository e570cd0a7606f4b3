// What pages say, in the language the page was served in. A phrase is text with {names}; its
// values may be phrases again, {key, args}, so that a sentence is built in any language.

const WORDS = JSON.parse(document.getElementById("words").textContent);

export function t(key, args = {}) {
  const text = WORDS[key];
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in args ? say(args[name]) : whole));
}

export function has(key) {
  return key in WORDS;
}

/** The text of a phrase from the server, or of any plain value. */
export function say(value) {
  if (Array.isArray(value)) return value.map(say).join(t("list.and"));
  if (value && typeof value === "object") return t(value.key, value.args);
  return String(value);
}

export const lang = document.documentElement.lang;
