"""A small match and score sheets made by hand: no engine and no ruleset file is needed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from types import MappingProxyType

import pytest

from annotator.model.match import Match, Person
from annotator.model.tag import Tag
from annotator.model.vocabulary import Athlete
from annotator.scoring.ruling import Assumed, Award, Result, Ruling, RulingKind, ScoreSheet
from annotator.text import PHRASES, Phrase

Rows = list[tuple[float, Athlete, Award, int, str]]
SheetMaker = Callable[..., ScoreSheet]


@pytest.fixture(autouse=True)
def _phrases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PHRASES, "test_held", "{athlete} held it for {seconds} s.")
    monkeypatch.setitem(PHRASES, "test_more", "more points")


def tag(
    number: int,
    start: float,
    name: str,
    who: Athlete | None = None,
    end: float | None = None,
    **details: str,
) -> Tag:
    return Tag(
        id=str(number),
        tag=name,
        start=Fraction(start).limit_denominator(1000),
        end=None if end is None else Fraction(end).limit_denominator(1000),
        athlete=who,
        details=MappingProxyType(details),
    )


def make_match(red: str = "Ana Moreau", blue: str = "Lena Petrova", title: str = "Final") -> Match:
    tags = (
        tag(1, 0, "match", category="adult", gi="yes"),
        tag(2, 0, "start"),
        tag(3, 0, "standing"),
        tag(4, 10, "takedown", "red", 11.5, landing="back"),
        tag(5, 11.5, "closed_guard", "red"),
        tag(6, 20, "side_control", "red"),
        tag(7, 27, "submission", "blue", 33, technique="armbar", close="yes", outcome="escaped"),
        tag(8, 40, "stop", reason="injury"),
        tag(9, 50, "restart", position="standing"),
        tag(10, 55, "guard_pull", "blue", 56),
        tag(11, 56, "open_guard", "red"),
        tag(12, 70, "mount", "blue"),
        tag(13, 80, "warning", "red", reason="passivity"),
        tag(14, 90, "end"),
    )
    people: dict[Athlete, Person] = {"red": Person(red, "purple"), "blue": Person(blue)}
    return Match(tags=tags, athletes=MappingProxyType(people), title=title)


def make_sheet(
    name: str, rows: Rows, refusals: list[tuple[float, Athlete, str, float]] | None = None
) -> ScoreSheet:
    awards = tuple(
        Ruling(
            RulingKind.AWARD,
            Fraction(time).limit_denominator(1000),
            Fraction(time).limit_denominator(1000),
            who,
            clause,
            Phrase.of("test_held", athlete=who, seconds=Fraction(3)),
            award,
            value,
            assumed=(Assumed("6", "controlled", "yes"),),
            frame=round(time * 30),
        )
        for time, who, award, value, clause in rows
    )
    refused = tuple(
        Ruling(
            RulingKind.REFUSAL, Fraction(time).limit_denominator(1000), Fraction(time).limit_denominator(1000), who, clause,
            Phrase.of("test_held", athlete=who, seconds=Fraction(2)), Award.POINTS, 3, margin=Fraction(margin).limit_denominator(1000),
        )
        for time, who, clause, margin in refusals or []
    )  # fmt: skip
    result = Result("red", "points", Phrase.of("test_more"))
    return ScoreSheet(name, "2024, second printing", awards, refused, (), (), (), result)


@pytest.fixture
def match() -> Match:
    return make_match()


@pytest.fixture
def sheets() -> list[ScoreSheet]:
    one = make_sheet(
        "first-rules",
        [
            (11.5, "red", Award.POINTS, 2, "takedown"),
            (23, "red", Award.POINTS, 3, "pass"),
            (23, "red", Award.POINTS, 4, "mount"),
            (33, "blue", Award.ADVANTAGE, 1, "attack"),
            (73, "blue", Award.POINTS, 4, "mount"),
            (80, "red", Award.WARNING, 1, "passivity"),
        ],
        [(26, "red", "side_control", -0.033), (60, "blue", "sweep", -2.5)],
    )
    two = make_sheet(
        "second-rules",
        [
            (14.5, "red", Award.POINTS, 2, "takedown"),
            (30, "red", Award.PENALTY, 1, "fleeing"),
            (30, "red", Award.POINTS, -1, "fleeing"),
            (85, "blue", Award.DISQUALIFICATION, 1, "illegal"),
        ],
    )
    return [one, two]
