from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from annotator.errors import ExportError
from annotator.model.match import Match, Media
from annotator.scoring.ruling import ScoreSheet
from exports.registry import EXPORTERS, available, exporter, untold


def test_what_is_there_can_be_made(match: Match, sheets: list[ScoreSheet], tmp_path: Path) -> None:
    for name in available():
        paths = exporter(name)(match, sheets, tmp_path / name)
        assert paths
        assert all(path.is_file() for path in paths)


def test_what_is_not_there_is_refused_with_what_is() -> None:
    with pytest.raises(ExportError, match=r"(?s)no export called.*csv, csv-local, charts"):
        exporter("sculpture")


def test_a_report_without_the_films_pictures_says_how_to_have_them(
    match: Match, sheets: list[ScoreSheet], tmp_path: Path
) -> None:
    filmed = replace(match, media=(Media("final.mp4"),))
    assert "annotator report" in " ".join(untold("report", filmed, sheets, tmp_path))
    assert not untold("report", match, sheets, tmp_path)


def test_every_exporter_says_what_it_gives() -> None:
    assert all(one.name == name and one.what for name, one in EXPORTERS.items())
