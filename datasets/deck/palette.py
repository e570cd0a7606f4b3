"""The printing colours of a deck."""

from __future__ import annotations

import colorsys
import random
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Tone:
    """One colour in the three flat values that shade a shape, as `#rrggbb`."""

    light: str
    base: str
    dark: str

    @classmethod
    def of(cls, base: str, contrast: float = 1.0) -> Tone:
        """The tone around `base`; `contrast` 0 gives three equal values."""
        hue, lightness, saturation = colorsys.rgb_to_hls(*_channels(base))
        light = lightness + (1 - lightness) * 0.42 * contrast
        dark = lightness * (1 - 0.30 * contrast)
        return cls(_hex(hue, light, saturation), base, _hex(hue, dark, saturation))

    def jittered(self, rng: random.Random, amount: float = 1.0) -> Tone:
        """The same colour as another printer would mix it."""
        hue, lightness, saturation = colorsys.rgb_to_hls(*_channels(self.base))
        hue += rng.gauss(0, 0.012) * amount
        lightness = min(max(lightness + rng.gauss(0, 0.05) * amount, 0.06), 0.94)
        saturation = min(max(saturation * (1 + rng.gauss(0, 0.15) * amount), 0), 1)
        return Tone.of(_hex(hue, lightness, saturation), rng.uniform(0.3, 1.3))


def _channels(colour: str) -> tuple[float, float, float]:
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"colour {colour!r}: expected the form #rrggbb")
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def _hex(hue: float, lightness: float, saturation: float) -> str:
    rgb = colorsys.hls_to_rgb(hue % 1, min(max(lightness, 0), 1), saturation)
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in rgb)


@dataclass(frozen=True)
class Wardrobe:
    """What one court figure wears and rides."""

    coat: Tone
    second: Tone
    hose: Tone
    cape: Tone
    hat: Tone
    hair: Tone
    horse: Tone
    cloth: Tone


GOLD, YELLOW, OCHRE = "#eeb62c", "#f3d038", "#d79b3a"
RED, CRIMSON, ORANGE = "#cf3a2c", "#a82a3a", "#dd6a2a"
BLUE, SKY, NAVY = "#3f7cba", "#8bbde0", "#2f4f8a"
GREEN, OLIVE, FOREST = "#5a9440", "#8fa63c", "#2f6a45"
BROWN, CHESTNUT, TAN = "#8a5a33", "#7a4128", "#c49a62"
PURPLE, TEAL, PINK = "#70508e", "#3a8a88", "#d98a96"
STEEL, SILVER, IVORY = "#8fa5b8", "#c5ced4", "#f6efdd"
BLACK, GREY, WHITE = "#3a3433", "#8c8681", "#f2ece2"

_CLOTHS = (RED, CRIMSON, ORANGE, BLUE, SKY, NAVY, GREEN, OLIVE, FOREST, GOLD, YELLOW, PURPLE, TEAL)
_HORSES = (BROWN, CHESTNUT, TAN, GREY, WHITE, BLACK, "#5d4535", "#a67548")
_HAIRS = (BROWN, CHESTNUT, "#caa04a", "#4a3426", "#a8552c", BLACK)
_BEARDS = (GREY, WHITE, "#b8b2aa", BROWN, "#4a3426")


def _wardrobe(
    coat: str, second: str, hose: str, cape: str, hat: str, hair: str, horse: str, cloth: str
) -> Wardrobe:
    return Wardrobe(*(Tone.of(c) for c in (coat, second, hose, cape, hat, hair, horse, cloth)))


_OROS = (
    _wardrobe(BLUE, GOLD, RED, RED, BLUE, BROWN, TAN, RED),
    _wardrobe(BLUE, GOLD, GREEN, RED, RED, BROWN, TAN, RED),
    _wardrobe(RED, GOLD, GREEN, BLUE, RED, "#b8b2aa", TAN, RED),
)
_COPAS = (
    _wardrobe(GREEN, GOLD, BLUE, RED, RED, CHESTNUT, WHITE, GREEN),
    _wardrobe(RED, GOLD, BLUE, GREEN, GREEN, CHESTNUT, WHITE, BLUE),
    _wardrobe(CRIMSON, GOLD, BLUE, GREEN, RED, "#8a6a4a", WHITE, RED),
)
_ESPADAS = (
    _wardrobe(BLUE, GOLD, RED, CRIMSON, BLUE, "#caa04a", CHESTNUT, RED),
    _wardrobe(NAVY, RED, GOLD, SKY, RED, "#caa04a", CHESTNUT, GOLD),
    _wardrobe(BLUE, GOLD, RED, CRIMSON, BLUE, WHITE, CHESTNUT, RED),
)
_BASTOS = (
    _wardrobe(RED, GREEN, GOLD, GREEN, GREEN, "#4a3426", GREY, GREEN),
    _wardrobe(GREEN, GOLD, RED, ORANGE, RED, "#4a3426", GREY, GREEN),
    _wardrobe(GREEN, GOLD, RED, ORANGE, RED, BROWN, GREY, GREEN),
)


@dataclass(frozen=True)
class Palette:
    """Every colour of a deck; tuples of four follow the suits O, C, E, B."""

    paper: str
    ink: str
    coin: Tone
    coin_mark: Tone
    cup: Tone
    cup_trim: Tone
    cup_band: Tone
    blade: Tone
    hilt: Tone
    grip: Tone
    clubs: tuple[Tone, Tone, Tone]
    cut: Tone
    leaf: Tone
    ribbon: Tone
    skin: Tone
    trim: Tone
    ground: Tone
    index: tuple[str, str, str, str]
    sota: tuple[Wardrobe, ...]
    caballo: tuple[Wardrobe, ...]
    rey: tuple[Wardrobe, ...]
    back: tuple[Tone, Tone]

    @classmethod
    def random(cls, rng: random.Random) -> Palette:
        """Colours as some other maker of Castilian cards might print them."""

        def pick(*colours: str) -> Tone:
            return Tone.of(rng.choice(colours)).jittered(rng)

        cloths = rng.sample(_CLOTHS, rng.randint(3, 7))
        gold = pick(GOLD, YELLOW, YELLOW, OCHRE, "#f0a030", "#e8c860")
        ink = rng.choice(("#2a1c16", "#101010", "#1c1c30", "#3a2a20", "#202020", "#4a3a34"))

        def dress(hairs: tuple[str, ...]) -> Wardrobe:
            return Wardrobe(
                pick(*cloths), pick(*cloths), pick(*cloths), pick(*cloths), pick(*cloths),
                pick(*hairs), pick(*_HORSES), pick(*cloths),
            )  # fmt: skip

        def court(hairs: tuple[str, ...]) -> tuple[Wardrobe, ...]:
            return tuple(dress(hairs) for _ in range(4))

        return cls(
            paper=rng.choice(("#ffffff", "#fdfaf1", "#f8f4e6", "#f3eedd", "#f4f4f2", "#fbf6e2")),
            ink=ink,
            coin=gold,
            coin_mark=pick(RED, CRIMSON, ORANGE, BROWN, gold.dark, BLUE, ink),
            cup=pick(RED, RED, RED, CRIMSON, ORANGE, GOLD, BLUE),
            cup_trim=gold if rng.random() < 0.8 else pick(YELLOW, SILVER, ORANGE),
            cup_band=pick(BLUE, SKY, GREEN, RED, IVORY, gold.light),
            blade=pick("#86b2d6", "#86b2d6", BLUE, SKY, STEEL, SILVER, "#5f9fd8"),
            hilt=gold if rng.random() < 0.75 else pick(OCHRE, RED, STEEL, BROWN),
            grip=pick(RED, RED, BROWN, BLUE, GREEN, gold.base),
            clubs=_random_clubs(rng, pick),
            cut=pick(RED, ORANGE, "#e8b890", YELLOW),
            leaf=pick(OLIVE, GREEN, FOREST),
            ribbon=pick(RED, BLUE, SKY, GREEN, gold.base),
            skin=pick("#f2cba6", "#f6dcc4", "#eab88c", IVORY),
            trim=gold,
            ground=pick("#a9b56a", "#c8b07a", OLIVE, GREEN, TAN, GREY),
            index=_random_index(rng, ink),
            sota=court(_HAIRS),
            caballo=court(_HAIRS),
            rey=court(_BEARDS),
            back=(pick(NAVY, BLUE, CRIMSON, FOREST, RED, PURPLE), gold),
        )


def _random_clubs(rng: random.Random, pick: Callable[..., Tone]) -> tuple[Tone, Tone, Tone]:
    kind = rng.random()
    if kind < 0.55:
        lit = rng.random() < 0.5
        mixed = [pick(GREEN, "#4f9a2e", "#7ab83a"), pick(RED, CRIMSON, ORANGE), pick(YELLOW, OCHRE)]
        if lit:
            yellow = pick(YELLOW, "#f5e15a").base
            mixed = [Tone(yellow, tone.base, tone.dark) for tone in mixed]
        return mixed[0], mixed[1], mixed[2]
    if kind < 0.8:
        one = pick(GREEN, OLIVE, FOREST, BROWN, CHESTNUT, "#a4683a")
        return one, one, one
    return pick(GREEN, OLIVE), pick(BROWN, "#a4683a"), pick(OCHRE, TAN, BROWN)


def _random_index(rng: random.Random, ink: str) -> tuple[str, str, str, str]:
    kind = rng.random()
    if kind < 0.6:
        return (ink,) * 4
    if kind < 0.75:
        return (rng.choice((RED, NAVY, BLUE, CRIMSON)),) * 4
    coin = rng.choice((OCHRE, ORANGE, "#c8961e"))
    return coin, rng.choice((RED, CRIMSON)), rng.choice((BLUE, NAVY)), rng.choice((GREEN, FOREST))


SHIPPED = Palette(
    paper="#fdfaf1",
    ink="#2a1c16",
    coin=Tone.of(GOLD),
    coin_mark=Tone.of(RED),
    cup=Tone.of(RED),
    cup_trim=Tone.of(GOLD),
    cup_band=Tone.of(BLUE),
    blade=Tone.of("#86b2d6"),
    hilt=Tone.of(GOLD),
    grip=Tone.of(RED),
    clubs=(Tone.of(GREEN), Tone.of("#a4683a"), Tone.of(OCHRE)),
    cut=Tone.of("#d96b45"),
    leaf=Tone.of(OLIVE),
    ribbon=Tone.of(RED),
    skin=Tone.of("#f2cba6", 0.7),
    trim=Tone.of(GOLD),
    ground=Tone.of("#a9b56a"),
    index=("#2a1c16",) * 4,
    sota=(_OROS[0], _COPAS[0], _ESPADAS[0], _BASTOS[0]),
    caballo=(_OROS[1], _COPAS[1], _ESPADAS[1], _BASTOS[1]),
    rey=(_OROS[2], _COPAS[2], _ESPADAS[2], _BASTOS[2]),
    back=(Tone.of(NAVY), Tone.of(GOLD)),
)
"""The colours of the deck that ships with the project."""
