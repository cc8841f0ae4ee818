"""Who takes the lesson, and how: asked before its window opens."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import date

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QGroupBox,
    QLabel,
    QLineEdit,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from annotator.model.lesson import Mode
from annotator.text import seconds_text, tr, tr_n
from annotator.ui.lessons.keeping import Classroom
from annotator.ui.lessons.sitting import Sitting

_MOST_SEED = 2**31 - 2


@dataclass(frozen=True)
class Wanted:
    """What was chosen. `hands`: a class is asked, and hands are counted."""

    room: Classroom
    sitting: Sitting
    hands: bool
    projector: bool


class TakeDialog(QDialog):
    """Asks for a name, the manner and the order."""

    begun = pyqtSignal(object)
    """`Wanted`."""

    def __init__(self, room: Classroom, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Take a lesson"))
        self.resize(520, 380)
        self._room = room
        lesson, manner = room.lesson, room.lesson.manner
        column = QVBoxLayout(self)
        count = tr_n("{count} question.", "{count} questions.", len(lesson.moments))
        about = QLabel(f"{lesson.intro}\n{count}".strip(), self)
        about.setWordWrap(True)
        column.addWidget(about)
        self.name = QLineEdit(self)
        self.name.setMaxLength(100)
        self.name.setAccessibleName(tr("Name of the trainee, or of the class"))
        form = QFormLayout()
        form.addRow(tr("Name"), self.name)
        column.addLayout(form)
        box = QGroupBox(tr("How"), self)
        self.exam = QRadioButton(
            tr_n("Exam: each clip once, at full speed; {count} replay; an answer within {seconds} s",
                 "Exam: each clip once, at full speed; {count} replays; an answer within {seconds} s",
                 manner.replays, seconds=seconds_text(manner.seconds_to_answer)), box,
        )  # fmt: skip
        self.study = QRadioButton(
            tr("Study: stop, step and replay freely; the ruling after each answer"), box
        )
        self.hands = QRadioButton(tr("Class: show the clips to all and count hands"), box)
        inner = QVBoxLayout(box)
        for button in (self.exam, self.study, self.hands):
            inner.addWidget(button)
            button.toggled.connect(self._look)
        column.addWidget(box)
        self.shuffle = QCheckBox(tr("Shuffle the questions"), self)
        self.projector = QCheckBox(tr("For a projector: large and with strong contrast"), self)
        self.resume = QCheckBox(self)
        for check in (self.shuffle, self.projector, self.resume):
            column.addWidget(check)
        self.note = QLabel(self)
        self.note.setWordWrap(True)
        column.addWidget(self.note)
        column.addStretch(1)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        assert ok is not None
        self.ok = ok
        ok.setText(tr("Begin"))
        buttons.accepted.connect(self.take)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.name.textChanged.connect(self._look)
        (self.exam if manner.mode is Mode.EXAM else self.study).setChecked(True)
        self.resume.setChecked(True)
        self._look()

    @property
    def mode(self) -> Mode:
        return Mode.EXAM if self.exam.isChecked() else Mode.STUDY

    def _trainee(self) -> str:
        return self.name.text().strip()

    def _look(self) -> None:
        name = self._trainee()
        self.ok.setEnabled(bool(name) and bool(self._room.lesson.moments))
        old = None if self.hands.isChecked() else self._room.unfinished(name, self.mode)
        self.resume.setVisible(old is not None)
        if old is not None:
            self.resume.setText(
                tr_n("Go on with the attempt of {date}: {count} question is left",
                     "Go on with the attempt of {date}: {count} questions are left",
                     self._room.open_questions(old), date=old.date)
            )  # fmt: skip
        self.note.setText(
            "" if name else tr("Enter a name; the answers are kept beside the lesson.")
        )

    def sitting(self) -> Sitting:
        """A new attempt, or the one that is gone on with."""
        old = self._room.unfinished(self._trainee(), self.mode)
        if old is not None and self.resume.isChecked() and not self.hands.isChecked():
            return Sitting(self._room.lesson, old)
        seed = secrets.randbelow(_MOST_SEED) + 1 if self.shuffle.isChecked() else 0
        # The day by the clock on the wall, as the trainee would write it.
        today = date.today()
        return Sitting.begin(self._room.lesson, self._trainee(), self.mode, seed, today)

    def take(self) -> None:
        """Begin, unless something is missing."""
        if self.ok.isEnabled():
            wanted = Wanted(
                self._room, self.sitting(), self.hands.isChecked(), self.projector.isChecked()
            )
            self.accept()
            self.begun.emit(wanted)
