"""What was given, in the words of a ruleset."""

from __future__ import annotations

from dataclasses import replace

import pytest

from annotator.files.rulesets import load_ruleset
from annotator.scoring.ruling import Award
from annotator.scoring.wording import amount_text


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
