"""Who is who, when no two are the same: the best one-to-one assignment of rows to columns."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def assigned(gain: NDArray[np.floating]) -> list[int | None]:
    """For each row of `gain` (n, m) its column, each column once, with the greatest sum of gains.

    Where n > m, the rows that are left over get None. The Hungarian method with potentials, in
    O(n^2 m); H. W. Kuhn, "The Hungarian method for the assignment problem", 1955.
    """
    gain = np.asarray(gain, np.float64)
    if not np.isfinite(gain).all():
        raise ValueError("gains must be finite numbers")
    if gain.shape[0] > gain.shape[1]:
        rows: list[int | None] = [None] * gain.shape[0]
        for column, row in enumerate(assigned(gain.T)):
            assert row is not None
            rows[row] = column
        return rows
    count, width = gain.shape
    cost = -gain
    row_price, column_price = np.zeros(count + 1), np.zeros(width + 1)
    owner = np.zeros(width + 1, np.intp)  # row (from 1) that holds a column; 0: free
    for row in range(1, count + 1):
        owner[0], column = row, 0
        slack, came_from = np.full(width + 1, np.inf), np.zeros(width + 1, np.intp)
        used = np.zeros(width + 1, bool)
        while True:
            used[column] = True
            reduced = cost[owner[column] - 1] - row_price[owner[column]] - column_price[1:]
            better = ~used[1:] & (reduced < slack[1:])
            slack[1:][better], came_from[1:][better] = reduced[better], column
            free = np.flatnonzero(~used[1:]) + 1
            nearest = int(free[np.argmin(slack[free])])
            step = slack[nearest]
            row_price[owner[used]] += step
            column_price[used] -= step
            slack[~used] -= step
            column = nearest
            if owner[column] == 0:
                break
        while column:
            owner[column] = owner[came_from[column]]
            column = int(came_from[column])
    columns: list[int | None] = [None] * count
    for column in range(1, width + 1):
        if owner[column]:
            columns[owner[column] - 1] = column - 1
    return columns


def margins(gain: NDArray[np.floating], columns: list[int | None]) -> NDArray[np.float64]:
    """For each row, what the cheapest exchange would lose: with another row, or for a free column.

    Rows without a column have 0. Below about 3 (natural log-odds) somebody should look.
    """
    gain = np.asarray(gain, np.float64)
    taken = [column for column in columns if column is not None]
    free = sorted(set(range(gain.shape[1])) - set(taken))
    out = np.zeros(len(columns))
    for i, mine in enumerate(columns):
        if mine is None:
            continue
        losses = [gain[i, mine] - gain[i, column] for column in free]
        for j, other in enumerate(columns):
            if j == i:
                continue
            if other is None:
                losses.append(gain[i, mine] - gain[j, mine])
            else:
                kept, changed = gain[i, mine] + gain[j, other], gain[i, other] + gain[j, mine]
                losses.append(kept - changed)
        out[i] = max(0.0, min(losses, default=np.inf))
    return out
