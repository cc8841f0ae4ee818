"""Which holds run when: counted down as the engine counts them, and full exactly when it pays."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from annotator.files.rulesets import find_rulesets
from annotator.model.match import Match
from annotator.scoring import score
from annotator.scoring.holds import Hold, holds
from annotator.scoring.ruleset import Ruleset
from tests.properties.strategies import matches
from tests.scoring.small import MOUNT, SIDE, TAKEDOWN, bout, clause, clauses, fact, rules

RULES = rules(clauses(MOUNT, SIDE))
AGAIN = "{{holds: {{in: mount}}, seconds: 3, again: {again}, gives: {{points: 4}}}}"
RECOVERED = rules(clauses(clause("mount", AGAIN.format(again="recovered"))))
ALWAYS = rules(clauses(clause("mount", AGAIN.format(again="always"))))
CHAINLESS = [ruleset for ruleset in find_rulesets() if ruleset.chain is None]


def spans(match: Match, ruleset: Ruleset = RULES) -> list[tuple[str, int, int | None, bool]]:
    """Clause, begin, end and whether it lasted, of holds that begin and end on whole seconds."""
    return [
        (h.clause, int(h.start), None if h.end is None else int(h.end), h.lasted)
        for h in holds(match, ruleset)
    ]


def only(match: Match, ruleset: Ruleset = RULES) -> Hold:
    (hold,) = holds(match, ruleset)
    return hold


def test_a_hold_counts_down_to_nothing() -> None:
    hold = only(bout(fact("mount", 3, "red"), fact("scramble", 9)))

    assert (hold.athlete, hold.position, hold.needed) == ("red", "mount", Fraction(3))
    assert [gift.value for gift in hold.gives] == [4]
    assert [hold.missing(Fraction(t)) for t in (3, 4, 6, 8)] == [3, 2, 0, 0]
    assert hold.end == 6
    assert hold.lasted
    assert hold.runs_at(Fraction(3))
    assert not hold.runs_at(Fraction(6))


def test_a_hold_that_is_lost_ends_there() -> None:
    match = bout(fact("mount", 3, "red"), fact("half_guard", 5, "red"))
    assert spans(match) == [("mount", 3, 5, False)]


def test_at_the_last_tag_a_hold_goes_on_and_is_full_in_time() -> None:
    hold = only(bout(fact("mount", 3, "red"), end=None))

    assert hold.end is None
    assert hold.runs_at(Fraction(100))
    assert [hold.missing(Fraction(t)) for t in (4, 6, 100)] == [2, 0, 0]


def test_a_freeze_pauses_and_what_was_held_counts_on() -> None:
    match = bout(fact("mount", 3, "red"), fact("freeze", 5), fact("resume", 9))
    before, after = holds(match, RULES)

    assert spans(match) == [("mount", 3, 5, False), ("mount", 9, 10, True)]
    assert (before.before, after.before) == (Fraction(0), Fraction(2))
    assert after.missing(Fraction(9)) == 1


def test_a_stop_begins_anew() -> None:
    match = bout(
        fact("mount", 3, "red"), fact("stop", 5), fact("resume", 9), fact("mount", 9, "red")
    )
    assert spans(match) == [("mount", 3, 5, False), ("mount", 9, 12, True)]


def test_what_would_not_be_paid_is_not_counted_down() -> None:
    match = bout(fact("mount", 3, "red"), fact("side_control", 7, "red"), fact("mount", 8, "red"))

    assert spans(match, RECOVERED) == [("mount", 3, 6, True)]
    assert spans(match, ALWAYS) == [("mount", 3, 6, True), ("mount", 8, 11, True)]


def test_an_action_is_counted_from_its_landing() -> None:
    match = bout(
        fact("standing", 0), fact("takedown", 2, "blue", landing="back"), fact("half_guard", 4, "blue"),
    )  # fmt: skip
    assert spans(match, rules(clauses(TAKEDOWN))) == [("takedown", 4, 7, True)]


@given(matches())
def test_holds_are_full_exactly_where_they_are_paid(match: Match) -> None:
    paid = [(award.athlete, award.clause, award.time) for award in score(match, RULES).awards]
    full = [(h.athlete, h.clause, h.end) for h in holds(match, RULES) if h.lasted]
    assert sorted(full) == sorted(paid)


@given(matches(), st.sampled_from(CHAINLESS))
def test_every_award_for_a_hold_was_counted_down(match: Match, ruleset: Ruleset) -> None:
    full = {(h.athlete, h.clause, h.end) for h in holds(match, ruleset) if h.lasted}
    for award in score(match, ruleset).awards:
        if award.reason.key.startswith("held_position"):
            assert (award.athlete, award.clause, award.time) in full


@given(matches(), st.sampled_from(find_rulesets()))
def test_no_hold_runs_longer_than_it_has_to(match: Match, ruleset: Ruleset) -> None:
    for hold in holds(match, ruleset):
        assert hold.end is None or hold.start < hold.end
        assert hold.end is None or hold.lasted == (hold.missing(hold.end) == 0)
        assert 0 <= hold.before < hold.needed
