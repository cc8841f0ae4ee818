"""What the tests of the views share: the sample match and its score sheets."""

from __future__ import annotations

import pytest
from PyQt6.QtGui import QPalette

from annotator import text
from annotator.model.match import Match
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import ScoreSheet
from tests.ui.views import view_samples


@pytest.fixture(autouse=True)
def _sample_phrases(monkeypatch: pytest.MonkeyPatch) -> None:
    for key, sentence in view_samples.PHRASES.items():
        monkeypatch.setitem(text.PHRASES, key, sentence)


@pytest.fixture
def match() -> Match:
    return view_samples.make_match()


@pytest.fixture
def rulesets() -> list[Ruleset]:
    return view_samples.make_rulesets()


@pytest.fixture
def sheets(match: Match, rulesets: list[Ruleset]) -> dict[str, ScoreSheet]:
    return view_samples.make_sheets(match, rulesets)


@pytest.fixture
def dark_palette() -> QPalette:
    return view_samples.dark_palette()
