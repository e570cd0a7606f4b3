"""A mouth painted by code: which part of the lower lip is gone, and where the tongue leans."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from referee.signals.mouth import agreed, has_side, score_mouth
from referee.signals.mouth_cut import cut_mouth
from referee.signals.mouth_model import CLASSES, MouthReading
from referee.signals.observation import MouthScores

SKIN, LIPS, PALE = (150, 180, 225), (110, 100, 200), (148, 176, 224)
EYE_PX = 128
"""Between the eyes; the mouth is as wide."""


def landmarks() -> NDArray[np.float64]:
    """A face that looks straight ahead; the mouth lies about (250, 300)."""
    angles = np.linspace(0, 2 * np.pi, 36, endpoint=False)
    points = np.full((478, 3), [250.0, 250.0, 0.0])
    outline = [
        *(10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400),
        *(377, 152, 148, 176, 149, 150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109),
    ]
    points[outline, 0] = 250 + 150 * np.sin(angles)
    points[outline, 1] = 250 - 190 * np.cos(angles)
    for index, x in {33: 160, 133: 212, 362: 288, 263: 340}.items():
        points[index, :2] = x, 200
    for index, (x, y) in {50: (160, 260), 280: (340, 260), 36: (190, 250), 266: (310, 250)}.items():
        points[index, :2] = x, y
    points[205, :2], points[425, :2] = (170, 285), (330, 285)
    x = np.linspace(186, 314, 11)
    points[[78, 191, 80, 81, 82, 13, 312, 311, 310, 415, 308], :2] = np.stack(
        [x, np.full(11, 300)], axis=1
    )
    points[[61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291], :2] = np.stack(
        [x, 300 - 18 * np.sin(np.linspace(0.15, np.pi - 0.15, 11))], axis=1
    )
    points[[61, 291], 1] = 300
    return points


def face(lips: tuple[int, int, int] = LIPS) -> NDArray[np.uint8]:
    """Skin with both lips; the player's left is at the right."""
    image = np.full((500, 500, 3), SKIN, np.uint8)
    cv2.ellipse(image, (250, 300), (64, 20), 0, 0, 360, lips, -1)
    return image


def scores(image: NDArray[np.uint8], tongue_out: float = 0.0) -> tuple[float | None, ...]:
    found = score_mouth(cut_mouth(image, landmarks()), 0.0, tongue_out)
    return found.bite_left, found.bite_right, found.tongue_left, found.tongue_right


def test_a_whole_lip_is_not_bitten() -> None:
    assert scores(face()) == (0.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize(("gone", "left", "right"), [((255, 320), 1, 0), ((180, 245), 0, 1)])
def test_the_lip_is_bitten_where_its_pink_is_gone(
    gone: tuple[int, int], left: int, right: int
) -> None:
    image = face()
    image[301:330, gone[0] : gone[1]] = SKIN
    bite_left, bite_right, *_ = scores(image)
    assert bite_left is not None and bite_right is not None
    assert (round(bite_left), round(bite_right)) == (left, right)


def test_a_lip_that_is_gone_all_along_is_rolled_in_and_not_bitten_at_a_side() -> None:
    image = face()
    image[301:330, 180:320] = SKIN
    assert scores(image)[:2] == (0.0, 0.0)


@pytest.mark.parametrize(
    ("tip", "left", "right"), [(300, True, False), (200, False, True), (250, False, False)]
)
def test_a_tongue_leans_to_the_side_of_its_tip(tip: int, left: bool, right: bool) -> None:
    image = face()
    cv2.line(image, (250, 305), (tip, 360), LIPS, 46)
    _, _, tongue_left, tongue_right = scores(image, tongue_out=0.8)
    assert tongue_left is not None and tongue_right is not None
    assert (tongue_left > 0.5, tongue_right > 0.5) == (left, right)


def test_a_turned_head_shifts_a_straight_tongue() -> None:
    """What leans a little to the left on a head turned left is straight."""
    image = face()
    cv2.line(image, (250, 305), (270, 360), LIPS, 46)
    straight = score_mouth(cut_mouth(image, landmarks()), 0.0, 0.8).tongue_left
    turned = score_mouth(cut_mouth(image, landmarks()), 20.0, 0.8).tongue_left
    assert straight is not None and turned is not None and turned < straight


def test_pale_lips_tell_nothing() -> None:
    assert scores(face(PALE)) == (None, None, None, None)


def test_the_tongue_score_is_handed_through() -> None:
    assert score_mouth(cut_mouth(face(PALE), landmarks()), 0.0, 0.7).tongue_out == 0.7


@pytest.mark.parametrize(
    ("seen", "left", "right"),
    [
        ("closed", 0.8, 0.0),
        ("bite_left", 0.8, 0.0),  # it adds nothing
        ("bite_right", 0.0, 0.0),  # and takes away what it sees to the other side
    ],
)
def test_the_network_can_take_a_side_away_and_claims_none(
    seen: str, left: float, right: float
) -> None:
    read = MouthReading({name: float(name == seen) for name in CLASSES})
    found = agreed(MouthScores(0.0, 0.0, 0.0, None, 0.8, 0.0), read)
    assert (found.bite_left, found.bite_right) == (left, right)
    assert agreed(MouthScores(tongue_out=0.7), read) == MouthScores(tongue_out=0.7)


@pytest.mark.parametrize(
    ("measured", "side"),
    [
        (MouthScores(), False),
        (MouthScores(0.9, 0.0, 0.0, 0.9, 0.0, 0.0), False),
        (MouthScores(tongue_left=0.1), True),
        (MouthScores(tongue_right=0.1), True),
        (MouthScores(bite_left=0.1), True),
        (MouthScores(bite_right=0.1), True),
    ],
)
def test_what_the_network_cannot_change_is_not_shown_to_it(
    measured: MouthScores, side: bool
) -> None:
    assert has_side(measured) is side
    always = MouthReading(dict.fromkeys(CLASSES, 1.0))
    assert (agreed(measured, always) != measured) is side
