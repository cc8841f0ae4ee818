"""Everything that is open in one list: each reply is an edit, with what it changes, and closes it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from annotator.files.rulesets import load_ruleset
from annotator.model.edits import MoveEnd
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.vocabulary import ordinary_value
from annotator.scoring import score
from annotator.scoring.certainty import certainties
from annotator.scoring.open_questions import HERE, OpenQuestion, Reply, open_questions
from annotator.scoring.questions import questions
from annotator.scoring.ruleset import Ruleset
from annotator.text import say
from tests.scoring.small import MOUNT, bout, clauses, fact, rules

HELD = rules(clauses(MOUNT))
GRAPPLING, KIDS = load_ruleset("grappling-gi"), load_ruleset("adcc-kids-fr")


def asked(match: Match, *rulesets: Ruleset) -> dict[str, OpenQuestion]:
    """Those that the sheets raise, by the sentence's key."""
    found = open_questions(match, rulesets)
    return {question.reason.key: question for question in found if question.reason}


def given(match: Match, reply: Reply) -> Match:
    assert reply.edit is not None
    return reply.edit.apply(match)


def test_details_have_all_their_answers_and_the_effects_that_were_found() -> None:
    match = bout(fact("standing", 0), fact("mount", 5, "red"), fact("half_guard", 20, "red"))
    rulesets = [load_ruleset("jjb-fr"), load_ruleset("jjif-2014")]
    found = {(each.tag, each.detail): each for each in questions(match, rulesets)}
    listed = [each for each in open_questions(match, rulesets) if each.kind == "detail"]
    assert {(each.tag, each.detail) for each in listed} == set(found)
    for question in listed:
        tag = match.by_id(question.tag or "")
        assert tag is not None
        assert question.detail is not None
        values = tag.kind.details[question.detail].values
        assert tuple(reply.value for reply in question.replies) == values
        answers = found[question.tag or "", question.detail].answers
        for reply in question.replies:
            assert reply.effects == answers.get(reply.value, ())
            usual = ordinary_value(tag.tag, question.detail, tag.details)
            assert reply.ordinary == (reply.value == usual)


def test_the_most_decisive_come_first_and_each_says_where_to_look() -> None:
    match = bout(fact("standing", 0), fact("mount", 5, "red"), fact("half_guard", 20, "red"))
    found = open_questions(match, [HELD, load_ruleset("jjif-2014")])
    assert found == sorted(found, key=lambda each: each.rank)
    mount = next(each for each in found if each.tag == "mount 5")
    assert (mount.time, mount.until) == (Fraction(5), Fraction(20))


@pytest.mark.parametrize("rulesets", [(GRAPPLING,), (KIDS, GRAPPLING)])
def test_the_restart_asked_about_is_answered_with_who_is_on_top(
    rulesets: tuple[Ruleset, ...],
) -> None:
    match = bout(
        fact("standing", 0), fact("side_control", 5, "blue"), fact("out_of_bounds", 12),
        fact("stop", 12), fact("restart", 15),
    )  # fmt: skip
    question = asked(match, *rulesets)["ask_restart"]
    assert question.rulesets == ("grappling-gi",)
    first = question.replies[0]
    assert first.ordinary
    restart = given(match, first).by_id("restart 15")
    assert restart is not None
    assert (restart.athlete, restart.details["position"]) == ("blue", "side_control")
    for reply in question.replies:
        assert "ask_restart" not in asked(given(match, reply), *rulesets)
    told = [reply.words and say(reply.words) for reply in question.replies]
    assert len(set(told)) == len(told)
    standing = [reply.value for reply in question.replies if reply.words is None]
    assert standing == ["standing"]


@pytest.mark.parametrize("end", [None, 8])
def test_a_takedown_that_came_to_no_position_is_asked_about_its_landing(end: float | None) -> None:
    match = bout(fact("standing", 0), fact("takedown", 6, "red", end), fact("stop", 9))
    question = asked(match, KIDS)["ask_landing"]
    assert question.detail == "landing"
    for reply in question.replies:
        answered = given(match, reply)
        assert "ask_landing" not in asked(answered, KIDS)
        tag = answered.by_id("takedown 6")
        assert tag is not None
        assert tag.end == (end or 9)
    listed = open_questions(match, [KIDS])
    assert [each.kind for each in listed if each.detail == "landing"] == ["missing_tag"]


def test_how_they_got_to_the_ground_is_answered_by_what_either_did() -> None:
    match = bout(fact("standing", 0), fact("half_guard", 6, "blue"))
    question = asked(match, HELD)["ask_how_to_ground"]
    done = []
    for reply in question.replies:
        answered = given(match, reply)
        assert "ask_how_to_ground" not in asked(answered, HELD)
        new = answered.tags[-1]
        done.append((new.tag, new.athlete, new.start))
    assert done[0] == ("takedown", "blue", Fraction(6))
    assert done[1] == ("guard_pull", "red", Fraction(6))
    assert len(set(done)) == 4


def test_a_category_is_asked_for_by_each_ruleset_that_has_its_own() -> None:
    match = bout(fact("standing", 0), fact("mount", 5, "red"))
    found = [each for each in open_questions(match, [KIDS, load_ruleset("adcc")]) if not each.tag]
    assert [each.rulesets for each in found if each.kind == "match"] in (
        [("adcc-kids-fr",), ("adcc",)], [("adcc",), ("adcc-kids-fr",)],
    )  # fmt: skip
    kids = next(each for each in found if each.rulesets == ("adcc-kids-fr",))
    assert [reply.value for reply in kids.replies] == [each.id for each in KIDS.categories]
    for reply in kids.replies:
        answered = given(match, reply)
        assert answered.info("category") == reply.value
        assert not [each for each in open_questions(answered, [KIDS]) if each.kind == "match"]


@pytest.mark.parametrize("about", [(), (fact("match", 0, gi="yes"),)])
def test_the_category_is_not_asked_before_anything_is_tagged(about: tuple[Tag, ...]) -> None:
    assert score(Match(tags=about), KIDS).questions == ()
    assert not open_questions(Match(tags=about), [KIDS, load_ruleset("jjb-fr")])
    begun = Match(tags=(*about, fact("standing", 0)))
    assert "ask_category" in asked(begun, KIDS)


def test_a_category_can_be_put_right() -> None:
    match = bout(fact("match", 0, category="masters"), fact("mount", 5, "red"))
    question = asked(match, KIDS)["ask_other_category"]
    answered = given(match, question.replies[0])
    assert answered.info("category") == KIDS.categories[0].id
    assert len(answered.tags) == len(match.tags)


def test_juveniles_who_score_early_lose_their_points_and_the_reply_says_so() -> None:
    match = bout(fact("standing", 0), fact("mount", 5, "red"))
    replies = {reply.value: reply for reply in asked(match, KIDS)["ask_category"].replies}
    before = score(match, KIDS).totals()
    (effect,) = replies["juveniles"].effects
    assert effect.before == before
    assert effect.after == score(given(match, replies["juveniles"]), KIDS).totals()
    assert effect.after["red"].points < before["red"].points
    assert replies["kids"].effects == ()


def test_a_finish_without_an_end_ends_with_the_whistle_or_at_the_frame_on_screen() -> None:
    match = bout(
        fact("standing", 0), fact("side_control", 5, "red"),
        fact("submission", 8, "red", technique="armbar", outcome="tap"), end=14,
    )  # fmt: skip
    question = asked(match, HELD)["ask_finish_end"]
    whistle, here = question.replies
    assert here.value == HERE
    assert here.edit is None
    assert whistle.edit == MoveEnd("submission 8", Fraction(14))
    assert "ask_finish_end" not in asked(given(match, whistle), HELD)
    (effect,) = whistle.effects
    assert effect.winner_after == "red"


def test_a_forbidden_finish_is_answered_by_what_the_referee_gave() -> None:
    match = bout(
        fact("match", 0, category="kids"), fact("standing", 0), fact("closed_guard", 3, "red"),
        fact("submission", 8, "blue", 12, technique="arm_triangle", outcome="tap"), end=14,
    )  # fmt: skip
    question = asked(match, KIDS)["ask_not_allowed_finish"]
    assert question.kind == "ruling"
    for reply in question.replies:
        answered = given(match, reply)
        assert "ask_not_allowed_finish" not in asked(answered, KIDS)
    first = question.replies[0]
    assert score(given(match, first), KIDS).result.won_by == "disqualification"
    assert first.words is not None
    assert say(first.words, {"blue": "Lena"}) == "Lena is disqualified"


def test_it_stops_when_it_is_told_to() -> None:
    match = bout(fact("standing", 0), fact("half_guard", 6, "blue"), fact("mount", 9, "red"))
    assert open_questions(match, [HELD, KIDS], stop=lambda: True) == []


def test_a_stop_is_heard_before_every_ruleset_is_scored() -> None:
    def stop() -> bool:
        return True

    match = bout(fact("mount", 5, "red"))
    assert open_questions(match, [HELD, KIDS], stop) == []
    assert questions(match, [HELD, KIDS], stop) == []
    assert [each.complete for each in certainties(match, [HELD, KIDS], stop=stop)] == [False]
