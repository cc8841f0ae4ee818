"""Moments made from rulings: the clip shows all that the answer needs, and nothing of what follows."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest

from annotator.errors import LessonError
from annotator.files.rulesets import find_rulesets
from annotator.model.lesson import (
    PRE_ROLL,
    Attempt,
    Call,
    ControlKind,
    Given,
    GivenKind,
    Lesson,
    Moment,
)
from annotator.sample import sample_match
from annotator.scoring import score
from annotator.scoring.lesson_key import choices, decided, starts_of, why_refused
from annotator.scoring.lesson_making import (
    POST_ROLL,
    Taught,
    moment_for,
    own_moment,
    rederived,
    standing,
    suggest,
    warnings,
)
from annotator.scoring.marking import mark_attempt
from annotator.scoring.ruling import Award, RulingKind

RULESETS = {ruleset.id: ruleset for ruleset in find_rulesets()}
FILM = (Fraction(0), Fraction(182))


@cache
def taught(ruleset: str, film: tuple[Fraction, Fraction] | None = FILM) -> Taught:
    match = sample_match()
    rules = RULESETS[ruleset]
    return Taught("a.match.json", match, rules, score(match, rules), "hash", film)


EVERY = pytest.mark.parametrize("ruleset", RULESETS)


def all_moments(source: Taught) -> list[tuple[object, Moment]]:
    found: list[tuple[object, Moment]] = []
    for ruling in (*source.sheet.awards, *source.sheet.refusals):
        try:
            found.append((ruling, moment_for(source, ruling, "q1")))
        except LessonError:
            assert ruling.kind is RulingKind.REFUSAL  # an award of the same facts hides it
    return found


@EVERY
def test_a_clip_begins_before_all_that_is_needed_and_ends_when_it_is_settled(ruleset: str) -> None:
    source = taught(ruleset)
    starts = starts_of(source.match)
    moments = all_moments(source)
    assert len(moments) >= len(source.sheet.awards)
    for ruling, moment in moments:
        key = source.key(moment)
        assert moment.asked < ruling.time <= moment.end  # type: ignore[attr-defined]  # a Ruling
        needed = [starts[tag] for r in key.awards for tag in r.tags]
        assert all(moment.start + PRE_ROLL <= start for start in needed)
        assert all(decided(r) <= moment.end for r in key.awards)
        lost = [each.time for each in key.controls if each.kind is ControlKind.LOST]
        assert moment.end <= max([key.decided, *lost]) + POST_ROLL
        assert not [
            h
            for h in source.running
            if moment.start < h.start <= moment.end and h.runs_at(moment.end)
        ]
        assert why_refused(moment, key, FILM) is None
        # All that is given in the clip is either asked or told beforehand.
        shown = [r for r in source.sheet.awards if moment.start < r.time <= moment.end]
        assert all(r in key.awards or r in key.paid for r in shown)


def test_awards_that_one_clip_shows_are_asked_together() -> None:
    source = taught("ibjjf")
    mount = next(r for r in source.sheet.awards if r.clause == "mount")
    verdict = [(each.athlete, each.value) for each in moment_for(source, mount, "q1").derived]
    assert verdict[-2:] == [("red", 3), ("red", 4)]
    takedown = next(r for r in source.sheet.awards if r.clause == "takedown")
    both = moment_for(source, takedown, "q2").derived
    assert {each.athlete for each in both} == {"red", "blue"}


def test_a_ruling_that_what_follows_could_undo_is_shown_until_it_is_settled() -> None:
    source = taught("jjb-fr")
    late = next(r for r in source.sheet.awards if r.reason.key == "did_unless")
    assert decided(late) == late.time + 3
    assert moment_for(source, late, "q1").end >= decided(late)


@EVERY
@pytest.mark.parametrize("count", [1, 3, 10, 40])
def test_at_least_a_third_of_what_is_proposed_is_nothing(ruleset: str, count: int) -> None:
    source = taught(ruleset)
    twin = replace(source, path="b.match.json")
    moments = suggest([source, twin], count)
    assert len(moments) <= count
    assert count > 10 or len(moments) == count
    assert 3 * sum(not moment.derived for moment in moments) >= len(moments)
    assert [moment.id for moment in moments] == [f"q{n + 1}" for n in range(len(moments))]
    assert not warnings(Lesson("L", moments=moments))
    asked = [(moment.match, each) for moment in moments for each in moment.derived]
    assert len(asked) == len(set(asked))
    assert len({(moment.match, moment.asked) for moment in moments}) == len(moments)


def test_what_is_proposed_is_varied() -> None:
    source = taught("ibjjf")
    moments = suggest([source], 10)
    kinds = {each.kind for moment in moments for each in moment.derived}
    assert {GivenKind.POINTS, GivenKind.ADVANTAGE} <= kinds
    assert len({each.value for moment in moments for each in moment.derived}) >= 3
    assert {moment.match for moment in suggest([source, replace(source, path="b")], 10)} == {"a.match.json", "b"}  # fmt: skip


@EVERY
def test_what_is_proposed_first_is_beyond_doubt(ruleset: str) -> None:
    source = taught(ruleset)
    for moment in suggest([source], 2):
        key = source.key(moment)
        about = key.awards or [r for r in key.refusals if r.time == moment.time]
        assert not [assumed for r in about for assumed in r.assumed]
        assert moment.earlier == ()


def test_a_lesson_that_nearly_always_gives_something_is_warned_about() -> None:
    source = taught("ibjjf")
    paid = tuple(moment for moment in suggest([source], 10) if moment.derived)
    assert len(warnings(Lesson("L", moments=paid))) == 1
    assert len(warnings(Lesson("L", moments=(*paid, paid[0])))) == 2


def test_a_clip_that_begins_too_late_is_refused() -> None:
    source = taught("ibjjf")
    takedown = next(r for r in source.sheet.awards if r.clause == "takedown")
    good = moment_for(source, takedown, "q1")
    assert own_moment(source, good.start, good.end, "q1").derived == good.derived
    with pytest.raises(LessonError, match="has to begin"):
        own_moment(source, good.start + Fraction(1, 1000), good.end, "q1")
    with pytest.raises(LessonError, match="end"):
        own_moment(source, good.end, good.start, "q1")


def test_a_film_that_does_not_reach_so_far_is_refused() -> None:
    late = taught("ibjjf", (Fraction(13), Fraction(182)))
    takedown = next(r for r in late.sheet.awards if r.clause == "takedown")
    with pytest.raises(LessonError, match="film only"):
        moment_for(late, takedown, "q1")
    short = taught("ibjjf", (Fraction(0), Fraction(23)))
    with pytest.raises(LessonError, match="film only"):
        moment_for(short, takedown, "q1")


def test_a_clip_that_ends_too_early_is_refused() -> None:
    source = taught("jjb-fr")
    late = next(r for r in source.sheet.awards if r.reason.key == "did_unless")
    good = moment_for(source, late, "q1")
    problem = why_refused(replace(good, end=late.time), source.key(replace(good, end=late.time)))
    assert problem is not None
    assert "decided" in problem


def test_a_clip_that_ends_while_a_hold_runs_is_refused() -> None:
    source = taught("ibjjf")
    hold = next(h for h in source.running if h.lasted and h.end is not None)
    assert hold.end is not None
    settled = next(r for r in source.sheet.awards if r.time == hold.end)
    good = moment_for(source, settled, "q1")
    assert source.key(good).undecided is None
    cut = replace(good, end=(hold.start + hold.end) / 2)
    assert source.key(cut).undecided == source.answer(cut).undecided == hold
    problem = why_refused(cut, source.key(cut), FILM)
    assert problem is not None
    assert "still runs" in problem


def test_changed_tags_change_the_engines_answer_and_leave_the_teachers() -> None:
    source = taught("ibjjf")
    takedown = next(r for r in source.sheet.awards if r.clause == "takedown")
    moment = replace(moment_for(source, takedown, "q1"), disputed=True, note="look at the feet")
    assert rederived(moment, source) == moment
    without = source.match.with_tags(tuple(t for t in source.match.tags if t.tag != "takedown"))
    changed = Taught(
        source.path, without, source.ruleset, score(without, source.ruleset), "new", FILM
    )
    again = rederived(moment, changed)
    assert again.derived != moment.derived
    assert (again.disputed, again.note, again.match_hash) == (True, "look at the feet", "new")


@EVERY
def test_everything_that_is_given_can_be_called(ruleset: str) -> None:
    source = taught(ruleset)
    offered = {(choice.kind, choice.value) for choice in choices(source.ruleset)}
    for _, moment in all_moments(source):
        assert {(each.kind, each.value) for each in moment.derived} <= offered


@EVERY
def test_right_calls_leave_the_score_as_it_is(ruleset: str) -> None:
    source = taught(ruleset)
    moments = suggest([source], 10)
    calls = tuple(Call(moment.id, moment.derived) for moment in moments)
    marked = mark_attempt(Lesson("L", moments=moments), Attempt("L", "Ana", calls=calls))
    assert marked.passed
    assert standing(source, marked.moments) == source.sheet.totals()


def test_the_score_follows_the_calls() -> None:
    source = taught("ibjjf")
    moments = tuple(m for m in suggest([source], 10) if not m.derived)
    calls = (
        Call(moments[0].id, (Given("blue", GivenKind.POINTS, 4),)),
        Call(moments[1].id, (Given("red", GivenKind.ADVANTAGE, 1),)),
        Call(moments[2].id, answered=False),
    )
    marked = mark_attempt(Lesson("L", moments=moments), Attempt("L", "Ana", calls=calls))
    board, engine = standing(source, marked.moments), source.sheet.totals()
    assert board["blue"].points == engine["blue"].points + 4
    assert board["red"].advantages == engine["red"].advantages + 1
    assert board["red"].points == engine["red"].points


def test_a_call_of_what_was_given_before_does_not_count_twice() -> None:
    source = taught("ibjjf")
    near = next(r for r in source.sheet.awards if r.award is Award.ADVANTAGE)
    assert near.athlete is not None
    span = near.time - 1, near.time + Fraction(3, 4)
    moment = rederived(Moment("q1", source.path, "ibjjf", *span, near.time, near.time), source)
    assert [(each.athlete, each.kind) for each in moment.earlier] == [(near.athlete, GivenKind.ADVANTAGE)]  # fmt: skip
    calls = (*moment.derived, Given(near.athlete, GivenKind.ADVANTAGE, 1, near.time))
    marked = mark_attempt(Lesson("L", moments=(moment,)), Attempt("L", "Ana", calls=(Call("q1", calls),)))  # fmt: skip
    assert marked.passed
    assert standing(source, marked.moments) == source.sheet.totals()


def test_points_that_come_with_a_penalty_follow_it() -> None:
    source = taught("adcc")
    penalty = next(r for r in source.sheet.awards if r.award is Award.PENALTY)
    moment = moment_for(source, penalty, "q1")
    assert all(each.value > 0 for each in moment.derived)
    assert GivenKind.PENALTY in [each.kind for each in moment.derived]
    lesson = Lesson("L", moments=(moment,))
    right = Attempt("L", "Ana", calls=(Call("q1", moment.derived),))
    missed = Attempt("L", "Bo", calls=(Call("q1", moment.derived[1:]),))
    engine = source.sheet.totals()
    assert standing(source, mark_attempt(lesson, right).moments) == engine
    board = standing(source, mark_attempt(lesson, missed).moments)
    assert board["blue"].points == engine["blue"].points + 1
    assert board["blue"].penalties == engine["blue"].penalties - 1
