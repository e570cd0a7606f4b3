"""Loading what people write, and naming every fault by its line."""

import pytest

from referee.yaml_file import DealFault, DealFileError, GameName, Reading, game_of, load

KEYS = "write the keys mano, hands, bets, and for another game than mus: game"


@pytest.mark.parametrize(
    ("text", "game"),
    [("game: mouche", GameName.MOUCHE), ("game: mus", GameName.MUS), ("mano: A", GameName.MUS)],
)
def test_the_game_of_a_file(text: str, game: GameName) -> None:
    assert game_of(text) is game


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game: bridge", "line 1, game: 'bridge' is not a game; write mus or mouche"),
        ("a: 1\ngame: 3", "line 2, game: 3 is not a text"),
        ("- 1", f"line 1: not a deal; {KEYS}"),
        ("", f"line 1: the file is empty; {KEYS}"),
        ("a: b: c", "line 1: not YAML: mapping values are not allowed here"),
        (
            "a: 2026-99-01",
            "line 1: a value cannot be read: month must be in 1..12; write words and numbers",
        ),
        (
            "a: !!int x",
            "line 1: a value cannot be read: invalid literal for int() with base 10: 'x'; "
            "write words and numbers",
        ),
        ("a: !!bool x", "line 1: a value cannot be read: 'x'; write words and numbers"),
        ("a: &a {game: 3}\n<<: *a", "line 1, game: 3 is not a text"),
        ("<<: {game: 3}", "line 1, game: 3 is not a text"),
    ],
)
def test_a_file_without_a_readable_game(text: str, says: str) -> None:
    with pytest.raises(DealFileError) as caught:
        game_of(text)
    assert str(caught.value) == says


@pytest.mark.parametrize(
    ("text", "least", "number", "fault"),
    [
        ("n: 3", 0, 3, ""),
        ("n: -3", None, -3, ""),
        ("m: 3", 0, None, ""),
        ("n: -1", 0, None, "line 1, n: -1 is not a number of jetons, 0 or more"),
        ("n: yes it is", 0, None, "line 1, n: 'yes it is' is not a number of jetons, 0 or more"),
        ("n: true", None, None, "line 1, n: True is not a number of jetons"),
        ("n:", 0, None, "line 1, n: an empty value is not a number of jetons, 0 or more"),
        ("n: [1]", 0, None, "line 1, n: this list is not a number of jetons, 0 or more"),
    ],
)
def test_numbers(text: str, least: int | None, number: int | None, fault: str) -> None:
    reading = Reading()
    assert reading.number(load(text, ("n",)), "n", "", "a number of jetons", least) == number
    assert [str(found) for found in reading.faults] == ([fault] if fault else [])


def test_faults_are_told_by_line() -> None:
    error = DealFileError((DealFault(3, "b", "late"), DealFault(1, "", "early")))
    assert str(error) == "line 1: early\nline 3, b: late"
