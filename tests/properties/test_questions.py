"""Open questions are exact: an answer that is not listed changes nothing, one that is changes a number."""

from dataclasses import replace

from hypothesis import given, settings

from annotator.files.rulesets import find_rulesets
from annotator.model.match import Match
from annotator.model.timeline import read_timeline
from annotator.model.vocabulary import Kind
from annotator.scoring import score
from annotator.scoring.questions import questions
from annotator.scoring.ruling import ScoreSheet
from tests.properties.strategies import matches

RULESETS = find_rulesets()


def numbers(sheet: ScoreSheet) -> tuple[object, ...]:
    return sheet.totals(), sheet.result.winner


def inherited(match: Match, tag_id: str) -> set[str]:
    """Details that earlier tags of the same position have answered for this one too."""
    for stay in read_timeline(match).stays:
        for state in stay.states:
            if tag_id in state.tags:
                return set(state.details)
    return set()


@settings(max_examples=15)
@given(matches(min_tags=2, max_tags=7))
def test_only_the_answers_that_are_listed_change_a_number(match: Match) -> None:
    asked = {(q.tag, q.detail): q for q in questions(match, RULESETS)}
    plain = {ruleset.id: numbers(score(match, ruleset)) for ruleset in RULESETS}
    for tag in match.tags:
        for key, detail in tag.kind.details.items():
            if (
                detail.kind is not Kind.CHOICE
                or key in tag.details
                or key in inherited(match, tag.id)
            ):
                continue
            for value in detail.values:
                answered = tag.with_details(**{key: value})
                tags = tuple(answered if t is tag else t for t in match.tags)
                tried = replace(match, tags=tags)
                changed = {
                    ruleset.id
                    for ruleset in RULESETS
                    if numbers(score(tried, ruleset)) != plain[ruleset.id]
                }
                question = asked.get((tag.id, key))
                listed = question.answers.get(value, ()) if question else ()
                assert {effect.ruleset for effect in listed} == changed, (tag, key, value)
