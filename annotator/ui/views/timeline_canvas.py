"""The timeline under a hand: what pointer, wheel and keys do, without knowing what for."""

from __future__ import annotations

from PyQt6.QtCore import QEvent, QPoint, Qt, pyqtSignal
from PyQt6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PyQt6.QtWidgets import QToolTip, QWidget

from annotator.ui.views import wording
from annotator.ui.views.timeline_hover import item_sentence, lane_sentence
from annotator.ui.views.timeline_items import Item
from annotator.ui.views.timeline_keys import STEPS, zoom_of
from annotator.ui.views.timeline_surface import TimelineSurface

WHEEL_STEP = 1.25


class TimelineCanvas(TimelineSurface):
    """Says what was clicked: an Item and the time under the pointer, or that time alone."""

    time_clicked = pyqtSignal(object)
    item_clicked = pyqtSignal(object, object)
    item_activated = pyqtSignal(object, object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._scrubs = False
        self._reached = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMouseTracking(True)

    # The pointer.

    def wheelEvent(self, event: QWheelEvent | None) -> None:
        """With Ctrl zoom under the pointer; else scroll, down where lanes are hidden."""
        if event is None:
            return
        turn = event.angleDelta()
        down = turn.y() / 120
        x = event.position().x() - self._left()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._set_window(self._window.zoomed(WHEEL_STEP**down, max(0.0, x)))
        elif turn.x() or event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._set_window(self._window.moved(-(turn.x() or turn.y()) * 0.8))
        elif self.lanes_height() > self.lanes_room():
            self.set_offset(self._offset - round(down * 48))
            self.window_changed.emit()
        else:
            self._set_window(self._window.moved(-turn.y() * 0.8))
        event.accept()

    def _clickable(self, point: QPoint) -> Item | None:
        """The item that a click means. The clock lane is a ruler: a click there is a time."""
        item = self.item_at(point)
        return item if item is not None and item.run is None else None

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        """A click on something says what it is; elsewhere it says when, and may be drawn along."""
        if event is None or event.button() is not Qt.MouseButton.LeftButton:
            return
        point = event.position().toPoint()
        if point.x() < self._left():
            return
        if item := self._clickable(point):
            self.item_clicked.emit(item, self.time_at(point.x()))
        else:
            self._scrubs = True
            self.time_clicked.emit(self.time_at(point.x()))

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:
        """Draw the film along, or show by the pointer what can be clicked."""
        if event is None:
            return
        point = event.position().toPoint()
        if self._scrubs:
            x = min(max(point.x(), self._left()), self.width())
            self.time_clicked.emit(self.time_at(x))
            return
        over = self._clickable(point) is not None
        shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor
        if self.cursor().shape() is not shape:
            self.setCursor(shape)

    def mouseReleaseEvent(self, event: QMouseEvent | None) -> None:
        """The end of drawing along."""
        self._scrubs = False

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
        return item_sentence(self._match, band.lane, item) if item else ""

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
