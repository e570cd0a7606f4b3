"""What a mouth is labelled as, and how one is varied for training."""

import numpy as np
import pytest

from referee.signals.gesture import Side
from referee.signals.mouth_cut import MOUTH_AT, SIZE
from referee.signals.mouth_model import CLASSES, SIDE
from referee.signals.recorded import Label
from referee.training.mouth_looks import other_side, varied
from referee.training.mouths import label_at


def label(gesture: str, side: Side | None = None, optional: bool = False) -> Label:
    return Label(gesture, "signal", side, 1.0, 2.0, optional, "clear", full_s=(1.2, 1.8))


TONGUE = label("tongue_side", Side.LEFT)


@pytest.mark.parametrize(
    ("labels", "time_s", "mouth_open", "expected"),
    [
        ((), 0.5, 0.0, "closed"),
        ((), 0.5, 0.2, "open"),
        ((TONGUE,), 0.5, 0.0, "closed"),
        ((TONGUE,), 1.5, 0.2, "tongue_left"),
        ((TONGUE,), 1.1, 0.2, None),  # on its way out
        ((label("bite_lip_side", Side.RIGHT),), 1.5, 0.0, "bite_right"),
        ((label("bite_lip_center"),), 1.5, 0.0, "bite_center"),
        ((label("bite_lip_center", optional=True),), 1.5, 0.0, None),
        ((label("wink", Side.LEFT),), 1.5, 0.0, "closed"),
        ((label("tongue_front"),), None, 0.2, "tongue_front"),  # a photograph
    ],
)
def test_a_mouth_counts_as_what_it_shows_in_full(
    labels: tuple[Label, ...], time_s: float | None, mouth_open: float, expected: str | None
) -> None:
    assert label_at(labels, time_s, mouth_open) == expected
    assert expected is None or expected in CLASSES


@pytest.mark.parametrize("name", CLASSES)
def test_a_mirror_swaps_the_sides_and_nothing_else(name: str) -> None:
    assert other_side(name) in CLASSES
    assert other_side(other_side(name)) == name
    assert (other_side(name) == name) == (not name.endswith(("left", "right")))


def test_a_varied_mouth_shows_its_gesture_to_the_side_it_is_labelled_with() -> None:
    """A bright patch at the player's left, which is the right of the picture."""
    picture = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    picture[:, MOUTH_AT[0] + 10 :] = 200
    rng, sides = np.random.default_rng(3), set()
    for _ in range(20):
        look, name = varied(picture, 0.0, "bite_left", rng)
        assert look.shape == (SIDE, SIDE, 3)
        bright = "bite_left" if look[:, -8:].mean() > look[:, :8].mean() else "bite_right"
        assert bright == name
        sides.add(name)
    assert sides == {"bite_left", "bite_right"}
