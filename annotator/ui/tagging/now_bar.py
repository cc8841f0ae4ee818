"""The running details in the tag panel: a row for the position held, a row for the submission."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PyQt6.QtCore import QEvent, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QPainter, QPaintEvent
from PyQt6.QtWidgets import QAbstractButton, QGridLayout, QSizePolicy, QWidget

from annotator.text import after_colon, tr
from annotator.ui.tagging.running import (
    ARM,
    FLAT,
    OF_SUBMISSIONS,
    RUNNING,
    SETTLED,
    Light,
    title_of,
)
from annotator.ui.views.theme import Theme, legible, mix, scaled, text_on

_COLUMNS = 3
# What stands in the row of positions while nothing is held that one of its keys is about.
_IDLE = (SETTLED, FLAT, ARM)


class NowButton(QAbstractButton):
    """A running detail in one line: its key, and what holds now."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.name = name
        self.key_label = ""
        self.light = Light(False, False, title_of(name))
        self._theme = Theme.of(self.palette())
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(60, self.fontMetrics().height() + 5)

    def show_light(self, light: Light) -> None:
        """Painted anew only if something differs."""
        if light != self.light:
            self.light = light
            self._name()
            self.update()

    def set_key(self, label: str) -> None:
        self.key_label = label
        self._name()
        self.update()

    def _name(self) -> None:
        state = tr("on") if self.light.lit else tr("off")
        self.setAccessibleName(after_colon(title_of(self.name), f"{self.light.text}, {state}"))
        self.setToolTip(
            tr("{what}, from the frame on screen on: {key}",
               what=title_of(self.name), key=self.key_label)
        )  # fmt: skip

    def changeEvent(self, event: QEvent | None) -> None:
        super().changeEvent(event)
        if event is not None and event.type() is QEvent.Type.PaletteChange:
            self._theme = Theme.of(self.palette())
            self.update()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        theme, light = self._theme, self.light
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if not light.possible and not light.lit:
            painter.setOpacity(0.5)
        fill = theme.accent if light.lit else theme.raised
        if self.isDown() or self.underMouse():
            fill = mix(fill, theme.text, 0.18 if self.isDown() else 0.07)
        ink = text_on(fill) if light.lit else theme.text
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(theme.accent if self.hasFocus() else theme.line)
        painter.setBrush(fill)
        painter.drawRoundedRect(box, 4, 4)
        painter.setFont(scaled(self.font(), 0.78, bold=True))
        width = painter.fontMetrics().horizontalAdvance(self.key_label) + 7
        cap = QRectF(box.x() + 3, box.y() + 3, width, box.height() - 6)
        cap_fill = mix(fill, theme.base, 0.55)
        painter.setPen(legible(mix(ink, fill, 0.45), fill, 2.0))
        painter.setBrush(cap_fill)
        painter.drawRoundedRect(cap, 3, 3)
        painter.setPen(legible(ink, cap_fill))
        painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, self.key_label)
        rest = QRectF(cap.right() + 4, box.y(), box.right() - cap.right() - 6, box.height())
        painter.setPen(ink)
        for factor in (0.95, 0.85, 0.75):
            painter.setFont(scaled(self.font(), factor, bold=light.lit))
            if painter.fontMetrics().horizontalAdvance(light.text) <= rest.width():
                break
        text = painter.fontMetrics().elidedText(
            light.text, Qt.TextElideMode.ElideRight, int(rest.width())
        )
        painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter, text)


class NowBar(QWidget):
    """Which running details can be stated now; the others of their row step aside or fade."""

    wanted = pyqtSignal(str)
    """The name of a running detail."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(3)
        self.buttons = {name: NowButton(name, self) for name in RUNNING}
        for button in self.buttons.values():
            button.clicked.connect(self._clicked)
        for column, name in enumerate(OF_SUBMISSIONS):
            self._grid.addWidget(self.buttons[name], 1, column)
        for column in range(_COLUMNS):
            self._grid.setColumnStretch(column, 1)
        self._placed: tuple[str, ...] = ()
        self._place(_IDLE)

    def set_labels(self, label: Callable[[str], str]) -> None:
        """Print the keys; `label` gives that of a command by its id."""
        for name, button in self.buttons.items():
            button.set_key(label(f"tag.now.{name}"))

    def show_lights(self, lights: Mapping[str, Light]) -> None:
        """What holds now, by name."""
        of_position = [n for n in RUNNING if n not in OF_SUBMISSIONS and lights[n].asked]
        self._place(tuple(of_position[:_COLUMNS]) or _IDLE)
        for name, button in self.buttons.items():
            button.show_light(lights[name])

    def _place(self, names: tuple[str, ...]) -> None:
        if names == self._placed:
            return
        self._placed = names
        for name in RUNNING:
            if name not in OF_SUBMISSIONS:
                self._grid.removeWidget(self.buttons[name])
                self.buttons[name].setVisible(name in names)
        for column, name in enumerate(names):
            self._grid.addWidget(self.buttons[name], 0, column)

    def _clicked(self) -> None:
        button = self.sender()
        assert isinstance(button, NowButton)
        self.wanted.emit(button.name)
