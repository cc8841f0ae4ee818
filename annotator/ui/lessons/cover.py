"""What hides the tagged match while a lesson is taken."""

from __future__ import annotations

from PyQt6.QtCore import QEvent, QObject, Qt
from PyQt6.QtWidgets import QLabel, QMainWindow, QWidget

from annotator.text import tr
from annotator.ui.views.theme import scaled


class Cover(QLabel):
    """Lies over everything in a window, docks and title included, until `lift`, or until what it is for is gone."""

    def __init__(self, over: QMainWindow, until: QWidget) -> None:
        """`until`: the window of the lesson; when that is destroyed, however it came, the cover goes."""
        super().__init__(tr("A lesson is being taken"), over)
        self.setAccessibleName(self.text())
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setWordWrap(True)
        self.setAutoFillBackground(True)
        self.setFont(scaled(self.font(), 1.5, bold=True))
        self._over, self._title = over, over.windowTitle()
        over.setWindowTitle(tr("Lesson"))
        over.installEventFilter(self)
        until.destroyed.connect(self.lift)
        self._spread()

    def _spread(self) -> None:
        self.setGeometry(self._over.rect())
        self.show()
        self.raise_()

    def eventFilter(self, watched: QObject | None, event: QEvent | None) -> bool:
        """Stay over all of the window, and above whatever comes into it."""
        if event is not None and event.type() in (QEvent.Type.Resize, QEvent.Type.ChildPolished):
            self._spread()
        return super().eventFilter(watched, event)

    def lift(self) -> None:
        """Show the window again. Safe to call again."""
        if self.isHidden():
            return
        self.hide()
        self._over.removeEventFilter(self)
        self._over.setWindowTitle(self._title)
        self.deleteLater()
