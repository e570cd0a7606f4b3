// What every page has: the role of the visitor, the count of open questions, signing out.
import {$, fill, h} from "./dom.js";
import {send} from "./api.js";

const RANK = {viewer: 1, scorekeeper: 2, referee: 3, admin: 4};
const role = document.body.dataset.role;

export function may(least) {
  return (RANK[role] ?? 0) >= RANK[least];
}

export function nav(view) {
  const open = view.open_flags ?? 0;
  const doubts = (view.reveal?.cards ?? []).filter((card) => card.doubtful).length;
  const count = open + doubts;
  fill($("nav-count"), count ? h("span", {class: "count"}, count) : null);
}

$("sign-out")?.addEventListener("click", async () => {
  if (await send("DELETE", "/session")) location.href = "/login";
});
$("language")?.addEventListener("change", async (event) => {
  document.cookie = `referee_lang=${event.target.value}; path=/; max-age=31536000; samesite=lax`;
  const url = new URL(location.href);
  url.searchParams.delete("lang");
  location.href = url;
});
