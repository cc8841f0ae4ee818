"""Who won and by what: the steps of the ruleset's order, each with its reason."""

import pytest

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.scoring import score
from annotator.scoring.ruling import Result, ScoreSheet
from annotator.text import say
from tests.scoring.small import bout, clause, clauses, fact, rules

# What a test needs of a score: each kind of foul moves one number.
FOULS = (
    clause(
        "caution", "{tag: foul, if: {kind: passivity}, gives: {penalties: 1, opponent_points: 1}}"
    ),
    clause("advantage", "{tag: foul, if: {kind: face}, gives: {opponent_advantages: 1}}"),
    clause("fault", "{tag: foul, if: {kind: slam}, gives: {penalties: 1}}"),
    clause("out", "{tag: foul, if: {kind: strike}, gives: {disqualified: true}}"),
)
POINTS = clause("throw", "{does: takedown, gives: {points: 2}}")
LONG = "outcome: [submission, disqualification, points, advantages, highest_action, fewest_penalties]\n"
ORDER = rules(LONG + clauses(POINTS, *FOULS))


def foul(start: float, who: str, kind: str) -> Tag:
    return fact("foul", start, who, kind=kind)  # type: ignore[arg-type]


def decided(*tags: Tag, end: float | None = 60) -> Result:
    return score(bout(*tags, end=end), ORDER).result


def who_and_how(result: Result) -> tuple[str | None, str]:
    return result.winner, result.won_by


def test_more_points_win_and_the_reason_says_both_numbers() -> None:
    result = decided(
        foul(5, "red", "passivity"), foul(6, "red", "passivity"), foul(7, "blue", "passivity")
    )

    assert who_and_how(result) == ("blue", "points")
    assert say(result.why) == "blue won by points, 1 (red) to 2 (blue)."


def test_at_equal_points_more_advantages_win() -> None:
    result = decided(foul(5, "blue", "face"))

    assert who_and_how(result) == ("red", "advantages")
    assert say(result.why) == "red won by advantages, 1 (red) to 0 (blue)."


def test_at_equal_points_and_advantages_fewer_cautions_win() -> None:
    result = decided(foul(5, "red", "slam"))

    assert who_and_how(result) == ("blue", "cautions")
    assert say(result.why) == "blue won by fewer cautions, 1 (red) to 0 (blue)."


def test_more_points_win_against_fewer_cautions() -> None:
    result = decided(foul(5, "red", "slam"), foul(6, "blue", "passivity"), foul(7, "red", "slam"))

    assert who_and_how(result) == ("red", "points")


def test_a_step_that_the_ruleset_does_not_name_decides_nothing() -> None:
    short = rules("outcome: [submission, disqualification, points]\n" + clauses(*FOULS))

    result = score(bout(foul(5, "blue", "face"), foul(6, "red", "slam")), short).result

    assert who_and_how(result) == (None, "undecided")


def test_a_disqualification_wins_against_any_points() -> None:
    result = decided(foul(5, "blue", "passivity"), foul(6, "red", "strike"))

    assert who_and_how(result) == ("blue", "disqualification")
    assert say(result.why) == "blue won: the opponent was disqualified."


def test_a_submission_wins_against_any_points() -> None:
    result = decided(foul(5, "red", "passivity"), fact("submission", 6, "red", 9, outcome="tap"))

    assert who_and_how(result) == ("red", "submission")
    assert say(result.why, {"red": "Ana"}) == "Ana won by submission."


def test_of_a_disqualification_and_a_later_tap_the_first_counts() -> None:
    result = decided(foul(5, "red", "strike"), fact("submission", 3, "red", 9, outcome="tap"))

    assert who_and_how(result) == ("blue", "disqualification")


# -- the more valuable action ----------------------------------------------------------------------------


ACTIONS = rules(
    "outcome: [submission, disqualification, points, highest_action, fewest_penalties]\n"
    + clauses(
        clause("four", "{holds: {in: mount}, seconds: 1, gives: {points: 4}}"),
        clause("two", "{holds: {in: side_control}, again: always, seconds: 1, gives: {points: 2}}"),
        *FOULS,
    )
)


def played(*moves: tuple[str, str]) -> Match:
    """Positions of two seconds each, with both athletes on their feet between them."""
    tags = []
    for number, (position, who) in enumerate(moves):
        tags += [fact("standing", 5 * number), fact(position, 5 * number + 1, who)]  # type: ignore[arg-type]
    return bout(*tags)


def test_at_equal_points_the_more_valuable_single_action_wins() -> None:
    match = played(("mount", "red"), ("side_control", "blue"), ("side_control", "blue"))

    sheet = score(match, ACTIONS)

    assert (sheet.totals()["red"].points, sheet.totals()["blue"].points) == (4, 4)
    assert who_and_how(sheet.result) == ("red", "highest_action")


def test_points_for_the_others_cautions_are_no_action() -> None:
    match = played(("side_control", "red"), ("side_control", "red"), ("mount", "blue"))
    plain = clauses(
        clause("four", "{holds: {in: mount}, seconds: 1, gives: {points: 4}}"),
        clause("two", "{holds: {in: side_control}, again: always, seconds: 1, gives: {points: 2}}"),
        clause("caution", "{tag: foul, gives: {penalties: 1, opponent_points: 9}}"),
    )
    order = "outcome: [submission, disqualification, points, highest_action]\n"
    fouls = (foul(20, "red", "slam"), foul(21, "blue", "slam"))

    sheet = score(match.with_tags((*match.tags, *fouls)), rules(order + plain))

    assert sheet.totals()["red"].points == sheet.totals()["blue"].points
    assert who_and_how(sheet.result) == ("blue", "highest_action")


def test_one_action_beats_cautions_worth_as_much() -> None:
    match = played(("side_control", "red"))
    fouls = (foul(20, "red", "passivity"), foul(21, "red", "passivity"))
    many = rules(
        "outcome: [submission, disqualification, points, highest_action]\n"
        + clauses(
            clause("one", "{holds: {in: side_control}, seconds: 1, gives: {points: 2}}"),
            clause(
                "caution", "{tag: foul, counted_with: c, to_number: 1, gives: {opponent_points: 2}}"
            ),
        )
    )

    result = score(match.with_tags((*match.tags, *fouls)), many).result

    assert who_and_how(result) == ("red", "highest_action")


def test_the_same_actions_decide_nothing_and_fewer_cautions_do() -> None:
    match = played(("side_control", "red"), ("side_control", "blue"))
    faults = (foul(20, "red", "slam"),)

    assert score(match, ACTIONS).result.winner is None
    result = score(match.with_tags((*match.tags, *faults)), ACTIONS).result
    assert who_and_how(result) == ("blue", "cautions")


def test_of_actions_worth_the_same_who_has_more_of_them_wins() -> None:
    match = played(("side_control", "red"), ("side_control", "red"), ("side_control", "blue"))
    caution, fall = foul(30, "red", "passivity"), foul(31, "red", "passivity")

    sheet = score(match.with_tags((*match.tags, caution, fall)), ACTIONS)

    assert sheet.totals()["red"].points == sheet.totals()["blue"].points
    assert who_and_how(sheet.result) == ("red", "highest_action")


def test_lower_actions_do_not_decide_where_the_highest_are_equal() -> None:
    one = clause(
        "one", "{holds: {in: back_control}, again: always, seconds: 1, gives: {points: 1}}"
    )
    three = clause(
        "three", "{holds: {in: north_south}, again: always, seconds: 1, gives: {points: 3}}"
    )
    ruleset = rules("outcome: [submission, points, highest_action]\n" + clauses(one, three))
    match = played(
        ("north_south", "red"), ("back_control", "red"), ("back_control", "red"),
        ("north_south", "blue"), ("back_control", "blue"), ("back_control", "blue"),
    )  # fmt: skip

    assert score(match, ruleset).result.winner is None


# -- undecided is an answer -----------------------------------------------------------------------------


def test_a_draw_is_undecided_and_says_so() -> None:
    result = decided()

    assert who_and_how(result) == (None, "undecided")
    assert result.why.key == "undecided_draw"
    assert "draw" in say(result.why)


def test_without_an_end_it_is_undecided_whatever_the_points() -> None:
    result = decided(foul(5, "red", "passivity"), end=None)

    assert who_and_how(result) == (None, "undecided")
    assert result.why.key == "undecided_no_end"


def test_a_finish_decides_also_without_an_end() -> None:
    result = decided(fact("submission", 6, "red", 9, outcome="tap"), end=None)

    assert who_and_how(result) == ("red", "submission")


@pytest.mark.parametrize(
    "tags",
    [
        (fact("start", 0), fact("end", 60)),
        (fact("start", 0),),
        (fact("mark", 0), fact("end", 60)),
        (),
    ],
    ids=["draw", "no end", "no start", "nothing"],
)
def test_the_referees_decision_settles_any_undecided_result(tags: tuple[Tag, ...]) -> None:
    sheet = score(Match(tags=(*tags, fact("decision", 70, "blue"))), ORDER)

    assert who_and_how(sheet.result) == ("blue", "decision")


@pytest.mark.parametrize("when", [10, 40, 70])
def test_a_decision_settles_also_two_disqualifications_in_one_moment(when: float) -> None:
    out = (Tag("one", "foul", fact("mark", 10).start, None, "red").with_details(kind="strike"),)
    both = (*out, foul(10, "blue", "strike"), fact("decision", when, "red"))

    assert who_and_how(decided(*both)) == ("red", "decision")


def test_a_decision_changes_no_result_that_stands() -> None:
    result = decided(foul(5, "red", "passivity"), fact("decision", 70, "red"))

    assert who_and_how(result) == ("blue", "points")


OVERTIME = rules(
    "overtime: submission_only\noutcome: [submission, disqualification, points, overtime]\n"
    + clauses(POINTS, *FOULS)
)


def in_overtime(*tags: Tag, attacker: str | None = "red") -> ScoreSheet:
    """A match that ends at 60 and has an overtime from 70 to 130."""
    opening = fact("overtime", 70, attacker, position="back_control")  # type: ignore[arg-type]
    return score(bout(opening, *tags, Tag("over", "end", opening.start + 60)), OVERTIME)


def test_where_the_rules_know_overtime_a_draw_asks_for_it() -> None:
    sheet = score(bout(), OVERTIME)

    assert who_and_how(sheet.result) == (None, "undecided")
    assert sheet.result.why.key == "undecided_overtime"


def test_without_a_draw_no_overtime_is_needed() -> None:
    sheet = score(bout(foul(5, "red", "passivity")), OVERTIME)

    assert who_and_how(sheet.result) == ("blue", "points")


def test_a_tap_in_overtime_wins_by_submission_whatever_the_points() -> None:
    sheet = in_overtime(
        foul(5, "red", "passivity"), fact("submission", 71, "red", 80, outcome="tap")
    )

    assert who_and_how(sheet.result) == ("red", "submission")


def test_surviving_overtime_wins_it_for_the_defender_whatever_the_points() -> None:
    sheet = in_overtime(foul(5, "blue", "passivity"))

    assert sheet.totals()["red"].points == 1
    assert who_and_how(sheet.result) == ("blue", "overtime")


def test_escaping_in_overtime_wins_it_for_the_defender() -> None:
    sheet = in_overtime(fact("mount", 90, "blue"))

    assert who_and_how(sheet.result) == ("blue", "overtime")


def test_nothing_but_a_submission_is_paid_in_such_an_overtime() -> None:
    sheet = in_overtime(
        fact("standing", 70), fact("takedown", 81, "red", 82), fact("mount", 82, "red"),
        foul(90, "blue", "passivity"),
    )  # fmt: skip

    assert sheet.totals()["red"].points == 0
    assert sheet.totals()["blue"].penalties == 1


def test_what_the_scoreboard_showed_moves_nothing() -> None:
    shown = fact("official", 5, "red", points="4")

    sheet = score(bout(shown), ORDER)

    assert sheet.awards == ()
    assert who_and_how(sheet.result) == (None, "undecided")
