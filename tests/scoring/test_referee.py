"""What the referee's own facts are worth, and how a match is finished."""

import pytest

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.scoring import score
from annotator.scoring.ruling import ScoreSheet
from tests.scoring.small import (
    FOUL,
    MOUNT,
    asked,
    awards,
    bout,
    clause,
    clauses,
    fact,
    line,
    refusals,
    rules,
)

CAUTION = rules(clauses(FOUL))
IDLE = clause(
    "idle",
    "{inactive_seconds: 15, gives: {warnings: 1}}",
    "{inactive_seconds: 30, again_seconds: 15, gives: {penalties: 1, opponent_points: 1}}",
)
ATTACK = rules(
    clauses(
        clause("attack", "{submission: true, outcomes: [escaped], seconds: 3, gives: {points: 1}}")
    )
)


def result(sheet: ScoreSheet) -> tuple[str | None, str]:
    return sheet.result.winner, sheet.result.won_by


# -- fouls and warnings ------------------------------------------------------------------------------


def test_a_caution_is_a_penalty_for_one_and_a_point_for_the_other() -> None:
    assert awards(bout(fact("foul", 5, "red")), CAUTION) == [
        "5 red penalty 1 foul",
        "5 blue points 1 foul",
    ]


def test_a_negative_point_is_a_penalty_and_points_of_the_same_athlete() -> None:
    minus = rules(clauses(clause("foul", "{tag: foul, gives: {penalties: 1, points: -1}}")))

    sheet = score(bout(fact("foul", 5, "red")), minus)

    assert [line(ruling) for ruling in sheet.awards] == [
        "5 red penalty 1 foul",
        "5 red points -1 foul",
    ]
    assert (sheet.totals()["red"].points, sheet.totals()["red"].penalties) == (-1, 1)


@pytest.mark.parametrize(
    ("when", "counts"),
    [(2, False), (10, True), (15, True), (20, True), (25, True), (30, True), (31, False)],
)
def test_fouls_count_from_the_start_to_the_end_also_while_the_clock_stands(
    when: int, counts: bool
) -> None:
    match = Match(
        tags=(
            fact("mark", 0), fact("start", 10), fact("stop", 20), fact("resume", 28),
            fact("end", 30), fact("foul", when, "red"), fact("mark", 40),
        )
    )  # fmt: skip

    assert bool(awards(match, CAUTION)) == counts


def test_a_foul_that_has_no_price_is_listed_and_moves_nothing() -> None:
    slam = rules(clauses(clause("slam", "{tag: foul, if: {kind: slam}, gives: {penalties: 1}}")))

    sheet = score(bout(fact("foul", 5, "red", kind="face"), fact("warning", 6, "blue")), slam)

    assert sheet.awards == ()
    assert [(r.tags, r.reason.key) for r in sheet.ignored] == [
        (("foul 5",), "ignored_unpriced"),
        (("warning 6",), "ignored_unpriced"),
    ]


def test_a_foul_of_an_unknown_kind_is_none_of_those_that_have_a_price() -> None:
    slam = rules(clauses(clause("slam", "{tag: foul, if: {kind: slam}, gives: {penalties: 1}}")))

    assert awards(bout(fact("foul", 5, "red")), slam) == []
    assert awards(bout(fact("foul", 5, "red", kind="slam")), slam) == ["5 red penalty 1 slam"]


def test_a_price_may_depend_on_how_often_it_happened_counted_together() -> None:
    ladder = rules(
        clauses(
            clause(
                "passive",
                "{tag: warning, counted_with: p, to_number: 1, gives: {warnings: 1}}",
                "{tag: foul, counted_with: p, to_number: 1, gives: {warnings: 1}}",
                "{tag: [warning, foul], counted_with: p, from_number: 2, gives: {points: -1}}",
            )
        )
    )
    match = bout(
        fact("warning", 5, "red"),
        fact("foul", 6, "red"),
        fact("foul", 7, "blue"),
        fact("warning", 8, "red"),
    )

    assert awards(match, ladder) == [
        "5 red warning 1 passive",
        "6 red points -1 passive",
        "7 blue warning 1 passive",
        "8 red points -1 passive",
    ]


def test_a_violation_is_listed_and_gives_nothing() -> None:
    banned = rules(
        clauses(clause("banned", "{tag: submission, if: {technique: heel_hook}, violation: true}"))
    )

    sheet = score(bout(fact("submission", 5, "red", 6, technique="heel_hook")), banned)

    assert [(r.athlete, r.clause, r.tags) for r in sheet.violations] == [
        ("red", "banned", ("submission 5",))
    ]
    assert sheet.awards == ()


@pytest.mark.parametrize(("category", "counts"), [("kids", True), ("adult", False), (None, False)])
def test_a_price_may_hold_for_one_category_only(category: str | None, counts: bool) -> None:
    kids = rules(
        "categories: {kids: {title: {en: K}, seconds: 60}, adult: {title: {en: A}, seconds: 60}}\n"
        + clauses(clause("jump", "{tag: guard_pull, categories: [kids], gives: {penalties: 1}}"))
    )
    info = [fact("match", 0, category=category)] if category else []

    assert bool(awards(bout(*info, fact("guard_pull", 5, "red", 6)), kids)) == counts


def test_an_action_has_a_price_only_while_the_clock_runs() -> None:
    pull = rules(clauses(clause("pull", "{tag: guard_pull, gives: {penalties: 1}}")))

    assert awards(bout(fact("stop", 4), fact("guard_pull", 5, "red", 6)), pull) == []
    assert awards(bout(fact("guard_pull", 5, "red", 6)), pull) == ["5 red penalty 1 pull"]


# -- disqualifications ------------------------------------------------------------------------------


def test_a_disqualifying_severity_disqualifies_under_every_ruleset() -> None:
    sheet = score(bout(fact("foul", 5, "red", severity="disqualifying")), rules(clauses(MOUNT)))

    assert [line(ruling) for ruling in sheet.awards] == ["5 red disqualification 1 disqualified"]
    assert result(sheet) == ("blue", "disqualification")


def test_a_disqualification_counts_while_the_clock_stands() -> None:
    match = bout(fact("stop", 4), fact("foul", 5, "red", severity="disqualifying"))

    assert result(score(match, CAUTION)) == ("blue", "disqualification")


def test_of_two_disqualifications_the_first_counts() -> None:
    out = rules(clauses(clause("out", "{tag: foul, gives: {disqualified: true}}")))
    match = bout(fact("foul", 5, "red"), fact("foul", 6, "blue"))

    assert result(score(match, out)) == ("blue", "disqualification")
    assert awards(match, out) == ["5 red disqualification 1 out"]


def test_both_athletes_disqualified_in_one_moment_leave_it_undecided() -> None:
    out = rules(clauses(clause("out", "{tag: foul, gives: {disqualified: true}}")))
    sheet = score(bout(fact("foul", 5, "red"), fact("foul", 5, "blue")), out)

    assert result(sheet) == (None, "undecided")
    assert sheet.result.why.key == "undecided_both"
    assert len(sheet.awards) == 2


def test_so_many_penalties_disqualify_and_the_last_gives_no_point() -> None:
    fatal = rules("fatal_penalties: 2\nfatal_clause: foul\n" + clauses(FOUL))
    match = bout(fact("foul", 5, "red"), fact("foul", 6, "red"))

    assert awards(match, fatal) == [
        "5 red penalty 1 foul",
        "5 blue points 1 foul",
        "6 red penalty 1 foul",
        "6 red disqualification 1 foul",
    ]
    assert result(score(match, fatal)) == ("blue", "disqualification")


def test_penalties_of_the_two_athletes_are_not_added_up() -> None:
    fatal = rules("fatal_penalties: 2\n" + clauses(FOUL))
    match = bout(fact("foul", 5, "red"), fact("foul", 6, "blue"))

    assert result(score(match, fatal)) == (None, "undecided")


# -- inactivity --------------------------------------------------------------------------------------


def idle(*tags: Tag) -> list[str]:
    return awards(bout(*tags, end=200), rules(clauses(IDLE)))


@pytest.mark.parametrize(("end", "warned"), [("25", True), ("24.999", False)])
def test_inactivity_costs_at_exactly_its_seconds(end: str, warned: bool) -> None:
    assert idle(fact("inactive", 10, "red", end)) == (["25 red warning 1 idle"] if warned else [])


def test_inactivity_goes_on_costing_for_each_span_more() -> None:
    assert idle(fact("inactive", 0, "red", 50)) == [
        "15 red warning 1 idle",
        "30 red penalty 1 idle",
        "30 blue points 1 idle",
        "45 red penalty 1 idle",
        "45 blue points 1 idle",
    ]


def test_each_span_of_inactivity_counts_afresh() -> None:
    spans = (fact("inactive", 0, "red", 14), fact("inactive", 14, "red", 28))

    assert idle(*spans) == []


@pytest.mark.parametrize("command", ["stop", "freeze"])
def test_inactivity_is_measured_on_the_match_clock(command: str) -> None:
    pause = (fact(command, 10), fact("resume", 20))

    assert idle(fact("inactive", 0, "red", 28), *pause) == ["25 red warning 1 idle"]


def test_the_fatal_penalty_for_inactivity_ends_the_match_there() -> None:
    fatal = rules("fatal_penalties: 2\nfatal_clause: idle\n" + clauses(IDLE))
    sheet = score(bout(fact("inactive", 0, "red", 100), end=200), fatal)

    assert [line(r) for r in sheet.awards][-2:] == [
        "45 red penalty 1 idle",
        "45 red disqualification 1 idle",
    ]
    assert result(sheet) == ("blue", "disqualification")


# -- submissions --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("end", "paid"), [("8", True), ("7.999", False)])
def test_an_escaped_submission_pays_when_it_was_close_for_exactly_its_seconds(
    end: str, paid: bool
) -> None:
    match = bout(fact("submission", 3, "red", end, close_from="5", outcome="escaped"))

    assert awards(match, ATTACK) == ([f"{end} red points 1 attack"] if paid else [])


def test_freezes_are_cut_out_of_the_seconds_of_a_submission() -> None:
    caught = fact("submission", 5, "red", 12, close="yes", outcome="escaped")
    frozen = bout(caught, fact("freeze", 6), fact("resume", 11))
    running = bout(caught)

    assert awards(frozen, ATTACK) == []
    assert refusals(frozen, ATTACK)[0][1] == "held 2 s of 3 s"
    assert awards(running, ATTACK) == ["12 red points 1 attack"]


@pytest.mark.parametrize("outcome", ["released", "out_of_bounds", "time"])
def test_a_submission_that_ended_otherwise_is_refused_for_that(outcome: str) -> None:
    match = bout(fact("submission", 5, "red", 12, close="yes", outcome=outcome))

    assert awards(match, ATTACK) == []
    assert outcome.replace("_", " ") in refusals(match, ATTACK)[0][1]


def test_a_submission_cut_by_a_stop_is_no_escape() -> None:
    match = bout(fact("submission", 5, "red", 12, close="yes", outcome="escaped"), fact("stop", 10))

    assert awards(match, ATTACK) == []


def test_a_submission_that_was_never_close_is_worth_nothing() -> None:
    assert awards(bout(fact("submission", 5, "red", 12, outcome="escaped")), ATTACK) == []


def test_an_escape_that_nobody_answered_is_assumed_and_said() -> None:
    (ruling,) = score(bout(fact("submission", 5, "red", 12, close="yes")), ATTACK).awards

    assert [str(assumed) for assumed in ruling.assumed] == ["outcome=escaped"]


def test_excluded_techniques_are_worth_nothing() -> None:
    some = rules(
        clauses(
            clause(
                "attack", "{submission: true, not_techniques: [heel_hook], gives: {advantages: 1}}"
            )
        )
    )

    def caught(technique: str) -> Match:
        return bout(fact("submission", 5, "red", 9, close="yes", technique=technique))

    assert awards(caught("heel_hook"), some) == []
    assert awards(caught("armbar"), some) == ["9 red advantage 1 attack"]


@pytest.mark.parametrize("outcome", ["tap", "verbal", "unconscious", "referee_stop"])
def test_a_finish_ends_the_match_also_while_the_clock_stands(outcome: str) -> None:
    finish = fact("submission", 3, "red", 6, outcome=outcome)

    for match in (bout(finish), bout(finish, fact("stop", 5)), bout(finish, fact("freeze", 5))):
        assert result(score(match, ATTACK)) == ("red", "submission")


def test_a_tap_at_the_very_end_counts_and_one_after_it_does_not() -> None:
    at_the_end = bout(fact("submission", 3, "red", 10, outcome="tap"), end=10)
    after = bout(fact("submission", 3, "red", 11, outcome="tap"), end=10)

    assert result(score(at_the_end, ATTACK)) == ("red", "submission")
    assert result(score(after, ATTACK)) == (None, "undecided")


def test_a_tap_comes_before_a_foul_of_its_own_moment() -> None:
    match = bout(
        fact("submission", 3, "red", 6, outcome="tap"),
        fact("foul", 6, "red", severity="disqualifying"),
    )

    assert result(score(match, ATTACK)) == ("red", "submission")


def test_a_finish_without_an_end_ends_nothing_and_is_asked_about() -> None:
    sheet = score(bout(fact("submission", 3, "red", outcome="tap")), ATTACK)

    assert result(sheet) == (None, "undecided")
    assert asked(sheet) == [("ask_finish_end", "3")]


# -- point-free time ----------------------------------------------------------------------------------


YOUNG = rules(
    "categories: {young: {title: {en: Y}, seconds: 240, point_free_seconds: 10}}\n"
    + clauses(MOUNT, clause("throw", "{does: takedown, gives: {points: 2}}"))
)


@pytest.mark.parametrize(("taken", "paid"), [("9.999", []), ("10", ["13 red points 4 mount"])])
def test_a_position_taken_in_point_free_time_pays_nothing(taken: str, paid: list[str]) -> None:
    match = bout(fact("match", 0, category="young"), fact("mount", taken, "red"))

    assert awards(match, YOUNG) == paid


def test_point_free_time_runs_on_the_match_clock() -> None:
    match = bout(
        fact("match", 0, category="young"), fact("stop", 5), fact("resume", 20),
        fact("mount", 24, "red"),
    )  # fmt: skip

    assert awards(match, YOUNG) == []
    assert refusals(match, YOUNG) == [
        (
            "27 red points 4 mount",
            "it began at 0:24.000, in the part without points (until 0:25.000)",
        )
    ]


def test_an_action_in_point_free_time_pays_nothing_and_later_it_does() -> None:
    def throw(at: int) -> Match:
        return bout(
            fact("match", 0, category="young"), fact("standing", 0), fact("takedown", at, "red", at + 1),
            fact("closed_guard", at + 1, "red"),
        )  # fmt: skip

    assert awards(throw(4), YOUNG) == []
    assert awards(throw(14), YOUNG) == ["15 red points 2 throw"]


def test_without_a_category_there_is_no_point_free_time() -> None:
    assert awards(bout(fact("mount", 1, "red")), YOUNG) == ["4 red points 4 mount"]
