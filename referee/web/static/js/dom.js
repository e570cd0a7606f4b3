// Elements without a framework: h("button", {class: "main", onclick: f}, "text", child, ...).

export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "style") for (const [key, css] of Object.entries(value)) element.style.setProperty(key, css);
    else if (name in element && name !== "list" && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  add(element, children);
  return element;
}

function add(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** Replace what a container holds, keeping the focus on the element with the same id. */
export function fill(container, ...children) {
  if (!container) return;
  const focused = container.contains(document.activeElement) ? document.activeElement.id : "";
  container.replaceChildren();
  add(container, children);
  if (focused) document.getElementById(focused)?.focus({preventScroll: true});
}

export const $ = (id) => document.getElementById(id);
