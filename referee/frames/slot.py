"""A mailbox for one item between two threads."""

from __future__ import annotations

import threading
from typing import Generic, TypeVar

T = TypeVar("T")


class Slot(Generic[T]):
    """Holds one item. A live source replaces what was not taken; a file waits until it is."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._item: T | None = None
        self._closed = False

    def replace(self, item: T) -> bool:
        """Put an item in; True when it took the place of one that nobody had taken."""
        with self._changed:
            overtaken = self._item is not None
            self._item = item
            self._changed.notify_all()
            return overtaken

    def hand_over(self, item: T) -> bool:
        """Put an item in as soon as the slot is free; False when it was closed instead."""
        with self._changed:
            self._changed.wait_for(lambda: self._item is None or self._closed)
            if self._closed:
                return False
            self._item = item
            self._changed.notify_all()
            return True

    def take(self, timeout_s: float) -> T | None:
        """The item, or None when none came in time or the slot was closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._item is not None or self._closed, timeout_s)
            item, self._item = self._item, None
            self._changed.notify_all()
            return item

    def close(self) -> None:
        """Wake everyone; what lies in the slot may still be taken."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    @property
    def empty(self) -> bool:
        """Whether nothing lies in the slot."""
        with self._changed:
            return self._item is None
