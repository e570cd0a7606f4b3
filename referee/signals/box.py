"""A rectangle of a picture: where a player's face may be, or where it was."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.errors import UnreadableError


@dataclass(frozen=True, slots=True)
class Box:
    """Left, top, width and height, px of the whole picture."""

    x: int
    y: int
    width: int
    height: int

    def __post_init__(self) -> None:
        if self.width < 1 or self.height < 1:
            raise UnreadableError(f"box {self}: width and height must be at least 1 px")

    def __str__(self) -> str:
        return f"{self.x},{self.y},{self.width},{self.height}"

    @classmethod
    def parse(cls, text: str) -> Box:
        """`X,Y,WIDTH,HEIGHT` in px; raises UnreadableError."""
        try:
            x, y, width, height = (int(part) for part in text.split(","))
        except ValueError:
            raise UnreadableError(
                f"box {text!r} cannot be read; write left, top, width and height in px, "
                "as in 640,80,320,320"
            ) from None
        return cls(x, y, width, height)

    @classmethod
    def of(cls, image: NDArray[np.uint8]) -> Box:
        """The whole picture."""
        return cls(0, 0, image.shape[1], image.shape[0])

    @classmethod
    def around(cls, points: NDArray[np.float64]) -> Box:
        """The smallest box that holds the points (n, 2 or more; x and y come first)."""
        places = points[:, :2]
        low, high = np.floor(places.min(axis=0)), np.ceil(places.max(axis=0))
        width, height = np.maximum(high - low, 1)
        return cls(int(low[0]), int(low[1]), int(width), int(height))

    @property
    def centre(self) -> tuple[float, float]:
        """The middle, px."""
        return self.x + self.width / 2, self.y + self.height / 2

    def square(self, side: float) -> Box:
        """A square of this side about the same middle."""
        x, y = self.centre
        whole = max(1, round(side))
        return Box(round(x - whole / 2), round(y - whole / 2), whole, whole)

    def grown(self, *, left: float, top: float, right: float, bottom: float) -> Box:
        """The box with shares of its own width or height added on each side."""
        x = self.x - round(left * self.width)
        y = self.y - round(top * self.height)
        width = self.width + round((left + right) * self.width)
        return Box(x, y, width, self.height + round((top + bottom) * self.height))

    def moved_into(self, bounds: Box) -> Box:
        """The nearest box inside the bounds: moved first, and cut only where it is too large."""
        width, height = min(self.width, bounds.width), min(self.height, bounds.height)
        x = min(max(self.x, bounds.x), bounds.x + bounds.width - width)
        y = min(max(self.y, bounds.y), bounds.y + bounds.height - height)
        return Box(x, y, width, height)

    def holds(self, other: Box) -> bool:
        """Whether the other box lies wholly inside."""
        return (
            self.x <= other.x
            and self.y <= other.y
            and other.x + other.width <= self.x + self.width
            and other.y + other.height <= self.y + self.height
        )

    def cut(self, image: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """This part of the picture (a view); the box must lie inside it."""
        return image[self.y : self.y + self.height, self.x : self.x + self.width]
