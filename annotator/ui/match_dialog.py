"""Who fights whom, in which class, and under which rules the match is scored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from PyQt6.QtCore import QLocale, Qt, pyqtSignal
from PyQt6.QtWidgets import (
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from annotator.errors import TimeError
from annotator.model.edits import (
    AddTag,
    ChangeTag,
    Edit,
    SetEvent,
    SetPerson,
    SetRound,
    SetRulesets,
    SetTitle,
)
from annotator.model.match import Match, RulesetPin
from annotator.model.tag import Tag
from annotator.model.time import clock_text, parse_seconds, write_seconds
from annotator.model.vocabulary import ATHLETES, Athlete
from annotator.scoring.wording import letter, rules_language
from annotator.text import BELTS, belt_text, tr
from annotator.ui.days import written_day
from annotator.ui.discarding import Form
from annotator.ui.several import Several
from annotator.ui.tagging.tagger import Moment
from annotator.ui.views.theme import Theme

if TYPE_CHECKING:
    from annotator.scoring.ruleset import Ruleset
    from annotator.ui.scorer import Scorer


class MatchDialog(Form):
    """Everything about the match that is not a moment in it; one step of the history."""

    edit_wanted = pyqtSignal(object)

    def __init__(
        self, match: Match, scorer: Scorer, parent: QWidget, moment: Moment | None = None
    ) -> None:
        """`moment`: where the match begins if nothing of it was tagged yet; None: at 0."""
        super().__init__(parent)
        self.setWindowTitle(tr("Match, athletes and rulesets"))
        self.resize(560, 500)
        self._match = match
        self._moment = moment or Moment(Fraction(0))
        layout = QVBoxLayout(self)
        form = QFormLayout()
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        layout.addLayout(form)
        self.title = QLineEdit(match.title, self)
        self.title.setPlaceholderText(tr("Final, 76 kg"))
        form.addRow(tr("Title"), self.title)
        self.event_name = QLineEdit(match.event, self)
        self.event_name.setPlaceholderText(tr("Spring cup, mat 2"))
        self.event_name.setAccessibleName(tr("Event"))
        self.date = QLineEdit(match.date, self)
        self.date.setPlaceholderText(tr("2026-11-28"))
        self.date.setAccessibleName(tr("Date"))
        self.date.setToolTip(tr("Year, month and day"))
        evening = QWidget(self)
        evening.setToolTip(
            tr(
                "With an event or a date, each new match takes over what stays the same that evening."
            )
        )
        _beside(evening, self.event_name, self.date)
        form.addRow(tr("Event and date"), evening)
        self.round = QLineEdit(match.round, self)
        self.round.setPlaceholderText(tr("Semi-final"))
        self.round.setAccessibleName(tr("Round"))
        self.weight = QLineEdit(match.weight, self)
        self.weight.setPlaceholderText(tr("76 kg"))
        self.weight.setAccessibleName(tr("Weight class"))
        which = QWidget(self)
        _beside(which, self.round, self.weight)
        form.addRow(tr("Round and weight"), which)
        self.names: dict[Athlete, QLineEdit] = {}
        self.belts: dict[Athlete, QComboBox] = {}
        for athlete in ATHLETES:
            form.addRow(self._label(athlete), self._person(athlete))
        self._scorer = scorer
        self.category = self._choice(match.info("category") or "")
        self.level = self._choice(match.info("level") or "")
        self.level.setToolTip(tr("Belt or class, as the rules name it"))
        self.gi = QComboBox(self)
        for value, text in (
            ("", tr("not said")),
            ("yes", tr("in the gi")),
            ("no", tr("without gi")),
        ):
            self.gi.addItem(text, value)
        self.gi.setCurrentIndex(max(0, self.gi.findData(match.info("gi") or "")))
        self.duration = QLineEdit(self._duration_text(), self)
        self.duration.setPlaceholderText(tr("5:00, or empty: as the category says"))
        self.unknown = QLabel(self)
        self.unknown.setWordWrap(True)
        self.unknown.setTextFormat(Qt.TextFormat.PlainText)
        form.addRow(tr("Category"), self.category)
        form.addRow("", self.unknown)
        form.addRow(tr("Level"), self.level)
        form.addRow(tr("Clothing"), self.gi)
        form.addRow(tr("Duration"), self.duration)
        self.rulesets = QListWidget(self)
        self.rulesets.setMinimumHeight(110)
        self.rulesets.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        chosen = {ruleset.id for ruleset in scorer.chosen()}
        self._pins = {pin.id: pin for pin in match.rulesets}
        for ruleset in scorer.rulesets:
            item = QListWidgetItem(
                tr(
                    "{name}, {edition}",
                    name=ruleset.name(rules_language()),
                    edition=ruleset.edition,
                )
            )
            item.setToolTip(item.text())
            item.setData(Qt.ItemDataRole.UserRole, ruleset.id)
            item.setData(Qt.ItemDataRole.UserRole + 1, (ruleset.edition, ruleset.hash))
            item.setFlags(
                Qt.ItemFlag.ItemIsEnabled
                | Qt.ItemFlag.ItemIsUserCheckable
                | Qt.ItemFlag.ItemIsSelectable
            )
            state = Qt.CheckState.Checked if ruleset.id in chosen else Qt.CheckState.Unchecked
            item.setCheckState(state)
            self.rulesets.addItem(item)
        self._before = self._checked()
        self._offer_choices()
        self.rulesets.itemChanged.connect(self._offer_choices)
        self.category.currentTextChanged.connect(self._judge_category)
        form.addRow(tr("Score under"), self.rulesets)
        if missing := scorer.missing():
            form.addRow(
                "", QLabel(tr("Not installed here: {names}.", names=", ".join(missing)), self)
            )
        self.problem = QLabel(self)
        self.problem.setWordWrap(True)
        self.problem.setStyleSheet(f"color: {Theme.of(self.palette()).danger.name()}")
        self.problem.hide()
        layout.addWidget(self.problem)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        buttons.accepted.connect(self._take)
        buttons.rejected.connect(self.reject)
        layout.addWidget(buttons)
        self.remember()

    # ------------------------------------------------------------------ the form

    @staticmethod
    def _label(athlete: Athlete) -> str:
        colour = tr("Red") if athlete == "red" else tr("Blue")
        return tr("{colour} ({letter})", colour=colour, letter=letter(athlete))

    def _person(self, athlete: Athlete) -> QWidget:
        person = self._match.athletes[athlete]
        row = QWidget(self)
        name = QLineEdit(person.name, row)
        name.setPlaceholderText(tr("Name"))
        who = self._label(athlete)
        name.setAccessibleName(tr("Name: {who}", who=who))
        belt = QComboBox(row)
        belt.setEditable(True)
        belt.addItem("", "")
        for colour in BELTS:
            belt.addItem(belt_text(colour), colour)
        belt.setCurrentText(belt_text(person.belt))
        belt.setAccessibleName(tr("Belt or gi colour: {who}", who=who))
        belt.setToolTip(tr("The colour of belt or gi worn in this match"))
        entry = belt.lineEdit()
        if entry is not None:
            entry.setPlaceholderText(tr("Belt or gi colour"))
        _beside(row, name, belt)
        self.names[athlete], self.belts[athlete] = name, belt
        return row

    def _choice(self, now: str) -> QComboBox:
        box = QComboBox(self)
        box.setEditable(True)
        box.setEditText(now)
        return box

    def _offer_choices(self) -> None:
        """Offer what the rulesets ticked now know; what is entered stays."""
        _fill(self.category, self._categories(), self._value(self.category))
        levels = {level: level for level in self._levels()}
        _fill(self.level, levels, self._value(self.level))
        # What is entered can be taken away; an empty list is no choice.
        needless = bool(self._scorer.rulesets) and not levels and not self._value(self.level)
        self.level.setEnabled(not needless)
        entry = self.level.lineEdit()
        if entry is not None:
            entry.setPlaceholderText(tr("No ruleset ticked here has levels") if needless else "")
        self._judge_category()

    def _ticked(self) -> list[Ruleset]:
        names = self._checked()
        return [ruleset for ruleset in self._scorer.rulesets if ruleset.id in names]

    def _categories(self) -> dict[str, str]:
        """Categories of the rulesets ticked: id to title."""
        found: dict[str, str] = {}
        for ruleset in self._ticked():
            for category in ruleset.categories:
                titles = category.titles
                title = titles.get(rules_language()) or titles.get("en") or category.id
                found.setdefault(category.id, title)
        return found

    def _levels(self) -> list[str]:
        """Levels of the rulesets ticked: those they list, else those that a rule goes by."""
        found: dict[str, None] = {}
        for ruleset in self._ticked():
            by_rules = sorted({level for rule in ruleset.tag_rules for level in rule.levels})
            found |= dict.fromkeys(ruleset.levels or by_rules)
        return list(found)

    def _judge_category(self) -> None:
        """Say that no rule will go by a category that is known to none of the rulesets ticked."""
        category, ticked = self._value(self.category), self._ticked()
        known = not category or category in self._categories()
        self.unknown.setVisible(bool(ticked) and not known)
        self.unknown.setText(
            tr("No ruleset ticked here knows the category “{name}”. It is kept, but no rule goes by it.",
               name=category)
        )  # fmt: skip

    @staticmethod
    def _value(box: QComboBox) -> str:
        """The id behind the text, or the text itself."""
        place = box.findText(box.currentText())
        data = box.itemData(place) if place >= 0 else None
        return str(data) if data is not None else box.currentText().strip()

    def said(self) -> tuple[object, ...]:
        """All that the form says now."""
        fields = (
            self.title, self.event_name, self.date, self.round, self.weight, self.duration,
            *self.names.values(),
        )  # fmt: skip
        boxes = (*self.belts.values(), self.category, self.level, self.gi)
        return (
            *(field.text().strip() for field in fields),
            *(self._value(box) for box in boxes),
            *self._checked(),
        )

    def _duration_text(self) -> str:
        text = self._match.info("duration") or ""
        try:
            return clock_text(Fraction(text), 0) if Fraction(text).denominator == 1 else text
        except (ValueError, ZeroDivisionError):
            return text

    def _checked(self) -> list[str]:
        items = (self.rulesets.item(row) for row in range(self.rulesets.count()))
        return [
            str(item.data(Qt.ItemDataRole.UserRole))
            for item in items
            if item is not None and item.checkState() is Qt.CheckState.Checked
        ]

    # ------------------------------------------------------------------ taking it

    def _take(self) -> None:
        if self._scorer.rulesets and not self._checked():
            self.problem.setText(
                tr("Tick at least one ruleset: a match is scored under some rules.")
            )
            self.problem.show()
            self.rulesets.setFocus()
            return
        try:
            edits = self._edits()
        except TimeError as error:
            self.problem.setText(str(error))
            self.problem.show()
            self.duration.setFocus()
            return
        date = self.date.text().strip()
        if date and self._day() is None:
            self.problem.setText(
                tr("{text} is no day. Write year, month and day: 2026-11-28.", text=date)
            )
            self.problem.show()
            self.date.setFocus()
            return
        if edits:
            self.edit_wanted.emit(Several(tuple(edits), tr("Change match")))
        self.accept()

    def _day(self) -> str | None:
        return written_day(self.date.text(), QLocale.system())

    def _edits(self) -> list[Edit]:
        """What has to be done to the match so that it says what the form says."""
        match = self._match
        edits: list[Edit] = []
        if self.title.text().strip() != match.title:
            edits.append(SetTitle(self.title.text().strip()))
        evening = self.event_name.text().strip(), self._day() or ""
        if evening != (match.event, match.date):
            edits.append(SetEvent(*evening))
        which = self.round.text().strip(), self.weight.text().strip()
        if which != (match.round, match.weight):
            edits.append(SetRound(*which))
        for athlete in ATHLETES:
            old = match.athletes[athlete]
            new = replace(
                old,
                name=self.names[athlete].text().strip(),
                belt=self._value(self.belts[athlete]),
            )
            if new != old:
                edits.append(SetPerson(athlete, new))
        duration = self.duration.text().strip()
        seconds = write_seconds(parse_seconds(duration)) if duration else None
        answers = {
            "category": self._value(self.category) or None,
            "level": self._value(self.level) or None,
            "gi": str(self.gi.currentData()) or None,
            "duration": seconds,
        }
        if any(match.info(key) != value for key, value in answers.items()):
            edits.append(self._match_tag(answers))
        if self._checked() != self._before:
            edits.append(SetRulesets(tuple(self._chosen_pins())))
        return edits

    def _match_tag(self, answers: dict[str, str | None]) -> Edit:
        for tag in self._match.tags:
            if tag.tag == "match":
                return ChangeTag(tag.with_details(**answers), tr("Change match"))
        name, first = next(self._match.free_ids()), next(iter(self._match.in_time()), None)
        if first is None:
            at = self._moment
            tag = Tag(name, "match", at.time, frame=at.frame, film=at.film)
        else:
            tag = Tag(name, "match", first.start, frame=first.frame, film=first.film)
        return AddTag(tag.with_details(**answers))

    def _chosen_pins(self) -> list[RulesetPin]:
        pins = []
        for row in range(self.rulesets.count()):
            item = self.rulesets.item(row)
            if item is None or item.checkState() is not Qt.CheckState.Checked:
                continue
            name = str(item.data(Qt.ItemDataRole.UserRole))
            edition, digest = item.data(Qt.ItemDataRole.UserRole + 1)
            pins.append(self._pins.get(name) or RulesetPin(name, edition, digest))
        return pins


def _beside(row: QWidget, first: QWidget, second: QWidget) -> None:
    """Two fields in one row, the first somewhat wider."""
    line = QHBoxLayout(row)
    line.setContentsMargins(0, 0, 0, 0)
    line.addWidget(first, 3)
    line.addWidget(second, 2)


def _fill(box: QComboBox, values: Mapping[str, str], now: str) -> None:
    """Offer these values, by their titles, and keep what is entered."""
    box.blockSignals(True)
    box.clear()
    box.addItem("", "")
    for value, title in values.items():
        box.addItem(title, value)
    place = box.findData(now)
    box.setCurrentIndex(place)
    if place < 0:
        box.setEditText(now)
    box.blockSignals(False)
