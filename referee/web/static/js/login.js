import {$} from "./dom.js";
import {send} from "./api.js";
import "./page.js";

$("login").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!(await send("POST", "/session", {name: $("name").value, password: $("password").value}))) return;
  const next = new URLSearchParams(location.search).get("next") ?? "/";
  // only a path of this server: anything else would send a signed-in person elsewhere
  location.href = /^\/(?![\/\\])/.test(next) ? next : "/";
});
