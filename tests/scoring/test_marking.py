"""Marking: each part by itself, the best assignment of calls to awards, groups and votes."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.model.lesson import (
    Attempt,
    Call,
    Control,
    ControlKind,
    Given,
    GivenKind,
    Lesson,
    Manner,
    Mode,
    Moment,
    Override,
    Part,
    Verdict,
)
from annotator.model.vocabulary import ATHLETES
from annotator.scoring.marking import Mark, assign, mark_attempt, mark_call, near, votes

PASS = Given("red", GivenKind.POINTS, 3, Fraction(19), "pass")
MOUNT = Given("red", GivenKind.POINTS, 4, Fraction(19), "mount")
NEAR = Given("blue", GivenKind.ADVANTAGE, 1, Fraction(15), "near_sweep")
MOMENT = Moment(
    "q1", "a", "r", Fraction(10), Fraction(20), Fraction(10), Fraction(19), derived=(PASS, MOUNT, NEAR),
    controls=(Control(ControlKind.STARTS, "red", Fraction(16)),),
)  # fmt: skip
QUIET = replace(MOMENT, id="q2", derived=(), derived_clause="sweep", controls=())
USUAL = Manner()
NOT, YES, NO = Mark.NOT_ASKED, Mark.RIGHT, Mark.WRONG
PARTS = (Part.DECISION, Part.ATHLETE, Part.VALUE, Part.TIME, Part.CLAUSE)


def without_clause(verdict: Verdict) -> Verdict:
    return tuple(replace(each, clause="") for each in verdict)


def marks(moment: Moment, *awards: Given, manner: Manner = USUAL) -> tuple[Mark, ...]:
    marked = mark_call(moment, Call(moment.id, awards), manner)
    return tuple(marked.marks[part] for part in PARTS)


def test_all_parts_are_marked_apart() -> None:
    right = without_clause((NEAR, MOUNT, PASS))
    assert marks(MOMENT, *right) == (YES, YES, YES, YES, NOT)
    assert marks(MOMENT, *MOMENT.derived) == (YES, YES, YES, YES, YES)
    other_athlete = replace(right[0], athlete="red")
    assert marks(MOMENT, other_athlete, *right[1:]) == (YES, NO, YES, YES, NOT)
    other_value = replace(right[1], value=2)
    assert marks(MOMENT, right[0], other_value, right[2]) == (YES, YES, NO, YES, NOT)
    late = replace(right[0], time=Fraction(18))
    assert marks(MOMENT, late, *right[1:]) == (YES, YES, YES, NO, NOT)
    assert marks(MOMENT, *right, manner=replace(USUAL, asks_clause=True)) == (
        YES,
        YES,
        YES,
        YES,
        NO,
    )


def test_what_was_missed_or_too_much_is_a_wrong_decision() -> None:
    assert marks(MOMENT) == (NO, NO, NO, NO, NOT)
    assert marks(MOMENT, PASS, MOUNT)[0] is NO
    assert marks(QUIET) == (YES, NOT, NOT, NOT, NOT)
    assert marks(QUIET, PASS) == (NO, NOT, NOT, NOT, NOT)


def test_no_answer_in_time_is_not_nothing() -> None:
    marked = mark_call(QUIET, Call("q2", answered=False), USUAL)
    assert marked.marks[Part.DECISION] is NO
    assert not marked.right


def test_a_moment_is_right_if_all_parts_that_count_are() -> None:
    late = tuple(replace(each, time=Fraction(1)) for each in MOMENT.derived)
    call = Call("q1", late)
    assert mark_call(MOMENT, call, USUAL).right
    strict = replace(USUAL, counted=(*USUAL.counted, Part.TIME))
    assert not mark_call(MOMENT, call, strict).right


@pytest.mark.parametrize(("off", "mark"), [(Fraction(2), YES), (Fraction(-2), YES), (Fraction(2001, 1000), NO)])  # fmt: skip
def test_the_tolerance_includes_its_ends(off: Fraction, mark: Mark) -> None:
    moment = replace(MOMENT, derived=(PASS,))
    assert PASS.time is not None
    assert marks(moment, replace(PASS, time=PASS.time + off))[3] is mark


def test_alternatives_are_accepted_and_the_teacher_stands_over_the_engine() -> None:
    open_to_two = replace(MOMENT, alternatives=((),))
    assert mark_call(open_to_two, Call("q1"), USUAL).right
    assert mark_call(open_to_two, Call("q1", MOMENT.derived), USUAL).right
    overruled = replace(MOMENT, override=Override((NEAR,), "the feet never crossed the line"))
    assert mark_call(overruled, Call("q1", (NEAR,)), USUAL).right
    assert not mark_call(overruled, Call("q1", MOMENT.derived), USUAL).right


def test_control_is_marked_only_where_it_was_called() -> None:
    def mark(*controls: Control) -> Mark:
        return mark_call(MOMENT, Call("q1", controls=controls), USUAL).marks[Part.CONTROL]

    assert mark() is NOT
    assert mark(Control(ControlKind.STARTS, "red", Fraction(17))) is YES
    assert mark(Control(ControlKind.LOST, "red", Fraction(17))) is NO
    assert mark(Control(ControlKind.STARTS, "blue", Fraction(17))) is NO
    assert mark(Control(ControlKind.STARTS, "red", Fraction(19))) is NO


AWARDS = st.builds(
    Given, st.sampled_from(ATHLETES), st.sampled_from(tuple(GivenKind)[:3]), st.integers(1, 4),
    st.none() | st.integers(0, 6).map(Fraction),
)  # fmt: skip
VERDICTS = st.lists(AWARDS, max_size=4).map(tuple)


def agreement(call: Given, award: Given) -> int:
    """What two awards have in common, the weightier first, and that they are a pair at all."""
    same = (call.athlete == award.athlete, call.kind == award.kind, call.value == award.value)
    return 8 * same[0] + 4 * same[1] + 2 * same[2] + near(call, award, Fraction(1)) + 1


@given(VERDICTS, VERDICTS)
def test_no_other_assignment_agrees_more(calls: Verdict, awards: Verdict) -> None:
    pairs = assign(calls, awards, Fraction(1))
    assert sorted(map(repr, (c for c, _ in pairs if c))) == sorted(map(repr, calls))
    assert sorted(map(repr, (a for _, a in pairs if a))) == sorted(map(repr, awards))
    mine = sum(agreement(c, a) for c, a in pairs if c and a)
    few, many = sorted((calls, awards), key=len)
    best = max(
        sum(agreement(a, b) for a, b in zip(few, order, strict=True))
        for order in permutations(many, len(few))
    )
    assert mine == best


@given(VERDICTS, st.randoms())
def test_the_order_of_calls_changes_nothing(awards: Verdict, random) -> None:
    mixed = list(awards)
    random.shuffle(mixed)
    moment = replace(MOMENT, derived=awards)
    assert mark_call(moment, Call("q1", tuple(mixed)), USUAL).right


LESSON = Lesson("L", moments=(MOMENT, QUIET))


def test_an_exam_counts_what_was_not_answered_and_study_leaves_it_out() -> None:
    calls = (Call("q2"), Call("gone"))
    exam = mark_attempt(LESSON, Attempt("L", "Ana", calls=calls))
    assert (exam.total.right, exam.total.asked) == (1, 2)
    assert not exam.passed
    assert exam.unknown == ("gone",)
    study = mark_attempt(LESSON, Attempt("L", "Ana", mode=Mode.STUDY, calls=calls))
    assert study.total.percent == 100
    assert study.passed


def test_what_was_not_shown_is_no_wrong_answer() -> None:
    shown = mark_attempt(LESSON, Attempt("L", "Ana", order=("q2",), calls=(Call("q2"),)))
    assert (shown.total.right, shown.total.asked, shown.passed) == (1, 1, True)
    assert shown.not_shown == ("q1",)
    unanswered = mark_attempt(LESSON, Attempt("L", "Ana", order=("q2",)))
    assert (unanswered.total.right, unanswered.total.asked) == (0, 1)
    called = mark_attempt(LESSON, Attempt("L", "Ana", order=("q2",), calls=(Call("q1"),)))
    assert [each.moment.id for each in called.moments] == ["q2", "q1"]
    nothing = mark_attempt(LESSON, Attempt("L", "Ana"))
    assert (nothing.total.asked, nothing.not_shown) == (0, ("q1", "q2"))


def test_calls_of_what_was_given_before_are_neither_right_nor_wrong() -> None:
    quiet = replace(QUIET, asked=Fraction(16), earlier=(NEAR,))
    call = replace(NEAR, clause="", time=Fraction(15))
    marked = mark_call(quiet, Call("q2", (call,)), USUAL)
    assert (marked.right, marked.before, marked.judged) == (True, (call,), ())
    twice = mark_call(quiet, Call("q2", (call, call)), USUAL)
    assert (twice.right, twice.judged) == (False, (call,))
    assert not mark_call(quiet, Call("q2", (replace(call, athlete="red"),)), USUAL).right
    # What the answer needs is never taken out.
    asked = replace(quiet, derived=(replace(NEAR, time=Fraction(18)),))
    late = replace(call, time=Fraction(18))
    assert mark_call(asked, Call("q2", (late,)), USUAL).right
    both = mark_call(asked, Call("q2", (late, call)), USUAL)
    assert (both.right, both.before) == (True, (call,))
    assert not mark_call(asked, Call("q2", (), answered=False), USUAL).right


def test_a_disputed_moment_is_shown_but_not_counted() -> None:
    lesson = Lesson("L", moments=(replace(MOMENT, disputed=True), QUIET))
    marked = mark_attempt(lesson, Attempt("L", "Ana", calls=(Call("q1"), Call("q2"))))
    assert [each.right for each in marked.moments] == [False, True]
    assert marked.total.percent == 100
    assert "pass" not in marked.by_clause


def test_results_are_grouped_by_clause_and_by_kind() -> None:
    marked = mark_attempt(LESSON, Attempt("L", "Ana", calls=(Call("q1", MOMENT.derived), Call("q2", (PASS,)))))  # fmt: skip
    assert {name: share.percent for name, share in marked.by_clause.items()} == {
        "pass": 100, "mount": 100, "near_sweep": 100, "sweep": 0,
    }  # fmt: skip
    assert {name: share.percent for name, share in marked.by_kind.items()} == {
        "points": 100, "advantage": 100, "nothing": 0,
    }  # fmt: skip
    assert marked.by_part[Part.DECISION].asked == 2
    assert marked.by_part[Part.VALUE].asked == 1


def test_shown_hands_weigh_as_many_as_they_are() -> None:
    calls = (Call("q2", hands=12), Call("q2", (PASS,), hands=4))
    marked = mark_attempt(LESSON, Attempt("L", "class", mode=Mode.STUDY, calls=calls))
    assert marked.total.percent == 75


def test_votes_say_how_others_called_it() -> None:
    attempts = [
        Attempt("L", "Ana", calls=(Call("q1", (PASS,)), Call("q2", hands=3))),
        Attempt("L", "Bo", calls=(Call("q1", (replace(PASS, time=None, clause=""),)),)),
        Attempt("L", "Cy", calls=(Call("q1", answered=False), Call("gone"))),
    ]
    assert votes(LESSON, attempts) == {
        "q1": [((("red", GivenKind.POINTS, 3),), 2), (None, 1)],
        "q2": [((), 3)],
    }


def test_the_order_is_that_in_which_moments_were_shown() -> None:
    marked = mark_attempt(LESSON, Attempt("L", "Ana", order=("q2", "q1"), calls=(Call("q1"), Call("q2"))))  # fmt: skip
    assert [each.moment.id for each in marked.moments] == ["q2", "q1"]
