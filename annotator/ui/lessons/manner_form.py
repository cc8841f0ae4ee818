"""How a lesson is taken and marked, as a form."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from annotator.model.lesson import NAMES, Lesson, Mode
from annotator.text import tr


class MannerForm(QWidget):
    """Title, introduction and manner. `applied` puts what it says into a lesson."""

    changed = pyqtSignal()

    def __init__(self, lesson: Lesson, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        manner = lesson.manner
        form = QFormLayout(self)
        self.title = self._text(lesson.title, form, tr("Title, for the teacher"))
        self.intro = self._text(lesson.intro, form, tr("Words at the beginning"))
        self.mode = QComboBox(self)
        for mode, name in ((Mode.EXAM, tr("Exam")), (Mode.STUDY, tr("Study"))):
            self.mode.addItem(name, mode)
        self.mode.setCurrentIndex(self.mode.findData(manner.mode))
        form.addRow(tr("Usually taken as"), self.mode)
        self.seconds = self._seconds(manner.seconds_to_answer, 1, 120)
        form.addRow(tr("Exam: seconds for an answer"), self.seconds)
        self.replays = self._whole(manner.replays, 0, 20)
        form.addRow(tr("Exam: replays of a clip"), self.replays)
        self.tolerance = self._seconds(manner.tolerance, 0, 30)
        form.addRow(tr("The moment may differ by (seconds)"), self.tolerance)
        self.percent = self._whole(manner.pass_percent, 0, 100)
        form.addRow(tr("Needed to pass (percent)"), self.percent)
        self.names = QComboBox(self)
        words = {"colours": tr("By colour"), "initials": tr("By initials"), "full": tr("By name")}
        for name in NAMES:
            self.names.addItem(words[name], name)
        self.names.setCurrentIndex(self.names.findData(manner.names))
        form.addRow(tr("Athletes are called"), self.names)
        self.clauses = QCheckBox(tr("Ask for the clause too"), self)
        self.clauses.setChecked(manner.asks_clause)
        form.addRow("", self.clauses)
        self.mode.activated.connect(self._say)
        self.names.activated.connect(self._say)
        self.clauses.toggled.connect(self._say)

    def _say(self) -> None:
        self.changed.emit()

    def _text(self, text: str, form: QFormLayout, name: str) -> QLineEdit:
        line = QLineEdit(text, self)
        line.setMaxLength(2000)
        line.textEdited.connect(self._say)
        form.addRow(name, line)
        return line

    def _whole(self, value: int, least: int, most: int) -> QSpinBox:
        field = QSpinBox(self)
        field.setRange(least, most)
        field.setValue(value)
        field.valueChanged.connect(self._say)
        return field

    def _seconds(self, value: Fraction, least: int, most: int) -> QDoubleSpinBox:
        field = QDoubleSpinBox(self)
        field.setDecimals(1)
        field.setSingleStep(0.5)
        field.setRange(least, most)
        field.setValue(float(value))
        field.valueChanged.connect(self._say)
        return field

    def applied(self, lesson: Lesson) -> Lesson:
        """The lesson with what the form says."""
        manner = replace(
            lesson.manner, mode=Mode(self.mode.currentData()),
            seconds_to_answer=_tenths(self.seconds), replays=self.replays.value(),
            tolerance=_tenths(self.tolerance), pass_percent=self.percent.value(),
            names=str(self.names.currentData()), asks_clause=self.clauses.isChecked(),
        )  # fmt: skip
        return replace(lesson, title=self.title.text(), intro=self.intro.text(), manner=manner)


def _tenths(field: QDoubleSpinBox) -> Fraction:
    return Fraction(round(field.value() * 10), 10)
