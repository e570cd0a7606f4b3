"""The deal file of Mouche: a YAML that a card player writes after the deal.

::

    game: mouche
    ruleset: article             # left out: article
    rules: {fine_cap: 20}        # what this table agreed besides; left out: nothing
    players: 3
    dealer: P3                   # left out: the last seat, so that P1 speaks first
    pool: 5                      # in the pool before the ante; left out: 0
    waiting: [10]                # fines that wait for later pools; left out: none
    purses: {P1: 990, P2: 1010, P3: 995}    # left out: the purse that everybody starts with
    trump: 8s                    # the card turned up
    said: P1 stick, P2 exchange 2, P3 exchange 5
    tricks:                      # left out: none was played
      - Kh 9h Th                 # in the order in which they were laid, or: P1 Kh, P2 9h, P3 Th

Seats P1, P2, ... go counter-clockwise. A reading reports every fault with its line; what cannot
have happened at the table is then refused where it stands.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TypeAlias, TypeVar

from ruamel.yaml.comments import CommentedMap, CommentedSeq

from referee.cards import Card, Notation, parse_cards
from referee.errors import RefereeError, UnreadableError
from referee.mouche.deal import Deal, Stage
from referee.mouche.events import (
    Answer,
    Anted,
    Choice,
    Dealt,
    Decision,
    MoucheDeclared,
    Questioned,
    Shuffled,
    TurnedUp,
    Uncontested,
)
from referee.mouche.hands import Mouche
from referee.mouche.ruleset import DEFAULT_PRESET, DealPattern, Ruleset
from referee.mouche.seats import LEAST_PLAYERS, MOST_PLAYERS, Seat, Table
from referee.mouche.tokens import Pool, Stakes
from referee.mouche.tricks import TRICKS, Play
from referee.yaml_file import DealFault, DealFileError, GameName, Reading, is_number, load, shown

Said: TypeAlias = Decision | Questioned | MoucheDeclared

EXAMPLE = "P1 pass, P1 stick, P1 exchange 2, P1 mouche Kh Qh Jh 9h 8h or P2 asks P1 no"


@dataclass(frozen=True, slots=True)
class Line:
    """Where something is written."""

    number: int
    path: str

    def fault(self, message: str) -> DealFileError:
        """The error that one thing is wrong here."""
        return DealFileError((DealFault(self.number, self.path, message),))


@dataclass(frozen=True, slots=True)
class WrittenTrick:
    """The cards of a trick in the order in which they were laid."""

    cards: tuple[Card, ...]
    seats: tuple[Seat, ...]
    """Who laid them; empty where the file does not say."""
    line: Line


@dataclass(frozen=True, slots=True)
class MoucheFile:
    """What a deal file of Mouche says."""

    start: Deal
    """Before the ante."""
    trump: Card
    said: tuple[tuple[Said, Line], ...]
    tricks: tuple[WrittenTrick, ...]
    trump_line: Line
    said_line: Line
    tricks_line: Line

    def play(self) -> Deal:
        """The deal at its end; raises DealFileError at the first thing that cannot have happened.

        What follows such a thing has no meaning, so it is the only one that is reported.
        """
        # with cards that nobody sees it makes no difference in which packets they were dealt
        pattern = self.start.pattern or DealPattern.TWO_TWO_ONE
        deal = self.start.apply(Anted()).apply(Dealt(pattern))
        deal = _tried(self.trump_line, lambda: deal.apply(TurnedUp(self.trump)))
        deal = self._talked(deal)
        for trick in self.tricks:
            deal = _laid(deal, trick)
        if deal.stage is not Stage.OVER:
            done = len(deal.tricks)
            allowed = f"write the cards of all {TRICKS}"
            raise self.tricks_line.fault(f"{done} tricks are written; {allowed}")
        return deal

    def _talked(self, deal: Deal) -> Deal:
        for event, line in self.said:
            deal = _applied(line, deal, event)
            if deal.stage is Stage.SHUFFLE:
                deal = deal.apply(Shuffled())
        if deal.stage is Stage.MOUCHE:
            deal = deal.apply(Uncontested())
        if deal.stage is Stage.DECIDE:
            allowed = ", ".join(str(step) for step in deal.legal())
            raise self.said_line.fault(f"not everybody has decided; allowed: {allowed}")
        return deal


def read_mouche(text: str, ruleset: str | None = None) -> MoucheFile:
    """The deal that a YAML text describes; raises DealFileError with every fault.

    A ruleset named here goes before the one that the text names.
    """
    return _Reading().file(load(text, _KEYS), ruleset)


T = TypeVar("T")


def _tried(line: Line, act: Callable[[], T]) -> T:
    try:
        return act()
    except RefereeError as error:
        raise line.fault(str(error)) from None


def _applied(line: Line, deal: Deal, event: Said | Play) -> Deal:
    return _tried(line, lambda: deal.apply(event))


def _laid(deal: Deal, trick: WrittenTrick) -> Deal:
    """The deal after a trick; raises DealFileError."""
    if deal.play is None or deal.stage is Stage.OVER:
        raise trick.line.fault("the deal is over before this trick; remove it")
    if len(trick.cards) != len(deal.play.seats):
        players = ", ".join(deal.play.seats)
        raise trick.line.fault(
            f"{len(trick.cards)} cards; allowed: {len(deal.play.seats)}, one each for {players}"
        )
    for i, card in enumerate(trick.cards):
        seat = trick.seats[i] if trick.seats else deal.play.next_to_play
        deal = _applied(trick.line, deal, Play(seat, card))
    return deal


_KEYS = (
    *("game", "ruleset", "rules", "players", "dealer", "pool", "waiting", "purses", "deal"),
    *("trump", "said", "tricks"),
)
_RULES = tuple(field.name for field in fields(Ruleset) if field.name != "name")
_CHOICES = {
    **dict.fromkeys(("pass", "passes", "passed", "passe"), Choice.PASS),
    **dict.fromkeys(("stick", "sticks", "stuck", "je m'y tiens"), Choice.STICK),
    **dict.fromkeys(("exchange", "exchanges", "exchanged"), Choice.EXCHANGE),
}
_ANSWERS = {
    **{answer.value: answer for answer in Answer},
    **{"silent": Answer.SILENCE, "evades": Answer.EVASION},
}
_SEATED = re.compile(r"(P\d+)\s+(.+)", re.IGNORECASE)
_ASKED = re.compile(r"asks\s+(P\d+)\s+(.+)", re.IGNORECASE)
_COUNTED = re.compile(r"(.*\D)\s+(\d+)")


class _Reading(Reading):
    """One pass over a file, collecting faults."""

    def file(self, data: CommentedMap, ruleset: str | None) -> MoucheFile:
        self.refuse_unknown(data, _KEYS, "")
        self.scalar(data, "game", "", GameName.parse)
        rules = self.rules(data, ruleset)
        table = self.table(data)
        trump = self.scalar(data, "trump", "", _card)
        said, tricks = self.said(data), self.tricks(data)
        for key in ("players", "trump", "said"):
            if key not in data:
                self.faults.append(DealFault(1, key, f"{key} is missing; {_MISSING[key]}"))
        start = self.start(data, rules, table)
        self.raise_faults()
        if start is None or trump is None:
            raise UnreadableError("the deal file says neither players nor trump")
        places = {key: Line(self.line(data, key), key) for key in ("trump", "said")}
        ends = self.line(data, "tricks" if "tricks" in data else "said")
        return MoucheFile(
            start,
            trump,
            said,
            tricks,
            trump_line=places["trump"],
            said_line=places["said"],
            tricks_line=Line(ends, "tricks"),
        )

    def rules(self, data: CommentedMap, named: str | None) -> Ruleset | None:
        preset = Ruleset.preset(named) if named else None
        preset = preset or self.scalar(data, "ruleset", "", Ruleset.preset)
        unknown = preset is None and "ruleset" in data
        base = preset or Ruleset.preset(DEFAULT_PRESET)
        own = self.mapping(data, "rules", _RULES, "as in {fine_cap: 20}")
        if own is None:
            return None if unknown else base
        known = {key: own[key] for key in _RULES if key in own}
        try:
            agreed = Ruleset.from_mapping({**base.to_mapping(), **known})
            return None if unknown else agreed
        except RefereeError as error:
            self.fault(data, "rules", "rules", str(error))
            return None

    def table(self, data: CommentedMap) -> Table | None:
        what = f"a number of players, {LEAST_PLAYERS} to {MOST_PLAYERS}"
        players = self.number(data, "players", "", what, None)
        if players is None:
            return None
        try:
            return Table(players)
        except RefereeError as error:
            self.fault(data, "players", "players", str(error))
            return None

    def start(self, data: CommentedMap, rules: Ruleset | None, table: Table | None) -> Deal | None:
        """Before the ante; None where rules or players are not known, with all else checked."""
        named = self.scalar(data, "dealer", "", Seat.parse)
        pattern = self.scalar(data, "deal", "", _pattern)
        basket = self.number(data, "pool", "", "a number of jetons") or 0
        pool = Pool(basket, self.waiting(data))
        purses = self.purses(data, table)
        if rules is None or table is None:
            return None
        dealer = named or table.seats[-1]
        stakes = Stakes(purses or Stakes.at_start(table, rules.purse).purses, pool)
        try:
            return Deal(rules, table, dealer, stakes, pattern)
        except RefereeError as error:
            key = "dealer" if dealer not in table.seats else "players"
            self.fault(data, key, key, str(error))
            return None

    def waiting(self, data: CommentedMap) -> tuple[int, ...]:
        if "waiting" not in data:
            return ()
        fines = data["waiting"]
        if not isinstance(fines, CommentedSeq) or not all(is_number(f) and f > 0 for f in fines):
            message = f"{shown(fines)} is not a list of jetons, such as [10, 5]"
            self.fault(data, "waiting", "waiting", message)
            return ()
        return tuple(int(fine) for fine in fines)

    def purses(self, data: CommentedMap, table: Table | None) -> tuple[int, ...]:
        """Empty where the file does not say."""
        seats = table.seats if table else tuple(Seat)
        node = self.mapping(data, "purses", seats, "as in {P1: 990, P2: 1010, P3: 995}")
        if node is None:
            return ()
        held = []
        for seat in seats:
            if table and seat.value not in node:
                self.fault(data, "purses", "purses", f"the purse of {seat} is missing")
            held.append(self.number(node, seat.value, "purses.", "a number of jetons", None) or 0)
        return tuple(held)

    def said(self, data: CommentedMap) -> tuple[tuple[Said, Line], ...]:
        found = []
        for text, line in self.texts(data, "said", EXAMPLE):
            for part in filter(None, (part.strip() for part in text.split(","))):
                try:
                    found.append((_said(part), line))
                except RefereeError as error:
                    self.faults.append(DealFault(line.number, line.path, str(error)))
        return tuple(found)

    def tricks(self, data: CommentedMap) -> tuple[WrittenTrick, ...]:
        found = []
        for text, line in self.texts(data, "tricks", "cards such as Kh 9h Th"):
            try:
                found.append(_trick(text, line))
            except RefereeError as error:
                self.faults.append(DealFault(line.number, line.path, str(error)))
        return tuple(found)

    def texts(self, data: CommentedMap, key: str, expected: str) -> list[tuple[str, Line]]:
        """The texts of a list, or the one text, each with its place."""
        value = data.get(key)
        if key not in data:
            return []
        if isinstance(value, str):
            return [(value, Line(self.line(data, key), key))]
        if not isinstance(value, CommentedSeq):
            self.fault(data, key, key, f"{shown(value)} is not {expected}")
            return []
        found = []
        for i, text in enumerate(value):
            line = Line(int(value.lc.item(i)[0]) + 1, f"{key}.{i + 1}")
            if isinstance(text, str):
                found.append((text, line))
            else:
                message = f"{shown(text)} is not {expected}"
                self.faults.append(DealFault(line.number, line.path, message))
        return found


_MISSING = {
    "players": f"write {LEAST_PLAYERS} to {MOST_PLAYERS}",
    "trump": "write the card turned up, as in 8s",
    "said": f"write {EXAMPLE}",
}


def _card(text: str) -> Card:
    return Card.parse(text, Notation.FRENCH)


def _pattern(text: str) -> DealPattern:
    try:
        return DealPattern.of([int(count) for count in text.split("+")])
    except ValueError:
        raise UnreadableError(
            f"{text!r} is not how five cards are dealt; allowed: {', '.join(DealPattern)}"
        ) from None


def _said(text: str) -> Said:
    """One thing said, as in `P1 exchange 2`; raises RefereeError."""
    if not (seated := _SEATED.fullmatch(text)):
        raise UnreadableError(f"cannot tell who says {text!r}; write {EXAMPLE}")
    seat, words = Seat.parse(seated[1]), " ".join(seated[2].lower().split())
    if asked := _ASKED.fullmatch(words):
        if asked[2] not in _ANSWERS:
            raise UnreadableError(f"{asked[2]!r} is no answer; allowed: {', '.join(Answer)}")
        return Questioned(seat, Seat.parse(asked[1]), _ANSWERS[asked[2]])
    if words.startswith("mouche "):
        return MoucheDeclared(Mouche.parse(seat, seated[2].split(maxsplit=1)[1]))
    counted = _COUNTED.fullmatch(words)
    word, count = (counted[1], int(counted[2])) if counted else (words, 0)
    if word not in _CHOICES:
        raise UnreadableError(f"cannot read {text!r}; write {EXAMPLE}")
    return Decision(seat, _CHOICES[word], count)


def _trick(text: str, line: Line) -> WrittenTrick:
    """`Kh 9h Th` or `P1 Kh, P2 9h, P3 Th`; raises RefereeError."""
    parts = [part.strip() for part in text.split(",")]
    seated = [_SEATED.fullmatch(part) for part in parts]
    if not any(seated):
        return WrittenTrick(parse_cards(text, Notation.FRENCH), (), line)
    seats, cards = [], []
    for part, match in zip(parts, seated, strict=True):
        if match is None:
            raise UnreadableError(f"cannot tell who laid {part!r}; write P1 Kh, P2 9h, or no seat")
        seats.append(Seat.parse(match[1]))
        cards.append(_card(match[2]))
    return WrittenTrick(tuple(cards), tuple(seats), line)
