"""The charts in the window: the same drawings as on paper, in the window's colours, each a way to the film."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from PyQt6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import (
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QShowEvent,
)
from PyQt6.QtWidgets import (
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from annotator.model.match import Match
from annotator.model.time import clock_text, first_frame_at
from annotator.scoring import wording
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import ScoreSheet
from annotator.text import tr
from annotator.ui.tagging.answers import answer_style
from annotator.ui.tagging.questions import Choice
from annotator.ui.views.theme import Theme
from annotator.ui.views.view import MatchView
from exports.ink import Inks, Look
from exports.spots import Spot, spot_at

NAMES = ("timeline", "control", "rulesets", "transitions")
DOTS = 108.0
"""Pixels per inch of the sheet: the smallest letters are then as high as those of the lists."""
LEAST_WIDTH, MOST_WIDTH = 6.3, 16.0
"""Inches: narrower and wider ones are scrolled, or leave room at the side."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn chart; `spots` say in inches what lies where, `height` is that of the sheet."""

    name: str
    image: QImage
    spots: tuple[Spot, ...]
    height: float


@dataclass(frozen=True, slots=True)
class Order:
    """What to draw, and how: plain values for a worker."""

    name: str
    match: Match
    sheets: tuple[ScoreSheet, ...]
    rulesets: tuple[Ruleset, ...]
    look: Look
    density: float

    def draw(self) -> Picture:
        """Draw it. Loads matplotlib at the first time."""
        from exports.charts import draw_chart, screen_picture

        sheet = draw_chart(self.name, self.match, self.sheets, self.rulesets, self.look)
        image = QImage.fromData(screen_picture(sheet, DOTS * self.density), "PNG")
        image.setDevicePixelRatio(self.density)
        return Picture(self.name, image, tuple(sheet.spots), float(sheet.get_figheight()))


def theme_inks(theme: Theme) -> Inks:
    """The window's colours by what a chart needs them for."""
    return Inks(
        theme.base.name(), theme.text.name(), theme.muted.name(), theme.grid.name(),
        theme.panel.name(), theme.line.name(),
        {"red": theme.red.strong.name(), "blue": theme.blue.strong.name()},
        {
            "red": theme.red.fill.name(), "blue": theme.blue.fill.name(),
            None: theme.nobody.fill.name(),
        },
    )  # fmt: skip


class Canvas(QWidget):
    """Shows a picture, and says which of its spots is pressed, or gone to by the arrow keys."""

    chosen = pyqtSignal(object, float)
    """A Spot, and where in it, in inches from the left of the sheet."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.picture: Picture | None = None
        self.theme = Theme.of(self.palette())
        self._stop: int | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_picture(self, picture: Picture) -> None:
        """Show this picture, as large as it is."""
        if self.picture is None or self.picture.name != picture.name:
            self._stop = None
        self.picture = picture
        self.setFixedSize(picture.image.deviceIndependentSize().toSize())
        self.update()

    def spot_at(self, place: QPointF) -> Spot | None:
        """What lies at a place of the widget."""
        if self.picture is None:
            return None
        x, y = self._inches(place)
        return spot_at(self.picture.spots, x, y)

    def box_of(self, spot: Spot) -> QRectF:
        """Where a spot lies on the widget."""
        height = self.picture.height if self.picture is not None else 0.0
        return QRectF(
            spot.left * DOTS, (height - spot.top) * DOTS,
            (spot.right - spot.left) * DOTS, (spot.top - spot.bottom) * DOTS,
        )  # fmt: skip

    def paintEvent(self, event: QPaintEvent | None) -> None:
        """Paint the picture, and a frame around the spot that the arrow keys stand on."""
        if self.picture is None:
            return
        painter = QPainter(self)
        painter.drawImage(0, 0, self.picture.image)
        stops = self._stops()
        if self.hasFocus() and self._stop is not None and self._stop < len(stops):
            painter.setPen(QPen(self.theme.accent, 2))
            painter.drawRect(self.box_of(stops[self._stop]).adjusted(-2, -2, 2, 2))
        painter.end()

    def mousePressEvent(self, event: QMouseEvent | None) -> None:
        """Go where the spot leads."""
        if event is not None and event.button() is Qt.MouseButton.LeftButton:
            spot = self.spot_at(event.position())
            if spot is not None:
                self.chosen.emit(spot, self._inches(event.position())[0])

    def mouseMoveEvent(self, event: QMouseEvent | None) -> None:
        """A hand where a press leads somewhere."""
        if event is not None:
            leads = self.spot_at(event.position()) is not None
            shape = Qt.CursorShape.PointingHandCursor if leads else Qt.CursorShape.ArrowCursor
            self.setCursor(shape)

    def event(self, event: QEvent | None) -> bool:
        """Say what lies under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            spot = self.spot_at(QPointF(event.pos()))
            told = spot_text(spot) if spot is not None else ""
            QToolTip.showText(event.globalPos(), wording.tooltip(told), self)
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        """Arrows go from spot to spot; letters and figures go to the window."""
        if event is None:
            return
        steps = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}
        stops = self._stops()
        if event.key() not in steps or not stops:
            event.ignore()
            return
        step = steps[Qt.Key(event.key())]
        start = -1 if step > 0 else 0
        self._stop = ((self._stop if self._stop is not None else start) + step) % len(stops)
        spot = stops[self._stop]
        self.setAccessibleDescription(spot_text(spot))
        self.update()
        self.chosen.emit(spot, spot.left)

    def _stops(self) -> list[Spot]:
        """The spots that the arrow keys go to: everything that is something by itself."""
        spots = self.picture.spots if self.picture is not None else ()
        named = {(spot.text, spot.moments): spot for spot in spots if spot.until is None}
        return sorted(named.values(), key=lambda spot: (spot.moments[0], spot.left))

    def _inches(self, place: QPointF) -> tuple[float, float]:
        height = self.picture.height if self.picture is not None else 0.0
        return place.x() / DOTS, height - place.y() / DOTS


def spot_text(spot: Spot) -> str:
    """What a spot is, and where it leads."""
    if spot.until is not None:
        return tr("A click shows this moment.")
    times = ", ".join(clock_text(moment, 2) for moment in spot.moments[:6])
    more = "…" if len(spot.moments) > 6 else ""
    return f"{spot.text}\n{times}{more}"


class ChartView(MatchView):
    """One chart at a time, drawn by whoever hears `wanted`, and scrolled where it is larger."""

    wanted = pyqtSignal(object, bool)
    """An Order to draw, and whether somebody waits for it."""
    tags_chosen = pyqtSignal(object)
    """A list of tag ids: select them all."""
    save_pressed = pyqtSignal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = NAMES[0]
        self._asked: Order | None = None
        self.canvas = Canvas(self)
        self.canvas.chosen.connect(self._go)
        self._hint = QLabel(self)
        self._hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._area = QScrollArea(self)
        self._area.setWidget(self.canvas)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self._area.hide()
        self._buttons = {name: self._button() for name in NAMES}
        group = QButtonGroup(self)
        top = QHBoxLayout()
        top.setContentsMargins(4, 2, 4, 0)
        top.setSpacing(4)
        for button in self._buttons.values():
            button.setCheckable(True)
            group.addButton(button)
            button.clicked.connect(self._pressed)
            top.addWidget(button)
        top.addStretch(1)
        self.save_button = self._button()
        self.save_button.clicked.connect(self.save_pressed)
        top.addWidget(self.save_button)
        box = QVBoxLayout(self)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(2)
        box.addLayout(top)
        box.addWidget(self._hint, 1)
        box.addWidget(self._area, 1)
        self.setFocusProxy(self.canvas)
        self._language_changed()
        self._theme_changed()

    def chart(self) -> str:
        """The name of the chart shown."""
        return self._name

    def show_chart(self, name: str) -> None:
        """Show this chart, one of `NAMES`."""
        self._name = name
        self._dress()
        self._area.ensureVisible(0, 0)
        self._order(at_once=True)

    def set_picture(self, picture: Picture) -> None:
        """Show what was drawn, unless another chart is looked at by now."""
        if picture.name == self._name:
            self.canvas.show_picture(picture)
            self.canvas.setAccessibleName(self._titles()[picture.name])
            self._hint.hide()
            self._area.show()

    def forget(self) -> None:
        """What was drawn is not sure to be right any more."""
        self._asked = None

    def sizeHint(self) -> QSize:
        """A wide sheet."""
        return QSize(640, 320)

    def showEvent(self, event: QShowEvent | None) -> None:
        """What changed while it was hidden is drawn now."""
        super().showEvent(event)
        self._order(at_once=True)

    def resizeEvent(self, event: QResizeEvent | None) -> None:
        """A sheet is as wide as there is room."""
        super().resizeEvent(event)
        self._order(at_once=False)

    # -- what is given ------------------------------------------------------------------------

    def _sheets_changed(self) -> None:
        self._order(at_once=False)

    def _theme_changed(self) -> None:
        self.canvas.theme = self._theme
        self._dress()
        self._order(at_once=True)

    def _language_changed(self) -> None:
        for name, title in self._titles().items():
            self._buttons[name].setText(title)
        self.save_button.setText(tr("Save picture…"))
        self.save_button.setToolTip(tr("Save this chart as it is printed: PNG, SVG or PDF"))
        self._hint.setText(tr("The chart is being drawn…"))

    # -- what is done -------------------------------------------------------------------------

    def order(self) -> Order:
        """What is to be drawn now."""
        bar = self._area.verticalScrollBar()
        room = self.width() - (bar.sizeHint().width() if bar is not None else 0) - 2
        width = min(max(room / DOTS, LEAST_WIDTH), MOST_WIDTH)
        height = max(1.5, (self.height() - self.save_button.height() - 12) / DOTS)
        look = Look((width, height), theme_inks(self._theme), headed=False)
        sheets = tuple(self._sheets[ruleset.id] for ruleset in self._rulesets)
        return Order(
            self._name, self._match, sheets, tuple(self._rulesets), look, self.devicePixelRatioF()
        )

    def _order(self, *, at_once: bool) -> None:
        """Have it drawn, if it is looked at and would come out differently."""
        if not self.isVisible():
            return
        order = self.order()
        if order != self._asked:
            self._asked = order
            self.wanted.emit(order, at_once)

    def _go(self, spot: Spot, x: float) -> None:
        if spot.tags:
            self.tags_chosen.emit(list(spot.tags))
        self._say_time(self._first_frame(spot.moment(x, self._playhead)))

    def _first_frame(self, time: Fraction) -> Fraction:
        """The first frame at or after a moment, as rulings have it; the moment itself without a film."""
        if not self._frames:
            return time
        frame = first_frame_at(self._frames, time)
        return self._frames[-1 if frame is None else frame]

    def _pressed(self) -> None:
        for name, button in self._buttons.items():
            if button is self.sender():
                self.show_chart(name)

    def _dress(self) -> None:
        for name, button in self._buttons.items():
            button.setChecked(name == self._name)
            choice = Choice("", "", given=name == self._name)
            button.setStyleSheet(answer_style(choice, self._theme))
        self.save_button.setStyleSheet(answer_style(Choice("", ""), self._theme))

    def _button(self) -> QPushButton:
        button = QPushButton(self)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    @staticmethod
    def _titles() -> dict[str, str]:
        return {
            "timeline": tr("Scored timeline"),
            "control": tr("Control time"),
            "rulesets": tr("Rulesets"),
            "transitions": tr("Transitions"),
        }
