"""Which moments: picked from lists, or written as words, and the clips that come of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QRadioButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from annotator.errors import AnnotatorError
from annotator.model.time import clock_text
from annotator.model.vocabulary import ATHLETES, POSITIONS
from annotator.scoring import wording
from annotator.text import seconds_text, tr, tr_n, word
from annotator.ui.clips.subject import Subject
from exports.clips.order import Order
from exports.clips.planning import Clip

_ACTIONS = (
    "takedown",
    "guard_pull",
    "pass",
    "sweep",
    "back_take",
    "reversal",
    "submission",
    "attempt",
)
_CLIP_ROLE = Qt.ItemDataRole.UserRole + 1


class Choice(QWidget):
    """Asks which moments; `changed` when the answer is another one."""

    changed = pyqtSignal()
    play_wanted = pyqtSignal(object, object)
    """Two Fractions: play from the one to the other."""

    def __init__(self, subject: Subject, order: Order, parent: QWidget) -> None:
        super().__init__(parent)
        self._subject = subject
        self.pointed = QRadioButton(tr("Only: {what}", what=subject.pointed), self)
        self.in_words = QRadioButton(tr("Moments like these:"), self)
        self.pointed.setVisible(bool(subject.pointed))
        self.in_words.setVisible(bool(subject.pointed))
        (self.pointed if subject.pointed else self.in_words).setChecked(True)
        self.source, self.athlete, self.what = (QComboBox(self) for _ in range(3))
        self.words = QLineEdit(self)
        self.words.setMaxLength(1000)
        self.words.setPlaceholderText(tr("near passes of blue; awards points 4; submission"))
        self.trouble = QLabel(self)
        self.trouble.setWordWrap(True)
        self.ruleset = QComboBox(self)
        self.before, self.after = self._seconds(order.before), self._seconds(order.after)
        self.merged = QCheckBox(tr("Overlapping ones become one"), self)
        self.merged.setChecked(order.merged)
        self.list = QTreeWidget(self)
        self.count = QLabel(self)
        self._fill(order)
        self._lay_out()
        self._name()
        self._compose()
        for combo in (self.source, self.athlete, self.what):
            combo.activated.connect(self._compose)
        self.words.textEdited.connect(self._typed)
        self.ruleset.activated.connect(self._say)
        self.pointed.toggled.connect(self._say)
        self.merged.toggled.connect(self._say)
        self.before.valueChanged.connect(self._say)
        self.after.valueChanged.connect(self._say)
        self.list.itemActivated.connect(self._play)

    def _seconds(self, value: Fraction) -> QDoubleSpinBox:
        box = QDoubleSpinBox(self)
        box.setRange(0, 60)
        box.setSingleStep(0.5)
        box.setDecimals(1)
        box.setSuffix(tr(" s"))
        box.setValue(float(value))
        return box

    def _fill(self, order: Order) -> None:
        for text, words in (
            (tr("Everything given"), "given"), (tr("Everything not given"), "not given"),
            (tr("Nearly scored"), "near"), (tr("Rulings of any kind"), "rulings"),
            (tr("Tags"), "tags"),
        ):  # fmt: skip
            self.source.addItem(text, words)
        self.athlete.addItem(tr("of both"), "")
        for who in ATHLETES:
            self.athlete.addItem(wording.person_text(self._subject.match, who), who)
        self.what.addItem(tr("anything"), "")
        for name in (*_ACTIONS, *POSITIONS, "mark"):
            self.what.addItem(word(name), name)
        headings = wording.headings(self._subject.rulesets)
        for ruleset in self._subject.rulesets:
            self.ruleset.addItem(headings[ruleset.id], ruleset.id)
        known = self.ruleset.findData(self._subject.ruling_of or order.ruleset)
        self.ruleset.setCurrentIndex(max(0, known))
        self.list.setColumnCount(3)
        self.list.setHeaderLabels([tr("Film time"), tr("Clip"), tr("Length")])
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        if (head := self.list.header()) is not None:
            head.setStretchLastSection(False)
            head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
            head.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.list.setMinimumHeight(120)

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.pointed)
        column.addWidget(self.in_words)
        pick = QHBoxLayout()
        for combo in (self.source, self.athlete, self.what):
            combo.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            combo.setMinimumContentsLength(9)
            combo.setPlaceholderText(tr("as written"))
            pick.addWidget(combo, 2 if combo is self.athlete else 1)
            if (shown := combo.view()) is not None:
                shown.setMinimumWidth(shown.sizeHintForColumn(0))
        column.addLayout(pick)
        column.addWidget(self.words)
        column.addWidget(self.trouble)
        grid = QGridLayout()
        grid.addWidget(QLabel(tr("Rules"), self), 0, 0)
        grid.addWidget(self.ruleset, 0, 1, 1, 3)
        grid.addWidget(QLabel(tr("Before"), self), 1, 0)
        grid.addWidget(self.before, 1, 1)
        grid.addWidget(QLabel(tr("after"), self), 1, 2)
        grid.addWidget(self.after, 1, 3)
        grid.addWidget(self.merged, 2, 1, 1, 3)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        column.addLayout(grid)
        column.addWidget(self.list, 1)
        column.addWidget(self.count)

    def _name(self) -> None:
        for widget, name in (
            (self.source, tr("Kind of moment")), (self.athlete, tr("Athlete")),
            (self.what, tr("What happened")), (self.words, tr("Moments in words")),
            (self.ruleset, tr("Rules of the rulings and the board")),
            (self.before, tr("Seconds before the moment")),
            (self.after, tr("Seconds after the moment")), (self.list, tr("The clips")),
        ):  # fmt: skip
            widget.setAccessibleName(name)
        self.words.setToolTip(
            tr("Any words for tags, rulings and athletes; key=value for details; a semicolon between"
               " choices")
        )  # fmt: skip
        self.list.setToolTip(tr("Enter or a double click plays the clip from the film"))

    # ------------------------------------------------------------------ what was answered

    def order(self, order: Order) -> Order:
        """An order with these moments in the place of its own."""
        common = replace(
            order,
            ruleset=str(self.ruleset.currentData() or ""),
            before=_fraction(self.before),
            after=_fraction(self.after),
            merged=self.merged.isChecked(),
            camera=self._subject.camera,
        )
        if self.pointed.isChecked() and self._subject.pointed:
            return self._subject.pointing(common)
        return replace(common, of=(self.words.text(),), tags=(), rulings=(), spans=())

    def set_order(self, order: Order) -> None:
        """Ask for what an order asked for, as far as it was written in words."""
        self.in_words.setChecked(True)
        self.words.setText("; ".join(order.of))
        self._follow()
        self.ruleset.setCurrentIndex(max(0, self.ruleset.findData(order.ruleset)))
        self.before.setValue(float(order.before))
        self.after.setValue(float(order.after))
        self.merged.setChecked(order.merged)
        self.changed.emit()

    def list_clips(self, order: Order) -> bool:
        """List the clips of an order; whether there are any."""
        self.list.clear()
        self.trouble.clear()
        try:
            clips = self._subject.clips(order)
        except AnnotatorError as error:
            self.trouble.setText(" ".join(str(error).split()))
            clips = []
        self.trouble.setVisible(bool(self.trouble.text()))
        for clip in clips:
            self.list.addTopLevelItem(_item(clip))
        total = sum((clip.end - clip.start for clip in clips), Fraction(0))
        self.count.setText(
            tr_n("{count} clip, {length}", "{count} clips, {length}", len(clips),
                 length=clock_text(total, 0))
        )  # fmt: skip
        return bool(clips)

    def shown(self) -> Sequence[Clip]:
        """The clips that are listed."""
        items = (self.list.topLevelItem(n) for n in range(self.list.topLevelItemCount()))
        return [item.data(0, _CLIP_ROLE) for item in items if item is not None]

    # ------------------------------------------------------------------ what is done

    def _compose(self) -> None:
        """Write in words what was picked."""
        combos = (self.source, self.what, self.athlete)
        for combo in combos:
            combo.setCurrentIndex(max(0, combo.currentIndex()))
        self.words.setText(_in_words(*(str(combo.currentData()) for combo in combos)))
        if self.sender() is not None:
            self.in_words.setChecked(True)
        self.changed.emit()

    def _follow(self) -> None:
        """Let the lists say what is written, and nothing where it is more than they can say."""
        combos = (self.source, self.what, self.athlete)
        written = self.words.text().casefold().replace("_", " ").split()
        picked: tuple[int, ...] = (-1, -1, -1)
        for places in product(*(range(combo.count()) for combo in combos)):
            each = zip(combos, places, strict=True)
            if _in_words(*(str(combo.itemData(at)) for combo, at in each)).split() == written:
                picked = places
                break
        for combo, at in zip(combos, picked, strict=True):
            combo.setCurrentIndex(at)

    def _typed(self) -> None:
        self._follow()
        self.in_words.setChecked(True)
        self.changed.emit()

    def _say(self) -> None:
        self.changed.emit()

    def _play(self, item: QTreeWidgetItem | None) -> None:
        clip = item.data(0, _CLIP_ROLE) if item is not None else None
        if isinstance(clip, Clip):
            self.play_wanted.emit(clip.start, clip.end)


def _in_words(*parts: str) -> str:
    return " ".join(part.replace("_", " ") for part in parts if part)


def _item(clip: Clip) -> QTreeWidgetItem:
    problem = clip.problem.what if clip.problem is not None else ""
    notes = wording.joined((*clip.notes, problem), " ")
    title = wording.joined((clip.title, notes), " – ")
    length = "" if problem else tr("{seconds} s", seconds=seconds_text(_tenths(clip)))
    item = QTreeWidgetItem([clock_text(clip.at, 2), title, length])
    item.setToolTip(1, wording.tooltip(f"{clip.name}\n{notes}".strip()))
    item.setData(0, _CLIP_ROLE, clip)
    return item


def _tenths(clip: Clip) -> Fraction:
    return Fraction(round((clip.end - clip.start) * 10), 10)


def _fraction(box: QDoubleSpinBox) -> Fraction:
    """The seconds as they are written in the field, exactly."""
    return Fraction(round(box.value() * 10), 10)
