"""Drawings: when they are seen, on which film, and what may be drawn."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.errors import EditError
from annotator.model.drawing import MOST_LETTERS, MOST_POINTS, SCALE, Drawing, Shape
from annotator.model.drawing_edits import AddDrawing, ChangeDrawing, RemoveDrawings
from annotator.model.drawn import blurs_at, drawing_times, drawings_at, free_drawing_ids
from annotator.model.film_edits import PlaceFilms, RemoveFilm
from annotator.model.history import History
from annotator.model.match import Match, Media
from tests.files.strategies import TIMES, drawing_tuples, drawings

LINE = Drawing("d1", Shape.LINE, ((0, 0), (SCALE, SCALE)), Fraction(10))


@pytest.mark.parametrize(
    ("time", "opacity"),
    [("39/4", 0), ("79/8", "1/2"), ("10", 1), ("12", 1), ("49/4", "1/2"), ("25/2", 0), ("13", 0)],
)
def test_it_fades_in_before_its_moment_and_out_after_it_was_shown(
    time: str, opacity: str | int
) -> None:
    assert LINE.opacity_at(Fraction(time)) == Fraction(opacity)


@given(drawings("d1"), TIMES)
def test_opacity_is_a_share_and_nothing_outside_its_time(drawing: Drawing, time: Fraction) -> None:
    opacity = drawing.opacity_at(time)

    assert 0 <= opacity <= 1
    assert drawing.opacity_at(drawing.time) == 1
    assert drawing.opacity_at(drawing.time + drawing.shown) == 1
    if not drawing.begins < time < drawing.ends and time != drawing.time:
        assert opacity == (1 if time == drawing.time + drawing.shown else 0)


def test_it_is_seen_on_the_films_of_its_camera_alone() -> None:
    media = (Media("a"), Media("b"), Media("c", camera=2))
    other = replace(LINE, id="d2", film=3, time=Fraction(11))
    match = Match(media=media, drawings=(LINE, other))

    for film, seen in ((1, [LINE]), (2, [LINE]), (3, [other])):
        assert [one for one, _ in drawings_at(match, Fraction(11), film)] == seen
        assert drawing_times(match, film) == [one.time for one in seen]
    assert drawings_at(Match(drawings=(LINE,)), Fraction(10)) == [(LINE, Fraction(1))]


def test_it_goes_with_its_film() -> None:
    media = (Media("a", duration=Fraction(5)), Media("b"))
    match = Match(media=media, drawings=(LINE, replace(LINE, id="d2", film=2)))

    moved = PlaceFilms(
        (media[0], replace(media[1], offset=Fraction(7))), (Fraction(0), Fraction(5))
    ).apply(match)
    left = RemoveFilm(1).apply(match)

    assert [one.time for one in moved.drawings] == [10, 12]
    assert [(one.id, one.film) for one in left.drawings] == [("d2", 1)]


@given(drawing_tuples(), st.data())
def test_edits_can_be_undone_and_done_again(
    drawn: tuple[Drawing, ...], data: st.DataObject
) -> None:
    history = History(Match())
    matches = [history.present]
    for drawing in drawn:
        history = history.do(AddDrawing(drawing))
        matches.append(history.present)
        if data.draw(st.booleans()):
            other = replace(data.draw(drawings(drawing.id)), extra={"changed": True})
            history = history.do(ChangeDrawing(other))
            assert history.present.drawing(drawing.id) == other
        else:
            history = history.do(RemoveDrawings(frozenset({drawing.id})))
            assert history.present.drawing(drawing.id) is None
        matches.append(history.present)

    for match in reversed(matches):
        assert history.present == match
        history = history.undo()
    for match in matches[1:]:
        history = history.redo()
        assert history.present == match


@pytest.mark.parametrize(
    "wrong",
    [
        {"points": ((0, 0),)},
        {"points": ((0, 0), (3 * SCALE, 0))},
        {"text": "words"},
        {"shape": Shape.TEXT, "points": ((0, 0),)},
        {"shape": Shape.NOTE, "points": (), "text": " "},
        {"shape": Shape.NOTE, "points": (), "text": "x" * (MOST_LETTERS + 1)},
        {"shape": Shape.FREEHAND, "points": ((0, 0),) * (MOST_POINTS + 1)},
        {"colour": 7},
        {"width": 0},
        {"fade_out": Fraction(-1)},
    ],
)
def test_what_cannot_be_drawn_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(EditError):
        AddDrawing(replace(LINE, **wrong)).apply(Match())


def test_ids_are_free_and_known_ones_are_kept_apart() -> None:
    match = AddDrawing(LINE).apply(Match())

    assert next(free_drawing_ids(match.drawings)) == "d2"
    assert next(free_drawing_ids((replace(LINE, id="d2"),))) == "d3"
    with pytest.raises(EditError):
        AddDrawing(LINE).apply(match)
    for edit in (ChangeDrawing(replace(LINE, id="x")), RemoveDrawings(frozenset({"x"}))):
        with pytest.raises(EditError):
            edit.apply(match)


def test_a_blurred_area_is_there_from_its_first_to_its_last_moment() -> None:
    area = Drawing("d1", Shape.BLUR, ((0, 0), (SCALE // 2, SCALE // 2)), Fraction(10))
    other = replace(area, id="d2", film=2)
    arrow = replace(area, id="d3", shape=Shape.ARROW)
    films = (Media("one.mp4"), Media("two.mp4", camera=2))
    match = Match(media=films, drawings=(area, other, arrow))

    assert blurs_at(match, area.begins) == []
    assert blurs_at(match, area.begins + Fraction(1, 1000)) == [area]
    assert blurs_at(match, area.ends - Fraction(1, 1000)) == [area]
    assert blurs_at(match, area.ends) == []
    assert blurs_at(match, area.time, 2) == [other]
