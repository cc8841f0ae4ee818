"""The film: the picture itself, and over it what frame it is.

The picture's own bytes are painted without copying them; it comes fitted to the view, so that
painting is one blit. Ctrl with the wheel, or two fingers, enlarge it; then it can be dragged.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, Protocol, cast

from PyQt6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, QTimer, pyqtSignal
from PyQt6.QtGui import (
    QColor,
    QFontMetrics,
    QImage,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PyQt6.QtWidgets import QGestureEvent, QPinchGesture, QWidget

from annotator.text import tr
from annotator.ui.player.framing import Framing
from annotator.ui.views.theme import scaled, tabular

if TYPE_CHECKING:  # the window opens before a decoder is loaded
    from annotator.video.picture import Picture

_BLACK = QColor("#0b0d10")
_INK = QColor("#f2f4f7")
_FAINT = QColor("#9aa4b0")
_SHADE = QColor(8, 10, 13, 190)
_WARN = QColor("#ffd166")
_RESIZE_MS = 80
ZOOM_STEP = 1.25
PAN_STEP = 60  # points


def image_of(picture: Picture) -> QImage:
    """An image that looks into a `Picture`'s bytes: keep the picture as long as the image."""
    # PyQt reads any buffer here, though its stubs name only bytes; bytes() would copy it all.
    pixels = cast("bytes", picture.data)
    return QImage(pixels, picture.width, picture.height, picture.stride, QImage.Format.Format_RGB32)


def _around(whole: QRect, place: QRectF) -> tuple[QRect, ...]:
    """All of a rectangle but the whole pixels that lie altogether within a place: the bars above,
    below, at the left and at the right, of which some may be empty.
    """
    left, top = ceil(place.left()), ceil(place.top())
    right, bottom = floor(place.right()), floor(place.bottom())
    width, height = whole.width(), whole.height()
    return (
        QRect(0, 0, width, top),
        QRect(0, bottom, width, height - bottom),
        QRect(0, top, left, bottom - top),
        QRect(right, top, width - right, bottom - top),
    )


class Over(Protocol):
    """What lies over the picture, and takes the pointer as long as it wants it."""

    def paint(self, painter: QPainter, place: QRectF) -> None: ...
    def press(self, spot: QPointF) -> bool: ...
    def follow(self, spot: QPointF, *, straight: bool) -> bool: ...
    def let_go(self, spot: QPointF) -> bool: ...
    def click_twice(self, spot: QPointF) -> bool: ...


class FilmView(QWidget):
    """Paints pictures of a film, upright and in their own proportions."""

    size_changed = pyqtSignal(object)
    """Device pixels (width, height) that a picture may fill."""
    framing_changed = pyqtSignal(object)
    """The `Framing` in which pictures are seen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setMinimumSize(240, 135)
        self.setAccessibleName(tr("Film"))
        self._picture: Picture | None = None
        self._image: QImage | None = None
        self.framing = Framing()
        self._over: Over | None = None
        self._drawing = False
        self._dragged: QPointF | None = None
        self.grabGesture(Qt.GestureType.PinchGesture)
        self._aspect = Fraction(1)
        self._stored_shape = Fraction(16, 9)
        self._mark = ""
        self._notice = ""  # that this is not yet what was asked for
        self._left: tuple[str, ...] = ()
        self._right: tuple[str, ...] = ()
        self._message: tuple[str, str] = ("", "")
        self._measure()
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
        self._picture, self._image = picture, self.framing.apply(image_of(picture))
        self._mark = picture.mark or ""
        on_the_way = picture.towards is not None
        self._notice = tr("on the way to f{n}…", n=picture.towards) if on_the_way else ""
        self.update()

    def show_first(self, picture: Picture) -> None:
        """Show the first picture of a film that is still being read."""
        self.show_picture(picture)
        self._notice = tr("reading the film…")

    def clear(self, title: str, hint: str = "") -> None:
        """Show no picture but say why, and what to do."""
        self._picture = self._image = None
        self._mark = self._notice = ""
        self._message = (title, hint)
        self.update()

    def set_shape(self, size: tuple[int, int], pixel_aspect: Fraction) -> None:
        """Width and height of the film's pictures in pixels, and a pixel's width over its height."""
        self._aspect = pixel_aspect
        self._stored_shape = Fraction(size[0], size[1]) * pixel_aspect
        self.update()

    @property
    def shape(self) -> tuple[tuple[int, int], Fraction]:
        """What `set_shape` was told, or its like: size in pixels, and a pixel's shape."""
        stored = self._stored_shape / self._aspect
        return (stored.numerator, stored.denominator), self._aspect

    @property
    def picture(self) -> Picture | None:
        """What is shown."""
        return self._picture

    def set_captions(self, left: tuple[str, ...], right: tuple[str, ...]) -> None:
        """What stands in the lower corners of the film: frame and time; clock and speed."""
        if (left, right) != (self._left, self._right):
            self._left, self._right = left, right
            self.update()

    def set_over(self, over: Over | None) -> None:
        """Let this lie over the picture; None: nothing."""
        self._over = over
        self.update()

    def set_pointer(self, *, drawing: bool) -> None:
        """Whether the pointer draws: then it is a cross, and followed where no button is held."""
        self._drawing = drawing
        self.setMouseTracking(drawing)
        self._shape_cursor()

    def picture_place(self) -> QRectF | None:
        """Where the whole picture lies in the view, as it is seen; None without one."""
        if self._image is None:
            return None
        return self.framing.place(self._whole_room(), self._place(self._image))

    @property
    def shown_image(self) -> QImage | None:
        """What is shown, as it is seen, to be read at once: its bytes are the picture's."""
        return self._image

    def image(self) -> QImage | None:
        """A copy of what is shown, or None without a picture."""
        return self._image.copy() if self._image is not None else None

    # ------------------------------------------------------------------ painting

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter = QPainter(self)
        if self._image is None:
            painter.fillRect(self.rect(), _BLACK)
            self._paint_message(painter)
        else:
            room = self._whole_room()
            place = self.framing.place(room, self._place(self._image))
            # Black only where no picture comes: filling it all would take as long as the picture.
            for bar in _around(self.rect(), place & room):
                painter.fillRect(bar, _BLACK)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            if self.framing.zoom > 1:
                painter.setClipRect(room)
            painter.drawImage(place, self._image)
            if self._over is not None:
                self._over.paint(painter, place)
            painter.setClipping(False)
        self._paint_caption(painter, self._left, Qt.AlignmentFlag.AlignLeft)
        self._paint_caption(painter, self._right, Qt.AlignmentFlag.AlignRight)
        if self._mark or self._notice:
            self._paint_mark(painter)

    def _room(self, aspect: float) -> tuple[float, float]:
        """What a picture of this shape may fill: all, if captions find room in the bars beside it;
        else all but a line below, so that no part of the picture is ever covered.
        """
        width, height = float(self.width()), float(self.height())
        beside = (width - height * aspect) / 2
        return (width, height) if beside >= self._caption_width else (width, height - self._line)

    def changeEvent(self, event: QEvent | None) -> None:
        super().changeEvent(event)
        if event is not None and event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._measure()

    def _measure(self) -> None:
        """The font of the captions, and what room they need: asked for with each picture."""
        self._caption_font = tabular(scaled(self.font(), 1.0, bold=True))
        metrics = QFontMetrics(self._caption_font)
        self._line = metrics.height() + 6
        # By a pattern, not by the text of the moment: the picture must not change its size.
        self._caption_width = metrics.horizontalAdvance("f000000   0:00:00.000") + 16

    def _place(self, image: QImage) -> QRectF:
        """Where the picture goes: whole pixels of the screen wherever nothing has to be scaled."""
        ratio = self.devicePixelRatioF()
        aspect = float(self.framing.aspect(self._aspect))
        width, height = image.width() * aspect, float(image.height())
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
        """In one line where that covers nothing of the picture, else one part above the other."""
        painter.setFont(self._caption_font)
        painter.setPen(_INK)
        shown = [part for part in parts if part]
        if self._beside() >= self._caption_width:
            wide = painter.fontMetrics().horizontalAdvance("   ".join(shown)) + 16
            lines = ["   ".join(shown)] if wide <= self._beside() else shown
        else:
            lines = ["   ".join(shown)]
        for place, text in enumerate(reversed([line for line in lines if line])):
            bottom = self.height() - place * self._line
            box = QRect(8, bottom - self._line, self.width() - 16, self._line)
            if self.framing.zoom > 1:  # then it may stand on the picture
                self._shade(painter, box, text, side)
            painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, text)

    def _shade(self, painter: QPainter, box: QRect, text: str, side: Qt.AlignmentFlag) -> None:
        width = painter.fontMetrics().horizontalAdvance(text)
        left = box.left() if side is Qt.AlignmentFlag.AlignLeft else box.right() - width
        painter.fillRect(QRect(left - 4, box.top(), width + 8, box.height()), _SHADE)

    def _beside(self) -> float:
        """How wide the bars at the left and right of the picture are, if it has the full height."""
        shape = float(self.framing.aspect(self._stored_shape))
        return (self.width() - self.height() * shape) / 2

    def _paint_mark(self, painter: QPainter) -> None:
        painter.setFont(self.font())
        box = QRect(6, 6, self.width() - 12, painter.fontMetrics().height() + 8)
        painter.fillRect(box, _SHADE)
        painter.setPen(_WARN)
        text = f"⚠ {self._mark}" if self._mark else self._notice
        painter.drawText(box.adjusted(8, 0, -8, 0), Qt.AlignmentFlag.AlignVCenter, text)

    # ------------------------------------------------------------------ events

    def device_size(self) -> tuple[int, int]:
        """Width and height in device pixels that a picture of this film, upright as the film has
        it, may fill.
        """
        ratio = self.devicePixelRatioF() * self.framing.zoom
        width, height = self._room(float(self.framing.aspect(self._stored_shape)))
        if self.framing.quarters % 2:
            width, height = height, width
        return max(1, round(width * ratio)), max(1, round(height * ratio))

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        super().resizeEvent(event)
        self._settle.start()

    def _tell_size(self) -> None:
        self.size_changed.emit(self.device_size())

    # ------------------------------------------------------------------ framing

    def set_framing(self, framing: Framing) -> None:
        """See pictures in this framing from now on."""
        if framing == self.framing:
            return
        turned = (framing.quarters, framing.mirrored) != (
            self.framing.quarters, self.framing.mirrored,
        )  # fmt: skip
        self.framing = framing
        if turned and self._picture is not None:
            self._image = framing.apply(image_of(self._picture))
        self._shape_cursor()
        self.update()
        # A picture of the new size comes when the fingers rest; this one is stretched meanwhile.
        self._settle.start()
        self.framing_changed.emit(framing)

    def _shape_cursor(self) -> None:
        still = Qt.CursorShape.CrossCursor if self._drawing else Qt.CursorShape.ArrowCursor
        moves = self.framing.zoom > 1 and not self._drawing
        self.setCursor(Qt.CursorShape.OpenHandCursor if moves else still)

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Enlarge by a factor, around a point of the view or its middle."""
        if self._image is not None:
            fit = self._place(self._image)
            self.set_framing(self.framing.zoomed(factor, self._whole_room(), fit, at))

    def pan(self, dx: float, dy: float) -> None:
        """Push the enlarged picture by so many points to the right and down."""
        if self._image is not None:
            fit = self._place(self._image)
            self.set_framing(self.framing.moved(dx, dy, self._whole_room(), fit))

    def _whole_room(self) -> QRectF:
        width, height = self._room(float(self.framing.aspect(self._stored_shape)))
        return QRectF(0, 0, width, height)

    def event(self, event: QEvent | None) -> bool:
        """Two fingers on a touchpad or a touch screen enlarge."""
        if isinstance(event, QNativeGestureEvent):
            if event.gestureType() is Qt.NativeGestureType.ZoomNativeGesture:
                self.zoom(1 + event.value(), event.position())
                return True
        elif isinstance(event, QGestureEvent):
            pinch = event.gesture(Qt.GestureType.PinchGesture)
            if isinstance(pinch, QPinchGesture):
                middle = self.mapFromGlobal(pinch.centerPoint())
                self.zoom(pinch.scaleFactor(), middle)
                return True
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent | None) -> None:
        if event is None or not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            super().wheelEvent(event)
            return
        self.zoom(ZOOM_STEP ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        if event is not None and event.button() == Qt.MouseButton.LeftButton:
            if self._over is not None and self._over.press(event.position()):
                return
            self._dragged = event.position() if self.framing.zoom > 1 else None

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:
        if event is None:
            return
        straight = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if self._over is not None and self._over.follow(event.position(), straight=straight):
            return
        if self._dragged is not None:
            way = event.position() - self._dragged
            self._dragged = event.position()
            self.pan(way.x(), way.y())

    def mouseReleaseEvent(self, event: QMouseEvent | None) -> None:
        self._dragged = None
        if event is not None and event.button() == Qt.MouseButton.LeftButton and self._over:
            self._over.let_go(event.position())

    def mouseDoubleClickEvent(self, event: QMouseEvent | None) -> None:
        if event is not None and self._over and self._over.click_twice(event.position()):
            return
        self.set_framing(self.framing.fitted())
