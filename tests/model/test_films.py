"""Films lie on one time line, in sequence, with gaps and overlaps, each with its own frames."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.model.films import SHORTEST_GAP, Line, Part, offsets
from annotator.model.match import Media
from annotator.model.time import FrameRef

F = Fraction


def part(number: int, start: Fraction, count: int = 10, rate: int = 25) -> Part:
    step = F(1, rate)
    times = tuple(start + n * step for n in range(count))
    return Part(number, start, start + count * step, times)


def test_one_film_keeps_its_own_times() -> None:
    assert offsets([Media("a.mp4", first=F(7, 5), duration=F(3))]) == (F(0),)


def test_parts_without_an_offset_follow_each_other() -> None:
    media = [
        Media("1", duration=F(10), first=F(1)),
        Media("2", duration=F(5), first=F(1, 2)),
        Media("side", duration=F(60), camera=2),
        Media("3", duration=F(1)),
    ]

    # The first film ends at 11 s; the second one's first frame has the film time 1/2.
    assert offsets(media) == (F(0), F(21, 2), F(0), F(16))


def test_an_offset_that_is_said_counts_and_the_next_part_follows_it() -> None:
    media = [
        Media("1", duration=F(10)),
        Media("2", offset=F(-3), first=F(20), duration=F(4)),
        Media("3", duration=F(1)),
    ]

    assert offsets(media) == (F(0), F(-3), F(21))


def test_a_line_names_each_frame_by_its_film() -> None:
    line = Line([part(1, F(0)), part(2, F(2, 5))])

    assert len(line) == 20
    assert line.ref(9) == FrameRef(9, 1)
    assert line.ref(10) == FrameRef(0, 2)
    assert line.index_of(FrameRef(3, 2)) == 13
    assert line.index_of(FrameRef(10, 2)) is None
    assert line.index_of(FrameRef(0, 3)) is None
    assert line[13] == F(2, 5) + F(3, 25)


def test_where_films_overlap_the_first_is_shown_to_its_end() -> None:
    line = Line([part(1, F(0)), part(2, F(3, 10))])

    assert [line.ref(index) for index in (9, 10)] == [FrameRef(9, 1), FrameRef(3, 2)]
    assert line[10] >= F(2, 5)
    assert line.index_of(FrameRef(2, 2)) is None


def test_a_film_within_another_has_no_screen() -> None:
    line = Line([part(1, F(0)), part(2, F(1, 10), count=2)], blanks=True)

    assert [piece.film for piece in line.pieces] == [1]


def test_a_gap_can_be_walked_through_second_by_second() -> None:
    line = Line([part(1, F(0)), part(2, F(17, 5))], blanks=True)

    gap = line.pieces[1]
    assert (gap.film, gap.absent, gap.count) == (None, None, 3)
    assert line[gap.first : gap.first + 3] == (F(2, 5), F(7, 5), F(12, 5))
    assert line.ref(gap.first) is None
    assert line.ref(gap.first + 3) == FrameRef(0, 2)
    assert Line([part(1, F(0)), part(2, F(17, 5))]).ref(10) == FrameRef(0, 2)


def test_a_cut_is_no_gap() -> None:
    line = Line([part(1, F(0)), part(2, F(2, 5) + SHORTEST_GAP / 2)], blanks=True)

    assert [piece.film for piece in line.pieces] == [1, 2]


def test_a_film_that_is_not_there_keeps_its_place() -> None:
    away = Part(2, F(2, 5), F(12, 5))
    line = Line([part(1, F(0)), away, part(3, F(12, 5))], blanks=True)

    assert [(piece.film, piece.absent) for piece in line.pieces] == [
        (1, None),
        (None, 2),
        (3, None),
    ]
    assert line.first_picture() == 0
    assert line.piece(line.index_at(F(2))).absent == 2


def test_a_line_covers_what_it_has_to_cover() -> None:
    line = Line([part(2, F(1))], blanks=True, span=(F(-1), F(4)))

    assert line[0] == -1
    assert line.ref(line.first_picture()) == FrameRef(0, 2)
    assert line.ref(line.index_at(F(3))) is None
    assert line.index_at(F(-5)) == 0


def test_an_absurd_gap_costs_no_memory() -> None:
    line = Line([part(1, F(0)), part(2, F(10**12))], blanks=True)

    assert len(line) < 21_000


@st.composite
def parts(draw: st.DrawFn) -> list[Part]:
    found = []
    for number in range(1, draw(st.integers(0, 4)) + 1):
        start = F(draw(st.integers(-40, 80)), 7)
        count = draw(st.integers(0, 12))
        made = part(number, start, count, draw(st.sampled_from([1, 5, 25])))
        found.append(made if count else Part(number, start, start + draw(st.integers(0, 9))))
    return found


@given(parts(), st.booleans())
def test_every_line_is_strictly_increasing_and_its_frames_are_their_films(
    made: list[Part], blanks: bool
) -> None:
    line = Line(made, blanks=blanks)

    assert all(earlier < later for earlier, later in pairwise(line))
    times = {each.number: each.times for each in made}
    for index, time in enumerate(line):
        frame = line.ref(index)
        assert line.index_at(time) == index
        if frame is None:
            assert blanks
        else:
            assert times[frame.part][frame.index] == time
            assert line.index_of(frame) == index


@given(parts())
def test_with_blanks_no_stretch_is_without_an_entry(made: list[Part]) -> None:
    longest = F(1)  # of a frame, and between two marks
    line = Line(made, blanks=True)

    # At a cut the rest of the last frame, and what is left of one that had begun before.
    assert all(later - earlier <= 2 * longest + SHORTEST_GAP for earlier, later in pairwise(line))


@pytest.mark.parametrize("blanks", [False, True])
def test_a_line_of_nothing(blanks: bool) -> None:
    assert not Line([], blanks=blanks)
