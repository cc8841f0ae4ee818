"""One ruleset's scoreboard in its federation's manner: large points, the rest small; or one line."""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PyQt6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PyQt6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from annotator.scoring import wording
from annotator.scoring.board import Board, BoardRow, column_short
from annotator.text import tr
from annotator.ui.views.belts import belt_color
from annotator.ui.views.marks import paint_badge
from annotator.ui.views.theme import Theme, scaled, tabular

_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_CENTER = Qt.AlignmentFlag.AlignCenter
EDGE = 8
WIDEST = 380
"""Pixels: wider than this a board is not easier to read."""


class ScoreCard(QAbstractButton):
    """A board that can be pressed, which chooses its ruleset."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._board: Board | None = None
        self._small = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setMaximumWidth(WIDEST)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def board(self) -> Board | None:
        return self._board

    def set_board(self, board: Board) -> None:
        """Show a board; nothing is painted if it is the same."""
        if board == self._board:
            return
        self._board = board
        sentence = board.sentence()
        self.setToolTip(wording.tooltip(sentence))
        self.setAccessibleName(board.title)
        self.setAccessibleDescription(sentence)
        self.updateGeometry()
        self.update()

    def set_small(self, small: bool) -> None:
        """Whether one line has to do."""
        if small != self._small:
            self._small = small
            self.updateGeometry()
            self.update()

    @property
    def small(self) -> bool:
        return self._small

    def set_theme(self, theme: Theme) -> None:
        self._theme = theme
        self.update()

    def sizeHint(self) -> QSize:
        """Room for a name and the columns."""
        if self._small:
            return QSize(self.minimumSizeHint().width(), self._line())
        wide = self.fontMetrics().horizontalAdvance("Camille Lefèvre") + 56 + sum(self._widths())
        return QSize(wide, self._head() + 2 * self._row() + self._foot() + 10)

    def minimumSizeHint(self) -> QSize:
        """Names may be cut; numbers never."""
        if self._small:
            wide = self.fontMetrics().horizontalAdvance("M" * 7)
            return QSize(wide + 2 * self._small_cell() + 2 * EDGE, self._line())
        least = 86 + sum(self._widths()) + 2 * EDGE
        if self._board is not None and self._board.layout == "halves":
            # Points and all other numbers with their names, twice.
            small = QFontMetrics(scaled(self.font(), 0.82))
            names = "  ".join(f"{heading} 00" for _, heading in self._headings()[1:])
            large = QFontMetrics(self._figures(1.75, bold=True))
            shown = ["00", *(self._number(row, "points") for row in self._board.rows)]
            points = max(map(large.horizontalAdvance, shown))
            least = 2 * (small.horizontalAdvance(names) + points + 32)
        return QSize(least, self.sizeHint().height())

    def paintEvent(self, event: QPaintEvent | None) -> None:
        """Paint the board."""
        board, theme = self._board, self._theme
        if board is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        frame = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.setPen(QPen(theme.accent if self.hasFocus() else theme.line, 1))
        painter.setBrush(theme.raised if self.underMouse() else theme.panel)
        painter.drawRoundedRect(frame, 6, 6)
        if self._small:
            self._paint_line(painter, board)
            painter.end()
            return
        self._paint_head(painter, board)
        if board.layout == "halves":
            self._paint_halves(painter, board, self._head() + 2)
            self._paint_foot(painter, board, self._head() + 4 + 2 * self._row())
            painter.end()
            return
        top = self._head() + 2
        for row in board.rows:
            self._paint_row(painter, board, row, top)
            top += self._row()
        self._paint_foot(painter, board, top + 2)
        painter.end()

    # Measures, all from the font.

    def _line(self) -> int:
        return round(self.fontMetrics().height() * 1.55)

    def _small_cell(self) -> int:
        """Room for a letter and two digits, or for the more that is shown."""
        metrics = QFontMetrics(self._figures(1.0, bold=True))
        texts = [f"{wording.letter(athlete)} 00" for athlete in ("red", "blue")]
        texts += [self._small_text(row) for row in (self._board.rows if self._board else ())]
        return max(map(metrics.horizontalAdvance, texts)) + 12

    def _small_text(self, row: BoardRow) -> str:
        """Whose points, and how many."""
        return f"{wording.letter(row.athlete)} {self._number(row, 'points')}"

    def _number(self, row: BoardRow, column: str) -> str:
        columns = self._board.columns if self._board is not None else ()
        return dict(zip(columns, row.numbers, strict=True)).get(column, "")

    def _head(self) -> int:
        return self.fontMetrics().height() + 8

    def _row(self) -> int:
        return round(self.fontMetrics().height() * 1.75)

    def _foot(self) -> int:
        return self.fontMetrics().height() + 4

    def _widths(self) -> list[int]:
        """The columns' widths: points are large, and neither a heading nor a number is cut."""
        high = self.fontMetrics().height()
        headings = QFontMetrics(scaled(self.font(), 0.8))
        columns = self._headings()
        return [
            max(
                round(high * (2.25 if column == "points" else 1.4)),
                headings.horizontalAdvance(heading) + 5,
                self._widest(column),
            )
            for column, heading in columns
        ]

    def _widest(self, column: str) -> int:
        """Room for the longer of both athletes' numbers in a column, as large as it is painted."""
        board = self._board
        if board is None or column in board.dots:
            return 0
        points = column == "points"
        metrics = QFontMetrics(self._figures(1.45 if points else 1.05, bold=points))
        numbers = (self._number(row, column) for row in board.rows)
        return max(map(metrics.horizontalAdvance, numbers), default=0) + (10 if points else 4)

    def _headings(self) -> list[tuple[str, str]]:
        """Each column with its heading."""
        board = self._board
        if board is None:
            return []
        return [
            (column, column_short(column, name))
            for column, name in zip(board.columns, board.column_names, strict=True)
        ]

    def _cells(self) -> list[tuple[int, int]]:
        """Left edge and width of each column, from the right edge inwards."""
        widths = self._widths()
        left = self.width() - EDGE - sum(widths)
        cells = []
        for width in widths:
            cells.append((left, width))
            left += width
        return cells

    def _paint_head(self, painter: QPainter, board: Board) -> None:
        theme, cells = self._theme, self._cells()
        small = scaled(self.font(), 0.8)
        painter.setFont(small)
        painter.setPen(theme.muted)
        for (left, width), (_, text) in zip(cells, self._headings(), strict=True):
            if board.layout == "halves":
                break  # there the numbers bear their names themselves
            painter.drawText(QRect(left, 3, width, self._head() - 2), _CENTER, text)
        room = (cells[0][0] if cells else self.width()) - EDGE - 4
        bold = scaled(self.font(), 0.95, bold=True)
        painter.setFont(bold)
        metrics = painter.fontMetrics()
        title = self.heading(metrics, room)
        painter.setPen(theme.text)
        painter.drawText(QRect(EDGE, 3, room, self._head() - 2), _LEFT, title)
        used = metrics.horizontalAdvance(title) + 8
        painter.setFont(small)
        for subtitle in (board.edition, board.ruleset if title == board.title else ""):
            if subtitle and painter.fontMetrics().horizontalAdvance(subtitle) <= room - used:
                painter.setPen(theme.muted)
                box = QRect(EDGE + used, 4, room - used, self._head() - 2)
                painter.drawText(box, _LEFT, subtitle)
                break

    def heading(self, metrics: QFontMetrics, room: int) -> str:
        """The ruleset's name; where it would be cut, and might look like another's, its id."""
        if self._board is None:
            return ""
        if metrics.horizontalAdvance(self._board.title) <= room:
            return self._board.title
        return metrics.elidedText(self._board.ruleset, Qt.TextElideMode.ElideMiddle, room)

    def _paint_row(self, painter: QPainter, board: Board, row: BoardRow, top: int) -> None:
        theme, side, high = self._theme, self._theme.side(row.athlete), self._row()
        cells = self._cells()
        end = cells[0][0] if cells else self.width() - EDGE
        body = QRectF(EDGE - 4, top + 1, self.width() - 2 * EDGE + 8, high - 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.base)
        painter.drawRoundedRect(body, 4, 4)
        painter.setFont(self.font())
        badge = QRectF(EDGE + 1, top + high / 2 - 8.5, 17, 17)
        paint_badge(painter, badge, theme, row.athlete, self.font())
        left = EDGE + 24
        left = self._paint_belt(painter, row, left, top, high)
        if board.winner == row.athlete:
            painter.setFont(scaled(self.font(), 1.0, bold=True))
        name = fitting_name(row.name, painter.fontMetrics(), end - left - 4)
        if name.endswith("…"):
            painter.setFont(scaled(painter.font(), 0.86))
            name = fitting_name(row.name, painter.fontMetrics(), end - left - 4)
        painter.setPen(theme.text)
        painter.drawText(QRect(left, top, max(0, end - left), high), _LEFT, name)
        for (x, width), column, number in zip(cells, board.columns, row.numbers, strict=True):
            box = QRect(x, top, width, high)
            if column == "points":
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(side.strong)
                painter.drawRoundedRect(QRectF(x, top + 1, width - 2, high - 2), 4, 4)
                painter.setFont(self._figures(1.45, bold=True))
                painter.setPen(side.on_strong)
                painter.drawText(box.adjusted(0, 0, -2, 0), _CENTER, number)
            elif column in board.dots:
                self._paint_dots(painter, board, column, number, box)
            else:
                painter.setFont(self._figures(1.05))
                painter.setPen(theme.muted if number == "0" else theme.text)
                painter.drawText(box, _CENTER, number)

    def _paint_belt(self, painter: QPainter, row: BoardRow, left: int, top: int, high: int) -> int:
        """A strip in the belt's colour before the name; returns where the name begins."""
        color: QColor | None = belt_color(row.belt)
        if color is None:
            return left
        painter.setPen(QPen(self._theme.line, 1))
        painter.setBrush(color)
        painter.drawRect(QRectF(left + 0.5, top + high * 0.25, 5, high * 0.5))
        return left + 11

    def _paint_dots(
        self, painter: QPainter, board: Board, column: str, number: str, box: QRect
    ) -> None:
        """A dot for each; hollow ones up to the number that disqualifies."""
        count = int(number) if number.isdigit() else 0
        places = max(count, board.fatal if column == "penalties" else 0, 1)
        step = min(11.0, (box.width() - 4) / places)
        size = min(8.0, step - 2)
        left = box.center().x() - step * places / 2 + step / 2
        for place in range(places):
            filled = place < count
            painter.setPen(QPen(self._theme.warning if filled else self._theme.line, 1.2))
            painter.setBrush(self._theme.warning if filled else Qt.BrushStyle.NoBrush)
            middle = QPointF(left + place * step, box.center().y() + 0.5)
            painter.drawEllipse(middle, size / 2, size / 2)

    def _paint_halves(self, painter: QPainter, board: Board, top: int) -> None:
        """Side by side in the athletes' colours: the name, large points, the rest in words."""
        high, middle = 2 * self._row(), self.width() / 2
        for number, row in enumerate(board.rows):
            side = self._theme.side(row.athlete)
            left = EDGE - 4 if number == 0 else middle + 1
            half = QRectF(left, top, middle - EDGE + 3, high)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(side.strong)
            painter.drawRoundedRect(half, 4, 4)
            painter.setPen(side.on_strong)
            painter.setFont(scaled(self.font(), 0.95, bold=board.winner == row.athlete))
            inner = half.toRect().adjusted(8, 2, -8, -2)
            head = QRect(inner.left(), inner.top(), inner.width(), inner.height() // 2 - 4)
            letter = wording.letter(row.athlete)
            room = head.width() - painter.fontMetrics().horizontalAdvance(f"{letter} ")
            name = fitting_name(row.name, painter.fontMetrics(), room)
            painter.drawText(head, _LEFT, f"{letter} {name}")
            below = QRect(
                inner.left(), head.bottom(), inner.width(), inner.bottom() - head.bottom()
            )
            counts = dict(zip(board.columns, row.numbers, strict=True))
            painter.setFont(self._figures(1.75, bold=True))
            points = counts.pop("points", "")
            painter.drawText(below, _LEFT, points)
            below.setLeft(below.left() + painter.fontMetrics().horizontalAdvance(points) + 8)
            painter.setFont(self._figures(0.82))
            told = (
                f"{heading} {counts[column]}"
                for column, heading in self._headings() if column in counts
            )  # fmt: skip
            text = wording.joined(told, "  ")
            text = painter.fontMetrics().elidedText(
                text, Qt.TextElideMode.ElideRight, below.width()
            )
            painter.drawText(below, int(_LEFT | Qt.AlignmentFlag.AlignBottom), text)

    def _paint_line(self, painter: QPainter, board: Board) -> None:
        """The ruleset, and both athletes' points on their colours."""
        theme, cell, high = self._theme, self._small_cell(), self.height()
        left = self.width() - EDGE - 2 * cell
        painter.setFont(scaled(self.font(), 0.9))
        painter.setPen(theme.text)
        room = left - EDGE - 4
        title = self.heading(painter.fontMetrics(), room)
        painter.drawText(QRect(EDGE, 0, room, high), _LEFT, title)
        painter.setFont(self._figures(1.0, bold=True))
        for row in board.rows:
            side = theme.side(row.athlete)
            box = QRectF(left, 4, cell - 2, high - 8)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(side.strong)
            painter.drawRoundedRect(box, 4, 4)
            painter.setPen(side.on_strong)
            painter.drawText(box, _CENTER, self._small_text(row))
            left += cell

    def _paint_foot(self, painter: QPainter, board: Board, top: int) -> None:
        theme = self._theme
        painter.setFont(scaled(self.font(), 0.85))
        metrics = painter.fontMetrics()
        text = wording.joined((tr("Final {score}", score=board.final), board.verdict_short))
        box = QRect(EDGE, top, self.width() - 2 * EDGE, self._foot())
        now = board.banner
        if board.hold is not None:
            now = wording.joined((wording.letter(board.hold[0]), board.hold[1]), " ")
        if now:
            # What holds at this moment comes first, on a ground of its own.
            painter.setFont(scaled(self.font(), 0.85, bold=True))
            wide = painter.fontMetrics().horizontalAdvance(now) + 12
            ground = QRectF(box.left() - 4, box.top() + 1, wide, box.height() - 2)
            side = theme.side(board.hold[0] if board.hold is not None else None)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(side.fill)
            painter.drawRoundedRect(ground, 4, 4)
            painter.setPen(side.on_fill)
            painter.drawText(ground, _CENTER, now)
            box.setLeft(box.left() + wide + 4)
            painter.setFont(scaled(self.font(), 0.85))
        painter.setPen(theme.muted)
        painter.drawText(
            box, _LEFT, metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        )

    def _figures(self, factor: float, *, bold: bool = False) -> QFont:
        return tabular(scaled(self.font(), factor, bold=bold))


def fitting_name(name: str, metrics: QFontMetrics, room: int) -> str:
    """As much of a name as fits: `Camille Lefèvre`, `C. Lefèvre`, `Lefèvre`, or a cut of that."""
    *first, last = name.split() or [""]
    initials = " ".join([f"{part[0]}." for part in first] + [last])
    for text in (name, initials, last):
        if metrics.horizontalAdvance(text) <= room:
            return text
    return metrics.elidedText(last, Qt.TextElideMode.ElideRight, max(0, room))
