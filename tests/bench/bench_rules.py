"""How fast the rules are, in one process: `python -m tests.bench.bench_rules`.

Hands: every hand of the pack, from four cards to its worth in all lances, for eight and four
kings. Deals: random cards and random legal bets, from four hands to a ledger.
"""

import random
import time
from collections.abc import Callable, Iterable
from itertools import combinations

from referee.cards import SPANISH_40
from referee.mus.betting import BettingRound, Call, Word
from referee.mus.hands import Hand, Kings, Lance
from referee.mus.ruleset import Ruleset
from referee.mus.score import START
from referee.mus.settlement import settle
from referee.mus.showdown import FourHands, Showdown
from referee.seats import Seat

DEALS = 20_000
REPEATS = 5
COMMON = Ruleset()
Bets = dict[Lance, tuple[Call, ...]]


def evaluate_all_hands() -> int:
    """Evaluate all 91,390 hands in all lances, under eight and four kings."""
    hands = 0
    for kings in (Kings.EIGHT, Kings.FOUR):
        for cards in combinations(SPANISH_40.ordered, 4):
            Hand(cards).value(kings)
            hands += 1
    return hands


def random_deals(count: int, seed: int) -> list[tuple[FourHands, Seat, Bets]]:
    """Hands, mano and legal bets: half of the lances are passed, the others bet on."""
    chance = random.Random(seed)
    deals = []
    for _ in range(count):
        cards = chance.sample(SPANISH_40.ordered, 16)
        hands = FourHands(*(Hand(tuple(cards[i : i + 4])) for i in range(0, 16, 4)))
        mano = chance.choice(list(Seat))
        deals.append((hands, mano, random_bets(hands, mano, chance)))
    return deals


def random_bets(hands: FourHands, mano: Seat, chance: random.Random) -> Bets:
    """Calls drawn from what is legal; one ordago in twenty is left in."""
    showdown = Showdown.of(COMMON, hands, mano)
    bets: Bets = {}
    for lance in Lance:
        comparison = showdown.compare(lance)
        if comparison is None or not comparison.contested or chance.random() < 0.5:
            continue
        state = BettingRound(lance, COMMON, tuple(h.seat for h in comparison.holdings))
        while state.outcome is None:
            ordago = chance.random() < 0.05
            legal = [option for option in state.legal() if ordago or option.word != Word.ORDAGO]
            option = chance.choice(legal)
            amount = option.least + chance.randrange(4) if option.least else 0
            state = state.apply(Call(option.seat, option.word, amount))
        bets[lance] = state.calls
    return bets


def settle_all(deals: Iterable[tuple[FourHands, Seat, Bets]]) -> int:
    """Settle every deal at 0-0 under the common rules; returns the points scored."""
    points = 0
    for hands, mano, bets in deals:
        after = settle(COMMON, hands, mano, START, bets).score_after
        points += after.ac + after.bd
    return points


def best_seconds(run: Callable[[], object]) -> float:
    """Processor seconds of the fastest of a few runs, the one least disturbed by others."""
    times = []
    for _ in range(REPEATS):
        started = time.process_time()
        run()
        times.append(time.process_time() - started)
    return min(times)


def main() -> None:
    """Print the figures."""
    hands = evaluate_all_hands()
    seconds = best_seconds(evaluate_all_hands)
    print(f"hands evaluated in all lances: {hands / seconds:,.0f} a second")
    print(f"  91,390 hands in {seconds / 2:.3f} s")
    deals = random_deals(DEALS, seed=1)
    calls = sum(len(said) for _, _, bets in deals for said in bets.values()) / DEALS
    seconds = best_seconds(lambda: settle_all(deals))
    print(f"deals settled with a ledger: {DEALS / seconds:,.0f} a second")
    print(f"  {calls:.1f} calls a deal besides passed lances")
    ledgers = [settle(COMMON, hands, mano, START, bets).ledger for hands, mano, bets in deals]
    entries = [entry for ledger in ledgers for entry in ledger]
    seconds = best_seconds(lambda: sum(len(entry.reason) for entry in entries))
    print(f"sentences written: {len(entries) / seconds:,.0f} a second")


if __name__ == "__main__":
    main()
