"""The painted part of the timeline: which stretch it shows, where things are, and painting them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from PyQt6.QtCore import QPoint, QRect, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QPainter, QPaintEvent, QPixmap, QResizeEvent
from PyQt6.QtWidgets import QSizePolicy, QWidget

from annotator.model.match import Match
from annotator.ui.views.marks import MarkStore
from annotator.ui.views.theme import Theme, scaled
from annotator.ui.views.timeline_brush import Brushwork
from annotator.ui.views.timeline_geometry import RULER, TICK_PIXELS, Band, Window, nearest, stack
from annotator.ui.views.timeline_header import header_width, paint_headers
from annotator.ui.views.timeline_items import Item, Lane
from annotator.ui.views.timeline_keys import Cursor
from annotator.ui.views.timeline_paint import paint_band, paint_playhead, paint_ruler
from annotator.ui.views.timeline_score import MARK

STRIP = 9
"""Pixels to each side of the playhead that are painted anew when it moves."""


class TimelineSurface(QWidget):
    """Paints lanes and keeps the window on them; what is clicked is no business of its own."""

    window_changed = pyqtSignal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.painted: list[Item] = []
        self._match = Match()
        self._bands: list[Band] = []
        self._frames: Sequence[Fraction] = ()
        self._window = Window()
        self._whole = True
        self._offset = 0
        self._playhead = 0.0
        self._layer: QPixmap | None = None
        self._selected: frozenset[str] = frozenset()
        self._cursor = Cursor()
        self._theme = Theme.of(self.palette())
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(220, RULER + 80)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    # What is shown.

    def set_lanes(self, match: Match, lanes: Sequence[Lane]) -> None:
        """Show these lanes; the window stays where it is."""
        self._match = match
        self._bands = stack(lanes, max(1.0, self.fontMetrics().height() / 16))
        self.set_offset(self._offset)
        self.updateGeometry()
        self.refresh()

    def set_bounds(
        self, first: float, last: float, rate_max: float, frames: Sequence[Fraction]
    ) -> None:
        """The film's extent in seconds. A window on the whole stays one on the whole."""
        self._frames = frames
        self.refresh()
        window = replace(self._window, first=first, last=last, rate_max=rate_max)
        self._set_window(window.fitted() if self._whole else window.bounded())

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.set_lanes(self._match, [band.lane for band in self._bands])

    def set_playhead(self, time: float) -> None:
        """Move the playhead; only the two strips are painted anew."""
        old, self._playhead = self._playhead, time
        for moment in (old, time):
            self.update(self.strip(moment))

    def set_selection(self, tags: frozenset[str]) -> None:
        self._selected = tags
        self.refresh()

    def set_offset(self, offset: int) -> None:
        """Scroll the lanes by pixels."""
        bounded = max(0, min(offset, self.lanes_height() - self.lanes_room()))
        if bounded != self._offset:
            self._offset = bounded
            self.refresh()

    def visible_items(self) -> list[Item]:
        """The items of the lanes in sight that touch the stretch in sight."""
        window = self._window
        return [
            item
            for band in self._bands_in(RULER, self.height())
            for item in band.lane.between(window.start, window.end)
        ]

    def shows(self, time: float) -> bool:
        return self._window.start <= time <= self._window.end

    def strip(self, time: float) -> QRect:
        """What has to be painted anew around a playhead."""
        x = self._left() + round(self._window.x(time))
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
            self.refresh()
            self.window_changed.emit()

    # Places.

    def lanes_height(self) -> int:
        return self._bands[-1].bottom if self._bands else 0

    def lanes_room(self) -> int:
        return max(0, self.height() - RULER)

    def _left(self) -> int:
        return header_width(self.width())

    def _track(self) -> QRect:
        return self.rect().adjusted(self._left(), 0, 0, 0)

    def _bands_in(self, top: int, bottom: int) -> list[Band]:
        shift = self._offset - RULER
        return [b for b in self._bands if b.bottom > top + shift and b.top < bottom + shift]

    def item_at(self, point: QPoint) -> Item | None:
        """The item under a point, or None."""
        band = self._band_at(point.y())
        if band is None or point.x() < self._left():
            return None
        row = None
        if band.lane.rows > 1:
            inside = point.y() + self._offset - RULER - band.top
            row = min(band.lane.rows - 1, inside * band.lane.rows // band.height)
        return nearest(band.lane, self._window, point.x() - self._left(), row)

    def point_of(self, item: Item) -> QPoint:
        """The middle of an item on the canvas (it may lie outside what is in sight)."""
        band = next(band for band in self._bands if item in band.lane.items)
        x = self._window.x((item.start + item.end) / 2)
        y = band.top + (item.row + 0.5) * band.height / band.lane.rows
        return QPoint(self._left() + round(x), RULER + round(y) - self._offset)

    def time_at(self, x: int) -> Fraction:
        """The time under a pixel column, as an exact fraction of what the window says."""
        return Fraction(self._window.time(x - self._left()))

    def _band_at(self, y: int) -> Band | None:
        return next(iter(self._bands_in(y, y + 1)), None) if y >= RULER else None

    def has_keyboard(self) -> bool:
        """Whether somebody came here by keyboard, and should see where it is."""
        return self.hasFocus()

    # Painting.

    def sizeHint(self) -> QSize:
        """All lanes, in a wide window."""
        return QSize(900, RULER + max(160, min(520, self.lanes_height())))

    def paintEvent(self, event: QPaintEvent | None) -> None:
        """Lay the playhead over the picture of the lanes, which is made anew only if it must."""
        if event is None:
            return
        layer = self._layer
        if layer is None or layer.devicePixelRatio() != self.devicePixelRatioF():
            self._layer = layer = self._picture()
        painter = QPainter(self)
        rect = event.rect()
        density = layer.devicePixelRatio()
        part = QRectF(rect.x() * density, rect.y() * density, rect.width() * density,
                      rect.height() * density)  # fmt: skip
        painter.drawPixmap(QRectF(rect), layer, part)
        painter.setClipRect(self._track())
        x = self._left() + self._window.x(self._playhead)
        if self._left() - STRIP <= x <= self.width() + STRIP:
            paint_playhead(painter, self._theme, x, RULER, self.height())
        if self.has_keyboard():
            painter.setClipRect(rect)
            self._paint_focus(painter)
        painter.end()

    def refresh(self) -> None:
        """Have the lanes painted anew, for something about them is not as it was."""
        self._layer = None
        self.update()

    def _picture(self) -> QPixmap:
        """The lanes, the ruler and the names, without what moves."""
        density = self.devicePixelRatioF()
        picture = QPixmap(self.size() * density)
        picture.setDevicePixelRatio(density)
        picture.fill(self._theme.base)
        painter = QPainter(picture)
        painter.setFont(scaled(self.font(), 0.86))
        left = self._left()
        bands = self._bands_in(RULER, self.height())
        self._paint_track(painter, bands, MarkStore(self._theme, MARK, density))
        painter.setClipRect(QRect(0, 0, left, self.height()))
        paint_headers(painter, self._theme, self._match, bands, left, RULER - self._offset)
        painter.end()
        return picture

    def _paint_track(self, painter: QPainter, bands: Sequence[Band], marks: MarkStore) -> None:
        left, width = self._left(), self._window.width
        lit = self._lit()
        work = Brushwork(painter, self._theme, self._window, painter.font(), marks, lit)
        painter.save()
        painter.setClipRect(self._track() & QRect(0, RULER, self.width(), self.height()))
        painter.translate(left, RULER - self._offset)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for band in bands:
            painter.fillRect(QRectF(0, band.top, width, band.height), self._theme.panel)
            paint_band(work, band)
        painter.restore()
        painter.save()
        painter.setClipRect(self._track())
        painter.translate(left, 0)
        painter.fillRect(QRectF(0, 0, width, RULER), self._theme.raised)
        paint_ruler(work, RULER, self._frame_ticks(0, width))
        painter.restore()
        self.painted = work.painted

    def _lit(self) -> frozenset[Item]:
        """The items in sight that show a selected tag."""
        if not self._selected:
            return frozenset()
        return frozenset(
            item for item in self.visible_items() if not self._selected.isdisjoint(item.tags)
        )

    def _frame_ticks(self, begin: float, stop: float) -> list[float]:
        """The times of the frames between two pixel columns, if frames are wide enough to see."""
        frames, window = self._frames, self._window
        first = bisect_left(frames, window.time(begin))
        last = bisect_right(frames, window.time(stop))
        if last - first > (stop - begin) / TICK_PIXELS + 1:
            return []
        return [float(time) for time in frames[first:last]]

    def _paint_focus(self, painter: QPainter) -> None:
        painter.setPen(self._theme.accent)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        if item := self._cursor.item(self._bands):
            spot = self.point_of(item)
            painter.drawRect(QRect(spot.x() - 9, spot.y() - 11, 18, 22))

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """Keep the whole whole, and anything closer as close as it is."""
        super().resizeEvent(event)
        window = replace(self._window, width=max(1, self.width() - self._left()))
        self._window = window.fitted() if self._whole else window.bounded()
        self.refresh()
        self.set_offset(self._offset)
        self.window_changed.emit()
