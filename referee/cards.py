"""Cards, packs and their text codes, both ways.

The canonical code of a card is its Spanish number and suit initial: ``12O`` is the rey de
oros. French packs are the same cards under other faces: hearts are copas, diamonds oros,
spades espadas, clubs bastos; king, queen and jack are rey, caballo and sota. Only the ten of a
French pack is no Spanish card, since 10 is printed on the sota: it is ``XO``, diez de oros, ``Td``.

Reading is tolerant of case, accents and spelling, but never guesses. Two notations share
letters: ``C`` is copas in a Spanish code and clubs (bastos) in a French one. So

* ``R C S``, ``10 11 12`` and Spanish words belong to the Spanish notation, ``K Q J``, suit
  symbols and English words to the French one;
* ``4C`` is the canonical code (copas) and ``Ac`` the usual French one (clubs), but ``4c``,
  ``AC`` and ``ac`` could be either and are refused unless a notation is named;
* ``As`` is the ace of spades, but ``as`` and ``AS`` are also the Spanish word for an ace.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum, IntEnum, StrEnum
from functools import lru_cache

from referee.errors import AmbiguousError, NotAllowedError, RefereeError, UnreadableError


class Suit(StrEnum):
    """A Spanish suit; the value is its initial in the canonical code."""

    OROS = "O"
    COPAS = "C"
    ESPADAS = "E"
    BASTOS = "B"

    @property
    def spanish(self) -> str:
        """`oros`."""
        return self.name.lower()

    @property
    def french_letter(self) -> str:
        """`d` for oros."""
        return _FRENCH_SUITS[self][0]

    @property
    def french_symbol(self) -> str:
        """`♦` for oros."""
        return _FRENCH_SUITS[self][1]


class Rank(IntEnum):
    """A rank; the value is the number printed on a Spanish card.

    DIEZ is the ten of a French pack, which no Spanish pack has; its value only tells it apart.
    """

    AS = 1
    DOS = 2
    TRES = 3
    CUATRO = 4
    CINCO = 5
    SEIS = 6
    SIETE = 7
    OCHO = 8
    NUEVE = 9
    SOTA = 10
    CABALLO = 11
    REY = 12
    DIEZ = 13

    @property
    def spanish(self) -> str:
        """`rey`, `as`, `7`: figures, ace and ten by name, the others by number."""
        return _SPOKEN_RANKS.get(self, str(self.value))

    @property
    def french(self) -> str:
        """`K`, `Q`, `J`, `A`, `T` or the number."""
        return _FRENCH_RANKS.get(self, str(self.value))


class Notation(Enum):
    """How a text names cards."""

    SPANISH = "spanish"
    FRENCH = "french"


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One card, of any pack: 13 ranks by 4 suits."""

    rank: Rank
    suit: Suit
    index: int = field(init=False, repr=False)
    """0 to 51, by rank and then suit; the card's place in any table over cards."""

    def __post_init__(self) -> None:
        if not isinstance(self.rank, Rank) or not isinstance(self.suit, Suit):
            raise UnreadableError(
                f"a card is a Rank and a Suit, not {self.rank!r} and {self.suit!r}; "
                "read text with Card.parse"
            )
        object.__setattr__(self, "index", (self.rank - 1) * 4 + _SUIT_PLACE[self.suit])

    def __eq__(self, other: object) -> bool:
        return self.index == other.index if isinstance(other, Card) else NotImplemented

    def __hash__(self) -> int:
        return self.index

    def __lt__(self, other: "Card") -> bool:
        return self.index < other.index

    def __str__(self) -> str:
        return self.code

    @property
    def code(self) -> str:
        """Canonical code: `12O`, and `XO` for a ten."""
        number = "X" if self.rank is Rank.DIEZ else self.rank.value
        return f"{number}{self.suit.value}"

    @property
    def spanish(self) -> str:
        """`rey de oros`."""
        return f"{self.rank.spanish} de {self.suit.spanish}"

    @property
    def french(self) -> str:
        """French-style code: `Kd`."""
        return f"{self.rank.french}{self.suit.french_letter}"

    @classmethod
    def parse(cls, text: str, notation: Notation | None = None) -> "Card":
        """The card a text names: `12O`, `RO`, `rey de oros`, `12 oros`, `Kd`, `K♦`.

        Raises UnreadableError for what is no card and AmbiguousError for what could be two;
        naming the notation settles `4c`.
        """
        readings = _readings(text)
        if notation is not None:
            readings = tuple(r for r in readings if r.notation is notation)
        cards = sorted({reading.card for reading in readings})
        if notation is None and text.strip() in _OTHER_MEANINGS:
            raise AmbiguousError(_OTHER_MEANINGS[text.strip()])
        if len(cards) == 1:
            return cards[0]
        exact = [r.card for r in readings if text.strip() == r.exact_code]
        if len(exact) == 1:
            return exact[0]
        if cards:
            raise AmbiguousError(_ambiguity(text, cards))
        _refuse_incomplete(text, notation)
        how = f" in {notation.value} notation" if notation else ""
        examples = {Notation.SPANISH: "12O, RO or rey de oros", Notation.FRENCH: "Kd, Td or K♦"}
        example = examples[notation] if notation else "12O, RO, rey de oros, Kd or K♦"
        raise UnreadableError(f"cannot read {text!r} as a card{how}; write {example}")


@dataclass(frozen=True, slots=True)
class Pack:
    """The set of cards a game is played with."""

    name: str
    cards: frozenset[Card]

    def __contains__(self, card: Card) -> bool:
        return card in self.cards

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def ordered(self) -> tuple[Card, ...]:
        """The cards by rank and suit: a fixed order, so that nothing depends on hashing."""
        return tuple(sorted(self.cards))

    def require(self, card: Card) -> Card:
        """The card itself; raises NotAllowedError when the pack lacks it."""
        if card not in self.cards:
            raise NotAllowedError(
                f"{card.code} ({card.spanish}) is not in the {self.name} pack of {len(self)} cards"
            )
        return card


def parse_cards(text: str, notation: Notation | None = None) -> tuple[Card, ...]:
    """The cards of a list such as `Kh 3d 7s Ac` or `rey de oros, as de copas`.

    A list is written in one notation: when only one notation reads all of it, that one also
    settles cards which alone would be ambiguous. Raises what Card.parse raises, of the first text
    that is no card but naming all of them.
    """
    texts = _split(text)
    notation = notation or notation_of(texts)
    cards: list[Card] = []
    faults: list[RefereeError] = []
    for part in texts:
        try:
            cards.append(Card.parse(part, notation))
        except RefereeError as fault:
            faults.append(fault)
    if faults:
        raise type(faults[0])("; ".join(map(str, faults)))
    return tuple(cards)


def notation_of(texts: Iterable[str]) -> Notation | None:
    """The only notation that reads every text, or None when both or neither do."""
    read = [{r.notation for r in _readings(text)} for text in texts]
    fitting = [n for n in Notation if read and all(n in found for found in read)]
    return fitting[0] if len(fitting) == 1 else None


def format_cards(cards: Sequence[Card]) -> str:
    """Canonical codes, separated by spaces: `12O 3C 7E 1B`."""
    return " ".join(card.code for card in cards)


_SUIT_PLACE = {suit: place for place, suit in enumerate(Suit)}
_FRENCH_SUITS = {
    Suit.OROS: ("d", "♦"),
    Suit.COPAS: ("h", "♥"),
    Suit.ESPADAS: ("s", "♠"),
    Suit.BASTOS: ("c", "♣"),
}
_SPOKEN_RANKS = {
    **{Rank.AS: "as", Rank.SOTA: "sota", Rank.CABALLO: "caballo", Rank.REY: "rey"},
    Rank.DIEZ: "diez",
}
_FRENCH_RANKS = {
    **{Rank.AS: "A", Rank.SOTA: "J", Rank.CABALLO: "Q", Rank.REY: "K"},
    Rank.DIEZ: "T",
}

_DIGITS = {str(rank.value): rank for rank in Rank if rank < Rank.SOTA}
_FRENCH_LETTERS = {"k": Rank.REY, "q": Rank.CABALLO, "j": Rank.SOTA}
_LETTER_RANKS = {
    Notation.SPANISH: {
        **_DIGITS,
        "10": Rank.SOTA,
        "11": Rank.CABALLO,
        "12": Rank.REY,
        "a": Rank.AS,
        "r": Rank.REY,
        "c": Rank.CABALLO,
        "s": Rank.SOTA,
        "x": Rank.DIEZ,
    },
    Notation.FRENCH: {
        **_DIGITS,
        **_FRENCH_LETTERS,
        "a": Rank.AS,
        "t": Rank.DIEZ,
        "10": Rank.DIEZ,
    },
}
_LETTER_SUITS = {
    Notation.SPANISH: {suit.value.lower(): suit for suit in Suit},
    Notation.FRENCH: {french[0]: suit for suit, french in _FRENCH_SUITS.items()},
}
_WORD_RANKS = {
    Notation.SPANISH: {
        **{rank.name.lower(): rank for rank in Rank},
        **_LETTER_RANKS[Notation.SPANISH],
        **_FRENCH_LETTERS,
    },
    Notation.FRENCH: {
        **_LETTER_RANKS[Notation.FRENCH],
        **{"ace": Rank.AS, "two": Rank.DOS, "three": Rank.TRES, "four": Rank.CUATRO},
        **{"five": Rank.CINCO, "six": Rank.SEIS, "seven": Rank.SIETE, "eight": Rank.OCHO},
        **{"nine": Rank.NUEVE, "ten": Rank.DIEZ},
        **{"jack": Rank.SOTA, "queen": Rank.CABALLO, "king": Rank.REY},
    },
}
_WORD_SUITS = {
    Notation.SPANISH: {
        **{suit.spanish: suit for suit in Suit},
        **{suit.spanish.removesuffix("s"): suit for suit in Suit},
    },
    Notation.FRENCH: {
        **{"heart": Suit.COPAS, "hearts": Suit.COPAS, "♥": Suit.COPAS, "♡": Suit.COPAS},
        **{"diamond": Suit.OROS, "diamonds": Suit.OROS, "♦": Suit.OROS, "♢": Suit.OROS},
        **{"spade": Suit.ESPADAS, "spades": Suit.ESPADAS, "♠": Suit.ESPADAS, "♤": Suit.ESPADAS},
        **{"club": Suit.BASTOS, "clubs": Suit.BASTOS, "♣": Suit.BASTOS, "♧": Suit.BASTOS},
    },
}
_OTHER_MEANINGS = {
    text: f"{text!r} is an ace without its suit or the ace of spades; write 1E or As"
    for text in ("as", "AS", "aS")
}
_LINK_WORDS = {"de", "of"}
_WORDED = re.compile(r"\S+\s+(?:de|of)\s+\S+|\S+", re.IGNORECASE)
_TOKEN = re.compile(r"\d+|[a-z]+|[♥♡♦♢♠♤♣♧]")


@dataclass(frozen=True, slots=True)
class _Reading:
    """One meaning of a text, with the code of that notation whose case is unmistakable."""

    card: Card
    notation: Notation
    exact_code: str


def _plain(text: str) -> str:
    """Lower case without accents or emoji variation selectors."""
    decomposed = unicodedata.normalize("NFKD", text.strip().lower())
    return "".join(c for c in decomposed if not unicodedata.combining(c) and c != "\ufe0f")


@lru_cache(maxsize=4096)
def _readings(text: str) -> tuple[_Reading, ...]:
    plain = _plain(text)
    found = []
    for notation in Notation:
        reading = _read_code(plain, notation) or _read_words(plain, notation)
        if reading:
            found.append(_Reading(reading, notation, _exact_code(reading, notation)))
    return tuple(found)


def _read_code(plain: str, notation: Notation) -> Card | None:
    rank = _LETTER_RANKS[notation].get(plain[:-1].strip())
    suit = _LETTER_SUITS[notation].get(plain[-1:])
    return Card(rank, suit) if rank and suit else None


def _read_words(plain: str, notation: Notation) -> Card | None:
    words = _words(plain)
    if len(words) != 2:
        return None
    rank = _WORD_RANKS[notation].get(words[0])
    suit = _WORD_SUITS[notation].get(words[1])
    return Card(rank, suit) if rank and suit else None


def _words(plain: str) -> list[str]:
    if _TOKEN.sub("", plain).strip(" -_."):
        return []
    tokens = _TOKEN.findall(plain)
    return [t for t in tokens if t not in _LINK_WORDS] if len(tokens) == 3 else tokens


def _exact_code(card: Card, notation: Notation) -> str:
    """A digit has no case, so of the French codes only `Ac` says by its case that it is one."""
    if notation is Notation.SPANISH:
        return card.code
    return card.french if card.rank.french.isalpha() else ""


def _ambiguity(text: str, cards: Sequence[Card]) -> str:
    choices = " or ".join(f"{c.code} ({c.spanish}, French {c.french})" for c in cards)
    return f"{text!r} could be {choices}; write one of these codes or name the notation"


def _refuse_incomplete(text: str, notation: Notation | None) -> None:
    """A lone rank or suit names several cards at once, which is not the same as nonsense."""
    plain = _plain(text)
    known = (notation,) if notation else tuple(Notation)
    rank_tables = [_WORD_RANKS[one] for one in known]
    suit_tables = [table[one] for one in known for table in (_LETTER_SUITS, _WORD_SUITS)]
    ranks = {table[plain] for table in rank_tables if plain in table}
    suits = {table[plain] for table in suit_tables if plain in table}
    cards = sorted(
        {Card(rank, suit) for rank in ranks for suit in Suit}
        | {Card(rank, suit) for suit in suits for rank in Rank}
    )
    if cards:
        french = notation is Notation.FRENCH
        shown = ", ".join(card.french if french else card.code for card in cards[:4])
        raise AmbiguousError(
            f"{text!r} could be any of {len(cards)} cards ({shown}, ...); "
            f"write rank and suit, as in {'Kd' if french else '12O'}"
        )


def _split(text: str) -> list[str]:
    """Cards are separated by commas or lines; between those, by spaces unless words join them."""
    parts = [part.strip() for part in re.split(r"[,;\n]+", text) if part.strip()]
    return [
        card for part in parts for card in ([part] if _readings(part) else _WORDED.findall(part))
    ]


def _pack(name: str, ranks: Iterable[Rank]) -> Pack:
    return Pack(name, frozenset(Card(rank, suit) for rank in ranks for suit in Suit))


_SPANISH_RANKS = tuple(rank for rank in Rank if rank is not Rank.DIEZ)
SPANISH_48 = _pack("Spanish", _SPANISH_RANKS)
SPANISH_40 = _pack("Spanish", (r for r in _SPANISH_RANKS if r not in (Rank.OCHO, Rank.NUEVE)))
FRENCH_40 = Pack("French", SPANISH_40.cards)
