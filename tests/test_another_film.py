"""A film under the name of the one that was tagged: nothing that shows moments shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from annotator.cli.main import main
from annotator.errors import FootageError
from annotator.files.match_file import save_match
from annotator.ui.lessons.scenes import open_match
from annotator.video.fingerprint import fingerprint
from tests.exports.lesson.conftest import taught_match
from tests.video.clips import write

COUNT = 500

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A match that knows its film's content, a lesson of it, and the film."""
    film = tmp_path / "final.mp4"
    write(film, count=COUNT, rate=Fraction(25))
    match = taught_match(film)
    known = replace(match.media[0], fingerprint=fingerprint(film))
    save_match(replace(match, media=(known,)), tmp_path / "final.match.json")
    words = ["-o", str(tmp_path / "l.lesson.json"), "--count", "1"]
    assert main(["lesson", "make", str(tmp_path / "final.match.json"), *words]) == 0
    return tmp_path


@pytest.fixture(params=[COUNT - 50, COUNT], ids=["shorter", "as long"])
def said(request: pytest.FixtureRequest, folder: Path) -> str:
    """Puts another film in the place of the match's; what is said of it."""
    count = request.param
    (folder / "final.mp4").unlink()
    write(folder / "final.mp4", count=count, rate=Fraction(25), gop=7)
    return f"it has {count} frames, not {COUNT}" if count != COUNT else "its content is another"


def test_the_right_film_is_shown(folder: Path, capsys: Captured) -> None:
    assert main(["lesson", "check", str(folder / "l.lesson.json")]) == 0
    words = ["--of", "takedown", "--list"]
    assert main(["clips", str(folder / "final.match.json"), *words]) == 0
    opened = open_match(folder / "final.match.json", 1 << 20, lambda share: None)
    opened.films.shelf.close()
    assert "takedown" in capsys.readouterr().out


@pytest.mark.parametrize(
    "show",
    [
        lambda folder: main(["clips", f"{folder}/final.match.json", "-o", f"{folder}/out"]),
        lambda folder: main(["lesson", "page", f"{folder}/l.lesson.json", "-o", f"{folder}/out"]),
        lambda folder: open_match(folder / "final.match.json", 1 << 20, lambda share: None),
    ],
    ids=["clips", "class folder", "lesson in the window"],
)
def test_another_one_is_refused(show: Callable[[Path], object], said: str, folder: Path) -> None:
    with pytest.raises(FootageError, match=said) as told:
        show(folder)

    assert told.value.where.endswith("final.mp4")
    assert "use the film there" in told.value.mend
    assert not list((folder / "out").rglob("*.mp4"))


def test_a_check_of_the_lesson_says_it(said: str, folder: Path, capsys: Captured) -> None:
    capsys.readouterr()
    assert main(["lesson", "check", str(folder / "l.lesson.json")]) == 2
    assert said in capsys.readouterr().out
