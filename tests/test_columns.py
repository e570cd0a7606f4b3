"""Aligned columns whose last one is wrapped."""

from referee.columns import WIDTH, columns


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    assert columns([("a", "one", "x"), ("bcd", "two", "y")]) == ["  a    one  x", "  bcd  two  y"]
    assert columns([("a", "b")], indent="") == ["a  b"]
    assert columns([]) == ["  none"]


def test_the_last_column_is_wrapped_below_itself_and_keeps_its_words() -> None:
    lines = columns([("A", "word " * 40), ("B", "x" * 200)])
    assert all(line.startswith("     word") for line in lines[1:3])
    assert all(len(line) <= WIDTH for line in lines[:-1])
    assert lines[-1].endswith("x" * 200)
