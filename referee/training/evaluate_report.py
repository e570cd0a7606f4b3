"""What was measured on labelled pictures, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from referee.training.confusions import confusion_lines, confusions
from referee.training.evaluate import Reading, Report


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:6.1f}" if whole else "     -"


def report_lines(report: Report) -> Iterator[str]:
    """Tables for people; percentages."""
    yield (
        f"{'':22s}{'cards':>6s} {'found':>6s} {'read':>6s} {'precis':>6s} "
        f"{'sure':>6s} {'sureOK':>6s} {'hands':>6s} {'exact':>6s} {'settled':>7s} {'wrong':>5s}"
    )
    for (kind, name), t in report.tallies.items():
        yield (
            f"{kind + ' ' + name:22s}{t.cards:6d} {_share(t.found, t.cards)} "
            f"{_share(t.read, t.cards)} {_share(t.predicted_right, t.predicted)} "
            f"{_share(t.certain_read, t.cards)} {_share(t.certain_right, t.certain)} "
            f"{_share(t.exact_hands, t.hands)} {_share(t.exact_reveals, t.reveals)} "
            f"{_share(t.committed, t.reveals):>7s} {t.committed - t.committed_right:5d}"
        )
    yield (
        "found, read: share of the countable cards; precis: of all readings; sure, sureOK: same "
        f"from confidence {report.threshold:.2f}; hands, exact: all four, all sixteen right; "
        "settled: reveals without a fault; wrong: of those, not right"
    )
    yield ""
    yield from confusion_lines(report.readings, report.threshold)


def report_json(report: Report) -> dict[str, Any]:
    """The counts of every group, the confusions, every card and the predictions as plain data."""
    return {
        "threshold": report.threshold,
        "groups": {f"{kind} {name}": asdict(t) for (kind, name), t in report.tallies.items()},
        "mistaken": [[c.truth, c.read_as, len(c.readings)] for c in confusions(report.readings)],
        "cards": [_card(reading) for reading in report.readings],
        "predictions": report.predictions,
    }


def _card(reading: Reading) -> dict[str, Any]:
    conditions = reading.conditions
    return {
        "picture": reading.picture.path.name,
        "card": reading.label.name,
        "read": reading.read_as,
        "confidence": round(reading.sighting.confidence, 4) if reading.sighting else None,
        "visible": reading.label.visible,
        "counts": reading.label.counts,
        "length": round(conditions.length, 1),
        "blur": round(conditions.blur, 2),
        "light": round(conditions.light),
        "layout": reading.label.laid,
        **{key: value for key, value in reading.picture.groups.items() if key != "layout"},
    }
