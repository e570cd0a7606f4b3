"""The packs that may be taught, by what is printed on the cards and how many there are."""

from __future__ import annotations

from referee.cards import Card, Rank, Suit
from referee.errors import NotAllowedError
from referee.vision.models import Faces

_RANKS = sorted(Rank, key=lambda rank: 9.5 if rank is Rank.DIEZ else rank)
"""A ten lies between nine and jack."""
_EIGHTS_AND_NINES = (Rank.OCHO, Rank.NUEVE)


def pack_sizes(faces: Faces) -> tuple[int, ...]:
    """How many cards a pack with these faces may have, the usual one first."""
    return (52, 40, 32) if faces is Faces.FRENCH else (40, 48)


def pack_of(count: int, faces: Faces) -> tuple[Card, ...]:
    """Its cards, suit by suit. Raises NotAllowedError where there is no such pack."""
    if count not in pack_sizes(faces):
        allowed = ", ".join(map(str, sorted(pack_sizes(faces))))
        raise NotAllowedError(
            f"{count}: no {faces} pack; allowed: {allowed}", "no_pack", n=count, allowed=allowed
        )
    return tuple(Card(rank, suit) for suit in Suit for rank in _RANKS if _has(rank, count))


def _has(rank: Rank, count: int) -> bool:
    if count == 32:
        return rank is Rank.AS or rank >= Rank.SIETE
    if rank is Rank.DIEZ:
        return count == 52
    return count != 40 or rank not in _EIGHTS_AND_NINES
