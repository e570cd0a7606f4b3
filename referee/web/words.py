"""The four languages of the pages, and phrases that can be said in each of them.

A language is one TOML file of texts with `{names}`. A `Phrase` names a text and gives the
names their values, which may be phrases again; it goes to the pages as plain data, so that one
view of the table serves pages in every language.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from markupsafe import Markup

LANGUAGES = {"eu": "Euskara", "es": "Español", "fr": "Français", "en": "English"}
DEFAULT = "en"
COOKIE = "referee_lang"
_NAME = re.compile(r"\{(\w+)\}")
_HTML = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026"}


@dataclass(frozen=True)
class Phrase:
    """A text by its key, with the values of its names: numbers, texts, phrases, lists of them."""

    key: str
    args: Mapping[str, Any] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        """Plain data, as pages read it."""
        return {"key": self.key, "args": {name: _plain(v) for name, v in self.args.items()}}


def phrase(key: str, **args: Any) -> Phrase:
    """`phrase("call.bet", n=2)`."""
    return Phrase(key, args)


class Words:
    """The texts of one language."""

    def __init__(self, language: str, texts: Mapping[str, str]) -> None:
        self.language = language
        self.texts = texts

    def __call__(self, key: str, **args: Any) -> str:
        """The text of a key; a key that is missing is shown as it is."""
        text = self.texts.get(key, key)
        return _NAME.sub(lambda m: self.say(args.get(m[1], m[0])), text)

    def say(self, value: Any) -> str:
        """A phrase, a list of phrases, or a plain value as text."""
        if isinstance(value, Phrase):
            return self(value.key, **value.args)
        if isinstance(value, list | tuple):
            return self("list.and").join(self.say(item) for item in value)
        return str(value)

    @property
    def script(self) -> Markup:
        """All texts as JSON that may stand inside a script element, where nothing is escaped."""
        text = json.dumps(self.texts, ensure_ascii=False, separators=(",", ":"))
        return Markup("".join(_HTML.get(letter, letter) for letter in text))


@cache
def words(language: str) -> Words:
    """A language; an unknown one is the default."""
    language = language if language in LANGUAGES else DEFAULT
    source = files("referee.web") / "languages" / f"{language}.toml"
    sections = tomllib.loads(source.read_text(encoding="utf-8"))
    return Words(
        language,
        {f"{name}.{key}": text for name, texts in sections.items() for key, text in texts.items()},
    )


def choose_language(
    asked: str | None, cookie: str | None, accepted: str | None, default: str = DEFAULT
) -> str:
    """By the address, then by the choice made before, then by the browser's own languages."""
    for wanted in (asked, cookie):
        if wanted in LANGUAGES:
            return str(wanted)
    for part in (accepted or "").split(","):
        language = part.split(";")[0].strip().lower().partition("-")[0]
        if language in LANGUAGES:
            return language
    return default


def _plain(value: Any) -> Any:
    if isinstance(value, Phrase):
        return value.plain()
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return value
