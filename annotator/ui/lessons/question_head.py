"""What stands above the film of a lesson: which question it is, and what is asked.

Nothing that was given before stands there as text: it would tell the answers to earlier questions.
"""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from annotator.model.lesson import Moment
from annotator.text import tr
from annotator.ui.views.theme import scaled


class QuestionHead(QWidget):
    """Three labels; what a lesson says is shown as it is, never as markup."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.number, self.question = QLabel(self), QLabel(self)
        self.number.setFont(scaled(self.font(), 1.1, bold=True))
        self.question.setFont(scaled(self.font(), 1.2, bold=True))
        self.trouble = QLabel(self)
        for label in (self.question, self.trouble):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
        self.question.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.trouble.hide()
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(self.number)
        line.addWidget(self.question, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(line)
        column.addWidget(self.trouble)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def ask(self, moment: Moment, moments: Sequence[Moment]) -> None:
        """Say which of the moments is asked."""
        number = moments.index(moment) + 1 if moment in moments else 0
        self.number.setText(tr("Question {n} of {count}", n=number, count=len(moments)))
        self.question.setText(moment.question or tr("What do you give?"))

    def say_over(self) -> None:
        """The lesson is over: nothing is asked."""
        self.number.clear()
        self.question.setText(tr("The lesson is over."))

    def say_trouble(self, text: str) -> None:
        """Something that should have been written could not be; empty: it could."""
        self.trouble.setText(f"⚠ {text}" if text else "")
        self.trouble.setVisible(bool(text))
