"""Small painted signs: letter badges of the athletes, marks of rulings, glyphs of the referee.

They are drawn, not taken from a font, so that they look the same on every desktop.
"""

from __future__ import annotations

from PyQt6.QtCore import QPointF, QRectF, Qt
from PyQt6.QtGui import QColor, QFont, QIcon, QPainter, QPainterPath, QPen, QPixmap, QPolygonF

from annotator.model.vocabulary import Athlete
from annotator.scoring.ruling import Award, RulingKind
from annotator.scoring.wording import letter
from annotator.ui.views.theme import Theme, legible
from exports.ink import SHAPES, Shape


def paint_badge(
    painter: QPainter, rect: QRectF, theme: Theme, athlete: Athlete | None, font: QFont
) -> None:
    """An athlete's letter on the colour: red in a square, blue in a circle."""
    if athlete is None:
        return
    side = theme.side(athlete)
    radius = rect.height() * (0.2 if athlete == "red" else 0.5)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(side.strong)
    painter.drawRoundedRect(rect, radius, radius)
    small = QFont(font)
    small.setPixelSize(max(7, round(rect.height() * 0.68)))
    small.setBold(True)
    painter.setFont(small)
    painter.setPen(side.on_strong)
    painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, letter(athlete))
    painter.setFont(font)


def badge_icon(theme: Theme, athlete: Athlete, font: QFont, size: int = 16) -> QIcon:
    """The badge as an icon, sharp on screens of double density too."""
    pixmap = QPixmap(size * 2, size * 2)
    pixmap.setDevicePixelRatio(2.0)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_badge(painter, QRectF(0.5, 0.5, size - 1, size - 1), theme, athlete, font)
    painter.end()
    icon = QIcon(pixmap)
    # Else Qt tints it in a selected row, and the colours no longer say who it is.
    icon.addPixmap(pixmap, QIcon.Mode.Selected)
    return icon


def ruling_color(theme: Theme, kind: RulingKind, athlete: Athlete | None) -> QColor:
    """The colour of a ruling's mark."""
    if kind is RulingKind.VIOLATION:
        return theme.danger
    if kind is RulingKind.QUESTION:
        return theme.warning
    return theme.side(athlete).strong if athlete else theme.muted


def paint_ruling_mark(
    painter: QPainter,
    center: QPointF,
    radius: float,
    theme: Theme,
    kind: RulingKind,
    award: Award | None,
    athlete: Athlete | None,
) -> None:
    """Filled for what was given, hollow for what was not; the shape says what it is of."""
    color = ruling_color(theme, kind, athlete)
    given = kind is RulingKind.AWARD
    painter.setPen(QPen(theme.base if given else color, 1.0 if given else 1.6))
    painter.setBrush(color if given else theme.base)
    shape = _shape(kind, award)
    if shape is None:
        painter.drawEllipse(center, radius, radius)
    else:
        painter.drawPolygon(QPolygonF([center + point * radius for point in shape]))
    if kind is RulingKind.QUESTION:
        font = QFont(painter.font())
        before = painter.font()
        font.setPixelSize(max(7, round(radius * 1.6)))
        font.setBold(True)
        painter.setFont(font)
        box = QRectF(center.x() - radius, center.y() - radius, radius * 2, radius * 2)
        painter.setPen(legible(color, theme.base))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, "?")
        painter.setFont(before)


class MarkStore:
    """Marks of rulings as pictures: a lane may need hundreds, and few kinds of them."""

    def __init__(self, theme: Theme, radius: float, density: float) -> None:
        self._theme = theme
        self._radius = radius
        self._density = density
        self._pictures: dict[tuple[RulingKind, Award | None, Athlete | None], QPixmap] = {}

    def is_for(self, theme: Theme, density: float) -> bool:
        """Whether its pictures are in these colours and for such a screen."""
        return (self._theme, self._density) == (theme, density)

    def paint(
        self,
        painter: QPainter,
        center: QPointF,
        kind: RulingKind,
        award: Award | None,
        athlete: Athlete | None,
    ) -> None:
        """Paint a mark, its middle on the nearest pixel."""
        key = (kind, award, athlete)
        if key not in self._pictures:
            self._pictures[key] = self._picture(*key)
        half = self._radius + 3
        x = round((center.x() - half) * self._density) / self._density
        y = round((center.y() - half) * self._density) / self._density
        painter.drawPixmap(QPointF(x, y), self._pictures[key])

    def _picture(self, kind: RulingKind, award: Award | None, athlete: Athlete | None) -> QPixmap:
        half = self._radius + 3
        size = round(2 * half * self._density)
        picture = QPixmap(size, size)
        picture.setDevicePixelRatio(self._density)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = QPointF(half, half)
        paint_ruling_mark(painter, middle, self._radius, self._theme, kind, award, athlete)
        painter.end()
        return picture


def _points(*pairs: tuple[float, float]) -> list[QPointF]:
    return [QPointF(x, y) for x, y in pairs]


_DIAMOND = _points((0, -1.15), (1.15, 0), (0, 1.15), (-1.15, 0))
_SQUARE = _points((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9))
_TRIANGLE = _points((0, -1.1), (1.05, 0.85), (-1.05, 0.85))
_CROSS = _points(
    (-1, -0.5), (-0.5, -1), (0, -0.5), (0.5, -1), (1, -0.5), (0.5, 0),
    (1, 0.5), (0.5, 1), (0, 0.5), (-0.5, 1), (-1, 0.5), (-0.5, 0),
)  # fmt: skip


_OUTLINES: dict[Shape, list[QPointF]] = {
    "triangle": _TRIANGLE, "square": _SQUARE, "diamond": _DIAMOND, "cross": _CROSS,
}  # fmt: skip


def _shape(kind: RulingKind, award: Award | None) -> list[QPointF] | None:
    """The outline of a mark around (0, 0), the same as in the charts; None is a circle."""
    if kind is RulingKind.VIOLATION:
        return _CROSS
    return _OUTLINES.get(SHAPES[award]) if award else None


_GLYPHS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "start": (((0.12, 0), (1, 0.5), (0.12, 1)),),
    "resume": (((0.12, 0), (1, 0.5), (0.12, 1)),),
    "restart": (((0, 0), (0.18, 0), (0.18, 1), (0, 1)), ((0.3, 0), (1, 0.5), (0.3, 1))),
    "stop": (((0.08, 0.08), (0.92, 0.08), (0.92, 0.92), (0.08, 0.92)),),
    "freeze": (
        ((0.1, 0), (0.38, 0), (0.38, 1), (0.1, 1)),
        ((0.62, 0), (0.9, 0), (0.9, 1), (0.62, 1)),
    ),
    "end": (
        ((0, 0), (0.34, 0), (0.34, 1), (0, 1)),
        ((0.5, 0.15), (1, 0.15), (1, 0.85), (0.5, 0.85)),
    ),
    "foul": (
        (
            (0, 0.25),
            (0.25, 0),
            (0.5, 0.25),
            (0.75, 0),
            (1, 0.25),
            (0.75, 0.5),
            (1, 0.75),
            (0.75, 1),
            (0.5, 0.75),
            (0.25, 1),
            (0, 0.75),
            (0.25, 0.5),
        ),
    ),
    "warning": (((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)),),
    "mark": (((0.1, 0), (0.9, 0), (0.9, 1), (0.5, 0.66), (0.1, 1)),),
    "out_of_bounds": (
        ((0, 0.36), (0.4, 0.36), (0.4, 0.1), (0.8, 0.5), (0.4, 0.9), (0.4, 0.64), (0, 0.64)),
        ((0.86, 0), (1, 0), (1, 1), (0.86, 1)),
    ),
    "decision": (((0.1, 0), (0.24, 0), (0.24, 1), (0.1, 1)), ((0.3, 0), (1, 0.28), (0.3, 0.56))),
    "overtime": (((0, 0), (1, 0), (0.5, 0.5), (1, 1), (0, 1), (0.5, 0.5)),),
}
"""Outlines of the referee's glyphs in a square of side 1; what is not here is a disc."""


def referee_glyph(tag: str, box: QRectF) -> QPainterPath:
    """The glyph of a referee's tag, filling a square box."""
    path = QPainterPath()
    if tag not in _GLYPHS:
        path.addEllipse(box)
        return path
    side = box.width()
    for outline in _GLYPHS[tag]:
        path.addPolygon(
            QPolygonF([QPointF(box.x() + a * side, box.y() + b * side) for a, b in outline])
        )
        path.closeSubpath()
    return path
