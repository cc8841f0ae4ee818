"""Trainees, rulings and panels: what is counted, what is said, and what is refused."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.errors import AnnotatorError
from annotator.files.rulesets import load_ruleset
from annotator.model.lesson import Attempt, Call, Given, GivenKind, Lesson, Mode, Moment, Override
from annotator.scoring.marking import vote_of
from annotator.text import set_language
from exports.agreement.blocks import as_text
from exports.agreement.files import CALL_COLUMNS, calls_csv, lesson_json, write_lesson_agreement
from exports.agreement.lesson_words import lesson_blocks, vote_text
from exports.agreement.lessons import compare_answers, panel_answer, points_of

THREE = (Given("red", GivenKind.POINTS, 3, Fraction(10), "pass"),)
TWO = (Given("red", GivenKind.POINTS, 2, Fraction(10), "sweep"),)
FOUR_BLUE = (Given("blue", GivenKind.POINTS, 4, Fraction(10), "mount"),)
NEAR = (Given("red", GivenKind.ADVANTAGE, 1, Fraction(10), "pass"),)
CHOICES = ((), THREE, TWO, NEAR, FOUR_BLUE)


@pytest.fixture(autouse=True)
def _english():
    set_language("en")


def moment(name, verdict, clause="", **more):
    return Moment(
        name, "a.match.json", "jjb-fr", Fraction(0), Fraction(12), Fraction(5), Fraction(10),
        derived=verdict, derived_clause=clause, **more,
    )  # fmt: skip


LESSON = Lesson(
    "l1", "Passes and sweeps",
    (moment("q1", THREE), moment("q2", TWO), moment("q3", (), "pass"), moment("q4", FOUR_BLUE)),
)  # fmt: skip


def attempt(trainee, *answers, reaction=None, **more):
    """Answers in the order of the questions; None: not in time."""
    calls = tuple(
        Call(m.id, a or (), answered=a is not None, reaction=reaction)
        for m, a in zip(LESSON.moments, answers, strict=False)
    )
    return Attempt("l1", trainee, "2026-11-28", calls=calls, **more)


RIGHT = (THREE, TWO, (), FOUR_BLUE)
ANA = attempt("Ana", *RIGHT, reaction=Fraction(3, 2))
LEO = attempt("Léo", TWO, TWO, (), FOUR_BLUE, reaction=Fraction(5, 2))
KIM = attempt("Kim", TWO, (), THREE, None)


def text_of(found):
    return "\n".join(as_text(lesson_blocks(found, {"jjb-fr": load_ruleset("jjb-fr")})))


def test_each_trainee_against_the_rulings():
    found = compare_answers(LESSON, [ANA, LEO, KIM])
    assert [each.right.value for each in found.trainees] == [1, 0.75, 0]
    assert found.trainees[0].kappa.value == 1
    assert found.unanswered == 1
    assert found.right.value == 7 / 12
    assert found.table[vote_of(THREE), vote_of(TWO)] == 2
    assert sum(found.table.values()) == 11  # what came too late says nothing about agreement


def test_the_clause_that_causes_most_errors_comes_first():
    found = compare_answers(LESSON, [ANA, LEO, KIM])
    assert [(row.clause, row.wrong, row.figure.units) for row in found.clauses] == [
        ("pass", 3, 6), ("mount", 1, 3), ("sweep", 1, 3),
    ]  # fmt: skip
    assert "Most errors:" in text_of(found)


def test_no_clause_is_named_that_does_not_stand_out():
    tied = compare_answers(LESSON, [attempt("Ana", (), (), (), FOUR_BLUE), attempt("Leo", *RIGHT)])
    assert [row.wrong for row in tied.clauses] == [1, 1, 0]
    assert "Most errors:" not in text_of(tied)
    once = compare_answers(LESSON, [attempt("Ana", *RIGHT[:3], None)])
    assert max(row.wrong for row in once.clauses) == 1
    assert "Most errors:" not in text_of(once)


def test_times_are_signed_and_exact():
    zoe = attempt("Zoé", (replace(THREE[0], time=Fraction(31, 3)),), reaction=Fraction(-1, 2))
    found = compare_answers(LESSON, [zoe])
    late, reaction = found.trainees[0].late, found.trainees[0].reaction
    assert late is not None
    assert reaction is not None
    assert (late.median, reaction.median) == (Fraction(1, 3), Fraction(-1, 2))


def test_two_of_three_and_else_the_middle_one():
    three, two, nothing, blue = map(vote_of, (THREE, TWO, (), FOUR_BLUE))
    assert panel_answer([three, two, three]) == (three, True)
    for votes in permutations([three, nothing, blue]):
        assert panel_answer(votes) == (nothing, False)
    for votes in permutations([three, two, nothing]):
        assert panel_answer(votes) == (two, False)
    # Of an even panel without a majority the one of the middle two that gives less.
    assert panel_answer([three, three, nothing, nothing]) == (nothing, False)
    assert panel_answer([three, vote_of(NEAR), nothing]) == (vote_of(NEAR), False)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(CHOICES), min_size=1, max_size=7), st.randoms())
def test_the_panel_does_not_depend_on_who_sits_where(answers, rng):
    votes = [vote_of(answer) for answer in answers]
    mixed = list(votes)
    rng.shuffle(mixed)
    assert panel_answer(votes) == panel_answer(mixed)
    assert panel_answer(votes)[0] in votes


def mirrored(vote):
    return tuple(sorted(("blue" if who == "red" else "red", *rest) for who, *rest in vote))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(CHOICES), min_size=1, max_size=7).filter(lambda v: len(v) % 2))
def test_an_odd_panel_treats_both_athletes_alike(answers):
    votes = [vote_of(answer) for answer in answers]
    answer, majority = panel_answer(votes)
    assert panel_answer([mirrored(vote) for vote in votes]) == (mirrored(answer), majority)
    assert points_of(mirrored(answer)) == -points_of(answer)


def test_the_panel_of_the_lesson():
    found = compare_answers(LESSON, [ANA, LEO, KIM])
    assert [(p.moment.id, p.majority, p.right) for p in found.panels] == [
        ("q1", True, False), ("q2", True, True), ("q3", True, True),
    ]  # fmt: skip  # q4: only two answered
    alone = compare_answers(LESSON, [ANA, LEO])
    assert not alone.panels
    assert "A panel needs 3 people" in text_of(alone)


def test_who_agrees_with_whom():
    found = compare_answers(LESSON, [ANA, LEO, KIM])
    assert [(one, two, same.value) for one, two, same, _ in found.pairs] == [
        ("Ana", "Léo", 0.75), ("Ana", "Kim", 0), ("Léo", "Kim", 1 / 3),
    ]  # fmt: skip
    assert found.among.value is not None
    assert found.among_points.value is not None
    same = compare_answers(LESSON, [ANA, replace(ANA, trainee="Zoé")])
    assert same.among.value == same.among_points.value == 1


def test_a_retake_is_shown_but_is_no_second_person():
    again = attempt("ana ", *RIGHT[:3], THREE)
    found = compare_answers(LESSON, [ANA, LEO, again])
    assert [each.name for each in found.trainees] == ["Ana", "Léo", "ana  (2)"]
    assert len(found.pairs) == 1
    assert not found.panels
    assert "the first time counts" in text_of(found)


def test_the_same_attempt_twice_counts_once_and_is_said():
    found = compare_answers(LESSON, [ANA, LEO, ANA])
    assert (len(found.trainees), found.copies) == (2, 1)
    assert "1 attempt was given twice" in text_of(found)


def test_hands_weigh_as_people_but_have_no_names():
    hands = Attempt(
        "l1", "Class", mode=Mode.STUDY,
        calls=(Call("q1", THREE, hands=8), Call("q1", TWO, hands=3), Call("q2", TWO, hands=11)),
    )  # fmt: skip
    found = compare_answers(LESSON, [ANA, hands])
    assert found.right.units == 4 + 22
    assert len(found.panels) == 2
    assert len(found.panels[0].votes) == 12
    assert not found.pairs
    assert found.among.value is not None


def test_what_the_teacher_said_counts_and_a_disputed_moment_does_not():
    lesson = replace(
        LESSON,
        moments=(
            moment("q1", THREE, override=Override(TWO, "no control")),
            moment("q2", TWO, alternatives=((),)),
            moment("q3", (), "pass", disputed=True),
            LESSON.moments[3],
        ),
    )
    found = compare_answers(lesson, [LEO, KIM])
    assert found.trainees[0].right.units == 3
    assert [each.right for each in found.trainees[1].counted] == [True, True, False]
    text = text_of(found)
    assert "R 2 points (by the rules as tagged: R 3 points)" in text
    assert "1 question is disputed" in text
    assert "nothing, disputed" in text


def test_answers_to_another_lesson_and_none_are_refused():
    with pytest.raises(AnnotatorError, match="Léo belong to another lesson"):
        compare_answers(LESSON, [ANA, replace(LEO, lesson="l2")])
    with pytest.raises(AnnotatorError, match="no answers"):
        compare_answers(LESSON, [])


def test_nearly_nothing_is_said_in_words():
    silent = Attempt("l1", "", mode=Mode.STUDY, calls=(Call("gone"),))
    found = compare_answers(LESSON, [silent])
    text = text_of(found)
    assert "undefined" in text
    assert "no longer has" in text
    shown = text + json.dumps(lesson_json(found), allow_nan=False)
    assert not re.search(r"\bnan\b", shown, re.IGNORECASE)
    assert text_of(compare_answers(replace(LESSON, moments=()), [ANA]))


def test_page_and_table(tmp_path: Path):
    wild = replace(LEO, trainee="=<b>1</b>" + "é" * 300)
    found = compare_answers(LESSON, [ANA, wild, KIM])
    paths = write_lesson_agreement(found, tmp_path / "out", {})
    page = paths[0].read_text("utf-8")
    assert "<b>" not in page
    assert "src=" not in page
    rows = list(csv.DictReader(io.StringIO(calls_csv(found))))
    assert tuple(rows[0]) == CALL_COLUMNS
    assert len(rows) == 12
    assert rows[4]["trainee"].startswith("'=")
    assert [row["right"] for row in rows].count("yes") == 7


def test_answers_in_words():
    assert vote_text(None) == "no answer in time"
    assert vote_text(()) == "nothing"
    both = (
        *THREE,
        *FOUR_BLUE,
        Given("blue", GivenKind.PENALTY, 2),
        Given("red", GivenKind.WARNING),
    )
    assert vote_text(vote_of(both)).startswith("R 3 points, R warning, B 2 × penalty, B 4 points")
