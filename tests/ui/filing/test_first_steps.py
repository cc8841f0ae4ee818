"""The first start: a match to try things on, and three hints that go for good when told to."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from annotator.errors import Cancelled, ExportError
from annotator.files.match_file import save_match
from annotator.files.places import sample_folder
from annotator.model.match import Match
from annotator.sample import FIRST
from annotator.settings import read_settings
from annotator.ui.filing import sample
from annotator.ui.filing.sample import draw_sample, kept_sample
from annotator.ui.window import Window

DRAWER = """
import sys
from pathlib import Path
from annotator.files.match_file import save_match
from annotator.model.match import Match
folder = Path(sys.argv[-1]); folder.mkdir(parents=True)
print(1, 2, flush=True)
save_match(Match(title="Sample match"), folder / "sample.match.json")
(folder / "sample.mp4").write_bytes(b"film")
print(2, 2, flush=True)
"""


@pytest.fixture
def quick_drawer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that makes a sample of two files at once."""

    def command(folder: Path) -> list[str]:
        return [sys.executable, "-c", DRAWER, str(folder)]

    monkeypatch.setattr(sample, "command", command)


class Told:
    """Stands for a job's progress."""

    def __init__(self, stop: bool = False) -> None:
        self.shares: list[float] = []
        self.stop = stop

    def __call__(self, share: float) -> None:
        self.shares.append(share)
        if self.stop:
            raise Cancelled("")


def hint(window: Window) -> str:
    return window.banners.text("first steps")


def test_the_sample_opens_with_the_hint_and_the_hint_goes_for_good(
    window: Window, quick_drawer: None, qtbot: QtBot
) -> None:
    window.filing.begin(None)
    with qtbot.waitSignal(window.session.opened, timeout=20000):
        pass
    assert window.session.match.title == "Sample match"
    assert window.session.path == sample_folder() / FIRST.match_name
    assert hint(window).startswith("1 of 3.")
    assert "Space" in hint(window)
    window.run_by_id("help.steps")
    assert hint(window).startswith("2 of 3.")
    window.run_by_id("help.steps")
    assert hint(window).startswith("3 of 3.")
    window.run_by_id("help.steps")
    assert hint(window) == ""
    qtbot.waitUntil(lambda: not window.workers.busy())
    assert not read_settings()[0].first_steps


def test_dismissed_at_once_it_comes_only_when_asked_for(
    window: Window, quick_drawer: None, qtbot: QtBot
) -> None:
    window.run_by_id("help.steps")
    assert hint(window).startswith("1 of 3.")
    window.run_by_id("help.no_steps")
    assert hint(window) == ""
    window.filing.begin(None)
    assert not window.workers.busy() or not window.filing.steps._job
    with qtbot.waitSignal(window.session.opened, timeout=20000):
        window.run_by_id("help.sample")
    assert hint(window) == ""
    window.run_by_id("help.steps")
    assert hint(window).startswith("1 of 3.")


def test_work_begun_meanwhile_is_left_alone(
    window: Window, quick_drawer: None, qtbot: QtBot
) -> None:
    window.filing.begin(None)
    window.tagging.press(("mount", False))
    qtbot.waitUntil(lambda: kept_sample() is not None, timeout=20000)
    qtbot.waitUntil(lambda: not window.workers.busy())
    assert len(window.session.match.tags) == 1
    assert hint(window) == ""


def test_half_a_sample_never_stands_there(home: Path, quick_drawer: None) -> None:
    with pytest.raises(Cancelled):
        draw_sample(Told(stop=True))
    assert kept_sample() is None
    assert not sample_folder().exists()
    assert not sample_folder().with_name("sample.part").exists()
    told = Told()
    assert draw_sample(told) == kept_sample()
    assert told.shares == [0.5, 1.0]


def test_what_the_user_has_beside_the_sample_stays(home: Path, quick_drawer: None) -> None:
    folder = sample_folder()
    folder.mkdir(parents=True)
    save_match(Match(title="mine"), folder / "mine.match.json")
    draw_sample(Told())
    assert {path.name for path in folder.iterdir()} == {
        "mine.match.json",
        FIRST.match_name,
        FIRST.film_name,
    }


def test_why_it_cannot_be_made_is_said(home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / "data").write_text("in the way")
    with pytest.raises(ExportError, match="cannot be made"):
        draw_sample(Told())


def test_a_sample_whose_process_cannot_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "command", lambda folder: [str(folder / "no such program")])
    with pytest.raises(ExportError):
        draw_sample(Told())
