"""What was read from a match last, for whoever asks about the same match again."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from annotator.model.match import Match

T = TypeVar("T")


class LastRead(Generic[T]):
    """Remembers what `read` made of one match.

    A thread that asks about one match only is given the very same value each time, whatever other
    threads read meanwhile: details are told apart by identity. What another thread has read just
    before is taken over.
    """

    def __init__(self, read: Callable[[Match], T]) -> None:
        self._read = read
        self._last: tuple[Match, T] | None = None
        self._own = threading.local()

    def of(self, match: Match) -> T:
        """What `read` makes of the match."""
        own: tuple[Match, T] | None = getattr(self._own, "last", None)
        if own is not None and own[0] is match:
            return own[1]
        last = self._last
        if last is None or last[0] is not match:
            last = self._last = (match, self._read(match))
        self._own.last = last
        return last[1]
