"""Checks of what comes before the betting: mus talk, discards and declarations."""

from dataclasses import replace

from referee.errors import NotAllowedError, RefereeError
from referee.mus.betting import Call, LegalCall, Word
from referee.mus.deal import Deal, Stage
from referee.mus.events import Dealt, Declared, Revealed, Shuffled
from referee.mus.exchange import HAND_SIZE, Discard, Exchange, Piles
from referee.mus.hands import Lance
from referee.mus.keinuak import Window, moment_of
from referee.mus.ruleset import FirstHand, MusTalk
from referee.mus.talk import MusCall, MusWord, Talk
from referee.seats import Seat
from tests.conformance.cases import Case, Json


def mus_talk(case: Case) -> Json:
    """How one round of talk ends."""
    talk = Talk(MusTalk(case.input["order"].lower()), case.mano)
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
            exchange = exchange.lay(Discard(seat, counts.get(seat, 0)))
        except RefereeError:
            return {"legal": False, "why": _why_refused(counts.get(seat, 0))}
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


def declaration(case: Case) -> Json:
    """Who told an untruth about pares or juego, found when the cards are shown.

    The deal is played with every word a pass, and the truth said about the other lance.
    """
    hands, spoken_of = case.four_hands, Lance(case.input["phase"])
    deal = Deal(case.ruleset, case.mano).apply(Dealt())
    while deal.stage not in (Stage.OVER, Stage.RULING):
        step = deal.legal()[0]
        if isinstance(step, LegalCall):
            deal = deal.apply(Call(step.seat, Word.PASS))
        elif deal.stage is Stage.REVEAL:
            deal = deal.apply(Revealed(hands))
        elif step.seat and deal.stage is Stage.MUS_TALK:
            deal = deal.apply(MusCall(step.seat, MusWord.NO_MUS))
        elif step.seat:
            lance = Lance.PARES if deal.stage is Stage.PARES_DECL else Lance.JUEGO
            worth = hands[step.seat].value(case.ruleset.kings)
            holds = worth.has_pares if lance is Lance.PARES else worth.has_juego
            if lance is spoken_of:
                holds = case.input["said"][step.seat]
            deal = deal.apply(Declared(lance, step.seat, holds))
    return {"false_declarations": sorted(d.seat for d in deal.false_declarations)}


def mus_corrido(case: Case) -> Json:
    """Where mano ends up after rounds of four mus and a cut, one card exchanged each time."""
    ruleset = replace(case.ruleset, first_hand=FirstHand.CORRIDO)
    deal = Deal(ruleset, Seat(case.input["first_mano"]), corrido=True).apply(Dealt())
    for _ in range(case.input["rounds_of_four_mus"]):
        deal = _exchange_one_each(_talk_until(deal, None))
    deal = _talk_until(deal, Seat(case.input["then_cut_by"]))
    moment = moment_of(deal)
    return {
        "mano": deal.mano,
        "dealer": deal.dealer,
        "signals_open_after_cut": bool(moment and Window.ANY.is_open(moment)),
    }


def _talk_until(deal: Deal, cutter: Seat | None) -> Deal:
    """All say mus in turn, until the cutter if there is one."""
    while deal.talk:
        seat = deal.talk.in_turn()[0]
        word = MusWord.NO_MUS if seat is cutter else MusWord.MUS
        deal = deal.apply(MusCall(seat, word))
    return deal


def _exchange_one_each(deal: Deal) -> Deal:
    while deal.exchange:
        seat = deal.exchange.next_to_lay
        deal = deal.apply(Discard(seat, 1) if seat else Shuffled())
    return deal


def _why_refused(count: int) -> str:
    return "at most four" if count > HAND_SIZE else "at least one"


def _face_down(stock: int, discards: int) -> Piles:
    hand = (None,) * HAND_SIZE
    return Piles((hand, hand, hand, hand), (None,) * stock, (None,) * discards)
