from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.errors import UsageError
from annotator.files.rulesets import load_ruleset
from annotator.model.match import Match
from annotator.scoring.engine import score
from annotator.text import set_language
from exports.clips.moments import Moment, Source, moments_of
from exports.clips.seeking import MOST_LETTERS, find, read_sought
from tests.exports.clips.conftest import tagged


@pytest.fixture(scope="module")
def match() -> Match:
    return tagged()


@pytest.fixture(scope="module")
def moments(match: Match) -> list[Moment]:
    return moments_of(match, score(match, load_ruleset("jjb-fr")))


def told(moments: Sequence[Moment]) -> list[tuple[str, Fraction, str | None]]:
    return [(moment.what, moment.at, moment.athlete) for moment in moments]


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("side control", ["4"]),
        ("tags red", ["3", "4", "5"]),
        ("all armbars of blue", ["6"]),
        ("tag=submission athlete=blue outcome=escaped", ["6"]),
        ("submission outcome!=escaped", []),
        ("tag=mount|closed_guard", ["5", "7"]),
        ("mount; closed-guard red", ["5", "7"]),
        ("tags from=7 to=0:10", ["6", "7"]),
        ("id=8", ["8"]),
        ("Lena mount", ["7"]),
        ("“Ana Moreau” side control", []),
        ('athlete="Ana Moreau" side control', ["4"]),
    ],
)
def test_tags_in_words(words: str, ids: list[str], match: Match, moments: list[Moment]) -> None:
    found = find(words, match, moments)

    assert [moment.tag.id for moment in found if moment.tag] == ids
    assert {moment.source for moment in found} <= {Source.TAG}


def test_a_pass_is_a_ruling_since_nobody_tags_it(match: Match, moments: list[Moment]) -> None:
    assert told(find("passes of red", match, moments)) == [("pass", Fraction(5), "red")]
    assert find("awards points 3", match, moments) == find("pass red", match, moments)
    assert find("passes of blue", match, moments) == []


def test_near_is_what_lacked_seconds_paid_or_not(match: Match, moments: list[Moment]) -> None:
    near = find("near", match, moments)

    assert near
    assert all(moment.near and moment.ruling is not None for moment in near)
    assert {moment.athlete for moment in near} == {"blue"}, "red held everything long enough"
    assert find("near red", match, moments) == []


def test_given_and_not_given_share_the_rulings(match: Match, moments: list[Moment]) -> None:
    given = find("given", match, moments)
    refused = find("not given", match, moments)

    assert given == find("awards", match, moments)
    assert refused == find("refusals", match, moments)
    assert sorted(told([*given, *refused])) == sorted(told(find("rulings", match, moments)))
    assert all(moment.source is Source.GIVEN for moment in given)
    assert all(moment.source is Source.NOT_GIVEN for moment in refused)


def test_words_of_the_readers_language(match: Match, moments: list[Moment]) -> None:
    set_language("fr")

    assert [m.tag.id for m in find("contrôle latéral", match, moments) if m.tag] == ["4"]
    assert find("side_control", match, moments) == find("contrôle latéral", match, moments)


@pytest.mark.parametrize(
    ("words", "said", "mend"),
    [
        ("refusals of bleu", "“bleu” is not understood", "blue"),
        ("tag=submision", "“submision” is not understood", "submission"),
        ("outcom=tap", "“outcom” is not understood", "outcome"),
        ("outcome=tapped", "“tapped” is not understood", "tap"),
        ("athlete=green", "“green” is not understood", "red"),
        ("value=many", "not a whole number", "value=4"),
        ("tag=", "Nothing stands behind", "key=value"),
        ("from=soon", "is not a time", "m:ss"),
        ('"open', "not closed", "Close it"),
        ("  ", "not said which moments", "near passes"),
        (";;", "not said which moments", "near passes"),
        ("x" * (MOST_LETTERS + 1), "So many words", "few words"),
    ],
)
def test_what_is_not_understood_is_said_with_what_is_near(
    words: str, said: str, mend: str, match: Match
) -> None:
    with pytest.raises(UsageError) as refused:
        read_sought(words, match)

    assert said in refused.value.what
    assert mend in refused.value.mend


@given(st.text(max_size=40))
def test_any_words_find_something_or_are_refused(words: str) -> None:
    match = tagged()
    every = moments_of(match)
    try:
        found = find(words, match, every)
    except UsageError:
        return  # said, and not found by chance
    assert set(map(id, found)) <= set(map(id, every))
