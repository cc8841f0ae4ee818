"""A sheet that a chart is drawn on: it knows its colours, and what lies where on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from exports.ink import Look

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from exports.spots import Spot


class Sheet(Figure):
    """A figure of its own, known to no global state."""

    def __init__(self, look: Look, height: float = 0.0) -> None:
        size = look.paper[0], max(look.paper[1], height)
        super().__init__(figsize=size, facecolor=look.inks.paper)
        self.look = look
        self.spots: list[Spot] = []
        FigureCanvasAgg(self)


def sheet_of(place: Axes) -> Sheet:
    """The sheet that axes lie on."""
    return cast(Sheet, place.figure)
