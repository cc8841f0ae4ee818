"""Classes of children are known by their names, in rulesets and as people write them."""

from __future__ import annotations

from fractions import Fraction
from types import MappingProxyType

import pytest

from annotator.files.rulesets import find_rulesets
from annotator.model.match import Match
from annotator.model.minors import is_children_class, is_of_children
from annotator.model.tag import Tag


@pytest.mark.parametrize(
    "text",
    "kids preteens juveniles ages_4_to_6 ages_10_to_15 U12 U-15 under_16 Préadolescents Minimes"
    " Дети,_6-9_лет 6_à_9_ans CADETS 7-9_years".split(),
)
def test_classes_of_children(text: str) -> None:
    assert is_children_class(text)
    assert is_children_class(text.replace("_", " "))


@pytest.mark.parametrize(
    "text",
    ["", "adult", "adult_white", "master_1", "master_2_to_7", "qualifier", "final", "-76 kg", "U23",
     "ages_30_to_35", "35 ans", "beginner", "Junioren", "kidney"],
)  # fmt: skip
def test_classes_of_adults(text: str) -> None:
    assert not is_children_class(text)


def test_every_class_of_the_rulesets_is_told_by_its_id_as_by_its_titles() -> None:
    for ruleset in find_rulesets():
        for category in ruleset.categories:
            said = {is_children_class(text) for text in category.titles.values()}
            assert said >= {is_children_class(category.id)}, category.id


def test_a_match_is_of_children_by_its_category_or_level() -> None:
    def match(**details: str) -> Match:
        return Match((Tag("t1", "match", Fraction(0), details=MappingProxyType(details)),))

    assert is_of_children(match(category="preteens"))
    assert is_of_children(match(category="adult", level="U14"))
    assert not is_of_children(match(category="adult"))
    assert not is_of_children(Match())
