"""The film view paints exactly the frame that was asked for, whole, and covers none of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
import pytest
from PyQt6.QtGui import QColor, QImage
from PyQt6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.timeline import read_timeline
from annotator.ui.joints import clock_now
from annotator.ui.player.film_view import FilmView
from annotator.ui.window import Window
from annotator.video.picture import Picture


def grey_at_middle(view: FilmView) -> int:
    grabbed = view.grab().toImage()
    return QColor(grabbed.pixel(grabbed.width() // 2, grabbed.height() // 2 - 10)).green()


def test_what_is_painted_is_the_frame_that_is_named(film_window: Window, qtbot: QtBot) -> None:
    player = film_window.player
    for index in Random(3).sample(range(75), 25):
        player.seek_index(index)
        qtbot.waitUntil(lambda index=index: player.index == index, timeout=10000)  # type: ignore[misc]
        assert abs(grey_at_middle(film_window.film_view) - (3 * index) % 250) <= 4


def test_captions_name_the_frame_its_time_and_the_clock(film_window: Window, qtbot: QtBot) -> None:
    film_window.tagging.press(("start", False))
    film_window.player.seek_index(30)
    qtbot.waitUntil(lambda: film_window.player.index == 30, timeout=10000)
    left, right = film_window.film_view._left, film_window.film_view._right
    assert left == ("f30", "0:01.006")
    assert "0:01.0" in right[0]


def test_a_picture_on_the_way_never_claims_to_be_the_frame_asked_for(
    film_window: Window, qtbot: QtBot
) -> None:
    view, player = film_window.film_view, film_window.player
    film = film_window.film
    assert film is not None
    plain = film.footage.picture(12, view.device_size())
    player._jump(60)
    player.fetcher.forget()
    player._take_passed(replace(plain, towards=60))
    assert (player.index, player.time) == (12, film.footage.times[12])
    assert view._left[0] == "f12"
    assert view._notice == "on the way to f60…"
    before = view.grab().toImage()
    assert film_window.tagging.moment().frame == 12
    view.show_picture(plain)
    assert view._notice == ""
    assert view.grab().toImage() != before
    view.show_picture(replace(plain, towards=60, mark="damaged"))
    view.clear("Nothing")
    assert (view._mark, view._notice) == ("", "")


@pytest.mark.parametrize("size", [(300, 600), (800, 200), (640, 360), (1000, 562)])
def test_the_picture_is_whole_in_proportion_and_uncovered(
    qtbot: QtBot, size: tuple[int, int]
) -> None:
    view = FilmView()
    qtbot.addWidget(view)
    view.resize(*size)
    image = QImage(160, 90, QImage.Format.Format_RGB32)
    place = view._place(image)
    assert view.rect().contains(place.toAlignedRect())
    assert place.width() / place.height() == pytest.approx(16 / 9, rel=0.02)
    caption_top = view.height() - view._line
    beside = (view.width() - place.width()) / 2
    assert place.bottom() <= caption_top + 1 or beside >= view._caption_width - 1


def test_no_film_says_what_to_do(window: Window) -> None:
    title, hint = window.film_view._message
    assert title
    assert window.keyboard.label("Ctrl+Shift+o") in hint


def test_the_saved_picture_is_the_whole_frame(
    film_window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "frame.png"
    film_window.run_by_id("view.snapshot")
    film_window.views.save_picture(str(path))
    qtbot.waitUntil(lambda: not film_window.workers.busy(), timeout=10000)
    image = QImage(str(path))
    assert (image.width(), image.height()) == (160, 90)


def test_windows_close_cleanly_in_the_middle_of_anything(
    new_window: Callable[[], Window], film_path: Path, qtbot: QtBot
) -> None:
    random = Random(5)
    for _ in range(12):
        window = new_window()
        window.files.open_path(film_path)
        if random.random() < 0.8:
            with qtbot.waitSignal(window.player.picture_ready, timeout=20000):
                pass
            window.player.play()
            for _ in range(random.randrange(5)):
                window.player.seek_index(random.randrange(75))
                window.tagging.press(("mark", False))
        window._may_close = True
        window.close()
        assert not window.workers.busy()


def test_the_clock_runs_on_behind_the_last_tag_while_it_runs_there() -> None:
    start = Tag("a", "start", Fraction(2))
    timeline = read_timeline(Match(tags=(start,)))
    assert clock_now(timeline, Fraction(7)) == 5
    stopped = read_timeline(Match(tags=(start, Tag("b", "stop", Fraction(4)))))
    assert clock_now(stopped, Fraction(7)) == 2


def test_every_pixel_of_the_view_is_painted(qtbot: QtBot) -> None:
    view = FilmView()
    qtbot.addWidget(view)
    for width, height in ((640, 480), (701, 333), (240, 135), (400, 900)):
        view.resize(width, height)
        rows = bytes((0, 255, 0, 255)) * (64 * 36)
        view.show_picture(Picture(64, 36, 256, memoryview(rows), 0, Fraction(0)))
        for framing in (view.framing.fitted(), view.framing.turned(1), view.framing.flipped()):
            view.set_framing(framing)
            ground = QImage(width, height, QImage.Format.Format_RGB32)
            ground.fill(QColor("red"))  # what shines through where nothing is painted
            view.render(ground, flags=QWidget.RenderFlag(0))
            bits = ground.constBits()
            assert bits is not None
            seen = np.frombuffer(bits.asstring(ground.sizeInBytes()), np.uint8)
            assert seen.reshape(-1, 4)[:, 2].max() < 200, (width, height, framing)
