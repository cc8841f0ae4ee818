"""Strict YAML: plain data, exact places, no surprises (H2)."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.errors import AnnotatorError, MatchFileError, RulesetError
from annotator.files.source import DEPTH_LIMIT, PROBLEM_LIMIT, SIZE_LIMIT, read_yaml

TEXT = """\
# a comment
federation: NO
duration: 3:00
code: 010
clauses:
  - id: "4.10"
    pays: 0.5
    when: {all: [yes, true, null, 12, -3, ~]}
  - id: 4.10
    says: |
      Two lines,
      as they are.
empty:
"""


def test_plain_scalars_are_read_as_json_would() -> None:
    data = read_yaml(TEXT, "x.yaml").data

    assert data == {
        "federation": "NO",
        "duration": "3:00",
        "code": "010",
        "clauses": [
            {
                "id": "4.10",
                "pays": Fraction(1, 2),
                "when": {"all": ["yes", True, None, 12, -3, "~"]},
            },
            {"id": Fraction(41, 10), "says": "Two lines,\nas they are.\n"},
        ],
        "empty": None,
    }


def test_every_key_and_value_has_its_place() -> None:
    source = read_yaml(TEXT, "x.yaml")

    assert source.mark(("clauses", 0, "id")) == (6, 9)
    assert source.mark(("clauses", 0, "id"), at_key=True) == (6, 5)
    assert source.mark(("clauses", 0, "when", "all", 3)) == (8, 35)
    assert source.written(("clauses", 1, "id")) == "4.10"
    assert set(source.key_marks) <= set(source.marks)


def test_a_problem_names_the_nearest_place() -> None:
    source = read_yaml(TEXT, "x.yaml")

    at_key = source.problem(("clauses", 1, "id"), "what", "mend", at_key=True)
    missing = source.problem(("clauses", 1, "title"), "is missing")

    assert str(at_key) == "x.yaml:9:5: clauses.1.id: what\n    mend"
    assert str(missing) == "x.yaml:9:5: clauses.1.title: is missing"


@pytest.mark.parametrize("text", ["", "# nothing\n", "---\n", b"\xef\xbb\xbf", "\ufeff"])
def test_an_empty_file_is_nothing(text: str | bytes) -> None:
    assert read_yaml(text, "x.yaml").data is None


def test_the_caller_chooses_the_error() -> None:
    with pytest.raises(MatchFileError):
        read_yaml("a: [", "x.yaml", MatchFileError)
    with pytest.raises(RulesetError):
        read_yaml("a: [", "x.yaml")


def test_sizes_are_bounded() -> None:
    with pytest.raises(RulesetError, match="larger than"):
        read_yaml("x" * (SIZE_LIMIT + 1), "x.yaml")
    with pytest.raises(RulesetError) as refused:
        read_yaml("- &a 1\n" * 5000, "x.yaml")
    assert len(refused.value.problems) == PROBLEM_LIMIT


def test_the_deepest_that_is_read() -> None:
    deep = read_yaml("[" * DEPTH_LIMIT + "]" * DEPTH_LIMIT, "x.yaml")

    assert len(deep.marks) == DEPTH_LIMIT


@given(st.binary(max_size=80) | st.text("ab:- \n[]{},&*!|>'\"#%?<0.1\t~", max_size=80))
def test_any_bytes_are_a_value_or_a_refusal(text: str | bytes) -> None:
    with suppress(AnnotatorError):
        read_yaml(text, "x.yaml")


@given(st.integers(-(10**12), 10**12), st.integers(0, 6))
def test_decimals_are_exact(digits: int, places: int) -> None:
    number = Fraction(digits, 10**places)
    written = f"{'-' if digits < 0 else ''}{abs(digits) // 10**places}"
    if places:
        written += f".{abs(digits) % 10**places:0{places}d}"

    assert read_yaml(f"n: {written}", "x.yaml").data == {"n": number}
