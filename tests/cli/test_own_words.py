"""A ruleset's own words in the sentences about it, and where its printed text has a clause."""

from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.files.rulesets import load_ruleset

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


def test_the_readings_that_rulings_lean_on_are_told_with_their_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = _scored(tmp_path, capsys, "ibjjf-ru")
    reading = next(each for each in load_ruleset("ibjjf-ru").readings if each.id == "three_seconds")

    assert f"three_seconds: {reading.says}\n" in sheet
    assert f"Why: {reading.because}\n" in sheet
    assert "sweep_defence" not in sheet


def test_assumed_details_are_told_in_words_and_not_by_key_and_value(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sheet = _scored(tmp_path, capsys, "jjif-2014")

    assert "bottom on: back" in sheet
    assert "_on=" not in sheet


def test_compare_names_the_clause_of_the_other_reason_as_the_book_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "match.csv"
    table.write_text(TABLE, encoding="utf-8")

    assert main(["compare", str(table), "--ruleset", "jjif-2014", "--ruleset", "ibjjf-ru"]) == 0

    told = capsys.readouterr().out
    assert "the same facts are paid at 0:06.000, Clean throw [37a1] (37.a.1)" in told


def test_questions_call_a_board_as_its_rules_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "match.csv"
    caution = "10,,foul,red,kind=passivity,\n"
    table.write_text(TABLE.replace("20,,side", caution + "20,,side"), encoding="utf-8")

    assert main(["questions", str(table), "--ruleset", "grappling-gi"]) == 0

    told = capsys.readouterr().out
    assert "(1–0 cautions)" in told
    assert "penalties" not in told


def test_a_penalty_is_called_as_its_rules_call_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = tmp_path / "foul.csv"
    table.write_text(TABLE + "25,,foul,blue,kind=passivity,\n", encoding="utf-8")

    assert main(["score", "--ruleset", "grappling-gi", str(table)]) == 0

    sheet = capsys.readouterr().out
    assert "blue, caution, Passivity [passivity]" in sheet
    assert "blue, penalty" not in sheet
