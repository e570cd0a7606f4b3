// Opening a game, and the tokens as they lie on the table.
import {$, h} from "../dom.js";
import {send, toast} from "../api.js";
import {t} from "../words.js";
import {seatName} from "./tokens.js";

const SEATS = ["P1", "P2", "P3", "P4", "P5", "P6"];

export function newGame(view) {
  const most = view.table.rules.most_players;
  const seats = SEATS.slice(0, most);
  const named = view.table.players;
  const last = seats.findLast((seat) => named[seat]) ?? "P3";
  return h("form", {class: "stack", onsubmit: (event) => {
    event.preventDefault();
    const count = Number($("seats").value);
    const players = SEATS.slice(0, count).map((seat) => $(`player-${seat}`)?.value.trim() ?? "");
    send("POST", "/mouche/games", {ruleset: $("ruleset").value, players, dealer: $("dealer").value});
  }},
    h("div", {class: "row"},
      h("label", {}, t("match.ruleset"), h("select", {id: "ruleset"}, view.table.rulesets.map((name) => h("option", {value: name, selected: name === view.table.ruleset}, name)))),
      h("label", {}, t("mouche.count"), h("select", {id: "seats"}, SEATS.slice(2).map((seat, i) => h("option", {value: String(i + 3), selected: seat === last}, i + 3)))),
      h("label", {}, t("mouche.first_dealer"), h("select", {id: "dealer"}, SEATS.map((seat) => h("option", {value: seat, selected: seat === last}, seat))))),
    h("p", {class: "quiet small"}, t("mouche.players")),
    h("div", {class: "row"}, SEATS.map((seat) => h("label", {}, t("match.player", {seat}), h("input", {id: `player-${seat}`, maxlength: "40", autocomplete: "off", value: named[seat] ?? ""})))),
    h("button", {id: "do-open", class: "big main", type: "submit"}, t("mouche.open")));
}

/** Purses and pool put to what lies on the table, and the end of the game. */
export function stakesForm(view) {
  if (!view.game.open || (view.deal && view.deal.stage !== "over")) return null;
  const number = (id) => Number($(id).value);
  return h("details", {}, h("summary", {}, t("mouche.stakes")),
    h("form", {class: "stack", onsubmit: async (event) => {
      event.preventDefault();
      const purses = view.game.seats.map(({seat}) => number(`purse-${seat}`));
      const body = {purses, basket: number("basket"), waiting: view.game.pool.waiting, note: $("stakes-note").value};
      if (await send("POST", "/mouche/stakes", body)) toast(t("mouche.stakes"), true);
    }},
      h("p", {class: "quiet small"}, t("mouche.stakes_hint")),
      h("div", {class: "row"},
        view.game.seats.map(({seat, purse}) => h("label", {}, seatName(view, seat), h("input", {id: `purse-${seat}`, type: "number", required: true, value: String(purse)}))),
        h("label", {}, t("mouche.pool"), h("input", {id: "basket", type: "number", min: "0", required: true, value: String(view.game.pool.basket)})),
        h("label", {}, t("review.note"), h("input", {id: "stakes-note", maxlength: "500"}))),
      h("div", {class: "row"}, h("button", {id: "do-stakes", class: "main", type: "submit"}, t("action.save")),
        h("button", {id: "do-close", type: "button", class: "danger", onclick: () => send("POST", "/mouche/games/close", {})}, t("mouche.close")))));
}
