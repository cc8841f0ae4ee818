"""Lessons and answers of every kind, for properties."""

from __future__ import annotations

from fractions import Fraction
from types import MappingProxyType

from hypothesis import strategies as st

from annotator.model.lesson import (
    NAMES,
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
)
from annotator.model.vocabulary import ATHLETES

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
NAMED = WORDS.filter(lambda text: bool(text.strip()))
SECONDS = st.fractions(0, 5000, max_denominator=90_000)
EXTRA = st.dictionaries(st.sampled_from(("later", "more")), st.integers(0, 9)).map(MappingProxyType)
GIVEN = st.builds(
    Given, st.sampled_from(ATHLETES), st.sampled_from(GivenKind), st.integers(-9, 9),
    st.none() | SECONDS, WORDS,
)  # fmt: skip
VERDICTS = st.lists(GIVEN, max_size=4).map(tuple)
CONTROLS = st.lists(
    st.builds(Control, st.sampled_from(ControlKind), st.sampled_from(ATHLETES), SECONDS), max_size=3
).map(tuple)


@st.composite
def moments(draw: st.DrawFn, moment_id: str) -> Moment:
    start = draw(SECONDS)
    end = start + draw(st.fractions(1, 60))
    return Moment(
        id=moment_id, match=draw(NAMED), ruleset=draw(NAMED), start=start, end=end,
        asked=draw(st.sampled_from((start, (start + end) / 2))), time=draw(SECONDS),
        question=draw(WORDS), match_hash=draw(WORDS), edition=draw(WORDS), derived=draw(VERDICTS),
        derived_clause=draw(WORDS), controls=draw(CONTROLS),
        override=draw(st.none() | st.builds(Override, VERDICTS, NAMED)),
        alternatives=draw(st.lists(VERDICTS, max_size=2).map(tuple)), disputed=draw(st.booleans()),
        note=draw(WORDS), extra=draw(EXTRA),
    )  # fmt: skip


MANNERS = st.builds(
    Manner, st.sampled_from(Mode), st.fractions(0, 60), st.integers(0, 9), st.fractions(0, 60),
    st.integers(0, 100), st.lists(st.sampled_from(Part), min_size=1, unique=True).map(tuple),
    st.booleans(), st.sampled_from(NAMES), EXTRA,
)  # fmt: skip


@st.composite
def lessons(draw: st.DrawFn) -> Lesson:
    ids = draw(st.lists(NAMED, max_size=4, unique=True))
    return Lesson(
        draw(NAMED), draw(WORDS), tuple(draw(moments(each)) for each in ids), draw(MANNERS),
        draw(WORDS), draw(EXTRA),
    )  # fmt: skip


CALLS = st.builds(
    Call, NAMED, VERDICTS, CONTROLS, st.booleans(), st.integers(0, 5),
    st.none() | st.fractions(-20, 20), st.integers(0, 40), EXTRA,
)  # fmt: skip
DAYS = st.dates().map(lambda day: day.isoformat())
ATTEMPTS = st.builds(
    Attempt, NAMED, WORDS, DAYS | st.just(""), st.sampled_from(Mode), st.integers(0, 2**53),
    st.lists(WORDS, max_size=4).map(tuple), st.lists(CALLS, max_size=4).map(tuple), EXTRA,
)  # fmt: skip

ONE = Moment(
    "q1", "final.match.json", "ibjjf", Fraction(10), Fraction(20), Fraction(10), Fraction(19),
    derived=(Given("red", GivenKind.POINTS, 2, Fraction(19), "takedown"),),
)  # fmt: skip
