"""Results as tables: one attempt question by question, and many attempts by trainee and clause."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QLabel,
    QSplitter,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from annotator.model.lesson import Lesson, Mode, Moment, Part
from annotator.scoring.marking import Mark, MarkedAttempt, MarkedCall, Share
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.wording import clause_text
from annotator.text import tr, word
from annotator.ui.lessons.review import verdict_text
from annotator.ui.views.theme import scaled
from exports.lesson.words import part_words, percent_text

_SIGNS = {Mark.RIGHT: "✓", Mark.WRONG: "✗", Mark.NOT_ASKED: "–"}


def share_text(share: Share) -> str:
    """`7 of 10 (70 %)`."""
    if share.percent is None:
        return tr("not asked")
    percent = percent_text(share.percent)
    return tr("{right} of {of} ({percent})", right=share.right, of=share.asked, percent=percent)


def outcome_text(lesson: Lesson, marked: MarkedAttempt) -> str:
    """Whether it was passed, in a sentence."""
    share, needed = share_text(marked.total), lesson.manner.pass_percent
    if marked.total.percent is None:
        return tr("No question counts, so that there is no result.")
    if marked.passed:
        return tr("Passed: {share}; {needed} % were needed.", share=share, needed=needed)
    return tr("Not passed: {share}; {needed} % are needed.", share=share, needed=needed)


def question_text(number: int, moment: Moment) -> str:
    """What a question is called in lists: `3. What do you give?`."""
    return f"{number}. {moment.question or tr('What do you give?')}"


class Table(QTableWidget):
    """A table to be read, walked with the arrows; Enter or a double click chooses a row."""

    row_chosen = pyqtSignal(int)

    def __init__(
        self,
        name: str,
        heads: Sequence[str],
        parent: QWidget | None = None,
        wide: Sequence[int] = (0,),
    ) -> None:
        """`wide`: the columns that share the room that the others leave."""
        super().__init__(0, len(heads), parent)
        self.setAccessibleName(name)
        self.setHorizontalHeaderLabels(list(heads))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setTabKeyNavigation(False)
        self.setWordWrap(True)
        if (rows := self.verticalHeader()) is not None:
            rows.hide()
        head = self.horizontalHeader()
        if head is not None:
            head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
            for column in wide:
                head.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.itemActivated.connect(self._activated)

    def fill(self, rows: Iterable[Sequence[str]]) -> None:
        """Show these rows."""
        found = list(rows)
        self.setRowCount(len(found))
        for row, cells in enumerate(found):
            for column, text in enumerate(cells):
                item = QTableWidgetItem(text)
                item.setToolTip(text)
                if column:
                    item.setTextAlignment(Qt.AlignmentFlag.AlignVCenter)
                self.setItem(row, column, item)
        if found:
            self.setCurrentCell(0, 0)

    def _activated(self, item: QTableWidgetItem | None) -> None:
        if item is not None:
            self.row_chosen.emit(item.row())


def clause_rows(
    shares: Mapping[str, Share], rulesets: Mapping[str, Ruleset]
) -> list[tuple[str, str]]:
    """Clauses with their shares, what went wrong most often first."""

    def title(clause: str) -> str:
        owner = next((r for r in rulesets.values() if r.clause(clause) is not None), None)
        return clause_text(owner, clause)

    def right(item: tuple[str, Share]) -> tuple[object, ...]:
        return item[1].percent or 0, -item[1].asked, item[0]

    return [
        (title(clause), share_text(share)) for clause, share in sorted(shares.items(), key=right)
    ]


class AttemptView(QWidget):
    """One attempt, question by question, and by clause."""

    moment_chosen = pyqtSignal(object)
    """The `Moment` whose ruling is to be seen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._moments: list[Moment] = []
        self.head = QLabel(self)
        self.head.setWordWrap(True)
        self.head.setFont(scaled(self.font(), 1.5, bold=True))
        self.questions = Table(
            tr("Questions"), (tr("Question"), tr("Your call"), tr("Right"), "✓"), self, (0, 1, 2)
        )
        self.questions.row_chosen.connect(self._chosen)
        self.clauses = Table(tr("By clause"), (tr("Clause"), tr("Right")), self)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.addWidget(self.questions)
        split.addWidget(self.clauses)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 2)
        split.setChildrenCollapsible(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.head)
        column.addWidget(split, 1)

    def show_attempt(
        self, lesson: Lesson, marked: MarkedAttempt, rulesets: Mapping[str, Ruleset]
    ) -> None:
        """Show what came of an attempt."""
        self.head.setText(outcome_text(lesson, marked))
        self._moments = [each.moment for each in marked.moments]
        self.questions.fill(_question_row(n, each) for n, each in enumerate(marked.moments, 1))
        self.questions.resizeRowsToContents()
        self.clauses.fill(clause_rows(marked.by_clause, rulesets))

    def _chosen(self, row: int) -> None:
        self.moment_chosen.emit(self._moments[row])


def _question_row(number: int, each: MarkedCall) -> tuple[str, str, str, str]:
    said = verdict_text(each.call.awards) if each.call.answered else tr("No answer")
    if each.before:
        before = verdict_text(each.before)
        said = tr("{answer} (given before what was asked: {calls})", answer=said, calls=before)
    if each.call.hands:
        said = tr("{answer}: {count}", answer=said, count=each.call.hands)
    sign = (_SIGNS[Mark.RIGHT] if each.right else _SIGNS[Mark.WRONG]) if each.counts else "–"
    return question_text(number, each.moment), said, verdict_text(each.moment.right), sign


def trainee_row(marked: MarkedAttempt) -> tuple[str, ...]:
    """A trainee's line in the table of all."""
    attempt = marked.attempt
    mode = tr("exam") if attempt.mode is Mode.EXAM else tr("study")
    passed = tr("passed") if marked.passed else tr("not passed")
    parts = (share_text(marked.by_part[part]) for part in Part)
    return attempt.trainee, attempt.date, mode, share_text(marked.total), passed, *parts


def trainee_heads() -> tuple[str, ...]:
    """The heads of the columns of `trainee_row`."""
    heads = (tr("Trainee"), tr("Date"), tr("Mode"), tr("Right"), tr("Result"))
    return *heads, *(part_words(part) for part in Part)


def summed(shares: Iterable[Mapping[str, Share]]) -> dict[str, Share]:
    """The shares of many attempts together, by the same names."""
    found: dict[str, Share] = {}
    for each in shares:
        for name, share in each.items():
            old = found.get(name, Share())
            found[name] = Share(old.right + share.right, old.asked + share.asked)
    return found


def kind_rows(shares: Mapping[str, Share]) -> list[tuple[str, str]]:
    """What was to be given, with its share."""
    return [(word(kind), share_text(share)) for kind, share in sorted(shares.items())]
