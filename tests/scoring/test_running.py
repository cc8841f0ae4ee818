"""A match tagged from its middle on: the clock goes on, and the board's score counts everywhere."""

from __future__ import annotations

from fractions import Fraction

from annotator.files.rulesets import find_rulesets
from annotator.model.match import Match
from annotator.model.timeline import read_timeline
from annotator.scoring import score
from annotator.scoring.ruling import Award, Totals
from annotator.scoring.trials import Trials
from annotator.text import say
from tests.scoring.small import FOUL, bout, clauses, fact, rules
from tests.scoring.small import MOUNT as MOUNT_CLAUSE

MOUNT = rules(clauses(MOUNT_CLAUSE))


def running() -> Match:
    return Match(
        (
            fact("start", 10, clock="130"),
            fact("official", 10, "red", points="4", penalties="1", carried="yes"),
            fact("official", 10, "blue", points="9"),
            fact("standing", 10),
            fact("mount", 20, "blue"),
            fact("end", 70),
        )
    )


def test_the_clock_goes_on_from_what_it_showed() -> None:
    timeline = read_timeline(running())
    assert [timeline.clock_at(Fraction(t)) for t in (10, 20, 70)] == [130, 140, 190]
    mount = score(running(), MOUNT).awards[-1]
    assert (mount.clause, mount.clock) == ("mount", Fraction(143))


def test_only_what_was_carried_counts_and_says_so() -> None:
    for ruleset in (MOUNT, *find_rulesets()):
        sheet = score(running(), ruleset)
        carried = [ruling for ruling in sheet.awards if ruling.clause == "carried"]
        assert [(r.athlete, r.award, r.value, r.time) for r in carried] == [
            ("red", Award.POINTS, 4, Fraction(10)), ("red", Award.PENALTY, 1, Fraction(10)),
        ]  # fmt: skip
        assert "on the board already" in say(carried[0].reason)
        assert carried[0].tags == ("official 10",)
    assert score(running(), MOUNT).totals() == {"red": Totals(4, 0, 1), "blue": Totals(4)}


def test_a_penalty_carried_counts_towards_the_one_that_disqualifies() -> None:
    strict = rules("fatal_penalties: 2\nfatal_clause: foul\n" + clauses(FOUL))
    foul = fact("foul", 20, "red", kind="slam")
    before = fact("official", 0, "red", penalties="1", carried="yes")
    assert score(bout(foul), strict).result.won_by == "points"
    assert score(bout(before, foul), strict).result.won_by == "disqualification"


def test_answers_are_tried_on_top_of_what_was_carried() -> None:
    for ruleset in find_rulesets():
        assert Trials(running(), ruleset).numbers[0] == score(running(), ruleset).totals()


def test_the_duration_is_compared_with_all_that_was_fought() -> None:
    short = Match((fact("match", 10, duration="190"), *running().tags))
    assert not [r for r in score(short, MOUNT).ignored if r.reason.key == "odd_duration"]
    long = Match((fact("match", 10, duration="60"), *running().tags))
    assert [r for r in score(long, MOUNT).ignored if r.reason.key == "odd_duration"]
