"""The few drawing words the deck is made of: outlined shapes, strokes and curves as SVG text.

Only `path` and `circle` inside `g` come out, with no fonts, filters, masks or references, so
that every renderer gives the same picture. Lengths are in the unit of the enclosing group.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Point = tuple[float, float]


def number(value: float) -> str:
    """A length or coordinate with at most three decimals and no trailing zeros."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


@dataclass(frozen=True)
class Ink:
    """The outline colour and line width used for one drawing."""

    colour: str
    width: float

    def __post_init__(self) -> None:
        if self.width < 0:
            raise ValueError(f"line width {self.width}: must not be negative")

    def within(self, scale: float) -> Ink:
        """The ink that keeps the same printed width inside a group scaled by `scale`."""
        return Ink(self.colour, self.width / scale)

    def shape(self, d: str, fill: str, weight: float = 1.0) -> str:
        """A closed shape, filled and outlined; `weight` multiplies the line width."""
        return (
            f'<path d="{d}" fill="{fill}" stroke="{self.colour}" '
            f'stroke-width="{number(self.width * weight)}" stroke-linejoin="round"/>'
        )

    def stroke(self, d: str, weight: float = 1.0, colour: str | None = None) -> str:
        """An open line with round ends."""
        return (
            f'<path d="{d}" fill="none" stroke="{colour or self.colour}" '
            f'stroke-width="{number(self.width * weight)}" '
            'stroke-linejoin="round" stroke-linecap="round"/>'
        )

    def strap(self, d: str, breadth: float, fill: str) -> str:
        """A line `breadth` wide with an outline on either side."""
        return Ink(self.colour, breadth + 2 * self.width).stroke(d) + Ink(fill, breadth).stroke(d)

    def disc(self, x: float, y: float, radius: float, fill: str, weight: float = 1.0) -> str:
        """A filled and outlined circle."""
        return (
            f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}" '
            f'stroke="{self.colour}" stroke-width="{number(self.width * weight)}"/>'
        )


def flat(d: str, fill: str) -> str:
    """A shape without outline: a shadow, a light or a pattern."""
    return f'<path d="{d}" fill="{fill}"/>'


def dot(x: float, y: float, radius: float, fill: str) -> str:
    """A filled circle without outline."""
    return f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(radius)}" fill="{fill}"/>'


def group(content: str, transform: str = "", name: str = "") -> str:
    """`content` wrapped in a group; `name` becomes its class."""
    attributes = (f' class="{name}"' if name else "") + (
        f' transform="{transform}"' if transform else ""
    )
    return f"<g{attributes}>{content}</g>"


def placed(x: float, y: float, scale: float = 1.0, angle: float = 0.0, flip: bool = False) -> str:
    """The transform that puts a drawing at (x, y), turned clockwise by `angle` degrees."""
    parts = [f"translate({number(x)} {number(y)})"]
    if angle:
        parts.append(f"rotate({number(angle)})")
    if flip:
        parts.append(f"scale({number(-scale)} {number(scale)})")
    elif scale != 1.0:
        parts.append(f"scale({number(scale)})")
    return " ".join(parts)


def polygon(points: Iterable[Point]) -> str:
    """Straight closed outline through `points`."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def polyline(points: Iterable[Point]) -> str:
    """Straight open line through `points`."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


def smooth(points: Sequence[Point], closed: bool = True) -> str:
    """A curve through `points` (Catmull-Rom); a point given twice running is a corner."""
    count = len(points)
    if count < 2:
        raise ValueError(f"a curve needs two points or more, got {count}")

    def at(index: int) -> Point:
        return points[index % count] if closed else points[min(max(index, 0), count - 1)]

    text = f"M{number(points[0][0])} {number(points[0][1])}"
    for index in range(count if closed else count - 1):
        before, start, end, after = (at(index + shift) for shift in (-1, 0, 1, 2))
        if start == end:
            continue
        controls = (
            start[0] + (end[0] - before[0]) / 6,
            start[1] + (end[1] - before[1]) / 6,
            end[0] - (after[0] - start[0]) / 6,
            end[1] - (after[1] - start[1]) / 6,
            *end,
        )
        text += "C" + " ".join(number(value) for value in controls)
    return text + ("Z" if closed else "")


def mirrored(half: Sequence[Point]) -> list[Point]:
    """A left-right symmetric outline from its right half, listed from top to bottom."""
    return [*half, *((-x, y) for x, y in reversed(half))]


def tapered(points: Sequence[Point], radii: Sequence[float]) -> str:
    """A limb: an outline of the given half-widths along a bent centre line."""
    if len(points) != len(radii):
        raise ValueError(f"{len(points)} points but {len(radii)} radii: give one for each")
    left: list[Point] = []
    right: list[Point] = []
    last = len(points) - 1
    for index, ((x, y), radius) in enumerate(zip(points, radii, strict=True)):
        ahead, behind = points[min(index + 1, last)], points[max(index - 1, 0)]
        dx, dy = ahead[0] - behind[0], ahead[1] - behind[1]
        length = math.hypot(dx, dy) or 1.0
        nx, ny = -dy / length * radius, dx / length * radius
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return smooth([left[0], *left, left[-1], right[-1], *reversed(right), right[0]])


def ray(angle: float, radius: float, x: float = 0.0, y: float = 0.0) -> Point:
    """The point at `radius` from (x, y), `angle` degrees clockwise from straight up."""
    turn = math.radians(angle)
    return (x + radius * math.sin(turn), y - radius * math.cos(turn))


def star(tips: int, outer: float, inner: float, turn: float = 0.0) -> str:
    """A star polygon around the origin."""
    step = 180 / tips
    return polygon(
        ray(turn + step * index, inner if index % 2 else outer) for index in range(2 * tips)
    )
