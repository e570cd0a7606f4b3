"""Reading a case file: its cases, the rulesets and the vocabularies it names."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from referee.cards import Notation
from referee.errors import RefereeError, UnreadableError
from referee.mus.betting import Call, Word
from referee.mus.hands import Hand
from referee.mus.keinuak import Vocabulary, vocabulary
from referee.mus.ruleset import Ruleset, Signals, preset_names
from referee.mus.showdown import FourHands
from referee.seats import Seat

Json = Any
"""What json.load returns."""


_RULES = tuple(field.name for field in fields(Ruleset))


class NotCovered(Exception):
    """Nothing here can check the case."""


@dataclass(frozen=True)
class CaseFile:
    """One file of cases."""

    path: Path
    about: str
    rulesets: Mapping[str, Mapping[str, Json]]
    signal_presets: Mapping[str, Mapping[str, Json]]
    cases: Sequence[Json]

    @classmethod
    def read(cls, path: Path) -> Self:
        """Raises UnreadableError for a file that is not JSON with a list of cases."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as fault:
            raise UnreadableError(f"cannot read {path}: {fault}") from fault
        if not isinstance(data, dict) or not isinstance(data.get("cases"), list):
            raise UnreadableError(f"{path} has no list of cases; allowed: an object with `cases`")
        for table in ("rulesets", "signal_presets"):
            if not _is_table(data.get(table, {})):
                raise UnreadableError(f"{path}: {table} is not an object of named objects")
        return cls(
            path,
            str(data.get("about", "")),
            data.get("rulesets", {}),
            data.get("signal_presets", {}),
            data["cases"],
        )

    @property
    def of_mouche(self) -> bool:
        """Whether the file is about Mouche, perhaps among others."""
        return bool(self._words & {"mouche", "lanterlu"})

    def is_mus(self, case: Mapping[str, Json]) -> bool:
        """Whether a case is one of Mus: it names a ruleset, or its file is about Mus alone."""
        of_mus = "mus" in self._words
        if self.of_mouche and not of_mus:
            return False
        return "ruleset" in case or (not self.of_mouche and (of_mus or bool(self.rulesets)))

    @property
    def _words(self) -> set[str]:
        return set(re.findall(r"\w+", self.about.lower()))

    def ruleset(self, name: str) -> Ruleset:
        """The preset we ship, with what the file says about it on top."""
        shipped = Ruleset.preset(name) if name in preset_names() else Ruleset(name=name)
        if name in self.rulesets:
            return Ruleset.from_mapping({**shipped.to_mapping(), **self.rulesets[name]})
        if name in preset_names():
            return shipped
        raise UnreadableError(
            f"no ruleset {name!r}; allowed: {', '.join({*self.rulesets, *preset_names()})}"
        )

    def vocabulary(self, name: str) -> Vocabulary:
        """The file's vocabulary of that name, else the shipped one.

        A file cannot say where the complete signal is compulsory; that stays as shipped.
        """
        shipped = vocabulary(Signals(name)) if name in set(Signals) else Vocabulary(name)
        if name not in self.signal_presets:
            return vocabulary(Signals(name))
        lines = {
            gesture: [" ".join(meaning) for meaning in meanings]
            for gesture, meanings in self.signal_presets[name].items()
        }
        listed = Vocabulary.from_mapping(name, lines)
        return replace(listed, complete_compulsory=shipped.complete_compulsory)


@dataclass(frozen=True)
class Case:
    """One case of a Mus file."""

    file: CaseFile
    input: Mapping[str, Json]
    expected: Mapping[str, Json]
    stated_ruleset: str | Mapping[str, Json]
    """The name of a ruleset, or a ruleset itself."""

    @cached_property
    def ruleset(self) -> Ruleset:
        """The case's rules; what its input says, such as `kings`, goes above the ruleset."""
        rules = self.stated_ruleset
        if isinstance(rules, str):
            rules = self.file.ruleset(rules).to_mapping()
        own = {name: self.input[name] for name in _RULES if name in self.input}
        return Ruleset.from_mapping({**rules, **own})

    @property
    def mano(self) -> Seat:
        """Who speaks first; A where the case does not say."""
        return Seat(self.input.get("mano", "A"))

    @property
    def four_hands(self) -> FourHands:
        """The hands at the four seats."""
        return FourHands.of({Seat(seat): hand(text) for seat, text in self.input["hands"].items()})


def hand(text: str) -> Hand:
    """A hand in the notation of the case files."""
    return Hand.parse(text, Notation.FRENCH)


def call(line: Sequence[Json]) -> Call:
    """A call written as [seat, verb, n]."""
    seat, verb, *amount = line
    return Call(Seat(seat), Word(verb), *(n for n in amount if n is not None))


def disagreements(file: CaseFile) -> list[str]:
    """Where a ruleset or a vocabulary we ship is not what the file says it is."""
    found = []
    for name in file.rulesets.keys() & set(preset_names()):
        shipped = Ruleset.preset(name).to_mapping()
        for field, value in file.rulesets[name].items():
            if shipped.get(field) != value:
                found.append(
                    f"ruleset {name}: {field}: expected {value!r}, got {shipped.get(field)!r}"
                )
    for name in file.signal_presets.keys() & set(Signals):
        try:
            stated, ours = file.vocabulary(name).meanings, vocabulary(Signals(name)).meanings
        except (RefereeError, TypeError) as fault:
            found.append(f"signals {name}: {fault}")
            continue
        if set(stated) != set(ours):
            missing = sorted(m.gesture for m in set(stated) ^ set(ours))
            found.append(f"signals {name}: we differ at {', '.join(missing)}")
    return sorted(found)


def _is_table(data: Json) -> bool:
    return isinstance(data, dict) and all(isinstance(row, dict) for row in data.values())
