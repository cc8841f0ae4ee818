"""The stage shows a stretch of film, and nobody gets out of it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from annotator.ui.lessons.excerpt import Excerpt
from annotator.ui.lessons.stage import Stage
from annotator.video import Footage
from tests.ui.conftest import TICKS

FIRST, LAST = 20, 40


@pytest.fixture
def film(film_path: Path) -> Iterator[Footage]:
    with Footage.open(film_path, cache_bytes=8 << 20) as film:
        yield film


@pytest.fixture
def stage(qtbot: QtBot, home: Path, film: Footage) -> Iterator[Stage]:
    stage = Stage()
    qtbot.addWidget(stage)
    stage.set_volume(0, muted=True)
    stage.resize(320, 200)
    stage.show()
    with qtbot.waitSignal(stage.player.picture_ready, timeout=20000):
        stage.show_excerpt(film, FIRST, LAST)
    yield stage
    stage.close_all()


def ms(index: int) -> Fraction:
    return Fraction(TICKS[index], 1000)


def at_rest(stage: Stage, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: stage.player.fetcher.in_flight is None, timeout=20000)


def test_it_begins_on_the_first_frame_at_the_films_own_time(stage: Stage) -> None:
    assert stage.time == ms(FIRST)
    picture = stage.view.picture
    assert picture is not None
    assert picture.time == ms(FIRST)


def test_it_plays_to_the_last_frame_of_the_stretch_and_says_so(stage: Stage, qtbot: QtBot) -> None:
    shown: list[Fraction] = []
    stage.player.moved.connect(lambda time, index: shown.append(time))

    with qtbot.waitSignal(stage.ended, timeout=20000):
        stage.player.play()

    assert stage.time == ms(LAST)
    assert all(ms(FIRST) <= time <= ms(LAST) for time in shown)
    assert shown == sorted(shown)


@pytest.mark.parametrize(
    "move",
    [
        lambda stage: stage.player.step(-1000),
        lambda stage: stage.player.step(1000),
        lambda stage: stage.player.seek(Fraction(0)),
        lambda stage: stage.player.seek(Fraction(10**6)),
        lambda stage: stage.player.seek_index(10**6),
        lambda stage: stage.player.skip(-60),
        lambda stage: stage.player.skip(60),
        lambda stage: stage.player.scrub(Fraction(10**6)),
    ],
)
def test_nothing_leads_out_of_the_stretch(stage: Stage, qtbot: QtBot, move: object) -> None:
    seen: list[Fraction] = []
    stage.player.picture_ready.connect(lambda picture: seen.append(picture.time))

    assert callable(move)
    move(stage)
    at_rest(stage, qtbot)

    assert stage.time in (ms(FIRST), ms(LAST))
    assert all(ms(FIRST) <= time <= ms(LAST) for time in seen)


def test_it_stands_on_the_first_frame_again(stage: Stage, qtbot: QtBot) -> None:
    stage.player.set_rate(Fraction(1, 4))
    stage.player.step(1000)
    at_rest(stage, qtbot)

    stage.again()
    at_rest(stage, qtbot)

    assert stage.time == ms(FIRST)
    assert stage.player.rate == 1


def test_a_closed_stage_has_no_time(stage: Stage) -> None:
    stage.close_film()

    assert stage.time is None
    assert stage.view.picture is None


def test_a_stretch_that_the_film_has_not_is_refused(film: Footage) -> None:
    for first, last in ((-1, 3), (5, 4), (0, len(film))):
        with pytest.raises(ValueError, match="stretch"):
            Excerpt(film, first, last)


@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(time=st.fractions(min_value=-5, max_value=10))
def test_what_is_on_screen_at_a_time_is_what_the_film_says(film: Footage, time: Fraction) -> None:
    excerpt = Excerpt(film, FIRST, LAST)

    index = excerpt.index_at(time)

    assert FIRST + index == min(max(film.index_at(time), FIRST), LAST)
    assert excerpt.times[index] == film.times[FIRST + index]
