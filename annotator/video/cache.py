"""Decoded frames kept for stepping back, bounded in bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")

DEFAULT_BYTES = 512 << 20


class FrameCache(Generic[T]):
    """Values by frame index; the one used longest ago goes first. Safe in any thread."""

    def __init__(self, limit: int = DEFAULT_BYTES) -> None:
        self._limit = max(limit, 0)
        self._held: OrderedDict[int, tuple[T, int]] = OrderedDict()
        self._bytes = 0
        self._lock = Lock()

    @property
    def limit(self) -> int:
        """The bytes that may be held."""
        return self._limit

    @limit.setter
    def limit(self, limit: int) -> None:
        with self._lock:
            self._limit = max(limit, 0)
            self._shrink()

    @property
    def bytes(self) -> int:
        """The bytes held now, never more than `limit`."""
        return self._bytes

    def __len__(self) -> int:
        return len(self._held)

    def __contains__(self, index: int) -> bool:
        with self._lock:
            return index in self._held

    def get(self, index: int) -> T | None:
        """The value, now the most recently used, or None."""
        with self._lock:
            found = self._held.get(index)
            if found is None:
                return None
            self._held.move_to_end(index)
            return found[0]

    def put(self, index: int, value: T, size: int) -> None:
        """Keep a value of `size` bytes; one larger than the whole limit is not kept."""
        with self._lock:
            old = self._held.pop(index, None)
            if old is not None:
                self._bytes -= old[1]
            if size > self._limit:
                return
            self._held[index] = (value, size)
            self._bytes += size
            self._shrink()

    def bytes_of(self, indices: Iterable[int]) -> int:
        """The bytes of those that are held."""
        with self._lock:
            return sum(self._held[index][1] for index in indices if index in self._held)

    def touch(self, indices: Iterable[int]) -> None:
        """Count these as used now, in this order: what is about to be shown must not go first."""
        with self._lock:
            for index in indices:
                if index in self._held:
                    self._held.move_to_end(index)

    def clear(self) -> None:
        with self._lock:
            self._held.clear()
            self._bytes = 0

    def _shrink(self) -> None:
        while self._bytes > self._limit:
            _, (_, size) = self._held.popitem(last=False)
            self._bytes -= size
