"""The real scoreboard beside the scoring, as a list in a window of its own; a line leads to its frame."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
)

from annotator.model.match import Match
from annotator.model.time import clock_text
from annotator.scoring import official_words, wording
from annotator.scoring.official import Disagreement, compare_official
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import ScoreSheet
from annotator.text import tr
from annotator.ui.acting import Actions

if TYPE_CHECKING:
    from annotator.ui.scorer import Scores
    from annotator.ui.window import Window

_TIME = Qt.ItemDataRole.UserRole


class OfficialDialog(QDialog):
    """Every moment at which board and scoring part under one ruleset, in the order of time."""

    time_chosen = pyqtSignal(object)
    """A Fraction: show this time of the match."""

    def __init__(self, parent: Window) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("The real scoreboard and the scoring"))
        self.setObjectName("official")
        self._match = Match()
        self._sheets: dict[str, ScoreSheet] = {}
        self._rulesets: dict[str, Ruleset] = {}
        column = QVBoxLayout(self)
        self.ruleset = QComboBox(self)
        self.ruleset.setAccessibleName(tr("Ruleset"))
        self.ruleset.activated.connect(self._show)
        self.summary = QLabel(self)
        self.summary.setTextFormat(Qt.TextFormat.PlainText)
        self.summary.setWordWrap(True)
        self.list = QListWidget(self)
        self.list.setAccessibleName(tr("Where board and scoring part"))
        self.list.setWordWrap(True)
        self.list.setAlternatingRowColors(True)
        self.list.itemClicked.connect(self._go)
        self.list.itemActivated.connect(self._go)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        for button in buttons.buttons():
            if isinstance(button, QPushButton):
                button.setAutoDefault(False)  # Enter belongs to the list
        column.addWidget(self.ruleset)
        column.addWidget(self.summary)
        column.addWidget(self.list, 1)
        column.addWidget(buttons)
        self.resize(620, 460)

    def set_scores(self, scores: Scores, rulesets: list[Ruleset], leading: str = "") -> None:
        """Compare the board with these scores; `leading`: the id of the ruleset to begin with."""
        chosen = self.ruleset.currentData() or leading
        self._match, self._sheets = scores.match, dict(scores.sheets)
        self._rulesets = {one.id: one for one in rulesets if one.id in scores.sheets}
        self.ruleset.clear()
        for name, title in wording.headings(list(self._rulesets.values())).items():
            self.ruleset.addItem(title, name)
        self.ruleset.setCurrentIndex(max(0, self.ruleset.findData(chosen)))
        self._show()

    def _show(self, index: int = 0) -> None:
        self.list.clear()
        name = self.ruleset.currentData()
        if name is None:
            self.summary.setText(tr("Choose a ruleset to see the score."))
            return
        ruleset = self._rulesets[name]
        found = compare_official(self._match, self._sheets[name])
        self.summary.setText(official_words.summary(found))
        if found.told:
            for one in found.disagreements:
                self.list.addItem(self._item(ruleset, one))
        self.list.setCurrentRow(0)

    def _item(self, ruleset: Ruleset, one: Disagreement) -> QListWidgetItem:
        frame = str(one.frame) if one.frame is not None else ""
        place = wording.joined((clock_text(one.clock, 1), clock_text(one.time), frame))
        lines = [
            place,
            official_words.what(self._match, ruleset, one),
            *official_words.why(self._match, ruleset, one),
            wording.capital(official_words.standing(one)),
        ]
        item = QListWidgetItem("\n".join(lines))
        item.setData(_TIME, one.time)
        return item

    def _go(self, item: QListWidgetItem) -> None:
        time = item.data(_TIME)
        assert isinstance(time, Fraction)
        self.time_chosen.emit(time)


class OfficialActions(Actions):
    """Opens the list, and keeps it with the match."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.dialog: OfficialDialog | None = None
        window.scorer.scored.connect(self._fill)

    def show(self) -> None:
        """Show where the real scoreboard and the scoring part, beside the film."""
        if self.dialog is None:
            dialog = self.dialog = OfficialDialog(self.window)
            dialog.time_chosen.connect(self._go)
            dialog.finished.connect(self._closed)
            self._fill()
            self.window.open_dialog(dialog, beside=True)
        self.dialog.raise_()
        self.dialog.list.setFocus()

    def _fill(self, sheets: object = None, rulesets: object = None) -> None:
        if self.dialog is not None:
            scorer = self.window.scorer
            self.dialog.set_scores(scorer.scores, scorer.chosen(), self.window.strip.leading())

    def _closed(self, result: int) -> None:
        self.dialog = None

    def _go(self, time: object) -> None:
        assert isinstance(time, Fraction)
        if self.window.has_frames():
            self.player.pause()
            self.player.seek(time)
