"""The films of a lesson: one match open at a time, faces blurred, and what is not there is said."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from annotator.cli.films import first_reel
from annotator.errors import FileError, LessonError
from annotator.files.lesson_file import read_lesson
from annotator.files.lesson_matches import read_matches
from annotator.files.match_file import read_match, save_match
from annotator.model.drawing import SCALE, Drawing, Shape
from annotator.model.lesson import Lesson
from annotator.model.match import Match
from annotator.video import Reel
from exports.lesson.films import LessonFilms

TIME = Fraction(7)


@pytest.fixture
def own_folder(lesson_folder: Path, tmp_path: Path) -> Path:
    """A copy of the lesson's folder that a test may change."""
    return Path(shutil.copytree(lesson_folder, tmp_path / "own"))


def films_in(folder: Path, lesson: Lesson | None = None) -> tuple[Lesson, LessonFilms]:
    place = folder / "l.lesson.json"
    lesson = lesson or read_lesson(place)
    return lesson, LessonFilms(read_matches(lesson, place), first_reel)


def pixels(data: bytes | None) -> np.ndarray:
    assert data is not None
    return np.asarray(Image.open(io.BytesIO(data)), np.int16)


def test_a_picture_is_blurred_where_the_match_says_so(own_folder: Path) -> None:
    place = own_folder / "final.match.json"
    lesson, films = films_in(own_folder)
    with films:
        plain = pixels(films.picture(lesson.moments[0], TIME))
    whole = ((0, 0), (SCALE, SCALE // 2))
    match = read_match(place)
    save_match(replace(match, drawings=(Drawing("d1", Shape.BLUR, whole, TIME),)), place)
    _, films = films_in(own_folder)
    with films:
        blurred = pixels(films.picture(lesson.moments[0], TIME))
        before = pixels(films.picture(lesson.moments[0], TIME - 3))

    half = plain.shape[0] // 2
    assert blurred[:half].std() < plain[:half].std() / 2
    assert np.abs(blurred[half + 16 :] - plain[half + 16 :]).mean() < 3
    assert before[:half].std() > plain[:half].std() / 2


def test_films_of_one_match_are_open_at_a_time(own_folder: Path) -> None:
    place = own_folder / "l.lesson.json"
    shutil.copy(own_folder / "final.match.json", own_folder / "other.match.json")
    first, *_ = read_lesson(place).moments
    other = replace(first, id="q8", match="other.match.json")
    lesson = Lesson("L", moments=(first, other))
    told: list[str] = []

    @contextmanager
    def opener(path: Path, match: Match) -> Iterator[Reel]:
        told.append(f"open {path.name}")
        with first_reel(path, match) as reel:
            yield reel
        told.append(f"close {path.name}")

    with LessonFilms(read_matches(lesson, place), opener) as films:
        for moment in (first, first, other):
            with films.film(moment) as reel:
                assert len(reel) > 0
    assert told == [
        f"{what} {name}.match.json"
        for name in ("final", "other")
        for what in ("open", "close")
    ]  # fmt: skip


def test_what_is_not_there_is_said_and_has_no_picture(own_folder: Path) -> None:
    (own_folder / "final.mp4").unlink()
    lesson, films = films_in(own_folder)
    moment = lesson.moments[0]
    with films:
        assert films.picture(moment, TIME) is None
        with pytest.raises(FileError, match=r"final\.mp4"), films.film(moment):
            pass
    place = own_folder / "final.match.json"
    save_match(replace(read_match(place), media=()), place)
    _, films = films_in(own_folder)
    with films, pytest.raises(LessonError, match="no film"), films.film(moment):
        pass
    gone = replace(lesson, moments=(replace(moment, match="gone.match.json"),))
    _, films = films_in(own_folder, gone)
    with films:
        assert films.of(gone.moments[0]) is None
        with pytest.raises(FileError), films.film(gone.moments[0]):
            pass
