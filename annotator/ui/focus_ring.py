"""An outline around the button that has the keyboard.

The style shows it on some buttons and on others not at all. Buttons of the window are reached with
Tab alone (a click never gives them the focus), so the outline is there only for who uses the keys.
"""

from __future__ import annotations

from PyQt6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt
from PyQt6.QtGui import QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QAbstractButton, QApplication, QTabBar, QWidget

from annotator.ui.views.theme import Theme

_WIDTH = 2.0
_MOVES = (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.Hide, QEvent.Type.Show)


class FocusRing(QWidget):
    """Lies over a window, lets every click through, and follows the focus."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._held: QWidget | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAttribute(Qt.WidgetAttribute.WA_NoSystemBackground)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.hide()
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow)

    def _follow(self, before: QWidget | None, now: QWidget | None) -> None:
        if self._held is not None:
            self._held.removeEventFilter(self)
            self._held = None
        if (
            isinstance(now, QAbstractButton | QTabBar)
            and now.focusPolicy() == Qt.FocusPolicy.TabFocus
            and now.window() is self.parentWidget()
        ):
            self._held = now
            now.installEventFilter(self)
        self._place()

    def eventFilter(self, receiver: QObject | None, event: QEvent | None) -> bool:
        """Stay around what has the focus when it moves."""
        if event is not None and event.type() in _MOVES:
            self._place()
        return False

    def _place(self) -> None:
        held, window = self._held, self.parentWidget()
        if held is None or window is None or not held.isVisibleTo(window):
            self.hide()
            return
        corner = held.mapTo(window, QPoint(0, 0))
        self.setGeometry(QRect(corner, held.size()))
        self.raise_()
        self.show()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(Theme.of(self.palette()).accent, _WIDTH))
        inside = QRectF(self.rect()).adjusted(_WIDTH / 2, _WIDTH / 2, -_WIDTH / 2, -_WIDTH / 2)
        painter.drawRoundedRect(inside, 4, 4)
