"""Edges that are moved: both manners, how far they go, and that nothing ever vanishes by it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.errors import EditError
from annotator.model.edges import Edge, MoveEdges, can_move, move_edge
from annotator.model.edits import check_tag
from annotator.model.films import Line, Part
from annotator.model.frame_grid import Grid, Point
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.timeline import read_timeline
from tests.properties.strategies import matches

# Ten frames a second, then twenty: nothing may count frames by a rate.
FRAMES = tuple(Fraction(n, 10) for n in range(300)) + tuple(
    Fraction(30) + Fraction(n, 20) for n in range(200)
)
GRID = Grid(FRAMES)
MATCH = Match(
    (
        Tag("s", "start", Fraction(0)),
        Tag("up", "standing", Fraction(0)),
        Tag("td", "takedown", Fraction(4), Fraction(5), "red"),
        Tag("hg", "half_guard", Fraction(5), athlete="red", frame=50),
        Tag("hg2", "half_guard", Fraction(7), athlete="red").with_details(hips_pinned="yes"),
        Tag("sc", "side_control", Fraction(9), athlete="red"),
        Tag("sub", "submission", Fraction(9), Fraction(12), "red").with_details(close_from="10"),
        Tag("mt", "mount", Fraction(13), athlete="red"),
        Tag("wa", "warning", Fraction(14), athlete="blue"),
    )
)


def after(edit: MoveEdges, match: Match = MATCH) -> Match:
    return edit.apply(match)


def start(match: Match, tag_id: str) -> Fraction:
    tag = match.by_id(tag_id)
    assert tag is not None
    return tag.start


def end(match: Match, tag_id: str) -> Fraction | None:
    tag = match.by_id(tag_id)
    assert tag is not None
    return tag.end


def test_an_edge_snaps_to_the_nearest_frame_and_takes_its_number() -> None:
    moved = after(move_edge(MATCH, "mt", Edge.START, Fraction(1307, 100), GRID))

    tag = moved.by_id("mt")
    assert tag is not None
    assert (tag.start, tag.frame) == (Fraction(131, 10), 131)


def test_joined_what_adjoins_moves_along() -> None:
    moved = after(move_edge(MATCH, "hg", Edge.START, Fraction(11, 2), GRID))
    assert start(moved, "hg") == end(moved, "td") == Fraction(11, 2)

    back = after(move_edge(moved, "td", Edge.END, Fraction(6), GRID), moved)
    assert start(back, "hg") == end(back, "td") == 6


def test_alone_nothing_else_moves() -> None:
    moved = after(move_edge(MATCH, "hg", Edge.START, Fraction(11, 2), GRID, joined=False))
    assert (start(moved, "hg"), end(moved, "td")) == (Fraction(11, 2), Fraction(5))

    moved = after(move_edge(MATCH, "td", Edge.END, Fraction(6), GRID, joined=False))
    assert (start(moved, "hg"), end(moved, "td")) == (Fraction(5), Fraction(6))


def test_joined_an_edge_stops_a_frame_before_a_position_would_vanish() -> None:
    late = after(move_edge(MATCH, "sc", Edge.START, Fraction(40), GRID))
    assert start(late, "sc") == Fraction(129, 10)

    early = after(move_edge(MATCH, "sc", Edge.START, Fraction(0), GRID))
    assert start(early, "sc") == Fraction(71, 10)


def test_alone_positions_that_are_run_into_are_pushed_on() -> None:
    late = after(move_edge(MATCH, "sc", Edge.START, Fraction(20), GRID, joined=False))
    assert (start(late, "sc"), start(late, "mt")) == (Fraction(20), Fraction(201, 10))
    assert start(late, "hg2") == 7

    early = after(move_edge(MATCH, "sc", Edge.START, Fraction(49, 10), GRID, joined=False))
    places = [start(early, name) for name in ("up", "hg", "hg2", "sc")]
    assert places == [0, Fraction(47, 10), Fraction(48, 10), Fraction(49, 10)]


def test_pushed_positions_find_room_at_the_ends_of_the_film() -> None:
    late = after(move_edge(MATCH, "sc", Edge.START, Fraction(1000), GRID, joined=False))
    assert (start(late, "sc"), start(late, "mt")) == (FRAMES[-2], FRAMES[-1])

    early = after(move_edge(MATCH, "sc", Edge.START, Fraction(-5), GRID, joined=False))
    places = [start(early, name) for name in ("up", "hg", "hg2", "sc")]
    assert places == list(FRAMES[:4])


def test_a_span_keeps_a_frame() -> None:
    moved = after(move_edge(MATCH, "sub", Edge.START, Fraction(30), GRID))
    assert start(moved, "sub") == Fraction(119, 10)

    moved = after(move_edge(MATCH, "sub", Edge.END, Fraction(3), GRID))
    assert end(moved, "sub") == Fraction(91, 10)


def test_a_whole_action_keeps_its_length_and_takes_its_times_along() -> None:
    moved = after(move_edge(MATCH, "sub", Edge.WHOLE, Fraction(10), GRID))

    tag = moved.by_id("sub")
    assert tag is not None
    assert (tag.start, tag.end) == (Fraction(10), Fraction(13))
    assert tag.details["close_from"] == "11"


def test_a_whole_position_keeps_its_length_and_its_updates() -> None:
    moved = after(move_edge(MATCH, "hg", Edge.WHOLE, Fraction(6), GRID))

    assert [start(moved, name) for name in ("up", "hg", "hg2", "sc", "mt")] == [0, 6, 8, 10, 13]
    assert end(moved, "td") == 6
    moved = after(move_edge(MATCH, "hg", Edge.WHOLE, Fraction(6), GRID, joined=False))
    assert end(moved, "td") == 5


def test_a_moment_moves_by_itself() -> None:
    moved = after(move_edge(MATCH, "wa", Edge.WHOLE, Fraction(9), GRID))

    assert start(moved, "wa") == 9
    assert [tag for tag in moved.tags if tag.id != "wa"] == [t for t in MATCH.tags if t.id != "wa"]


def test_what_has_no_such_edge_is_refused() -> None:
    for name, edge in (("wa", Edge.END), ("mt", Edge.END), ("gone", Edge.START)):
        with pytest.raises(EditError):
            move_edge(MATCH, name, edge, Fraction(3), GRID)
    assert not can_move(Tag("m", "match", Fraction(0)), Edge.WHOLE)


def test_an_edge_that_stays_where_it_is_makes_no_edit() -> None:
    edit = move_edge(MATCH, "mt", Edge.START, Fraction(13), GRID)

    assert (edit.moved, edit.point) == ((), None)


def test_an_open_span_gets_the_end_that_it_was_given() -> None:
    match = Match((*MATCH.tags, Tag("open", "takedown", Fraction(12), athlete="red")))

    moved = after(move_edge(match, "open", Edge.END, Fraction(25, 2), GRID, joined=False), match)
    assert (end(moved, "open"), start(moved, "mt")) == (Fraction(25, 2), Fraction(13))
    moved = after(move_edge(match, "open", Edge.END, Fraction(25, 2), GRID), match)
    assert (end(moved, "open"), start(moved, "mt")) == (Fraction(25, 2), Fraction(25, 2))


def test_without_a_film_edges_stand_at_hundredths() -> None:
    moved = after(move_edge(MATCH, "mt", Edge.START, Fraction(12345, 1000), Grid()))

    assert start(moved, "mt") == Fraction(1234, 100)


def test_without_a_film_an_edge_goes_as_far_as_there_is_room() -> None:
    """Tags of another program stand between the hundredths."""
    places = [Fraction(n * 1001, 30000) for n in (0, 100, 200)]
    match = Match(tuple(Tag(f"p{n}", "mount", t, athlete="red") for n, t in enumerate(places)))
    for to, place in ((Fraction(50), Fraction(663, 100)), (Fraction(-5), Fraction(1, 25))):
        moved = after(move_edge(match, "p1", Edge.START, to, Grid()), match)
        assert start(moved, "p1") == place


def test_of_several_films_each_edge_knows_its_own() -> None:
    line = Line(
        (
            Part(1, Fraction(0), Fraction(10), FRAMES[:100]),
            Part(2, Fraction(10), Fraction(20), FRAMES[100:200]),
        )
    )
    grid = Grid(line)

    assert grid.at(Fraction(12)) == Point(Fraction(12), 20, 2)
    assert grid.between(Fraction(9), Fraction(11)) == 20


@given(st.integers(0, 499), st.integers(-600, 600))
def test_going_by_frames_never_counts_by_a_rate(index: int, count: int) -> None:
    point = GRID.beside(FRAMES[index], count)

    assert point.frame == min(max(index + count, 0), len(FRAMES) - 1)


@given(matches(min_tags=2), st.data())
def test_positions_neither_vanish_nor_change_places(match: Match, data: st.DataObject) -> None:
    movable = [(t, e) for t in match.tags for e in Edge if can_move(t, e)]
    tag, edge = data.draw(st.sampled_from(movable))
    to = data.draw(st.integers(-100, 5000)) / Fraction(100)
    joined = data.draw(st.booleans())
    grid = data.draw(st.sampled_from((GRID, Grid())))

    edit = move_edge(match, tag.id, edge, to, grid, joined=joined)
    moved = edit.apply(match)

    for each in moved.tags:
        check_tag(each)
    before, now = _chain(match), _chain(moved)
    assert [ids for _, ids in now] == [ids for _, ids in before]
    touched = {each.tag_id for each in edit.moved}
    assert all(tag in match.tags for tag in moved.tags if tag.id not in touched)
    first = next((each.tag_id for each in edit.moved), tag.id)
    assert first == tag.id
    if not joined and not tag.is_position:
        assert touched <= {tag.id}


def _chain(match: Match) -> list[tuple[Fraction, tuple[str, ...]]]:
    """Ids of the position tags, those of one moment together, in time."""
    found: dict[Fraction, list[str]] = {}
    for tag in read_timeline(match).tags:
        if tag.is_position:
            found.setdefault(tag.start, []).append(tag.id)
    return [(time, tuple(ids)) for time, ids in found.items()]
