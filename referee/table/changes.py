"""What people were told of a deal, and what has changed since."""

from collections import Counter

from referee.mus.settlement import Settlement
from referee.table.deal import TableDeal
from referee.table.events import DealSettled, ToldPoints


def told(settlement: Settlement) -> DealSettled:
    """What people are told when a deal is settled."""
    points = tuple(
        ToldPoints(entry.pair, entry.where, entry.kind.value, entry.points)
        for entry in settlement.ledger
    )
    return DealSettled(settlement.score_after, settlement.winner, points)


def changes(deal: TableDeal) -> tuple[str, ...]:
    """English sentences, without full stops, on what is no longer as it was told; usually none."""
    if deal.told is None or deal.settlement is None:
        return ()
    before, now = deal.told, told(deal.settlement)
    gone = Counter(before.points) - Counter(now.points)
    new = Counter(now.points) - Counter(before.points)
    sentences = [f"no longer {_line(line)}" for line in gone.elements()]
    sentences += [f"now {_line(line)}" for line in new.elements()]
    if before.score != now.score:
        sentences.append(f"the score after the deal is {now.score}, not {before.score} as told")
    if before.game_to is not now.game_to:
        sentences.append(f"the game {_game(now)}, not {_game(before)} as told")
    return tuple(sentences)


def _line(line: ToldPoints) -> str:
    return f"{line.pair} +{line.points} in {line.where} ({line.kind})"


def _game(settled: DealSettled) -> str:
    return f"goes to {settled.game_to}" if settled.game_to else "goes on"
