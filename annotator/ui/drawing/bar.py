"""The bar of the drawing mode: tools, colour, width, and how long what is drawn is seen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from PyQt6.QtCore import QSize, Qt, pyqtSignal
from PyQt6.QtGui import QColor, QIcon, QPainter, QPixmap
from PyQt6.QtWidgets import (
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QToolButton,
    QWidget,
)

from annotator.model.drawing import Shape
from annotator.text import tr
from annotator.ui.drawing.pencil import Style
from exports.drawing_ink import INKS, ink_name

TOOLS = (
    Shape.ARROW, Shape.LINE, Shape.CIRCLE, Shape.TEXT, Shape.FREEHAND, Shape.ANGLE, Shape.BLUR,
)  # fmt: skip
SIGNS = {
    Shape.ARROW: "↗", Shape.LINE: "╱", Shape.CIRCLE: "◯", Shape.TEXT: "T", Shape.FREEHAND: "∿",
    Shape.ANGLE: "∠", Shape.BLUR: "▦",
}  # fmt: skip
WIDTHS = (4, 7, 12, 20)
_SECONDS_MOST = 600


class DrawingBar(QWidget):
    """Shows and changes the tool and the style of what is drawn next, or of what is selected."""

    command_wanted = pyqtSignal(str)
    style_changed = pyqtSignal(object)
    """The `Style` that the user chose."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Drawing tools"))
        self._style = Style()
        grid = QGridLayout(self)
        grid.setContentsMargins(6, 2, 6, 2)
        grid.setHorizontalSpacing(4)
        grid.setVerticalSpacing(2)
        row = QHBoxLayout()
        row.setSpacing(2)
        self.buttons: dict[str, QToolButton] = {}
        self._button(row, "draw.select", tr("Move"), tr("Select and move"))
        for tool in TOOLS:
            self._button(row, f"draw.{tool.value}", SIGNS[tool], tool.called)
        self._button(row, "draw.note", tr("Note"), tr("Note on this frame"), checkable=False)
        self._button(row, "draw.delete", tr("Erase"), tr("Delete the drawing"), checkable=False)
        row.addStretch(1)
        self._button(row, "draw.leave", tr("Done"), tr("Done drawing"), checkable=False)
        grid.addLayout(row, 0, 0)
        looks = QHBoxLayout()
        looks.setSpacing(4)
        self.colour = self._choice(looks, tr("Colour"))
        for number, ink in INKS.items():
            name = tr("{n} {colour}", n=number, colour=ink_name(number))
            self.colour.addItem(_swatch(QColor(*ink)), name, number)
        self.width_choice = self._choice(looks, tr("Width of lines"))
        for width, name in zip(
            WIDTHS, (tr("thin"), tr("medium"), tr("thick"), tr("very thick")), strict=True
        ):
            self.width_choice.addItem(name, width)
        self.shown = self._seconds(looks, tr("shows"), tr("Shown for so many seconds"))
        self.fade_in = self._seconds(looks, tr("in"), tr("Fades in during so many seconds"))
        self.fade_out = self._seconds(looks, tr("out"), tr("Fades out during so many seconds"))
        looks.addStretch(1)
        grid.addLayout(looks, 1, 0)
        self.hide()

    def _button(
        self, row: QHBoxLayout, command: str, sign: str, name: str, *, checkable: bool = True
    ) -> None:
        button = QToolButton(self)
        button.setText(sign)
        button.setAccessibleName(name)
        button.setCheckable(checkable)
        button.setAutoRaise(True)
        button.setMinimumSize(QSize(30, 26))
        button.setProperty("command", command)
        button.clicked.connect(self._clicked)
        row.addWidget(button)
        self.buttons[command] = button

    def _choice(self, row: QHBoxLayout, name: str) -> QComboBox:
        box = QComboBox(self)
        box.setAccessibleName(name)
        box.setToolTip(name)
        box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        box.activated.connect(self._chosen)
        row.addWidget(box)
        return box

    def _seconds(self, row: QHBoxLayout, label: str, name: str) -> QDoubleSpinBox:
        box = QDoubleSpinBox(self)
        box.setRange(0, _SECONDS_MOST)
        box.setDecimals(2)
        box.setSingleStep(0.25)
        box.setSuffix(tr(" s"))
        box.setAccessibleName(name)
        box.setToolTip(name)
        box.setKeyboardTracking(False)
        box.valueChanged.connect(self._chosen)
        row.addWidget(QLabel(label, self))
        row.addWidget(box)
        return box

    def set_tips(self, tip: Callable[[str], str]) -> None:
        """What buttons do and by which key, where the pointer rests on them."""
        for command, button in self.buttons.items():
            button.setToolTip(tip(command))

    def show_tool(self, tool: Shape | None) -> None:
        """Press the button of this tool down; None: select and move."""
        pressed = f"draw.{tool.value}" if tool is not None else "draw.select"
        for command, button in self.buttons.items():
            if button.isCheckable():
                button.setChecked(command == pressed)

    @property
    def style_now(self) -> Style:
        """What is chosen."""
        return self._style

    def show_style(self, style: Style) -> None:
        """Show a style without telling that it was chosen."""
        self._style = style
        boxes = (self.colour, self.width_choice, self.shown, self.fade_in, self.fade_out)
        for box in boxes:
            box.blockSignals(True)
        self.colour.setCurrentIndex(self.colour.findData(style.colour))
        if self.width_choice.findData(style.width) < 0:
            self.width_choice.addItem(str(style.width), style.width)
        self.width_choice.setCurrentIndex(self.width_choice.findData(style.width))
        for box, seconds in (
            (self.shown, style.shown), (self.fade_in, style.fade_in), (self.fade_out, style.fade_out),
        ):  # fmt: skip
            box.setValue(float(seconds))
        for box in boxes:
            box.blockSignals(False)

    def _clicked(self) -> None:
        sender = self.sender()
        if sender is not None:
            self.command_wanted.emit(sender.property("command"))

    def _chosen(self) -> None:
        old = self._style
        self._style = replace(
            old,
            colour=self.colour.currentData(),
            width=self.width_choice.currentData(),
            shown=_exact(self.shown, old.shown),
            fade_in=_exact(self.fade_in, old.fade_in),
            fade_out=_exact(self.fade_out, old.fade_out),
        )
        if self._style != old:
            self.style_changed.emit(self._style)


def _exact(box: QDoubleSpinBox, old: Fraction) -> Fraction:
    """The hundredths that are shown; what was there stays exact where that is what is shown."""
    shown = Fraction(round(box.value() * 100), 100)
    return old if Fraction(round(old * 100), 100) == shown else shown


def _swatch(ink: QColor) -> QIcon:
    picture = QPixmap(14, 14)
    picture.fill(ink)
    painter = QPainter(picture)
    painter.setPen(QColor("#808890"))
    painter.drawRect(0, 0, 13, 13)
    painter.end()
    return QIcon(picture)
