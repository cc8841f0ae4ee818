"""The timeline painted: pictures of its lanes, made a few at a time, and what moves over them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable
from functools import partial

from PyQt6.QtCore import QRect, QRectF, QSizeF, Qt
from PyQt6.QtGui import QPainter, QPaintEvent

from annotator.ui.views.marks import MarkStore
from annotator.ui.views.theme import scaled
from annotator.ui.views.timeline_brush import Brushwork
from annotator.ui.views.timeline_geometry import RULER, TICK_PIXELS, Band
from annotator.ui.views.timeline_header import paint_headers
from annotator.ui.views.timeline_holds import paint_seconds
from annotator.ui.views.timeline_items import Item
from annotator.ui.views.timeline_overlay import paint_ghost, paint_loop, paint_playhead
from annotator.ui.views.timeline_paint import paint_band, paint_ruler
from annotator.ui.views.timeline_score import MARK
from annotator.ui.views.timeline_strip import paint_strip
from annotator.ui.views.timeline_surface import STRIP, TimelineSurface

_RULER = "ruler"


class PaintedSurface(TimelineSurface):
    """Paints what the surface shows."""

    _marks: MarkStore | None = None

    def paintEvent(self, event: QPaintEvent | None) -> None:
        """Paint anew what has changed, as much as one event may; lay what moves over it."""
        if event is None:
            return
        shown = [
            (number, band)
            for number, band in enumerate(self._bands)
            if band.bottom > self._offset and band.top < self._offset + self.lanes_room()
        ]
        self._paint_anew(dict(shown))
        painter = QPainter(self)
        painter.setFont(scaled(self.font(), 0.86))
        self._paint_parts(painter, shown, event.rect())
        self._paint_over(painter, event.rect())
        painter.end()

    # Pictures.

    def _paint_anew(self, shown: dict[int, Band]) -> None:
        layers, window = self.layers, self._window
        names: list[Hashable] = [_RULER, *shown]
        layers.keep_only(names)
        layers.begin()
        waiting = layers.waiting(names, window)
        density = self.devicePixelRatioF()
        if self._marks is None or not self._marks.is_for(self._theme, density):
            self._marks = MarkStore(self._theme, MARK, density)
        while waiting and layers.has_room():
            name = waiting.pop(0)
            if name == _RULER:
                size, work = QSizeF(window.width, RULER), self._ruler_items
            else:
                band = shown[name]  # type: ignore[index]  # the other names are numbers of lanes
                size, work = QSizeF(window.width, band.height), partial(self._band_items, band)
            layers.paint(name, window, size, density, self._theme.panel, work)
        if waiting:
            self._more.start()

    def _brushwork(self, painter: QPainter, lit: frozenset[Item] = frozenset()) -> Brushwork:
        assert self._marks is not None
        painter.setFont(scaled(self.font(), 0.86))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        return Brushwork(painter, self._theme, self._window, painter.font(), self._marks, lit)

    def _band_items(self, band: Band, painter: QPainter) -> list[Item]:
        work = self._brushwork(painter, self._lit(band, self._selected))
        painter.translate(0, -band.top)
        paint_band(work, band)
        return work.painted

    def _ruler_items(self, painter: QPainter) -> list[Item]:
        work = self._brushwork(painter)
        width = self._window.width
        painter.fillRect(QRectF(0, 0, width, RULER), self._theme.raised)
        paint_ruler(work, RULER, self._frame_ticks(0, width))
        return []

    def _frame_ticks(self, begin: float, stop: float) -> list[float]:
        """The times of the frames between two pixel columns, if frames are wide enough to see."""
        frames, window = self._frames, self._window
        first = bisect_left(frames, window.time(begin))
        last = bisect_right(frames, window.time(stop))
        if last - first > (stop - begin) / TICK_PIXELS + 1:
            return []
        return [float(time) for time in frames[first:last]]

    # Laying them together.

    def _paint_parts(self, painter: QPainter, shown: list[tuple[int, Band]], rect: QRect) -> None:
        left, window, layers = self._left(), self._window, self.layers
        head = self.head()
        shift = head - self._offset
        painter.fillRect(rect, self._theme.base)
        painter.setClipRect(rect & self._track() & QRect(0, head, self.width(), self.height()))
        for number, band in shown:
            box = QRectF(left, shift + band.top, window.width, band.height)
            if box.intersects(QRectF(rect)):
                layers.show(painter, number, window, box)
        painter.setClipRect(rect & self._track())
        if rect.top() < RULER:
            layers.show(painter, _RULER, window, QRectF(left, 0, window.width, RULER))
        if head > RULER and rect.top() < head and self._thumbnails is not None:
            painter.translate(left, 0)
            seen = QRectF(rect).translated(-left, 0)
            pictures = self._thumbnails.pictures
            paint_strip(painter, self._theme, window, self._placed, pictures, RULER, seen)
            painter.translate(-left, 0)
        if rect.left() < left:
            painter.setClipRect(rect & QRect(0, 0, left, self.height()))
            bands = [band for _, band in shown]
            paint_headers(painter, self._theme, self._match, bands, left, shift, head)

    def _paint_over(self, painter: QPainter, rect: QRect) -> None:
        theme, window, height = self._theme, self._window, self.height()
        left = self._left()
        painter.setClipRect(rect & self._track())
        painter.save()
        painter.translate(left, 0)
        if self._loop is not None:
            paint_loop(painter, theme, window, self._loop, RULER, height)
        x = window.x(self._playhead)
        if -STRIP <= x <= window.width + STRIP:
            paint_playhead(painter, theme, x, RULER, height)
            for band, items in self._running(self._playhead):
                paint_seconds(
                    painter, theme, band, items, x, self.head() - self._offset, self._playhead
                )
        if self._ghost is not None:
            shift = self.head() - self._offset
            paint_ghost(painter, theme, window, self._ghost, shift, RULER, height)
        painter.restore()
        if self.has_keyboard():
            painter.setClipRect(rect)
            self._paint_focus(painter)

    def _paint_focus(self, painter: QPainter) -> None:
        painter.setPen(self._theme.accent)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        if item := self._cursor.item(self._bands):
            spot = self.point_of(item)
            painter.drawRect(QRect(spot.x() - 9, spot.y() - 11, 18, 22))
