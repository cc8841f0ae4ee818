"""A freehand line while it is drawn: of every move of the pointer only the new piece is painted."""

from __future__ import annotations

from dataclasses import replace
from math import ceil

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QColor, QImage, QPainter, QPen, QPolygonF

from annotator.model.drawing import SCALE, Drawing, Point
from exports.drawing_ink import INKS, RIM_SHARE, stroke_of, tone_of

_MOST = 2048  # pixels; on a picture that is enlarged further the line is stretched


class GrowingLine:
    """Keeps what was painted of the line; it looks as the layer that it becomes when it is done."""

    def __init__(self) -> None:
        self._look: tuple[Drawing, int, int] | None = None
        self._points: tuple[Point, ...] = ()
        self._rim = self._ink = QImage()
        self.pieces = 0
        """How many pieces between two points were painted so far."""

    def paint(self, painter: QPainter, place: QRectF, ratio: float, line: Drawing) -> None:
        """Paint the line over the picture that lies at `place` (points of `ratio` pixels); its own
        points are those of the picture as it is seen.
        """
        scale = min(ratio, _MOST / max(place.width(), place.height()))
        width, height = ceil(place.width() * scale), ceil(place.height() * scale)
        look = (replace(line, points=()), width, height)
        if look != self._look or line.points[: len(self._points)] != self._points:
            self._look, self._points = look, ()
            self._rim, self._ink = (_clear(width, height) for _ in range(2))
        if len(line.points) > len(self._points):
            self._grow(line)
        for image, opacity in ((self._rim, RIM_SHARE), (self._ink, 1.0)):
            painter.setOpacity(opacity)
            painter.drawImage(place, image)
        painter.setOpacity(1.0)

    def drop(self) -> None:
        """Forget the line: it is drawn no longer."""
        self._look, self._points = None, ()
        self._rim = self._ink = QImage()

    def _grow(self, line: Drawing) -> None:
        known = max(0, len(self._points) - 1)
        width, height = self._ink.width(), self._ink.height()
        spots = [QPointF(width * x / SCALE, height * y / SCALE) for x, y in line.points[known:]]
        self.pieces += len(spots) - 1
        self._points = line.points
        thick, rim = stroke_of(line, width, height)
        ink = INKS[line.colour]
        for image, colour, wide in (
            (self._rim, tone_of(line), thick + 2 * rim), (self._ink, ink, thick),
        ):  # fmt: skip
            painter = QPainter(image)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            pen = QPen(QColor(*colour), wide)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            painter.setPen(pen)
            if len(spots) > 1:
                painter.drawPolyline(QPolygonF(spots))
            else:
                painter.drawPoint(spots[0])
            painter.end()


def _clear(width: int, height: int) -> QImage:
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(Qt.GlobalColor.transparent)
    return image
