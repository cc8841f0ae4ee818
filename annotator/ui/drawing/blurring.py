"""Makes blurred areas unrecognisable on the film's view, as they are in what is exported."""

from __future__ import annotations

from collections.abc import Iterable

from PyQt6.QtCore import QRectF, Qt
from PyQt6.QtGui import QColor, QImage, QPainter, QPen

from annotator.model.drawing import SCALE, Drawing, Shape
from annotator.ui.drawing.placing import seen_drawing
from annotator.ui.player.framing import Framing
from exports.mosaic import patches


class Blurring:
    """Lays the mosaics over the picture."""

    def paint(
        self, painter: QPainter, place: QRectF, framing: Framing, drawn: Iterable[Drawing],
        image: QImage | None, *, outlined: bool,
    ) -> None:  # fmt: skip
        """Hide what the blurred areas among `drawn` cover of the picture, which lies at `place` and is
        `image`; `outlined`: show where they end, so that they can be taken hold of.
        """
        if image is None:
            return
        for drawing in drawn:
            if drawing.shape is Shape.BLUR:
                self._hide(painter, place, _box_of(seen_drawing(drawing, framing)), image)
                if outlined:
                    self._outline(painter, place, _box_of(seen_drawing(drawing, framing)))

    @staticmethod
    def _hide(painter: QPainter, place: QRectF, box: QRectF, image: QImage) -> None:
        across, down = image.width(), image.height()
        part = (
            QRectF(
                box.x() * across, box.y() * down, box.width() * across, box.height() * down
            ).toAlignedRect()
            & image.rect()
        )
        if part.isEmpty():
            return
        few = image.copy(part).scaled(
            *patches(part.width(), part.height()),
            Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation,
        )  # fmt: skip
        wide, high = place.width() / across, place.height() / down
        target = QRectF(
            place.x() + part.x() * wide, place.y() + part.y() * high, part.width() * wide,
            part.height() * high,
        )  # fmt: skip
        smooth = painter.testRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, False)
        painter.drawImage(target, few)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, smooth)

    @staticmethod
    def _outline(painter: QPainter, place: QRectF, box: QRectF) -> None:
        target = QRectF(
            place.x() + box.x() * place.width(), place.y() + box.y() * place.height(),
            box.width() * place.width(), box.height() * place.height(),
        )  # fmt: skip
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for ink, style in ((QColor("#101418"), Qt.PenStyle.SolidLine),
                           (QColor("#ffffff"), Qt.PenStyle.DashLine)):  # fmt: skip
            painter.setPen(QPen(ink, 1.4, style))
            painter.drawRect(target)


def _box_of(drawing: Drawing) -> QRectF:
    """What an area covers, in shares of the picture as it is seen."""
    (x0, y0), (x1, y1) = drawing.points
    left, right = sorted((x0 / SCALE, x1 / SCALE))
    top, bottom = sorted((y0 / SCALE, y1 / SCALE))
    return QRectF(left, top, right - left, bottom - top)
