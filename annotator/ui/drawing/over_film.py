"""Lays drawings over the picture in the film's view; they are painted by `exports.overlay`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from PyQt6.QtCore import QPointF, QRectF
from PyQt6.QtGui import QColor, QImage, QPainter

from annotator.model.drawing import Drawing, Shape
from annotator.ui.drawing.growing import GrowingLine
from annotator.ui.drawing.placing import seen_drawing
from annotator.ui.player.framing import Framing
from exports.overlay import Canvas, Layer, Overlay

Seen = Sequence[tuple[Drawing, Fraction]]
_MOST = 4096  # pixels; what is enlarged further is stretched
_DRAFT = 640  # pixels: what follows the pointer need not be fine
_HANDLE = 4.0  # points from a handle's middle to its side


class OverFilm:
    """Keeps what was painted, for as long as it is seen."""

    def __init__(self) -> None:
        self._overlay, self._drafts = Overlay(), Overlay()
        self._images: dict[Layer, QImage] = {}
        self.line = GrowingLine()

    def paint(
        self, painter: QPainter, place: QRectF, framing: Framing, seen: Seen, draft: Drawing | None
    ) -> None:
        """Paint what is seen where the picture lies, and above it what is just being drawn."""
        device = painter.device()
        ratio = device.devicePixelRatioF() if device is not None else 1.0
        images: dict[Layer, QImage] = {}
        line, draft = (draft, None) if _is_freehand(draft) else (None, draft)
        for overlay, drawn, most in (
            (self._overlay, seen, _MOST),
            (self._drafts, [(draft, Fraction(1))] if draft is not None else [], _DRAFT),
        ):
            long = max(place.width(), place.height()) * ratio
            scale = ratio * min(1.0, most / long)
            canvas = Canvas(
                max(1, round(place.width() * scale)), max(1, round(place.height() * scale))
            )
            turned = [(seen_drawing(one, framing), opacity) for one, opacity in drawn]
            for layer, opacity in overlay.layers(turned, canvas):
                image = images[layer] = self._images.get(layer) or image_of_layer(layer)
                painter.setOpacity(float(opacity))
                painter.drawImage(place_of_layer(layer, canvas, place), image)
        painter.setOpacity(1.0)
        self._images = images
        if line is not None:
            self.line.paint(painter, place, ratio, seen_drawing(line, framing))
        else:
            self.line.drop()


def _is_freehand(drawing: Drawing | None) -> bool:
    return drawing is not None and drawing.shape is Shape.FREEHAND


def paint_handles(painter: QPainter, spots: Sequence[QPointF], chosen: int | None) -> None:
    """Show by which points a drawing can be held; the chosen one is filled."""
    for number, spot in enumerate(spots):
        box = QRectF(spot.x() - _HANDLE, spot.y() - _HANDLE, 2 * _HANDLE, 2 * _HANDLE)
        painter.setPen(QColor("#101418"))
        painter.setBrush(QColor("#ffffff" if number != chosen else "#2f7de1"))
        painter.drawRect(box)


def image_of_layer(layer: Layer) -> QImage:
    """A layer as an image that is painted fast."""
    height, width = layer.pixels.shape[:2]
    data = layer.pixels.tobytes()
    image = QImage(data, width, height, 4 * width, QImage.Format.Format_RGBA8888)
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)


def place_of_layer(layer: Layer, canvas: Canvas, place: QRectF) -> QRectF:
    """Where a layer for a canvas lies in the view, in which the picture lies at `place`."""
    across, down = place.width() / canvas.width, place.height() / canvas.height
    height, width = layer.pixels.shape[:2]
    return QRectF(
        place.x() + layer.left * across, place.y() + layer.top * down, width * across, height * down
    )
