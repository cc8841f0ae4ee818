"""Frame times that strictly increase, whatever the container says.

All reckoning is in whole ticks of the track's time base, never in floating point.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

import numpy as np
import numpy.typing as npt

Longs = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


_HALF_ROUND = 1 << 32  # ticks of MPEG-TS
_GLITCH = 16  # packets: a stray stretch of times is no longer than this


@dataclass(frozen=True, slots=True, eq=False)
class FrameTimes:
    """`ticks` by frame, in units of `time_base` seconds; `retimed` where they are ours."""

    ticks: Longs
    retimed: Flags
    time_base: Fraction


def segments_of(dts: Longs, missing: int, fmt: str) -> Longs:
    """By ordinal, the number of the recording it belongs to: a new one begins where the decoding
    time goes back for good, as it does where two MPEG-TS files were joined. A few packets with
    times of their own amid others that go on are no recording.

    `fmt`: FFmpeg's name of the container. The clock of MPEG-TS has 33 bits, and FFmpeg takes a
    clock that was set back for one that went round: such a jump of hours is a new recording too.
    """
    steps = np.zeros(dts.size, np.int64)
    known = np.flatnonzero(dts != missing)
    values = dts[known]
    end = 0  # where the last glitch was over
    for back in (np.flatnonzero(np.diff(values) < 0) + 1).tolist():
        if back < end:
            continue
        over = np.flatnonzero(values[back : back + _GLITCH] > values[back - 1])
        if over.size:
            end = back + int(over[0]) + 1
        else:
            steps[known[back]] = 1
    if fmt.startswith("mpegts"):
        steps[known[np.flatnonzero(np.diff(values) > _HALF_ROUND) + 1]] = 1
    return np.cumsum(steps, dtype=np.int64)


def tears(pts: Longs, dts: Longs, key: Flags, segment: Longs, second: int) -> Longs:
    """The ordinals where the clock jumps among pictures that may be stored in another order than
    they are shown: there times do not tell their order. All arrays by ordinal, without missing
    times; `second` in ticks.

    Where a film truly has a hole, fewer pictures are shown before it than are stored before the
    jump of the decoding time, because decoding runs ahead; where the clock itself jumps, exactly
    as many.
    """
    gaps = np.diff(dts)
    same = np.diff(segment) == 0
    # A stray stretch ends where the time jumps back to what it was.
    back = np.flatnonzero(same & (gaps < 0)) + 1
    found = [back, np.flatnonzero(~same & ~key[1:]) + 1]
    found += [np.minimum(back + n, dts.size - 1) for n in range(1, _GLITCH)]
    if not bool(np.any(pts != dts)):
        return np.unique(np.concatenate(found))
    for at in (np.flatnonzero(same & (gaps > 2 * second) & ~key[1:]) + 1).tolist():
        mine = segment == segment[at]
        before = int(np.count_nonzero(mine & (pts < dts[at] - second)))
        if before == int(np.count_nonzero(mine[:at])):
            found.append(np.array([at]))
    return np.unique(np.concatenate(found))


def frame_times(
    pts: Longs, dts: Longs, segment: Longs, time_base: Fraction, rate: Fraction, missing: int
) -> FrameTimes:
    """Times for frames given in order of presentation (all arrays by frame).

    The container's presentation times stand wherever they can. Decoding times, sorted, take their
    place where a container stores no others. Recordings that were joined follow each other at the
    usual gap. What is still missing or not increasing is laid evenly between its neighbours.
    """
    count = pts.size
    known = pts != missing
    if not known.any():
        if not np.any(dts == missing) and np.unique(dts).size == count and segment.max() == 0:
            return FrameTimes(np.sort(dts), np.zeros(count, np.bool_), time_base)
        # No time at all: a raw stream. One tick is one frame at the rate the stream declares.
        return FrameTimes(np.arange(count, dtype=np.int64), np.ones(count, np.bool_), 1 / rate)
    ticks = pts.copy()
    retimed = ~known
    gap = max(round(1 / rate / time_base), 1)
    if segment[0] != segment[-1]:
        retimed = retimed | (segment != segment[0])
        end: int | None = None
        for number in np.unique(segment):
            mine = (segment == number) & known
            if not mine.any():
                continue
            if end is not None:
                ticks[mine] += end + gap - int(ticks[mine].min())
            end = int(ticks[mine].max())
    ticks, changed = _increasing(ticks, known, gap)
    return FrameTimes(ticks, retimed | changed, time_base)


def _increasing(ticks: Longs, known: Flags, gap: int) -> tuple[Longs, Flags]:
    """Ticks made strictly increasing, changing as few of the known ones as possible."""
    if known.all() and bool(np.all(np.diff(ticks) > 0)):
        return ticks, np.zeros(ticks.size, np.bool_)
    keep = _longest_increasing(ticks, known)
    kept = np.flatnonzero(keep)
    out = ticks.copy()
    index = np.arange(ticks.size)
    for left, right in pairwise(kept.tolist()):
        width = right - left
        if width > 1:
            span, base = int(ticks[right] - ticks[left]), int(ticks[left])
            for step in range(1, width):
                out[left + step] = base + span * step // width
    first, last = int(kept[0]), int(kept[-1])
    out[:first] = ticks[first] - gap * (first - index[:first])
    out[last + 1 :] = ticks[last] + gap * (index[last + 1 :] - last)
    for place in np.flatnonzero(np.diff(out) <= 0) + 1:
        # Too little room between two neighbours: push on by single ticks until it fits.
        at = int(place)
        while at < out.size and out[at] <= out[at - 1]:
            out[at] = out[at - 1] + 1
            at += 1
    return out, (out != ticks) & known


def _longest_increasing(ticks: Longs, known: Flags) -> Flags:
    """The largest set of known ticks that increase strictly (patience sorting)."""
    tails: list[int] = []
    at: list[int] = []
    before = np.full(ticks.size, -1, np.int64)
    for place in np.flatnonzero(known):
        value = int(ticks[place])
        column = bisect_left(tails, value)
        before[place] = at[column - 1] if column else -1
        if column == len(tails):
            tails.append(value)
            at.append(int(place))
        elif value < tails[column]:  # of two that repeat, the earlier keeps its time
            tails[column] = value
            at[column] = int(place)
    keep = np.zeros(ticks.size, np.bool_)
    link = at[-1]
    while link >= 0:
        keep[link] = True
        link = int(before[link])
    return keep
