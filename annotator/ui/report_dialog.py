"""What a report is to be about: this match, its rulesets compared, or an athlete over many matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from annotator.model.match import Match
from annotator.model.vocabulary import ATHLETES, Athlete
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.wording import headings, person_text
from annotator.text import tr
from annotator.ui.folder_choice import choose_folder
from exports.film_moments import Names

MATCH, COMPARISON, ATHLETE = "match", "comparison", "athlete"


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was chosen. `ruleset`: its id; `matches`: the folder of an athlete's matches; `folder`: where
    the files go. `names` None: as is usual.
    """

    kind: str
    ruleset: str
    of: Athlete | None
    name: str
    matches: Path
    folder: Path
    names: Names | None


class ReportDialog(QDialog):
    """Asks for all of it; what does not belong to the kind of report is greyed."""

    wanted = pyqtSignal(object)

    def __init__(
        self,
        match: Match,
        rulesets: Sequence[Ruleset],
        matches: Path,
        folder: Path,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Report to print"))
        self.resize(560, 300)
        layout = QVBoxLayout(self)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        layout.addLayout(form)
        self.kind = QComboBox(self)
        self.kind.addItem(tr("This match, one page"), MATCH)
        self.kind.addItem(tr("Its rulesets compared"), COMPARISON)
        self.kind.addItem(tr("An athlete over many matches"), ATHLETE)
        form.addRow(tr("Report"), self.kind)
        self.ruleset = QComboBox(self)
        self.ruleset.addItem(tr("as the match says"), "")
        for key, name in headings(rulesets).items():
            self.ruleset.addItem(name, key)
        form.addRow(tr("Ruleset"), self.ruleset)
        self.of = QComboBox(self)
        self.of.addItem(tr("both"), None)
        for who in ATHLETES:
            self.of.addItem(person_text(match, who), who)
        form.addRow(tr("Written for"), self.of)
        self.name = QComboBox(self)
        self.name.setEditable(True)
        self.name.addItems(
            [match.athletes[who].name for who in ATHLETES if match.athletes[who].name]
        )
        form.addRow(tr("Athlete"), self.name)
        self.matches = self._folder_row(
            form, tr("Matches in folder"), matches, self._choose_matches
        )
        self.names = QComboBox(self)
        self.names.addItem(tr("in full; children by initials"), None)
        for names, text in (
            (Names.FULL, tr("in full")), (Names.INITIALS, tr("initials")),
            (Names.COLOURS, tr("colours alone")),
        ):  # fmt: skip
            self.names.addItem(text, names)
        form.addRow(tr("Names"), self.names)
        self.folder = self._folder_row(form, tr("Into folder"), folder, self._choose_folder)
        self.problem = QLabel(self)
        self.problem.setWordWrap(True)
        layout.addWidget(self.problem)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.ok = buttons.button(QDialogButtonBox.StandardButton.Ok)
        assert self.ok is not None
        self.ok.setText(tr("Make"))
        buttons.accepted.connect(self.take)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        self.kind.currentIndexChanged.connect(self._follow)
        self._follow()

    def _folder_row(
        self, form: QFormLayout, label: str, folder: Path, slot: Callable[[], None]
    ) -> QLineEdit:
        entry = QLineEdit(str(folder), self)
        entry.setAccessibleName(label)
        choose = QPushButton(tr("Choose…"), self)
        choose.setAutoDefault(False)
        choose.setAccessibleName(tr("Choose: {what}", what=label))
        choose.clicked.connect(slot)
        row = QWidget(self)
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(entry, 1)
        line.addWidget(choose)
        form.addRow(label, row)
        entry.setProperty("row", row)
        return entry

    def _choose_matches(self) -> None:
        self._choose(self.matches)

    def _choose_folder(self) -> None:
        self._choose(self.folder)

    def _choose(self, entry: QLineEdit) -> None:
        choose_folder(self, tr("Folder"), Path(entry.text()).expanduser(), entry.setText)

    def _follow(self) -> None:
        kind = self.kind.currentData()
        self.ruleset.setEnabled(kind != COMPARISON)
        self.of.setEnabled(kind == MATCH)
        self.name.setEnabled(kind == ATHLETE)
        row = self.matches.property("row")
        assert isinstance(row, QWidget)
        row.setEnabled(kind == ATHLETE)

    def take(self) -> None:
        """Say what is wanted, unless something is missing."""
        kind, name = str(self.kind.currentData()), self.name.currentText().strip()
        if not self.folder.text().strip():
            self._miss(tr("Name a folder to write into."), self.folder)
        elif kind == ATHLETE and not name:
            self._miss(tr("Name the athlete."), self.name)
        elif kind == ATHLETE and not Path(self.matches.text()).expanduser().is_dir():
            self._miss(tr("There is no such folder of matches."), self.matches)
        else:
            self.wanted.emit(
                Wanted(
                    kind, str(self.ruleset.currentData() or ""), self.of.currentData(), name,
                    Path(self.matches.text()).expanduser(),
                    Path(self.folder.text().strip()).expanduser(), self.names.currentData(),
                )
            )  # fmt: skip
            self.accept()

    def _miss(self, text: str, place: QWidget) -> None:
        self.problem.setText(text)
        place.setFocus()
