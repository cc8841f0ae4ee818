"""A drawing as JSON values and back: the names, order and meaning of its keys in a match file."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar

from annotator.files.facts import quoted
from annotator.files.plain import PlainReader, Report, is_object, rest_of, with_extra
from annotator.files.strict_json import KeyPath
from annotator.model.drawing import Drawing, Point, Shape
from annotator.model.drawing_edits import drawing_problem
from annotator.model.time import write_fraction
from annotator.text import tr

_KEYS = (
    "id", "time", "frame", "film", "shape", "points", "text", "colour", "width", "shown", "fade_in",
    "fade_out",
)  # fmt: skip
_USUAL = Drawing("", Shape.NOTE, (), Fraction(0))
_T = TypeVar("_T")


def drawing_to_plain(drawing: Drawing) -> dict[str, object]:
    """A drawing's keys in their order; what is empty is left out."""
    plain: dict[str, object] = {
        "id": drawing.id,
        "time": write_fraction(drawing.time),
        "frame": drawing.frame,
        "film": None if drawing.film == 1 else drawing.film,
        "shape": drawing.shape.value,
        "points": [list(point) for point in drawing.points] or None,
        "text": drawing.text or None,
        "colour": drawing.colour,
        "width": drawing.width,
        "shown": write_fraction(drawing.shown),
        "fade_in": write_fraction(drawing.fade_in),
        "fade_out": write_fraction(drawing.fade_out),
    }
    known = {key: value for key, value in plain.items() if value is not None}
    return with_extra(known, drawing.extra)


def drawings_from_plain(data: Mapping[str, object], report: Report) -> tuple[Drawing, ...]:
    """The drawings of a match file; every mistake goes to `report`."""
    reader = _Reader(report)
    drawings: dict[str, Drawing] = {}
    for index, item in enumerate(reader.items(data, (), "drawings")):
        path: KeyPath = ("drawings", index)
        drawing = reader.drawing(item, path)
        if drawing is None:
            continue
        if drawing.id in drawings:
            report(
                (*path, "id"),
                tr("Two drawings have the id {id}.", id=quoted(drawing.id)),
                tr("Give one of them another id."),
            )
        drawings[drawing.id] = drawing
    return tuple(drawings.values())


def drawing_from_plain(plain: object, report: Report, path: KeyPath = ()) -> Drawing | None:
    """The drawing that an object of the file says; None if it cannot be read (which is reported)."""
    return _Reader(report).drawing(plain, path)


class _Reader(PlainReader):
    """Reads drawings."""

    def drawing(self, value: object, path: KeyPath) -> Drawing | None:
        data = self.mapping(value, path)
        if not data:
            if is_object(value):
                self.report(path, tr("The drawing is empty."), tr("Delete it."))
            return None
        shape = self.shape(data, path)
        drawing_id = self.text(data, path, "id")
        if not drawing_id.strip():
            self.report(path, tr("The drawing has no id."), tr("Give it one that no other has."))
        time = self.time(data, path, "time")
        if data.get("time") is None:
            self.report(path, tr("The drawing has no time."), tr("Write at what time it stands."))
        points = self.points(data, path)
        if shape is None or points is None:
            return None
        drawing = Drawing(
            drawing_id,
            shape,
            points,
            time if time is not None else Fraction(0),
            self.count(data, path, "frame"),
            self.number(data, path, "film"),
            self.text(data, path, "text"),
            self.number(data, path, "colour"),
            _known(self.count(data, path, "width"), _USUAL.width),
            _known(self.time(data, path, "shown"), _USUAL.shown),
            _known(self.time(data, path, "fade_in"), _USUAL.fade_in),
            _known(self.time(data, path, "fade_out"), _USUAL.fade_out),
            rest_of(data, _KEYS),
        )
        if problem := drawing_problem(drawing):
            self.report(path, problem, "")
        return drawing

    def shape(self, data: Mapping[str, object], path: KeyPath) -> Shape | None:
        name = self.text(data, path, "shape")
        try:
            return Shape(name)
        except ValueError:
            self.report(
                (*path, "shape"),
                tr("{name} is nothing that can be drawn.", name=quoted(name)),
                tr("Allowed: {values}.", values=", ".join(Shape)),
            )
            return None

    def points(self, data: Mapping[str, object], path: KeyPath) -> tuple[Point, ...] | None:
        points: list[Point] = []
        for index, item in enumerate(self.items(data, path, "points")):
            match item:
                case [int(x), int(y)] if not isinstance(x, bool) and not isinstance(y, bool):
                    points.append((x, y))
                case _:
                    self.wrong_type((*path, "points", index), tr("A pair of whole numbers"), item)
                    return None
        return tuple(points)


def _known(value: _T | None, usual: _T) -> _T:
    return usual if value is None else value
