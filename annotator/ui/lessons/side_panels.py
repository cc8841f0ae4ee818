"""What stands beside the film once a call was made: the ruling, hands to be counted, clauses to name."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import (
    QComboBox,
    QFormLayout,
    QFrame,
    QGridLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from annotator.model.lesson import Given, Verdict
from annotator.model.vocabulary import ATHLETES
from annotator.scoring.lesson_key import Choice
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.wording import clause_text
from annotator.text import after_colon, tr
from annotator.ui.lessons.answer_bar import kind_text, said_text, side_text
from annotator.ui.lessons.review import verdict_text
from annotator.ui.lessons.tally import Bar, Tally, people_text
from annotator.ui.lessons.verdict_field import VerdictField
from annotator.ui.views.theme import scaled

_MOST_HANDS = 9999


class ReviewPanel(QWidget):
    """The ruling with its reasons, and how it was called."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = QTextBrowser(self)
        self.text.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.text.setOpenLinks(False)
        self.text.setAccessibleName(tr("The ruling"))
        self.count = QLabel(self)
        self.tally = Tally(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.text, 1)
        column.addWidget(self.count)
        column.addWidget(self.tally)

    def show_ruling(self, html: str, bars: Sequence[Bar]) -> None:
        """Show a page of `annotator.ui.lessons.review`, and how others called it."""
        self.text.setHtml(html)
        total = sum(bar.count for bar in bars)
        self.count.setText(
            tr("How it was called ({answers}):", answers=people_text(total)) if total
            else tr("Nobody else has called it yet.")
        )  # fmt: skip
        self.tally.set_bars(bars)
        self.tally.setVisible(bool(bars))


class HandsPanel(QWidget):
    """A field for each answer: how many hands. Enter in a field goes to the next one."""

    done = pyqtSignal()
    changed = pyqtSignal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fields: list[tuple[Verdict, QSpinBox]] = []
        head = QLabel(tr("How many hands for each answer?"), self)
        head.setFont(scaled(self.font(), 1.2, bold=True))
        self._grid = QGridLayout()
        inner = QWidget(self)
        inner.setLayout(self._grid)
        area = QScrollArea(self)
        area.setWidget(inner)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.total = QLabel(self)
        self.tally = Tally(self)
        self.ok = QPushButton(tr("Show the ruling"), self)
        self.ok.setAutoDefault(False)
        self.ok.clicked.connect(self.done)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(head)
        column.addWidget(area, 1)
        column.addWidget(self.total)
        column.addWidget(self.tally)
        column.addWidget(self.ok)

    def ask(self, choices: Sequence[Choice]) -> None:
        """Ask for hands anew: nothing, and each of these for red and for blue."""
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._fields = []
        self._add(0, 0, tr("Nothing"), ())
        for column, who in enumerate(ATHLETES):
            for row, choice in enumerate(choices, 1):
                given = Given(who, choice.kind, choice.value)
                words = after_colon(side_text(who), kind_text(choice.kind, choice.value))
                self._add(row, column, words, (given,))
        self._add_other(len(choices) + 1)
        self._count()
        first = self._fields[0][1]
        first.setFocus(Qt.FocusReason.TabFocusReason)
        first.selectAll()

    def _add(self, row: int, column: int, words: str, verdict: Verdict) -> None:
        label = QLabel(words, self)
        field = QSpinBox(self)
        field.setRange(0, _MOST_HANDS)
        field.setAccessibleName(tr("Hands for “{answer}”", answer=words))
        field.valueChanged.connect(self._count)
        label.setBuddy(field)
        self._grid.addWidget(label, row, 2 * column)
        self._grid.addWidget(field, row, 2 * column + 1)
        field.show()  # what is not seen yet cannot have the keys
        self._fields.append((verdict, field))

    def _add_other(self, row: int) -> None:
        """A line for an answer of several awards, and its hands."""
        self.other = VerdictField(tr("Another answer"), self)
        self.other.line.setPlaceholderText(tr("another answer: R2 BA"))
        self.other.changed.connect(self._count)
        self.other_hands = QSpinBox(self)
        self.other_hands.setRange(0, _MOST_HANDS)
        self.other_hands.setAccessibleName(tr("Hands for another answer"))
        self.other_hands.valueChanged.connect(self._count)
        self._grid.addWidget(self.other, row, 0, 1, 3)
        self._grid.addWidget(self.other_hands, row, 3)

    def fields(self) -> list[QSpinBox]:
        """The fields in their order, but that of another answer."""
        return [field for _, field in self._fields]

    def next_field(self) -> bool:
        """Go from the field with the keys to the next one; False behind the last one."""
        fields = self.fields()
        window = self.window()
        here = window.focusWidget() if window is not None else None
        at = next((n for n, field in enumerate(fields) if field is here), len(fields))
        if at + 1 >= len(fields):
            return False
        fields[at + 1].setFocus(Qt.FocusReason.TabFocusReason)
        fields[at + 1].selectAll()
        return True

    def hands(self) -> list[tuple[Verdict, int]]:
        """Each answer for which there were hands, with their number."""
        found = [(verdict, field.value()) for verdict, field in self._fields if field.value()]
        typed = self.other.verdicts()
        if typed and self.other_hands.value():
            found.append((typed[0], self.other_hands.value()))
        return found

    def _count(self) -> None:
        hands = self.hands()
        self.total.setText(tr("In all: {answers}", answers=people_text(sum(n for _, n in hands))))
        self.tally.set_bars(
            [
                Bar(verdict_text(verdict), count, verdict[0].athlete if verdict else None)
                for verdict, count in hands
            ]
        )  # fmt: skip
        self.tally.setVisible(bool(hands))
        self.changed.emit()


class ClausePanel(QWidget):
    """Asks under which clause each award was called."""

    done = pyqtSignal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._form = QFormLayout()
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        head = QLabel(tr("Under which clause?"), self)
        head.setFont(scaled(self.font(), 1.2, bold=True))
        self.ok = QPushButton(tr("Answer"), self)
        self.ok.setAutoDefault(False)
        self.ok.clicked.connect(self.done)
        self.fields: list[QComboBox] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(head)
        column.addLayout(self._form)
        column.addStretch(1)
        column.addWidget(self.ok)

    def ask(self, awards: Verdict, ruleset: Ruleset) -> None:
        """Ask for the clause of each of these awards."""
        while self._form.rowCount():
            self._form.removeRow(0)
        self.fields = []
        for award in awards:
            field = QComboBox(self)
            field.addItem(tr("I do not know"), "")
            for clause in ruleset.clauses:
                field.addItem(clause_text(ruleset, clause.id), clause.id)
            field.setMinimumContentsLength(18)
            field.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            words = said_text(award)
            field.setAccessibleName(tr("Clause of “{answer}”", answer=words))
            self._form.addRow(words, field)
            self.fields.append(field)
        if self.fields:
            self.fields[0].setFocus(Qt.FocusReason.TabFocusReason)

    def clauses(self) -> tuple[str, ...]:
        """The clause ids that were named, empty for one that was not."""
        return tuple(str(field.currentData()) for field in self.fields)
