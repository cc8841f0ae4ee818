"""What can be done to the drawings of a match: edits like those of `annotator.model.edits`."""

from __future__ import annotations

from dataclasses import dataclass, replace

from annotator.errors import EditError
from annotator.model.drawing import (
    COLOURS,
    MOST_LETTERS,
    POINTS,
    SCALE,
    WIDTHS,
    Drawing,
    Shape,
)
from annotator.model.halves import mended
from annotator.model.match import Match
from annotator.text import tr, tr_n

_OUTSIDE = range(-SCALE, 2 * SCALE + 1)


@dataclass(frozen=True, slots=True)
class AddDrawing:
    """Draw something, above what is there."""

    drawing: Drawing

    def apply(self, match: Match) -> Match:
        if match.drawing(self.drawing.id):
            raise EditError(tr("There is a drawing {id} already.", id=self.drawing.id))
        check_drawing(self.drawing)
        return replace(match, drawings=(*match.drawings, _mended(self.drawing)))

    def label(self) -> str:
        return tr("Draw {shape}", shape=self.drawing.shape.called)


@dataclass(frozen=True, slots=True)
class ChangeDrawing:
    """Put a drawing in the place of the one with the same id; `words` say what was changed."""

    drawing: Drawing
    words: str = ""

    def apply(self, match: Match) -> Match:
        _find(match, self.drawing.id)
        check_drawing(self.drawing)
        changed = _mended(self.drawing)
        return replace(
            match,
            drawings=tuple(changed if one.id == changed.id else one for one in match.drawings),
        )

    def label(self) -> str:
        return self.words or tr("Change drawing")


@dataclass(frozen=True, slots=True)
class RemoveDrawings:
    """Delete drawings by id."""

    ids: frozenset[str]

    def apply(self, match: Match) -> Match:
        for drawing_id in sorted(self.ids):
            _find(match, drawing_id)
        return replace(
            match, drawings=tuple(one for one in match.drawings if one.id not in self.ids)
        )

    def label(self) -> str:
        return tr_n("Delete drawing", "Delete {count} drawings", len(self.ids))


def check_drawing(drawing: Drawing) -> None:
    """Raise EditError unless this can be drawn: points, text, colour, width and durations."""
    if problem := drawing_problem(drawing):
        raise EditError(problem)


def drawing_problem(drawing: Drawing) -> str:
    """What is wrong with a drawing, in words; empty where nothing is."""
    shape = drawing.shape.called
    if len(drawing.points) not in POINTS[drawing.shape]:
        return tr("{shape} cannot have {n} points.", shape=shape, n=len(drawing.points))
    if any(x not in _OUTSIDE or y not in _OUTSIDE for x, y in drawing.points):
        return tr("A point lies far outside the picture.")
    if (drawing.shape in (Shape.TEXT, Shape.NOTE)) != bool(drawing.text.strip()):
        return tr("Texts and notes have words, other drawings have none.")
    if len(drawing.text) > MOST_LETTERS:
        return tr("The text is longer than {n} letters.", n=MOST_LETTERS)
    if drawing.colour not in COLOURS:
        return tr("There is no colour {n}; colours are {first} to {last}.",
                  n=drawing.colour, first=COLOURS[0], last=COLOURS[-1])  # fmt: skip
    if drawing.width not in WIDTHS:
        return tr("There is no width {n}; widths are {first} to {last}.",
                  n=drawing.width, first=WIDTHS[0], last=WIDTHS[-1])  # fmt: skip
    if min(drawing.shown, drawing.fade_in, drawing.fade_out) < 0:
        return tr("A drawing cannot be shown for less than no time.")
    return ""


def _mended(drawing: Drawing) -> Drawing:
    text = mended(drawing.text)
    return drawing if text == drawing.text else replace(drawing, text=text)


def _find(match: Match, drawing_id: str) -> Drawing:
    drawing = match.drawing(drawing_id)
    if drawing is None:
        raise EditError(tr("There is no drawing {id}.", id=drawing_id))
    return drawing
