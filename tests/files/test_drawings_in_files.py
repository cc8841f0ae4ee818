"""Drawings in the match file and in the journal: a line each, exact, and nothing lost."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given

from annotator.errors import MatchFileError
from annotator.files.match_changes import changes, changes_in_short
from annotator.files.match_diff import apply_difference, difference
from annotator.files.match_file import match_from_text, match_to_text, salvage_match
from annotator.model.drawing import Drawing, Shape
from annotator.model.match import Match
from annotator.model.tag import Tag
from tests.files.strategies import matches

ARROW = Drawing("d1", Shape.ARROW, ((1, 2), (65536, 0)), Fraction(1001, 30000), frame=1)
NOTE = Drawing("d2", Shape.NOTE, (), Fraction(3), text="hips first", film=2, colour=3)
MATCH = Match(tags=(Tag("t1", "standing", Fraction(0)),), title="x", drawings=(ARROW, NOTE))


def test_a_drawing_has_a_line_of_its_own_behind_the_tags() -> None:
    lines = match_to_text(MATCH).splitlines()

    at = lines.index('"drawings": [')
    assert lines[at + 1].startswith('  {"id": "d1", "time": "1001/30000", "frame": 1, "shape"')
    assert '"points": [[1, 2], [65536, 0]]' in lines[at + 1]
    changed = replace(MATCH, drawings=(ARROW, replace(NOTE, text="later")))
    pairs = zip(lines, match_to_text(changed).splitlines(), strict=True)
    assert sum(old != new for old, new in pairs) == 1


def test_a_match_without_drawings_has_the_file_it_always_had() -> None:
    assert "drawings" not in match_to_text(replace(MATCH, drawings=()))


def test_what_a_newer_file_says_of_a_drawing_is_kept() -> None:
    data = json.loads(match_to_text(MATCH))
    data["drawings"][0]["glow"] = [1, None]

    again = json.loads(match_to_text(match_from_text(json.dumps(data), "x")))

    assert again["drawings"][0]["glow"] == [1, None]


def test_what_is_not_said_is_the_usual() -> None:
    data = {"format": "annotator match", "version": 1}
    drawn = [{"id": "d1", "time": "3/1", "shape": "line", "points": [[0, 0], [1, 1]]}]

    match = match_from_text(json.dumps({**data, "drawings": drawn}), "x")

    assert match.drawings == (Drawing("d1", Shape.LINE, ((0, 0), (1, 1)), Fraction(3)),)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("id", " "), ("time", None), ("time", 3), ("shape", "star"), ("points", [[1]]),
        ("points", [[1, 2.5], [1, 1]]), ("points", [[True, 2], [1, 1]]), ("points", [[1, 2]]),
        ("width", 0), ("width", 1000), ("colour", 9), ("shown", "-1/2"), ("fade_in", "x"),
        ("frame", -1), ("id", "d2"),
    ],
)  # fmt: skip
def test_a_mistake_is_said_with_its_line(key: str, value: object) -> None:
    data = json.loads(match_to_text(MATCH))
    data["drawings"][0][key] = value
    text = json.dumps(data, indent=0)

    with pytest.raises(MatchFileError) as caught:
        match_from_text(text, "x")

    assert all(problem.line > 5 for problem in caught.value.problems)


@given(matches(), matches())
def test_the_journal_carries_any_change(before: Match, after: Match) -> None:
    line = json.loads(json.dumps(difference(before, after)))

    assert apply_difference(before, line) == after


def test_one_drawing_changed_is_a_short_line_of_the_journal() -> None:
    after = replace(MATCH, drawings=(ARROW, replace(NOTE, text="later")))

    line = difference(MATCH, after)

    assert list(line) == ["drawings"]
    assert difference(after, MATCH).keys() == {"drawings"}
    assert difference(MATCH, replace(MATCH, drawings=(NOTE,))) == {"drawings_gone": ["d1"]}


def test_whole_drawings_of_a_cut_file_are_had_again() -> None:
    text = match_to_text(MATCH)
    cut = text[: text.index("hips")]
    torn = text.replace('"tags": [', '"tags": [ ??')

    assert salvage_match(cut).drawings == (ARROW,)
    assert salvage_match(torn).drawings == (ARROW, NOTE)
    assert salvage_match(torn).tags == MATCH.tags


def test_versions_are_compared_in_words() -> None:
    after = replace(MATCH, drawings=(replace(NOTE, text="later"), replace(ARROW, id="d3")))

    assert changes(MATCH, after) == [
        "+ arrow (0:00.03)",
        "− arrow (0:00.03)",
        "≠ note on the picture “hips first” (0:03.00): drawn otherwise",
    ]
    assert changes_in_short(MATCH, after) == "3 other things"
