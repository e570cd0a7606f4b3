"""The project's own Spanish deck, drawn by code as SVG."""

from datasets.deck.back import draw_back
from datasets.deck.faces import CODES, draw_face
from datasets.deck.style import Style

__all__ = ["CODES", "Style", "draw_back", "draw_face"]
