"""How a deck looks: every choice a maker of Castilian cards has, as one immutable value.

`Style()` is the deck that ships with the project; `Style.random(rng)` is the deck of a maker
who never was, for teaching a card reader not to trust one drawing. Lengths in millimetres.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeVar, get_args

from datasets.deck.palette import SHIPPED, Palette

T = TypeVar("T")
PerSuit = tuple[T, T, T, T]
"""One value for each of oros, copas, espadas, bastos."""

WIDTH, HEIGHT, CORNER = 61.0, 95.0, 3.6

CoinMark = Literal["sun", "portrait", "star", "flower", "cross", "rings"]
CupShape = Literal["lidded", "goblet", "chalice", "urn"]
Blade = Literal["dagger", "straight", "leaf"]
Guard = Literal["cross", "curved", "trefoil", "bow"]
ClubShape = Literal["knobbly", "smooth", "branch", "drop"]
Font = Literal["serif", "plain", "bold", "italic", "outlined", "slab"]
FrameKind = Literal["single", "double", "none"]
Hat = Literal["beret", "feather", "brim", "cap", "bare"]
Crown = Literal["points", "trefoils", "closed", "low"]
Horse = Literal["walk", "trot", "rear"]
Eight = Literal["two by four", "two middles"]
Nine = Literal["middle", "high", "three by three"]
AceCoin = Literal["plain", "wreath", "banner"]
AceSword = Literal["broad", "sabre"]


@dataclass(frozen=True)
class Frame:
    """The line round the field whose gaps (the pinta) tell the suit; no colour means the ink."""

    kind: FrameKind = "single"
    colour: str | None = None
    width: float = 0.45
    inset: float = 3.4
    gap: float = 4.6
    gap_spread: float = 0.25
    """Distance between the middles of two gaps, as a share of the frame's width."""


@dataclass(frozen=True)
class Index:
    """The rank in the top left corner and, upside down, in the bottom right one."""

    font: Font = "serif"
    height: float = 5.6
    left: float = 5.0
    top: float = 5.2
    weight: float = 1.0
    crossed_seven: bool = False
    halo: bool = True


@dataclass(frozen=True)
class Pips:
    """Shapes and sizes of the suit signs; sizes multiply the usual ones."""

    coin: CoinMark = "sun"
    coin_teeth: int = 40
    coin_rings: bool = True
    cup: CupShape = "lidded"
    cup_width: float = 1.0
    blade: Blade = "dagger"
    long_blade: Blade = "straight"
    guard: Guard = "curved"
    long_guard: Guard = "bow"
    blade_width: float = 1.0
    club: ClubShape = "knobbly"
    club_width: float = 1.0
    club_leaves: bool = True
    scale: PerSuit[float] = (1.0, 1.0, 1.0, 1.0)
    detail: bool = True


@dataclass(frozen=True)
class Layout:
    """Which of the customary arrangements is used, and how far apart its rows are."""

    spread_x: float = 1.0
    spread_y: float = 1.0
    three: Literal["zigzag", "zagzig", "column"] = "zigzag"
    seven: Literal["between", "centre"] = "between"
    eight_coins: Eight = "two by four"
    eight_cups: Eight = "two middles"
    nine_coins: Nine = "middle"
    nine_cups: Nine = "three by three"
    big_centre: bool = True
    ace_swords: Literal["slant", "upright", "other slant"] = "slant"
    two_swords: Literal["opposed", "parallel", "crossed"] = "opposed"
    three_swords: Literal["alternate", "crossed", "parallel"] = "alternate"
    four_slant: bool = True
    tips_inward: bool = True
    lying_left: bool = True
    ace_clubs: Literal["slant", "upright", "other slant"] = "slant"
    two_clubs: Literal["opposed", "parallel", "crossed"] = "opposed"
    three_clubs: Literal["crossed", "alternate", "parallel"] = "crossed"
    five_clubs: Literal["slant", "upright"] = "slant"
    clubs_alternate: bool = True
    colour_shift: int = 0


@dataclass(frozen=True)
class Courts:
    """How the figures stand; tuples of four follow the suits O, C, E, B."""

    scale: float = 1.0
    breadth: float = 1.0
    flip_sota: PerSuit[bool] = (False,) * 4
    flip_caballo: PerSuit[bool] = (False, False, True, True)
    flip_arms: PerSuit[bool] = (False,) * 4
    flip_rey: PerSuit[bool] = (False,) * 4
    hats: PerSuit[Hat] = ("feather", "beret", "bare", "brim")
    rider_hats: PerSuit[Hat] = ("brim", "feather", "beret", "cap")
    crowns: PerSuit[Crown] = ("points", "trefoils", "closed", "points")
    horses: PerSuit[Horse] = ("walk", "walk", "trot", "walk")
    beards: PerSuit[bool] = (True,) * 4
    capes: PerSuit[bool] = (True,) * 4
    puffs: PerSuit[bool] = (True,) * 4
    shawls: PerSuit[bool] = (False,) * 4
    hand_on_hip: PerSuit[bool] = (True,) * 4
    lift: PerSuit[float] = (0.0,) * 4
    """How much higher than usual the hand with the suit's object is held, in mm."""
    stance: float = 0.0
    skirt: float = 1.0
    ermine: bool = True
    ornament: bool = True
    object_scale: float = 1.0
    object_rise: float = 0.0
    """How far above the hand coins and cups float, in mm, as they do in many packs."""
    ground: bool = True


@dataclass(frozen=True)
class Style:
    """One deck."""

    palette: Palette = SHIPPED
    line: float = 0.26
    frame: Frame = Frame()
    index: Index = Index()
    pips: Pips = Pips()
    layout: Layout = Layout()
    courts: Courts = Courts()
    ace_coin: AceCoin = "wreath"
    ace_sword: AceSword = "broad"
    ribbons: bool = True
    label: bool = False

    @classmethod
    def random(cls, rng: random.Random) -> Style:
        """A plausible deck of another maker; the same `rng` state gives the same deck."""
        return cls(
            palette=Palette.random(rng),
            line=rng.uniform(0.12, 0.5),
            frame=_random_frame(rng),
            index=_random_index(rng),
            pips=_random_pips(rng),
            layout=_random_layout(rng),
            courts=_random_courts(rng),
            ace_coin=rng.choice(get_args(AceCoin)),
            ace_sword=rng.choice(get_args(AceSword)),
            ribbons=_chance(rng, 0.6),
            label=_chance(rng, 0.35),
        )


def _chance(rng: random.Random, probability: float) -> bool:
    return rng.random() < probability


def _random_frame(rng: random.Random) -> Frame:
    return Frame(
        kind=rng.choices(get_args(FrameKind), (7, 2, 2))[0],
        colour=rng.choice((None, None, None, "#c03028", "#2f4f8a", "#777777", "#b8902a")),
        width=rng.uniform(0.2, 0.8),
        inset=rng.uniform(2.2, 5.2),
        gap=rng.uniform(3.0, 9.0),
        gap_spread=rng.uniform(0.2, 0.3),
    )


def _random_index(rng: random.Random) -> Index:
    return Index(
        font=rng.choice(get_args(Font)),
        height=rng.uniform(4.0, 8.5),
        left=rng.uniform(3.2, 6.2),
        top=rng.uniform(3.4, 6.6),
        weight=rng.uniform(0.75, 1.35),
        crossed_seven=_chance(rng, 0.25),
        halo=_chance(rng, 0.5),
    )


def _random_pips(rng: random.Random) -> Pips:
    def size() -> float:
        return rng.uniform(0.78, 1.16)

    return Pips(
        coin=rng.choices(get_args(CoinMark), (2, 4, 2, 2, 1, 1))[0],
        coin_teeth=rng.choice((0, 0, 24, 40, 56)),
        coin_rings=_chance(rng, 0.6),
        cup=rng.choices(get_args(CupShape), (4, 3, 2, 1))[0],
        cup_width=rng.uniform(0.82, 1.12),
        blade=rng.choices(get_args(Blade), (3, 3, 1))[0],
        long_blade=rng.choices(get_args(Blade), (1, 5, 1))[0],
        guard=rng.choice(get_args(Guard)[:3]),
        long_guard=rng.choices(get_args(Guard), (2, 2, 2, 5))[0],
        blade_width=rng.uniform(0.7, 1.3),
        club=rng.choice(get_args(ClubShape)),
        club_width=rng.uniform(0.8, 1.2),
        club_leaves=_chance(rng, 0.6),
        scale=(size(), size(), size(), size()),
        detail=_chance(rng, 0.8),
    )


def _random_layout(rng: random.Random) -> Layout:
    return Layout(
        spread_x=rng.uniform(0.86, 1.08),
        spread_y=rng.uniform(0.88, 1.06),
        three=rng.choices(("zigzag", "zagzig", "column"), (6, 1, 2))[0],
        seven=rng.choices(("between", "centre"), (6, 1))[0],
        eight_coins=rng.choice(get_args(Eight)),
        eight_cups=rng.choice(get_args(Eight)),
        nine_coins=rng.choice(get_args(Nine)),
        nine_cups=rng.choice(get_args(Nine)),
        big_centre=_chance(rng, 0.4),
        ace_swords=rng.choice(("slant", "upright", "other slant")),
        two_swords=rng.choices(("opposed", "parallel", "crossed"), (5, 2, 1))[0],
        three_swords=rng.choices(("alternate", "crossed", "parallel"), (5, 1, 1))[0],
        four_slant=_chance(rng, 0.75),
        tips_inward=_chance(rng, 0.8),
        lying_left=_chance(rng, 0.7),
        ace_clubs=rng.choice(("slant", "upright", "other slant")),
        two_clubs=rng.choices(("opposed", "parallel", "crossed"), (5, 2, 1))[0],
        three_clubs=rng.choices(("crossed", "alternate", "parallel"), (5, 2, 1))[0],
        five_clubs=rng.choice(("slant", "upright")),
        clubs_alternate=_chance(rng, 0.7),
        colour_shift=rng.randrange(3),
    )


def _random_courts(rng: random.Random) -> Courts:
    def each(draw: Callable[[], T]) -> PerSuit[T]:
        return draw(), draw(), draw(), draw()

    def flips(probability: float) -> PerSuit[bool]:
        return each(lambda: _chance(rng, probability))

    return Courts(
        scale=rng.uniform(0.88, 1.06),
        breadth=rng.uniform(0.88, 1.14),
        flip_sota=flips(0.25),
        flip_caballo=flips(0.5),
        flip_arms=flips(0.2),
        flip_rey=flips(0.25),
        hats=each(lambda: rng.choice(get_args(Hat))),
        rider_hats=each(lambda: rng.choice(get_args(Hat))),
        crowns=each(lambda: rng.choice(get_args(Crown))),
        horses=each(lambda: rng.choices(get_args(Horse), (4, 3, 1))[0]),
        beards=flips(0.85),
        capes=flips(0.7),
        puffs=flips(0.6),
        shawls=flips(0.5),
        hand_on_hip=flips(0.6),
        lift=each(lambda: rng.uniform(-4.0, 3.0)),
        stance=rng.uniform(-1.5, 2.5),
        skirt=rng.uniform(0.7, 1.8),
        ermine=_chance(rng, 0.6),
        ornament=_chance(rng, 0.7),
        object_scale=rng.uniform(0.85, 1.2),
        object_rise=rng.choice((0.0, 0.0, rng.uniform(1.5, 5.0))),
        ground=_chance(rng, 0.7),
    )
