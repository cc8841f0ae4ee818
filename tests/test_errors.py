"""Every error says what is wrong, where, and how to mend it."""

import inspect

import pytest

from annotator import errors
from annotator.errors import AnnotatorError, Problem, ProblemsError, RulesetError


@pytest.mark.parametrize(
    ("where", "mend", "text"),
    [
        ("", "", "It is wrong."),
        ("a.csv", "", "a.csv: It is wrong."),
        ("", "Mend it.", "It is wrong.\n    Mend it."),
        ("a.csv", "Mend it.", "a.csv: It is wrong.\n    Mend it."),
    ],
)
def test_an_error_shows_what_it_knows(where: str, mend: str, text: str) -> None:
    error = AnnotatorError("It is wrong.", where=where, mend=mend)

    assert str(error) == text
    assert (error.what, error.where, error.mend) == ("It is wrong.", where, mend)


@pytest.mark.parametrize(
    ("line", "column", "key", "text"),
    [
        (3, 7, "clauses.mount", "r.yaml:3:7: clauses.mount: Unknown key.\n    Take it out."),
        (3, 0, "", "r.yaml:3: Unknown key.\n    Take it out."),
        (0, 0, "id", "r.yaml: id: Unknown key.\n    Take it out."),
    ],
)
def test_a_problem_shows_its_place_its_key_and_the_mend(
    line: int, column: int, key: str, text: str
) -> None:
    assert str(Problem("r.yaml", line, column, key, "Unknown key.", "Take it out.")) == text


def test_a_problem_without_a_mend_is_one_line() -> None:
    assert str(Problem("r.yaml", 1, 2, "", "Wrong.")) == "r.yaml:1:2: Wrong."


def test_problems_are_all_shown_in_the_order_of_their_lines() -> None:
    last, first, middle = (
        Problem("r.yaml", *at, "", "Wrong.") for at in ((10, 1), (2, 9), (10, 0))
    )

    error = RulesetError([last, first, middle])

    assert error.problems == (first, middle, last)
    assert str(error).splitlines() == [
        "r.yaml:2:9: Wrong.",
        "r.yaml:10: Wrong.",
        "r.yaml:10:1: Wrong.",
    ]
    assert (error.what, error.where) == ("Wrong.", "r.yaml")


def test_an_error_of_problems_needs_one() -> None:
    with pytest.raises(ValueError, match="at least one"):
        ProblemsError([])


def test_whatever_a_user_can_meet_is_one_kind_of_error() -> None:
    kinds = [
        kind
        for _, kind in inspect.getmembers(errors, inspect.isclass)
        if issubclass(kind, Exception) and kind.__module__ == errors.__name__
    ]

    assert len(kinds) > 10
    for kind in kinds:
        assert issubclass(kind, AnnotatorError)
        assert inspect.getdoc(kind)
