"""Heights of points in a ruleset's lane."""

from __future__ import annotations

from annotator.model.vocabulary import Athlete
from annotator.ui.views.timeline_geometry import Band

_TOP, _BOTTOM = 18.0, 15.0
_SHIFT = {"red": -1.0, "blue": 1.0, None: 0.0}


class Levels:
    """Heights of points in a lane."""

    def __init__(self, band: Band) -> None:
        low, high = band.lane.levels
        bottom = band.bottom - _BOTTOM
        rise = (bottom - band.top - _TOP) / max(high - low, 2)
        self._zero = bottom + low * rise
        self._rise = rise

    def y(self, points: int, athlete: Athlete | None = None) -> float:
        """Where points stand; red a touch higher than blue, so that a tie shows two lines."""
        return self._zero - points * self._rise + _SHIFT[athlete]
