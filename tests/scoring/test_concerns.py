"""What a ruleset never asks about changes nothing under it."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from annotator.files.rulesets import find_rulesets
from annotator.model.match import Match
from annotator.model.vocabulary import Kind
from annotator.scoring import score
from annotator.scoring.concerns import concerns
from annotator.scoring.questions import questions
from annotator.scoring.ruleset import Ruleset
from tests.properties.strategies import matches
from tests.scoring.small import MOUNT, TAKEDOWN, clause, clauses, rules

RULESETS = find_rulesets()
HELD = clause(
    "held", "{holds: {in: side_controls, back_flat: yes}, seconds: 3, gives: {points: 3}}"
)


def test_a_rule_asks_what_it_tests_where_that_can_stand() -> None:
    found = concerns([rules(clauses(MOUNT, TAKEDOWN))])
    assert found["mount"] - {"forced"} == {"controlled"}
    assert found["takedown"] == {"landing"}
    assert "side_control" not in found or found["side_control"] == {"forced"}


def test_what_an_ordinary_value_leans_on_is_asked_too() -> None:
    found = concerns([rules(clauses(HELD))])
    assert found["side_control"] - {"forced"} == {"controlled", "back_flat", "bottom_on"}
    assert found["side_control"] == found["north_south"]


def test_forced_is_asked_only_where_a_position_pays_again_after_it() -> None:
    always = "{holds: {in: mount}, seconds: 3, again: always, gives: {points: 4}}"
    recovered = always.replace("always", "recovered")
    assert "half_guard" not in concerns([rules(clauses(clause("mount", always)))])
    assert concerns([rules(clauses(clause("mount", recovered)))])["half_guard"] == {"forced"}


def test_several_rulesets_ask_what_any_of_them_asks() -> None:
    one, other = rules(clauses(MOUNT)), rules(clauses(HELD))
    assert concerns([one, other])["side_control"] == concerns([other])["side_control"]
    assert concerns([]) == {}


@given(matches(), st.sampled_from(RULESETS), st.data())
def test_what_is_not_asked_about_changes_no_number(
    match: Match, ruleset: Ruleset, data: st.DataObject
) -> None:
    asked = concerns([ruleset])
    free = [
        (tag, detail)
        for tag in match.tags
        for key, detail in tag.kind.details.items()
        if detail.kind is Kind.CHOICE and key not in asked.get(tag.tag, frozenset())
    ]
    if not free:
        return
    tag, detail = data.draw(st.sampled_from(free))
    changed = tag.with_details(**{detail.key: data.draw(st.sampled_from(detail.values))})
    tags = tuple(changed if each.id == tag.id else each for each in match.tags)
    before, after = score(match, ruleset), score(replace(match, tags=tags), ruleset)
    assert before.totals() == after.totals()
    assert before.result.winner == after.result.winner


@given(matches(max_tags=8), st.sampled_from(RULESETS))
def test_every_open_question_is_about_something_asked(match: Match, ruleset: Ruleset) -> None:
    asked = concerns([ruleset])
    for question in questions(match, [ruleset]):
        tag = match.by_id(question.tag)
        assert tag is not None
        assert question.detail in asked[tag.tag]
