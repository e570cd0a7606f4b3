"""The film of a drawn player: a while at rest, a wink, and a mouth opened wide."""

from __future__ import annotations

import math
from collections.abc import Iterator

import cv2
import numpy as np
from numpy.random import default_rng
from numpy.typing import NDArray

from datasets.samples.head import WALL, Head, draw_head

Image = NDArray[np.uint8]

FPS = 12
LONG_S = 16.0
WINKS_S = (4.9, 6.1)
OPENS_S = (10.6, 12.0)
"""The mouth begins to open and is shut again, so late that the clip of it has no wink."""
BLINKS_S = (1.6, 4.0, 7.4, 13.2)
_SIZE = 480
_FACE = 0.3


def film() -> Iterator[tuple[Image, float]]:
    """Pictures of 480 x 480 px, with their seconds."""
    noise = default_rng(21)
    for number in range(round(LONG_S * FPS)):
        now = number / FPS
        picture = _swaying(draw_head(_SIZE, _FACE, head_at(now)), now)
        grain = noise.normal(0, 1.5, picture.shape)
        yield np.clip(picture + grain, 0, 255).astype(np.uint8), now


def head_at(now: float) -> Head:
    """What the player does, `now` in seconds."""
    blinks = any(blink <= now < blink + 0.15 for blink in BLINKS_S)
    winks = WINKS_S[0] <= now < WINKS_S[1]
    begun, ended = OPENS_S
    opened = min(1.0, max(0.0, min(now - begun, ended - now) / 0.25))
    return Head(left_eye_shut=winks or blinks, right_eye_shut=blinks, jaw_dropped=opened)


def _swaying(picture: Image, now: float) -> Image:
    """Nobody sits quite still."""
    turn = cv2.getRotationMatrix2D((_SIZE / 2, _SIZE), 0.8 * math.sin(0.9 * now), 1.0)
    turn[:, 2] += (2 * math.sin(0.7 * now), 1.5 * math.sin(1.7 * now))
    swayed = cv2.warpAffine(picture, turn, (_SIZE, _SIZE), borderValue=WALL)
    return np.asarray(swayed, np.uint8)
