"""Deals of Mouche written as text, one event a comma."""

from referee.cards import Card, Notation
from referee.mouche.deal import Deal, replay
from referee.mouche.events import (
    Answer,
    Anted,
    Choice,
    Dealt,
    Decision,
    Event,
    MoucheDeclared,
    Questioned,
    Shuffled,
    TurnedUp,
    Uncontested,
)
from referee.mouche.hands import Mouche
from referee.mouche.ruleset import DealPattern, Ruleset
from referee.mouche.seats import Seat, Table
from referee.mouche.tokens import Pool, Stakes
from referee.mouche.tricks import Play


def deal_of(
    *,
    ruleset: Ruleset | None = None,
    players: int = 3,
    dealer: str = "P3",
    pool: int = 5,
    waiting: tuple[int, ...] = (),
    purse: int = 100,
) -> Deal:
    """A deal before its ante, for 10 jetons unless a pool is given."""
    stakes = Stakes((purse,) * players, Pool(pool, waiting))
    return Deal(ruleset or Ruleset(), Table(players), Seat(dealer), stakes)


def card(text: str) -> Card:
    """A card in French notation."""
    return Card.parse(text, Notation.FRENCH)


def events(text: str) -> list[Event]:
    """`ante, deal 3+2, turn 8s, P1 exchange 2, P2 asks P1 no, P1 mouche Kh ..., P1 Kh`."""
    read: list[Event] = []
    for part in text.split(","):
        match part.split():
            case ["ante"]:
                read.append(Anted())
            case ["deal", pattern]:
                read.append(Dealt(DealPattern(pattern)))
            case ["turn", code]:
                read.append(TurnedUp(card(code)))
            case [seat, ("pass" | "stick") as choice]:
                read.append(Decision(Seat(seat), Choice(choice)))
            case [seat, "exchange", count, *codes]:
                named = tuple(card(code) for code in codes)
                read.append(Decision(Seat(seat), Choice.EXCHANGE, int(count), named))
            case ["shuffle"]:
                read.append(Shuffled())
            case [asker, "asks", asked, answer]:
                read.append(Questioned(Seat(asker), Seat(asked), Answer(answer)))
            case [seat, "mouche", *codes]:
                cards = tuple(card(code) for code in codes)
                read.append(MoucheDeclared(Mouche(Seat(seat), cards)))
            case ["uncontested"]:
                read.append(Uncontested())
            case [seat, code]:
                read.append(Play(Seat(seat), card(code)))
    return read


def played(start: Deal, text: str) -> Deal:
    """The deal after these events, all of which must be allowed."""
    result = replay(start, events(text))
    assert result.error is None, result.error
    return result.deal


def allowed(deal: Deal) -> str:
    """The steps that a deal allows."""
    return ", ".join(str(step) for step in deal.legal())


DEALT = "ante, deal 3+2, turn 8s"
ALL_IN = f"{DEALT}, P1 stick, P2 exchange 2, P3 exchange 5"
TRICKS = (
    "P1 Kh, P2 9h, P3 Th,"
    "P1 Qh, P2 9s, P3 8d,"
    "P2 Kd, P3 9d, P1 Ad,"
    "P2 Ks, P3 9c, P1 Js,"
    "P2 Qd, P3 8c, P1 Qs"
)
"""P1 wins the first and the last, P2 the others, and nobody breaks a duty."""


def known_deal(codes: str, ruleset: Ruleset | None = None) -> Deal:
    """Three players of whom P1 is dealt the first five cards, and so on; P1 is to decide."""
    start = deal_of(ruleset=ruleset)
    named = [card(code) for code in codes.split()]
    order = (*named, *(c for c in start.pack.ordered if c not in named))
    packets = [order[i : i + 5] for i in (0, 5, 10)]
    dealt = (*[c for p in packets for c in p[:3]], *[c for p in packets for c in p[3:]])
    deal = start.apply(Anted()).apply(Dealt(DealPattern.THREE_TWO, (*dealt, *order[15:])))
    return deal.apply(TurnedUp(order[15]))


HANDS = "Kh Qh Jh 9h 8h Ks Qs Js 9s 8s Kd Qd Jd 9d 8d Ts"
