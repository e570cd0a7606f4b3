"""Rows of text in aligned columns, for what people read."""

from collections.abc import Sequence
from textwrap import wrap

WIDTH = 100
"""Characters in a line, at most."""


def columns(rows: Sequence[Sequence[str]], indent: str = "  ") -> list[str]:
    """Rows in aligned columns; the last column is wrapped below itself."""
    if not rows:
        return [f"{indent}none"]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
    lines = []
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=True))
        start = indent + "".join(f"{cell}  " for cell in cells)
        lines += wrap(
            row[-1],
            WIDTH,
            initial_indent=start,
            subsequent_indent=" " * len(start),
            break_long_words=False,
            break_on_hyphens=False,
        )
    return lines
