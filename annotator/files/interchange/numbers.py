"""Times as other programs write them: exact fractions of the digits, and how finely they were written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

LONGEST = Fraction(10**9)
"""Seconds; what claims to be later is no time of a match."""
THOUSANDTH = Fraction(1, 1000)
_HUNDREDTH = Fraction(1, 100)

_PLAIN = re.compile(r"\+?(\d{1,15})(?:[.,](\d{0,40}))?(?:[eE]([+-]?\d{1,2}))?")
_CLOCK = re.compile(r"(?:(\d{1,5}):)?(\d{1,7}):(\d{1,2})(?:[.,;](\d{1,12}))?")


@dataclass(frozen=True, slots=True)
class Moment:
    """A time in seconds; `grain` is what it may have been rounded to.

    Seconds with two or more decimals were rounded to the last of them. With fewer, zeros were left
    out, and they count as milliseconds; `m:ss` is whole seconds.
    """

    time: Fraction
    grain: Fraction


def read_moment(text: object) -> Moment | None:
    """A time as text or number: `12.5`, `12,5`, `1.25e1`, `1:02.5`, `1:00:02.5`; None for what is none.

    Below 0, not a number and beyond `LONGEST` is none.
    """
    word = str(text).strip() if isinstance(text, (str, int, float)) else ""
    if isinstance(text, bool) or len(word) > 80:
        return None
    if match := _PLAIN.fullmatch(word):
        whole, decimals, power = match.groups()
        places = len(decimals or "") - int(power or 0)
        scale = Fraction(10) ** -places
        time = int(whole + (decimals or "")) * scale
        return (
            Moment(time, scale if scale <= _HUNDREDTH else THOUSANDTH) if time <= LONGEST else None
        )
    if match := _CLOCK.fullmatch(word):
        hours, minutes, seconds, decimals = match.groups()
        if int(seconds) > 59 or (hours is not None and int(minutes) > 59):
            return None
        scale = Fraction(1, 10 ** len(decimals or ""))
        time = (
            int(hours or 0) * 3600 + int(minutes) * 60 + int(seconds) + int(decimals or 0) * scale
        )
        return Moment(time, scale) if time <= LONGEST else None
    return None


def thousandths(time: Fraction, most: Fraction = LONGEST) -> Fraction:
    """A time rounded to a millisecond, half to even, and kept between 0 and `most`."""
    return min(max(Fraction(round(time * 1000), 1000), Fraction(0)), most)


def decimal_text(time: Fraction) -> str:
    """Whole milliseconds as seconds with three decimals: `12.479`."""
    whole, part = divmod(round(time * 1000), 1000)
    return f"{whole}.{part:03d}"
