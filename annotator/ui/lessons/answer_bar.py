"""The keys of an answer as buttons, and what has been called so far."""

from __future__ import annotations

from collections.abc import Sequence

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from annotator.model.calling import KEYS, Calling, Stroke, What, strokes_for
from annotator.model.lesson import Control, ControlKind, Given, GivenKind
from annotator.model.vocabulary import Athlete
from annotator.scoring.wording import letter
from annotator.text import tr, tr_n
from annotator.ui.keys import Keyboard
from annotator.ui.tagging.buttons import Look, TagButton
from annotator.ui.views.theme import scaled

_FEW_POINTS = (2, 3, 4)
_SIDES: dict[What, Athlete] = {What.RED: "red", What.BLUE: "blue"}


def side_text(athlete: Athlete) -> str:
    """An athlete by colour and letter, never by name: `Red (R)`."""
    name = tr("Red") if athlete == "red" else tr("Blue")
    return tr("{name} ({letter})", name=name, letter=letter(athlete))


def kind_text(kind: GivenKind, value: int) -> str:
    """What is given: `3 points`, `Advantage`."""
    match kind:
        case GivenKind.POINTS:
            return tr_n("{count} point", "{count} points", value)
        case GivenKind.ADVANTAGE:
            return tr("Advantage")
        case GivenKind.PENALTY:
            return tr("Penalty")
        case GivenKind.WARNING:
            return tr("Warning")
        case GivenKind.DISQUALIFICATION:
            return tr("Disqualification")


def said_text(one: Given | Control) -> str:
    """One thing that was called: `Red (R): 3 points`."""
    if isinstance(one, Control):
        starts = one.kind is ControlKind.STARTS
        what = tr("control starts") if starts else tr("control is lost")
    else:
        what = kind_text(one.kind, one.value)
    return tr("{who}: {what}", who=side_text(one.athlete), what=what)


def call_text(calling: Calling) -> str:
    """All that has been called, as one line."""
    said = [said_text(one) for one in calling.said]
    if calling.nothing:
        said.append(tr("Nothing"))
    if calling.pending is not None:
        said.append(tr("{what} – for whom?", what=_title(calling.pending.stroke)))
    return " · ".join(said)


def _title(stroke: Stroke) -> str:
    match stroke.what:
        case What.RED:
            return tr("Red")
        case What.BLUE:
            return tr("Blue")
        case What.NOTHING:
            return tr("Nothing")
        case What.STARTS:
            return tr("Control starts now")
        case What.LOST:
            return tr("Control is lost")
        case What.TAKE_BACK:
            return tr("Take back")
        case What.CONFIRM:
            return tr("Answer")
    return kind_text(GivenKind(stroke.what.value), stroke.value)


class AnswerBar(QWidget):
    """Two rows of buttons and a line. It says which stroke was pressed and decides nothing."""

    pressed = pyqtSignal(str)
    """The place of the key whose button was clicked."""

    def __init__(self, keyboard: Keyboard, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keyboard = keyboard
        self.buttons: dict[str, TagButton] = {}
        self._rows = (QHBoxLayout(), QHBoxLayout())
        self.line = QLabel(self)
        self.line.setWordWrap(True)
        self.line.setFont(scaled(self.font(), 1.15, bold=True))
        self.line.setAccessibleName(tr("What you call"))
        self.line.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        for row in self._rows:
            row.setSpacing(3)
            column.addLayout(row)
        self._rows[1].addWidget(self.line, 1)
        self.offer(strokes_for((GivenKind.ADVANTAGE, GivenKind.PENALTY), _FEW_POINTS))
        keyboard.layout_changed.connect(self._label)

    def offer(self, keys: Sequence[str]) -> None:
        """Show buttons for these keys."""
        if tuple(self.buttons) == tuple(keys):
            return
        for button in self.buttons.values():
            button.hide()
            button.deleteLater()
        self.buttons = {}
        for key in keys:
            stroke = KEYS[key]
            button = TagButton(key, _title(stroke), self)
            button.clicked.connect(self._clicked)
            self.buttons[key] = button
            wanted = button.fontMetrics().horizontalAdvance(button.text())
            button.setMinimumWidth(max(72, round(0.8 * wanted) + 18))  # smaller letters still fit
            below = stroke.what in (What.STARTS, What.LOST, What.TAKE_BACK, What.CONFIRM)
            row = self._rows[1 if below else 0]
            row.insertWidget(row.count() - below, button, 0 if below else 1)
        self._label()
        self.show_call(Calling())

    def _label(self) -> None:
        for key, button in self.buttons.items():
            shown = self._keyboard.label(key)
            button.set_key(shown)
            button.setAccessibleName(tr("{title}, key {key}", title=button.text(), key=shown))
            button.setToolTip(button.accessibleName())

    def show_call(self, calling: Calling, hint: str = "") -> None:
        """Show what has been called; `hint` where nothing has."""
        for key, button in self.buttons.items():
            stroke = KEYS[key]
            side = _SIDES.get(stroke.what)
            if side is not None:
                lit = calling.athlete == side
                button.set_look(Look(side, lit=lit, lit_for=side if lit else None))
            else:
                button.set_look(Look(lit=stroke.what is What.NOTHING and calling.nothing))
        told = call_text(calling)
        self.line.setText(told or hint)
        self.line.setAccessibleDescription(told)

    def set_open(self, is_open: bool) -> None:
        """Whether an answer can be given now."""
        for button in self.buttons.values():
            button.setEnabled(is_open)
            button.set_dimmed(not is_open)

    def _clicked(self) -> None:
        button = self.sender()
        assert isinstance(button, TagButton)
        self.pressed.emit(button.tag)
