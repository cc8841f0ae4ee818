"""The controls under the film: buttons with their keys in the tooltip, a slider, the speed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from PyQt6.QtCore import QPointF, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPolygonF, QWheelEvent
from PyQt6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QToolButton, QWidget

from annotator.model.time import clock_text
from annotator.text import number_text
from annotator.ui.player.loop import Loop
from annotator.ui.player.player import Player
from annotator.ui.views.theme import Theme, scaled, tabular

_HEIGHT = 34


def speed_text(rate: Fraction) -> str:
    """`1x`, `0.25x`, `−2x`."""
    sign = "−" if rate < 0 else ""
    return number_text(f"{sign}{float(abs(rate)):g}x")


class SymbolButton(QToolButton):
    """A button that paints its sign itself, so that it looks the same with every font."""

    def __init__(self, command: str, sign: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.command = command
        self.sign = sign
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAutoRaise(True)
        self.setFixedSize(QSize(40 if sign in ("play", "pause") else 30, 28))

    def set_sign(self, sign: str) -> None:
        self.sign = sign
        self.update()

    def paintEvent(self, event: QPaintEvent | None) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink = self.palette().color(
            self.palette().ColorGroup.Active
            if self.isEnabled()
            else self.palette().ColorGroup.Disabled,
            self.palette().ColorRole.ButtonText,
        )
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ink)
        middle = QPointF(self.width() / 2, self.height() / 2)
        for shape in _SIGNS[self.sign]:
            if len(shape) == 2:
                (x, y), (w, h) = shape
                painter.drawRect(QRectF(middle.x() + x, middle.y() + y, w, h))
            else:
                painter.drawPolygon(QPolygonF([middle + QPointF(x, y) for x, y in shape]))


def _triangle(x: float, way: int, size: float = 6) -> tuple[tuple[float, float], ...]:
    return ((x, -size), (x + way * size * 1.4, 0), (x, size))


def _bar(x: float, width: float = 2) -> tuple[tuple[float, float], ...]:
    return ((x, -6), (width, 12))


_SPEAKER = (((-9, -3), (4, 6)), ((-5, -3), (0, -7), (0, 7), (-5, 3)))
_SIGNS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "play": (_triangle(-5, 1, 8),),
    "pause": (((-6, -7), (4, 14)), ((2, -7), (4, 14))),
    "first": (_bar(-7), _triangle(6, -1)),
    "last": (_triangle(-6, 1), _bar(5)),
    "frame_back": (_triangle(2, -1, 5), _bar(4)),
    "frame_on": (_bar(-6), _triangle(-2, 1, 5)),
    "second_back": (_triangle(0, -1, 5), _triangle(7, -1, 5)),
    "second_on": (_triangle(-7, 1, 5), _triangle(0, 1, 5)),
    "sound": (*_SPEAKER, ((3, -3), (2, 6)), ((7, -6), (2, 12))),
    "mute": (
        *_SPEAKER,
        ((2, -4), (3.5, -5), (10, 3.5), (8.5, 4.5)),
        ((8.5, -5), (10, -4), (3.5, 4.5), (2, 3.5)),
    ),
}


class Slider(QWidget):
    """Where in the film we are; a click or a drag goes there, to the frame under the pointer."""

    dragged = pyqtSignal(object)
    dropped = pyqtSignal(object)
    wheeled = pyqtSignal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setMinimumWidth(80)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(_HEIGHT - 8)
        self._first = self._last = self._time = Fraction(0)
        self._loop: Loop | None = None
        self._drag: Fraction | None = None

    def set_range(self, first: Fraction, last: Fraction) -> None:
        self._first, self._last = first, max(first, last)
        self.update()

    def set_time(self, time: Fraction) -> None:
        self._time = time
        self.update()

    def set_loop(self, loop: Loop | None) -> None:
        """Show which stretch is played over and over."""
        self._loop = loop
        self.update()

    def _x(self, time: Fraction) -> float:
        span = self._last - self._first
        share = float((time - self._first) / span) if span else 0.0
        return 8 + min(max(share, 0.0), 1.0) * (self.width() - 16)

    def _time_at(self, x: float) -> Fraction:
        share = min(max((x - 8) / max(self.width() - 16, 1), 0.0), 1.0)
        return self._first + (self._last - self._first) * Fraction(share).limit_denominator(100000)

    def paintEvent(self, event: QPaintEvent | None) -> None:
        theme = Theme.of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.height() / 2
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.line)
        painter.drawRoundedRect(QRectF(8, middle - 2, self.width() - 16, 4), 2, 2)
        x = self._x(self._drag if self._drag is not None else self._time)
        painter.setBrush(theme.accent)
        painter.drawRoundedRect(QRectF(8, middle - 2, x - 8, 4), 2, 2)
        if self._loop is not None:
            start = self._x(self._loop.start)
            end = start if self._loop.end is None else self._x(self._loop.end)
            painter.setBrush(theme.warning)
            painter.drawRect(QRectF(start, middle - 8, max(end - start, 2), 3))
        painter.setBrush(theme.text)
        painter.drawEllipse(QPointF(x, middle), 6, 6)

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        if event is not None and event.button() == Qt.MouseButton.LeftButton:
            self._move(event)

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:
        if event is not None and self._drag is not None:
            self._move(event)

    def mouseReleaseEvent(self, event: QMouseEvent | None) -> None:
        if self._drag is not None:
            time, self._drag = self._drag, None
            self.dropped.emit(time)
            self.update()

    def wheelEvent(self, event: QWheelEvent | None) -> None:
        if event is not None and event.angleDelta().y():
            self.wheeled.emit(-1 if event.angleDelta().y() > 0 else 1)

    def _move(self, event: QMouseEvent) -> None:
        self._drag = self._time_at(event.position().x())
        self.dragged.emit(self._drag)
        self.update()


class Transport(QWidget):
    """The bar of controls of a player."""

    command_wanted = pyqtSignal(str)
    """Id of the command whose button was pressed."""

    def __init__(self, player: Player, parent: QWidget) -> None:
        super().__init__(parent)
        self._player = player
        self.setFixedHeight(_HEIGHT)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(4, 2, 6, 2)
        layout.setSpacing(1)
        self.buttons: list[QToolButton] = []
        for command, sign in (
            ("play.first", "first"), ("play.second_back", "second_back"),
            ("play.frame_back", "frame_back"), ("play.toggle", "play"),
            ("play.frame_on", "frame_on"), ("play.second_on", "second_on"), ("play.last", "last"),
        ):  # fmt: skip
            button = SymbolButton(command, sign, self)
            button.clicked.connect(self._pressed)
            layout.addWidget(button)
            self.buttons.append(button)
            if command == "play.toggle":
                self._toggle = button
        self.slider = Slider(self)
        layout.addWidget(self.slider, 1)
        self._time = QLabel(self)
        self._time.setFont(tabular(scaled(self.font(), 1.0)))
        layout.addWidget(self._time)
        self._sound = SymbolButton("play.mute", "mute", self)
        self._sound.clicked.connect(self._pressed)
        self._sound_tip = self._silent_because = ""
        layout.addWidget(self._sound)
        self.buttons.append(self._sound)
        for command, text in (("play.slower", "–"), ("play.normal", "1x"), ("play.faster", "+")):
            plain = QToolButton(self)
            plain.setProperty("command", command)
            plain.setText(text)
            plain.setAutoRaise(True)
            plain.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            plain.setFixedSize(QSize(46 if command == "play.normal" else 24, 26))
            plain.clicked.connect(self._pressed)
            layout.addWidget(plain)
            self.buttons.append(plain)
            if command == "play.normal":
                self._speed = plain
        self.slider.dragged.connect(player.scrub)
        self.slider.dropped.connect(player.seek)
        self.slider.wheeled.connect(player.step)
        player.moved.connect(self._moved)
        player.playing_changed.connect(self._playing)
        player.rate_changed.connect(self._rated)
        self.refresh()

    def set_tips(self, tip: Callable[[str], str]) -> None:
        """Title and keys of each button's command, for tooltips and screen readers."""
        for button in self.buttons:
            text = tip(self._command_of(button))
            button.setToolTip(text)
            button.setAccessibleName(text)
        self._sound_tip = self._sound.toolTip()
        self._name_sound()

    def show_sound(self, heard: bool, why: str) -> None:
        """Whether the film is heard while it plays; `why` says why it is not."""
        self._sound.set_sign("sound" if heard else "mute")
        self._silent_because = why
        self._name_sound()

    def _name_sound(self) -> None:
        text = "\n".join(filter(None, (self._sound_tip, self._silent_because)))
        self._sound.setToolTip(text)
        self._sound.setAccessibleName(text)

    def refresh(self) -> None:
        """Read length and speed anew: another film, or a match that has grown."""
        self._rated(self._player.rate)
        self._moved(self._player.time, self._player.index)

    @staticmethod
    def _command_of(button: object) -> str:
        if isinstance(button, SymbolButton):
            return button.command
        assert isinstance(button, QToolButton)
        return str(button.property("command"))

    def _pressed(self) -> None:
        self.command_wanted.emit(self._command_of(self.sender()))

    def _moved(self, time: object, index: object) -> None:
        assert isinstance(time, Fraction)
        first, last = self._player.first, self._player.last
        self.slider.set_range(first, last)
        self.slider.set_time(time)
        self._time.setText(f"{clock_text(time, 2)} / {clock_text(last, 2)}")

    def _playing(self, playing: bool) -> None:
        self._toggle.set_sign("pause" if playing else "play")

    def _rated(self, rate: object) -> None:
        assert isinstance(rate, Fraction)
        self._speed.setText(speed_text(rate))
