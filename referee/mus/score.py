"""Points of the two pairs in one game."""

from dataclasses import dataclass

from referee.errors import UnreadableError
from referee.seats import Pair


@dataclass(frozen=True, slots=True)
class Score:
    """Tantos of each pair, 0 or more."""

    ac: int = 0
    bd: int = 0

    def __post_init__(self) -> None:
        if self.ac < 0 or self.bd < 0:
            raise UnreadableError(f"a score is 0 or more, not AC {self.ac}, BD {self.bd}")

    def __getitem__(self, pair: Pair) -> int:
        return self.ac if pair is Pair.AC else self.bd

    def __str__(self) -> str:
        return f"AC {self.ac}, BD {self.bd}"

    def plus(self, pair: Pair, points: int) -> "Score":
        """The score after a pair takes points."""
        if pair is Pair.AC:
            return Score(self.ac + points, self.bd)
        return Score(self.ac, self.bd + points)


START = Score()
"""The score at which every game starts."""
