"""`annotator import`, and exports for other programs, as words are typed."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import opentimelineio
import pytest

from annotator.cli.main import main
from annotator.errors import ForeignFileError, UsageError
from annotator.files.match_file import read_match
from annotator.files.tag_table import read_tag_table
from annotator.model.time import parse_time

TABLE = """start,end,tag,athlete,details,note
0,,match,,category=adult; gi=yes; duration=300,
0,,start,,,
0,,standing,,,
12.4,13.1,takedown,red,landing=back,"=HYPERLINK(""http://x"")"
1001/75,,side_control,red,,
60,,end,,,
"""


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "final.csv"
    path.write_text(TABLE)
    return path


@pytest.mark.parametrize(
    ("kind", "name"), [("sportscode", "sportscode.xml"), ("boris", "match.boris"), ("eaf", "match.eaf")]
)  # fmt: skip
def test_out_and_back_again(table: Path, kind: str, name: str, capsys) -> None:
    words = ["export", str(table), "--to", kind, "--ruleset", "ibjjf-ru"]
    assert main([*words, "-o", "out"]) == 0
    assert main(["import", f"out/{name}", "-o", "back.match.json"]) == 0

    assert read_match(Path("back.match.json")).tags == read_tag_table(table).tags
    assert "rounded to a millisecond" in capsys.readouterr().out
    # Another program may have worked on it.
    with pytest.raises(UsageError, match="there already"):
        main([*words, "-o", "out"])


def test_an_import_replaces_nothing_and_leaves_nothing_half(table: Path) -> None:
    Path("bomb.xml").write_text('<!DOCTYPE a [<!ENTITY b "c">]><file>&b;</file>')
    with pytest.raises(ForeignFileError):
        main(["import", "bomb.xml", "-o", "back.match.json", "--write-map", "names.csv"])
    assert not Path("back.match.json").exists()
    assert not Path("names.csv").exists()

    Path("there.match.json").write_text("mine")
    with pytest.raises(UsageError, match="left alone"):
        main(["import", str(table), "-o", "there.match.json"])
    assert Path("there.match.json").read_text() == "mine"


def test_names_that_were_not_understood_are_written_to_be_filled_in(table: Path, capsys) -> None:
    Path("cuts.csv").write_text("1.0,2.0,guard\n3.0,4.0,=cmd\n")
    assert main(["import", "cuts.csv", "-o", "a.match.json", "--write-map", "names.csv"]) == 0

    assert "guard, =cmd" in capsys.readouterr().out
    text = Path("names.csv").read_text()
    assert "'=cmd" in text
    Path("names.csv").write_text(text.replace("guard,,,", "guard,open_guard,red,"))
    assert main(["import", "cuts.csv", "-o", "b.match.json", "--map", "names.csv"]) == 0
    tags = read_match(Path("b.match.json")).tags
    assert [(tag.tag, tag.athlete) for tag in tags if tag.start == 1] == [("open_guard", "red")]


def test_a_workbook_has_numbers_as_numbers_and_no_formula(table: Path) -> None:
    assert main(["export", str(table), "--to", "xlsx", "--ruleset", "ibjjf-ru", "-o", "out"]) == 0

    book = openpyxl.load_workbook("out/match.xlsx")
    assert book.sheetnames == ["Totals", "Rulings", "Tags", "Match"]
    sheet = book["Tags"]
    assert sheet.freeze_panes == "A2"
    header, *rows = sheet.iter_rows(values_only=True)
    tags = read_tag_table(table).tags
    places = {name: header.index(name) for name in ("start", "exact start", "note", "tag")}
    for row, tag in zip(rows, tags, strict=True):
        assert isinstance(row[places["start"]], (int, float))
        assert parse_time(str(row[places["exact start"]])) == tag.start
        assert (row[places["note"]] or "") == tag.note
    cells = [cell for page in book for line in page.iter_rows() for cell in line]
    assert all(cell.data_type != "f" for cell in cells)
    points = book["Totals"].cell(2, 3).value
    assert isinstance(points, int)


def test_a_timeline_has_a_marker_for_each_tag_and_the_exact_times(table: Path) -> None:
    assert main(["export", str(table), "--to", "otio", "--ruleset", "ibjjf-ru", "-o", "out"]) == 0

    timeline = opentimelineio.adapters.read_from_file("out/match.otio")
    (clip,) = timeline.find_clips()
    tags = read_tag_table(table).tags
    assert len(clip.markers) == len(tags)
    for marker, tag in zip(clip.markers, tags, strict=True):
        assert parse_time(marker.metadata["annotator"]["start"]) == tag.start
        assert abs(marker.marked_range.start_time.to_seconds() - float(tag.start)) <= 0.021
