"""The answers to a lesson, marked: by trainee, by clause, by what was to be given, by question."""

from __future__ import annotations

from collections.abc import Mapping

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from annotator.scoring.marking import mark_attempt
from annotator.scoring.ruleset import Ruleset
from annotator.text import tr, tr_n
from annotator.ui.lessons.keeping import Classroom
from annotator.ui.lessons.results import (
    AttemptView,
    Table,
    clause_rows,
    kind_rows,
    question_text,
    summed,
    trainee_heads,
    trainee_row,
)
from annotator.ui.lessons.review import tally_of, verdict_text
from annotator.ui.lessons.tally import Tally


class ResultsDialog(QDialog):
    """Enter on a trainee shows the attempt; a question shows how it was called."""

    page_wanted = pyqtSignal(object)
    """The `Classroom` whose results are to be written as a page."""

    def __init__(
        self, room: Classroom, rulesets: Mapping[str, Ruleset], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Results"))
        self.resize(940, 500)
        self._room, self._rulesets = room, dict(rulesets)
        attempts = [attempt for _, attempt in room.attempts]
        self.marked = [mark_attempt(room.lesson, attempt) for attempt in attempts]
        head = QLabel(
            tr_n("{count} attempt at “{title}”.", "{count} attempts at “{title}”.", len(attempts),
                 title=room.lesson.title or room.path.name), self,
        )  # fmt: skip
        head.setTextFormat(Qt.TextFormat.PlainText)
        self.tabs = QTabWidget(self)
        self.trainees = Table(tr("Trainees"), trainee_heads(), self)
        self.trainees.fill(trainee_row(each) for each in self.marked)
        self.trainees.row_chosen.connect(self.show_attempt)
        self.attempt = AttemptView(self)
        self.tabs.addTab(self.trainees, tr("Trainees"))
        self.tabs.addTab(self.attempt, tr("One attempt"))
        self.tabs.addTab(self._groups(), tr("By clause"))
        self.tabs.addTab(self._questions(), tr("By question"))
        self.page = QPushButton(tr("Save as a page…"), self)
        self.page.setAutoDefault(False)
        self.page.clicked.connect(self._want_page)
        close = QPushButton(tr("Close"), self)
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        foot = QHBoxLayout()
        foot.addStretch(1)
        foot.addWidget(self.page)
        foot.addWidget(close)
        column = QVBoxLayout(self)
        column.addWidget(head)
        column.addWidget(self.tabs, 1)
        column.addLayout(foot)
        if self.marked:
            self.attempt.show_attempt(room.lesson, self.marked[0], self._rulesets)

    def _groups(self) -> QWidget:
        split = QSplitter(Qt.Orientation.Horizontal, self)
        self.clauses = Table(tr("By clause"), (tr("Clause"), tr("Right")), split)
        by_clause = summed(each.by_clause for each in self.marked)
        self.clauses.fill(clause_rows(by_clause, self._rulesets))
        self.kinds = Table(tr("By what was to be given"), (tr("To be given"), tr("Right")), split)
        self.kinds.fill(kind_rows(summed(each.by_kind for each in self.marked)))
        return split

    def _questions(self) -> QWidget:
        split = QSplitter(Qt.Orientation.Horizontal, self)
        self.questions = Table(tr("Questions"), (tr("Question"), tr("Right")), split)
        self.tally = Tally(split)
        moments = self._room.lesson.moments
        self.questions.currentCellChanged.connect(self._show_tally)
        self.questions.fill(
            (question_text(n, moment), verdict_text(moment.right))
            for n, moment in enumerate(moments, 1)
        )
        return split

    def _show_tally(self, row: int) -> None:
        moments = self._room.lesson.moments
        if 0 <= row < len(moments):
            attempts = [attempt for _, attempt in self._room.attempts]
            self.tally.set_bars(tally_of(self._room.lesson, moments[row], attempts))

    def show_attempt(self, row: int) -> None:
        """Show one attempt question by question."""
        self.attempt.show_attempt(self._room.lesson, self.marked[row], self._rulesets)
        self.tabs.setCurrentWidget(self.attempt)

    def _want_page(self) -> None:
        self.page_wanted.emit(self._room)
