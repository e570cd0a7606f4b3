"""Rulings as they are read, and what the judge says under each ruleset."""

from dataclasses import replace
from pathlib import Path

import pytest

from referee.errors import NotAllowedError, UnreadableError
from referee.mus.claims import Claim, Truth
from referee.mus.hands import Hand
from referee.mus.keinuak import Infraction, Moment
from referee.mus.ruleset import Ruleset, Signals
from referee.signals.gesture import Gesture, GestureEvent, Side
from referee.signals.judge import Judge, Verdict, listed_in

GOLDEN = Path(__file__).parent.parent / "golden" / "rulings.txt"


def judge(signals: Signals) -> Judge:
    return Judge.of(replace(Ruleset.preset("common40"), signals=signals))


def event(gesture: Gesture, side: Side | None = None, description: str = "") -> GestureEvent:
    return GestureEvent("A", gesture, 12.4, 12.6, 13.0, side, 0.93, 0.98, description)


WINK = event(Gesture.WINK, Side.LEFT)
SHRUG = event(Gesture.SHOULDER_LEFT, Side.LEFT)
OTHER = event(Gesture.OTHER, description="rolled in the lips for 0.8 s, 2nd time")


def test_rulings_read_like_this() -> None:
    classic, fem, bizkaia = (judge(s) for s in (Signals.CLASSIC13, Signals.FEM, Signals.BIZKAIA))
    legal = classic.judge(WINK, Moment.GRANDE)
    pair = bizkaia.judge(event(Gesture.BITE_LIP_CENTER), Moment.MUS)
    rulings = {
        "a signal, before the cards are seen": legal,
        "borne out by the cards": classic.reveal(legal, Hand.parse("Kh 7s 7c 7d")),
        "not borne out": classic.reveal(legal, Hand.parse("Kh 3d 4s Ac")),
        "during mus corrido": classic.judge(WINK, Moment.CORRIDO),
        "before grande is closed": fem.judge(event(Gesture.WINK, Side.RIGHT), Moment.LATER),
        "an intent after the cut": fem.judge(event(Gesture.HEAD_TILT, Side.LEFT), Moment.GRANDE),
        "less than the hand holds": bizkaia.reveal(pair, Hand.parse("Kh Kd Kc 7d")),
        "in no list": classic.judge(OTHER, Moment.LATER),
        "in another list": judge(Signals.CORE5).judge(
            event(Gesture.SHOULDER_LEFT, Side.LEFT), None
        ),
        "where no signals are allowed": judge(Signals.NONE).judge(WINK, Moment.MUS),
        "hardly seen": classic.judge(replace(WINK, visibility=0.6), Moment.MUS),
        "nobody told where the deal stood": classic.judge(WINK, None),
        "still being made": classic.judge(replace(WINK, end_s=None), Moment.MUS),
    }
    text = "".join(
        f"# {name}\n" + "\n".join(ruling.lines()) + "\n\n" for name, ruling in rulings.items()
    )
    assert text == GOLDEN.read_text(encoding="utf-8")
    assert "cheat" not in text.lower()


@pytest.mark.parametrize(
    ("signals", "made", "moment", "verdict"),
    [
        (Signals.CLASSIC13, WINK, Moment.MUS, Verdict.LEGAL),
        (Signals.CLASSIC13, WINK, Moment.CORRIDO, Verdict.OUTSIDE_WINDOW),
        (Signals.CLASSIC13, event(Gesture.KISS, description="x"), Moment.MUS, Verdict.UNLISTED),
        (Signals.FEM, event(Gesture.KISS), Moment.MUS, Verdict.LEGAL),
        (Signals.FEM, event(Gesture.SHOULDER_LEFT, Side.LEFT), Moment.MUS, Verdict.LEGAL),
        (Signals.FEM, event(Gesture.HEAD_TILT, Side.LEFT), Moment.GRANDE, Verdict.OUTSIDE_WINDOW),
        (Signals.CORE5, event(Gesture.EARLOBE, Side.LEFT), Moment.MUS, Verdict.UNLISTED),
        (Signals.CLASSIC13, OTHER, None, Verdict.UNLISTED),
        (Signals.CLASSIC13, WINK, None, Verdict.CANNOT_TELL),
        (Signals.CLASSIC13, replace(WINK, visibility=0.6), Moment.MUS, Verdict.CANNOT_TELL),
        (Signals.CLASSIC13, replace(OTHER, visibility=0.6), Moment.MUS, Verdict.CANNOT_TELL),
    ],
)
def test_what_can_be_said_without_the_cards(
    signals: Signals, made: GestureEvent, moment: Moment | None, verdict: Verdict
) -> None:
    ruling = judge(signals).judge(made, moment)
    assert ruling.verdict is verdict
    assert ruling.needs_answer is (verdict in (Verdict.OUTSIDE_WINDOW, Verdict.UNLISTED))
    assert (ruling.question is not None) is ruling.needs_answer
    assert ruling.truth is None


@pytest.mark.parametrize(
    ("signals", "gesture", "hand", "truth", "infraction"),
    [
        (Signals.CLASSIC13, Gesture.BITE_LIP_CENTER, "Kh Kd 7c 4d", Truth.TRUE, None),
        (Signals.CLASSIC13, Gesture.BITE_LIP_CENTER, "Kh Kd Kc 4d", Truth.UNDERSTATED, None),
        (
            Signals.BIZKAIA,
            Gesture.BITE_LIP_CENTER,
            "Kh Kd Kc 4d",
            Truth.UNDERSTATED,
            Infraction.INCOMPLETE_SIGNAL,
        ),
        (Signals.CLASSIC13, Gesture.EYES_SHUT, "Kh Kd 7c 4d", Truth.FALSE, Infraction.FALSE_SIGNAL),
    ],
)
def test_what_the_cards_say(
    signals: Signals, gesture: Gesture, hand: str, truth: Truth, infraction: Infraction | None
) -> None:
    before = judge(signals).judge(event(gesture), Moment.MUS)
    after = judge(signals).reveal(before, Hand.parse(hand))
    assert (after.truth, after.infraction) == (truth, infraction)
    assert after.event is before.event


def test_only_what_was_legal_is_compared_with_the_cards() -> None:
    for made, moment in ((OTHER, Moment.MUS), (WINK, None), (WINK, Moment.CORRIDO)):
        ruling = judge(Signals.CLASSIC13).judge(made, moment)
        assert judge(Signals.CLASSIC13).reveal(ruling, Hand.parse("Kh Kd 7c 4d")) == ruling


def test_an_intent_is_never_true_or_false() -> None:
    ruling = judge(Signals.FEM).judge(event(Gesture.HEAD_UP), Moment.GRANDE)
    after = judge(Signals.FEM).reveal(ruling, Hand.parse("Kh Kd 7c 4d"))
    assert (after.claim, after.truth) == (Claim.INTENT_RAISE, None)


def test_what_must_be_watched() -> None:
    assert len(listed_in("classic13")) == 13
    assert {Gesture.SHOULDER_LEFT, Gesture.SHOULDER_RIGHT} <= listed_in("fem")
    assert listed_in("none") == frozenset()
    assert judge(Signals.CORE5).listed == listed_in("core5")
    with pytest.raises(UnreadableError, match="no list of signals 'mine'; allowed: core5"):
        listed_in("mine")
    with pytest.raises(NotAllowedError, match="agree on a list"):
        listed_in("agreed")
