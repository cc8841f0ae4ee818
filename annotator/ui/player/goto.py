"""Reading where the user wants to go: a time, a frame, or so far from here."""

from __future__ import annotations

import re
from fractions import Fraction

from annotator.errors import TimeError
from annotator.model.time import FrameRef, parse_time
from annotator.text import tr

_RELATIVE = re.compile(r"([+\-−])\s*(.+)")
_FRAMES = re.compile(r"f?\s*(\d{1,9})\s*f?", re.IGNORECASE)
_SECONDS = re.compile(r"(.+?)\s*s", re.IGNORECASE)


def parse_goto(
    text: str, time: Fraction, index: int | None, frame_count: int
) -> Fraction | FrameRef:
    """Where to go: `1:02.5`, `62.5`, `f123`; or from here `+10f`, `-2s`, `+1:00`.

    `time` and `index` are where the film stands (`index` None without a film); a relative frame
    is kept within the film. Raises TimeError.
    """
    word = text.strip()
    relative = _RELATIVE.fullmatch(word)
    if relative is None:
        return _checked(parse_time(_without_unit(word)), index, frame_count)
    sign = 1 if relative[1] == "+" else -1
    rest = relative[2]
    if "f" in rest.lower() and (frames := _FRAMES.fullmatch(rest)):
        if index is None:
            raise _no_film(text)
        return FrameRef(min(max(index + sign * int(frames[1]), 0), frame_count - 1))
    there = parse_time(_without_unit(rest))
    if isinstance(there, FrameRef):
        raise TimeError(tr("{text} is not a time.", text=repr(text)))
    return time + sign * there


def _without_unit(word: str) -> str:
    seconds = _SECONDS.fullmatch(word)
    return seconds[1] if seconds else word


def _checked(where: Fraction | FrameRef, index: int | None, count: int) -> Fraction | FrameRef:
    if isinstance(where, FrameRef):
        if index is None:
            raise _no_film(str(where))
        if where.part != 1:
            raise TimeError(tr("This match has one film."), mend=tr("Write f123, without a part."))
        if where.index >= count:
            raise TimeError(
                tr("There is no frame {number} in this film.", number=where.index),
                mend=tr("The last one is f{last}.", last=count - 1),
            )
    return where


def _no_film(text: str) -> TimeError:
    return TimeError(
        tr("{text} is a frame, and there is no film.", text=text),
        mend=tr("Open a film, or write a time such as 1:02.5."),
    )
