"""The laws that hold in every ruleset, on matches and rulesets of a few lines."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from annotator.files.rulesets import load_ruleset
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.scoring import score
from annotator.scoring.ruling import Award
from annotator.text import say
from tests.properties.strategies import matches
from tests.scoring.small import (
    FOUL,
    MOUNT,
    SIDE,
    SWEEP,
    TAKEDOWN,
    asked,
    awards,
    bout,
    clause,
    clauses,
    fact,
    refusals,
    rules,
)

HOLD = rules(clauses(MOUNT))
ACTION = rules(clauses(TAKEDOWN, SWEEP))
NOW = clause("now", "{does: takedown, gives: {points: 1}}")
PASS = clause(
    "pass", "{does: pass, held: {in: pins}, seconds: 3, stays_open: true, gives: {points: 3}}"
)
FRAME = Fraction(1001, 30000)


# -- law 1: a hold is complete at exactly its seconds ---------------------------------------------


def test_exactly_the_seconds_count_and_are_dated_at_completion() -> None:
    match = bout(fact("mount", 3, "red"), fact("scramble", 6))

    assert awards(match, HOLD) == ["6 red points 4 mount"]


def test_a_thousandth_less_than_the_seconds_pays_nothing_and_says_so() -> None:
    match = bout(fact("mount", 3, "red"), fact("closed_guard", "5.999", "red"))

    assert awards(match, HOLD) == []
    assert refusals(match, HOLD) == [("5.999 red points 4 mount", "held 2.999 s of 3 s")]
    assert score(match, HOLD).refusals[0].margin == Fraction(-1, 1000)


def test_one_frame_short_is_one_frame_short_at_a_broken_frame_rate() -> None:
    start = 100 * FRAME
    short = bout(fact("mount", start, "red"), fact("closed_guard", start + 89 * FRAME, "red"))
    enough = bout(fact("mount", start, "red"), fact("closed_guard", start + 90 * FRAME, "red"))

    assert awards(short, HOLD) == []
    (ruling,) = score(enough, HOLD).awards
    assert ruling.time == start + 3
    assert score(short, HOLD).refusals[0].margin == 89 * FRAME - 3


@pytest.mark.parametrize("command", ["stop", "end", "freeze"])
def test_a_completion_comes_before_the_command_of_its_own_moment(command: str) -> None:
    match = bout(fact("mount", 3, "red"), fact(command, 6), end=9)

    assert awards(match, HOLD) == ["6 red points 4 mount"]


def test_a_completion_comes_before_a_foul_of_its_own_moment() -> None:
    fatal = fact("foul", 6, "red", severity="disqualifying")
    match = bout(fact("mount", 3, "red"), fatal)

    assert awards(match, HOLD) == ["6 red points 4 mount", "6 red disqualification 1 disqualified"]


@given(st.fractions(0, 20, max_denominator=90000), st.fractions(0, 6, max_denominator=90000))
@example(Fraction(1), Fraction(3))
def test_a_hold_pays_if_and_only_if_it_lasted_its_seconds(begin: Fraction, held: Fraction) -> None:
    match = bout(fact("mount", begin, "red"), fact("closed_guard", begin + held, "blue"))

    paid = [ruling.time for ruling in score(match, HOLD).awards]

    assert paid == ([begin + 3] if held >= 3 else [])


# -- law 2: the same position again updates its details ---------------------------------------------


ON_KNEES = rules(
    clauses(
        clause("mount", '{holds: {in: mount, knees_down: "2"}, seconds: 3, gives: {points: 4}}')
    )
)


def test_an_update_that_still_meets_the_conditions_breaks_no_hold() -> None:
    match = bout(fact("mount", 3, "red", knees_down="2"), fact("mount", 5, "red", facing="legs"))

    assert awards(match, ON_KNEES) == ["6 red points 4 mount"]


def test_an_update_that_fails_the_conditions_breaks_the_hold_and_one_that_meets_them_starts_it() -> (
    None
):
    match = bout(
        fact("mount", 3, "red", knees_down="2"), fact("mount", 5, "red", knees_down="1"),
        fact("mount", 7, "red", knees_down="2"),
    )  # fmt: skip

    assert awards(match, ON_KNEES) == ["10 red points 4 mount"]


def test_failing_a_detail_is_not_leaving_and_opens_no_second_pay() -> None:
    match = bout(
        fact("mount", 3, "red"), fact("mount", 8, "red", knees_down="0"),
        fact("mount", 9, "red", knees_down="2"), fact("mount", 20, "red", facing="head"),
    )  # fmt: skip

    assert awards(match, ON_KNEES) == ["6 red points 4 mount"]


def test_a_detail_answered_before_a_stop_is_kept_by_the_position_that_was_not_tagged_again() -> (
    None
):
    match = bout(fact("mount", 1, "red", knees_down="1"), fact("stop", 2), fact("resume", 5))

    assert awards(match, ON_KNEES) == []


def test_a_position_tagged_while_the_clock_stands_starts_with_ordinary_details() -> None:
    match = bout(
        fact("mount", 1, "red", knees_down="1"), fact("stop", 2), fact("mount", 4, "red"),
        fact("resume", 5),
    )  # fmt: skip

    assert awards(match, ON_KNEES) == ["8 red points 4 mount"]


# -- law 3: what ends a hold -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "between",
    [
        fact("side_control", 5, "red"),
        fact("mount", 5, "blue"),
        fact("scramble", 5),
        fact("standing", 5),
    ],
    ids=lambda tag: f"{tag.tag} {tag.athlete}",
)
def test_leaving_the_position_ends_its_hold_and_coming_back_starts_anew(between: Tag) -> None:
    match = bout(fact("mount", 3, "red"), between, fact("mount", 7, "red"))

    assert awards(match, HOLD) == ["10 red points 4 mount"]


def test_a_stop_splits_a_hold_in_two() -> None:
    match = bout(fact("mount", 3, "red"), fact("stop", 5), fact("resume", 10))

    assert awards(match, HOLD) == ["13 red points 4 mount"]


def test_a_freeze_is_cut_out_of_a_hold() -> None:
    match = bout(fact("mount", 3, "red"), fact("freeze", 5), fact("resume", 10))

    assert awards(match, HOLD) == ["11 red points 4 mount"]


def test_two_freezes_are_both_cut_out() -> None:
    match = bout(
        fact("mount", 3, "red"), fact("freeze", 4), fact("resume", 10), fact("freeze", 11),
        fact("resume", 20),
    )  # fmt: skip

    assert awards(match, HOLD) == ["21 red points 4 mount"]


def test_a_freeze_that_turns_into_a_stop_ends_the_hold() -> None:
    match = bout(fact("mount", 3, "red"), fact("freeze", 5), fact("stop", 6), fact("resume", 10))

    assert awards(match, HOLD) == ["13 red points 4 mount"]


def test_the_end_ends_a_hold_although_the_tags_go_on() -> None:
    match = bout(fact("mount", 3, "red"), fact("mark", 20), end=5)

    assert awards(match, HOLD) == []
    assert refusals(match, HOLD) == [("5 red points 4 mount", "held 2 s of 3 s")]


def test_the_same_position_after_a_scramble_pays_once() -> None:
    match = bout(fact("mount", 3, "red"), fact("scramble", 8), fact("mount", 9, "red"))

    assert awards(match, HOLD) == ["6 red points 4 mount"]


def throw(landing: str, *later: Tag, end: float | None = 60) -> Match:
    return bout(
        fact("standing", 0), fact("takedown", 1, "red", 2), fact(landing, 2, "red"), *later, end=end
    )


def test_the_hold_of_an_action_runs_on_while_its_athlete_stays_on_top_anywhere() -> None:
    match = throw("closed_guard", fact("half_guard", 3, "red"), fact("mount", 4, "red"))

    assert awards(match, ACTION) == ["5 red points 2 takedown"]


@pytest.mark.parametrize(
    "loss",
    [fact("scramble", 4), fact("closed_guard", 4, "blue"), fact("standing", 4), fact("stop", 4)],
    ids=lambda tag: tag.tag,
)
def test_the_hold_of_an_action_is_lost_for_good(loss: Tag) -> None:
    later = [fact("resume", 6)] if loss.tag == "stop" else []
    match = throw("closed_guard", loss, *later, fact("mount", 7, "red"))

    assert "takedown" not in " ".join(awards(match, ACTION))


def test_the_hold_of_an_action_is_counted_through_a_freeze() -> None:
    match = throw("mount", fact("freeze", 3), fact("resume", 13))

    assert awards(match, ACTION) == ["15 red points 2 takedown"]


@pytest.mark.parametrize("pays", [True, False])
def test_a_pass_stays_open_through_a_scramble_until_a_guard_comes(pays: bool) -> None:
    between = fact("scramble", 7) if pays else fact("half_guard", 7, "red")
    match = bout(
        fact("closed_guard", 1, "red"),
        fact("side_control", 5, "red"),
        between,
        fact("mount", 8, "red"),
    )
    only_pass = rules(clauses(PASS))

    paid = awards(match, only_pass)

    assert paid == ["11 red points 3 pass"]
    assert len(refusals(match, only_pass)) == (0 if pays else 1)


# -- law 4: the clock -------------------------------------------------------------------------------


def test_nothing_scores_before_the_start() -> None:
    early = (fact("mount", 0, "red"), fact("scramble", 8))
    match = Match(tags=(*early, fact("start", 10), fact("end", 20)))

    assert awards(match, HOLD) == []


def test_a_position_held_before_the_start_counts_from_the_start() -> None:
    match = Match(tags=(fact("mount", 0, "red"), fact("start", 10), fact("end", 20)))

    assert awards(match, HOLD) == ["13 red points 4 mount"]


def test_nothing_scores_while_the_clock_stands() -> None:
    match = bout(fact("stop", 1), fact("mount", 2, "red"), fact("scramble", 8), fact("resume", 10))

    assert awards(match, HOLD) == []


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("command", ["start", "resume", "restart", "overtime"])
def test_a_position_of_the_moment_is_the_one_in_which_the_clock_starts(
    command: str, order: int
) -> None:
    before = {
        "start": [],
        "resume": [fact("start", 0), fact("stop", 1)],
        "restart": [fact("start", 0), fact("stop", 1)],
        "overtime": [fact("start", 0), fact("end", 1)],
    }[command]
    rows = [fact(command, 5), fact("mount", 5, "red")][::order]
    match = Match(tags=(*before, *rows, fact("end", 20)))

    assert awards(match, HOLD) == ["8 red points 4 mount"]


def test_after_a_stop_nothing_is_seen_as_coming_from_the_position_before_it() -> None:
    match = bout(
        fact("closed_guard", 1, "red"), fact("stop", 3), fact("side_control", 5, "red"),
        fact("resume", 5),
    )  # fmt: skip

    assert awards(match, rules(clauses(PASS))) == []


def test_overtime_without_an_end_closes_the_period_and_its_holds() -> None:
    match = bout(fact("mount", 3, "red"), fact("overtime", 5))

    assert awards(match, HOLD) == ["8 red points 4 mount"]


def test_without_an_end_the_score_runs_to_the_last_time_and_the_result_is_undecided() -> None:
    span = fact("inactive", 4, "blue", 6)
    match = bout(fact("mount", 3, "red"), span, end=None)

    sheet = score(match, HOLD)

    assert awards(match, HOLD) == ["6 red points 4 mount"]
    assert (sheet.result.winner, sheet.result.won_by) == (None, "undecided")
    assert "end" in say(sheet.result.why)


def test_a_hold_that_runs_when_the_tags_end_says_so() -> None:
    match = bout(fact("mount", 3, "red"), fact("mark", 5), end=None)

    assert refusals(match, HOLD) == [("5 red points 4 mount", "the tags end after 2 s of 3 s")]


@pytest.mark.parametrize(("told", "reported"), [("60", False), ("5", True)])
def test_a_duration_ends_nothing_and_only_a_difference_is_reported(
    told: str, reported: bool
) -> None:
    match = bout(fact("match", 0, duration=told), fact("mount", 10, "red"))

    assert awards(match, HOLD) == ["13 red points 4 mount"]
    listed = [ruling.tags for ruling in score(match, HOLD).ignored]
    assert (("match 0",) in listed) == reported


def test_without_a_start_nothing_scores_and_the_result_says_why() -> None:
    match = Match(tags=(fact("mount", 3, "red"), fact("end", 20)))

    sheet = score(match, HOLD)

    assert sheet.awards == ()
    assert sheet.result.why.key == "undecided_no_start"


# -- law 5: the finish ------------------------------------------------------------------------------


def test_a_tap_ends_the_match_and_later_tags_are_listed_as_ignored() -> None:
    tap = fact("submission", 4, "blue", 7, outcome="tap")
    match = bout(fact("mount", 3, "red"), tap, fact("mount", 9, "blue"))

    sheet = score(match, HOLD)

    assert awards(match, HOLD) == ["6 red points 4 mount"]
    assert (sheet.result.winner, sheet.result.won_by) == ("blue", "submission")
    assert ("mount 9",) in [ruling.tags for ruling in sheet.ignored]
    assert all(ruling.time > 7 for ruling in sheet.ignored)


def test_a_hold_that_would_be_complete_after_the_tap_pays_nothing() -> None:
    tap = fact("submission", 4, "blue", 5, outcome="tap")

    assert awards(bout(fact("mount", 3, "red"), tap), HOLD) == []


# -- law 6: two clocks ------------------------------------------------------------------------------


def test_every_award_has_its_presentation_time_and_its_match_clock() -> None:
    match = Match(
        tags=(
            fact("mark", 0), fact("start", 10), fact("stop", 12), fact("resume", 20),
            fact("mount", 21, "red"), fact("end", 40),
        )
    )  # fmt: skip

    (ruling,) = score(match, HOLD).awards

    assert ruling.time == 24
    assert ruling.clock == 6


# -- law 7: control ---------------------------------------------------------------------------------


def test_a_pin_that_never_settles_fails_its_own_hold_and_the_pass_but_not_an_action() -> None:
    loose = fact("side_control", 2, "red", controlled="no")
    everything = rules(clauses(TAKEDOWN, SIDE, PASS))
    thrown = bout(fact("standing", 0), fact("takedown", 1, "red", 2), loose)
    passed = bout(fact("closed_guard", 1, "red"), loose)

    assert awards(thrown, everything) == ["5 red points 2 takedown"]
    assert awards(passed, everything) == []


def test_the_back_rows_never_mean_a_standing_back() -> None:
    back = rules(
        clauses(clause("back", "{holds: {in: back_control}, seconds: 3, gives: {points: 4}}"))
    )

    assert awards(bout(fact("standing_back", 1, "red")), back) == []
    assert awards(bout(fact("back_control", 1, "red")), back) == ["4 red points 4 back"]


# -- law 9: what is its own line ---------------------------------------------------------------------


def test_a_bonus_is_its_own_line_and_equal_moments_keep_the_order_of_the_clauses() -> None:
    bonus = "{does: takedown, bonus_of: takedown, began_within_seconds: 3, gives: {points: 2}}"
    fast = rules(clauses(SIDE, clause("fast", bonus), TAKEDOWN))

    assert awards(throw("side_control"), fast) == [
        "5 red points 3 side",
        "5 red points 2 fast",
        "5 red points 2 takedown",
    ]


@pytest.mark.parametrize(("begin", "fast"), [("3", True), ("3.001", False)])
def test_an_action_is_fast_at_exactly_its_seconds_after_the_whistle(begin: str, fast: bool) -> None:
    bonus = "{does: takedown, began_within_seconds: 3, gives: {points: 2}}"
    match = bout(fact("standing", 0), fact("takedown", begin, "red", 5), fact("mount", 5, "red"))

    assert bool(awards(match, rules(clauses(clause("fast", bonus))))) == fast


def test_a_freeze_is_no_whistle_for_a_fast_action() -> None:
    bonus = rules(
        clauses(clause("fast", "{does: takedown, began_within_seconds: 3, gives: {points: 2}}"))
    )
    landing = (fact("takedown", 12, "red", 13), fact("mount", 13, "red"))
    frozen = bout(fact("standing", 0), fact("freeze", 9), fact("resume", 11), *landing)
    stopped = bout(fact("standing", 0), fact("stop", 9), fact("resume", 11), *landing)

    assert awards(frozen, bonus) == []
    assert awards(stopped, bonus) == ["13 red points 2 fast"]


# -- actions, recoveries, and the mechanisms together ------------------------------------------------


def test_an_action_without_a_hold_is_paid_at_its_landing() -> None:
    assert awards(throw("mount"), rules(clauses(NOW))) == ["2 red points 1 now"]


def test_a_thrower_who_lands_at_the_bottom_is_refused_for_that() -> None:
    match = bout(fact("standing", 0), fact("takedown", 1, "red", 2), fact("mount", 2, "blue"))

    assert refusals(match, rules(clauses(NOW))) == [
        ("2 red points 1 now", "the thrower must end on top")
    ]


def test_a_throw_pays_whoever_ends_on_top_where_the_rule_says_so() -> None:
    rule = "{does: takedown, ends: [top, bottom, nowhere], if: {landing: back}, gives: {points: 2}}"
    anyhow = rules(clauses(clause("clean", rule)))
    under = bout(fact("standing", 0), fact("takedown", 1, "red", 2), fact("mount", 2, "blue"))
    nowhere = bout(fact("standing", 0), fact("takedown", 1, "red", 2, landing="back"))

    assert awards(under, anyhow) == ["2 red points 2 clean"]
    assert awards(nowhere, anyhow) == ["2 red points 2 clean"]


def test_of_the_rules_with_one_name_only_the_first_that_fits_pays() -> None:
    one_of = clause(
        "high",
        "{does: takedown, one_of: landing, if: {amplitude: high}, gives: {points: 4}}",
        "{does: takedown, one_of: landing, gives: {points: 2}}",
    )
    high = bout(
        fact("standing", 0),
        fact("takedown", 1, "red", 2, amplitude="high"),
        fact("mount", 2, "red"),
    )

    assert awards(high, rules(clauses(one_of))) == ["2 red points 4 high"]
    assert awards(throw("mount"), rules(clauses(one_of))) == ["2 red points 2 high"]


def test_an_exception_pays_nothing_under_its_own_clause() -> None:
    kneeling = clause("knees")
    rule = '{does: takedown, except: [{clause: knees, if: {opponent_knees: ["1", "2"]}}], gives: {points: 2}}'
    ruleset = rules(clauses(clause("takedown", rule), kneeling))
    match = bout(
        fact("standing", 0),
        fact("takedown", 1, "red", 2, opponent_knees="2"),
        fact("mount", 2, "red"),
    )

    assert awards(match, ruleset) == []
    assert refusals(match, ruleset)[0][0] == "2 red points 2 knees"
    assert awards(throw("mount"), ruleset) == ["2 red points 2 takedown"]


@pytest.mark.parametrize(("stood", "begin", "pays"), [(5, "7.999", False), (5, "8", True)])
def test_standing_up_and_being_taken_down_again_in_time_is_no_takedown(
    stood: float, begin: str, pays: bool
) -> None:
    rule = (
        "{does: takedown, except: [{clause: lost, stood_up_within_seconds: 3}], gives: {points: 2}}"
    )
    ruleset = rules(clauses(clause("takedown", rule), clause("lost")))
    match = bout(
        fact("closed_guard", 1, "red"), fact("standing", stood), fact("takedown", begin, "red", 9),
        fact("mount", 9, "red"),
    )  # fmt: skip

    assert bool(awards(match, ruleset)) == pays


def test_a_position_pays_again_only_after_the_opponent_recovered() -> None:
    by_choice = bout(
        fact("mount", 0, "red"), fact("side_control", 6, "red"), fact("mount", 10, "red")
    )
    recovered = bout(
        fact("mount", 0, "red"), fact("half_guard", 6, "red"), fact("mount", 10, "red")
    )

    assert awards(by_choice, HOLD) == ["3 red points 4 mount"]
    assert awards(recovered, HOLD) == ["3 red points 4 mount", "13 red points 4 mount"]


def test_being_forced_down_counts_as_recovered() -> None:
    match = bout(
        fact("mount", 0, "red"), fact("side_control", 6, "red", forced="yes"),
        fact("mount", 10, "red"),
    )  # fmt: skip

    assert awards(match, HOLD) == ["3 red points 4 mount", "13 red points 4 mount"]


def test_a_repeat_that_is_refused_says_why() -> None:
    match = bout(fact("mount", 0, "red"), fact("side_control", 6, "red"), fact("mount", 10, "red"))

    assert refusals(match, HOLD) == [
        ("13 red points 4 mount", "paid already, and the opponent had not recovered")
    ]


def test_a_change_within_one_control_restarts_no_hold() -> None:
    one = rules("one_control: [[side_control, north_south]]\n" + clauses(SIDE))
    match = bout(fact("side_control", 1, "red"), fact("north_south", 3, "red"))

    assert awards(match, one) == ["4 red points 3 side"]


def test_a_pass_starts_anew_at_a_change_of_control_but_not_within_one() -> None:
    rule = "{does: pass, held: {in: pins}, seconds: 3, stays_open: true, anew_at_change_of_control: true, gives: {points: 3}}"
    anew = rules("one_control: [side_controls]\n" + clauses(clause("pass", rule)))
    guard = fact("closed_guard", 0, "red")

    def then(second: str) -> Match:
        return bout(guard, fact("side_control", 1, "red"), fact(second, 3, "red"))

    assert awards(then("north_south"), anew) == ["4 red points 3 pass"]
    assert awards(then("mount"), anew) == ["6 red points 3 pass"]


@pytest.mark.parametrize(
    ("begin", "end", "paid"),
    [("4", "9", "12"), ("1", "9", "12"), ("6", "9", "6"), ("4", "6.5", "9.5")],
)
def test_a_hold_not_complete_when_danger_began_starts_anew_at_the_escape(
    begin: str, end: str, paid: str
) -> None:
    danger = rules("danger_restarts: true\n" + clauses(MOUNT))
    caught = fact("submission", begin, "blue", end, close="yes", outcome="escaped")
    match = bout(fact("mount", 3, "red"), caught)

    assert awards(match, danger) == [f"{paid} red points 4 mount"]
    assert awards(match, HOLD) == ["6 red points 4 mount"]


def test_only_the_defender_of_a_close_submission_is_in_danger() -> None:
    danger = rules("danger_restarts: true\n" + clauses(MOUNT))
    own = bout(fact("mount", 3, "red"), fact("submission", 4, "red", 9, close="yes"))
    loose = bout(fact("mount", 3, "red"), fact("submission", 4, "blue", 9, close="no"))

    assert awards(own, danger) == awards(loose, danger) == ["6 red points 4 mount"]


def test_seconds_in_different_places_may_give_different_points() -> None:
    rule = "{does: takedown, seconds: 3, held: [{in: guards}, {in: pins, gives: {points: 4}}], gives: {points: 2}}"
    ruleset = rules(clauses(clause("takedown", rule)))

    assert awards(throw("closed_guard"), ruleset) == ["5 red points 2 takedown"]
    assert awards(throw("mount"), ruleset) == ["5 red points 4 takedown"]
    assert awards(throw("mount", fact("half_guard", 4, "red")), ruleset) == [
        "7 red points 2 takedown"
    ]


def test_a_near_miss_is_given_at_the_loss_and_only_for_the_losses_it_names() -> None:
    rule = "{does: takedown, seconds: 3, gives: {points: 2}, near: [{clause: near, to: [scramble], gives: {advantages: 1}}]}"
    ruleset = rules(clauses(clause("takedown", rule), clause("near")))

    assert awards(throw("mount", fact("scramble", 4)), ruleset) == ["4 red advantage 1 near"]
    assert awards(throw("mount", fact("standing", 4)), ruleset) == []
    assert awards(throw("mount", fact("scramble", 6)), ruleset) == ["5 red points 2 takedown"]


def test_a_near_miss_whose_seconds_never_began_says_so_and_by_which_detail() -> None:
    ruleset = load_ruleset("ibjjf")
    one_hook = fact("back_control", 5, "red", hooks="1")

    def reason(*tags: Tag) -> str:
        match = bout(fact("standing", 0), *tags, fact("mount", 8, "blue"))
        (near,) = (one for one in score(match, ruleset).awards if one.clause == "near_back")
        return say(near.reason)

    assert "never began to run (hooks: one hook; needed: both hooks)" in reason(one_hook)
    assert "after 1 s of 3 s" in reason(one_hook, fact("back_control", 7, "red", hooks="2"))


@pytest.mark.parametrize(("turtled", "paid"), [("4.999", []), ("5.001", ["2 red points 2 throw"])])
def test_an_award_that_waits_for_a_turtle_is_dated_at_the_action(
    turtled: str, paid: list[str]
) -> None:
    rule = "{does: takedown, unless_within: {in: turtle, seconds: 3}, gives: {points: 2}}"
    match = throw("side_control", fact("turtle", turtled, "red"))

    assert awards(match, rules(clauses(clause("throw", rule)))) == paid


def test_an_award_for_a_turtle_in_time_is_dated_at_the_turtle() -> None:
    rule = "{does: takedown, if_within: {in: turtle, seconds: 3}, gives: {advantages: 1}}"
    ruleset = rules(clauses(clause("near", rule)))

    assert awards(throw("side_control", fact("turtle", 4, "red")), ruleset) == [
        "4 red advantage 1 near"
    ]
    assert awards(throw("side_control", fact("turtle", 6, "red")), ruleset) == []


def test_an_open_pass_is_paid_with_the_control_that_scores() -> None:
    rule = (
        "{does: pass, held: {in: pins}, stays_open: true, pays_with: [mount], gives: {points: 3}}"
    )
    ruleset = rules(clauses(MOUNT, clause("pass", rule)))
    guard = fact("closed_guard", 0, "red")
    scored = bout(guard, fact("side_control", 5, "red"), fact("mount", 7, "red"))
    lost = bout(guard, fact("side_control", 5, "red"), fact("closed_guard", 7, "red"))

    assert awards(scored, ruleset) == ["10 red points 4 mount", "10 red points 3 pass"]
    assert awards(lost, ruleset) == []


@pytest.mark.parametrize(("off", "pays"), [("9", True), ("8.999", False)])
def test_a_position_that_pays_again_by_time_off_needs_exactly_that_time(
    off: str, pays: bool
) -> None:
    rule = (
        "{holds: {in: knee_on_belly}, again: off, off_seconds: 3, seconds: 3, gives: {points: 2}}"
    )
    ruleset = rules(clauses(clause("knee", rule)))
    match = bout(
        fact("knee_on_belly", 0, "red"), fact("side_control", 6, "red"),
        fact("knee_on_belly", off, "red"),
    )  # fmt: skip

    assert len(awards(match, ruleset)) == (2 if pays else 1)


def test_a_sweep_tag_adds_when_it_began_but_is_not_needed() -> None:
    guard, top = fact("closed_guard", 1, "red"), fact("mount", 5, "blue")
    tagged = bout(guard, fact("sweep", 4, "blue", 5), top)

    assert awards(bout(guard, top), ACTION) == awards(tagged, ACTION) == ["8 blue points 2 sweep"]
    assert "sweep 4" in score(tagged, ACTION).awards[0].tags


# -- what is asked, and what is assumed ----------------------------------------------------------------


def test_going_to_the_ground_without_a_tag_is_a_question_and_never_a_guess() -> None:
    match = bout(fact("standing", 0), fact("mount", 5, "red"))

    sheet = score(match, ACTION)

    assert sheet.awards == ()
    assert asked(sheet) == [("ask_how_to_ground", "5")]


def test_a_takedown_that_reached_no_ground_asks_for_its_landing() -> None:
    match = bout(fact("standing", 0), fact("takedown", 4, "red", 5))

    assert asked(score(match, ACTION)) == [("ask_landing", "4")]


def test_an_award_names_the_unanswered_details_it_leaned_on() -> None:
    plain, answered = fact("mount", 3, "red"), fact("mount", 3, "red", knees_down="2")

    (leaned,) = score(bout(plain), ON_KNEES).awards
    (known,) = score(bout(answered), ON_KNEES).awards

    assert "knees_down=2" in [str(assumed) for assumed in leaned.assumed]
    assert {assumed.tag for assumed in leaned.assumed} == {"mount 3"}
    assert "knees_down=2" not in [str(assumed) for assumed in known.assumed]


def test_a_failed_detail_is_named_with_what_was_needed() -> None:
    match = bout(fact("mount", 3, "red", knees_down="1"), fact("standing", 10))

    assert refusals(match, ON_KNEES) == [
        ("10 red points 4 mount", "knees down: one knee; needed: both knees")
    ]


# -- whatever is tagged ---------------------------------------------------------------------------------

EVERYTHING = rules(
    "danger_restarts: true\none_control: [side_controls]\nfatal_penalties: 3\n"
    + clauses(
        TAKEDOWN, PASS, SWEEP, SIDE, MOUNT, FOUL,
        clause("attack", "{submission: true, seconds: 1, gives: {advantages: 1}}"),
        clause("idle", "{inactive_seconds: 2, again_seconds: 1, gives: {penalties: 1}}"),
    )
)  # fmt: skip


@given(matches())
def test_no_legal_match_makes_the_engine_raise(match: Match) -> None:
    sheet = score(match, EVERYTHING)

    ids = {tag.id for tag in match.tags}
    for ruling in (*sheet.awards, *sheet.refusals, *sheet.ignored):
        assert set(ruling.tags) <= ids
        assert say(ruling.reason)


@given(matches())
def test_every_award_of_a_hold_falls_while_the_clock_runs(match: Match) -> None:
    held = rules(clauses(MOUNT, SIDE))

    for ruling in score(match, held).awards:
        before = [tag for tag in match.in_time() if tag.start < ruling.time]
        ended = [tag for tag in before if tag.tag == "end"]
        again = [tag for tag in before if tag.tag == "overtime"]
        assert ruling.award in (Award.POINTS, Award.DISQUALIFICATION)
        assert ruling.clock > 0
        assert not ended or (again and again[-1].start >= ended[-1].start)
