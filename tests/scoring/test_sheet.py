"""The sheet: its lines in order, their frames, and totals that are nothing but sums."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.model.match import Match
from annotator.model.vocabulary import ATHLETES
from annotator.scoring import score
from annotator.scoring.ruling import Award, Totals, totals
from annotator.text import say
from tests.properties.strategies import matches
from tests.scoring.small import (
    FOUL,
    MOUNT,
    SIDE,
    SWEEP,
    TAKEDOWN,
    asked,
    bout,
    clause,
    clauses,
    fact,
    line,
    rules,
)

HOLD = rules(clauses(MOUNT))
NTSC = [Fraction(1001 * n, 30000) for n in range(2000)]
MIXED = rules(
    clauses(
        TAKEDOWN, SWEEP, SIDE, MOUNT, FOUL,
        clause("attack", "{submission: true, seconds: 1, gives: {advantages: 1}}"),
        clause("warned", "{tag: warning, gives: {warnings: 1}}"),
    )
)  # fmt: skip


# -- frames -----------------------------------------------------------------------------------------


def test_without_a_film_a_ruling_has_no_frame() -> None:
    (ruling,) = score(bout(fact("mount", 3, "red")), HOLD).awards

    assert ruling.frame is None


def test_a_ruling_names_the_first_frame_at_or_after_its_time() -> None:
    exact = score(bout(fact("mount", NTSC[100], "red")), HOLD, [NTSC[100] + 3]).awards[0]
    between = score(bout(fact("mount", 3, "red")), HOLD, NTSC).awards[0]

    assert exact.frame == 0
    assert between.frame == 180
    assert NTSC[179] < between.time <= NTSC[180]


def test_a_ruling_after_the_last_frame_has_no_frame() -> None:
    (ruling,) = score(bout(fact("mount", 3, "red")), HOLD, NTSC[:100]).awards

    assert ruling.frame is None


def test_refusals_and_questions_name_their_frames_too() -> None:
    match = bout(
        fact("standing", 0), fact("mount", 3, "red"), fact("scramble", 4), fact("turtle", 5, "red")
    )

    sheet = score(match, HOLD, [Fraction(n, 10) for n in range(700)])

    assert [(str(r.time), r.frame) for r in sheet.refusals] == [("5", 50)]
    assert [(str(q.time), q.frame) for q in sheet.questions] == [("3", 30)]


@given(matches(), st.sampled_from([Fraction(1, 30), Fraction(1001, 24000), Fraction(1, 3)]))
def test_every_frame_of_a_sheet_is_the_first_at_or_after_its_time(
    match: Match, step: Fraction
) -> None:
    frames = [step * n for n in range(600)]

    for ruling in score(match, MIXED, frames).awards:
        later = [index for index, time in enumerate(frames) if time >= ruling.time]
        assert ruling.frame == (later[0] if later else None)


@given(matches(max_tags=8))
def test_a_film_changes_nothing_but_the_frames(match: Match) -> None:
    plain, filmed = score(match, MIXED), score(match, MIXED, NTSC)

    assert [line(r) for r in plain.awards] == [line(r) for r in filmed.awards]
    assert plain.result == filmed.result


# -- order ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ((SIDE, TAKEDOWN), ["5 red points 3 side", "5 red points 2 takedown"]),
        ((TAKEDOWN, SIDE), ["5 red points 2 takedown", "5 red points 3 side"]),
    ],
)
def test_lines_of_one_moment_stand_in_the_order_of_the_clauses(
    order: tuple[str, ...], expected: list[str]
) -> None:
    match = bout(fact("standing", 0), fact("takedown", 1, "red", 2), fact("side_control", 2, "red"))

    assert [line(r) for r in score(match, rules(clauses(*order))).awards] == expected


def test_an_award_dated_back_stands_where_its_date_puts_it() -> None:
    waits = clause(
        "throw", "{does: takedown, unless_within: {in: turtle, seconds: 3}, gives: {points: 2}}"
    )
    ruleset = rules(clauses(FOUL, waits))
    match = bout(
        fact("standing", 0), fact("takedown", 1, "red", 2), fact("side_control", 2, "red"),
        fact("foul", 3, "blue"),
    )  # fmt: skip

    assert [line(r) for r in score(match, ruleset).awards] == [
        "2 red points 2 throw",
        "3 blue penalty 1 foul",
        "3 red points 1 foul",
    ]


@given(matches())
def test_every_list_of_the_sheet_is_in_time_and_then_in_the_order_of_the_clauses(
    match: Match,
) -> None:
    sheet = score(match, MIXED)
    place = {one.id: number for number, one in enumerate(MIXED.clauses)}

    for lines in (sheet.awards, sheet.refusals, sheet.violations, sheet.ignored):
        keys = [(r.time, place.get(r.clause, len(place))) for r in lines]
        assert keys == sorted(keys)
    times = [question.time for question in sheet.questions]
    assert times == sorted(times)


# -- totals ------------------------------------------------------------------------------------------


THREE = bout(fact("foul", 5, "red"), fact("mount", 10, "red"), fact("foul", 20, "blue"))
POINTS = rules(clauses(MOUNT, FOUL))


def test_totals_are_what_the_scoreboard_shows() -> None:
    sums = score(THREE, POINTS).totals()

    assert sums["red"] == Totals(points=5, penalties=1)
    assert sums["blue"] == Totals(points=1, penalties=1)


def test_every_kind_of_award_has_its_own_column() -> None:
    match = bout(fact("warning", 5, "red"), fact("submission", 6, "blue", 9, close="yes"))

    sums = score(match, MIXED).totals()

    assert sums["red"] == Totals(warnings=1)
    assert sums["blue"] == Totals(advantages=1)


def test_a_disqualification_is_in_no_column() -> None:
    out = rules(clauses(clause("out", "{tag: foul, gives: {disqualified: true}}")))

    assert score(bout(fact("foul", 5, "red")), out).totals() == {who: Totals() for who in ATHLETES}


@pytest.mark.parametrize(
    ("until", "red", "blue"),
    [("4.999", 0, 0), ("5", 0, 1), ("12.999", 0, 1), ("13", 4, 1), ("20", 5, 1)],
)
def test_totals_until_a_moment_include_that_moment(until: str, red: int, blue: int) -> None:
    sums = score(THREE, POINTS).totals(Fraction(until))

    assert (sums["red"].points, sums["blue"].points) == (red, blue)


def test_the_running_totals_grow_with_each_line() -> None:
    rows = score(THREE, POINTS).running()

    assert [(line(r), sums["red"].points, sums["blue"].points) for r, sums in rows] == [
        ("5 red penalty 1 foul", 0, 0),
        ("5 blue points 1 foul", 0, 1),
        ("13 red points 4 mount", 4, 1),
        ("20 blue penalty 1 foul", 4, 1),
        ("20 red points 1 foul", 5, 1),
    ]


@given(matches(max_tags=8))
def test_the_running_totals_are_the_sums_so_far_and_end_in_the_totals(match: Match) -> None:
    sheet = score(match, MIXED)
    rows = sheet.running()

    assert [ruling for ruling, _ in rows] == list(sheet.awards)
    for number, (_, sums) in enumerate(rows, 1):
        assert sums == totals(sheet.awards[:number])
    assert sheet.totals() == (rows[-1][1] if rows else {who: Totals() for who in ATHLETES})
    assert sheet.totals() == (sheet.totals(rows[-1][0].time) if rows else totals(()))


# -- what a line says -----------------------------------------------------------------------------------


def test_an_award_says_who_did_what_until_when() -> None:
    (ruling,) = score(bout(fact("mount", 3, "red")), HOLD).awards

    assert say(ruling.reason) == "red held mount for 3 s, until 0:06.000."
    assert ruling.tags == ("mount 3",)
    assert (ruling.award, ruling.value) == (Award.POINTS, 4)


def test_a_refusal_says_what_would_have_been_given_and_what_was_missing() -> None:
    sheet = score(bout(fact("mount", 3, "red"), fact("turtle", "5.967", "red")), HOLD)

    (ruling,) = sheet.refusals
    assert say(ruling.reason) == "red: mount from 0:03.000."
    assert ruling.missing is not None
    assert say(ruling.missing) == "held 2.967 s of 3 s"
    assert (ruling.award, ruling.value, ruling.margin) == (Award.POINTS, 4, Fraction(-33, 1000))


def test_the_readings_of_a_rule_stand_on_its_awards() -> None:
    leaning = rules(
        "readings: {ours: {says: so, because: silent}, theirs: {says: no, because: damaged}}\n"
        + clauses(
            "  mount:\n    title: {en: m}\n    readings: [ours]\n    rules:\n"
            "      - {holds: {in: mount}, seconds: 3, readings: [theirs], gives: {points: 4}}\n"
        )
    )

    (ruling,) = score(bout(fact("mount", 3, "red")), leaning).awards

    assert ruling.readings == ("ours", "theirs")


def test_a_sheet_names_its_ruleset_and_edition() -> None:
    sheet = score(bout(), HOLD)

    assert (sheet.ruleset, sheet.edition) == ("demo", "1")


def test_questions_are_in_the_order_of_time() -> None:
    match = bout(
        fact("submission", 9, "red", outcome="tap"), fact("standing", 0), fact("mount", 3, "red")
    )

    assert asked(score(match, HOLD)) == [("ask_how_to_ground", "3"), ("ask_finish_end", "9")]
