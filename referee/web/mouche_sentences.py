"""A settled deal of Mouche as phrases: the sentences of `referee.mouche`, in any language."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from referee.cards import Card, Rank
from referee.mouche.events import (
    Anted,
    Choice,
    Dealt,
    Decision,
    MoucheDeclared,
    Questioned,
    Uncontested,
)
from referee.mouche.flags import Flag, FlagKind
from referee.mouche.hands import Contest, DecidedBy, Mouche, strength
from referee.mouche.ledger import Entry, EntryKind, Note, NoteKind
from referee.mouche.ruleset import OpenPoint, Ruleset
from referee.mouche.seats import Seat
from referee.mouche.tricks import TRICKS, Play
from referee.table.events import Correctable
from referee.table.mouche_deal import CardQuestion
from referee.table.mouche_events import (
    CardLaid,
    FlagRuled,
    MoucheClosed,
    MoucheOpened,
    MoucheSettled,
    StakesSet,
    TrickSwept,
)
from referee.web.words import Phrase, phrase


def card_text(card: Card) -> str:
    """`K♥`, `10♠`: the same in every language."""
    rank = "10" if card.rank is Rank.DIEZ else card.rank.french
    return f"{rank}{card.suit.french_symbol}"


def cards_text(cards: Iterable[Card]) -> str:
    """High to low."""
    ordered = sorted(cards, key=lambda card: (card.suit, -strength(card)))
    return " ".join(card_text(card) for card in ordered)


def entry_phrase(entry: Entry) -> Phrase:
    """Why tokens move."""
    why = _why(entry)
    if OpenPoint.SHORT_PURSE in entry.open_points:
        key = "short" if entry.due > -entry.jetons else "owes"
        why = phrase(f"mouche_ledger.{key}", why=why, n=entry.due)
    return _with_rules(why, entry.ruleset, entry.open_points)


def _why(entry: Entry) -> Phrase:
    seat, pool = entry.seat.value, entry.pool
    n = abs(entry.jetons)
    match entry.kind:
        case EntryKind.ANTE:
            key = "ante_each" if entry.ruleset.ante_per_player else "ante"
            return phrase(f"mouche_ledger.{key}", seat=seat, n=n, pool=pool)
        case EntryKind.TRICKS:
            key = "tricks" if entry.tricks > 1 else "trick"
            why = phrase(f"mouche_ledger.{key}", seat=seat, n=entry.tricks, pool=pool)
            whole = entry.tricks * pool % TRICKS
            return phrase("mouche_ledger.whole", why=why) if whole else why
        case EntryKind.MOUCHE if entry.contest:
            best = contest_phrase(entry.contest)
            return phrase("mouche_ledger.mouche", seat=seat, pool=pool, best=best)
        case EntryKind.FINE:
            return _fine(entry)
    return phrase(f"mouche_ledger.{entry.kind}", seat=seat, n=n, pool=pool)


def _fine(entry: Entry) -> Phrase:
    why = phrase("mouche_ledger.no_trick")
    if entry.contest:
        beaten = any(mouche.seat is entry.seat for mouche in entry.contest.beaten)
        why = phrase("mouche_ledger.beaten_mouche" if beaten else "mouche_ledger.was_in")
    cap = entry.ruleset.fine_cap
    capped = 0 < cap < entry.pool
    return phrase(
        "mouche_ledger.fine_capped" if capped else "mouche_ledger.fine",
        seat=entry.seat.value,
        n=-entry.jetons,
        where=phrase(
            "mouche_ledger.next_pool" if entry.deals_away == 1 else "mouche_ledger.later_pool",
            n=entry.deals_away,
        ),
        why=why,
        pool=entry.pool,
        cap=cap,
    )


def _with_rules(why: Phrase, rules: Ruleset, points: Iterable[OpenPoint]) -> Phrase:
    """What the house decided where the article leaves a point open."""
    named = [rule_phrase(rules, point) for point in points]
    return phrase("mouche_ledger.left_open", why=why, rules=named) if named else why


def rule_phrase(rules: Ruleset, point: OpenPoint) -> Phrase:
    """How a house settles what the article leaves open."""
    value = getattr(rules, point)
    if isinstance(value, bool):
        value = "yes" if value else "no"
    return phrase(f"mouche_rule.{point}_{value}")


def contest_phrase(contest: Contest) -> Phrase:
    """Why one mouche beats the others."""
    best = _mouche(contest.best)
    if contest.rival is None:
        return best
    rival = _mouche(contest.rival)
    if contest.decided_by is DecidedBy.TRUMP:
        return phrase("mouche_best.trump", best=best, rival=rival)
    if contest.decided_by is DecidedBy.POINTS:
        n, m = contest.points, contest.rival_points
        return phrase("mouche_best.points", best=best, rival=rival, n=n, m=m)
    seat = contest.best.seat.value
    return phrase("mouche_best.place", best=best, rival=rival, n=contest.points, seat=seat)


def _mouche(mouche: Mouche) -> Phrase:
    seat, cards = mouche.seat.value, cards_text(mouche.cards)
    return phrase("mouche_best.held", seat=seat, cards=cards)


def note_phrase(note: Note) -> Phrase:
    """A remark that moves no token."""
    seat = note.seat.value if note.seat else ""
    if note.kind is NoteKind.NOT_BEATEN and note.breach:
        breach = note.breach
        why = phrase(
            "mouche_note.not_beaten",
            seat=seat,
            card=card_text(breach.play.card),
            on=card_text(breach.on.card),
            trick=breach.trick,
            proof=card_text(breach.proof),
        )
    else:
        n = note.cards if note.kind is NoteKind.STOCK_SHORT else note.jetons
        why = phrase(f"mouche_note.{note.kind}", seat=seat, pool=note.pool, n=n)
    return _with_rules(why, note.ruleset, (note.open_point,))


def flag_phrase(flag: Flag) -> Phrase:
    """A question for the referee."""
    if flag.laid is None or flag.proof is None:
        return phrase(f"mouche_flag.{flag.kind}", seat=flag.seat.value)
    return phrase(
        f"mouche_flag.{flag.kind}",
        seat=flag.seat.value,
        card=card_text(flag.laid),
        trick=flag.trick,
        proof=card_text(flag.proof),
    )


def duty_phrase(kind: FlagKind) -> Phrase:
    """The rule that a question rests on."""
    return phrase(f"mouche_duty.{kind}")


def question_phrase(question: CardQuestion) -> Phrase:
    """What a person must say about a card."""
    if question.seat is None:
        return phrase(f"mouche_ask.{question.kind}_up")
    return phrase(f"mouche_ask.{question.kind}", seat=question.seat.value)


def said_phrase(event: Correctable | Play) -> Phrase | None:
    """What somebody said or did."""
    match event:
        case Anted():
            return phrase("mouche_said.ante")
        case Dealt():
            return phrase("mouche_said.deal", pattern=event.pattern.value)
        case Decision():
            return _by(event.seat, decision_phrase(event))
        case Questioned():
            answer = phrase(f"mouche_answer.{event.answer}")
            asker, asked = event.asker.value, event.asked.value
            return phrase("mouche_said.asked", asker=asker, seat=asked, answer=answer)
        case MoucheDeclared():
            return _by(event.mouche.seat, phrase("mouche_said.mouche"))
        case Uncontested():
            return phrase("mouche_said.uncontested")
        case CardLaid():
            return phrase("mouche_said.card", card=card_text(event.card) if event.card else "?")
        case Play():
            return _by(event.seat, phrase("mouche_said.card", card=card_text(event.card)))
        case MoucheOpened():
            return phrase("mouche_said.opened", ruleset=event.ruleset.name)
        case MoucheClosed():
            return phrase("mouche_said.closed")
        case TrickSwept():
            return phrase("mouche_said.swept")
        case MoucheSettled():
            return phrase("mouche_said.settled", purses=_purses(event.purses))
        case StakesSet():
            return phrase("mouche_said.stakes", purses=_purses(event.purses))
        case FlagRuled():
            verdict, kind = phrase(f"verdict.{event.verdict.value}"), duty_phrase(event.kind)
            return phrase("mouche_said.ruling", seat=event.seat.value, kind=kind, verdict=verdict)
    return None


def _purses(purses: Sequence[int]) -> str:
    return ", ".join(f"{seat} {purse}" for seat, purse in zip(Seat, purses, strict=False))


def decision_phrase(decision: Decision) -> Phrase:
    """`pass`, `sticks`, `exchanges 2`."""
    if decision.choice is Choice.EXCHANGE:
        return phrase("mouche_said.exchange", n=decision.count)
    return phrase(f"mouche_said.{decision.choice}")


def _by(seat: str, said: Phrase) -> Phrase:
    return phrase("said.by", seat=str(seat), said=said)
