"""The verb `referee forget`: clips of a player or of a match are deleted, ruled upon or not."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.errors import UnreadableError
from referee.seats import Seat

if TYPE_CHECKING:
    from referee.table.state import TableMatch, TableState


def forget(
    config: Annotated[Path, typer.Argument(help="The table's configuration, table.yaml.")],
    player: Annotated[
        str | None, typer.Option(help="Name of a player, or a seat of the last match.")
    ] = None,
    match: Annotated[int | None, typer.Option(min=1, help="Number of a match in the log.")] = None,
) -> None:
    """Delete the clips of a player, of a match, or of a player in a match, and what a player
    showed in `referee enrol`. The log keeps the questions and the rulings, without pictures."""
    from referee.config import load_config
    from referee.signals.evidence_store import EvidenceStore
    from referee.signals.templates import MatchTemplates
    from referee.table.fold import fold
    from referee.table.log import look

    if player is None and match is None:
        raise UnreadableError("whose clips? name a --player, a --match or both")
    settings = load_config(config)
    folder = config.resolve().parent
    where = settings.table.log
    found = look(where if "://" in where else folder / where, settings.table.name)
    state = fold(found.recorded)
    meant = seats_meant(state, player, match)
    store = EvidenceStore(folder / settings.table.evidence_dir)
    gone = store.delete_named(clips_meant(state, meant))
    shown = MatchTemplates(folder / settings.signals.enrolled_dir)
    last = state.match
    for seat in meant.get(last.number, ()) if last else ():
        shown.delete(seat.value)
    if player is not None:
        with suppress(UnreadableError):  # nobody of a name that files cannot have was enrolled
            shown.delete(player)
    print(f"{len(gone)} clip{'s' * (len(gone) != 1)} deleted")


def seats_meant(
    state: TableState, player: str | None, match: int | None
) -> dict[int, frozenset[Seat]]:
    """The seats of each match; raises UnreadableError naming who and what there is."""
    matches = [m for m in state.matches if match in (None, m.number)]
    if not matches:
        there = f"there are 1 to {len(state.matches)}" if state.matches else "the log holds none"
        raise UnreadableError(f"no match{f' {match}' if match else ''}; {there}")
    if player is None:
        return {m.number: frozenset(Seat) for m in matches}
    if player in set(Seat):
        return {matches[-1].number: frozenset({Seat(player)})}
    meant = {m.number: _seats_of(m, player) for m in matches}
    if not any(meant.values()):
        names = sorted({m.player(seat) for m in matches for seat in Seat})
        raise UnreadableError(f"no player {player!r}; there are {', '.join(names)}")
    return meant


def clips_meant(state: TableState, meant: dict[int, frozenset[Seat]]) -> frozenset[str]:
    """The ids of the clips of these seats in these matches."""
    return frozenset(
        Path(flag.raised.evidence.name).stem
        for flag in state.flags
        if flag.raised.evidence and flag.match is not None
        if flag.raised.seat in meant.get(flag.match, ())
    )


def _seats_of(match: TableMatch, player: str) -> frozenset[Seat]:
    wanted = player.casefold()
    return frozenset(seat for seat in Seat if match.player(seat).casefold() == wanted)
