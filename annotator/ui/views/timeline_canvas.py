"""The timeline under a hand: what pointer, wheel and keys do, without knowing what for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from PyQt6.QtCore import QEvent, QPoint, Qt, pyqtSignal
from PyQt6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PyQt6.QtWidgets import QToolTip, QWidget

from annotator.model.edges import Edge
from annotator.scoring import wording
from annotator.ui.views.timeline_geometry import RULER
from annotator.ui.views.timeline_grip import Grip, LoopGrip, loop_grip_at
from annotator.ui.views.timeline_holds import hold_sentence
from annotator.ui.views.timeline_hover import item_sentence, lane_sentence
from annotator.ui.views.timeline_items import Item
from annotator.ui.views.timeline_keys import STEPS, zoom_of
from annotator.ui.views.timeline_painted import PaintedSurface

WHEEL_STEP = 1.25
EDGE_PAN = 14
"""Pixels that the window goes on with each movement of a drag at its border."""
_FREE = Qt.KeyboardModifier.AltModifier
_OTHER = Qt.KeyboardModifier.ShiftModifier


@dataclass(frozen=True, slots=True)
class Press:
    """Where a button went down, and on what."""

    point: QPoint
    time: Fraction
    grip: Grip | LoopGrip | None = None
    item: Item | None = None


class TimelineCanvas(PaintedSurface):
    """Says what was clicked: an Item and the time under the pointer, or that time alone; and what
    is being dragged to when. What a drag does is decided by who listens.
    """

    time_clicked = pyqtSignal(object)
    item_clicked = pyqtSignal(object, object)
    item_activated = pyqtSignal(object, object)
    scrubbed = pyqtSignal(object)
    """The pointer is drawn along, here; nothing but the newest time counts."""
    drag_begun = pyqtSignal(object, object)
    """A Grip or LoopGrip, and the time at which it was taken."""
    dragged = pyqtSignal(object, bool, bool)
    """The time under the pointer; whether nothing is to be snapped to; whether in the other manner."""
    dropped = pyqtSignal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._scrubs = False
        self._panned: QPoint | None = None
        self._press: Press | None = None
        self._drags = False
        self._reached = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)

    # The pointer.

    def wheelEvent(self, event: QWheelEvent | None) -> None:
        """With Ctrl zoom under the pointer; else scroll, down where lanes are hidden."""
        if event is None:
            return
        # A touch pad says pixels, and is followed to the pixel; a wheel says eighths of a degree.
        turn, exact = event.angleDelta(), event.pixelDelta()
        down = turn.y() / 120
        x = event.position().x() - self._left()
        held = event.modifiers()
        if held & Qt.KeyboardModifier.ControlModifier:
            self._set_window(self._window.zoomed(WHEEL_STEP**down, max(0.0, x)))
        elif turn.x() or held & Qt.KeyboardModifier.ShiftModifier:
            sideways = exact.x() or exact.y() or (turn.x() or turn.y()) * 0.8
            self._set_window(self._window.moved(-sideways))
        elif self.lanes_height() > self.lanes_room():
            self.set_offset(self._offset - (exact.y() or round(down * 48)))
            self.window_changed.emit()
        else:
            self._set_window(self._window.moved(-(exact.y() or turn.y() * 0.8)))
        event.accept()

    def _clickable(self, point: QPoint) -> Item | None:
        """The item that a click means. The clock lane is a ruler: a click there is a time."""
        item = self.item_at(point)
        return item if item is not None and item.run is None else None

    def _held_at(self, point: QPoint) -> Grip | LoopGrip | None:
        if point.y() < RULER:
            return loop_grip_at(self._loop, self._window, point.x() - self._left())
        return self.grip_at(point)

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        """A press beside everything says when, and may be drawn along; one on something is either
        a click, once it is let go, or the beginning of a drag. The middle button pushes the film.
        """
        if event is None:
            return
        point = event.position().toPoint()
        if event.button() is Qt.MouseButton.MiddleButton:
            self._panned = point
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
            return
        if event.button() is not Qt.MouseButton.LeftButton or point.x() < self._left():
            return
        grip, item, time = self._held_at(point), self._clickable(point), self.time_at(point.x())
        if grip is not None:
            self._press = Press(point, time, grip, item)
        elif item is not None:
            self.item_clicked.emit(item, time)
        else:
            self._scrubs = True
            self.time_clicked.emit(time)

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:
        """Draw along what is held, or show by the pointer what could be."""
        if event is None:
            return
        point = event.position().toPoint()
        if self._panned is not None:
            moved = self._panned - point
            self._panned = point
            self._set_window(self._window.moved(moved.x()))
            if moved.y() and self.lanes_height() > self.lanes_room():
                self.set_offset(self._offset + moved.y())
                self.window_changed.emit()
        elif self._scrubs:
            x = min(max(point.x(), self._left()), self.width())
            self.scrubbed.emit(self.time_at(x))
        elif self._press is not None:
            self._draw_along(self._press, point, event.modifiers())
        elif not event.buttons():
            self._show_pointer(point)

    def _draw_along(self, press: Press, point: QPoint, held: Qt.KeyboardModifier) -> None:
        grip = press.grip
        assert grip is not None
        if not self._drags:
            if abs(point.x() - press.point.x()) < grip.slack:
                return
            self._drags = True
            self.setCursor(Qt.CursorShape.SizeHorCursor)
            self.drag_begun.emit(grip, press.time)
        beyond = min(point.x() - self._left(), 0) or max(point.x() - self.width(), 0)
        if beyond:
            self._set_window(self._window.moved(EDGE_PAN if beyond > 0 else -EDGE_PAN))
        x = min(max(point.x(), self._left()), self.width())
        self.dragged.emit(self.time_at(x), bool(held & _FREE), bool(held & _OTHER))

    def _show_pointer(self, point: QPoint) -> None:
        grip = self._held_at(point) if point.x() >= self._left() else None
        if isinstance(grip, LoopGrip) or (grip is not None and grip.edge is not Edge.WHOLE):
            shape = Qt.CursorShape.SizeHorCursor
        elif grip is not None or self._clickable(point) is not None:
            shape = Qt.CursorShape.PointingHandCursor
        else:
            shape = Qt.CursorShape.ArrowCursor
        if self.cursor().shape() is not shape:
            self.setCursor(shape)

    def mouseReleaseEvent(self, event: QMouseEvent | None) -> None:
        """The end of drawing along; or a click, where nothing was drawn."""
        press, drags = self._press, self._drags
        self._scrubs = self._drags = False
        self._press = self._panned = None
        if drags:
            self.dropped.emit()
        elif press is not None and press.item is not None:
            self.item_clicked.emit(press.item, press.time)
        elif press is not None:
            self.time_clicked.emit(press.time)
        if event is not None:
            self._show_pointer(event.position().toPoint())

    def let_go(self) -> None:
        """Forget what is being dragged; the button may still be down."""
        self._scrubs = self._drags = False
        self._press = None

    @property
    def is_dragging(self) -> bool:
        return self._drags or self._scrubs

    def mouseDoubleClickEvent(self, event: QMouseEvent | None) -> None:
        """Play what was clicked twice."""
        if event is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        point = event.position().toPoint()
        if item := self._clickable(point):
            self.item_activated.emit(item, self.time_at(point.x()))

    def has_keyboard(self) -> bool:
        """Whether it was reached by keyboard. A window that opens gives focus to anything."""
        return self.hasFocus() and self._reached

    def focusInEvent(self, event: QFocusEvent | None) -> None:
        """Note how it was reached."""
        super().focusInEvent(event)
        if event is not None and event.reason() is not Qt.FocusReason.ActiveWindowFocusReason:
            self._reached = True
        self.update()

    def focusOutEvent(self, event: QFocusEvent | None) -> None:
        """Forget it, unless the whole window was left."""
        super().focusOutEvent(event)
        if event is not None and event.reason() is not Qt.FocusReason.ActiveWindowFocusReason:
            self._reached = False
        self.update()

    # Keys, and what is read out.

    def event(self, event: QEvent | None) -> bool:
        """Show what lies under the pointer; keep our keys from the window while we have them."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            words = wording.tooltip(self.hover_text(event.pos()))
            QToolTip.showText(event.globalPos(), words, self)
            return True
        if (
            isinstance(event, QKeyEvent)
            and event.type() is QEvent.Type.ShortcutOverride
            and self.has_keyboard()
            and (event.key() in STEPS or zoom_of(event) is not None)
        ):
            event.accept()
            return True
        return super().event(event)

    def hover_text(self, point: QPoint) -> str:
        """What the tooltip at a point says."""
        band = self._band_at(point.y())
        if band is None:
            return ""
        if point.x() < self._left():
            return lane_sentence(self._match, band.lane)
        item = self.item_at(point)
        if item is not None:
            return item_sentence(self._match, band.lane, item)
        hold = self.hold_at(point)
        return hold_sentence(self._match, band.lane, hold) if hold is not None else ""

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        """Go from item to item and from lane to lane, play, zoom."""
        if event is None:
            return
        if not self.has_keyboard():
            event.ignore()
            return
        factor = zoom_of(event)
        if factor is not None:
            self.show_whole() if factor == 0 else self.zoom(factor)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if item := self._cursor.item(self._bands):
                self.item_activated.emit(item, item.time)
        elif event.key() in STEPS:
            self._cursor = self._cursor.stepped(self._bands, STEPS[event.key()], self._playhead)
            if item := self._cursor.item(self._bands):
                self._go_to(item)
        else:
            super().keyPressEvent(event)

    def _go_to(self, item: Item) -> None:
        band = next(band for band in self._bands if item in band.lane.items)
        self.turn_to(item.start)
        if band.top < self._offset or band.bottom > self._offset + self.lanes_room():
            self.set_offset(band.top)
            self.window_changed.emit()
        self.setAccessibleName(item_sentence(self._match, band.lane, item))
        self.update()
        self.item_clicked.emit(item, item.time)
