"""The sample is only worth its name if rulesets disagree about it."""

from __future__ import annotations

import pytest

from annotator.files.rulesets import find_rulesets
from annotator.sample import sample_match
from annotator.sample.frames import frame_times
from annotator.scoring import score
from annotator.scoring.ruling import ScoreSheet


@pytest.fixture(scope="module")
def sheets() -> dict[str, ScoreSheet]:
    times = frame_times()
    match = sample_match(times)
    return {ruleset.id: score(match, ruleset, times) for ruleset in find_rulesets()}


def test_every_ruleset_has_its_own_score(sheets: dict[str, ScoreSheet]) -> None:
    scores = {(sheet.totals()["red"], sheet.totals()["blue"]) for sheet in sheets.values()}
    assert len(scores) == len(sheets) >= 5


def test_they_do_not_agree_on_the_winner_or_the_way(sheets: dict[str, ScoreSheet]) -> None:
    assert {sheet.result.winner for sheet in sheets.values()} == {"red", "blue"}
    assert len({sheet.result.won_by for sheet in sheets.values()}) > 1


def test_a_hold_was_missed_by_a_few_frames(sheets: dict[str, ScoreSheet]) -> None:
    margins = [
        ruling.margin
        for sheet in sheets.values()
        for ruling in sheet.refusals
        if ruling.margin is not None
    ]
    assert any(-0.1 <= margin < 0 for margin in margins)


def test_some_rulings_lean_on_unanswered_details(sheets: dict[str, ScoreSheet]) -> None:
    assert any(ruling.assumed for sheet in sheets.values() for ruling in sheet.awards)


def test_every_award_has_its_frame(sheets: dict[str, ScoreSheet]) -> None:
    assert all(ruling.frame is not None for sheet in sheets.values() for ruling in sheet.awards)
