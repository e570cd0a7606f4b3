"""What the overlay shows: a part of the dashboard's view, and nothing that is not in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.cards import Card
from referee.mus.exchange import HAND_SIZE
from referee.mus.hands import Hand, Kings
from referee.mus.showdown import Holding
from referee.seats import Seat
from referee.web.settled_view import hand_plain

Plain = dict[str, Any]

_TABLE = ("ruleset", "target", "games_to_win", "vacas_to_win", "players")
_DEAL = ("number", "stage", "mano", "offer", "owner", "ordago")


def overlay_view(view: Mapping[str, Any]) -> Plain:
    """Score, stage, the hands of the last deal while no new one runs, its settlement."""
    deal, last = view["deal"], view["last"]
    shown = bool(last and deal and deal["stage"] == "over")
    return {
        "table": {name: view["table"][name] for name in _TABLE},
        "match": view["match"],
        "deal": {name: deal[name] for name in _DEAL} if deal else None,
        "hands": last["hands"] if shown else None,
        "last": last,
        "hands_live": False,
    }


def with_unrevealed(view: Plain, hands: Mapping[Seat, tuple[Card, ...]], kings: Kings) -> Plain:
    """The same with hands that were not open yet at that time, and a mark that says so."""
    if view["hands"] or not hands or not view["deal"]:
        return view
    unrevealed = {seat.value: _unrevealed(seat, cards, kings) for seat, cards in hands.items()}
    return {**view, "hands": unrevealed, "hands_live": True}


def _unrevealed(seat: Seat, cards: tuple[Card, ...], kings: Kings) -> Plain:
    """A hand of four with its name and worth; of fewer cards, those that were seen."""
    if len(set(cards)) != HAND_SIZE or len(cards) != HAND_SIZE:
        return {"cards": [card.code for card in cards], "named": None, "worth": []}
    hand = Hand(cards)
    holding = Holding(seat, hand, hand.value(kings))
    shown = hand_plain(holding, kings)
    worth = [
        {"lance": lance, "phrase": shown[part], "best": False}
        for lance, part in (("pares", "pares"), ("juego", "points"))
    ]
    return {**shown, "worth": worth}
