"""The small network for mouths, as it ships."""

import cv2
import numpy as np
import pytest

from referee.signals.mouth_cut import MOUTH_AT, SIZE, MouthCut
from referee.signals.mouth_model import CLASSES, SIDE, MouthModel, window


def cut(tip: int) -> MouthCut:
    """A tongue whose tip is so far to the player's left of the middle, px."""
    picture = np.full((SIZE[1], SIZE[0], 3), 160, np.uint8)
    x, y = MOUTH_AT
    cv2.line(picture, (x, y), (x + tip, y + 40), (90, 90, 220), 10)
    return MouthCut(picture, np.empty((0, 2)))


def test_chances_add_up_to_one() -> None:
    read = MouthModel.load().read(cut(0), 0.0)
    assert set(read.by_class) == set(CLASSES)
    assert sum(read.by_class.values()) == pytest.approx(1, abs=1e-4)


@pytest.mark.parametrize(("yaw_deg", "tip"), [(0.0, 0), (30.0, 12), (-30.0, -12)])
def test_a_straight_tongue_hangs_straight_on_a_turned_head(yaw_deg: float, tip: int) -> None:
    look = window(cut(tip).picture, yaw_deg)
    assert look.shape == (SIDE, SIDE, 3)
    red = look[..., 2].astype(int) - look[..., 1] > 60
    rows, columns = np.nonzero(red)
    low = columns[rows > np.percentile(rows, 80)].mean()
    assert abs(low - columns[rows < np.percentile(rows, 20)].mean()) < 1.5
