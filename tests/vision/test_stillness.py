"""What is motion and what is noise."""

import cv2
import numpy as np
import pytest

from referee.frames.frame import Frame
from referee.vision.stillness import Stillness, stretches
from tests.vision.films import FPS, film, table


def test_noise_is_still_and_a_hand_is_motion() -> None:
    still = [s.for_s for _, s in stretches(film((1, True), (1, False), (1, True)))]
    assert all(seconds < 2 / FPS for seconds in still[:FPS])
    assert still[2 * FPS - 1] > 0.9
    assert all(seconds < 2 / FPS for seconds in still[2 * FPS + 1 :])


def test_each_movement_begins_a_new_stretch() -> None:
    numbers = [s.stretch for _, s in stretches(film((1, False), (0.2, True), (1, False)))]
    assert numbers == sorted(numbers)
    assert len(set(numbers[:FPS])) == 1 and numbers[0] < numbers[-1]


def test_slow_motion_is_motion() -> None:
    stillness = Stillness()
    lasted = []
    for i in range(60):
        image = table(0.0).image.copy()
        cv2.rectangle(image, (100 + i, 100), (200 + i, 200), (0, 0, 0), -1)
        lasted.append(stillness.feed(Frame(image, i / FPS, "test")).for_s)
    assert max(lasted) < 0.8, "a card pushed along at a pixel a frame"


@pytest.mark.parametrize("size", [(480, 640), (720, 1280)])
def test_another_size_is_a_new_picture(size: tuple[int, int]) -> None:
    stillness = Stillness()
    first = stillness.feed(Frame(np.zeros((360, 640, 3), np.uint8), 0.0, "test"))
    second = stillness.feed(Frame(np.zeros((*size, 3), np.uint8), 1.0, "test"))
    assert second.stretch > first.stretch and second.for_s == 0


def test_a_later_frame_can_be_asked_without_being_taken() -> None:
    stillness = Stillness()
    first = stillness.feed(table(0.0))
    assert not stillness.is_left_by(table(0.5))
    assert stillness.is_left_by(table(0.5, hand_x=300))
    assert stillness.is_left_by(Frame(np.zeros((480, 640, 3), np.uint8), 0.5, "test"))
    then = stillness.feed(table(1.0))
    assert (then.stretch, then.for_s) == (first.stretch, 1.0)
