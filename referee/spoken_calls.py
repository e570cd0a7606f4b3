"""What people write for the bets of a lance, both ways.

Call by call, ``A envido 2, B 5 más, A no quiero``, or noted afterwards, ``paso``,
``accepted 4``, ``refused 2 by BD``. Spanish, Basque and English words are read, without regard
to case or accents. A word that is not known is refused with the nearest one that is.
"""

import re
import unicodedata
from dataclasses import dataclass
from difflib import get_close_matches

from referee.errors import AmbiguousError, UnreadableError
from referee.mus.betting import Status, Word
from referee.mus.noted import PASSED, Noted
from referee.seats import Pair, Seat


@dataclass(frozen=True, slots=True)
class Said:
    """One call as it was said, by a seat or by a pair with one voice."""

    speaker: Seat | Pair
    word: Word
    amount: int = 0
    """A bet's size or how much a raise adds; 0 with the other words."""
    plural: bool = False
    """Said for both partners ("no queremos"), which binds the pair at once."""

    def __str__(self) -> str:
        word = (_PLURAL if self.plural else _SINGULAR)[self.word]
        return f"{self.speaker} {word.format(self.amount)}"


LanceBets = tuple[Said, ...] | Noted


def parse_bets(text: str) -> LanceBets:
    """The calls of one lance, separated by commas.

    Raises UnreadableError or AmbiguousError, naming the call and what may be written.
    """
    parts = [part.strip() for part in re.split(r"[,;\n]", text) if part.strip()]
    if not parts:
        raise UnreadableError(f"nothing is said here; write {EXAMPLE}")
    for part in parts:
        if _NO_WHOLE_NUMBER.search(part):
            raise UnreadableError(f"{part[:40]!r}: stakes are whole numbers of up to six digits")
    if len(parts) == 1 and (noted := _read_noted(_plain(parts[0]))):
        return noted
    return tuple(_read_call(part) for part in parts)


def format_bets(bets: LanceBets) -> str:
    """The text that `parse_bets` reads as the same bets."""
    return str(bets) if isinstance(bets, Noted) else ", ".join(map(str, bets))


EXAMPLE = "paso, calls such as 'A envido 2, B quiero', or 'accepted 4', 'refused 2 by BD'"

_SINGULAR = {
    Word.PASS: "paso",
    Word.BET: "envido {}",
    Word.RAISE: "{} más",
    Word.ACCEPT: "quiero",
    Word.REFUSE: "no quiero",
    Word.ORDAGO: "órdago",
}
_PLURAL = _SINGULAR | {
    Word.PASS: "pasamos",
    Word.BET: "envidamos {}",
    Word.RAISE: "subimos {}",
    Word.ACCEPT: "queremos",
    Word.REFUSE: "no queremos",
    Word.ORDAGO: "echamos órdago",
}
_WORDS = {
    Word.PASS: "paso pasa pass passes passed",
    Word.BET: "envido envida enbido embido imido bet bets",
    Word.RAISE: "mas gehiago raise raises more + subo sube",
    Word.ACCEPT: "quiero quiere iduki idoki kanta accept accepts accepted veo",
    Word.REFUSE: "no_quiero no_quiere tira refuse refuses refused no_accept",
    Word.ORDAGO: "ordago hordago all_in",
}
_PLURAL_WORDS = {
    Word.PASS: "pasamos",
    Word.BET: "envidamos",
    Word.RAISE: "subimos",
    Word.ACCEPT: "queremos quieren",
    Word.REFUSE: "no_queremos no_quieren",
    Word.ORDAGO: "echamos_ordago",
}
_PHRASES = {
    phrase.replace("_", " "): (word, plural)
    for words, plural in ((_WORDS, False), (_PLURAL_WORDS, True))
    for word, phrases in words.items()
    for phrase in phrases.split()
}
_ENVIDO = 2
"""What a bare "envido" bets."""

_CALL = re.compile(r"(a-?c|b-?d|[a-d])\b\s*:?\s*(.*)")
_NO_WHOLE_NUMBER = re.compile(r"\d\.\d|\d{7}")
_TWO_CALLS = re.compile(r"\S\s+(AC|BD|[A-D])\s+\S")
_NOTED = re.compile(
    r"(?P<passed>paso|pasan|pasa|passed|pass|all pass(?:ed)?|todos pasan)"
    r"|(?P<ordago>h?ordago (?:accepted|quiero|querido|kanta))"
    r"|(?:accepted|querido|onartua) (?P<accepted>\d+)"
    r"|(?:refused|no querido)(?: (?:at )?(?P<refused>\d+))?(?: (?:by|por))? (?P<by>a-?c|b-?d)"
)


def _plain(text: str) -> str:
    """Lower case, without accents, exclamation marks and double spaces."""
    decomposed = unicodedata.normalize("NFKD", text.lower())
    kept = "".join(c for c in decomposed if not unicodedata.combining(c) and c not in "¡!.")
    return " ".join(kept.replace("+", " + ").split())


def _read_noted(plain: str) -> Noted | None:
    match = _NOTED.fullmatch(plain)
    if match is None:
        return None
    if match["passed"]:
        return PASSED
    if match["ordago"]:
        return Noted(Status.ORDAGO)
    if match["accepted"]:
        return Noted(Status.ACCEPTED, int(match["accepted"]))
    paid = int(match["refused"] or 1)
    if paid < 1:
        raise UnreadableError(f"{plain!r}: a refusal pays 1 or more")
    return Noted(Status.REFUSED, 0 if paid == 1 else paid, Pair.parse(match["by"]))


def _read_call(text: str) -> Said:
    if _TWO_CALLS.search(text):
        raise UnreadableError(f"{text!r} holds more than one call; put a comma between calls")
    match = _CALL.fullmatch(_plain(text))
    if match is None:
        raise UnreadableError(f"cannot tell who says {text!r}; write {EXAMPLE}")
    name = match[1].replace("-", "").upper()
    speaker = Seat.parse(name) if len(name) == 1 else Pair.parse(name)
    numbers = [int(n) for n in re.findall(r"\d+", match[2])]
    phrase = " ".join(re.sub(r"\d+", " ", match[2]).split())
    if len(numbers) > 1:
        raise AmbiguousError(f"{text!r} has {len(numbers)} numbers; write one, as in 'B 5 más'")
    word, plural = _read_word(text, phrase, bool(numbers))
    plural = plural or isinstance(speaker, Pair)
    amount = numbers[0] if numbers else 0
    if word is Word.BET and not numbers:
        amount = _ENVIDO
    if word is Word.RAISE and not amount:
        raise UnreadableError(f"{text!r}: how many more? write it as in '{name} 2 más'")
    if amount and not word.takes_amount:
        raise UnreadableError(f"{text!r}: {phrase} takes no number")
    if word.takes_amount and amount < 1:
        raise UnreadableError(f"{text!r}: a bet is 1 or more")
    return Said(speaker, word, amount, plural)


def _read_word(text: str, phrase: str, has_number: bool) -> tuple[Word, bool]:
    known = _PHRASES.get(phrase)
    if known:
        return known
    if has_number and phrase in ("envido mas", "imido gehiago"):
        return Word.RAISE, False
    if has_number and not phrase:
        raise AmbiguousError(
            f"{text!r} could open with that bet or add to one; write 'envido N' or 'N más'"
        )
    near = get_close_matches(phrase, _PHRASES, 1, 0.5)
    hint = f"did you mean {near[0]!r}?" if near else "allowed: " + ", ".join(_SINGULAR_WORDS)
    raise UnreadableError(f"cannot read the call {text!r}: {hint}")


_SINGULAR_WORDS = tuple(word.format("N") for word in _SINGULAR.values())
