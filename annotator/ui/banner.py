"""Lines over the film that stay until what they say is no longer so."""

from __future__ import annotations

from collections.abc import Callable

from PyQt6.QtCore import QEvent, Qt, QTimer, pyqtSignal
from PyQt6.QtGui import QColor
from PyQt6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStyle,
    QVBoxLayout,
    QWidget,
)

from annotator.text import tr
from annotator.ui.views.theme import Theme, mix, text_on
from annotator.ui.workers import Job

SHOW_AFTER_MS = 400


class Banner(QFrame):
    """One line: what is wrong or going on, and what can be done about it."""

    def __init__(self, text: str, parent: QWidget, *, closable: bool = True) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self.line = QHBoxLayout(self)
        self.line.setContentsMargins(10, 4, 6, 4)
        self.label = QLabel(text, self)
        self.label.setWordWrap(True)
        self.label.setTextFormat(Qt.TextFormat.PlainText)
        self.label.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.line.addWidget(self.label, 1)
        self.closer = self.add_button(tr("Hide"), self.hide) if closable else None
        self._colour()

    @staticmethod
    def fill_of(theme: Theme) -> QColor:
        """What a line's text stands on."""
        return mix(theme.base, theme.warning, 0.35 if theme.dark else 0.22)

    def changeEvent(self, event: QEvent | None) -> None:
        super().changeEvent(event)
        if event is not None and event.type() is QEvent.Type.PaletteChange:
            self._colour()

    def _colour(self) -> None:
        around = self.parentWidget()  # its own palette follows from what is set here
        theme = Theme.of((around or self).palette())
        fill = self.fill_of(theme)
        style = (
            f"QFrame#banner {{ background: {fill.name()}; border-bottom: 1px solid {theme.line.name()}; }}"
            f"QFrame#banner QLabel {{ color: {text_on(fill).name()}; }}"
        )
        if style != self.styleSheet():  # setting one changes the palette once more
            self.setStyleSheet(style)

    def add_button(self, text: str, slot: Callable[[], object]) -> QPushButton:
        """A button that runs `slot`, a bound method."""
        button = QPushButton(text, self)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(slot)
        self.line.addWidget(button)
        return button


class BusyBanner(Banner):
    """A worker that takes its time: how far it is, and a way to stop it."""

    def __init__(self, job: Job, parent: QWidget) -> None:
        super().__init__(job.title, parent, closable=False)
        self.bar = QProgressBar(self)
        style = self.style()
        hint = QStyle.StyleHint.SH_Widget_Animation_Duration
        moves = style is not None and style.styleHint(hint, None, self) > 0
        # A bar without an end runs to and fro, unless nothing is to move by itself.
        self.bar.setRange(0, 0 if moves else 1000)
        self.bar.setMaximumHeight(16)
        self.bar.setMinimumWidth(160)
        self.line.addWidget(self.bar)
        self.cancel = self.add_button(tr("Cancel"), job.cancel)
        job.progressed.connect(self._progressed)

    def _progressed(self, share: float) -> None:
        self.bar.setRange(0, 1000)
        self.bar.setValue(round(share * 1000))


class Banners(QWidget):
    """The lines there are now, each under a key of its own."""

    changed = pyqtSignal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._lines: dict[str, Banner] = {}
        self._jobs: dict[Job, str] = {}

    def say(
        self, key: str, text: str, *buttons: tuple[str, Callable[[], object]], closable: bool = True
    ) -> Banner:
        """Show a line; another one under the same key goes."""
        self.clear(key)
        banner = Banner(text, self, closable=closable)
        for title, slot in buttons:
            banner.add_button(title, slot)
        self._put(key, banner)
        return banner

    def clear(self, key: str) -> None:
        """Take the line under a key away, if there is one."""
        banner = self._lines.pop(key, None)
        if banner is not None:
            self._column.removeWidget(banner)
            banner.hide()
            banner.deleteLater()
            self.changed.emit()

    def text(self, key: str) -> str:
        """What the line under a key says, or empty."""
        banner = self._lines.get(key)
        return banner.label.text() if banner is not None else ""

    def watch(self, job: Job) -> None:
        """Show a job's progress if it has not ended within a moment, until it has."""
        key = f"job{id(job)}"
        self._jobs[job] = key
        job.ended.connect(self._ended)
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setProperty("job", key)
        timer.timeout.connect(self._late)
        timer.start(SHOW_AFTER_MS)

    def _late(self) -> None:
        timer = self.sender()
        assert isinstance(timer, QTimer)
        wanted = timer.property("job")
        timer.deleteLater()
        for job, key in self._jobs.items():
            if key == wanted:
                self._put(key, BusyBanner(job, self))

    def _ended(self, job: object) -> None:
        assert isinstance(job, Job)
        key = self._jobs.pop(job, None)
        if key is not None:
            self.clear(key)

    def _put(self, key: str, banner: Banner) -> None:
        self._lines[key] = banner
        self._column.addWidget(banner)
        banner.show()
        self.changed.emit()
