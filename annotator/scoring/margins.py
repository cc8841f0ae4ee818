"""By how much a ruling that hung on time was made or missed, in the film's own frames."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil

from annotator.scoring.ruling import Ruling
from annotator.text import number_text, seconds_text, tr, tr_n

_NEIGHBOURS = 60
_STEADY = Fraction(2, 1000)
"""Containers that count in milliseconds make gaps of 33 and 34 of a steady rate."""


def margin_frames(ruling: Ruling, times: Sequence[Fraction] | None) -> int | None:
    """How many frames a ruling was made or missed by; None without a film or a margin.

    `times` are the film's frame times in seconds. A miss is at least one frame short.
    """
    if ruling.margin is None or times is None:
        return None
    begin = bisect_left(times, ruling.time)
    end = bisect_left(times, ruling.time + abs(ruling.margin))
    return max(end - begin, 1) if ruling.margin < 0 else end - begin


def margin_text(ruling: Ruling, times: Sequence[Fraction] | None) -> str:
    """`1 frame short at 29.97 fps`, `made by 2 frames (0.067 s)`; seconds alone without a film.

    Empty for a ruling that did not hang on time.
    """
    margin, frames = ruling.margin, margin_frames(ruling, times)
    if margin is None:
        return ""
    if margin < 0:
        if frames is None:
            # Rounded up: by less it would have been held long enough.
            missing = Fraction(ceil(-margin * 1000), 1000)
            return tr("{seconds} s short", seconds=seconds_text(missing))
        rate = _rate_near(times or (), ruling.time)
        if rate is None:
            return tr_n("{count} frame short", "{count} frames short", frames)
        return tr_n(
            "{count} frame short at {rate} fps", "{count} frames short at {rate} fps", frames,
            rate=number_text(f"{float(rate):.2f}".rstrip("0").rstrip(".")),
        )  # fmt: skip
    spare = seconds_text(margin)
    if frames is None:
        return tr("made by {seconds} s", seconds=spare)
    return tr_n(
        "made by {count} frame ({seconds} s)", "made by {count} frames ({seconds} s)", frames,
        seconds=spare,
    )  # fmt: skip


def _rate_near(times: Sequence[Fraction], time: Fraction) -> Fraction | None:
    """Frames a second about a time; None where they do not come at a steady rate there."""
    at = bisect_left(times, time)
    near = times[max(0, at - _NEIGHBOURS) : at + _NEIGHBOURS]
    gaps = [later - earlier for earlier, later in pairwise(near)]
    if not gaps or max(gaps) - min(gaps) > _STEADY:
        return None
    return len(gaps) / (near[-1] - near[0])
