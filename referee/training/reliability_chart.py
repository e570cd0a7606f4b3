"""A reliability diagram: stated confidence against the share that was right."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.training.reliability import Stated, bins

Image = NDArray[np.uint8]

_SIDE, _LEFT, _BELOW, _ABOVE = 480, 64, 52, 16
_PAPER, _INK, _PALE = (255, 255, 255), (40, 40, 40), (215, 215, 215)
_COLOURS = ((176, 96, 32), (32, 110, 220), (80, 150, 60), (150, 60, 140))
_FONT = cv2.FONT_HERSHEY_SIMPLEX
_MARK = 4


def reliability_chart(series: Sequence[Stated]) -> Image:
    """BGR picture; each series is a line with marks of its own shape, larger for more cards.

    On the diagonal a confidence is a probability; below it the reader is too sure.
    """
    legend = 26 * len(series)
    image = np.full((_ABOVE + _SIDE + _BELOW + legend, _LEFT + _SIDE + 24, 3), _PAPER, np.uint8)
    for step in range(11):
        value = step / 10
        x, y = _at(value, value)
        cv2.line(image, (x, _ABOVE), (x, _ABOVE + _SIDE), _PALE, 1)
        cv2.line(image, (_LEFT, y), (_LEFT + _SIDE, y), _PALE, 1)
        if step % 2 == 0:
            _write(image, f"{value:.1f}", (x - 12, _ABOVE + _SIDE + 18))
            _write(image, f"{value:.1f}", (_LEFT - 34, y + 5))
    cv2.line(image, _at(0, 0), _at(1, 1), _INK, 1, cv2.LINE_AA)
    _write(image, "confidence", (_LEFT + _SIDE // 2 - 40, _ABOVE + _SIDE + 38))
    _write(image, "right", (6, _ABOVE + 16))
    for number, stated in enumerate(series):
        colour = _COLOURS[number % len(_COLOURS)]
        points = [(_at(b.confidence, b.right), b.cards) for b in bins(stated)]
        for (start, _), (end, _) in pairwise(points):
            cv2.line(image, start, end, colour, 1, cv2.LINE_AA)
        for point, cards in points:
            _mark(image, point, _MARK + round(1.5 * np.log10(cards)), number, colour)
        y = _ABOVE + _SIDE + _BELOW + 26 * number + 8
        _mark(image, (_LEFT, y), _MARK + 2, number, colour)
        text = f"{stated.kind}: {len(stated.right)} readings, calibration error {stated.error:.3f}"
        _write(image, text, (_LEFT + 16, y + 5))
    return image


def _at(confidence: float, right: float) -> tuple[int, int]:
    return round(_LEFT + _SIDE * confidence), round(_ABOVE + _SIDE * (1 - right))


def _write(image: Image, text: str, at: tuple[int, int]) -> None:
    cv2.putText(image, text, at, _FONT, 0.45, _INK, 1, cv2.LINE_AA)


def _mark(
    image: Image, at: tuple[int, int], size: int, number: int, colour: tuple[int, int, int]
) -> None:
    """A disc, a square, a triangle or a cross: shape tells series apart where colour does not."""
    x, y = at
    if number % 4 == 0:
        cv2.circle(image, at, size, colour, -1, cv2.LINE_AA)
    elif number % 4 == 1:
        cv2.rectangle(image, (x - size, y - size), (x + size, y + size), colour, -1)
    elif number % 4 == 2:
        corners = np.array([(x, y - size), (x + size, y + size), (x - size, y + size)])
        cv2.fillPoly(image, [corners], colour, cv2.LINE_AA)
    else:
        cv2.drawMarker(image, at, colour, cv2.MARKER_TILTED_CROSS, 2 * size, 2, cv2.LINE_AA)
