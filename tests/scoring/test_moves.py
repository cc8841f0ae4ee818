"""One end of one tag goes whole frames of the film, and nothing else does."""

from dataclasses import replace
from fractions import Fraction

import pytest

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.scoring.moves import NOMINAL_FRAME, Edge, moved, moves_of
from tests.scoring.small import fact

FILM = [Fraction(n, 30) for n in (0, 1, 2, 4, 7, 8, 9)]
"""A film of which some pictures last longer than others."""


def reached(tag: Tag, edge: Edge, frames: int = 3) -> list[tuple[int, int]]:
    return [(move.frames, int(move.time * 30)) for move in moves_of(tag, edge, frames, FILM)]


def test_moves_go_by_the_films_own_frames_the_smallest_first() -> None:
    tag = fact("standing", Fraction(4, 30))
    assert reached(tag, Edge.START) == [(-1, 2), (1, 7), (-2, 1), (2, 8), (-3, 0), (3, 9)]


def test_a_time_between_two_frames_goes_to_the_next_one_either_way() -> None:
    assert reached(fact("standing", Fraction(5, 30)), Edge.START, 1) == [(-1, 4), (1, 7)]


def test_no_move_leaves_the_film() -> None:
    assert reached(fact("standing", 0), Edge.START, 2) == [(1, 1), (2, 2)]
    assert reached(fact("standing", Fraction(9, 30)), Edge.START, 1) == [(-1, 8)]


def test_a_tag_never_ends_before_it_starts() -> None:
    tag = fact("submission", Fraction(2, 30), "red", Fraction(4, 30))
    assert reached(tag, Edge.END, 2) == [(-1, 2), (1, 7), (2, 8)]
    assert [frames for frames, _ in reached(tag, Edge.START, 2)] == [-1, 1, -2]


def test_a_tag_without_an_end_has_none_to_move() -> None:
    assert reached(fact("standing", 0), Edge.END) == []


def test_without_a_film_a_frame_is_a_thirtieth_or_as_long_as_one_says() -> None:
    tag = fact("standing", 1)
    assert [m.time for m in moves_of(tag, Edge.START, 1)] == [Fraction(29, 30), Fraction(31, 30)]
    told = moves_of(tag, Edge.START, 1, nominal=Fraction(1, 25))
    assert [m.time for m in told] == [Fraction(24, 25), Fraction(26, 25)]


def test_without_a_film_nothing_goes_below_zero() -> None:
    assert [m.frames for m in moves_of(fact("standing", 0), Edge.START, 2)] == [1, 2]


@pytest.mark.parametrize("at", [5, 50, 105])
def test_where_no_film_is_a_frame_is_a_thirtieth(at: int) -> None:
    two_films = [Fraction(n, 30) for n in (*range(300, 600), *range(3000, 3030))]
    moves = moves_of(fact("standing", at), Edge.START, 1, two_films)
    assert [m.time - at for m in moves] == [-NOMINAL_FRAME, NOMINAL_FRAME]


def test_only_that_end_is_moved_and_its_old_frame_is_forgotten() -> None:
    first = Tag("a", "submission", Fraction(4, 30), Fraction(8, 30), frame=3, end_frame=5)
    other = Tag("b", "mark", Fraction(8, 30), frame=5)
    move = next(m for m in moves_of(first, Edge.START, 1, FILM) if m.frames == 1)
    after = moved(Match(tags=(first, other)), move)
    assert after.tags == (replace(first, start=Fraction(7, 30), frame=None), other)
