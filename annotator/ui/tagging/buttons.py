"""The buttons of the tag panel: a name, the key printed on it, and whose tag it would be."""

from __future__ import annotations

from dataclasses import dataclass

from PyQt6.QtCore import QEvent, QRectF, QSize, Qt
from PyQt6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PyQt6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from annotator.model.vocabulary import Athlete
from annotator.text import number_text
from annotator.ui.views.marks import paint_badge
from annotator.ui.views.theme import Theme, legible, mix, scaled, text_on

_SIZES = (1.0, 0.92, 0.85, 0.78)
_RADIUS = 5.0
_STRIPE = 5.0
"""Width of a button's colour, in pixels."""


@dataclass(frozen=True, slots=True)
class Look:
    """What a button shows besides its name. `lit`: its fact holds now; `since`: for how long;
    `name`: of the athlete whose tag it would be.
    """

    athlete: Athlete | None = None
    name: str = ""
    lit: bool = False
    lit_for: Athlete | None = None
    since: str = ""


class TagButton(QAbstractButton):
    """A large button. It takes the focus only by Tab, so that a click never catches Space."""

    def __init__(self, tag: str, title: str, parent: QWidget, colour: str = "") -> None:
        super().__init__(parent)
        self.tag = tag
        self._colour = colour
        self.key_label = ""
        self.look = Look()
        self.dimmed = False
        self._theme = Theme.of(self.palette())
        self.setText(title)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMaximumHeight(self.sizeHint().height() * 2)

    def sizeHint(self) -> QSize:
        return QSize(88, self.fontMetrics().height() * 2 + 10)

    def minimumSizeHint(self) -> QSize:
        return QSize(72, self.sizeHint().height())

    def set_key(self, label: str) -> None:
        self.key_label = label
        self.update()

    def set_look(self, look: Look) -> None:
        """Show this state; painted anew only if it differs."""
        if look != self.look:
            self.look = look
            self.update()

    def set_dimmed(self, dimmed: bool) -> None:
        """Step back while keys mean other buttons."""
        if dimmed != self.dimmed:
            self.dimmed = dimmed
            self.update()

    def changeEvent(self, event: QEvent | None) -> None:
        super().changeEvent(event)
        if event is not None and event.type() is QEvent.Type.PaletteChange:
            self._theme = Theme.of(self.palette())
            self.update()

    # ------------------------------------------------------------------ painting

    def paintEvent(self, event: QPaintEvent | None) -> None:
        theme = self._theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.dimmed:
            painter.setOpacity(0.45)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        fill, ink = self._colours(theme)
        painter.setPen(theme.line)
        painter.setBrush(fill)
        painter.drawRoundedRect(box, _RADIUS, _RADIUS)
        if self.look.lit and self.look.lit_for is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.hatch_brush(self.look.lit_for))
            painter.drawRoundedRect(box, _RADIUS, _RADIUS)
        if self._colour:
            # A stripe, not the whole: the fill is whose position it is, and the letter says it too.
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.button_colour(self._colour))
            painter.drawRoundedRect(QRectF(box.x(), box.y(), _STRIPE, box.height()), 2, 2)
            box = box.adjusted(_STRIPE, 0, 0, 0)
        self._paint_name(painter, box, ink)
        self._paint_foot(painter, box, theme, fill, ink)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(theme.accent)
            painter.drawRoundedRect(box.adjusted(1.5, 1.5, -1.5, -1.5), _RADIUS, _RADIUS)

    def _colours(self, theme: Theme) -> tuple[QColor, QColor]:
        if self.look.lit:
            fill = theme.side(self.look.lit_for).fill if self.look.lit_for else theme.accent
        else:
            fill = theme.raised
        if self.isDown():
            fill = mix(fill, theme.text, 0.18)
        elif self.underMouse() and self.isEnabled():
            fill = mix(fill, theme.text, 0.07)
        return fill, text_on(fill) if self.look.lit else theme.text

    def fits(self) -> bool:
        """Whether the name is shown whole, in the smallest letters if need be."""
        metrics = QFontMetrics(scaled(self.font(), _SIZES[-1]))
        return metrics.horizontalAdvance(self.text()) <= self.width() - 14

    def _paint_name(self, painter: QPainter, box: QRectF, ink: QColor) -> None:
        font = scaled(self.font(), 1.0, bold=self.look.lit)
        room = int(box.width() - 10)
        # A long word in another language gets smaller letters before it is cut.
        for factor in _SIZES:
            font = scaled(self.font(), factor, bold=self.look.lit)
            painter.setFont(font)
            if painter.fontMetrics().horizontalAdvance(self.text()) <= room - 3:
                break
        metrics = painter.fontMetrics()
        text = metrics.elidedText(self.text(), Qt.TextElideMode.ElideRight, room)
        painter.setPen(ink)
        upper = QRectF(box.x() + 6, box.y() + 2, room, box.height() / 2)
        painter.drawText(upper, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_foot(
        self, painter: QPainter, box: QRectF, theme: Theme, fill: QColor, ink: QColor
    ) -> None:
        painter.setFont(scaled(self.font(), 0.82, bold=True))
        metrics = painter.fontMetrics()
        height = metrics.height() + 1
        top = box.bottom() - height - 3
        cap = QRectF(
            box.x() + 5, top, max(metrics.horizontalAdvance(self.key_label) + 9, height), height
        )
        painter.setPen(legible(mix(ink, fill, 0.45), fill, 2.0))
        painter.setBrush(mix(fill, theme.base, 0.55))
        painter.drawRoundedRect(cap, 3, 3)
        painter.setPen(legible(ink, mix(fill, theme.base, 0.55)))
        painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, self.key_label)
        badge = QRectF(box.right() - height - 4, top, height, height)
        rest = QRectF(cap.right() + 3, top, badge.left() - cap.right() - 6, height)
        if self.look.since:
            self._paint_since(painter, rest, ink)
        elif self.look.name:
            painter.setFont(scaled(self.font(), 0.74))
            painter.setPen(legible(theme.muted, fill))
            # A piece of a name says less than the letter beside it.
            if painter.fontMetrics().horizontalAdvance(self.look.name) <= rest.width():
                right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
                painter.drawText(rest, right, self.look.name)
        paint_badge(painter, badge, theme, self.look.athlete, self.font())

    def _paint_since(self, painter: QPainter, box: QRectF, ink: QColor) -> None:
        """For how long it holds: smaller, then without tenths, before it would be cut."""
        text = self.look.since
        for text, factor in (
            (self.look.since, 0.82),
            (self.look.since, 0.74),
            (self.look.since.partition(number_text("."))[0], 0.82),
            (self.look.since.partition(number_text("."))[0], 0.7),
        ):
            painter.setFont(scaled(self.font(), factor, bold=True))
            if painter.fontMetrics().horizontalAdvance(text) <= box.width():
                break
        painter.setPen(ink)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
