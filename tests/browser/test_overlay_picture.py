"""The overlay compared with pictures of it that a person has looked at."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Page

from tests.browser.conftest import Open, Server
from tests.browser.deals import play
from tests.browser.test_overlay import picture, shown

GOLDEN = Path(__file__).parents[1] / "golden" / "overlay"
SIZE = (960, 540)
BLOCK = 20
"""px of the halved picture: about a letter, a pip of a card."""
FAR = 14.0
"""Mean difference over a block, of 255, that no other way of smoothing letters makes."""
FONT = '* { font-family: "DejaVu Sans", sans-serif !important; }'
Image = NDArray[np.float32]


def scene(open_page: Open, layout: str) -> Page:
    page = shown(open_page, f"/overlay?layout={layout}&hold=0&lang=eu")
    # the one font that every machine has where this is tested
    page.add_style_tag(content=FONT)
    return page


def flat(pixels: NDArray[np.uint8]) -> Image:
    """BGRA on grey, halved."""
    alpha = pixels[..., 3:].astype(np.float32) / 255
    on_grey = pixels[..., :3] * alpha + 120 * (1 - alpha)
    return np.asarray(cv2.resize(on_grey, SIZE, interpolation=cv2.INTER_AREA), np.float32)


def farthest(one: Image, other: Image) -> float:
    """The largest mean difference over any block, of pictures whose edges are softened."""
    soft = [cv2.GaussianBlur(image, (0, 0), 2.0) for image in (one, other)]
    apart = np.abs(soft[0] - soft[1]).mean(axis=2)
    return float(cv2.blur(apart, (BLOCK, BLOCK)).max())


@pytest.mark.parametrize("layout", ["full", "lower-third"])
def test_it_looks_as_it_did(open_page: Open, server: Server, tmp_path: Path, layout: str) -> None:
    play(server.desk)
    found = flat(picture(scene(open_page, layout)))
    golden, now = GOLDEN / f"{layout}.png", tmp_path / f"{layout}.png"
    cv2.imwrite(str(now), found.round().astype(np.uint8))
    expected = cv2.imread(str(golden))
    assert expected is not None, f"look at {now} and keep it as {golden}"
    apart = farthest(found, expected.astype(np.float32))
    assert apart < FAR, f"{apart:.1f} apart: look at {now}; if it is right keep it as {golden}"


@pytest.mark.parametrize(
    "change",
    [
        "document.querySelector('#seat-B img').src = '/static/faces/5C.svg'",
        "document.querySelector('#score .points').textContent = '9'",
        "document.querySelector('#seat-C .named').remove()",
        "document.querySelector('#settlement').style.translate = '0 24px'",
    ],
)
def test_a_difference_is_seen(open_page: Open, server: Server, change: str) -> None:
    play(server.desk)
    page = scene(open_page, "full")
    before = flat(picture(page))
    page.evaluate(change)
    page.evaluate("Promise.all([...document.images].map(image => image.decode()))")
    apart = farthest(before, flat(picture(page)))
    assert apart > FAR
