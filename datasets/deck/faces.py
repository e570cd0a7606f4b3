"""A whole card: paper, frame with its pinta, indices, pips or figure."""

from __future__ import annotations

from collections.abc import Callable

from datasets.deck import aces, clubs, coins, courts, cups, digits, layout, swords
from datasets.deck.layout import Place
from datasets.deck.style import CORNER, HEIGHT, WIDTH, Style
from datasets.deck.svg import Ink, flat, group, number, placed, polyline, smooth

SUITS = "OCEB"
CLUBS = 3
RANKS = range(1, 13)
CODES = tuple(f"{rank}{suit}" for suit in SUITS for rank in RANKS)
"""The 48 cards: rank 1 to 12 and the suit's initial (oros, copas, espadas, bastos)."""


def draw_face(code: str, style: Style | None = None) -> str:
    """The face of card `code` (such as `12O`) as SVG text; `Style()` when no style is given."""
    if code not in CODES:
        raise ValueError(f"card {code!r}: give a rank 1 to 12 and one of O C E B, such as 12O")
    style = style or Style()
    rank, suit = int(code[:-1]), SUITS.index(code[-1])
    ink = Ink(style.palette.ink, style.line)
    if rank >= 10:
        body = group(courts.figure(rank, suit, style, ink), name="court")
    else:
        body = _pips(rank, suit, style, ink)
    label = _label(style) if style.label and rank == 4 else ""
    indices = _indices(rank, suit, style)
    return sheet(_paper(style) + _frame(suit, style) + label + body + indices)


def sheet(content: str) -> str:
    """An SVG document of the card's size."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{number(WIDTH * 10)}" '
        f'height="{number(HEIGHT * 10)}" viewBox="0 0 {number(WIDTH)} {number(HEIGHT)}">'
        f"{content}</svg>\n"
    )


def outline(inset: float, corner: float) -> str:
    """A rounded rectangle `inset` from the card's edge."""
    left, top, right, bottom = inset, inset, WIDTH - inset, HEIGHT - inset
    r = f"{number(corner)} {number(corner)} 0 0 1"
    return (
        f"M{number(left + corner)} {number(top)}L{number(right - corner)} {number(top)}"
        f"A{r} {number(right)} {number(top + corner)}L{number(right)} {number(bottom - corner)}"
        f"A{r} {number(right - corner)} {number(bottom)}L{number(left + corner)} {number(bottom)}"
        f"A{r} {number(left)} {number(bottom - corner)}L{number(left)} {number(top + corner)}"
        f"A{r} {number(left + corner)} {number(top)}Z"
    )


def _paper(style: Style) -> str:
    edge = Ink("#b9b2a4", 0.16)
    return edge.shape(outline(0.08, CORNER), style.palette.paper)


def _frame(suit: int, style: Style) -> str:
    frame = style.frame
    if frame.kind == "none":
        return ""
    ink = Ink(frame.colour or style.palette.ink, frame.width)
    parts = [_frame_lines(ink, frame.inset, suit, style)]
    if frame.kind == "double":
        thin = Ink(ink.colour, frame.width * 0.5)
        parts.append(_frame_lines(thin, frame.inset + frame.width + 0.7, suit, style))
    return group("".join(parts), name="frame")


def _frame_lines(ink: Ink, inset: float, gaps: int, style: Style) -> str:
    left, right, top, bottom = inset, WIDTH - inset, inset, HEIGHT - inset
    gap = style.frame.gap * (2.2 if gaps == 1 else 1.0)
    middle = (gaps - 1) / 2
    step = (right - left) * style.frame.gap_spread
    centres = [WIDTH / 2 + (at - middle) * step for at in range(gaps)]
    starts = [left, *(c + gap / 2 for c in centres)]
    ends = [*(c - gap / 2 for c in centres), right]
    lines = [
        ink.stroke(polyline([(a, y), (b, y)]))
        for y in (top, bottom)
        for a, b in zip(starts, ends, strict=True)
    ]
    sides = [ink.stroke(polyline([(x, top), (x, bottom)])) for x in (left, right)]
    return "".join(lines + sides)


def _indices(rank: int, suit: int, style: Style) -> str:
    index, palette = style.index, style.palette
    figures = digits.index_figures(str(rank), index, palette.index[suit], palette.paper)
    one = group(figures, placed(index.left, index.top), name="index")
    turned = f"translate({number(WIDTH - index.left)} {number(HEIGHT - index.top)}) rotate(180)"
    return one + group(figures, turned, name="index")


def _label(style: Style) -> str:
    """Lines that stand for the maker's name, where makers print it: they spell nothing."""
    colours = (style.palette.coin_mark.base, style.palette.back[0].base)
    lines = []
    for at, colour in enumerate(colours):
        y, reach = HEIGHT / 2 - 2.4 + 5.4 * at, 10.0 - 3 * at
        strokes = "".join(
            f"M{number(WIDTH / 2 - reach + 1.7 * step)} {number(y)}l0.5 -2.2l0.5 2.2"
            for step in range(int(reach / 0.85))
        )
        lines.append(Ink(colour, 0.42).stroke(strokes))
    return "".join(lines)


def _pips(rank: int, suit: int, style: Style, ink: Ink) -> str:
    if rank == 1:
        return aces.ace(suit, style, ink)
    arrange = (layout.coins, layout.cups, layout.swords, layout.clubs)[suit]
    draw = _DRAW[suit]
    pips = "".join(_pip(place, suit, style, ink, draw) for place in arrange(rank, style.layout))
    tied = suit == CLUBS and rank == 3 and style.layout.three_clubs == "crossed" and style.ribbons
    return pips + (_band(style, ink) if tied else "")


Draw = Callable[[Style, Ink, Place], str]


def _pip(place: Place, suit: int, style: Style, ink: Ink, draw: Draw) -> str:
    size = place.size * style.pips.scale[suit]
    scale = size / 100
    at = placed(WIDTH / 2 + place.x, HEIGHT / 2 + place.y, scale, place.angle)
    return group(draw(style, ink.within(scale), place), at, name="pip")


_DRAW: tuple[Draw, Draw, Draw, Draw] = (
    lambda style, ink, place: coins.coin(style, ink, place.size),
    lambda style, ink, place: cups.cup(style, ink, place.size),
    lambda style, ink, place: swords.sword(style, ink, long=place.long),
    lambda style, ink, place: clubs.club(
        style, ink, style.palette.clubs[place.colour], bark=place.long
    ),
)


def _band(style: Style, ink: Ink) -> str:
    """The ribbon that ties three crossed cudgels."""
    ribbon = style.palette.ribbon
    d = smooth([(19, 44), (19, 44), (30, 49), (42, 45), (42, 45), (42, 51), (42, 51), (30, 55),
                (19, 50), (19, 50)])  # fmt: skip
    shade = smooth([(30, 49), (42, 45), (42, 45), (42, 51), (42, 51), (30, 55), (30, 55)])
    return ink.shape(d, ribbon.base) + flat(shade, ribbon.dark) + ink.shape(d, "none")
