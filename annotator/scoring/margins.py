"""What a score is sure of: by how much each ruling that hung on time was made or missed."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from annotator.scoring.ruling import Ruling, ScoreSheet

NEAR_FRAMES = 3


@dataclass(frozen=True, slots=True)
class Margin:
    """A ruling and its margin: `seconds`, positive where it was made, negative where missed.

    `frames`: how many of the film's frames lie in that time (None without a film); a miss is at
    least one frame short.
    """

    ruling: Ruling
    seconds: Fraction
    frames: int | None


def margins(sheet: ScoreSheet, times: Sequence[Fraction] | None = None) -> list[Margin]:
    """All rulings that hung on time, the closest first. `times`: the film's frame times, seconds."""
    found = [
        Margin(ruling, ruling.margin, margin_frames(ruling, times))
        for ruling in (*sheet.awards, *sheet.refusals)
        if ruling.margin is not None
    ]
    return sorted(found, key=lambda margin: (abs(margin.seconds), margin.ruling.time))


def hanging(
    sheet: ScoreSheet, times: Sequence[Fraction], frames: int = NEAR_FRAMES
) -> list[Margin]:
    """The rulings that a tag placed up to so many frames elsewhere could change."""
    return [m for m in margins(sheet, times) if m.frames is not None and m.frames <= frames]


def margin_frames(ruling: Ruling, times: Sequence[Fraction] | None) -> int | None:
    """How many frames a ruling was made or missed by; None without a film or a margin."""
    if ruling.margin is None or times is None:
        return None
    begin = bisect_left(times, ruling.time)
    end = bisect_left(times, ruling.time + abs(ruling.margin))
    return max(end - begin, 1) if ruling.margin < 0 else end - begin
