"""By how much a ruling that hung on time was made or missed, in the film's own frames."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction

from annotator.scoring.ruling import Ruling


def margin_frames(ruling: Ruling, times: Sequence[Fraction] | None) -> int | None:
    """How many frames a ruling was made or missed by; None without a film or a margin.

    `times` are the film's frame times in seconds. A miss is at least one frame short.
    """
    if ruling.margin is None or times is None:
        return None
    begin = bisect_left(times, ruling.time)
    end = bisect_left(times, ruling.time + abs(ruling.margin))
    return max(end - begin, 1) if ruling.margin < 0 else end - begin
