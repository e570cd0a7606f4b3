"""A French deck of 52 cards drawn for this project: `draw_face("Kh")` gives one as SVG.

Suit signs, pips and court figures are geometry; the figures are busts seen twice, as on every
French card, that can be told apart by letter, sign, colours and headgear.
"""

from datasets.french.faces import CODES, draw_back, draw_face

__all__ = ["CODES", "draw_back", "draw_face"]
