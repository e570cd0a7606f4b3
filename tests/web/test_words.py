"""Four languages that say the same, everywhere."""

import json
import re
from pathlib import Path

import pytest

import referee.web
from referee.mus.irregularities import Irregularity
from referee.mus.keinuak import Gesture, Infraction
from referee.mus.named_hands import NamedHand
from referee.web.words import DEFAULT, LANGUAGES, choose_language, phrase, words

FOLDER = Path(referee.web.__file__).parent
USED = re.compile(r"""(?<![.\w])(?:t|has|phrase|words)\(f?[`"']([\w.-]+)[`"'${ ]""")
NAME = re.compile(r"\{(\w+)\}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_texts_with_the_same_names(language: str) -> None:
    english, other = words(DEFAULT).texts, words(language).texts
    assert list(other) == list(english)
    for key, text in other.items():
        assert text.strip(), key
        assert set(NAME.findall(text)) == set(NAME.findall(english[key])), key


def test_whatever_a_page_or_a_view_names_is_there() -> None:
    """Keys in scripts, templates and code; one that ends in a dot is completed at run time."""
    there = words(DEFAULT).texts
    used = set()
    for path in [*FOLDER.rglob("*.js"), *FOLDER.rglob("*.html"), *FOLDER.rglob("*.py")]:
        text = path.read_text(encoding="utf-8")
        used |= set(USED.findall(text))
    missing = {
        key for key in used if key not in there and not any(k.startswith(key) for k in there)
    }
    assert len(used) > 100 and not missing


def test_all_signals_names_and_breaches_have_words() -> None:
    there = words(DEFAULT).texts
    for gesture in Gesture:
        assert f"gesture.{gesture}" in there
    for infraction in Infraction:
        assert f"infraction.{infraction}" in there
    for named in NamedHand:
        assert f"named.{named}" in there
    for irregularity in Irregularity:
        assert f"irregularity.{irregularity}" in there


def test_phrases_nest() -> None:
    said = phrase("said.by", seat="A", said=phrase("said.bet", n=2))
    assert words("es").say(said) == "A: envido 2"
    assert words("fr").say(said) == "A : imido 2"
    assert said.plain() == {
        "key": "said.by",
        "args": {"seat": "A", "said": {"key": "said.bet", "args": {"n": 2}}},
    }


def test_the_script_holds_every_text_and_cannot_end_its_element() -> None:
    script = words("fr").script
    assert "<" not in script and json.loads(script) == words("fr").texts


@pytest.mark.parametrize(
    ("asked", "cookie", "accepted", "language"),
    [
        (None, None, None, "en"),
        ("eu", "es", "fr", "eu"),
        (None, "es", "fr", "es"),
        (None, None, "eu-ES,eu;q=0.9,es;q=0.8", "eu"),
        (None, None, "de,fr;q=0.5", "fr"),
        ("xx", "yy", "zz", "en"),
    ],
)
def test_the_language_is_what_was_asked_for_first(
    asked: str | None, cookie: str | None, accepted: str | None, language: str
) -> None:
    assert choose_language(asked, cookie, accepted) == language
