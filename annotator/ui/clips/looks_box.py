"""How clips look: what lies over the film, names, slow motion, size, files."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDoubleSpinBox,
    QFormLayout,
    QGridLayout,
    QLabel,
    QVBoxLayout,
    QWidget,
)

from annotator.text import tr
from exports.clips.order import SUBTITLES, Order
from exports.film_moments import Names, Shown

_SIZES = (None, 720, 480, 360)
_NAMES = (Names.FULL, Names.INITIALS, Names.COLOURS)
_SPEEDS = (Fraction(1), Fraction(1, 2), Fraction(1, 4))


class LooksBox(QWidget):
    """Asks how the clips look; `changed` when the answer is another one."""

    changed = pyqtSignal()

    def __init__(self, order: Order, parent: QWidget) -> None:
        """`order` is settled: it says what the names are and whether something is blurred."""
        super().__init__(parent)
        self.parts = {
            "board": QCheckBox(tr("Score and clock"), self),
            "holds": QCheckBox(tr("Seconds of a hold"), self),
            "captions": QCheckBox(tr("What begins"), self),
            "rulings": QCheckBox(tr("What is given, and why"), self),
            "drawings": QCheckBox(tr("Drawings and notes"), self),
        }
        self.blur = QCheckBox(tr("Blur what is marked"), self)
        self.names = QComboBox(self)
        self.names.addItems([tr("full names"), tr("initials"), tr("only colours")])
        self.slow = QComboBox(self)
        self.slow.addItems([tr("normal speed"), tr("half the speed"), tr("a quarter of the speed")])
        self.around, self.freeze = self._seconds(10), self._seconds(30)
        self.freeze.setSpecialValueText(tr("not at all"))
        self.lines = QComboBox(self)
        for lines in _SIZES:
            text = tr("as the film, 1080 at most") if lines is None else tr("{n} lines", n=lines)
            self.lines.addItem(text, lines)
        self.sound = QCheckBox(tr("Sound"), self)
        self.copy = QCheckBox(tr("The film alone, as it is"), self)
        self.copy.setToolTip(
            tr("Nothing over it, and copied without loss where the film can be cut there")
        )
        self.reel = QComboBox(self)
        self.reel.addItem(tr("a file for each"), False)
        self.reel.addItem(tr("one film with title cards"), True)
        self.subtitles = {kind: QCheckBox(kind.upper(), self) for kind in SUBTITLES}
        self.set_order(order)
        self._lay_out()
        self._name()
        for box in (*self._checks(),):
            box.toggled.connect(self._say)
        for combo in (self.names, self.slow, self.lines, self.reel):
            combo.activated.connect(self._say)
        for spin in (self.around, self.freeze):
            spin.valueChanged.connect(self._say)

    def _checks(self) -> tuple[QCheckBox, ...]:
        return (
            *self.parts.values(), self.blur, self.sound, self.copy, *self.subtitles.values(),
        )  # fmt: skip

    def _seconds(self, most: float) -> QDoubleSpinBox:
        box = QDoubleSpinBox(self)
        box.setRange(0, most)
        box.setSingleStep(0.5)
        box.setDecimals(1)
        box.setSuffix(tr(" s"))
        return box

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.copy)
        column.addWidget(QLabel(tr("Over the film:"), self))
        grid = QGridLayout()
        for number, box in enumerate((*self.parts.values(), self.blur)):
            grid.addWidget(box, number // 2, number % 2)
        column.addLayout(grid)
        form = QFormLayout()
        form.addRow(tr("Athletes"), self.names)
        form.addRow(tr("Around the moment"), self.slow)
        form.addRow(tr("for, each way"), self.around)
        form.addRow(tr("Hold the frame"), self.freeze)
        form.addRow(tr("Size"), self.lines)
        form.addRow(tr("Files"), self.reel)
        beside = QGridLayout()
        for number, box in enumerate(self.subtitles.values()):
            beside.addWidget(box, 0, number)
        beside.addWidget(self.sound, 0, len(self.subtitles))
        form.addRow(tr("Subtitles"), beside)
        column.addLayout(form)
        column.addStretch(1)

    def _name(self) -> None:
        for widget, name in (
            (self.names, tr("What the athletes are called")),
            (self.slow, tr("Speed around the moment")),
            (self.around, tr("Seconds in slow motion before and after the moment")),
            (self.freeze, tr("Seconds that the frame is held")), (self.lines, tr("Size")),
            (self.reel, tr("Files")),
            *((box, tr("Subtitles {kind}", kind=box.text())) for box in self.subtitles.values()),
        ):  # fmt: skip
            widget.setAccessibleName(name)
        self.freeze.setToolTip(
            tr("Held are the frames that are drawn on, else the frame of the moment itself")
        )
        self.blur.setToolTip(
            tr("Mark it with “Draw on the picture”: faces are not found by itself")
        )

    # ------------------------------------------------------------------ what was answered

    def set_order(self, order: Order) -> None:
        """Show how the clips of an order look."""
        for name, box in self.parts.items():
            box.setChecked(getattr(order.shown, name))
        self.blur.setChecked(bool(order.blur))
        self.names.setCurrentIndex(_NAMES.index(order.names or Names.FULL))
        self.slow.setCurrentIndex(_SPEEDS.index(order.slow) if order.slow in _SPEEDS else 0)
        self.around.setValue(float(order.slow_around))
        self.freeze.setValue(float(order.freeze))
        self.lines.setCurrentIndex(max(0, self.lines.findData(order.lines)))
        self.sound.setChecked(order.sound)
        self.copy.setChecked(order.copy)
        self.reel.setCurrentIndex(int(order.reel))
        for kind, box in self.subtitles.items():
            box.setChecked(kind in order.subtitles)
        self._grey()

    def order(self, order: Order) -> Order:
        """An order that looks as it is answered here."""
        alone = self.copy.isChecked()
        return replace(
            order,
            shown=Shown(**{name: box.isChecked() for name, box in self.parts.items()}),
            names=_NAMES[self.names.currentIndex()],
            blur=self.blur.isChecked() and not alone,
            slow=Fraction(1) if alone else _SPEEDS[self.slow.currentIndex()],
            slow_around=max(Fraction(1, 10), _fraction(self.around)),
            freeze=Fraction(0) if alone else _fraction(self.freeze),
            sound=self.sound.isChecked(),
            lines=self.lines.currentData(),
            copy=alone,
            reel=bool(self.reel.currentData()),
            subtitles=tuple(kind for kind, box in self.subtitles.items() if box.isChecked()),
        )

    def _say(self) -> None:
        self._grey()
        self.changed.emit()

    def _grey(self) -> None:
        """What a copy of the film cannot have is not to be chosen."""
        free = not self.copy.isChecked()
        for widget in (*self.parts.values(), self.blur, self.slow, self.freeze):
            widget.setEnabled(free)
        self.around.setEnabled(free and self.slow.currentIndex() > 0)


def _fraction(box: QDoubleSpinBox) -> Fraction:
    return Fraction(round(box.value() * 10), 10)
