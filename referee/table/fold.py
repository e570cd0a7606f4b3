"""`fold`: from the events of a log to the state of the table, the same every time.

It never fails. An event that is not possible where it stands, as may happen once something
before it is corrected, counts for nothing and is listed in the state's `misfits`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from referee.errors import NotAllowedError, RefereeError
from referee.mouche.events import Anted
from referee.mus.betting import Call
from referee.mus.deal import Deal
from referee.mus.events import Declared, Misdealt, PereteDeclared, Ruled
from referee.mus.exchange import Discard
from referee.mus.keinuak import Infraction
from referee.mus.match import Match
from referee.mus.ruleset import FirstHand
from referee.mus.score import START
from referee.mus.talk import MusCall
from referee.table import mouche_game
from referee.table.corrections import Effective, changed_place, effective, named_cards
from referee.table.deal import TableDeal
from referee.table.events import (
    BetsEntered,
    CameraChanged,
    CardNamed,
    Corrected,
    DealSettled,
    DealStarted,
    FlagRaised,
    HandSealed,
    MatchClosed,
    MatchOpened,
    Noticed,
    Recorded,
    RevealCommitted,
    RulingGiven,
    ScoreSet,
)
from referee.table.mouche_events import MoucheEvent, MoucheOpened
from referee.table.reading import Reading
from referee.table.state import EMPTY, Flag, Misfit, Note, TableMatch, TableState


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The state just before a deal started, from which a correction is worked out anew."""

    seq: int
    """Place of the event that began the deal."""
    before: TableState


@dataclass(frozen=True, slots=True)
class Table:
    """All events of a log, numbered from 1, and the state they come to."""

    recorded: tuple[Recorded, ...] = ()
    state: TableState = EMPTY
    checkpoints: tuple[Checkpoint, ...] = field(default=(), repr=False)

    @classmethod
    def of(cls, recorded: Iterable[Recorded]) -> "Table":
        """From a whole log."""
        return _folded(tuple(recorded), ())

    def then(self, one: Recorded) -> "Table":
        """After one more event; what is corrected, and all that follows, is worked out anew."""
        recorded = (*self.recorded, one)
        if isinstance(one.event, Corrected | CardNamed):
            place = changed_place(recorded)
            return _folded(recorded, [c for c in self.checkpoints if c.seq <= place])
        checkpoints = self.checkpoints
        if isinstance(one.event, _BEGIN_A_DEAL):
            checkpoints = (*checkpoints, _checkpoint(one.seq, self.state))
        last = Effective(one.seq, one.seq, one.at, one.event)
        return Table(recorded, _then(self.state, last, {}), checkpoints)


def fold(recorded: Sequence[Recorded]) -> TableState:
    """The state that events come to; never raises."""
    return _folded(tuple(recorded), ()).state


def _folded(recorded: tuple[Recorded, ...], kept: Sequence[Checkpoint]) -> Table:
    """From the last of some checkpoints that still hold."""
    counting = effective(recorded)
    named = named_cards(counting)
    *checkpoints, start = kept or [Checkpoint(0, EMPTY)]
    state, place = start.before, 0
    for one in counting:
        if one.seq < start.seq:
            continue
        if isinstance(one.event, _BEGIN_A_DEAL) and one.seq != place:
            checkpoints.append(_checkpoint(one.seq, state))
        state, place = _then(state, one, named), one.seq
    state = replace(state, seq=recorded[-1].seq if recorded else 0)
    return Table(recorded, state, tuple(checkpoints))


def _checkpoint(seq: int, before: TableState) -> Checkpoint:
    return Checkpoint(seq, replace(before, seq=seq - 1))


Named = Mapping[int, Mapping[str, CardNamed]]


def _then(state: TableState, one: Effective, named: Named) -> TableState:
    try:
        after = _apply(state, one, named)
    except RefereeError as error:
        misfit = Misfit(one.seq, one.event, error.refusal)
        after = replace(state, misfits=(*state.misfits, misfit))
    return replace(after, seq=one.seq)


def _apply(state: TableState, one: Effective, named: Named) -> TableState:
    event = one.event
    if isinstance(event, MoucheEvent):
        return _mouche(state, one, event)
    match event:
        case MatchOpened():
            return _opened(state, one, event)
        case FlagRaised():
            return _flagged(state, one, event)
        case RulingGiven():
            return _ruled(state, one, event)
        case Noticed():
            return replace(state, notes=(*state.notes, Note(one.seq, one.at, event)))
        case CameraChanged():
            others = {camera.camera: camera for camera in state.cameras} | {event.camera: event}
            return replace(state, cameras=tuple(others.values()))
        case HandSealed():
            return state
        case CardNamed():
            return _named(state, event)
    return replace(state, matches=(*state.matches[:-1], _in_match(_running(state), one, named)))


def _opened(state: TableState, one: Effective, event: MatchOpened) -> TableState:
    _require_no_match(state)
    standing = Match(event.ruleset, event.dealer)
    match = TableMatch(len(state.matches) + 1, one.seq, event, one.at, standing)
    return replace(state, matches=(*state.matches, match))


def _require_no_match(state: TableState) -> None:
    if state.match and not state.match.closed:
        raise NotAllowedError(
            f"match {state.match.number} is running; close it first",
            "match_runs",
            n=state.match.number,
        )
    if game := mouche_game.running(state.mouche):
        raise NotAllowedError(
            f"game {game.number} of Mouche is running; close it first", "game_runs", n=game.number
        )


def _mouche(state: TableState, one: Effective, event: MoucheEvent) -> TableState:
    if isinstance(event, MoucheOpened):
        _require_no_match(state)
    return replace(state, mouche=mouche_game.after(state.mouche, one.seq, one.at, event))


def _running(state: TableState) -> TableMatch:
    if state.match is None or state.match.closed:
        raise NotAllowedError("no match is running; open one", "no_match")
    return state.match


def _in_match(match: TableMatch, one: Effective, named: Named) -> TableMatch:
    event = one.event
    match event:
        case MatchClosed():
            return replace(match, closed=event)
        case DealStarted():
            return replace(match, deal=_started(match, one.seq, event))
        case ScoreSet():
            return _score_set(match, event)
    deal = match.deal
    if deal is None:
        raise NotAllowedError("no deal is running; start one", "no_deal")
    match event:
        case BetsEntered():
            return replace(match, deal=deal.after_bets(one.seq, event))
        case RevealCommitted():
            said = tuple(named.get(one.seq, {}).values())
            reading = Reading.of(one.seq, event, said, match.opened.ruleset.pack)
            return replace(match, deal=deal.after_reveal(reading))
        case DealSettled():
            return _finished(match, deal.after_told(one.seq, event))
        case Misdealt() | MusCall() | Discard() | PereteDeclared() | Call() | Declared() | Ruled():
            return replace(match, deal=deal.after_step(event))
    raise NotAllowedError(f"{event} has no place in a match")


def _started(match: TableMatch, seq: int, event: DealStarted) -> TableDeal:
    if match.deal:
        raise NotAllowedError(
            f"deal {match.deal.number} is running and waits for {match.deal.waits_for}",
            "deal_runs",
            n=match.deal.number,
        )
    standing, rules = match.standing, match.opened.ruleset
    if standing.winner:
        raise NotAllowedError(
            f"{standing.winner} has won the match; close it and open another",
            "match_won",
            pair=standing.winner,
        )
    agreed = rules.first_hand is FirstHand.CORRIDO or match.opened.corrido
    corrido = rules.first_hand is not FirstHand.PLAIN and agreed and standing.is_first_deal
    play = Deal(rules, event.mano, standing.score, corrido)
    return TableDeal.start(len(match.deals) + 1, seq, play)


def _finished(match: TableMatch, deal: TableDeal) -> TableMatch:
    if deal.settlement is None:
        raise NotAllowedError("the deal is not settled", "not_settled")
    result = deal.settlement
    standing = match.standing.after_deal(result.score_after, result.winner, deal.mano)
    return replace(match, standing=standing, deals=(*match.deals, deal), deal=None)


def _score_set(match: TableMatch, event: ScoreSet) -> TableMatch:
    if match.deal and event.dealer:
        raise NotAllowedError(
            f"who deals is not set while deal {match.deal.number} is running; "
            f"correct event {match.deal.seq}, which says who is mano",
            "dealer_in_deal",
            n=match.deal.number,
            event=match.deal.seq,
        )
    old = match.standing
    games = old.games if event.games is None else event.games
    begun = 0 if event.score == START else max(1, old.deals_in_game)
    standing = Match(old.ruleset, event.dealer or old.dealer, event.score, games, begun)
    deal = match.deal.with_score(event.score) if match.deal else None
    return replace(match, standing=standing, deal=deal)


def _flagged(state: TableState, one: Effective, event: FlagRaised) -> TableState:
    deal = state.deal
    if event.infraction in _TOLD_BY_CARDS and deal and not deal.hands:
        raise NotAllowedError(
            f"a flag for a {event.infraction} tells about cards that are not shown yet; "
            "raise it after the reveal",
            "flag_before_cards",
        )
    match = state.match
    about = deal or (match and match.last_deal)
    flag = Flag(
        one.seq, event, one.at, match.number if match else None, about.number if about else None
    )
    return replace(state, flags=(*state.flags, flag))


def _ruled(state: TableState, one: Effective, event: RulingGiven) -> TableState:
    flag = state.flag(event.flag)
    if flag.ruling:
        raise NotAllowedError(
            f"flag {flag.seq} was ruled on as event {flag.ruling_seq}",
            "flag_ruled",
            n=flag.seq,
            by=flag.ruling_seq,
        )
    ruled = replace(flag, ruling=event, ruling_seq=one.seq)
    return replace(state, flags=tuple(ruled if f is flag else f for f in state.flags))


def _named(state: TableState, event: CardNamed) -> TableState:
    """The name counts since the reveal; here it is only seen that there is one."""
    deals = [deal for match in state.matches for deal in (*match.deals, match.deal) if deal]
    for deal in deals:
        if deal.reading and deal.reading.seq == event.reveal:
            return state
    known = [str(deal.reading.seq) for deal in deals if deal.reading]
    raise NotAllowedError(
        f"no reveal {event.reveal}; there are: {', '.join(known) or 'none'}",
        "no_reveal",
        n=event.reveal,
    )


_BEGIN_A_DEAL = (DealStarted, Anted)
_TOLD_BY_CARDS = (Infraction.FALSE_SIGNAL, Infraction.INCOMPLETE_SIGNAL)
