"""Reports on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader

from annotator.cli.main import main
from annotator.errors import ExportError, UsageError

pytestmark = pytest.mark.usefixtures("small_engine")

Captured = pytest.CaptureFixture[str]


def test_a_page_for_each_ruleset_that_is_named(
    table: Path, tmp_path: Path, capsys: Captured
) -> None:
    out = tmp_path / "out"
    words = ["report", str(table), "--ruleset", "one", "--ruleset", "two", "-o", str(out)]
    assert main(words) == 0
    names = sorted(path.name for path in out.iterdir())
    assert names == [
        f"final-report-{name}.{kind}" for name in ("one", "two") for kind in ("html", "pdf")
    ]
    assert len(PdfReader(out / "final-report-one.pdf").pages) == 1
    assert capsys.readouterr().out.count("Wrote ") == 4


def test_rulesets_are_compared_on_one_page(table: Path, tmp_path: Path) -> None:
    assert main(["report", str(table), "--compare", "-o", str(tmp_path / "out")]) == 0
    text = PdfReader(tmp_path / "out" / "final-comparison.pdf").pages[0].extract_text()
    assert "The one rules" in text
    assert "The two rules" in text


def test_what_is_replaced_is_said(table: Path, tmp_path: Path, capsys: Captured) -> None:
    words = ["report", str(table), "-o", str(tmp_path / "out")]
    assert main(words) == 0
    (tmp_path / "out" / "final-report.html").unlink()
    capsys.readouterr()
    assert main(words) == 0
    said = capsys.readouterr().out
    assert f"Replaced {tmp_path / 'out' / 'final-report.pdf'}" in said
    assert f"Wrote {tmp_path / 'out' / 'final-report.html'}" in said


def test_a_file_that_cannot_be_read_stops_no_other(
    table: Path, tmp_path: Path, capsys: Captured
) -> None:
    bad = tmp_path / "bad.match.json"
    bad.write_text("{", "utf-8")
    assert main(["report", str(bad), str(table), "-o", str(tmp_path / "out")]) == 2
    assert "bad.match.json" in capsys.readouterr().err
    assert (tmp_path / "out" / "final-report.pdf").is_file()


def test_nothing_to_report_on_is_said(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nothing to report on"):
        main(["report"])
    with pytest.raises(ExportError, match="no such folder"):
        main(["report", "--athlete", "Ana", str(tmp_path / "none")])
