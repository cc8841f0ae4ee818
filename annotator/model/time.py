"""Exact time: seconds as `Fraction`, frames as whole numbers, and every way people write them.

A time is never a float. Seconds that have a finite decimal are written as one; the others as
`num/den`, so that writing and reading a time gives the same time.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from annotator.errors import TimeError
from annotator.text import clock_text as clock_text
from annotator.text import tr

_DECIMAL = re.compile(r"(-?)(\d{1,12})(?:[.,](\d{1,60}))?")
_CLOCK = re.compile(r"(-?)(?:(\d{1,6}):([0-5]?\d)|(\d{1,9})):([0-5]?\d)(?:[.,](\d{1,60}))?")
_FRACTION = re.compile(r"(-?\d{1,60})/(\d{1,60})")
_FRAME = re.compile(r"(?:([1-9]\d{0,3}):)?f(\d{1,12})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FrameRef:
    """A time said as a frame: `index` counts from 0 in film `part`, which counts from 1."""

    index: int
    part: int = 1

    def __str__(self) -> str:
        return f"f{self.index}" if self.part == 1 else f"{self.part}:f{self.index}"


def parse_time(text: str) -> Fraction | FrameRef:
    """Read a time: `12.4`, `12,4`, `1:02.5`, `1:00:02.5`, `319/5`, `f123` or `2:f123`.

    Returns seconds or a frame. Raises TimeError, saying which forms are read.
    """
    word = text.strip()
    if match := _DECIMAL.fullmatch(word):
        sign, whole, decimals = match.groups()
        return _signed(sign, _decimal(whole, decimals))
    if match := _CLOCK.fullmatch(word):
        sign, hours, minutes, only_minutes, whole, decimals = match.groups()
        seconds = int(hours or 0) * 3600 + int(minutes or only_minutes or 0) * 60
        return _signed(sign, seconds + _decimal(whole, decimals))
    if (match := _FRACTION.fullmatch(word)) and int(match[2]):
        return Fraction(int(match[1]), int(match[2]))
    if match := _FRAME.fullmatch(word):
        return FrameRef(int(match[2]), int(match[1] or 1))
    raise TimeError(
        tr("{text} is not a time.", text=repr(text)),
        mend=tr(
            "Write seconds (12.4), m:ss.mmm (1:02.5), h:mm:ss, a fraction (319/5) or a frame (f123)."
        ),
    )


def parse_seconds(text: str) -> Fraction:
    """Read a time that is not a frame. Raises TimeError."""
    time = parse_time(text)
    if isinstance(time, FrameRef):
        raise TimeError(
            tr("{text} is a frame, and without its film a frame has no time.", text=repr(text)),
            mend=tr("Name the film (--film FILM), or write the time in seconds."),
        )
    return time


def _signed(sign: str, seconds: Fraction) -> Fraction:
    return -seconds if sign else seconds


def _decimal(whole: str, decimals: str | None) -> Fraction:
    if not decimals:
        return Fraction(int(whole))
    return Fraction(int(whole + decimals), 10 ** len(decimals))


def write_seconds(seconds: Fraction) -> str:
    """The shortest exact text of a time: a decimal where a finite one exists, else `num/den`."""
    twos, rest = _count_factor(seconds.denominator, 2)
    fives, rest = _count_factor(rest, 5)
    if rest != 1 or (digits := max(twos, fives)) > 12:
        return write_fraction(seconds)
    scaled = seconds.numerator * 10**digits // seconds.denominator
    whole, part = divmod(abs(scaled), 10**digits)
    sign = "-" if scaled < 0 else ""
    return f"{sign}{whole}.{part:0{digits}d}" if digits else f"{sign}{whole}"


def write_fraction(seconds: Fraction) -> str:
    """`num/den`, also for whole seconds: the form of the match file."""
    return f"{seconds.numerator}/{seconds.denominator}"


def _count_factor(number: int, factor: int) -> tuple[int, int]:
    count = 0
    while number % factor == 0:
        number //= factor
        count += 1
    return count, number


def first_frame_at(times: Sequence[Fraction], time: Fraction) -> int | None:
    """Index of the first frame whose time is at or after `time`; None after the last frame."""
    index = bisect_left(times, time)
    return index if index < len(times) else None
