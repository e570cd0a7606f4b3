"""The figures of an evaluation, as people and as programs read them."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any

from referee.signals.evaluate import Mistake, PhotoReport, Report

KINDS = ("clear", "subtle", "real")
WORST_SHOWN = 20


def report_lines(reports: dict[str, Report], photos: PhotoReport) -> list[str]:
    """A table for each report (without and with templates), then the photographs."""
    lines: list[str] = []
    for title, report in reports.items():
        lines += [title, "", *_table(report), "", *_totals(report), ""]
        lines += _list("not found", report.missed)
        lines += _list("signals that were not there", report.false_signals)
        lines += _list("flags on what is benign", report.false_unlisted)
    return [*lines, *_photo_lines(photos)]


def report_json(reports: dict[str, Report], photos: PhotoReport) -> dict[str, Any]:
    """The same figures."""
    return {
        "clips": {title: _json(report) for title, report in reports.items()},
        "photographs": {
            "winks": photos.winks,
            "tongues": photos.tongues,
            "false_winks": list(photos.false_winks),
            "false_tongues": list(photos.false_tongues),
            "photographs": photos.photos,
        },
    }


def _table(report: Report) -> list[str]:
    gestures = sorted({gesture for gesture, _ in report.labelled} | set(report.false_events))
    lines = [f"{'gesture':<18}{'clear':>8}{'subtle':>8}{'real':>8}{'false':>8}{'precision':>11}"]
    for gesture in gestures:
        cells = [_share(report.recall(kind, [gesture])) for kind in KINDS]
        true, false = report.true_events[gesture], report.false_events[gesture]
        precision = f"{100 * true / (true + false):.0f} %" if true + false else "-"
        lines.append(
            f"{gesture:<18}" + "".join(f"{c:>8}" for c in cells) + f"{false:>8}{precision:>11}"
        )
    total = [_share(report.recall(kind)) for kind in KINDS]
    false = sum(report.false_events.values())
    return [*lines, f"{'all':<18}" + "".join(f"{c:>8}" for c in total) + f"{false:>8}"]


def _totals(report: Report) -> list[str]:
    seconds = report.seconds
    delay = f"{median(report.delays_s):.2f} s" if report.delays_s else "-"
    return [
        f"unlisted movements found  {_share((report.unlisted_found, report.unlisted_labelled))}",
        f"false signals             {report.false_count(False)} in {seconds[False]:.0f} s made, "
        f"{report.false_count(True)} in {seconds[True]:.0f} s real",
        f"to the wrong side         {report.wrong_side}",
        f"onset to event, median    {delay}",
        f"looks that cannot tell    {100 * report.untold / max(1, report.looks):.1f} %",
        f"signals where in doubt    {report.doubtful}",
        f"false questions an hour   {_rate(report, False)} made, {_rate(report, True)} real",
    ]


def _photo_lines(photos: PhotoReport) -> list[str]:
    return [
        f"photographs ({photos.photos}): winks {_share(photos.winks)}, "
        f"tongues {_share(photos.tongues)}, "
        f"false winks {len(photos.false_winks)}, false tongues {len(photos.false_tongues)}",
    ]


def _rate(report: Report, is_real: bool) -> str:
    seen, most = report.questions_an_hour(is_real), report.most_questions_an_hour(is_real)
    return f"{seen:.0f} (95 %: below {most:.0f})"


def _list(title: str, mistakes: Sequence[Mistake]) -> list[str]:
    if not mistakes:
        return []
    more = len(mistakes) - WORST_SHOWN
    shown = [f"  {mistake}" for mistake in mistakes[:WORST_SHOWN]]
    return [f"{title}:", *shown, *([f"  and {more} more"] if more > 0 else []), ""]


def _share(pair: tuple[int, int]) -> str:
    return f"{pair[0]}/{pair[1]}" if pair[1] else "-"


def _json(report: Report) -> dict[str, Any]:
    return {
        "recall": {
            kind: {g: report.recall(kind, [g]) for g, k in sorted(report.labelled) if k == kind}
            for kind in KINDS
        },
        "true_events": dict(report.true_events),
        "false_events": dict(report.false_events),
        "unlisted": [report.unlisted_found, report.unlisted_labelled],
        "false_made": report.false_count(False),
        "false_real": report.false_count(True),
        "wrong_side": report.wrong_side,
        "onset_to_event_s": median(report.delays_s) if report.delays_s else None,
        "cannot_tell": report.untold / max(1, report.looks),
        "false_questions_an_hour": {
            "made": report.questions_an_hour(False),
            "real": report.questions_an_hour(True),
            "made_at_most": report.most_questions_an_hour(False),
            "real_at_most": report.most_questions_an_hour(True),
        },
        "on_doubtful_labels": report.doubtful,
        "seconds": {"made": report.seconds[False], "real": report.seconds[True]},
        "missed": [str(m) for m in report.missed],
        "false_signals": [str(m) for m in report.false_signals],
        "false_flags": [str(m) for m in report.false_unlisted],
    }
