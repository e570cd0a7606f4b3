// Requests to /api/v1: the token against forged requests goes along, problems become messages.
import {$, h} from "./dom.js";
import {say, t} from "./words.js";

const csrf = document.querySelector('meta[name="csrf"]')?.content ?? "";

export class Problem extends Error {}

export async function call(method, path, body) {
  let response;
  try {
    response = await fetch(`/api/v1${path}`, {
      method,
      credentials: "same-origin",
      headers: {"X-CSRF-Token": csrf, ...(body === undefined ? {} : {"Content-Type": "application/json"})},
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Problem(t("error.unreachable"));
  }
  if (response.status === 401 && path !== "/session") signIn();
  const text = await response.text();
  const data = text ? JSON.parse(text) : null;
  if (!response.ok) throw new Problem(data?.said ? say(data.said) : data?.detail ?? `${response.status}`);
  return data;
}

function signIn() {
  location.href = `/login?next=${encodeURIComponent(location.pathname)}`;
}

/** A person whose session has ended signs in again; while the server does not answer nobody knows. */
export async function checkSession() {
  const who = await call("GET", "/session").catch(() => null);
  if (who && !who.role) signIn();
}

/** Send, unless the page has lost its line and may be out of date, and show a refusal to the person who asked for it. Returns null when refused. */
export async function send(method, path, body) {
  if (document.body.dataset.line === "lost" && path !== "/session") {
    toast(t("error.unreachable"));
    return null;
  }
  try {
    return (await call(method, path, body)) ?? true;
  } catch (error) {
    toast(error.message);
    return null;
  }
}

export function toast(text, good = false) {
  const box = $("toasts");
  const element = h("div", {class: good ? "toast good" : "toast", role: "alert"}, text);
  box.append(element);
  while (box.children.length > 3) box.firstChild.remove();
  setTimeout(() => element.remove(), good ? 4000 : 9000);
}
