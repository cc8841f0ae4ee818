"""Where things are on a timeline: seconds to pixels, lanes to heights, and which ticks to draw.

Pure arithmetic, so that it can be tested without a window.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from annotator.ui.views.timeline_items import Item, Lane, Sort

RULER = 24
GAP = 1
FRAME_PIXELS = 28.0
"""The widest that one frame gets; the closest zoom."""
TICK_PIXELS = 5.0
"""Frames at least this wide are shown as ticks."""
HIT_PIXELS = 7.0
_STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600)
_HEIGHTS = {
    Sort.CLOCK: 16,
    Sort.POSITION: 26,
    Sort.ACTIONS: 20,
    Sort.REFEREE: 20,
    Sort.SCORE: 58,
}
_EXTRA_ROW = 16


@dataclass(frozen=True, slots=True)
class Band:
    """A lane's place: `top` and `height` in pixels from the top of the first lane."""

    lane: Lane
    top: int
    height: int

    @property
    def bottom(self) -> int:
        return self.top + self.height


def stack(lanes: Sequence[Lane], scale: float = 1.0) -> list[Band]:
    """Place lanes under each other. `scale`: of the font, so that larger text finds room."""
    bands, top = [], 0
    for lane in lanes:
        height = round((_HEIGHTS[lane.sort] + _EXTRA_ROW * (lane.rows - 1)) * scale)
        bands.append(Band(lane, top, height))
        top += height + GAP
    return bands


@dataclass(frozen=True, slots=True)
class Window:
    """The stretch of film on screen: `start` at the left edge, `rate` pixels for a second.

    `first` and `last` bound the film, `width` is the room in pixels and `rate_max` the closest
    zoom. Every change gives a new window that lies within the bounds.
    """

    first: float = 0.0
    last: float = 10.0
    width: int = 100
    start: float = 0.0
    rate: float = 1.0
    rate_max: float = 1000.0

    @property
    def rate_min(self) -> float:
        """The rate at which the whole film fits."""
        return max(1, self.width) / max(self.last - self.first, 0.001)

    @property
    def end(self) -> float:
        """The time at the right edge."""
        return self.start + self.width / self.rate

    @property
    def is_whole(self) -> bool:
        return self.rate <= self.rate_min * 1.0001

    def x(self, time: float) -> float:
        """Pixels from the left edge."""
        return (time - self.start) * self.rate

    def time(self, x: float) -> float:
        return self.start + x / self.rate

    def bounded(self) -> Window:
        """The window moved and scaled so that it shows no more than there is."""
        low = self.rate_min
        rate = min(max(self.rate, low), max(low, self.rate_max))
        room = max(0.0, (self.last - self.first) - self.width / rate)
        start = min(max(self.start, self.first), self.first + room)
        return replace(self, rate=rate, start=start)

    def fitted(self) -> Window:
        """The whole film."""
        return replace(self, start=self.first, rate=self.rate_min).bounded()

    def zoomed(self, factor: float, x: float) -> Window:
        """Closer or further; what is under `x` stays there."""
        held = self.time(x)
        rate = min(max(self.rate * factor, self.rate_min), max(self.rate_min, self.rate_max))
        return replace(self, rate=rate, start=held - x / rate).bounded()

    def moved(self, pixels: float) -> Window:
        return replace(self, start=self.start + pixels / self.rate).bounded()

    def paged_to(self, time: float) -> Window:
        """The page that shows a time: itself, or turned so that the time is near the edge."""
        page = self.width / self.rate
        if time > self.end:
            return replace(self, start=time - 0.05 * page).bounded()
        if time < self.start:
            return replace(self, start=time - 0.95 * page).bounded()
        return self


def closest_rate(frames: Sequence[Fraction] | None) -> float:
    """Pixels for a second at which the shortest usual frame is as wide as frames get."""
    if not frames or len(frames) < 2:
        return FRAME_PIXELS * 30
    # A sample is enough: this only bounds the zoom.
    step = max(1, len(frames) // 500)
    gaps = sorted(float(b - a) for a, b in pairwise(frames[::step]) if b > a)
    usual = gaps[len(gaps) // 2] / step if gaps else 1 / 30
    return FRAME_PIXELS / max(usual, 0.001)


def ruler_step(rate: float, room: float) -> float:
    """Seconds between labels that leave at least `room` pixels for each."""
    return next((step for step in _STEPS if step * rate >= room), _STEPS[-1])


def ticks(first: float, last: float, step: float) -> Iterator[float]:
    """The multiples of a step from `first` to `last`."""
    index = -int(-first // step)
    while index * step <= last:
        yield index * step
        index += 1


def nearest(lane: Lane, window: Window, x: float, row: int | None) -> Item | None:
    """The item under a pointer: a moment close to it, else the shortest span that covers it."""
    reach = HIT_PIXELS / window.rate
    time = window.time(x)
    best: tuple[tuple[int, float], Item] | None = None
    for item in lane.between(time - reach, time + reach):
        if row is not None and item.row != row:
            continue
        small = (item.end - item.start) * window.rate < 2 * HIT_PIXELS
        if not small and not item.start <= time <= item.end:
            continue
        rank = (0, abs(item.start - time)) if small else (1, item.end - item.start)
        if best is None or rank < best[0]:
            best = (rank, item)
    return best[1] if best else None
