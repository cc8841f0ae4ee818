from __future__ import annotations

import json
import sys
from fractions import Fraction
from importlib import import_module
from pathlib import Path

import pytest

from annotator.cli import demo_command
from annotator.cli.frame_command import read_place
from annotator.cli.main import COMMANDS, main
from annotator.errors import (
    AnnotatorError,
    ExportError,
    FootageError,
    TimeError,
    UsageError,
)

pytestmark = pytest.mark.usefixtures("small_engine")

Captured = pytest.CaptureFixture[str]


def test_every_command_has_its_module_and_its_help(capsys: Captured) -> None:
    for name in COMMANDS:
        about = import_module(f"annotator.cli.{name}_command").__doc__ or ""
        assert about.startswith(f"`annotator {name}")
        with pytest.raises(SystemExit) as ended:
            main([name, "--help"])
        assert ended.value.code == 0
        assert f"usage: annotator {name}" in capsys.readouterr().out


def test_the_program_says_its_commands_and_its_version(capsys: Captured) -> None:
    for words in ([], ["--help"], ["-h"]):
        with pytest.raises(SystemExit):
            main(words)
        told = capsys.readouterr().out
        assert all(f"  {name} " in told for name in COMMANDS)
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.startswith("annotator ")


def test_an_unknown_command_names_the_near_one() -> None:
    with pytest.raises(UsageError, match="no command 'scroe'") as refused:
        main(["scroe"])

    assert "Did you mean “score”?" in str(refused.value)


def test_compare_has_a_row_per_ruleset(table: Path, capsys: Captured) -> None:
    assert main(["compare", str(table)]) == 0

    told = capsys.readouterr().out.splitlines()
    assert told[0] == "final.csv: red – blue, 5 tags"
    assert told[2].split() == ["ruleset", "red", "blue", "winner", "by"]
    assert told[3].split() == ["one", "4", "(1)", "0", "(0)", "red", "points"]
    assert told[4].split() == ["two", "4", "0", "red", "points"]
    assert "  one: advantages" in told


def test_compare_under_chosen_rulesets(table: Path, capsys: Captured) -> None:
    assert main(["compare", str(table), "--ruleset", "two", "--ruleset", "two"]) == 0

    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()[2:] if line] == [
        "ruleset",
        "two",
    ]


def test_export_writes_into_a_folder_of_its_own(table: Path, capsys: Captured) -> None:
    assert main(["export", str(table), "--to", "csv"]) == 0
    assert sorted(path.name for path in Path("final-export").iterdir()) == [
        "tags.csv",
        "timeline.csv",
    ]

    assert main(["export", str(table), "--to", "csv-local", "-o", "local"]) == 0
    assert Path("local/timeline.csv").read_bytes().startswith(b"\xef\xbb\xbf")
    assert capsys.readouterr().out.count("Wrote ") == 4


def test_exports_that_are_not_there(table: Path) -> None:
    with pytest.raises(ExportError) as refused:
        main(["export", str(table), "--to", "cvs"])

    assert "no export called 'cvs'" in str(refused.value)
    assert "There are: csv," in str(refused.value)


def test_questions_say_who_asks_and_what_would_change(table: Path, capsys: Captured) -> None:
    assert main(["questions", str(table)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[1] == "0:01.000, tag 3, landing: how did red land? [one, two]"
    assert told[2] == "    side: 0"

    assert main(["questions", str(table), "--json"]) == 0
    (question,) = json.loads(capsys.readouterr().out)
    assert question["rulesets"] == ["one", "two"]


def test_nothing_asked_is_said(table: Path, capsys: Captured) -> None:
    table.write_text("start,tag,athlete\n0,standing,\n", encoding="utf-8")

    assert main(["questions", str(table)]) == 0
    assert "Nothing is asked" in capsys.readouterr().out
    assert main(["questions", str(table), "--json"]) == 0
    assert capsys.readouterr().out == "[]\n"


@pytest.mark.parametrize(
    ("word", "place"),
    [
        ("12", 12), ("f12", 12), ("F0", 0), ("12.0", Fraction(12)), ("12s", Fraction(12)),
        ("1.5s", Fraction(3, 2)), ("0:12", Fraction(12)), ("319/5", Fraction(319, 5)), ("12,5", Fraction(25, 2)),
    ],
)  # fmt: skip
def test_frames_and_times_are_told_apart(word: str, place: int | Fraction) -> None:
    assert read_place(word) == place
    assert type(read_place(word)) is type(place)


@pytest.mark.parametrize("word", ["", "s", "x", "2:f3", "--", "f"])
def test_what_is_neither(word: str) -> None:
    with pytest.raises(TimeError):
        read_place(word)


def test_films_that_are_none(tmp_path: Path) -> None:
    film = tmp_path / "a.mp4"
    film.write_bytes(b"no film")

    for words in (
        ["probe", str(film)],
        ["frame", str(film), "0"],
        ["probe", str(tmp_path / "b.mp4")],
        ["proxy", str(film)],
    ):
        with pytest.raises(FootageError):
            main(words)
    with pytest.raises(UsageError, match="kind of picture"):
        main(["frame", str(film), "0", "-o", "a.gif"])
    with pytest.raises(UsageError, match="MP4"):
        main(["proxy", str(film), "-o", "a.gif"])
    for height in ("0", "720p", "-1", "9999999", "²"):
        with pytest.raises(UsageError, match="no height"):
            main(["proxy", str(film), f"--height={height}"])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.mp4"]


def test_the_demo_needs_no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not demo_command.has_screen()

    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert demo_command.has_screen()


@pytest.mark.parametrize("command", ["score", "compare", "questions"])
@pytest.mark.parametrize("content", [b"", b"\0\1\2", b"{}", b"start,tag,athlete\n0,x,\n"])
@pytest.mark.parametrize("name", ["a.csv", "a.match.json"])
def test_wrong_files_are_never_a_fault(
    command: str, content: bytes, name: str, tmp_path: Path, capsys: Captured
) -> None:
    path = tmp_path / name
    path.write_bytes(content)

    try:
        status = main([command, str(path)])
    except AnnotatorError as refused:
        status, told = 2, str(refused)
    else:
        told = capsys.readouterr().err

    assert status == 2
    assert told.startswith(str(path))
