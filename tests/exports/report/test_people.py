"""Names as people write them."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.model.match import Match, Person
from exports.film_moments import Names
from exports.report.people import corners, name_key, named


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Léna  Pétrova", "lena petrova"), ("PETROVA, Lena", "Lena Petrova"),
        ("Jean-Pierre Lys", "jean pierre LYS"), ("Семён Орлов", "семен орлов"),
        ("Łukasz Ćwik", "lukasz cwik"), ("Weiß", "WEISS"), ("O’Neil", "o neil"),
    ],
)  # fmt: skip
def test_two_ways_to_write_a_name_are_one(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), [("Lena Petrova", "Lena Petrov"), ("Ana", "Ana Ana")])
def test_names_that_differ_are_two(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


@given(st.text())
def test_no_name_is_nobodys(name: str) -> None:
    nobody = Match()
    assert corners(nobody, name) == ()
    both = Match(athletes=MappingProxyType({"red": Person(name), "blue": Person(name)}))
    assert corners(both, name) in ((), ("red", "blue"))
    named(both, Names.FULL).name_of("red").encode("utf-8")
