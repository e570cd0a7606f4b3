"""Keinuak: the signals partners may make, what each claims, and whether the claim was true.

A gesture is something a face or a body does; a house's `Vocabulary` says what it claims and
when it may be made. Most claims are about the cards and are judged against the hand; an intent
("let us cut the mus") is no card claim and is never true or false. No pixels here: whoever saw
the gesture names it.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any, Self

from referee.errors import NotAllowedError, UnreadableError
from referee.mus.claims import Claim, Truth, truth_of
from referee.mus.deal import Deal, Stage
from referee.mus.hands import Hand
from referee.mus.ruleset import Ruleset, Signals


class Gesture(StrEnum):
    """What a player does; `OTHER` is any gesture that no list of signals names."""

    BITE_LIP_CENTER = "bite_lip_center"
    BITE_LIP_SIDE = "bite_lip_side"
    TONGUE_FRONT = "tongue_front"
    TONGUE_SIDE = "tongue_side"
    MOUTH_SIDE = "mouth_side"
    BROWS_UP = "brows_up"
    WINK = "wink"
    HEAD_TILT = "head_tilt"
    """Roll: an ear towards its shoulder."""
    HEAD_TURN = "head_turn"
    """Yaw: the face to a side."""
    HEAD_UP = "head_up"
    SHOULDERS_BOTH = "shoulders_both"
    SHOULDER_RIGHT = "shoulder_right"
    SHOULDER_LEFT = "shoulder_left"
    SHOULDER_ONE = "shoulder_one"
    """One shoulder, whichever."""
    EYES_SHUT = "eyes_shut"
    KISS = "kiss"
    EARLOBE = "earlobe"
    NOSE_WRINKLED = "nose_wrinkled"
    OTHER = "other"

    @property
    def spoken(self) -> str:
        """`a wink`: the gesture as it is read out."""
        return _SPOKEN_GESTURES[self]


class Moment(StrEnum):
    """Where the deal stands when the gesture is made."""

    MUS = "mus"
    """Hands are dealt and the mus is not cut."""
    CORRIDO = "corrido"
    """Mus corrido: signals are closed until somebody cuts."""
    GRANDE = "grande"
    LATER = "later"
    """Grande is closed."""
    PUNTO = "punto"
    """All four have said that they hold no juego."""


class Window(StrEnum):
    """When a meaning is open."""

    ANY = "any"
    BEFORE_CUT = "before_cut"
    AFTER_GRANDE = "after_grande"
    PUNTO = "punto"

    def is_open(self, moment: Moment) -> bool:
        """Whether the meaning counts at this moment; nothing is open during mus corrido."""
        return moment in _OPEN_MOMENTS[self]


def moment_of(deal: Deal) -> Moment | None:
    """The moment of a signal made now; None before the deal and once the cards are shown."""
    if deal.corrido and deal.stage in (Stage.MUS_TALK, Stage.DISCARD):
        return Moment.CORRIDO
    return _MOMENTS.get(deal.stage)


class Infraction(StrEnum):
    """What a signal breaks."""

    UNLISTED_SIGNAL = "unlisted_signal"
    WRONG_MOMENT = "wrong_moment"
    FALSE_SIGNAL = "false_signal"
    INCOMPLETE_SIGNAL = "incomplete_signal"
    """Understated where the complete signal is compulsory (Bizkaia)."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """One line of a vocabulary: this gesture claims this, in this window."""

    gesture: Gesture
    claim: Claim
    window: Window = Window.ANY


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a gesture amounts to; `truth` is None for an intent, an illegal or an unseen hand."""

    gesture: Gesture
    moment: Moment
    claim: Claim | None
    """The open meaning that fits the hand best; None when no meaning is open."""
    truth: Truth | None
    infraction: Infraction | None
    reason: str

    @property
    def is_legal(self) -> bool:
        """Whether the gesture is a listed signal made at its time, true or not."""
        return self.infraction not in (Infraction.UNLISTED_SIGNAL, Infraction.WRONG_MOMENT)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The signals a house allows; a gesture may have several meanings."""

    name: str
    meanings: tuple[Meaning, ...] = ()
    complete_compulsory: bool = False
    """Whether a signal that tells less than the hand holds is an infraction."""

    def __post_init__(self) -> None:
        twice = {m.gesture.value for m in self.meanings if self.meanings.count(m) > 1}
        if twice:
            raise UnreadableError(
                f"vocabulary {self.name}: the same meaning twice for {', '.join(sorted(twice))}"
            )

    def meanings_of(self, gesture: Gesture) -> tuple[Meaning, ...]:
        """What the gesture may claim, at any moment.

        A left or right shoulder is also `shoulder_one` where the house has no side for it.
        """
        listed = tuple(m for m in self.meanings if m.gesture is gesture)
        if listed or gesture not in (Gesture.SHOULDER_LEFT, Gesture.SHOULDER_RIGHT):
            return listed
        return self.meanings_of(Gesture.SHOULDER_ONE)

    def judge(
        self, gesture: Gesture, moment: Moment, hand: Hand | None, ruleset: Ruleset
    ) -> Ruling:
        """Rule on a gesture; without the hand only its legality can be told."""
        listed = self.meanings_of(gesture)
        if not listed:
            reason = f"{gesture.spoken} is not a signal of {self.name}"
            return Ruling(gesture, moment, None, None, Infraction.UNLISTED_SIGNAL, reason)
        claims = [m.claim for m in listed if m.window.is_open(moment)]
        if not claims:
            reason = f"{gesture.spoken} is not allowed {_SPOKEN_MOMENTS[moment]}"
            return Ruling(gesture, moment, None, None, Infraction.WRONG_MOMENT, reason)
        card_claims = [claim for claim in claims if not claim.is_intent]
        if hand is None or not card_claims:
            reason = f"{gesture.spoken} says {' or '.join(c.spoken for c in claims)}"
            return Ruling(gesture, moment, claims[0], None, None, reason)
        judged = [(truth_of(claim, hand, ruleset), claim) for claim in card_claims]
        truth, claim = min(judged, key=lambda pair: _BEST_FIRST.index(pair[0]))
        return Ruling(
            gesture, moment, claim, truth, self._breach(truth), _reason(gesture, claim, truth, hand)
        )

    def _breach(self, truth: Truth) -> Infraction | None:
        if truth is Truth.FALSE:
            return Infraction.FALSE_SIGNAL
        incomplete = truth is Truth.UNDERSTATED and self.complete_compulsory
        return Infraction.INCOMPLETE_SIGNAL if incomplete else None

    @classmethod
    def from_mapping(cls, name: str, mapping: Mapping[str, Any]) -> Self:
        """A vocabulary from plain data: gesture = ["claim", "claim window", ...].

        Also takes `complete_compulsory`. Raises UnreadableError naming what it cannot read.
        """
        gestures = {k: v for k, v in mapping.items() if k != "complete_compulsory"}
        where = f"vocabulary {name}"
        return cls(
            name,
            tuple(
                meaning
                for gesture, lines in gestures.items()
                for meaning in _read_meanings(where, gesture, lines)
            ),
            bool(mapping.get("complete_compulsory", False)),
        )


def vocabulary(signals: Signals) -> Vocabulary:
    """The vocabulary of a ruleset's `signals`.

    Raises NotAllowedError for `agreed`: then the pairs must name a list before they play.
    """
    shipped = _shipped()
    if signals not in shipped:
        raise NotAllowedError(
            f"signals are {signals.value!r}: the pairs agree on a list before play; "
            f"choose one of {', '.join(shipped)}"
        )
    return shipped[signals]


_BEST_FIRST = (Truth.TRUE, Truth.UNDERSTATED, Truth.FALSE)

_OPEN_MOMENTS = {
    Window.ANY: {Moment.MUS, Moment.GRANDE, Moment.LATER, Moment.PUNTO},
    Window.BEFORE_CUT: {Moment.MUS},
    Window.AFTER_GRANDE: {Moment.LATER, Moment.PUNTO},
    Window.PUNTO: {Moment.PUNTO},
}

_MOMENTS = {
    Stage.MUS_TALK: Moment.MUS,
    Stage.DISCARD: Moment.MUS,
    Stage.GRANDE: Moment.GRANDE,
    Stage.CHICA: Moment.LATER,
    Stage.PARES_DECL: Moment.LATER,
    Stage.PARES: Moment.LATER,
    Stage.JUEGO_DECL: Moment.LATER,
    Stage.JUEGO: Moment.LATER,
    Stage.PUNTO: Moment.PUNTO,
}

_SPOKEN_MOMENTS = {
    Moment.MUS: "before the mus is cut",
    Moment.CORRIDO: "during mus corrido",
    Moment.GRANDE: "during grande",
    Moment.LATER: "once grande is closed",
    Moment.PUNTO: "at punto",
}

_SPOKEN_GESTURES = {
    Gesture.BITE_LIP_CENTER: "biting the lower lip",
    Gesture.BITE_LIP_SIDE: "biting the lower lip at a side",
    Gesture.TONGUE_FRONT: "the tongue tip",
    Gesture.TONGUE_SIDE: "the tongue to a side",
    Gesture.MOUTH_SIDE: "the mouth pulled aside",
    Gesture.BROWS_UP: "raising the eyebrows",
    Gesture.WINK: "a wink",
    Gesture.HEAD_TILT: "tilting the head",
    Gesture.HEAD_TURN: "turning the head",
    Gesture.HEAD_UP: "lifting the chin",
    Gesture.SHOULDERS_BOTH: "lifting both shoulders",
    Gesture.SHOULDER_RIGHT: "lifting the right shoulder",
    Gesture.SHOULDER_LEFT: "lifting the left shoulder",
    Gesture.SHOULDER_ONE: "lifting one shoulder",
    Gesture.EYES_SHUT: "shutting both eyes",
    Gesture.KISS: "pushing out the lips",
    Gesture.EARLOBE: "touching the ear lobe",
    Gesture.NOSE_WRINKLED: "wrinkling the nose",
    Gesture.OTHER: "an unknown gesture",
}

_REASONS = {
    Truth.TRUE: "{gesture} says {claim}: {hand} holds it",
    Truth.UNDERSTATED: "{gesture} says {claim}: {hand} holds more than that",
    Truth.FALSE: "{gesture} says {claim}: {hand} does not hold it",
}


def _reason(gesture: Gesture, claim: Claim, truth: Truth, hand: Hand) -> str:
    return _REASONS[truth].format(gesture=gesture.spoken, claim=claim.spoken, hand=hand)


def _read_meanings(where: str, gesture: str, lines: Any) -> list[Meaning]:
    if gesture not in set(Gesture):
        raise UnreadableError(f"{where}: no gesture {gesture!r}; allowed: {', '.join(Gesture)}")
    if not isinstance(lines, Sequence) or isinstance(lines, str):
        raise UnreadableError(f"{where}: {gesture} is {lines!r}; allowed: a list of claims")
    return [_read_meaning(f"{where}: {gesture}", Gesture(gesture), line) for line in lines]


def _read_meaning(where: str, gesture: Gesture, line: Any) -> Meaning:
    claim, _, window = line.partition(" ") if isinstance(line, str) else ("", "", "")
    if claim not in set(Claim):
        raise UnreadableError(f"{where} cannot claim {line!r}; allowed: {', '.join(Claim)}")
    if window and window not in set(Window):
        raise UnreadableError(f"{where} has no window {window!r}; allowed: {', '.join(Window)}")
    return Meaning(gesture, Claim(claim), Window(window or Window.ANY))


@cache
def _shipped() -> Mapping[Signals, Vocabulary]:
    text = (files("referee.mus") / "vocabularies.toml").read_text(encoding="utf-8")
    return {
        Signals(name): Vocabulary.from_mapping(name, lines)
        for name, lines in tomllib.loads(text).items()
    }
