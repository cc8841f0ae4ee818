"""Answers typed as they are called: `R2 BA` is two points for red and an advantage for blue."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from annotator.model.calling import KEYS, Calling, What
from annotator.model.lesson import GivenKind, Verdict
from annotator.text import tr, with_semicolons
from annotator.ui.lessons.review import verdict_text

_BETWEEN = " +,"
_LETTERS = {key[-1]: stroke for key, stroke in KEYS.items() if key not in ("Backspace", "Enter")}
_SIGNS = {
    GivenKind.ADVANTAGE: "A", GivenKind.PENALTY: "P", GivenKind.WARNING: "W",
    GivenKind.DISQUALIFICATION: "D",
}  # fmt: skip


def parse_verdict(text: str) -> Verdict | None:
    """The answer that the keys in a text call, without moments; None where it is none.

    `R`, `B`: whose; figures: points; `A`, `P`, `W`, `D`: advantage, penalty, warning,
    disqualification; `N` or `0`: nothing. Blanks, `+` and `,` may stand between.
    """
    call = Calling()
    for letter in text.upper():
        if letter in _BETWEEN:
            continue
        stroke = _LETTERS.get(letter)
        if stroke is None or stroke.what in (What.STARTS, What.LOST):
            return None
        if call.full(stroke):
            return None
        call = call.press(stroke, Fraction(0))
    if call.missing():
        return None
    return tuple(replace(one, time=None) for one in call.awards)


def write_verdict(verdict: Verdict) -> str:
    """The text that `parse_verdict` reads as this answer, as far as keys can say it."""
    parts = [
        ("R" if one.athlete == "red" else "B") + _SIGNS.get(one.kind, str(one.value))
        for one in verdict
    ]
    return " ".join(parts) or "N"


class VerdictField(QWidget):
    """A line for one answer, or for several with `;` between; below it what it is read as."""

    changed = pyqtSignal()

    def __init__(self, name: str, parent: QWidget | None = None, *, several: bool = False) -> None:
        super().__init__(parent)
        self._several = several
        self.line = QLineEdit(self)
        self.line.setMaxLength(200)
        self.line.setAccessibleName(name)
        self.line.setPlaceholderText(tr("R2 BA; N for nothing") if several else tr("R2 BA, or N"))
        self.line.setToolTip(
            tr("R or B: whose; figures: points; A advantage, P penalty, W warning, D disqualification; "
               "N nothing.")
        )  # fmt: skip
        self.says = QLabel(self)
        self.says.setWordWrap(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(1)
        column.addWidget(self.line)
        column.addWidget(self.says)
        self.line.textEdited.connect(self._edited)

    def set_verdicts(self, verdicts: tuple[Verdict, ...]) -> None:
        """Show these answers."""
        self.line.setText("; ".join(write_verdict(verdict) for verdict in verdicts))
        self._look()

    def verdicts(self) -> tuple[Verdict, ...] | None:
        """The answers; None while the text is none. No text is no answer."""
        text = self.line.text().strip()
        if not text:
            return ()
        pieces = text.split(";") if self._several else [text]
        found = [parse_verdict(piece) for piece in pieces if piece.strip()]
        known = tuple(each for each in found if each is not None)
        return known if len(known) == len(found) else None

    def _look(self) -> None:
        verdicts = self.verdicts()
        if verdicts is None:
            self.says.setText(tr("⚠ This is no answer. Example: R2 BA"))
        else:
            self.says.setText(with_semicolons(verdict_text(verdict) for verdict in verdicts))

    def _edited(self) -> None:
        self._look()
        if self.verdicts() is not None:
            self.changed.emit()
