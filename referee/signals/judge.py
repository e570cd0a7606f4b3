"""What a gesture means under the table's ruleset: a ruling with its rule and its evidence.

The only module here that knows the rules of a game. A ruling that finds something amiss is a
question for the human referee and nothing more: the answer is the referee's.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

from referee.errors import UnreadableError
from referee.mus.claims import Claim, Truth
from referee.mus.hands import Hand
from referee.mus.keinuak import Gesture as Keinu
from referee.mus.keinuak import Infraction, Moment, Vocabulary, Window, vocabulary
from referee.mus.keinuak import Ruling as RuleOfMus
from referee.mus.ruleset import Ruleset, Signals
from referee.signals.gesture import Gesture, GestureEvent

WELL_SEEN = 0.7
"""What was seen less well, on average, is no ground for a question."""


class Verdict(StrEnum):
    """What can be said without the cards."""

    LEGAL = "legal"
    OUTSIDE_WINDOW = "outside its window"
    UNLISTED = "unlisted"
    CANNOT_TELL = "cannot tell"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What one gesture amounts to."""

    event: GestureEvent
    moment: Moment | None
    """Where the deal stood; None when nobody had told."""
    verdict: Verdict
    rule: str
    """The rule that this rests on."""
    reason: str
    claim: Claim | None = None
    truth: Truth | None = None
    """None before the reveal, and for what claims no cards."""
    infraction: Infraction | None = None

    @property
    def needs_answer(self) -> bool:
        """Whether the referee is asked."""
        return self.infraction is not None

    @property
    def evidence(self) -> str:
        """When it was seen, how clearly and how well."""
        e = self.event
        until = "on" if e.end_s is None else f"to {e.end_s:.1f} s"
        return (
            f"seen from {e.start_s:.1f} s {until}, "
            f"strength {e.strength:.2f}, visibility {100 * e.visibility:.0f} %"
        )

    @property
    def question(self) -> str | None:
        """What the referee is asked; None when there is nothing to ask."""
        if self.infraction is None:
            return None
        return f"{self.event.player}: {_ASKED[self.infraction]}"

    def lines(self) -> list[str]:
        """The ruling as it is read."""
        judged = f"{self.verdict}" + (f", {self.truth}" if self.truth else "")
        lines = [
            f"{self.event.player}  {spoken(self.event)}",
            f"  {judged}: {self.reason}",
            f"  rule: {self.rule}",
            f"  evidence: {self.evidence}",
        ]
        return [*lines, f"  question: {self.question}"] if self.question else lines


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges gestures under one ruleset."""

    ruleset: Ruleset
    vocabulary: Vocabulary

    @classmethod
    def of(cls, ruleset: Ruleset) -> Self:
        """The judge of a ruleset; raises NotAllowedError when the pairs must agree first."""
        return cls(ruleset, vocabulary(ruleset.signals))

    @property
    def listed(self) -> frozenset[Gesture]:
        """The gestures that may be signals here: what the recogniser must watch.

        Where one shoulder counts whichever it is, both are watched. A gesture that no camera
        tells yet (a wrinkled nose) is left out.
        """
        return _watched(self.vocabulary)

    def judge(self, event: GestureEvent, moment: Moment | None) -> Ruling:
        """Rule on what was seen, before the cards are known."""
        rule = _rule(self.vocabulary, event)
        if event.visibility < WELL_SEEN:
            reason = f"only {100 * event.visibility:.0f} % of it was seen"
            return Ruling(event, moment, Verdict.CANNOT_TELL, rule, reason)
        listed = self.vocabulary.meanings_of(_keinu(event))
        if moment is None and listed:
            reason = "nobody told where the deal stood"
            return Ruling(event, moment, Verdict.CANNOT_TELL, rule, reason)
        ruled = self._ask_the_rules(event, moment or Moment.MUS, None)
        if event.gesture is Gesture.OTHER:
            ruled = replace(ruled, reason=f"it is not a signal of {self.vocabulary.name}")
        return Ruling(
            event,
            moment,
            _VERDICTS[ruled.infraction],
            rule,
            ruled.reason,
            ruled.claim,
            None,
            ruled.infraction,
        )

    def reveal(self, ruling: Ruling, hand: Hand) -> Ruling:
        """Rule again now that the hand held at the time of the gesture is known.

        Only what was legal claims anything; any other ruling comes back unchanged.
        """
        if ruling.verdict is not Verdict.LEGAL or ruling.moment is None:
            return ruling
        ruled = self._ask_the_rules(ruling.event, ruling.moment, hand)
        return replace(
            ruling,
            reason=ruled.reason,
            claim=ruled.claim,
            truth=ruled.truth,
            infraction=ruled.infraction,
        )

    def _ask_the_rules(self, event: GestureEvent, moment: Moment, hand: Hand | None) -> RuleOfMus:
        return self.vocabulary.judge(_keinu(event), moment, hand, self.ruleset)


def listed_in(signals: str) -> frozenset[Gesture]:
    """The gestures of a list of signals by its name; raises RefereeError for another name."""
    if signals not in set(Signals):
        raise UnreadableError(f"no list of signals {signals!r}; allowed: {', '.join(Signals)}")
    return _watched(vocabulary(Signals(signals)))


def spoken(event: GestureEvent) -> str:
    """`a wink (right) for 0.6 s`: what was done, as it is read out."""
    if event.description:
        return event.description
    side = f" ({event.side})" if event.side and not event.gesture.value.endswith(event.side) else ""
    lasted = "" if event.duration_s is None else f" for {event.duration_s:.1f} s"
    return f"{_keinu(event).spoken}{side}{lasted}"


def _watched(allowed: Vocabulary) -> frozenset[Gesture]:
    names = {meaning.gesture for meaning in allowed.meanings}
    if Keinu.SHOULDER_ONE in names:
        names |= {Keinu.SHOULDER_LEFT, Keinu.SHOULDER_RIGHT}
    return frozenset(Gesture(name.value) for name in names if name.value in set(Gesture))


def _keinu(event: GestureEvent) -> Keinu:
    return Keinu(event.gesture.value)


def _rule(allowed: Vocabulary, event: GestureEvent) -> str:
    """The line of the vocabulary: what the gesture may claim, and when."""
    meanings = allowed.meanings_of(_keinu(event))
    if not meanings:
        return f"{allowed.name}: only the signals of the list may be passed"
    claims = (
        m.claim.spoken + ("" if m.window is Window.ANY else f" ({_SPOKEN_WINDOWS[m.window]})")
        for m in meanings
    )
    return f"{allowed.name}: {_keinu(event).spoken} may say {' or '.join(claims)}"


_VERDICTS = {
    None: Verdict.LEGAL,
    Infraction.UNLISTED_SIGNAL: Verdict.UNLISTED,
    Infraction.WRONG_MOMENT: Verdict.OUTSIDE_WINDOW,
}

_SPOKEN_WINDOWS = {
    Window.BEFORE_CUT: "before the mus is cut",
    Window.AFTER_GRANDE: "once grande is closed",
    Window.PUNTO: "at punto",
}

_ASKED = {
    Infraction.UNLISTED_SIGNAL: "was this meant for the partner?",
    Infraction.WRONG_MOMENT: "was this a signal, made when signals are closed?",
    Infraction.FALSE_SIGNAL: "was this a signal? The cards do not bear it out.",
    Infraction.INCOMPLETE_SIGNAL: "was this a signal? It must tell all, and the hand holds more.",
}
