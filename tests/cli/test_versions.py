"""`annotator versions`: the last saves of a match without the window."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.errors import FileError, UsageError
from annotator.files.match_file import read_match, save_match
from annotator.files.versions import keep_version
from annotator.model.match import Match
from annotator.model.tag import Tag

FIRST = Match((Tag("1", "mount", Fraction(62), athlete="red"),), title="Final")
SECOND = Match((*FIRST.tags, Tag("2", "mark", Fraction(70))), title="Final")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "été.match.json"
    for match in (FIRST, SECOND):
        save_match(match, path)
        keep_version(path)
    return path


def test_versions_are_listed_with_what_differs(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["versions", str(path)]) == 0
    newest, oldest = capsys.readouterr().out.splitlines()
    assert newest.startswith("1  ")
    assert newest.endswith("2 tags; against now: the same")
    assert oldest.endswith("1 tag; against now: 1 tag less")


def test_one_is_told_line_by_line_and_written(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    back = tmp_path / "back.match.json"
    assert main(["versions", str(path), "--number", "2", "-o", str(back)]) == 0
    assert "mark (1:10.00)" in capsys.readouterr().out
    assert read_match(back) == FIRST
    with pytest.raises(FileError, match="there already"):
        main(["versions", str(path), "--number", "1", "-o", str(back)])
    assert read_match(back) == FIRST


def test_the_versions_of_a_match_that_was_deleted_are_still_there(
    path: Path, tmp_path: Path
) -> None:
    path.unlink()
    assert main(["versions", str(path), "--number", "1", "-o", str(path)]) == 0
    assert read_match(path) == SECOND


@pytest.mark.parametrize("words", [["--number", "3"], ["--number", "0"], ["-o", "x"]])
def test_wrong_words_are_refused(path: Path, words: list[str]) -> None:
    with pytest.raises(UsageError):
        main(["versions", str(path), *words])


def test_a_match_without_versions_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="No earlier version"):
        main(["versions", str(tmp_path / "none.match.json")])
