"""Going through a timeline by keyboard: from item to item in a lane, and from lane to lane."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QKeyEvent

from annotator.ui.views.timeline_geometry import Band
from annotator.ui.views.timeline_items import Item

STEPS: dict[int, tuple[int, int]] = {
    Qt.Key.Key_Left: (0, -1),
    Qt.Key.Key_Right: (0, 1),
    Qt.Key.Key_Up: (-1, 0),
    Qt.Key.Key_Down: (1, 0),
    Qt.Key.Key_Return: (0, 0),
    Qt.Key.Key_Enter: (0, 0),
}
"""Keys to (lanes, items) to go."""


def zoom_of(event: QKeyEvent) -> float | None:
    """By how much a key zooms; 0 shows the whole; None for a key that does not zoom.

    The text of the key counts, not its place, so that it is the same on every layout.
    """
    return {"+": 1.5, "=": 1.5, "-": 1 / 1.5, "0": 0.0}.get(event.text())


@dataclass(frozen=True, slots=True)
class Cursor:
    """The item that the keyboard is on: `lane` counts from 0, -1 before the first key.

    It is kept as a time, so that an edit which makes new items does not lose the place.
    """

    lane: int = -1
    time: float = 0.0
    index: int = -1

    def item(self, bands: Sequence[Band]) -> Item | None:
        """The item it is on, or None."""
        if not 0 <= self.lane < len(bands):
            return None
        items = bands[self.lane].lane.items
        if 0 <= self.index < len(items) and items[self.index].start == self.time:
            return items[self.index]
        index = bisect_left(items, self.time, key=_start)
        return items[min(index, len(items) - 1)] if items else None

    def stepped(self, bands: Sequence[Band], step: tuple[int, int], playhead: float) -> Cursor:
        """The cursor after a key. The first key goes to what lies at the playhead."""
        filled = [number for number, band in enumerate(bands) if band.lane.items]
        if not filled:
            return self
        item = self.item(bands)
        if item is None:
            # The position band is what there is most of; else whatever comes first.
            lane = 1 if 1 in filled else filled[0]
            return self._onto(bands, lane, playhead)
        lanes, items = step
        if lanes:
            beyond = [n for n in filled if (n - self.lane) * lanes > 0]
            return self._onto(bands, beyond[0 if lanes > 0 else -1], item.start) if beyond else self
        row = bands[self.lane].lane.items
        index = max(0, min(row.index(item) + items, len(row) - 1))
        return Cursor(self.lane, row[index].start, index)

    def _onto(self, bands: Sequence[Band], lane: int, time: float) -> Cursor:
        items = bands[lane].lane.items
        index = max(0, bisect_right(items, time, key=_start) - 1)
        return Cursor(lane, items[index].start, index)


def _start(item: Item) -> float:
    return item.start
