"""A lesson of three questions on a film of twelve seconds, in a folder of the test's own."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from pathlib import Path
from time import perf_counter_ns
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from annotator.files.lesson_file import read_lesson, save_lesson
from annotator.files.match_file import file_hash, save_match
from annotator.files.rulesets import load_ruleset
from annotator.model.lesson import Lesson, Manner, Mode
from annotator.model.match import Match, Media, Person
from annotator.model.tag import Tag
from annotator.model.vocabulary import Athlete
from annotator.scoring.engine import score
from annotator.scoring.lesson_making import Taught, moment_for, own_moment
from annotator.ui.keys import Keyboard
from annotator.ui.lessons.scenes import Scenes
from annotator.ui.lessons.sitting import Sitting
from annotator.ui.lessons.take_window import TakeWindow
from annotator.ui.lessons.taking import Phase
from annotator.ui.player.clock import WallClock
from annotator.ui.workers import Workers

RATE, SECONDS = 25, 12
SPEED = 12
"""So many times as fast as life the film's clock runs in these tests."""
SECRET = "Ana Secretova"


def tag(tag_id: str, name: str, start: str, athlete: Athlete | None = None, **details: str) -> Tag:
    end = details.pop("end", None)
    return Tag(
        tag_id, name, Fraction(start), Fraction(end) if end else None, athlete, details=details
    )


TAGS = (
    tag("m", "match", "0", category="adult", gi="yes", duration="300"),
    tag("s", "start", "0"),
    tag("p1", "standing", "0"),
    tag("t1", "takedown", "3", "red", end="3.4", landing="back"),
    tag("p2", "side_control", "3.4", "red"),
    tag("p3", "scramble", "8"),
    tag("t2", "takedown", "9.4", "blue", end="9.8", landing="back"),
    tag("p4", "closed_guard", "9.8", "blue"),
    tag("p5", "standing", "11"),
    tag("e", "end", "11.9"),
)


@pytest.fixture(scope="session")
def long_film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    import av
    import numpy as np

    path = tmp_path_factory.mktemp("lesson") / "Ana Secretova wins.mp4"
    with av.open(str(path), "w") as container:
        stream = container.add_stream(
            "libx264", rate=RATE, options={"g": "12", "preset": "ultrafast"}
        )
        stream.width, stream.height, stream.pix_fmt = 96, 54, "yuv420p"
        for n in range(RATE * SECONDS):
            picture = np.full((54, 96, 3), n % 250, np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, "rgb24")))
        container.mux(stream.encode())
    return path


@dataclass(frozen=True)
class School:
    """A folder with a film, its match, and a lesson."""

    folder: Path
    match_file: Path
    lesson_file: Path
    lesson: Lesson


@pytest.fixture
def school(long_film: Path, tmp_path: Path) -> School:
    """Question q1: a takedown, 2 points; q2 and q3: nothing."""
    folder = tmp_path / "school"
    folder.mkdir()
    shutil.copy(long_film, folder)
    match = Match(
        TAGS, {"red": Person(SECRET), "blue": Person("Bea Hidden")}, (Media(long_film.name),)
    )
    match_file = folder / "Secret final.match.json"
    save_match(match, match_file)
    ruleset = load_ruleset("ibjjf")
    sheet = score(match, ruleset)
    taught = Taught(
        match_file.name, match, ruleset, sheet, file_hash(match_file),
        (Fraction(0), Fraction(SECONDS)),
    )  # fmt: skip
    paid = next(r for r in sheet.awards if r.clause == "takedown")
    moments = (
        moment_for(taught, paid, "q1"),
        own_moment(taught, Fraction(0), Fraction(3, 2), "q2"),
        own_moment(taught, Fraction(1), Fraction(5, 2), "q3"),
    )
    manner = Manner(seconds_to_answer=Fraction(1, 2), replays=1)
    lesson = Lesson("school", "Takedowns given and not", moments, manner)
    lesson_file = folder / "a.lesson.json"
    save_lesson(lesson, lesson_file)
    return School(folder, match_file, lesson_file, read_lesson(lesson_file))


Take = Callable[..., TakeWindow]


@pytest.fixture
def take(qtbot: QtBot, home: Path, school: School) -> Iterator[Take]:
    """Opens the window of a lesson; at the end nothing of it may be left."""
    workers = Workers()
    keyboard = Keyboard("qwerty")
    windows: list[TakeWindow] = []

    def make(
        mode: Mode = Mode.EXAM, lesson: Lesson | None = None, seed: int = 0, **more: Any
    ) -> TakeWindow:
        sitting = Sitting.begin(lesson or school.lesson, "Ann", mode, seed, date(2026, 12, 1))
        scenes = Scenes(workers, school.lesson_file, 16 << 20)
        window = TakeWindow(
            more.pop("sitting", sitting), scenes, workers, keyboard, muted=True,
            clock=WallClock(lambda: perf_counter_ns() * SPEED), **more,
        )  # fmt: skip
        windows.append(window)
        qtbot.addWidget(window)
        window.resize(1080, 560)
        window.show()
        return window

    yield make
    for window in windows:
        window.shut()
    qtbot.waitUntil(lambda: not workers.busy(), timeout=20000)
    workers.stop()


def phase_of(window: TakeWindow) -> Phase:
    """Asked anew each time: keys change it."""
    return window.taking.phase


def wait_for(window: TakeWindow, phase: Phase, qtbot: QtBot) -> None:
    def there() -> bool:
        ready = window.stage.ready or phase in (Phase.FAILED, Phase.DONE)
        return window.taking.phase is phase and ready

    qtbot.waitUntil(there, timeout=30000)
