from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
import webvtt

from annotator.errors import ExportError
from annotator.model.match import Match
from annotator.scoring.ruling import ScoreSheet
from exports.cues import ruling_cues, tag_cues, write_subtitles
from tests.exports.conftest import tag


def test_a_span_is_told_as_long_as_it_lasts_and_a_moment_for_a_few_seconds(match: Match) -> None:
    cues = {cue.text.splitlines()[0]: cue for cue in tag_cues(match)}

    armbar, mount = cues["Armbar · Lena Petrova (B)"], cues["Mount · Lena Petrova (B)"]
    assert [armbar.start, armbar.end] == [27, 33]
    assert "outcome: escaped" in armbar.text
    assert [mount.start, mount.end] == [70, 73]
    assert len(cues) == len(match.tags) - 1, "the tag “match” describes, it is no moment"


def test_a_note_stands_below_its_tag(match: Match) -> None:
    noted = replace(tag(9, 5, "mark"), note="look\nhere")

    [cue] = tag_cues(match.with_tags((noted,)))

    assert cue.text == "Mark\nlook\nhere"


def test_rulings_say_what_was_given_and_what_was_not(
    match: Match, sheets: list[ScoreSheet]
) -> None:
    cues = ruling_cues(match, sheets[0], None)

    assert len(cues) == len(sheets[0].awards) + len(sheets[0].refusals)
    assert cues[0].text.startswith("+2 points · Ana Moreau (R) · takedown\n")
    refused = [cue.text for cue in cues if cue.start in (Fraction(26), Fraction(60))]
    assert all(text.startswith("Not given: +3 points") for text in refused)


def test_each_ruleset_has_a_file_that_another_program_reads(
    match: Match, sheets: list[ScoreSheet], tmp_path: Path
) -> None:
    paths = write_subtitles(match, sheets, tmp_path)

    assert [path.name for path in paths] == ["tags.vtt", "first-rules.vtt", "second-rules.vtt"]
    counts = [len(webvtt.read(str(path)).captions) for path in paths]
    tags = len(match.tags) - 1
    assert counts == [
        tags,
        *(tags + len(sheet.awards) + len(sheet.refusals) for sheet in sheets),
    ]


def test_a_folder_that_cannot_be_is_told(match: Match, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")

    with pytest.raises(ExportError, match="cannot be made"):
        write_subtitles(match, (), tmp_path / "file" / "in it")
