"""A ruleset's own words in the sentences about it, and where its printed text has a clause."""

from pathlib import Path

import pytest

from annotator.cli.main import main

TABLE = """start,end,tag,athlete,details,note
0,,start,,,
0,,standing,,,
5,6,takedown,red,landing=back,
6,,half_guard,red,,
7,9,submission,blue,close=yes; outcome=escaped,
20,,side_control,red,,
30,,end,,,
"""


def _scored(tmp_path: Path, capsys: pytest.CaptureFixture[str], ruleset: str) -> str:
    table = tmp_path / "match.csv"
    table.write_text(TABLE, encoding="utf-8")

    assert main(["score", "--ruleset", ruleset, str(table)]) == 0

    return capsys.readouterr().out


def test_a_position_is_called_as_its_rules_call_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "red held side mount for 3 s" in _scored(tmp_path, capsys, "grappling-gi")


def test_a_ruling_says_where_the_printed_text_has_its_clause(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "Clean throw [37a1] (37.a.1)" in _scored(tmp_path, capsys, "jjif-2014")


def test_a_hold_that_a_submission_kept_back_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = _scored(tmp_path, capsys, "ibjjf-ru")

    assert (
        "takedown at 0:06.000, held on top for 3 s out of the submission, until 0:12.000" in sheet
    )
