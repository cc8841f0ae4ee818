"""`annotator clips`: what it understands, says and answers; the clips themselves are tested elsewhere."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.errors import AnnotatorError, ExportError, FileError, UsageError
from annotator.files.match_file import save_match
from annotator.model.match import Match, Media, RulesetPin
from annotator.video import Footage
from exports.clips import batch as batch_module
from tests.exports.clips.conftest import COUNT, RATE, tagged
from tests.video.clips import read_number, write

Captured = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("match")
    write(place / "film.mp4", rate=RATE, count=COUNT, gop=30)
    match = replace(tagged(), media=(Media("film.mp4"),), rulesets=(RulesetPin("jjb-fr"),))
    save_match(match, place / "final.match.json")
    save_match(replace(match, media=()), place / "bare.match.json")
    return place


def run(folder: Path, *words: str) -> int:
    return main(["clips", str(folder / "final.match.json"), "--show", "none", *words])


def test_clips_in_words(folder: Path, tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "out"

    assert (
        run(folder, "--of", "armbar of blue", "--from", "f10", "--to", "f19", "-o", str(out)) == 0
    )

    told = capsys.readouterr().out
    assert "01 0-00 stretch.mp4: f10-f19, encoded." in told
    assert f"2 clips in {out}." in told
    with Footage.open(out / "01 0-00 stretch.mp4") as film:
        assert [read_number(image) for image in film.frames()] == list(range(10, 20))


def test_a_list_writes_nothing(folder: Path, tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "out"

    assert run(folder, "--list", "--of", "mount", "-o", str(out)) == 0
    assert "01 0-10 mount blue" in capsys.readouterr().out
    assert run(folder, "--list", "--of", "near red", "-o", str(out)) == 0

    assert "No moment of this match" in capsys.readouterr().out
    assert not out.exists()


def test_a_failed_clip_is_named_and_makes_the_status(
    folder: Path, tmp_path: Path, capsys: Captured
) -> None:
    words = ["--from", "f1", "--to", "f3", "--from", "30", "--to", "31", "-o", str(tmp_path)]

    assert run(folder, *words) == 2

    told = capsys.readouterr()
    assert "0-30 stretch.mp4: not made. The film shows" in told.err
    assert "1 clip failed." in told.err
    assert f"1 clip in {tmp_path}." in told.out


def test_stopped_by_the_keyboard_and_gone_on_with(
    folder: Path, tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["--from", "f1", "--to", "f3", "--from", "f5", "--to", "f9", "-o", str(tmp_path)]
    real = batch_module._write

    def once(*args: object) -> object:
        if (tmp_path / "01 0-00 stretch.mp4").exists():
            raise KeyboardInterrupt
        return real(*args)  # type: ignore[arg-type]  # handed on as they came

    monkeypatch.setattr(batch_module, "_write", once)
    with pytest.raises(KeyboardInterrupt):
        run(folder, *words)
    assert "Stopped with 1 of 2 clips finished" in capsys.readouterr().err

    monkeypatch.setattr(batch_module, "_write", real)
    assert main(["clips", "--resume", "-o", str(tmp_path)]) == 0

    told = capsys.readouterr().out
    assert "01 0-00 stretch.mp4: there already" in told
    assert "02 0-00 stretch.mp4: f5-f9, encoded." in told
    book = json.loads((tmp_path / "clips.json").read_text())
    assert not Path(book["match"]).is_absolute()
    with pytest.raises(ExportError, match="no batch of clips here"):
        main(["clips", "--resume", "-o", str(tmp_path)])


def test_a_tag_table_with_its_film(folder: Path, tmp_path: Path) -> None:
    table = tmp_path / "final.csv"
    table.write_text("start,end,tag,athlete\n0,,start,\nf30,,mount,red\nf60,,end,\n")
    words = ["--film", str(folder / "film.mp4"), "--of", "mount", "--before", "0", "--after", "0"]

    out = str(tmp_path / "out")
    rules = ["--ruleset", "jjb-fr", "--show", "none", "-o", out]
    assert main(["clips", str(table), *words, *rules]) == 0

    with Footage.open(tmp_path / "out" / "01 0-01 mount red.mp4") as film:
        assert [read_number(image) for image in film.frames()] == list(range(30, 61))


def test_export_to_clips_makes_a_clip_of_all_that_was_given(folder: Path, tmp_path: Path) -> None:
    match = str(folder / "final.match.json")

    assert main(["export", match, "--to", "clips", "--ruleset", "jjb-fr", "-o", str(tmp_path)]) == 0

    assert (tmp_path / "01 0-05 +3 guard pass red.mp4").is_file()


@pytest.mark.parametrize(
    ("words", "kind", "said"),
    [
        (["--from", "1"], UsageError, "both its beginning and its end"),
        (["--show", "stars"], UsageError, "'stars'"),
        (["--slow", "0"], UsageError, "slow motion cannot be 0"),
        (["--lines", "many"], UsageError, "whole number"),
        (["--camera", "2"], UsageError, "no camera 2"),
        (["--names", "nick"], UsageError, "nick"),
        (["--of", "bleu"], UsageError, "“bleu”"),
        (["--copy", "--freeze", "1"], UsageError, "cannot be copied"),
        (["--ruleset", "nobody"], AnnotatorError, "nobody"),
    ],
)
def test_wrong_words_are_one_clear_message(
    words: list[str], kind: type[AnnotatorError], said: str, folder: Path, tmp_path: Path
) -> None:
    with pytest.raises(kind, match=said):
        run(folder, *words, "-o", str(tmp_path / "out"))

    assert not (tmp_path / "out").exists()


def test_without_a_match_or_a_film(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="No match is named"):
        main(["clips"])
    with pytest.raises(UsageError, match="has no film"):
        main(["clips", str(folder / "bare.match.json")])
    gone = tmp_path / "gone.match.json"
    save_match(Match(media=(Media("nowhere.mp4"),)), gone)
    with pytest.raises(FileError, match=r"nowhere\.mp4|There is no"):
        main(["clips", str(gone)])
    assert [path.name for path in tmp_path.iterdir()] == ["gone.match.json"]
