"""Which cards are mistaken for which, and under which conditions."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from referee.training.evaluate import Reading

PAIRS = 15
"""How many confusions the table for people shows."""


@dataclass(frozen=True)
class Confusion:
    """All cards of one kind that were read as another kind."""

    truth: str
    read_as: str
    readings: tuple[Reading, ...]


@dataclass(frozen=True)
class Condition:
    """A group of labelled cards: what they have in common, and all their readings."""

    kind: str
    name: str
    readings: tuple[Reading, ...]


@dataclass(frozen=True)
class _Scale:
    """A quantity of a card, the limits of its groups, and how a limit is written."""

    kind: str
    value: Callable[[Reading], float | None]
    limits: tuple[float, ...]
    form: str

    def name_of(self, value: float) -> str:
        place = bisect_right(self.limits, value)
        written = [self.form.format(limit) for limit in self.limits]
        if place == 0:
            return f"< {written[0]}"
        if place == len(written):
            return f">= {written[-1]}"
        return f"{written[place - 1]}-{written[place]}"

    def place_of(self, value: float) -> int:
        return bisect_right(self.limits, value)


SCALES = (
    _Scale("visible", lambda r: r.label.visible, (0.3, 0.4, 0.5, 0.65, 0.98), "{:.2f}"),
    _Scale("length", lambda r: r.conditions.length, (50, 70, 90, 110, 130, 160), "{:.0f}"),
    _Scale("blur", lambda r: r.conditions.blur, (0.4, 0.5, 0.6, 0.8, 1.2), "{:.1f}"),
    _Scale("light", lambda r: r.conditions.light, (90, 130, 170, 210, 240), "{:.0f}"),
)
"""Share in view; length (px), blur (px) and light (0..255) as `conditions` defines them."""


def deck_of(reading: Reading) -> str | None:
    """The deck of a card, where the labels say."""
    return reading.picture.groups.get("deck")


def layout_of(reading: Reading) -> str | None:
    """How the hand of a card lies, where the labels say."""
    return reading.label.laid or None


NAMES: tuple[tuple[str, Callable[[Reading], str | None]], ...] = (
    ("deck", deck_of),
    ("layout", layout_of),
)


def mistaken(readings: Sequence[Reading]) -> list[Reading]:
    """The cards that were found and read wrong."""
    return [r for r in readings if r.sighting is not None and not r.right]


def confusions(readings: Sequence[Reading]) -> list[Confusion]:
    """By truth and reading, most frequent first."""
    found: dict[tuple[str, str], list[Reading]] = {}
    for reading in mistaken(readings):
        found.setdefault((reading.label.name, str(reading.read_as)), []).append(reading)
    listed = [Confusion(*pair, tuple(cards)) for pair, cards in found.items()]
    return sorted(listed, key=lambda c: (-len(c.readings), c.truth, c.read_as))


def by_condition(readings: Sequence[Reading]) -> Iterator[Condition]:
    """The cards by share in view, size, blur, light, deck and layout, as far as each is known."""
    for scale in SCALES:
        bins: dict[int, list[Reading]] = {}
        for reading in readings:
            value = scale.value(reading)
            if value is not None:
                bins.setdefault(scale.place_of(value), []).append(reading)
        for place in sorted(bins):
            first = scale.value(bins[place][0])
            assert first is not None
            yield Condition(scale.kind, scale.name_of(first), tuple(bins[place]))
    for kind, name_of in NAMES:
        named: dict[str, list[Reading]] = {}
        for reading in readings:
            name = name_of(reading)
            if name is not None:
                named.setdefault(name, []).append(reading)
        for name in sorted(named):
            yield Condition(kind, name, tuple(named[name]))


def confusion_lines(readings: Sequence[Reading], threshold: float) -> Iterator[str]:
    """Two tables for people: the confusions with where they happen, and the rates by condition."""
    worst = confusions(readings)
    if not worst:
        yield "mistaken: none"
    else:
        yield f"{'mistaken':14s}{'n':>4s}{'sure':>5s} {_HEAD}"
        yield from (_pair_line(confusion, threshold) for confusion in worst[:PAIRS])
        if len(worst) > PAIRS:
            rest = sum(len(c.readings) for c in worst[PAIRS:])
            yield f"{len(worst) - PAIRS} more pairs with {rest} cards"
    yield ""
    yield (
        f"{'of all cards':22s}{'cards':>6s} {'missed':>6s} {'wrong':>6s} {'sure':>6s} "
        f"{'doubt':>6s}  mistaken"
    )
    for condition in by_condition(readings):
        yield _condition_line(condition, threshold)
    yield (
        "missed: not found or no open card; wrong, sure: read wrong, of these not listed as "
        "doubtful; doubt: listed as doubtful; % of cards, those hardly in view included"
    )
    yield (
        "visible: share in view; length: long edge, px; blur: width of edges, px; "
        "light: level of the paper, 0 to 255"
    )


_HEAD = f"{'visible':>10s} {'length':>8s} {'blur':>8s} {'light':>8s}  deck; layout"


def _pair_line(confusion: Confusion, threshold: float) -> str:
    cards = confusion.readings
    sure = sum(r.sure(threshold) for r in cards)
    spans = []
    for scale, form in zip(SCALES, ("{:.2f}", "{:.0f}", "{:.1f}", "{:.0f}"), strict=True):
        values = [v for v in map(scale.value, cards) if v is not None]
        spans.append(_span(values, form))
    visible, length, blur, light = spans
    names = "; ".join(filter(None, (_counted(map(of, cards)) for _, of in NAMES)))
    pair = f"{confusion.truth} as {confusion.read_as}"
    return (
        f"{pair:14s}{len(cards):4d}{sure:5d} {visible:>10s} {length:>8s} {blur:>8s} {light:>8s}"
        f"  {names}"
    ).rstrip()


def _span(values: Sequence[float], form: str) -> str:
    if not values:
        return "-"
    low, high = form.format(min(values)), form.format(max(values))
    return low if low == high else f"{low}-{high}"


def _counted(names: Iterator[str | None]) -> str:
    counts = Counter(name for name in names if name)
    return ", ".join(f"{name} {n}" for name, n in counts.most_common())


def _condition_line(condition: Condition, threshold: float) -> str:
    cards = condition.readings
    wrong = mistaken(cards)
    counts = (
        sum(r.sighting is None for r in cards),
        len(wrong),
        sum(r.sure(threshold) for r in wrong),
        sum(r.sighting is not None and not r.sure(threshold) for r in cards),
    )
    shares = " ".join(f"{100 * n / len(cards):6.1f}" for n in counts)
    worst = ", ".join(f"{c.truth} as {c.read_as} x{len(c.readings)}" for c in confusions(cards)[:3])
    return f"{condition.kind + ' ' + condition.name:22s}{len(cards):6d} {shares}  {worst}".rstrip()
