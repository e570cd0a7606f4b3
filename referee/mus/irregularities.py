"""Irregularities: what goes wrong at a table, and what the house does about it.

A consequence is a proposal to the human referee, never a penalty by itself. Texts differ, so
the answers are data: `irregularities.toml` has one table per rulebook.
"""

import tomllib
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib.resources import files

from referee.errors import UnreadableError
from referee.mus.ruleset import ExposedCard, Rulebook, Ruleset


class Irregularity(StrEnum):
    """What a referee may be called for."""

    FAULTY_FIRST_DEAL = "faulty_first_deal"
    EXPOSED_AFTER_MUS = "exposed_after_mus"
    WRONG_COUNT_LATER = "wrong_count_later"
    FALSE_DECLARATION_UNANSWERED = "false_declaration_unanswered"
    FALSE_DECLARATION_ANSWERED = "false_declaration_answered"
    JUEGO_DENIED = "juego_denied"
    JUEGO_WITHOUT = "juego_without"
    ILLICIT_SIGNAL = "illicit_signal"
    ASKED_WHETHER_SIGNALLED = "asked_whether_signalled"
    ASKED_FOR_SIGNAL = "asked_for_signal"
    SIGNAL_BEFORE_CUT = "signal_before_cut"
    BLIND_SIGNAL = "blind_signal"
    POINTS_FORGOTTEN = "points_forgotten"
    ADENTRO = "adentro"
    TIME_EXCEEDED = "time_exceeded"
    MINIMUM_ORDAGO = "minimum_ordago"
    DEFECTIVE_PACK_EARLY = "defective_pack_early"
    DEFECTIVE_PACK_LATE = "defective_pack_late"

    @property
    def sentence(self) -> str:
        """The irregularity as it is read out."""
        return _IRREGULARITIES[self]


class Consequence(StrEnum):
    """What follows; `ASK_REFEREE` where no text decides."""

    ASK_REFEREE = "ask_referee"
    REDEAL = "redeal"
    MUS_VISTO = "mus_visto"
    OFFERED = "offered"
    PLAY_ON = "play_on"
    SITS_OUT = "sits_out"
    CORRECTED = "corrected"
    HAND_VOID = "hand_void"
    PUNTO_VOID = "punto_void"
    JUEGO_VOID = "juego_void"
    INFRACTION = "infraction"
    DISQUALIFIED = "disqualified"
    OWN_UP = "own_up"
    LOST_AFTER_CUT = "lost_after_cut"
    LOST_AFTER_GATHERING = "lost_after_gathering"
    ANNOUNCED_AT_35 = "announced_at_35"
    ANNOUNCED_AT_4_MISSING = "announced_at_4_missing"
    TIME_LIMITS = "time_limits"
    TWO_AND_REFUSAL = "two_and_refusal"
    FINISH_DEAL = "finish_deal"

    @property
    def sentence(self) -> str:
        """The consequence as it is read out."""
        return _CONSEQUENCES[self]


def consequence(irregularity: Irregularity, ruleset: Ruleset) -> Consequence:
    """What the house of this ruleset does about an irregularity."""
    if irregularity is Irregularity.FAULTY_FIRST_DEAL:
        return _FIRST_DEAL[ruleset.exposed_card]
    rulebooks = _rulebooks()
    own = rulebooks.get(ruleset.irregularities, {})
    return own.get(irregularity) or rulebooks[Rulebook.COMMON][irregularity]


_FIRST_DEAL = {
    ExposedCard.REDEAL: Consequence.REDEAL,
    ExposedCard.MUS_VISTO: Consequence.MUS_VISTO,
    ExposedCard.OFFERED: Consequence.OFFERED,
    ExposedCard.PLAY_ON: Consequence.PLAY_ON,
}

_IRREGULARITIES = {
    Irregularity.FAULTY_FIRST_DEAL: "card exposed or wrong count found in the first deal",
    Irregularity.EXPOSED_AFTER_MUS: "card exposed after a mus exchange",
    Irregularity.WRONG_COUNT_LATER: "wrong card count found later, after the first deal",
    Irregularity.FALSE_DECLARATION_UNANSWERED: (
        "false pares or juego declaration caught before an answer"
    ),
    Irregularity.FALSE_DECLARATION_ANSWERED: (
        "false pares or juego declaration, announced without having it or denied, "
        "found after the answers"
    ),
    Irregularity.JUEGO_DENIED: "all four said no juego but someone holds it",
    Irregularity.JUEGO_WITHOUT: "juego announced without having it",
    Irregularity.ILLICIT_SIGNAL: "false, unlisted or privately agreed signal proved",
    Irregularity.ASKED_WHETHER_SIGNALLED: "a player is asked whether he made a signal",
    Irregularity.ASKED_FOR_SIGNAL: "asking the partner for a signal",
    Irregularity.SIGNAL_BEFORE_CUT: "signalling before the first cut",
    Irregularity.BLIND_SIGNAL: "blind signal while holding something that has a signal",
    Irregularity.POINTS_FORGOTTEN: "points forgotten, claimed too late",
    Irregularity.ADENTRO: "adentro announced: a pair says that it is close to the target",
    Irregularity.TIME_EXCEEDED: "time to decide on mus, a bet or an ordago exceeded",
    Irregularity.MINIMUM_ORDAGO: "postre accepts an ordago with the minimum hand",
    Irregularity.DEFECTIVE_PACK_EARLY: "defective deck found before grande closes",
    Irregularity.DEFECTIVE_PACK_LATE: "defective deck found later, after grande has closed",
}

_CONSEQUENCES = {
    Consequence.ASK_REFEREE: "ask the referee",
    Consequence.REDEAL: "redeal: gather, shuffle, cut, deal again",
    Consequence.MUS_VISTO: "mus visto: an exchange is forced, and a player may stand pat",
    Consequence.OFFERED: "asked from esku on, a player may force mus or play",
    Consequence.PLAY_ON: "play on",
    Consequence.SITS_OUT: (
        "that player sits out the deal; his pair's points of the deal are annulled"
    ),
    Consequence.CORRECTED: "the declaration is corrected, as it was caught before an answer",
    Consequence.HAND_VOID: ("that hand is void in the lance; effects that favoured it are undone"),
    Consequence.PUNTO_VOID: ("punto bets are void; the best juego scores without refusal money"),
    Consequence.JUEGO_VOID: (
        "that hand is void in juego; opponents score the punto and one refusal point"
    ),
    Consequence.INFRACTION: "infraction: it is forbidden",
    Consequence.DISQUALIFIED: "the pair is disqualified",
    Consequence.OWN_UP: "the player must own up truthfully",
    Consequence.LOST_AFTER_CUT: "lost once the cards are cut again",
    Consequence.LOST_AFTER_GATHERING: (
        "lost once the cards are back in the pack, unless the other pair agrees"
    ),
    Consequence.ANNOUNCED_AT_35: "announced from 35 points on",
    Consequence.ANNOUNCED_AT_4_MISSING: "announced when 4 points or fewer are missing",
    Consequence.TIME_LIMITS: "1 minute for mus, 30 seconds for a bet, 2 minutes for an ordago",
    Consequence.TWO_AND_REFUSAL: "forbidden: 2 points plus the refusal point",
    Consequence.FINISH_DEAL: "finish the deal; points already scored stand",
}


@cache
def _rulebooks() -> Mapping[Rulebook, Mapping[Irregularity, Consequence]]:
    text = (files("referee.mus") / "irregularities.toml").read_text(encoding="utf-8")
    return {
        Rulebook(name): {Irregularity(k): _read(name, k, v) for k, v in table.items()}
        for name, table in tomllib.loads(text).items()
    }


def _read(rulebook: str, irregularity: str, value: str) -> Consequence:
    if value not in set(Consequence):
        raise UnreadableError(
            f"irregularities of {rulebook}: {irregularity} is {value!r}; "
            f"allowed: {', '.join(Consequence)}"
        )
    return Consequence(value)
