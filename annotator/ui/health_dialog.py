"""What a film is like, what that means for the work, and what can be done about it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QScrollArea, QVBoxLayout, QWidget

from annotator.text import tr

if TYPE_CHECKING:
    from annotator.ui.films import OpenFilm
    from annotator.video.health import HealthReport

# Signs that plain fonts have: a circled i is an empty box where only DejaVu is installed.
SIGNS = {"good": "✓", "note": "•", "warning": "⚠"}


class HealthDialog(QDialog):
    """A film's findings, the gravest first."""

    command_wanted = pyqtSignal(str)

    def __init__(self, film: OpenFilm, report: HealthReport, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("About {name}", name=film.path.name))
        self.setObjectName("health")
        column = QVBoxLayout(self)
        if film.smooth:
            column.addWidget(
                QLabel(tr("Shown is its smooth copy: the same frames at the same times."), self)
            )
        lines = "".join(
            f"<p><b>{SIGNS[f.level]} {escape(f.what)}</b><br>{escape(f.meaning)}</p>"
            for level in ("warning", "note", "good")
            for f in report
            if f.level == level
        )
        self.text = QLabel(lines, self)
        self.text.setTextFormat(Qt.TextFormat.RichText)
        self.text.setWordWrap(True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(self.text)
        column.addWidget(area, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        self.mend = None
        if film.copy is not None:
            title = tr("Show the film itself") if film.smooth else tr("Show the smooth copy")
            self._command = "view.copy"
        else:
            title = tr("Make a copy that plays smoothly")
            self._command = "file.copy"
        if film.copy is not None or any(finding.mend == "proxy" for finding in report):
            self.mend = buttons.addButton(title, QDialogButtonBox.ButtonRole.ActionRole)
            assert self.mend is not None
            self.mend.clicked.connect(self._mend_wanted)
        self.lines = None
        if any(finding.mend == "deinterlace" for finding in report):
            apart = film.footage.deinterlace
            title = (
                tr("Show all lines again") if apart else tr("Take the lines apart (deinterlace)")
            )
            self.lines = buttons.addButton(title, QDialogButtonBox.ButtonRole.ActionRole)
            assert self.lines is not None
            self.lines.clicked.connect(self._lines_wanted)
        column.addWidget(buttons)
        self.resize(560, 480)

    def _lines_wanted(self) -> None:
        self.accept()
        self.command_wanted.emit("view.deinterlace")

    def _mend_wanted(self) -> None:
        self.accept()
        self.command_wanted.emit(self._command)
