"""The two athletes at the head of the tag panel, and which of them the keys mean now."""

from __future__ import annotations

from PyQt6.QtCore import QEvent, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QPainter, QPaintEvent
from PyQt6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from annotator.model.match import Match
from annotator.model.vocabulary import ATHLETES, Athlete
from annotator.scoring.wording import name_of
from annotator.text import belt_text, tr
from annotator.ui.views.marks import paint_badge
from annotator.ui.views.theme import Theme, mix, scaled


class AthleteButton(QAbstractButton):
    """An athlete by name, belt and letter. Pressed: the keys mean this one."""

    def __init__(self, athlete: Athlete, parent: QWidget) -> None:
        super().__init__(parent)
        self.athlete = athlete
        self.name = ""
        self.belt = ""
        self.hint = ""
        self.meant = False
        self._theme = Theme.of(self.palette())
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(150, self.fontMetrics().height() * 2 + 10)

    def show_athlete(self, name: str, belt: str, hint: str, meant: bool) -> None:
        """`hint`: with which key an athlete is meant."""
        if (name, belt, hint, meant) != (self.name, self.belt, self.hint, self.meant):
            self.name, self.belt, self.hint, self.meant = name, belt, hint, meant
            self.setAccessibleName(f"{name} {belt} {hint}")
            self.setToolTip(
                tr(
                    "While nobody is on top, keys without Shift mean {name}: click to choose.",
                    name=name,
                )
            )
            self.update()

    def changeEvent(self, event: QEvent | None) -> None:
        super().changeEvent(event)
        if event is not None and event.type() is QEvent.Type.PaletteChange:
            self._theme = Theme.of(self.palette())
            self.update()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        theme = self._theme
        side = theme.side(self.athlete)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        fill = side.fill if self.meant else mix(theme.base, side.fill, 0.18)
        ink = side.on_fill if self.meant else theme.text
        painter.setPen(side.strong if self.meant else theme.line)
        painter.setBrush(fill)
        painter.drawRoundedRect(box, 5, 5)
        size = self.fontMetrics().height() + 4.0
        badge = QRectF(box.x() + 6, box.center().y() - size / 2, size, size)
        paint_badge(painter, badge, theme, self.athlete, self.font())
        left = box.x() + size + 12
        room = box.right() - left - 4
        painter.setPen(ink)
        painter.setFont(scaled(self.font(), 1.0, bold=True))
        name = painter.fontMetrics().elidedText(self.name, Qt.TextElideMode.ElideRight, int(room))
        upper = QRectF(left, box.y() + 1, room, box.height() / 2)
        painter.drawText(upper, Qt.AlignmentFlag.AlignVCenter, name)
        painter.setFont(scaled(self.font(), 0.85))
        rest = " · ".join(filter(None, (self.hint, self.belt)))
        rest = painter.fontMetrics().elidedText(rest, Qt.TextElideMode.ElideRight, int(room))
        painter.drawText(
            upper.translated(0, box.height() / 2 - 1), Qt.AlignmentFlag.AlignVCenter, rest
        )


class AthleteBar(QWidget):
    """Both athletes side by side."""

    chosen = pyqtSignal(str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        self.buttons = {athlete: AthleteButton(athlete, self) for athlete in ATHLETES}
        for button in self.buttons.values():
            layout.addWidget(button)
            button.clicked.connect(self._clicked)

    def show_athletes(self, match: Match, meant: Athlete, top: Athlete | None) -> None:
        """`meant`: whom a key means at this moment; `top`: who is on top, if anybody."""
        for athlete, button in self.buttons.items():
            means = tr("tags: key") if athlete == meant else tr("tags: Shift + key")
            hint = tr("on top · {keys}", keys=means) if athlete == top else means
            person = match.athletes[athlete]
            button.show_athlete(
                name_of(match, athlete), belt_text(person.belt), hint, athlete == meant
            )

    def _clicked(self) -> None:
        button = self.sender()
        assert isinstance(button, AthleteButton)
        self.chosen.emit(button.athlete)
