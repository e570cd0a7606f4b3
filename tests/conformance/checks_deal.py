"""Checks of what comes before the betting: mus talk, discards and declarations."""

from referee.errors import NotAllowedError, RefereeError
from referee.mus.exchange import HAND_SIZE, Discard, Exchange, Piles
from referee.mus.ruleset import MusTalk
from referee.mus.talk import MusCall, MusWord, Talk
from referee.seats import Seat
from tests.conformance.cases import Case, Json


def mus_talk(case: Case) -> Json:
    """How one round of talk ends."""
    talk = Talk(MusTalk(case.input["order"]), case.mano)
    try:
        for seat, word in case.input["words"]:
            talk = talk.say(MusCall(Seat(seat), MusWord(word)))
    except NotAllowedError:
        return {"result": "illegal"}
    found: Json = {"first_to_speak": case.mano, "out_of_turn": [c.seat for c in talk.out_of_turn]}
    if talk.cut_by:
        return {**found, "result": "cut", "cut_by": talk.cut_by, "next": "grande"}
    if not talk.all_mus:
        return {**found, "result": "open"}
    first = Exchange(case.ruleset, case.mano, _face_down(0, 0)).next_to_lay
    return {**found, "result": "discard", "first_to_discard": first}


def discard(case: Case) -> Json:
    """One exchange of cards that nobody sees, with a new stock where the old one runs out."""
    piles = _face_down(case.input["stock"], case.input["earlier_discards"])
    exchange = Exchange(case.ruleset, case.mano, piles)
    counts = case.input["counts"]
    while seat := exchange.next_to_lay:
        try:
            exchange = exchange.lay(Discard(seat, counts[seat]))
        except RefereeError:
            return {"legal": False, "why": _why_refused(counts[seat])}
    found: Json = {
        "legal": True,
        "reshuffle": bool(exchange.needy),
        "pending": exchange.needy,
        "new_stock": len(exchange.to_shuffle),
        "set_aside": len(exchange.set_aside),
    }
    if exchange.needy:
        exchange = exchange.shuffle()
    return {**found, "stock_after": len(exchange.piles.stock)}


def _why_refused(count: int) -> str:
    return "at most four" if count > HAND_SIZE else "at least one"


def _face_down(stock: int, discards: int) -> Piles:
    hand = (None,) * HAND_SIZE
    return Piles((hand, hand, hand, hand), (None,) * stock, (None,) * discards)
