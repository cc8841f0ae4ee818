"""The frames of a match's films on its one time line: times of frames, and frames of times."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from fractions import Fraction

from annotator.errors import TimeError
from annotator.model.time import FrameRef
from annotator.text import tr

Times = Sequence[Fraction]
# The times (seconds) of each film's frames: a list of films, or a function of a film's number,
# counted from 1, that gives None where there is no such film.
Frames = Sequence[Times] | Callable[[int], Times | None]


class FilmTimes:
    """The frames of the films, each film where it lies on the match's time line."""

    def __init__(self, frames: Frames) -> None:
        self._frames = frames
        self._known: dict[int, Times | None] = {}

    def times(self, part: int) -> Times | None:
        """The times of a film's frames; None where there is no such film. Counts from 1."""
        if part not in self._known:
            if callable(self._frames):
                self._known[part] = self._frames(part)
            else:
                inside = 1 <= part <= len(self._frames)
                self._known[part] = self._frames[part - 1] if inside else None
        return self._known[part]

    def time_of(self, frame: FrameRef) -> Fraction:
        """Raises TimeError."""
        times = self.times(frame.part)
        if times is None:
            raise TimeError(
                tr(
                    "{frame} is a frame of film {part}, and there is none.",
                    frame=frame,
                    part=frame.part,
                ),
                mend=tr("Name all films of the match, in their order (--film FILM)."),
            )
        if frame.index >= len(times):
            raise TimeError(
                tr(
                    "{frame} lies beyond the film, which has {n} frames.", frame=frame, n=len(times)
                ),
                mend=tr("Its last frame is f{last}.", last=len(times) - 1),
            )
        return times[frame.index]

    def frame_at(self, time: Fraction) -> FrameRef | None:
        """The frame whose time this is exactly, of the first film that has one; or None."""
        part = 1
        while (times := self.times(part)) is not None and part < 1000:
            index = bisect_left(times, time)
            if index < len(times) and times[index] == time:
                return FrameRef(index, part)
            part += 1
        return None
