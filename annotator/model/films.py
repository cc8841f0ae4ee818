"""The films of a match on its one time line: where each lies, and what is on screen when."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import overload

from annotator.model.match import Media
from annotator.model.time import FrameRef

SHORTEST_GAP = Fraction(1, 5)
"""Seconds between two films from which on we say that nothing was filmed; less is a cut."""
_BLANK_STEP = Fraction(1)
_MOST_BLANKS = 20_000


def offsets(media: Sequence[Media]) -> tuple[Fraction, ...]:
    """Match time less film time (seconds) of each film.

    A film that does not say it begins where the films of its camera before it end; the first of a
    camera then has 0, so that its own times are the match's.
    """
    ends: dict[int, Fraction] = {}
    found: list[Fraction] = []
    for film in media:
        first = film.first or Fraction(0)
        offset = film.offset
        if offset is None:
            offset = ends[film.camera] - first if film.camera in ends else Fraction(0)
        end = offset + first + (film.duration or 0)
        ends[film.camera] = max(end, ends.get(film.camera, end))
        found.append(offset)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Part:
    """A film on the time line: its number in the match (from 1), when it begins and ends, and its
    frames' times, all in seconds of the match. No times: the film is not there.
    """

    number: int
    start: Fraction
    end: Fraction
    times: Sequence[Fraction] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of entries of a line, from entry `first` on, from `start` to `end` (seconds).

    `film`: the number of the film whose frames these are, from its frame `low` on. None: they are
    no frames but marks in a stretch without pictures; `absent` is the film that belongs there, None
    where none does.
    """

    first: int
    count: int
    start: Fraction
    end: Fraction
    film: int | None = None
    low: int = 0
    absent: int | None = None


class Shifted(Sequence[Fraction]):
    """Times moved by so many seconds, each made when it is looked at."""

    def __init__(self, times: Sequence[Fraction], by: Fraction) -> None:
        self._times = times
        self._by = by

    def __len__(self) -> int:
        return len(self._times)

    @overload
    def __getitem__(self, index: int) -> Fraction: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Fraction]: ...
    def __getitem__(self, index: int | slice) -> Fraction | Sequence[Fraction]:
        if isinstance(index, slice):
            return Shifted(self._times[index], self._by)
        return self._times[index] + self._by


class Line(Sequence[Fraction]):
    """The times that can be on screen, strictly increasing: frames of films, one after the other.

    Where two films overlap, the one that began first is shown to its end. With `blanks`, a stretch
    without pictures has an entry at its beginning and at each second, so that it can be walked
    through; `span` (start, end) is then what the line has to cover at least.
    """

    def __init__(
        self,
        parts: Iterable[Part],
        *,
        blanks: bool = False,
        span: tuple[Fraction, Fraction] | None = None,
    ) -> None:
        ordered = sorted(parts, key=lambda part: (part.start, part.number))
        self._absent = [part for part in ordered if not part.times]
        self._blanks = blanks
        self._pieces: list[Piece] = []
        self._rows: list[Sequence[Fraction]] = []
        self._count = 0
        there = [part for part in ordered if part.times]
        edges = [*(span or ()), *(time for part in ordered for time in (part.start, part.end))]
        reached = min(edges, default=Fraction(0))
        begun = False
        for part in there:
            self._fill(reached, part.start, shortest=SHORTEST_GAP if begun else Fraction(0))
            low = bisect_left(part.times, reached) if begun else 0
            if self._rows:
                low = max(low, bisect_right(part.times, self._rows[-1][-1]))
            if low < len(part.times):
                self._add(part.times[low:] if low else part.times, part, low)
            reached, begun = max(reached, part.end), True
        self._fill(reached, max(edges, default=reached), shortest=SHORTEST_GAP)
        self._firsts = [piece.first for piece in self._pieces]
        self._starts = [piece.start for piece in self._pieces]

    def _add(self, times: Sequence[Fraction], part: Part, low: int) -> None:
        piece = Piece(self._count, len(times), times[0], part.end, part.number, low)
        self._append(piece, times)

    def _append(self, piece: Piece, times: Sequence[Fraction]) -> None:
        self._pieces.append(piece)
        self._rows.append(times)
        self._count += len(times)

    def _fill(self, start: Fraction, end: Fraction, shortest: Fraction) -> None:
        """Marks from `start` to `end`, each stretch with what should be there."""
        if not self._blanks or end <= start or end - start < shortest:
            return
        inside = (time for part in self._absent for time in (part.start, part.end))
        cuts = sorted({start, end, *(time for time in inside if start < time < end)})
        for low, high in pairwise(cuts):
            missing = [part.number for part in self._absent if part.start <= low < part.end]
            step = max(_BLANK_STEP, (high - low) / _MOST_BLANKS)
            count = -((low - high) // step)
            absent = missing[0] if missing else None
            marks = [low + n * step for n in range(count)]
            self._append(Piece(self._count, count, low, high, absent=absent), marks)

    # ------------------------------------------------------------------ asked

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The runs of frames and of marks, in time."""
        return tuple(self._pieces)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Fraction: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Fraction, ...]: ...
    def __getitem__(self, index: int | slice) -> Fraction | tuple[Fraction, ...]:
        if isinstance(index, slice):
            return tuple(self[each] for each in range(*index.indices(self._count)))
        place = index + self._count if index < 0 else index
        if not 0 <= place < self._count:
            raise IndexError(index)
        at = bisect_right(self._firsts, place) - 1
        return self._rows[at][place - self._firsts[at]]

    def __iter__(self) -> Iterator[Fraction]:
        return (time for row in self._rows for time in row)

    def index_at(self, time: Fraction) -> int:
        """The entry on screen at a time: the last at or before it, else the first."""
        at = max(0, bisect_right(self._starts, time) - 1)
        return self._firsts[at] + max(0, bisect_right(self._rows[at], time) - 1)

    def piece(self, index: int) -> Piece:
        """The run that an entry belongs to."""
        return self._pieces[bisect_right(self._firsts, index) - 1]

    def ref(self, index: int) -> FrameRef | None:
        """Which film's which frame an entry is; None where there is no picture."""
        piece = self.piece(index)
        if piece.film is None:
            return None
        return FrameRef(piece.low + index - piece.first, piece.film)

    def index_of(self, frame: FrameRef) -> int | None:
        """The entry that shows a frame; None where it is on no screen of this line."""
        for piece in self._pieces:
            place = frame.index - piece.low
            if piece.film == frame.part and 0 <= place < piece.count:
                return piece.first + place
        return None

    def first_picture(self) -> int:
        """The first entry that is a frame; 0 where there is none."""
        return next((piece.first for piece in self._pieces if piece.film is not None), 0)
