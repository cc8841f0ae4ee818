"""A stretch of a film that is a film of its own: nobody can ask for what comes before or after."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from annotator.video import Footage, Picture, Reel


class Excerpt:
    """The entries `first` to `last` of a film, counted from 0 here, at the film's own times.

    A `Film` for the player (see `annotator.ui.player.parts`).
    """

    def __init__(self, film: Footage | Reel, first: int, last: int) -> None:
        if not 0 <= first <= last < len(film):
            raise ValueError(f"no stretch of {len(film)} frames: {first} to {last}")
        self.film = film
        self.first = first
        self.times: tuple[Fraction, ...] = tuple(
            film.time_of(index) for index in range(first, last + 1)
        )

    def __len__(self) -> int:
        return len(self.times)

    def index_at(self, t: Fraction) -> int:
        """The entry on screen at a time; before the stretch its first one, after it its last."""
        return max(0, bisect_right(self.times, t) - 1)


class ExcerptServer:
    """Serves the pictures of an excerpt, in a thread of its own. A `Server` for the player.

    It is no `EarlyServer`: what is decoded on the way to a frame may lie outside the stretch.
    """

    def __init__(self, excerpt: Excerpt) -> None:
        from annotator.video import FrameServer

        self._excerpt = excerpt
        self._server = FrameServer(excerpt.film)

    def request(
        self, index: int, size: tuple[int, int] | None, callback: Callable[[object], None]
    ) -> object:
        """Ask for an entry of the excerpt; see `FrameServer.request`."""
        first = self._excerpt.first

        def answer(result: Picture | Exception) -> None:
            if not isinstance(result, Exception):
                result = replace(result, index=result.index - first)
            callback(result)

        inside = min(max(index, 0), len(self._excerpt) - 1)
        return self._server.request(first + inside, size, answer)

    def stop(self) -> None:
        """End the thread and wait for it."""
        self._server.stop()
