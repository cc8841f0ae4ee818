"""What was given, in the words of a ruleset."""

from __future__ import annotations

from dataclasses import replace

import pytest

from annotator.files.rulesets import load_ruleset
from annotator.scoring.ruling import Award
from annotator.scoring.wording import amount_text, place_text
from annotator.text import set_language


@pytest.mark.parametrize(
    ("award", "value", "text"),
    [
        (Award.ADVANTAGE, 1, "advantage"),
        (Award.ADVANTAGE, 2, "+2 advantages"),
        (Award.PENALTY, -2, "−2 penalties"),
        (Award.PENALTY, -1, "−1 penalty"),
        (Award.POINTS, 1, "+1 point"),
    ],
)
def test_several_of_something_are_said_as_several(award: Award, value: int, text: str) -> None:
    assert amount_text(award, value, load_ruleset("ibjjf")) == text
    assert amount_text(award, value) == text


def test_a_word_of_the_rulesets_own_is_kept_for_several() -> None:
    own = replace(load_ruleset("ibjjf"), terms={"penalty": {"en": "caution"}})
    assert amount_text(Award.PENALTY, 3, own) == "+3 caution"


def test_a_place_in_letters_that_the_reader_may_not_read_begins_with_its_number() -> None:
    printed = "Раздел 3, п. 3.3.1"
    assert place_text(printed) == f"3: {printed}"
    assert place_text("37.d.1, примечание 40") == "37.d.1, примечание 40"
    assert place_text("Article 5.3") == "Article 5.3"
    set_language("ru")
    try:
        assert place_text(printed) == printed
    finally:
        set_language("en")
