"""Checks of Mouche: each computes the fields of one kind of case from its input.

Seats are P1, P2, ... from the dealer's right, so the last seat deals.
"""

from collections.abc import Mapping
from dataclasses import fields, replace

from referee.cards import Card, Notation, Suit, parse_cards
from referee.errors import NotAllowedError
from referee.mouche.deal import Deal, Stage
from referee.mouche.events import (
    Answer,
    Anted,
    Choice,
    Dealt,
    Decision,
    MoucheDeclared,
    Questioned,
    TurnedUp,
)
from referee.mouche.flags import mouche_flags
from referee.mouche.game import Game
from referee.mouche.hands import Contest, Mouche, is_mouche
from referee.mouche.ledger import EntryKind
from referee.mouche.ruleset import DealPattern, Fines, Ruleset
from referee.mouche.seats import LEAST_PLAYERS, Seat, Table
from referee.mouche.settlement import Result, settle
from referee.mouche.steps import LegalStep, Step
from referee.mouche.tokens import Pool, Stakes, Tokens
from referee.mouche.tricks import Play, Trick
from tests.conformance.cases import Json

Input = Mapping[str, Json]

_RULES = tuple(field.name for field in fields(Ruleset))


def tokens(given: Input) -> Json:
    """What a heap of tokens is worth."""
    return {"worth_in_jetons": Tokens(**given).worth}


def deck(given: Input) -> Json:
    """How many cards are in play, and how many are left once each has five and one is turned up."""
    ruleset, table = _ruleset(given), Table(given["players"])
    deal = _turned_up(Game.start(ruleset, table, table.seats[-1]).deal())
    stock = len(deal.piles.stock) if deal.piles else 0
    return {"cards": len(ruleset.pack_of(table)), "stock_after_deal_and_turn_up": stock}


def deal_pattern(given: Input) -> Json:
    """Whether five cards may be dealt in these packets."""
    try:
        DealPattern.of(given["pattern"])
    except NotAllowedError:
        return {"legal": False}
    return {"legal": True}


def trick(given: Input) -> Json:
    """Who wins a trick."""
    winning = _trick(given).winning
    return {"winner": winning.seat if winning else None}


def legal_play(given: Input) -> Json:
    """The cards of a hand that may be laid, by their codes."""
    hand = parse_cards(given["hand"], Notation.FRENCH)
    legal = _trick(given).legal(hand, _ruleset(given).must_beat)
    return {"legal": sorted(card.french for card in legal)}


def exchange(given: Input) -> Json:
    """What each player is given who wants so many cards; stick is 0."""
    table = Table(given["players"])
    deal = _turned_up(Game.start(_ruleset(given), table, table.seats[-1]).deal())
    if deal.piles:
        # a stock of another size than the deal leaves is given as it is
        deal = replace(deal, piles=replace(deal.piles, stock=(None,) * given["stock"]))
    dealt: dict[str, int] = {}
    for seat in deal.order:
        wanted = given["wants"].get(seat)
        count = min(wanted or 0, _most_to_exchange(deal.legal()))
        if wanted is not None:
            dealt[seat] = count
        choice = Choice.EXCHANGE if count else Choice.STICK
        deal = deal.apply(Decision(seat, choice, count))
    return {"given": dealt}


def flush(given: Input) -> Json:
    """Who has the mouche, and whether it is declared in time and with the cards dealt."""
    hands = {
        Seat(seat): parse_cards(text, Notation.FRENCH) for seat, text in given["hands"].items()
    }
    order = tuple(Seat(seat) for seat in given.get("order", sorted(hands)))
    trump = _suit(given["trump"]) if "trump" in given else None
    exchanged = given.get("exchanged", ())
    exchanged = set(hands) if exchanged is True else set(exchanged or ())
    held = [
        Mouche(seat, cards)
        for seat, cards in hands.items()
        if is_mouche(cards) and seat not in exchanged
    ]
    best = Contest.of(held, order, trump, _ruleset(given).ace_points) if held else None
    return {
        "winner": best.best.seat if best else None,
        "points": best.points if best else None,
        "valid": bool(best) and _may_declare(given.get("declared_at", "at_decision")),
    }


def question(given: Input) -> Json:
    """What an answer to "do you save the mouche?" means, and whether it is allowed."""
    said = {"silent": Answer.SILENCE, "evasive": Answer.EVASION, "evades": Answer.EVASION}
    answer = said.get(given["answer"]) or Answer(given["answer"])
    meaning = {True: "yes", False: "no", None: "unknown"}[answer.means]
    hand = parse_cards(given.get("hand", ""), Notation.FRENCH)
    asked = Questioned(Seat.P2, Seat.P1, answer)
    lies = list(mouche_flags({Seat.P1: hand}, [asked], ()))
    return {"means": meaning, "legal": not lies, "allowed": not lies, "lie": bool(lies)}


def settlement(given: Input) -> Json:
    """Who is paid and fined, and what the next deal is played for."""
    ruleset = _ruleset(given)
    played = tuple(Seat(seat) for seat in given["played"])
    winners = tuple(Seat(s) for s, won in given.get("tricks", {}).items() for _ in range(won))
    mouche = given.get("mouche")
    seats = [seat.place + 1 for seat in played]
    table = Table(given.get("players", max([*seats, LEAST_PLAYERS])))
    contest = Contest(_any_mouche(Seat(mouche))) if mouche else None
    alone = len(played) == 1 or contest is not None
    result = Result(table.seats[-1], played, () if alone else winners, contest)
    pool = Pool(given["pool"], tuple(given.get("queue", ())))
    settled = settle(ruleset, Stakes((0,) * table.players, pool), result)
    pay: dict[str, int] = dict.fromkeys(played, 0)
    fines: dict[str, int] = {}
    for entry in settled.ledger:
        if entry.kind is EntryKind.FINE:
            fines[entry.seat] = -entry.jetons
        else:
            pay[entry.seat] = pay.get(entry.seat, 0) + entry.jetons
    after = settled.after.pool
    return {
        "pay": pay,
        "fines": fines,
        "left": settled.left,
        "next_pool": after.basket,
        "queue": list(after.waiting),
        "next_deal_pool_with_ante": after.basket + ruleset.ante_of(table),
    }


def _ruleset(given: Input) -> Ruleset:
    """The preset that a case names, with what its input says about the rules on top."""
    preset = Ruleset.preset(given.get("variant", "article"))
    own = {name: given[name] for name in _RULES if name in given}
    if "cap" in given:
        own["fine_cap"] = given["cap"] or 0
    if given.get("sequential"):
        own["fines"] = Fines.ONE_A_DEAL.value
    return Ruleset.from_mapping({**preset.to_mapping(), **own})


def _turned_up(deal: Deal) -> Deal:
    """The deal as the first player is to decide, with cards that nobody sees but the trump."""
    deal = deal.apply(Anted()).apply(Dealt(DealPattern.THREE_TWO))
    return deal.apply(TurnedUp(Card.parse("8s")))


def _trick(given: Input) -> Trick:
    plays = (Play(Seat(seat), Card.parse(code, Notation.FRENCH)) for seat, code in given["plays"])
    return Trick(_suit(given["trump"]), tuple(plays))


def _suit(letter: str) -> Suit:
    return next(suit for suit in Suit if suit.french_letter == letter)


def _most_to_exchange(steps: tuple[LegalStep, ...]) -> int:
    return next((step.most for step in steps if step.step is Step.EXCHANGE), 0)


def _may_declare(moment: str) -> bool:
    """Whether a mouche may still be declared: everybody sticks, and then a card is laid."""
    table = Table(LEAST_PLAYERS)
    deal = _turned_up(Game.start(Ruleset(), table, table.seats[-1]).deal())
    for seat in deal.order:
        deal = deal.apply(Decision(seat, Choice.STICK))
    if moment.startswith(("after_first", "during")):
        deal = deal.apply(Play(Seat.P1, Card.parse("Kd")))
    try:
        deal = deal.apply(MoucheDeclared(_any_mouche(Seat.P1)))
    except NotAllowedError:
        return False
    return deal.stage in (Stage.MOUCHE, Stage.OVER)


def _any_mouche(seat: Seat) -> Mouche:
    return Mouche.parse(seat, "Kh Qh Jh 9h 8h")
