"""What a coach draws on a frame: arrows, lines, circles, texts, angles, notes on the frame, and areas
that are made unrecognisable.

Points are exact: whole numbers of `SCALE`ths of the width and height of the film's own picture,
upright and before any turn, mirror or zoom of the user. So a drawing lies on the same spot of the
mat at every size, on screen and in what is exported.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType

from annotator.text import tr

SCALE = 65536
"""Parts of the picture's width, or height, in which a point is said."""
Point = tuple[int, int]
"""Right from the picture's left edge, and down from its upper one. It may lie a little outside."""

COLOURS = range(1, 7)
"""Colours by number, free of meaning: they stand for no athlete."""
WIDTHS = range(1, 101)
"""How thick lines are, in thousandths of the picture's shorter side."""
MOST_POINTS = 4000
MOST_LETTERS = 2000


class Shape(StrEnum):
    """What is drawn. The names are those of the match file."""

    ARROW = "arrow"
    LINE = "line"
    CIRCLE = "circle"
    TEXT = "text"
    FREEHAND = "freehand"
    ANGLE = "angle"
    NOTE = "note"
    BLUR = "blur"

    @property
    def called(self) -> str:
        """What people call it."""
        match self:
            case Shape.ARROW:
                return tr("arrow")
            case Shape.LINE:
                return tr("line")
            case Shape.CIRCLE:
                return tr("circle")
            case Shape.TEXT:
                return tr("text")
            case Shape.FREEHAND:
                return tr("freehand line")
            case Shape.ANGLE:
                return tr("angle")
            case Shape.NOTE:
                return tr("note on the picture")
            case Shape.BLUR:
                return tr("blurred area")


POINTS: Mapping[Shape, range] = MappingProxyType(
    {
        Shape.ARROW: range(2, 3),  # its tail and its tip
        Shape.LINE: range(2, 3),
        Shape.CIRCLE: range(2, 3),  # opposite corners of the box that it fills
        Shape.TEXT: range(1, 2),  # the middle of the text
        Shape.FREEHAND: range(1, MOST_POINTS + 1),
        Shape.ANGLE: range(3, 4),  # the end of one arm, the corner, the end of the other
        Shape.NOTE: range(0, 1),  # it stands along the lower edge
        Shape.BLUR: range(2, 3),  # opposite corners of the box in which nobody is recognised
    }
)
"""How many points each shape has."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing, of the moment `time` (seconds of the match) at which `frame` of film `film` (from 1)
    was on screen.

    It is fully there from `time` on for `shown` seconds; it fades in during the `fade_in` seconds
    before and fades out during the `fade_out` seconds after; a blurred area hides all from the first
    of it to the last. `colour` is one of `COLOURS`, `width`
    one of `WIDTHS`. `text` belongs to texts and notes. `extra` keeps what a newer file said and we do
    not understand, so that saving writes it back.
    """

    id: str
    shape: Shape
    points: tuple[Point, ...]
    time: Fraction
    frame: int | None = None
    film: int = 1
    text: str = ""
    colour: int = 1
    width: int = 7
    shown: Fraction = Fraction(2)
    fade_in: Fraction = Fraction(1, 4)
    fade_out: Fraction = Fraction(1, 2)
    extra: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    def __hash__(self) -> int:
        return hash((self.id, self.shape, self.points, self.time))

    @property
    def begins(self) -> Fraction:
        """When the first of it is seen."""
        return self.time - self.fade_in

    @property
    def ends(self) -> Fraction:
        """When nothing of it is seen any more."""
        return self.time + self.shown + self.fade_out

    def opacity_at(self, time: Fraction) -> Fraction:
        """How much of it is there at a time: 0 (nothing) to 1 (all)."""
        if time < self.time:
            return 1 - (self.time - time) / self.fade_in if time > self.begins else Fraction(0)
        gone = time - self.time - self.shown
        if gone <= 0:
            return Fraction(1)
        return 1 - gone / self.fade_out if gone < self.fade_out else Fraction(0)

    def moved(self, dx: int, dy: int) -> Drawing:
        """The drawing further to the right and down, in parts of the picture."""
        return replace(self, points=tuple((x + dx, y + dy) for x, y in self.points))

    def with_point(self, number: int, point: Point) -> Drawing:
        """The drawing with one of its points elsewhere."""
        points = (*self.points[:number], point, *self.points[number + 1 :])
        return replace(self, points=points)
