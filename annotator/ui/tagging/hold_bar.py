"""The countdown in the tag panel: under each ruleset, which hold is complete next, and in how long."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from PyQt6.QtCore import QEvent, QObject, QRectF, QSize, Qt, pyqtSignal
from PyQt6.QtGui import QHelpEvent, QPainter, QPaintEvent
from PyQt6.QtWidgets import QSizePolicy, QToolTip, QWidget

from annotator.model.match import Match
from annotator.model.vocabulary import Athlete
from annotator.scoring.wording import clause_text, gives_text, joined, letter, rules_language
from annotator.text import seconds_text, tenths_text, tr, with_semicolons
from annotator.ui.views.theme import Theme, scaled, text_on
from annotator.ui.workers import Newest, Progress, Workers

if TYPE_CHECKING:
    from annotator.scoring.holds import Hold
    from annotator.scoring.ruleset import Ruleset

_COLUMNS = 3


class HoldWatch(QObject):
    """Finds the holds of the match that was scored last, in a worker."""

    found = pyqtSignal(object)
    """Holds by ruleset id."""
    failed = pyqtSignal(object)

    def __init__(self, workers: Workers, parent: QObject) -> None:
        super().__init__(parent)
        self._newest = Newest(workers, self)
        self._newest.done.connect(self.found)
        self._newest.failed.connect(self.failed)

    def find(self, match: Match, rulesets: Sequence[Ruleset]) -> None:
        """Find the holds of this match, in the place of any that still waits."""
        chosen = tuple(rulesets)

        def work(progress: Progress) -> object:
            from annotator.scoring.holds import holds

            return {ruleset.id: holds(match, ruleset) for ruleset in chosen}

        self._newest.submit(work)


@dataclass(frozen=True, slots=True)
class Cell:
    """What is shown of a ruleset: its name, or a short one where that finds no room, the hold that
    is complete next, and how far it is.
    """

    name: str
    short: str
    athlete: Athlete | None = None
    gives: str = ""
    left: str = ""
    share: float = 0.0
    tip: str = ""


class HoldBar(QWidget):
    """A cell for each chosen ruleset, which fills up while a hold runs. It never says a score."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.cells: tuple[Cell, ...] = ()
        self._rulesets: tuple[Ruleset, ...] = ()
        self._holds: Mapping[str, tuple[Hold, ...]] = {}
        self._time = Fraction(0)
        self._theme = Theme.of(self.palette())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def sizeHint(self) -> QSize:
        rows = -(-len(self.cells) // _COLUMNS)
        return QSize(200, rows * (self._row() + 3) - 3)

    def _row(self) -> int:
        return self.fontMetrics().height() + 3

    # ------------------------------------------------------------------ what it is given

    def set_rulesets(self, rulesets: Sequence[Ruleset]) -> None:
        """The rulesets that the match is scored under."""
        if tuple(rulesets) != self._rulesets:
            self._rulesets = tuple(rulesets)
            self._holds = {}
            self._refresh()
            self.setVisible(bool(rulesets))
            self.updateGeometry()

    def set_holds(self, found: Mapping[str, tuple[Hold, ...]]) -> None:
        """The holds of the match, by ruleset id."""
        self._holds = found
        self._refresh()

    def set_time(self, time: Fraction) -> None:
        self._time = time
        self._refresh()

    def _refresh(self) -> None:
        cells = tuple(self._cell(ruleset) for ruleset in self._rulesets)
        if cells != self.cells:
            self.cells = cells
            self.setAccessibleName(with_semicolons(cell.tip for cell in cells))
            self.update()

    def _cell(self, ruleset: Ruleset) -> Cell:
        name = ruleset.name(rules_language())
        now = [hold for hold in self._holds.get(ruleset.id, ()) if hold.runs_at(self._time)]
        if not now:
            return Cell(name, ruleset.id, tip=tr("{ruleset}: no hold runs", ruleset=name))
        # Of those that are full the last, else the one that is full first.
        first = min(now, key=lambda hold: (hold.missing(self._time), -hold.start))
        left = first.missing(self._time)
        shown = tr("full") if left == 0 else tr("{seconds} s", seconds=_missing_text(left))
        lines = [
            tr("{clause}, {gives}: {left} s of {needed} s are missing",
               clause=clause_text(ruleset, hold.clause), gives=gives_text(hold.gives),
               left=_missing_text(hold.missing(self._time)), needed=seconds_text(hold.needed))
            for hold in now
        ]  # fmt: skip
        return Cell(
            name, ruleset.id, first.athlete, gives_text(first.gives), shown,
            float(first.held(self._time) / first.needed), "\n".join((name, *lines)),
        )  # fmt: skip

    # ------------------------------------------------------------------ painting

    def event(self, event: QEvent | None) -> bool:
        if isinstance(event, QHelpEvent) and event.type() is QEvent.Type.ToolTip:
            for box, cell in self._boxes():
                if box.contains(event.pos().toPointF()):
                    QToolTip.showText(event.globalPos(), cell.tip, self)
            return True
        return super().event(event)

    def changeEvent(self, event: QEvent | None) -> None:
        super().changeEvent(event)
        if event is not None and event.type() is QEvent.Type.PaletteChange:
            self._theme = Theme.of(self.palette())
            self.update()

    def _boxes(self) -> list[tuple[QRectF, Cell]]:
        columns = min(_COLUMNS, len(self.cells)) or 1
        width = (self.width() - 3 * (columns - 1)) / columns
        row = self._row()
        return [
            (QRectF(n % columns * (width + 3), n // columns * (row + 3), width, row), cell)
            for n, cell in enumerate(self.cells)
        ]

    def paintEvent(self, event: QPaintEvent | None) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for box, cell in self._boxes():
            self._paint(painter, box.adjusted(0.5, 0.5, -0.5, -0.5), cell)

    def _paint(self, painter: QPainter, box: QRectF, cell: Cell) -> None:
        theme = self._theme
        painter.setPen(theme.line)
        painter.setBrush(theme.base)
        painter.drawRoundedRect(box, 3, 3)
        filled = QRectF(box.x(), box.y(), box.width() * cell.share, box.height())
        if cell.athlete is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.side(cell.athlete).fill)
            painter.drawRoundedRect(filled, 3, 3)
        right = joined((letter(cell.athlete), cell.gives, cell.left), " ")
        painter.setFont(scaled(self.font(), 0.8, bold=True))
        room = painter.fontMetrics().horizontalAdvance(right) + 6
        inside = box.adjusted(4, 0, -4, 0)
        # Half of it may stand on the filling: an ink that is read on both.
        painter.setPen(text_on(theme.base))
        painter.drawText(inside, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, right)
        painter.setFont(scaled(self.font(), 0.8))
        metrics, left = painter.fontMetrics(), int(inside.width() - room)
        name = cell.name if metrics.horizontalAdvance(cell.name) <= left else cell.short
        name = metrics.elidedText(name, Qt.TextElideMode.ElideRight, left)
        painter.setPen(text_on(theme.base) if cell.athlete else theme.muted)
        painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter, name)


def _missing_text(seconds: Fraction) -> str:
    """Seconds that are still missing, rounded up: `0.1` until there is nothing left."""
    return tenths_text(ceil(seconds * 10))
