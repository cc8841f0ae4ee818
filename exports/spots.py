"""What lies where on a chart: boxes that stand for moments, so that a click can go there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from exports.ink import TimeAxis

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from exports.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Spot:
    """A box on a sheet (inches from its lower left corner) that stands for moments of the match.

    `moments` in film seconds, in order. With `until` the box is a stretch of time, from its first
    moment at the left edge to `until` at the right one. `tags`: those behind it; `text`: what it is.
    """

    left: float
    bottom: float
    right: float
    top: float
    moments: tuple[Fraction, ...]
    text: str
    tags: tuple[str, ...] = ()
    until: Fraction | None = None

    def holds(self, x: float, y: float) -> bool:
        """Whether a place lies in the box."""
        return self.left <= x <= self.right and self.bottom <= y <= self.top

    def moment(self, x: float, now: Fraction) -> Fraction:
        """The moment meant at a place: in a stretch that of the place, else the next after `now`,
        and after the last one the first again.
        """
        first = self.moments[0]
        if self.until is not None:
            share = Fraction((x - self.left) / max(self.right - self.left, 1e-9))
            moment = first + (self.until - first) * min(max(share, Fraction(0)), Fraction(1))
            return moment.limit_denominator(1_000_000)
        return next((moment for moment in self.moments if moment > now), first)


def spot_at(spots: Sequence[Spot], x: float, y: float) -> Spot | None:
    """The last of the spots that hold a place: what was drawn later lies above."""
    return next((spot for spot in reversed(spots) if spot.holds(x, y)), None)


def mark(
    place: Axes,
    box: tuple[float, float, float, float],
    moments: Sequence[Fraction],
    text: str,
    tags: Sequence[str] = (),
    until: Fraction | None = None,
) -> None:
    """Say what lies in a box (left, bottom, right, top in the axes' own measure)."""
    if not moments:
        return
    sheet = cast("Sheet", place.figure)
    inches = place.transData + sheet.dpi_scale_trans.inverted()
    (x0, y0), (x1, y1) = inches.transform([(box[0], box[1]), (box[2], box[3])])
    left, right = sorted((float(x0), float(x1)))
    bottom, top = sorted((float(y0), float(y1)))
    times = tuple(sorted(moments))
    sheet.spots.append(Spot(left, bottom, right, top, times, text, tuple(tags), until))


def mark_along(place: Axes, axis: TimeAxis) -> None:
    """Every place of a panel stands for the moment at it, where nothing else is marked later."""
    low, high = place.get_ylim()
    mark(place, (0, low, axis.width, high), (axis.first,), "", until=axis.last)
