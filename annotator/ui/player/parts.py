"""What a player needs of others, and the ladders of its speeds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Protocol, runtime_checkable

RATES = tuple(Fraction(n, 100) for n in (5, 10, 25, 50, 75, 100, 150, 200, 400))
SHUTTLE = tuple(Fraction(n) for n in (-4, -2, -1, 0, 1, 2, 4))
ONE = Fraction(1)


class Film(Protocol):
    """What the player needs of a film."""

    @property
    def times(self) -> Sequence[Fraction]: ...
    def index_at(self, t: Fraction) -> int: ...


class Server(Protocol):
    """What fetches pictures in another thread; the newest request alone is answered."""

    def request(
        self, index: int, size: tuple[int, int] | None, callback: Callable[[object], None]
    ) -> object: ...
    def stop(self) -> None: ...


@runtime_checkable
class EarlyServer(Protocol):
    """A server that has something to show on the way to a frame far away."""

    def show_early(self, callback: Callable[[int, object], None]) -> None: ...


@runtime_checkable
class ReadyServer(Protocol):
    """A server that has the next pictures ready before they are asked for."""

    def ready(self, index: int, size: tuple[int, int] | None) -> object | None: ...


def next_on(ladder: Sequence[Fraction], rate: Fraction, direction: int) -> Fraction:
    """The next rung up (1) or down (-1) from a rate; the last one stays."""
    if direction > 0:
        return next((rung for rung in ladder if rung > rate), ladder[-1])
    return next((rung for rung in reversed(ladder) if rung < rate), ladder[0])


def index_of(picture: object) -> int:
    """The frame number of a picture as servers give it."""
    index: int = picture.index  # type: ignore[attr-defined]
    return index
