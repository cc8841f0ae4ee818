"""The film: the picture itself, and over it what frame it is.

The picture's own bytes are painted without copying them; it comes fitted to the view, so that
painting is one blit.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, cast

from PyQt6.QtCore import QRect, QRectF, QSize, Qt, QTimer, pyqtSignal
from PyQt6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QImage,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PyQt6.QtWidgets import QWidget

from annotator.text import tr
from annotator.ui.views.theme import scaled, tabular

if TYPE_CHECKING:  # the window opens before a decoder is loaded
    from annotator.video.picture import Picture

_BLACK = QColor("#0b0d10")
_INK = QColor("#f2f4f7")
_FAINT = QColor("#9aa4b0")
_SHADE = QColor(8, 10, 13, 190)
_WARN = QColor("#ffd166")
_RESIZE_MS = 80


def image_of(picture: Picture) -> QImage:
    """An image that looks into a `Picture`'s bytes: keep the picture as long as the image."""
    # PyQt reads any buffer here, though its stubs name only bytes; bytes() would copy it all.
    pixels = cast("bytes", picture.data)
    return QImage(pixels, picture.width, picture.height, picture.stride, QImage.Format.Format_RGB32)


class FilmView(QWidget):
    """Paints pictures of a film, upright and in their own proportions."""

    size_changed = pyqtSignal(object)
    """Device pixels (width, height) that a picture may fill."""
    clicked = pyqtSignal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setMinimumSize(240, 135)
        self.setAccessibleName(tr("Film"))
        self._picture: Picture | None = None
        self._image: QImage | None = None
        self._aspect = Fraction(1)
        self._shape = 16 / 9
        self._mark = ""
        self._left: tuple[str, ...] = ()
        self._right: tuple[str, ...] = ()
        self._message: tuple[str, str] = ("", "")
        # Decoding anew at each step of a resize would only make it jerk.
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_RESIZE_MS)
        self._settle.timeout.connect(self._tell_size)

    def sizeHint(self) -> QSize:
        return QSize(960, 540)

    # ------------------------------------------------------------------ what is shown

    def show_picture(self, picture: Picture) -> None:
        """Show a `Picture`; it is kept as long as its bytes are painted."""
        self._picture, self._image = picture, image_of(picture)
        self._mark = getattr(picture, "mark", None) or ""
        self.update()

    def clear(self, title: str, hint: str = "") -> None:
        """Show no picture but say why, and what to do."""
        self._picture = self._image = None
        self._mark = ""
        self._message = (title, hint)
        self.update()

    def set_shape(self, size: tuple[int, int], pixel_aspect: Fraction) -> None:
        """Width and height of the film's pictures in pixels, and a pixel's width over its height."""
        self._aspect = pixel_aspect
        self._shape = size[0] * float(pixel_aspect) / size[1]
        self.update()

    def set_captions(self, left: tuple[str, ...], right: tuple[str, ...]) -> None:
        """What stands in the lower corners of the film: frame and time; clock and speed."""
        if (left, right) != (self._left, self._right):
            self._left, self._right = left, right
            self.update()

    def image(self) -> QImage | None:
        """A copy of what is shown, or None without a picture."""
        return self._image.copy() if self._image is not None else None

    # ------------------------------------------------------------------ painting

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), _BLACK)
        if self._image is None:
            self._paint_message(painter)
        else:
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(self._place(self._image), self._image)
        self._paint_caption(painter, self._left, Qt.AlignmentFlag.AlignLeft)
        self._paint_caption(painter, self._right, Qt.AlignmentFlag.AlignRight)
        if self._mark:
            self._paint_mark(painter)

    def _room(self, aspect: float) -> tuple[float, float]:
        """What a picture of this shape may fill: all, if captions find room in the bars beside it;
        else all but a line below, so that no part of the picture is ever covered.
        """
        width, height = float(self.width()), float(self.height())
        beside = (width - height * aspect) / 2
        return (
            (width, height) if beside >= self._caption_width() else (width, height - self._line())
        )

    def _caption_font(self) -> QFont:
        return tabular(scaled(self.font(), 1.0, bold=True))

    def _line(self) -> int:
        return QFontMetrics(self._caption_font()).height() + 6

    def _caption_width(self) -> int:
        # By a pattern, not by the text of the moment: the picture must not change its size.
        return QFontMetrics(self._caption_font()).horizontalAdvance("f000000   0:00:00.000") + 16

    def _place(self, image: QImage) -> QRectF:
        """Where the picture goes: whole pixels of the screen wherever nothing has to be scaled."""
        ratio = self.devicePixelRatioF()
        width, height = image.width() * float(self._aspect), float(image.height())
        room_w, room_h = (side * ratio for side in self._room(width / height))
        scale = min(room_w / width, room_h / height)
        if abs(scale - 1) < 0.01:
            scale = 1.0
        width, height = width * scale, height * scale
        left, top = round((room_w - width) / 2), round((room_h - height) / 2)
        return QRectF(left / ratio, top / ratio, width / ratio, height / ratio)

    def _paint_message(self, painter: QPainter) -> None:
        title, hint = self._message
        middle = self.rect().adjusted(16, 0, -16, -24)
        painter.setFont(scaled(self.font(), 1.5, bold=True))
        painter.setPen(_INK)
        upper = QRect(middle.left(), middle.top(), middle.width(), middle.height() // 2 + 4)
        flags = Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextWordWrap
        painter.drawText(upper, flags | Qt.AlignmentFlag.AlignBottom, title)
        painter.setFont(self.font())
        painter.setPen(_FAINT)
        lower = middle.adjusted(0, middle.height() // 2 + 12, 0, 0)
        painter.drawText(lower, flags | Qt.AlignmentFlag.AlignTop, hint)

    def _paint_caption(
        self, painter: QPainter, parts: tuple[str, ...], side: Qt.AlignmentFlag
    ) -> None:
        text = "   ".join(part for part in parts if part)
        painter.setFont(self._caption_font())
        painter.setPen(_INK)
        box = QRect(8, self.height() - self._line(), self.width() - 16, self._line())
        painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_mark(self, painter: QPainter) -> None:
        painter.setFont(self.font())
        box = QRect(6, 6, self.width() - 12, painter.fontMetrics().height() + 8)
        painter.fillRect(box, _SHADE)
        painter.setPen(_WARN)
        painter.drawText(
            box.adjusted(8, 0, -8, 0), Qt.AlignmentFlag.AlignVCenter, f"⚠ {self._mark}"
        )

    # ------------------------------------------------------------------ events

    def device_size(self) -> tuple[int, int]:
        """Width and height in device pixels that a picture of this film may fill."""
        ratio = self.devicePixelRatioF()
        width, height = self._room(self._shape)
        return max(1, round(width * ratio)), max(1, round(height * ratio))

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self._settle.start()

    def _tell_size(self) -> None:
        self.size_changed.emit(self.device_size())

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if event is not None and event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit()
