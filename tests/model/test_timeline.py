"""What follows from the tags: the clock, the positions, and who is in danger."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.timeline import (
    Run,
    Stay,
    Timeline,
    close_start,
    cut_submission,
    read_timeline,
    span_end,
)
from annotator.text import say
from tests.properties.strategies import matches

TIMES = st.integers(-4, 130).map(lambda n: Fraction(n, 4))


def fact(name: str, start: float, who: Any = None, end: float | None = None, **details: str) -> Tag:
    stop = None if end is None else Fraction(str(end))
    return Tag(f"{name} {start}", name, Fraction(str(start)), stop, who).with_details(**details)


def line_of(*tags: Tag) -> Timeline:
    return read_timeline(Match(tags=tags))


def clock_of(line: Timeline) -> list[tuple[object, ...]]:
    return [(s.start, s.end, s.run.value) for s in line.stretches]


def stays_of(line: Timeline) -> list[tuple[object, ...]]:
    return [(s.position, s.top, s.start, s.end) for s in line.stays]


# -- the clock -----------------------------------------------------------------------------------


def test_a_match_without_tags_has_no_clock_and_no_positions() -> None:
    line = line_of()

    assert (line.stretches, line.stays, line.dangers) == ((), (), ())
    assert not line.started
    assert line.stretch_at(Fraction(1)) is None
    assert line.stay_at(Fraction(1)) is None
    assert line.clock_at(Fraction(1)) == 0


def test_the_clock_runs_from_start_to_end_and_stands_in_stop_and_freeze() -> None:
    line = line_of(
        fact("standing", 0), fact("start", 2), fact("stop", 5), fact("resume", 8), fact("freeze", 9),
        fact("resume", 11), fact("end", 14), fact("mark", 20),
    )  # fmt: skip

    assert clock_of(line) == [
        (0, 2, "before"), (2, 5, "running"), (5, 8, "stopped"), (8, 9, "running"),
        (9, 11, "frozen"), (11, 14, "running"), (14, 20, "ended"),
    ]  # fmt: skip
    assert [line.clock_at(Fraction(t)) for t in (0, 2, 4, 6, 8, 10, 12, 20)] == [
        0, 0, 2, 3, 3, 4, 5, 7,
    ]  # fmt: skip
    assert (line.started, line.ended) == (True, True)


def test_start_and_resume_after_a_stop_are_whistles_and_the_end_of_a_freeze_is_none() -> None:
    line = line_of(
        fact("start", 0), fact("stop", 2), fact("restart", 3), fact("freeze", 4), fact("resume", 5),
        fact("stop", 6), fact("resume", 7), fact("end", 8),
    )  # fmt: skip

    assert [s.start for s in line.stretches if s.whistle] == [0, 3, 7]


def test_each_stretch_names_the_command_that_began_it() -> None:
    line = line_of(fact("mark", 0), fact("start", 1), fact("end", 2))

    assert [s.tags for s in line.stretches] == [(), ("start 1",), ("end 2",)]


def test_overtime_opens_a_new_period_and_its_clock_adds_to_the_match_clock() -> None:
    line = line_of(fact("start", 0), fact("end", 10), fact("overtime", 15), fact("end", 18))

    assert [(s.run.value, s.period) for s in line.stretches] == [
        ("running", 1), ("ended", 1), ("running", 2), ("ended", 2),
    ]  # fmt: skip
    assert line.clock_at(Fraction(18)) == 13


def test_overtime_without_an_end_closes_the_period_itself() -> None:
    line = line_of(fact("start", 0), fact("overtime", 5), fact("end", 9))

    assert clock_of(line)[:2] == [(0, 5, "running"), (5, 9, "running")]
    assert [s.period for s in line.stretches][:2] == [1, 2]
    assert line.stretches[1].whistle


@pytest.mark.parametrize(
    ("tags", "odd"),
    [
        ([fact("start", 0), fact("start", 1)], ["start 1"]),
        ([fact("resume", 0), fact("start", 1)], ["resume 0"]),
        ([fact("stop", 0), fact("start", 1)], ["stop 0"]),
        ([fact("start", 0), fact("stop", 1), fact("freeze", 2)], ["freeze 2"]),
        ([fact("start", 0), fact("end", 1), fact("resume", 2)], ["resume 2"]),
        ([fact("start", 0), fact("freeze", 1), fact("stop", 2), fact("resume", 3)], []),
    ],
)
def test_a_command_that_changes_nothing_is_odd_and_is_said(tags: list[Tag], odd: list[str]) -> None:
    line = line_of(*tags, fact("mark", 9))

    assert [oddity.tag for oddity in line.oddities] == odd
    assert all("changes nothing" in say(oddity.phrase) for oddity in line.oddities)


def test_the_last_time_is_that_of_any_tag_ends_included() -> None:
    line = line_of(fact("start", 1), fact("takedown", 2, "red", end=7), fact("mark", 3))

    assert line.first == 1
    assert line.last == 7
    assert not line.ended


def test_a_stretch_is_found_by_any_time_in_it_and_the_outer_ones_reach_on() -> None:
    line = line_of(fact("start", 2), fact("end", 5), fact("mark", 6))

    found = [line.stretch_at(Fraction(t)) for t in (0, 2, 4, 5, 99)]

    assert [s.run.value for s in found if s] == ["running", "running", "running", "ended", "ended"]


# -- positions -----------------------------------------------------------------------------------


def test_a_position_lasts_until_the_next_and_the_last_one_to_the_last_time() -> None:
    line = line_of(
        fact("start", 0), fact("standing", 0), fact("mount", 3, "red"), fact("scramble", 5),
        fact("end", 9),
    )  # fmt: skip

    assert stays_of(line) == [
        ("standing", None, 0, 3),
        ("mount", "red", 3, 5),
        ("scramble", None, 5, 9),
    ]
    assert line.stay_at(Fraction(-1)) is None


def test_the_same_position_again_updates_the_details_it_names_and_keeps_the_others() -> None:
    line = line_of(
        fact("start", 0), fact("mount", 1, "red", knees_down="1", facing="head"),
        fact("mount", 3, "red", knees_down="2"), fact("end", 9),
    )  # fmt: skip

    (stay,) = line.stays
    assert dict(stay.at(Fraction(2)).details) == {"knees_down": "1", "facing": "head"}
    assert dict(stay.at(Fraction(3)).details) == {"knees_down": "2", "facing": "head"}
    assert stay.tags == ("mount 1", "mount 3")


def test_the_same_position_of_the_other_athlete_is_another_stay_without_those_details() -> None:
    line = line_of(
        fact("start", 0), fact("mount", 1, "red", knees_down="1"), fact("mount", 3, "blue"),
        fact("end", 9),
    )  # fmt: skip

    assert stays_of(line) == [("mount", "red", 1, 3), ("mount", "blue", 3, 9)]
    assert dict(line.stays[1].at(Fraction(4)).details) == {}


def test_a_position_after_another_one_keeps_no_details_of_its_earlier_stay() -> None:
    line = line_of(
        fact("start", 0), fact("mount", 1, "red", knees_down="1"), fact("scramble", 3),
        fact("mount", 4, "red"), fact("end", 9),
    )  # fmt: skip

    assert dict(line.stays[-1].at(Fraction(5)).details) == {}


@pytest.mark.parametrize("second", [6, 7])
def test_a_position_tagged_while_the_clock_stands_keeps_no_earlier_details(second: int) -> None:
    line = line_of(
        fact("start", 0), fact("mount", 1, "red", knees_down="1"), fact("stop", 5),
        fact("mount", second, "red"), fact("resume", 7), fact("end", 9),
    )  # fmt: skip

    assert stays_of(line) == [("mount", "red", 1, second), ("mount", "red", second, 9)]
    assert dict(line.stays[1].at(Fraction(8)).details) == {}


def test_of_two_positions_at_one_moment_the_later_row_stands_and_the_other_is_odd() -> None:
    line = line_of(
        fact("start", 0), fact("side_control", 3, "red"), fact("mount", 3, "red"), fact("end", 9)
    )

    assert stays_of(line) == [("mount", "red", 3, 9)]
    assert [oddity.tag for oddity in line.oddities] == ["side_control 3"]


def test_the_same_position_twice_at_one_moment_is_one_with_the_answers_of_both() -> None:
    first = fact("mount", 3, "red", facing="legs", knees_down="0")
    second = Tag("later", "mount", Fraction(3), None, "red").with_details(knees_down="1")

    line = line_of(fact("start", 0), first, second, fact("end", 9))

    assert dict(line.stays[0].at(Fraction(3)).details) == {"facing": "legs", "knees_down": "1"}
    assert line.oddities == ()


@pytest.mark.parametrize("command", ["restart", "overtime"])
def test_a_referee_who_names_a_position_sets_it(command: str) -> None:
    line = line_of(
        fact("start", 0), fact("mount", 1, "red"), fact("stop", 3),
        fact(command, 5, "blue", position="back_control"), fact("end", 9),
    )  # fmt: skip

    assert stays_of(line)[-1] == ("back_control", "blue", 5, 9)


@pytest.mark.parametrize("order", [1, -1])
def test_a_position_tag_stands_above_what_the_referee_set_whatever_the_row_order(
    order: int,
) -> None:
    rows = [fact("restart", 5, "blue", position="mount"), fact("closed_guard", 5, "red")][::order]

    line = line_of(fact("start", 0), fact("stop", 3), *rows, fact("end", 9))

    assert stays_of(line) == [("closed_guard", "red", 5, 9)]


def test_overtime_from_an_armbar_sets_no_position() -> None:
    line = line_of(
        fact("start", 0), fact("end", 3), fact("overtime", 5, "red", position="armbar"),
        fact("end", 9),
    )  # fmt: skip

    assert line.stays == ()


# -- spans and danger ----------------------------------------------------------------------------


def ends_at(tag: Tag, *others: Tag) -> Fraction:
    line = line_of(fact("start", 0), tag, *others, fact("mark", 30))
    return span_end(tag, line.stretches, line.last)


def test_a_span_ends_at_its_own_end() -> None:
    assert ends_at(fact("inactive", 2, "red", end=8), fact("stop", 5)) == 8


@pytest.mark.parametrize(("command", "expected"), [("stop", 5), ("end", 5), ("freeze", 30)])
def test_an_open_span_runs_to_the_next_stop_or_end_or_the_last_time(
    command: str, expected: int
) -> None:
    assert ends_at(fact("submission", 2, "red"), fact(command, 5)) == expected


def cut(tag: Tag) -> tuple[object, ...]:
    line = line_of(fact("start", 0), tag, fact("stop", 5), fact("resume", 6), fact("end", 9))
    return cut_submission(tag, line.stretches, line.last)


def test_a_submission_is_cut_at_the_stop_before_its_own_end() -> None:
    assert cut(fact("submission", 2, "red", end=8, outcome="escaped")) == (5, True)


def test_a_submission_that_ends_by_the_stop_is_not_cut() -> None:
    assert cut(fact("submission", 2, "red", end=5, outcome="escaped")) == (5, False)


def test_a_tap_counts_also_while_the_clock_stands() -> None:
    assert cut(fact("submission", 2, "red", end=5.5, outcome="tap")) == (Fraction(11, 2), False)


def test_an_open_submission_is_cut_by_the_stop_even_if_it_says_tap() -> None:
    assert cut(fact("submission", 2, "red", outcome="tap")) == (5, True)


@pytest.mark.parametrize(
    ("details", "expected"),
    [
        ({}, None),
        ({"close": "no"}, None),
        ({"close": "yes"}, 2),
        ({"close_from": "3"}, 3),
        ({"close_from": "7/2", "close": "yes"}, Fraction(7, 2)),
        ({"close_from": "1"}, 2),
    ],
)
def test_a_submission_is_close_from_where_it_says_so(
    details: dict[str, str], expected: Fraction | None
) -> None:
    tag = fact("submission", 2, "red").with_details(**details)

    assert close_start(tag) == expected


def test_the_defender_of_a_close_submission_is_in_danger_until_it_ends() -> None:
    line = line_of(
        fact("start", 0), fact("submission", 2, "red", end=6, close_from="4"),
        fact("submission", 3, "blue", end=5), fact("end", 9),
    )  # fmt: skip

    (danger,) = line.dangers
    assert danger.defender == "blue"
    assert danger.start == 4
    assert danger.end == 6
    assert danger.tag == "submission 2"


def test_danger_ends_where_the_clock_cuts_the_submission() -> None:
    line = line_of(
        fact("start", 0), fact("submission", 2, "red", end=8, close="yes"), fact("stop", 5),
        fact("resume", 6), fact("end", 9),
    )  # fmt: skip

    (danger,) = line.dangers
    assert danger.start == 2
    assert danger.end == 5


# -- whatever is tagged ----------------------------------------------------------------------------


@given(matches())
def test_the_positions_part_the_time_after_the_first_one(match: Match) -> None:
    line = read_timeline(match)
    stays = line.stays

    placed = [
        tag.start
        for tag in match.tags
        if tag.is_position
        or (
            tag.tag in ("restart", "overtime") and tag.details.get("position", "armbar") != "armbar"
        )
    ]
    assert bool(stays) == bool(placed)
    if stays:
        assert stays[0].start == min(placed)
        assert stays[-1].end == line.last
        assert all(a.end == b.start for a, b in pairwise(stays))
        assert all(stay.start < stay.end for stay in stays[:-1])


@given(matches(), TIMES)
def test_the_position_at_a_time_is_the_one_stay_around_it(match: Match, time: Fraction) -> None:
    line = read_timeline(match)

    around: list[Stay] = [stay for stay in line.stays if stay.start <= time < stay.end]

    if around:
        assert around == [line.stay_at(time)]
    elif line.stays and time < line.stays[0].start:
        assert line.stay_at(time) is None


@given(matches(max_tags=8))
def test_the_details_in_a_stay_begin_with_it_and_stay_inside(match: Match) -> None:
    for stay in read_timeline(match).stays:
        starts = [state.start for state in stay.states]

        assert starts[0] == stay.start
        assert starts == sorted(starts)
        assert starts[-1] <= stay.end


@given(matches())
def test_the_clock_parts_the_time_from_the_first_tag_to_the_last(match: Match) -> None:
    line = read_timeline(match)

    assert (line.stretches[0].start, line.stretches[-1].end) == (line.first, line.last)
    pairs = pairwise(line.stretches)
    assert all(a.end == b.start and a.start < a.end for a, b in pairs)


@given(matches(), TIMES, TIMES)
def test_the_match_clock_never_goes_back_nor_faster_than_time(
    match: Match, one: Fraction, two: Fraction
) -> None:
    line = read_timeline(match)
    early, late = sorted((one, two))

    passed = line.clock_at(late) - line.clock_at(early)

    assert 0 <= passed <= late - early


@given(matches())
def test_the_match_clock_counts_the_running_stretches_and_nothing_else(match: Match) -> None:
    line = read_timeline(match)

    for stretch in line.stretches:
        passed = line.clock_at(stretch.end) - line.clock_at(stretch.start)
        assert passed == (stretch.end - stretch.start if stretch.run is Run.RUNNING else 0)


@given(matches(max_tags=8))
def test_danger_has_a_length_and_a_submission_of_the_other_athlete(match: Match) -> None:
    for danger in read_timeline(match).dangers:
        tag = match.by_id(danger.tag)

        assert tag is not None
        assert (tag.tag, tag.athlete != danger.defender) == ("submission", True)
        assert tag.start <= danger.start < danger.end


@given(matches(max_tags=8))
def test_every_oddity_is_about_a_tag_of_the_match_and_is_a_sentence(match: Match) -> None:
    for oddity in read_timeline(match).oddities:
        assert match.by_id(oddity.tag) is not None
        assert say(oddity.phrase)


@given(matches(), matches())
def test_reading_another_match_between_changes_nothing(one: Match, two: Match) -> None:
    first = read_timeline(one)
    read_timeline(two)

    assert read_timeline(one) == first


def test_an_open_takedown_ends_at_its_landing_and_not_at_the_matchs_end() -> None:
    throw = fact("takedown", 2, "red")
    line = line_of(fact("standing", 0), throw, fact("mount", 4, "red"))

    assert line.end_of(throw) == 4


def test_an_open_takedown_that_brought_nobody_down_ends_at_once() -> None:
    throw = fact("takedown", 2, "red")
    line = line_of(fact("standing", 0), throw)

    assert line.end_of(throw) == 2
