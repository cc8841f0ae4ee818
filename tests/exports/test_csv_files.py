from __future__ import annotations

import csv
import io
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.errors import ExportError, SaveError
from annotator.files.cells import restored
from annotator.files.tag_table import read_tag_table, write_tag_table
from annotator.model.match import Match, Person
from annotator.model.vocabulary import Athlete
from annotator.scoring.ruling import Award, ScoreSheet
from exports import csv_files
from exports.csv_files import LOCAL, STRICT, timeline_csv, write_csv
from exports.rows import COLUMNS, timeline_rows
from tests.exports.conftest import make_match, make_sheet

EXPECTED = (
    "match ruleset edition frame video_time clock athlete award value clause why assumed "
    "red_points red_advantages red_penalties red_warnings "
    "blue_points blue_advantages blue_penalties blue_warnings"
).split()


def rows_of(path: Path, separator: str, encoding: str) -> list[dict[str, str]]:
    text = path.read_bytes().decode(encoding)
    return list(csv.DictReader(io.StringIO(text, newline=""), delimiter=separator, strict=True))


def test_the_columns_are_exactly_these() -> None:
    assert list(COLUMNS) == EXPECTED


def test_strict_has_commas_dots_and_bare_line_feeds(
    match: Match, sheets: list[ScoreSheet], tmp_path: Path
) -> None:
    timeline, tags = write_csv(match, sheets, tmp_path / "new" / "folder")
    data = timeline.read_bytes()
    assert b"\r" not in data
    assert not data.startswith(b"\xef\xbb\xbf")
    rows = rows_of(timeline, ",", "utf-8")
    assert list(rows[0]) == EXPECTED
    assert [row["video_time"] for row in rows[:3]] == ["11.5", "23", "23"]
    assert tags.read_text(encoding="utf-8") == write_tag_table(match)


def test_there_is_a_row_for_everything_given_in_time_order(
    match: Match, sheets: list[ScoreSheet], tmp_path: Path
) -> None:
    rows = rows_of(write_csv(match, sheets, tmp_path)[0], ",", "utf-8")
    assert len(rows) == sum(len(sheet.awards) for sheet in sheets)
    assert [row["award"] for row in rows if row["ruleset"] == "second-rules"] == [
        "points", "penalty", "points", "disqualification",
    ]  # fmt: skip
    last = [row for row in rows if row["ruleset"] == "first-rules"][-1]
    assert (
        last["red_points"],
        last["blue_points"],
        last["blue_advantages"],
        last["red_warnings"],
    ) == ("9", "4", "1", "1")
    assert rows[-1]["red_points"] == "1"
    assert rows[-1]["red_penalties"] == "1"
    assert rows[0]["why"] == "Ana Moreau held it for 3 s."
    assert rows[0]["assumed"] == "controlled=yes"
    assert rows[0]["frame"] == "345"


def test_local_opens_in_a_french_spreadsheet(
    match: Match, sheets: list[ScoreSheet], tmp_path: Path
) -> None:
    timeline, tags = write_csv(match, sheets, tmp_path, "local")
    for path in (timeline, tags):
        data = path.read_bytes()
        assert data.startswith(b"\xef\xbb\xbf")
        assert data.count(b"\n") == data.count(b"\r\n") > 1
    rows = rows_of(timeline, ";", "utf-8-sig")
    assert rows[0]["video_time"] == "11,5"
    assert rows[0]["video_time_text"] == "0:11,500"
    assert rows[0]["clock_text"] == "0:11,500"
    assert rows_of(tags, ";", "utf-8-sig")[3]["end"] == "11,5"


def test_local_with_a_dot_for_english_spreadsheets(
    match: Match, sheets: list[ScoreSheet], tmp_path: Path
) -> None:
    timeline, _ = write_csv(match, sheets, tmp_path, "local", decimal=".")
    assert rows_of(timeline, ",", "utf-8-sig")[0]["video_time_text"] == "0:11.500"


def test_both_flavours_hold_the_same_values(
    match: Match, sheets: list[ScoreSheet], tmp_path: Path
) -> None:
    strict = rows_of(write_csv(match, sheets, tmp_path / "a")[0], ",", "utf-8")
    local = rows_of(write_csv(match, sheets, tmp_path / "b", "local")[0], ";", "utf-8-sig")
    for one, two in zip(strict, local, strict=True):
        for name in EXPECTED:
            expected = one[name].replace(".", ",") if name in ("video_time", "clock") else one[name]
            assert two[name] == expected


@pytest.mark.parametrize("flavour", ["strict", "local"])
def test_the_tags_are_read_back(
    match: Match, sheets: list[ScoreSheet], tmp_path: Path, flavour: csv_files.Flavour
) -> None:
    _, tags = write_csv(match, sheets, tmp_path, flavour)
    assert read_tag_table(tags).tags == match.tags


def test_a_time_without_a_finite_decimal_is_rounded_only_for_the_local_spreadsheet(
    tmp_path: Path,
) -> None:
    match = make_match()
    late = replace(match.tags[-1], start=Fraction(270001, 3000))
    match = match.with_tags((*match.tags[:-1], late))
    assert read_tag_table(write_csv(match, [], tmp_path)[1]).tags[-1].start == late.start
    local = read_tag_table(write_csv(match, [], tmp_path, "local")[1]).tags[-1].start
    assert abs(local - late.start) <= Fraction(1, 2_000_000)


def test_without_a_film_the_frame_is_empty(match: Match, sheets: list[ScoreSheet]) -> None:
    sheet = replace(
        sheets[0], awards=tuple(ruling._replace(frame=None) for ruling in sheets[0].awards)
    )
    row = next(csv.DictReader(io.StringIO(timeline_csv(timeline_rows(match, [sheet])))))
    assert row["frame"] == ""


NASTY = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20),
    st.builds(str.__add__, st.sampled_from(["=", "+", "-", "@", "'=", "\t", "\r", " =", "＝", '"', ";", ","]), st.text("ab=1'", max_size=6)),
)  # fmt: skip


@given(title=NASTY, name=NASTY, local=st.booleans())
def test_no_cell_begins_like_a_formula_and_every_text_comes_back(
    title: str, name: str, local: bool
) -> None:
    match = make_match(title=title or "x")
    people: dict[Athlete, Person] = {"red": Person(name), "blue": Person()}
    match = replace(match, athletes=MappingProxyType(people))
    dialect = LOCAL if local else STRICT
    sheet = make_sheet("rules", [(5, "red", Award.POINTS, 2, "pass")])
    text = timeline_csv(timeline_rows(match, [sheet]), dialect)
    row = next(
        csv.DictReader(io.StringIO(text, newline=""), delimiter=dialect.separator, strict=True)
    )
    assert restored(row["match"]) == (title or "x")
    assert restored(row["why"]) == f"{name or 'red'} held it for 3 s."
    for cell in row.values():
        bare = cell.strip()
        assert not bare.startswith(("=", "@", "＝", "＠")), cell
        assert not cell.startswith(("\t", "\r", "\n")), cell


def test_a_failing_write_leaves_the_old_file_whole(
    match: Match, sheets: list[ScoreSheet], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = write_csv(match, sheets, tmp_path)[0].read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("annotator.files.atomic.os.fsync", full)
    with pytest.raises(SaveError, match=r"(?s)No space.*Make room"):
        write_csv(replace(match, title="other"), sheets, tmp_path)
    assert (tmp_path / "timeline.csv").read_bytes() == old
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tags.csv", "timeline.csv"]


def test_a_folder_that_cannot_be_made_says_how_to_mend_it(match: Match, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ExportError) as caught:
        write_csv(match, [], tmp_path / "file" / "below")
    assert caught.value.mend
    assert "below" in caught.value.where
