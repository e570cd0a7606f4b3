"""From what was written about the bets to a settlement.

What people write leaves things out that the cards and the order of speaking settle: passes
before the first bet, which partner of a pair spoke, that a lone "no quiero" was the pair's
answer. Whether a call was allowed is for `referee.mus` to say.
"""

from collections.abc import Sequence
from itertools import groupby

from referee.deal_file import DealFile
from referee.errors import RefereeError
from referee.mus.betting import BettingRound, Call, Spoken, Status, Word, pair_answer
from referee.mus.hands import Lance
from referee.mus.noted import Noted
from referee.mus.ruleset import Ruleset
from referee.mus.score import Score
from referee.mus.settlement import Settlement, settle
from referee.mus.showdown import FourHands, Showdown
from referee.seats import Pair, Seat
from referee.spoken_calls import Said
from referee.yaml_file import DealFault, DealFileError


def settle_typed(
    deal: DealFile, ruleset: Ruleset, hands: FourHands, mano: Seat, score: Score
) -> Settlement:
    """Settle four hands with the bets of a deal file; its own mano, hands and so on are not read.

    Raises DealFileError with every lance whose bets are impossible, and what `settle` raises for
    hands or a score that are.
    """
    settlement = settle(ruleset, hands, mano, score)
    showdown = Showdown.of(ruleset, hands, mano)
    bets: dict[Lance, Sequence[Call]] = {}
    faults = []
    for lance in Lance:
        try:
            calls = _calls_of(deal, lance, ruleset, showdown)
            settlement = settle(ruleset, hands, mano, score, {**bets, lance: calls})
        except RefereeError as error:
            faults.append(DealFault(deal.lines.get(lance, 1), f"bets.{lance}", str(error)))
        else:
            bets[lance] = calls
    if faults:
        raise DealFileError(tuple(faults))
    return settlement


def _calls_of(
    deal: DealFile, lance: Lance, ruleset: Ruleset, showdown: Showdown
) -> tuple[Call, ...]:
    bets = deal.bets_of(lance)
    if isinstance(bets, Noted) and bets.status is Status.PASO:
        return ()
    comparison = showdown.compare(lance)
    if comparison is None or not comparison.contested:
        # nobody bets here, and settle says why to whoever speaks
        return (Call(Seat.A, Word.PASS),)
    eligible = tuple(holding.seat for holding in comparison.holdings)
    if isinstance(bets, Noted):
        return bets.calls(BettingRound(lance, ruleset, eligible))
    return _calls_said(bets, eligible)


def _calls_said(said: Sequence[Said], eligible: tuple[Seat, ...]) -> tuple[Call, ...]:
    opening = next((i for i, s in enumerate(said) if s.word is not Word.PASS), len(said))
    calls = _calls_before_a_bet(said[: opening + 1], eligible)
    for _, words in groupby(said[opening + 1 :], key=_pair):
        answer = pair_answer([_spoken(word, eligible) for word in words])
        calls.append(Call(answer.seat, answer.word, answer.amount))
    return tuple(calls)


def _calls_before_a_bet(said: Sequence[Said], eligible: tuple[Seat, ...]) -> list[Call]:
    """The passes and the first bet, with the passes that were left out before them."""
    calls: list[Call] = []
    silent: set[Pair] = set()
    for one in said:
        seat = _next_to_speak(one.speaker, eligible[len(calls) :], eligible)
        while seat in eligible[len(calls) + 1 :]:
            calls.append(Call(eligible[len(calls)], Word.PASS))
        calls.append(Call(seat, one.word, one.amount))
        if one.word is Word.PASS and isinstance(one.speaker, Pair):
            silent.add(one.speaker)
    if said[-1].word is Word.PASS:
        left = eligible[len(calls) :]
        while left and left[0].pair in silent:
            calls.append(Call(left[0], Word.PASS))
            left = left[1:]
    return calls


def _next_to_speak(
    speaker: Seat | Pair, waiting: tuple[Seat, ...], eligible: tuple[Seat, ...]
) -> Seat:
    """The seat that spoke: of a pair the first that has not yet, else any of it."""
    if isinstance(speaker, Seat):
        return speaker
    return next((seat for seat in (*waiting, *eligible) if seat.pair is speaker), speaker.seats[0])


def _spoken(said: Said, eligible: tuple[Seat, ...]) -> Spoken:
    seat = _next_to_speak(said.speaker, (), eligible)
    return Spoken(seat, said.word, said.amount, said.plural)


def _pair(said: Said) -> Pair:
    return said.speaker.pair if isinstance(said.speaker, Seat) else said.speaker
