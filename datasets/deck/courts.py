"""The twelve court cards: the figure of a rank and suit, set on its ground."""

from __future__ import annotations

from datasets.deck.king import king
from datasets.deck.page import page
from datasets.deck.rider import rider
from datasets.deck.style import HEIGHT, WIDTH, Style
from datasets.deck.svg import Ink, flat, group, number, placed, smooth

SOTA, CABALLO, REY = 10, 11, 12
GROUND = HEIGHT - 10.0
"""Where the figures stand, in millimetres from the top."""


def figure(rank: int, suit: int, style: Style, ink: Ink) -> str:
    """The sota (10), caballo (11) or rey (12) of suit 0 to 3 (O, C, E, B) on the card."""
    courts = style.courts
    draw = {SOTA: page, CABALLO: rider, REY: king}[rank]
    flip = {SOTA: courts.flip_sota, CABALLO: courts.flip_arms, REY: courts.flip_rey}[rank][suit]
    scale = courts.scale * {SOTA: 0.95, CABALLO: 0.95, REY: 0.94}[rank]
    fine = ink.within(scale)
    x = WIDTH / 2 + {SOTA: 1.5, CABALLO: -0.6, REY: -0.7}[rank] * (-1 if flip else 1)
    ground = _ground(style, ink, 15.0) if courts.ground else ""
    drawing = draw(suit, style, fine)
    if courts.breadth != 1:
        drawing = group(drawing, f"scale({number(courts.breadth)} 1)")
    return ground + group(drawing, placed(x, GROUND, scale, 0.0, flip))


def _ground(style: Style, ink: Ink, reach: float) -> str:
    """A strip of meadow with a few blades of grass."""
    tone, x, y = style.palette.ground, WIDTH / 2, GROUND
    strip = [(x - reach, y - 0.4), (x - reach * 0.5, y - 2), (x + reach * 0.4, y - 1.8),
             (x + reach, y - 0.2), (x + reach * 0.6, y + 2.2), (x, y + 1.6),
             (x - reach * 0.6, y + 2.4)]  # fmt: skip
    grass = "".join(
        f"M{x + at * reach:.2f} {y + 1.6:.2f}l-0.8 -2.2M{x + at * reach:.2f} {y + 1.6:.2f}l0.9 -1.9"
        for at in (-0.8, -0.35, 0.25, 0.72)
    )
    return flat(smooth(strip), tone.base) + ink.stroke(grass, 0.9, tone.dark)
