"""Games, vacas and the match: what a settled deal does to them, and who deals next.

A deal adds to the score of a game; a pair that wins `games_to_win` games wins the vaca, and
`vacas_to_win` vacas win the match. A new game starts from 0-0, a new vaca without games.
"""

from dataclasses import dataclass, replace

from referee.errors import NotAllowedError
from referee.mus.ruleset import Ruleset
from referee.mus.score import START, Score
from referee.seats import Pair, Seat

AMARRACO = 5
"""Tantos in an amarraco (hamarreko), the big counting stone."""


@dataclass(frozen=True, slots=True)
class Match:
    """Where a match stands between two deals."""

    ruleset: Ruleset
    dealer: Seat
    """Who deals next."""
    score: Score = START
    """Tantos in the running game; 0-0 once the match is over."""
    games: tuple[Pair, ...] = ()
    """Winners of the finished games, in order."""
    deals_in_game: int = 0
    """Finished deals of the running game."""

    def __post_init__(self) -> None:
        leader = max(Pair, key=lambda pair: self.score[pair])
        if self.score[leader] >= self.ruleset.target:
            raise NotAllowedError(
                f"{leader} has {self.score[leader]} points, and {self.ruleset.target} win a game; "
                "record the game with after_deal",
                "score_wins",
                pair=leader,
                n=self.score[leader],
                target=self.ruleset.target,
            )

    @property
    def mano(self) -> Seat:
        """Who speaks first: the seat on the dealer's right."""
        return self.dealer.next

    @property
    def cutter(self) -> Seat:
        """Who cuts the pack: the seat on the dealer's left."""
        return self.dealer.previous

    @property
    def is_first_deal(self) -> bool:
        """Whether the next deal opens a game, where some houses play mus corrido."""
        return self.deals_in_game == 0

    @property
    def vacas(self) -> tuple[Pair, ...]:
        """Winners of the finished vacas, in order."""
        return self._standing()[0]

    @property
    def games_in_vaca(self) -> tuple[Pair, ...]:
        """Winners of the finished games of the running vaca, in order."""
        return self._standing()[1]

    @property
    def winner(self) -> Pair | None:
        """The pair that has won the match, if one has."""
        vacas = self.vacas
        return next((p for p in Pair if vacas.count(p) == self.ruleset.vacas_to_win), None)

    def after_deal(
        self, score: Score, game_winner: Pair | None = None, mano: Seat | None = None
    ) -> "Match":
        """The match once a deal is settled.

        `score` is the game's after the deal, `game_winner` the pair that the deal gave the game.
        The deal passes to the seat that was mano at its end; `mano` says who, where mus corrido
        has moved it.
        """
        if self.winner:
            raise NotAllowedError(
                f"{self.winner} has won the match; start a new one", "match_won", pair=self.winner
            )
        if any(score[pair] < self.score[pair] for pair in Pair):
            raise NotAllowedError(
                f"a deal takes no points away: {self.score} before, {score} after"
            )
        reached = [pair for pair in Pair if score[pair] >= self.ruleset.target]
        if reached and game_winner not in reached:
            raise NotAllowedError(
                f"{reached[0]} has reached {self.ruleset.target} points, "
                f"so the game is not {game_winner or 'open'}; allowed: {', '.join(reached)}"
            )
        dealer = mano or self.mano
        if game_winner is None:
            return replace(self, dealer=dealer, score=score, deals_in_game=self.deals_in_game + 1)
        return Match(self.ruleset, dealer, games=(*self.games, game_winner))

    def _standing(self) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
        """Vacas won, and games won in the running vaca."""
        vacas: tuple[Pair, ...] = ()
        running: tuple[Pair, ...] = ()
        for pair in self.games:
            running = (*running, pair)
            if running.count(pair) == self.ruleset.games_to_win:
                vacas, running = (*vacas, pair), ()
        return vacas, running


def amarracos(points: int) -> str:
    """Points as players count them: `7` is `1 amarraco 2 tantos`, `0` is `0 tantos`."""
    if points < 0:
        raise NotAllowedError(f"points are 0 or more, not {points}")
    big, small = divmod(points, AMARRACO)
    parts = [f"{big} amarraco{'s' * (big > 1)}"] if big else []
    if small or not big:
        parts.append(f"{small} tanto{'s' * (small != 1)}")
    return " ".join(parts)
