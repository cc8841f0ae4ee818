"""The line at the bottom: what just happened, what the film is like, whether all is saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PyQt6.QtCore import QEvent, Qt
from PyQt6.QtWidgets import QLabel, QStatusBar, QToolButton

from annotator.text import tr, tr_n
from annotator.ui.health_dialog import SIGNS
from annotator.ui.views.theme import Theme

if TYPE_CHECKING:
    from annotator.ui.films import OpenFilm
    from annotator.ui.window import Window
    from annotator.video.health import HealthReport


class StatusLine(QStatusBar):
    """Messages at the left, standing facts at the right."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self._saved = (False, False, False)
        self.setSizeGripEnabled(False)
        self.dropped = QLabel(self)
        self.reaction = QLabel(self)
        self.health = QToolButton(self)
        self.health.setAutoRaise(True)
        self.health.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.health.clicked.connect(self._health_wanted)
        self.saved = QLabel(self)
        for part in (self.dropped, self.reaction, self.health, self.saved):
            self.addPermanentWidget(part)
        self.dropped.hide()
        self.show_reaction(window.settings.reaction_ms)

    def changeEvent(self, event: QEvent | None) -> None:
        super().changeEvent(event)
        if event is not None and event.type() is QEvent.Type.PaletteChange:
            self.show_saved(*self._saved)

    def show_reaction(self, milliseconds: int) -> None:
        """By how much tags made while the film plays are set back, if they are."""
        self.reaction.setVisible(milliseconds > 0)
        self.reaction.setText(tr("reaction −{ms} ms", ms=milliseconds))

    def show_dropped(self, count: int) -> None:
        """How many frames were left out since the film began to play."""
        self.dropped.setVisible(count > 0)
        self.dropped.setText(tr_n("{count} frame dropped", "{count} frames dropped", count))

    def show_film(self, film: OpenFilm | None, report: HealthReport | None = None) -> None:
        """The film's size and rate, with the sign of the gravest thing about it; `report`: its
        health, if it is newer than that which came with the film.
        """
        self.health.setVisible(film is not None)
        if film is None:
            return
        report = report or film.health
        sign = "" if report.worst == "good" else f"{SIGNS[report.worst]} "
        width, height = film.footage.size
        copy = tr(" (smooth copy)") if film.smooth else ""
        self.health.setText(f"{sign}{width}×{height} · {film.rate}{copy}")
        findings = [f"{f.what} {f.meaning}" for f in report if f.level != "good"]
        self.health.setToolTip("\n".join(findings) or tr("Nothing unusual about this film."))

    def show_saved(self, dirty: bool, saving: bool, trouble: bool) -> None:
        """Whether everything is in the match file."""
        self._saved = (dirty, saving, trouble)
        theme = Theme.of(self.palette())
        if trouble:
            text, ink = tr("✗ not saved"), theme.danger
        elif saving:
            text, ink = tr("saving…"), theme.muted
        elif dirty:
            text, ink = tr("● unsaved"), theme.warning
        else:
            text, ink = tr("✓ saved"), theme.muted
        self.saved.setText(text)
        self.saved.setStyleSheet(f"color: {ink.name()}; padding: 0 6px")

    def _health_wanted(self) -> None:
        self._window.run_by_id("view.health")
