"""Which stretch of the film a timeline shows, and where things are on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from PyQt6.QtCore import QPoint, QRect, QSize, Qt, QTimer, pyqtSignal
from PyQt6.QtGui import QResizeEvent
from PyQt6.QtWidgets import QSizePolicy, QWidget

from annotator.model.match import Match
from annotator.ui.thumbnails import Thumbnails
from annotator.ui.views.theme import Theme
from annotator.ui.views.timeline_drag import Ghost
from annotator.ui.views.timeline_geometry import RULER, Band, Window, nearest, stack
from annotator.ui.views.timeline_grip import Grip, grip_at
from annotator.ui.views.timeline_header import header_width
from annotator.ui.views.timeline_items import Item, Lane, Sort
from annotator.ui.views.timeline_keys import Cursor
from annotator.ui.views.timeline_layers import Layers
from annotator.ui.views.timeline_strip import LANES_FIRST, STRIP_HEIGHT, Placed, places

_ASK_MS = 80
"""So long the window has to stand still before pictures are asked for."""
SECONDS_WIDE = 110
"""Pixels right of the playhead in which the seconds of running holds are said."""
STRIP = 9
"""Pixels to each side of the playhead that are painted anew when it moves."""


class TimelineSurface(QWidget):
    """Keeps the window on the lanes; what is painted and clicked is no business of its own."""

    window_changed = pyqtSignal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.layers = Layers()
        self._match = Match()
        self._bands: list[Band] = []
        self._frames: Sequence[Fraction] = ()
        self._window = Window()
        self._whole = True
        self._offset = 0
        self._playhead = 0.0
        self._loop: tuple[Fraction, Fraction | None] | None = None
        self._ghost: Ghost | None = None
        self._thumbnails: Thumbnails | None = None
        self._placed: list[Placed] = []
        self._asks = QTimer(self)
        self._asks.setSingleShot(True)
        self._asks.setInterval(_ASK_MS)
        self._asks.timeout.connect(self._ask_for_pictures)
        self._selected: frozenset[str] = frozenset()
        self._cursor = Cursor()
        self._theme = Theme.of(self.palette())
        self._more = QTimer(self)
        self._more.setSingleShot(True)
        self._more.setInterval(0)
        self._more.timeout.connect(self.update)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(220, RULER + 80)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    # What is shown.

    def set_lanes(self, match: Match, lanes: Sequence[Lane]) -> None:
        """Show these lanes; the window stays where it is. Lanes that are the same stay painted."""
        self._match = match
        before = self._bands
        self._bands = stack(lanes, max(1.0, self.fontMetrics().height() / 16))
        for number, band in enumerate(self._bands):
            if number >= len(before) or before[number].lane is not band.lane:
                self.layers.spoil(number)
        self._place_pictures()
        self.set_offset(self._offset)
        self.updateGeometry()
        self.update()

    def set_bounds(
        self, first: float, last: float, rate_max: float, frames: Sequence[Fraction]
    ) -> None:
        """The film's extent in seconds. A window on the whole stays one on the whole."""
        self._frames = frames
        self.refresh()
        window = replace(self._window, first=first, last=last, rate_max=rate_max)
        self._set_window(window.fitted() if self._whole else window.bounded())
        self._place_pictures()

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.layers.forget()
        self.set_lanes(self._match, [band.lane for band in self._bands])

    def set_playhead(self, time: float) -> None:
        """Move the playhead; only what it and the seconds beside it cover is painted anew."""
        old, self._playhead = self._playhead, time
        for moment in (old, time):
            self.update(self.strip(moment))
            for band, _ in self._running(moment):
                top = self.head() - self._offset + band.top
                self.update(QRect(self._playhead_x(moment), top, SECONDS_WIDE, band.height))

    def set_selection(self, tags: frozenset[str]) -> None:
        """Light up what shows these tags; lanes that show none of them stay as they are."""
        before, self._selected = self._selected, tags
        for number, band in enumerate(self._bands):
            if self._lit(band, before) != self._lit(band, tags):
                self.layers.spoil(number)
        self.update()

    def set_loop(self, loop: tuple[Fraction, Fraction | None] | None) -> None:
        """The stretch that is played over and over, in seconds; None: there is none."""
        self._loop = loop
        self.update()

    def set_ghost(self, ghost: Ghost | None) -> None:
        """A drag under way, or None."""
        self._ghost = ghost
        self.update()

    def set_offset(self, offset: int) -> None:
        """Scroll the lanes by pixels."""
        bounded = max(0, min(offset, self.lanes_height() - self.lanes_room()))
        if bounded != self._offset:
            self._offset = bounded
            self.update()

    def visible_items(self) -> list[Item]:
        """The items of the lanes in sight that touch the stretch in sight."""
        window = self._window
        return [
            item
            for band in self._bands_in(self.head(), self.height())
            for found in (
                band.lane.between(window.start, window.end),
                band.lane.holds.between(window.start, window.end),
            )
            for item in found
        ]

    def refresh_scores(self) -> None:
        """Have the lanes of the scores painted anew."""
        for number, band in enumerate(self._bands):
            if band.lane.sort is Sort.SCORE:
                self.layers.spoil(number)
        self.update()

    def set_thumbnails(self, thumbnails: Thumbnails) -> None:
        """Show these small pictures of the film below the ruler, where there is room."""
        self._thumbnails = thumbnails
        thumbnails.made.connect(self._show_pictures)
        self._place_pictures()

    def head(self) -> int:
        """Pixels above the lanes: the ruler, and the pictures if they are shown."""
        return RULER + (STRIP_HEIGHT if self._has_strip() else 0)

    def _has_strip(self) -> bool:
        if self._thumbnails is None or not self._frames or not self._bands:
            return False
        lanes = self._bands[min(LANES_FIRST, len(self._bands)) - 1].bottom
        return self.height() >= RULER + STRIP_HEIGHT + lanes

    def _place_pictures(self) -> None:
        """Where pictures are wanted, now that another stretch is in sight."""
        self._placed = places(self._window, self._frames) if self._has_strip() else []
        if self._thumbnails is not None:
            self._asks.start()

    def _ask_for_pictures(self) -> None:
        if self._thumbnails is not None:
            self._thumbnails.want([each.slot for each in self._placed])

    def _show_pictures(self) -> None:
        self.update(QRect(0, RULER, self.width(), STRIP_HEIGHT))

    def bands(self) -> list[Band]:
        """The lanes and their places."""
        return self._bands

    def refresh(self) -> None:
        """Have everything painted anew, for something about it is not as it was."""
        self.layers.spoil()
        self.update()

    def _lit(self, band: Band, tags: frozenset[str]) -> frozenset[Item]:
        """The items of a lane, in the stretch in sight, that show one of these tags."""
        if not tags:
            return frozenset()
        window = self._window
        return frozenset(
            item
            for item in band.lane.between(window.start, window.end)
            if not tags.isdisjoint(item.tags)
        )

    def shows(self, time: float) -> bool:
        return self._window.start <= time <= self._window.end

    def _playhead_x(self, time: float) -> int:
        return self._left() + round(self._window.x(time))

    def _running(self, time: float) -> list[tuple[Band, list[Item]]]:
        """The lanes in sight with holds that run at a time, and these."""
        if not self.shows(time):
            return []
        found = []
        for band in self._bands_in(self.head(), self.height()):
            items = [i for i in band.lane.holds.between(time, time) if i.start <= time < i.end]
            if items:
                found.append((band, items))
        return found

    def strip(self, time: float) -> QRect:
        """What has to be painted anew around a playhead."""
        x = self._playhead_x(time)
        return QRect(x - STRIP, 0, 2 * STRIP + 1, self.height()) & self._track()

    # The window.

    def window_shown(self) -> Window:
        return self._window

    def zoom(self, factor: float) -> None:
        """Zoom around the playhead where it is in sight, else around the middle."""
        seen = self.shows(self._playhead)
        x = self._window.x(self._playhead) if seen else self._window.width / 2
        self._set_window(self._window.zoomed(factor, x))

    def show_whole(self) -> None:
        self._set_window(self._window.fitted())

    def show_stretch(self, first: float, last: float) -> None:
        rate = self._window.width / max(last - first, 0.001)
        self._set_window(replace(self._window, start=first, rate=rate).bounded())

    def scroll_to(self, pixels: int) -> None:
        """Put the left edge this far from the film's beginning."""
        start = self._window.first + pixels / self._window.rate
        self._set_window(replace(self._window, start=start).bounded())

    def turn_to(self, time: float) -> None:
        """Turn the page if a time is not in sight."""
        self._set_window(self._window.paged_to(time))

    def _set_window(self, window: Window) -> None:
        self._whole = window.is_whole
        if window != self._window:
            self._window = window
            self._place_pictures()
            self.update()
            self.window_changed.emit()

    # Places.

    def lanes_height(self) -> int:
        return self._bands[-1].bottom if self._bands else 0

    def lanes_room(self) -> int:
        return max(0, self.height() - self.head())

    def _left(self) -> int:
        return header_width(self.width())

    def _track(self) -> QRect:
        return self.rect().adjusted(self._left(), 0, 0, 0)

    def _bands_in(self, top: int, bottom: int) -> list[Band]:
        shift = self._offset - self.head()
        return [b for b in self._bands if b.bottom > top + shift and b.top < bottom + shift]

    def item_at(self, point: QPoint) -> Item | None:
        """The item under a point, or None."""
        band = self._band_at(point.y())
        if band is None or point.x() < self._left():
            return None
        x = point.x() - self._left()
        return nearest(band.lane, self._window, x, self._row(band, point))

    def hold_at(self, point: QPoint) -> Item | None:
        """The hold that runs at a point in the lane of a score, or None."""
        band = self._band_at(point.y())
        if band is None or point.x() < self._left():
            return None
        time = self._window.time(point.x() - self._left())
        running = list(band.lane.holds.between(time, time))
        upper = point.y() - (self.head() - self._offset) < band.top + band.height / 2
        who = "red" if upper else "blue"
        return next((i for i in running if i.athlete == who), next(iter(running), None))

    def grip_at(self, point: QPoint) -> Grip | None:
        """The edge or the tag under a point that can be moved, or None."""
        band = self._band_at(point.y())
        if band is None or point.x() < self._left():
            return None
        x = point.x() - self._left()
        return grip_at(self._match, band, self._window, x, self._row(band, point))

    def _row(self, band: Band, point: QPoint) -> int | None:
        if band.lane.rows == 1:
            return None
        inside = point.y() + self._offset - self.head() - band.top
        return min(band.lane.rows - 1, inside * band.lane.rows // band.height)

    def point_of(self, item: Item) -> QPoint:
        """The middle of an item on the canvas (it may lie outside what is in sight)."""
        band = next(band for band in self._bands if item in band.lane.items)
        x = self._window.x((item.start + item.end) / 2)
        y = band.top + (item.row + 0.5) * band.height / band.lane.rows
        return QPoint(self._left() + round(x), self.head() + round(y) - self._offset)

    def time_at(self, x: int) -> Fraction:
        """The time under a pixel column, as an exact fraction of what the window says."""
        return Fraction(self._window.time(x - self._left()))

    def _band_at(self, y: int) -> Band | None:
        return next(iter(self._bands_in(y, y + 1)), None) if y >= self.head() else None

    def has_keyboard(self) -> bool:
        """Whether somebody came here by keyboard, and should see where it is."""
        return self.hasFocus()

    def sizeHint(self) -> QSize:
        """All lanes, in a wide window."""
        return QSize(900, RULER + max(160, min(520, self.lanes_height())))

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Keep the whole whole, and anything closer as close as it is."""
        super().resizeEvent(event)
        window = replace(self._window, width=max(1, self.width() - self._left()))
        self._window = window.fitted() if self._whole else window.bounded()
        self._place_pictures()
        self.refresh()
        self.set_offset(self._offset)
        self.window_changed.emit()
