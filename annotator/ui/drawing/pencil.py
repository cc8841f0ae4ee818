"""What the pointer does to drawings: begin one, follow the pointer, hold one by a point or whole.

No widgets: spots of the view come in, drawings go out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from PyQt6.QtCore import QPointF, QRectF

from annotator.model.drawing import MOST_POINTS, Drawing, Point, Shape
from annotator.model.time import FrameRef
from annotator.ui.drawing.placing import (
    distance_to,
    point_at,
    spot_of,
    squared,
    straightened,
)
from annotator.ui.player.framing import Framing

NEAR = 9.0
"""So near (points of the view) the pointer has to be to what it means."""
_SHORTEST = 4.0  # what was pulled less far was a click
_STEP = 2.0  # between two points of a freehand line
_DIRECTIONS = 8


@dataclass(frozen=True, slots=True)
class Style:
    """How the next drawing looks, and for how long it is seen."""

    colour: int = 1
    width: int = 7
    shown: Fraction = Fraction(2)
    fade_in: Fraction = Fraction(1, 4)
    fade_out: Fraction = Fraction(1, 2)

    def on(self, drawing: Drawing) -> Drawing:
        """The drawing in this style."""
        return replace(
            drawing, colour=self.colour, width=self.width, shown=self.shown, fade_in=self.fade_in,
            fade_out=self.fade_out,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class View:
    """Where the picture lies in the view, and how it is seen."""

    place: QRectF
    framing: Framing

    def point(self, spot: QPointF) -> Point:
        return point_at(spot, self.place, self.framing)

    def spot(self, point: Point) -> QPointF:
        return spot_of(point, self.place, self.framing)


class Pencil:
    """A drawing being made or moved: `draft`, which is in no match yet."""

    def __init__(self) -> None:
        self.draft: Drawing | None = None
        self._from = QPointF()
        self._held: int | None = None  # the point that follows; None: the whole drawing
        self._moved = False
        self._second_arm = False

    @property
    def busy(self) -> bool:
        return self.draft is not None

    @property
    def follows_unpressed(self) -> bool:
        """Whether a point follows the pointer though no button is held: an angle's second arm."""
        return self._second_arm

    def drop(self) -> None:
        """Give up what is being drawn or moved."""
        self.draft, self._second_arm = None, False

    def begin(self, drawing: Drawing, spot: QPointF, view: View) -> None:
        """Begin a drawing whose points are all here; the last one follows the pointer."""
        point = view.point(spot)
        if drawing.shape is Shape.FREEHAND:
            self._hold(replace(drawing, points=(point,)), spot, 0)
        elif drawing.shape is Shape.ANGLE:
            self._hold(replace(drawing, points=(point, point, point)), spot, 1)
        else:
            self._hold(replace(drawing, points=(point, point)), spot, 1)

    def hold(self, drawing: Drawing, spot: QPointF, point: int | None) -> None:
        """Hold a drawing by one of its points, or (None) whole."""
        self._hold(drawing, spot, point)

    def _hold(self, drawing: Drawing, spot: QPointF, point: int | None) -> None:
        self.draft, self._from, self._held, self._moved = drawing, spot, point, False
        self._second_arm = False

    def follow(self, spot: QPointF, view: View, *, straight: bool) -> None:
        """The pointer is here now. `straight`: in one of eight directions, or a true circle."""
        draft = self.draft
        if draft is None:
            return
        way = spot - self._from
        self._moved = self._moved or way.manhattanLength() >= _SHORTEST
        if self._held is None:
            (x, y), (from_x, from_y) = view.point(spot), view.point(self._from)
            self.draft, self._from = draft.moved(x - from_x, y - from_y), spot
        elif draft.shape is Shape.FREEHAND:
            last = view.spot(draft.points[-1])
            if (spot - last).manhattanLength() >= _STEP and len(draft.points) < MOST_POINTS:
                self.draft = replace(draft, points=(*draft.points, view.point(spot)))
        else:
            if straight:
                spot = self._straight(draft, spot, view)
            moved = draft.with_point(self._held, view.point(spot))
            if (
                self._held == 1
                and draft.shape is Shape.ANGLE
                and draft.points[2] == draft.points[1]
            ):
                moved = moved.with_point(2, view.point(spot))  # the second arm is not there yet
            self.draft = moved

    def _straight(self, draft: Drawing, spot: QPointF, view: View) -> QPointF:
        assert self._held is not None
        other = 1 if draft.shape is Shape.ANGLE and self._held != 1 else 1 - min(self._held, 1)
        if other >= len(draft.points):
            return spot
        anchor = view.spot(draft.points[other])
        if draft.shape in (Shape.CIRCLE, Shape.BLUR):
            return squared(spot, anchor)
        return straightened(spot, anchor, _DIRECTIONS)

    def let_go(self) -> Drawing | None:
        """The button was let go: the drawing if it is finished and was more than a click."""
        draft = self.draft
        if draft is None:
            return None
        if draft.shape is Shape.ANGLE and not self._second_arm and self._is_one_armed(draft):
            if not self._moved:
                self.drop()
            else:
                self._second_arm, self._held = True, 2
            return None
        self.drop()
        return draft if self._moved else None

    @staticmethod
    def _is_one_armed(draft: Drawing) -> bool:
        return draft.points[1] == draft.points[2]


def handle_at(drawing: Drawing, spot: QPointF, view: View) -> int | None:
    """The point of a drawing by which it is held here; freehand lines are held whole."""
    if drawing.shape is Shape.FREEHAND:
        return None
    for number, point in enumerate(drawing.points):
        if (view.spot(point) - spot).manhattanLength() <= NEAR:
            return number
    return None


def drawing_at(drawn: Sequence[Drawing], spot: QPointF, view: View) -> Drawing | None:
    """The uppermost drawing under a spot."""
    for drawing in reversed(drawn):
        reach = NEAR
        if drawing.shape is Shape.TEXT:  # anywhere on its letters, about
            reach = max(NEAR, drawing.width * view.place.height() / 250)
        if distance_to(drawing, spot, view.place, view.framing) <= reach:
            return drawing
    return None


def new_drawing(name: str, shape: Shape, time: Fraction, frame: FrameRef, style: Style) -> Drawing:
    """A drawing without points or words, of the frame on screen."""
    return style.on(Drawing(name, shape, (), time, frame.index, frame.part))
