"""How long there still is for an answer: a bar that empties, and whole seconds in figures."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from PyQt6.QtCore import QRectF, QSize, Qt, QTimer, pyqtSignal
from PyQt6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PyQt6.QtWidgets import QSizePolicy, QWidget

from annotator.text import tr_n
from annotator.ui.player.clock import Clock, WallClock
from annotator.ui.views.theme import Theme, scaled, tabular

_TICK_MS = 50


class Countdown(QWidget):
    """Says `over` once, when the time is up; not after `stop`."""

    over = pyqtSignal()

    def __init__(self, parent: QWidget | None = None, clock: Clock | None = None) -> None:
        """`clock`: whose seconds are counted."""
        super().__init__(parent)
        self._clock = clock or WallClock()
        self._whole = self._left = Fraction(0)
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self.look)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def running(self) -> bool:
        return self._timer.isActive()

    @property
    def left(self) -> Fraction:
        """Seconds that are left."""
        return self._left

    def start(self, seconds: Fraction) -> None:
        """Count from so many seconds down to none."""
        self._whole = seconds
        self._clock.run(Fraction(0), Fraction(1))
        self._timer.start()
        self.look()

    def stop(self) -> None:
        """Count no more."""
        self._timer.stop()
        self._left = Fraction(0)
        self.update()

    def look(self) -> None:
        """See how late it is."""
        if not self.running:
            return
        self._left = max(Fraction(0), self._whole - self._clock.now())
        seconds = ceil(self._left)
        told = tr_n("{count} second left", "{count} seconds left", seconds)
        if told != self.accessibleName():
            self.setAccessibleName(told)
        self.update()
        if not self._left:
            self._timer.stop()
            self.over.emit()

    def sizeHint(self) -> QSize:
        return QSize(200, QFontMetrics(scaled(self.font(), 1.4, bold=True)).height() + 4)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        if not self.running:
            return
        theme = Theme.of(self.palette())
        painter = QPainter(self)
        font = tabular(scaled(self.font(), 1.4, bold=True))
        painter.setFont(font)
        figures = str(ceil(self._left))
        head = QFontMetrics(font).horizontalAdvance("000")
        painter.setPen(theme.text)
        painter.drawText(QRectF(0, 0, head, self.height()), Qt.AlignmentFlag.AlignCenter, figures)
        track = QRectF(head + 4, self.height() / 2 - 6, self.width() - head - 8, 12)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.grid)
        painter.drawRoundedRect(track, 6, 6)
        track.setWidth(track.width() * float(self._left / self._whole) if self._whole else 0.0)
        painter.setBrush(theme.danger if self._left < 2 else theme.accent)
        painter.drawRoundedRect(track, 6, 6)
