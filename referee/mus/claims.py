"""What a signal can claim about a hand, and whether a hand bears it out.

A verdict has three values: a claim may be true, false, or understated: the claimed cards are
there but the hand holds more of them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from referee.cards import Rank
from referee.errors import NotAllowedError
from referee.mus.hands import Hand, HandValue, Pares, Real31
from referee.mus.ruleset import Ruleset


class Claim(StrEnum):
    """What a signal says; kings and aces are the effective ones of the house."""

    TWO_KINGS = "two_kings"
    THREE_KINGS = "three_kings"
    TWO_ACES = "two_aces"
    THREE_ACES = "three_aces"
    PAIR = "pair"
    PAIR_KINGS = "pair_kings"
    """A pair of kings as the whole pares (Bizkaia)."""
    PAIR_ACES = "pair_aces"
    MEDIAS = "medias"
    MEDIAS_KINGS = "medias_kings"
    MEDIAS_ACES = "medias_aces"
    DUPLES = "duples"
    SUM28 = "sum28"
    SUM29 = "sum29"
    SUM30 = "sum30"
    SUM31 = "sum31"
    JUEGO_NOT31 = "juego_not31"
    SOLOMILLO = "solomillo"
    REAL31 = "real31"
    """The house's Real; where none is in force, the sota with three sevens."""
    BLIND = "blind"
    """Neither pares nor juego."""
    BLIND_STRICT = "blind_strict"
    """Nothing that has a signal: no pares and less than 29."""
    INTENT_CUT_MUS = "intent_cut_mus"
    INTENT_RAISE = "intent_raise"

    @property
    def spoken(self) -> str:
        """`two kings`: the claim as it is read out."""
        return _SPOKEN_CLAIMS[self]

    @property
    def is_intent(self) -> bool:
        """Whether it tells a wish and says nothing about the cards."""
        return self in (Claim.INTENT_CUT_MUS, Claim.INTENT_RAISE)


class Truth(StrEnum):
    """How a card claim stands to the hand."""

    TRUE = "true"
    UNDERSTATED = "understated"
    """The claimed cards are there but the hand holds more of them."""
    FALSE = "false"


def truth_of(claim: Claim, hand: Hand, ruleset: Ruleset) -> Truth:
    """How a card claim stands to a hand under a house's kings and Real.

    Raises NotAllowedError for an intent, which claims no cards.
    """
    if claim.is_intent:
        raise NotAllowedError(f"{claim.value} is an intent: it claims no cards and is never judged")
    value = hand.value(ruleset.kings)
    real = Real31.JACK if ruleset.real31 is Real31.NONE else ruleset.real31
    return _PREDICATES[claim](
        _Facts(
            value=value,
            kings=value.strengths.count(Rank.REY),
            aces=value.strengths.count(Rank.AS),
            is_real=hand.is_real(real, ruleset.kings, ruleset.real31_three_is_king),
        )
    )


@dataclass(frozen=True, slots=True)
class _Facts:
    """What the predicates look at."""

    value: HandValue
    kings: int
    aces: int
    is_real: bool

    @property
    def four_alike(self) -> bool:
        return len(set(self.value.strengths)) == 1


def _verdict(is_true: bool, holds_more: bool = False) -> Truth:
    return Truth.TRUE if is_true else Truth.UNDERSTATED if holds_more else Truth.FALSE


def _kings(count: int, facts: _Facts) -> Truth:
    return _verdict(facts.kings == count, facts.kings > count)


def _aces(count: int, facts: _Facts) -> Truth:
    return _verdict(facts.aces == count, facts.aces > count)


def _whole_pair(of: str, facts: _Facts) -> Truth:
    held = facts.kings if of == "kings" else facts.aces
    return _verdict(facts.value.pares is Pares.PAIR and held == 2, held >= 2)


def _pair(facts: _Facts) -> Truth:
    return _verdict(facts.value.pares is Pares.PAIR, facts.value.has_pares)


def _medias(facts: _Facts) -> Truth:
    return _verdict(facts.value.pares is Pares.MEDIAS, facts.four_alike)


def _sum(points: int, facts: _Facts) -> Truth:
    return _verdict(facts.value.points == points)


def _no_pares_below(points: int, facts: _Facts) -> Truth:
    return _verdict(not facts.value.has_pares and facts.value.points < points)


_PREDICATES: Mapping[Claim, Callable[[_Facts], Truth]] = {
    Claim.TWO_KINGS: partial(_kings, 2),
    Claim.THREE_KINGS: partial(_kings, 3),
    Claim.MEDIAS_KINGS: partial(_kings, 3),
    Claim.TWO_ACES: partial(_aces, 2),
    Claim.THREE_ACES: partial(_aces, 3),
    Claim.MEDIAS_ACES: partial(_aces, 3),
    Claim.PAIR: _pair,
    Claim.PAIR_KINGS: partial(_whole_pair, "kings"),
    Claim.PAIR_ACES: partial(_whole_pair, "aces"),
    Claim.MEDIAS: _medias,
    Claim.DUPLES: lambda facts: _verdict(facts.value.pares is Pares.DUPLES),
    Claim.SUM28: partial(_sum, 28),
    Claim.SUM29: partial(_sum, 29),
    Claim.SUM30: partial(_sum, 30),
    Claim.SUM31: partial(_sum, 31),
    Claim.JUEGO_NOT31: lambda facts: _verdict(facts.value.has_juego and facts.value.points != 31),
    Claim.SOLOMILLO: lambda facts: _verdict(facts.kings == 3 and facts.aces == 1),
    Claim.REAL31: lambda facts: _verdict(facts.is_real),
    Claim.BLIND: partial(_no_pares_below, 31),
    Claim.BLIND_STRICT: partial(_no_pares_below, 29),
}

_SPOKEN_CLAIMS = {
    Claim.TWO_KINGS: "two kings",
    Claim.THREE_KINGS: "three kings",
    Claim.TWO_ACES: "two aces",
    Claim.THREE_ACES: "three aces",
    Claim.PAIR: "a pair",
    Claim.PAIR_KINGS: "a pair of kings and no other pares",
    Claim.PAIR_ACES: "a pair of aces and no other pares",
    Claim.MEDIAS: "medias",
    Claim.MEDIAS_KINGS: "medias of kings",
    Claim.MEDIAS_ACES: "medias of aces",
    Claim.DUPLES: "duples",
    Claim.SUM28: "28",
    Claim.SUM29: "29",
    Claim.SUM30: "30",
    Claim.SUM31: "31",
    Claim.JUEGO_NOT31: "juego other than 31",
    Claim.SOLOMILLO: "three kings and an ace",
    Claim.REAL31: "a Real",
    Claim.BLIND: "neither pares nor juego",
    Claim.BLIND_STRICT: "nothing that has a signal",
    Claim.INTENT_CUT_MUS: "to cut the mus",
    Claim.INTENT_RAISE: "to bet more",
}
