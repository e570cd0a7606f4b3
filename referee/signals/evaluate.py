"""Measure the recogniser on labelled recordings: what it finds, what it invents, how soon.

A label is found by an event of the same gesture, to the same side, that overlaps it within
`EARLY_S` and `LATE_S`; each event finds one label and each label is found once. What is left over
is a false event, unless it lies on a label marked optional (there, seeing it counts neither way).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import exp, factorial

from referee.errors import UnreadableError
from referee.signals.cues import CUES
from referee.signals.gesture import Gesture, GestureEvent, Side
from referee.signals.neutral import TYPICAL, Neutral
from referee.signals.parts import DELIBERATE, WATCHES
from referee.signals.recogniser import Recogniser, WatchState, look_at
from referee.signals.recorded import Label, Recording
from referee.signals.templates import FEATURES, Template, Templates

EARLY_S = 0.15
"""Labels were read off frames, to about 0.07 s."""
LATE_S = 0.35
_ALSO = {"pucker": Gesture.KISS}
TONGUES = (Gesture.TONGUE_FRONT, Gesture.TONGUE_SIDE)


@dataclass(frozen=True, slots=True)
class Watched:
    """What the recogniser made of one recording."""

    recording: Recording
    events: tuple[GestureEvent, ...]
    looks: int
    untold: int
    """Looks at which it could not tell."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A false event, or a label that was not found."""

    recording: str
    is_real: bool
    what: str
    at_s: float

    def __str__(self) -> str:
        return f"{self.recording} at {self.at_s:.1f} s: {self.what}"


@dataclass(slots=True)
class Report:
    """The figures of one run over the clips."""

    found: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By gesture and kind of label: real, clear, subtle."""
    labelled: Counter[tuple[str, str]] = field(default_factory=Counter)
    unlisted_found: int = 0
    unlisted_labelled: int = 0
    true_events: Counter[str] = field(default_factory=Counter)
    false_events: Counter[str] = field(default_factory=Counter)
    delays_s: list[float] = field(default_factory=list)
    wrong_side: int = 0
    doubtful: int = 0
    """Signals seen where the label itself is in doubt; they count neither way."""
    missed: list[Mistake] = field(default_factory=list)
    false_signals: list[Mistake] = field(default_factory=list)
    false_unlisted: list[Mistake] = field(default_factory=list)
    looks: int = 0
    untold: int = 0
    seconds: dict[bool, float] = field(default_factory=lambda: {False: 0.0, True: 0.0})
    """Footage watched, by whether it is real."""

    def recall(self, kind: str, gestures: Iterable[str] | None = None) -> tuple[int, int]:
        """Found and labelled events of one kind."""
        wanted = None if gestures is None else set(gestures)
        keys = [k for k in self.labelled if k[1] == kind and (wanted is None or k[0] in wanted)]
        return sum(self.found[k] for k in keys), sum(self.labelled[k] for k in keys)

    def false_count(self, is_real: bool) -> int:
        """Listed signals that were not there."""
        return sum(m.is_real is is_real for m in self.false_signals)

    def questions(self, is_real: bool) -> int:
        """False questions: listed signals that were not there, and flags on what is benign."""
        return self.false_count(is_real) + sum(m.is_real is is_real for m in self.false_unlisted)

    def questions_an_hour(self, is_real: bool) -> float:
        """As many as were seen."""
        return self._an_hour(self.questions(is_real), is_real)

    def most_questions_an_hour(self, is_real: bool) -> float:
        """What the footage still allows: were it more, so few would be seen in one of 20 tries."""
        return self._an_hour(_most_expected(self.questions(is_real)), is_real)

    def _an_hour(self, count: float, is_real: bool) -> float:
        hours = self.seconds[is_real] / 3600
        return count / hours if hours else 0.0


def watch(
    recording: Recording, listed: frozenset[Gesture], templates: Templates | None = None
) -> Watched:
    """Run the recogniser over one clip, from the neutral that its labels point at.

    Where they point at none, the middle of the whole clip is the neutral.
    """
    recogniser = Recogniser(recording.person, listed, _neutral(recording), templates or Templates())
    events: list[GestureEvent] = []
    untold = 0
    for observation in recording.observations:
        events += recogniser.update(observation)
        untold += recogniser.state is not WatchState.WATCHING
    events += recogniser.finish()
    return Watched(recording, tuple(events), len(recording.observations), untold)


def evaluate(
    recordings: Sequence[Recording], listed: frozenset[Gesture], with_templates: bool = False
) -> Report:
    """Watch every clip and compare.

    `with_templates`: the player has shown each signal in the other clips of the same person;
    signals that no other clip of that person holds have no template.
    """
    clips = [r for r in recordings if not r.is_photo]
    report = Report()
    for clip in clips:
        others = [r for r in clips if r.person == clip.person and r is not clip]
        shown = templates_of(others) if with_templates else None
        compare(watch(clip, listed, shown), listed, report)
    return report


def compare(watched: Watched, listed: frozenset[Gesture], report: Report) -> None:
    """Add one recording to a report."""
    clip = watched.recording
    report.looks += watched.looks
    report.untold += watched.untold
    report.seconds[clip.is_real] += clip.duration_s
    wanted = [
        x for x in clip.labels if x.kind == "signal" and not x.optional and x.gesture in listed
    ]
    pairs = _pair(watched.events, wanted)
    for label in wanted:
        key = (label.gesture, _kind(clip, label))
        report.labelled[key] += 1
        if label in pairs.values():
            report.found[key] += 1
        else:
            side = f" to the {label.side}" if label.side else ""
            what = f"{label.gesture}{side}, {_kind(clip, label)}"
            report.missed.append(Mistake(clip.name, clip.is_real, what, label.start_s or 0.0))
    for event, label in pairs.items():
        report.true_events[event.gesture] += 1
        report.delays_s.append(event.recognised_s - (label.start_s or 0.0))
    nonstandard = [x for x in clip.labels if _is_unlisted(x, listed) and not x.optional]
    flags = [e for e in watched.events if e.gesture not in listed]
    report.unlisted_labelled += len(nonstandard)
    report.unlisted_found += sum(any(_overlap(e, x) > 0 for e in flags) for x in nonstandard)
    for event in watched.events:
        if event not in pairs:
            _count_left_over(event, clip, listed, report)


def _count_left_over(
    event: GestureEvent, clip: Recording, listed: frozenset[Gesture], report: Report
) -> None:
    near = [x for x in clip.labels if _overlap(event, x) > 0]
    what = event.description or f"{event.gesture} {event.side or ''}".strip()
    mistake = Mistake(clip.name, clip.is_real, what, event.start_s)
    if event.gesture in listed:
        if any(_is_in_doubt(x, event) for x in near):
            report.doubtful += 1
            return
        report.false_events[event.gesture] += 1
        report.false_signals.append(mistake)
        report.wrong_side += any(
            x.gesture == event.gesture and x.side not in (None, event.side) for x in near
        )
    elif not any(_is_unlisted(x, listed) or x.optional for x in near):
        report.false_unlisted.append(mistake)


def templates_of(recordings: Iterable[Recording]) -> Templates:
    """What a person shows in the labelled signals of some recordings."""
    shown: list[Template] = []
    for recording in recordings:
        neutral = _neutral(recording)
        for label in recording.labels:
            known = label.kind == "signal" and not label.optional and label.gesture in WATCHES
            if not known or WATCHES[Gesture(label.gesture)].part not in FEATURES:
                continue
            looks = [
                look_at(o, o.face, neutral)
                for o in recording.observations
                if o.face and (label.start_s or 0) <= o.time_s <= (label.end_s or 0)
            ]
            # What cannot be learnt stays generic, as it would at a table.
            with suppress(UnreadableError):
                shown.append(Template.of(Gesture(label.gesture), label.side, looks))
    return Templates(tuple(shown))


@dataclass(frozen=True, slots=True)
class PhotoReport:
    """Winks and tongues in single photographs, judged without a neutral of their own."""

    winks: tuple[int, int]
    """Found, to the right side, of how many."""
    tongues: tuple[int, int]
    """Found, front or side, of how many."""
    false_winks: tuple[str, ...]
    false_tongues: tuple[str, ...]
    photos: int


def evaluate_photos(recordings: Iterable[Recording]) -> PhotoReport:
    """Compare each photograph with a typical neutral face."""
    photos = [r for r in recordings if r.is_photo]
    winks, tongues, false_winks, false_tongues = [], [], [], []
    for photo in photos:
        seen = _seen_in_photo(photo)
        wink = [x for x in photo.labels if x.gesture == Gesture.WINK]
        tongue = [x for x in photo.labels if x.gesture in TONGUES]
        side = next((side for gesture, side in seen if gesture is Gesture.WINK), None)
        out = any(gesture in TONGUES for gesture, _ in seen)
        if not wink and side:
            false_winks.append(photo.name)
        if not tongue and out:
            false_tongues.append(photo.name)
        winks += [x.side is side for x in wink if not x.optional]
        tongues += [out for x in tongue if not x.optional]
    return PhotoReport(
        (sum(winks), len(winks)),
        (sum(tongues), len(tongues)),
        tuple(false_winks),
        tuple(false_tongues),
        len(photos),
    )


def _seen_in_photo(photo: Recording) -> list[tuple[Gesture, Side | None]]:
    face = photo.observations[0].face
    if face is None:
        return []
    look = look_at(photo.observations[0], face, TYPICAL)
    return [
        (gesture, side)
        for gesture in (Gesture.WINK, *TONGUES)
        for side in WATCHES[gesture].sides
        if (CUES[gesture](look, side) or 0.0) >= 0.5
    ]


def _most_expected(seen: int) -> float:
    """The largest mean of a Poisson count of which `seen` or fewer come in one of 20 tries."""

    def tail(mean: float) -> float:
        return exp(-mean) * sum(mean**k / factorial(k) for k in range(seen + 1))

    low, high = 0.0, 10.0 + 3.0 * seen
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if tail(middle) > 0.05 else (low, middle)
    return low


def _neutral(recording: Recording) -> Neutral:
    if recording.neutral_s is None:
        return Neutral.of(recording.observations)
    start, end = recording.neutral_s
    return Neutral.of(o for o in recording.observations if start <= o.time_s <= end)


def _is_in_doubt(label: Label, event: GestureEvent) -> bool:
    """A label marked so, and one that means just this movement and calls it no signal: under a
    list that has it (a pursed mouth, a turned head) nobody can say."""
    same = label.gesture == event.gesture or _ALSO.get(label.gesture) == event.gesture
    return same and (label.optional or label.kind != "signal")


def _is_unlisted(label: Label, listed: frozenset[Gesture]) -> bool:
    """Deliberate and in no list: made up, or a signal of another list that nobody makes by
    accident."""
    other_list = label.gesture in DELIBERATE and label.gesture not in listed
    return label.kind == "nonstandard" or (label.kind == "signal" and other_list)


def _kind(clip: Recording, label: Label) -> str:
    if clip.is_real:
        return "real"
    return "clear" if label.intensity == "clear" else "subtle"


def _pair(events: Iterable[GestureEvent], labels: Iterable[Label]) -> dict[GestureEvent, Label]:
    """The pairs that overlap most, each event and each label once."""
    near = [
        (_overlap(event, label), event, label)
        for event in events
        for label in labels
        if event.gesture == label.gesture and label.side in (None, event.side)
    ]
    pairs: dict[GestureEvent, Label] = {}
    for overlap, event, label in sorted(near, key=lambda row: -row[0]):
        if overlap > 0 and event not in pairs and label not in pairs.values():
            pairs[event] = label
    return pairs


def _overlap(event: GestureEvent, label: Label) -> float:
    """Seconds in common, the label widened by what labels are worth; above 0 is together."""
    if label.start_s is None or label.end_s is None:
        return 0.0
    end = event.recognised_s if event.end_s is None else event.end_s
    return min(end, label.end_s + LATE_S) - max(event.start_s, label.start_s - EARLY_S)
