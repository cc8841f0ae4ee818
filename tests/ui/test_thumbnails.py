"""The strip of small pictures: made elsewhere, given up at once, and never more than are kept."""

from __future__ import annotations

import threading
from fractions import Fraction
from pathlib import Path

import pytest
from PyQt6.QtGui import QImage
from pytestqt.qtbot import QtBot

from annotator.files.places import indices_folder
from annotator.ui.thumbnails import Pictures, Slot, Thumbnails
from annotator.ui.views.timeline_geometry import Window as Stretch
from annotator.ui.views.timeline_strip import places
from annotator.ui.window import Window
from annotator.video.thumbnails import ThumbnailReader
from tests.ui.conftest import TICKS

FRAMES = [Fraction(tick, 1000) for tick in TICKS]


def image(value: int = 0) -> QImage:
    made = QImage(4, 4, QImage.Format.Format_RGB32)
    made.fill(value)
    return made


@pytest.fixture
def tall(film_window: Window, qtbot: QtBot) -> Window:
    """A window whose timeline has room for pictures."""
    film_window.resize(1600, 1000)
    qtbot.waitUntil(lambda: film_window.timeline.canvas()._has_strip())
    return film_window


def grey(found: QImage) -> int:
    return found.pixelColor(found.width() // 2, found.height() // 2).green()


def test_the_strip_shows_the_frames_of_its_places(tall: Window, qtbot: QtBot) -> None:
    canvas, pictures = tall.timeline.canvas(), tall.thumbnails.pictures
    qtbot.waitUntil(lambda: all(pictures.has(each.slot) for each in canvas._placed))

    assert len(canvas._placed) > 5
    for each in canvas._placed:
        found = pictures.nearest(each.slot)
        assert found is not None
        # Frame n is as light as 3 n; decoding loses a little.
        low, high = 3 * each.slot.first, 3 * each.slot.last
        assert low - 8 <= grey(found) <= high + 8
    plain = canvas.grab().toImage()
    tall.thumbnails.set_film(None)
    assert canvas.grab().toImage() != plain


def test_it_is_made_in_a_thread_of_its_own(
    tall: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: set[str] = set()
    picture = ThumbnailReader.picture

    def seen(self: ThumbnailReader, *words: object) -> object:
        threads.add(threading.current_thread().name)
        return picture(self, *words)  # type: ignore[arg-type]

    monkeypatch.setattr(ThumbnailReader, "picture", seen)
    tall.timeline.show_stretch(FRAMES[10], FRAMES[20])
    qtbot.waitUntil(lambda: bool(threads))

    assert threads == {"thumbnails"}


def test_it_rests_while_the_film_plays(film_path: Path, home: Path, qtbot: QtBot) -> None:
    thumbnails = Thumbnails()
    thumbnails.set_waiting(True)
    thumbnails.set_film(lambda entry: (film_path, entry))
    thumbnails.want([Slot(0, 9), Slot(30, 39)])
    with qtbot.assertNotEmitted(thumbnails.made, wait=150):
        pass
    with qtbot.waitSignals([thumbnails.made, thumbnails.made]):
        thumbnails.set_waiting(False)
    qtbot.waitUntil(lambda: thumbnails.pictures.has(Slot(30, 39)))
    thumbnails.close()


def test_another_film_forgets_what_was_made_and_asked(
    film_path: Path, home: Path, qtbot: QtBot
) -> None:
    thumbnails = Thumbnails()
    thumbnails.set_film(lambda entry: (film_path, entry))
    thumbnails.want([Slot(n, n) for n in range(60)])
    qtbot.waitUntil(lambda: len(thumbnails.pictures) > 0)

    thumbnails.set_film(None)

    assert len(thumbnails.pictures) == 0
    thumbnails.close()
    assert len(thumbnails.pictures) == 0
    assert not [t for t in threading.enumerate() if t.name == "thumbnails"]


def test_a_film_that_cannot_be_read_costs_nothing_else(
    tmp_path: Path, film_path: Path, home: Path, qtbot: QtBot
) -> None:
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(b"no film")
    thumbnails = Thumbnails()
    thumbnails.set_film(lambda entry: (broken if entry < 10 else film_path, entry))
    thumbnails.want([Slot(0, 5), Slot(25, 30)])
    qtbot.waitUntil(lambda: thumbnails.pictures.has(Slot(25, 30)))
    thumbnails.close()


def test_no_more_are_kept_than_there_is_room_for() -> None:
    pictures = Pictures(limit=3)
    for entry in (10, 20, 30):
        pictures.add(entry, image(entry))
    assert pictures.nearest(Slot(10, 12)) is not None  # looked at: the others go first
    pictures.add(40, image())

    assert len(pictures) == 3
    assert [pictures.has(Slot(n, n)) for n in (10, 20, 30, 40)] == [True, False, True, True]


def test_a_place_shows_its_own_picture_or_one_shortly_before() -> None:
    pictures = Pictures()
    pictures.add(10, image())

    assert pictures.nearest(Slot(8, 12)) is not None
    assert pictures.nearest(Slot(15, 19)) is not None
    assert pictures.nearest(Slot(40, 44)) is None
    assert pictures.nearest(Slot(0, 9)) is None
    assert not pictures.has(Slot(15, 19))


def test_places_stay_where_they_are_while_the_window_moves() -> None:
    stretch = Stretch(0.0, 3.0, 600, 0.5, 400.0)
    moved = stretch.moved(30)

    one, other = places(stretch, FRAMES), places(moved, FRAMES)

    shared = {each.slot for each in one} & {each.slot for each in other}
    assert len(shared) >= len(one) - 2
    assert all(each.slot.first <= each.slot.last for each in one)
    assert places(stretch, []) == []


def test_at_single_frames_each_place_shows_its_frame() -> None:
    stretch = Stretch(0.0, 3.0, 600, 1.0, 5000.0, 5000.0)

    found = [each.slot for each in places(stretch, FRAMES)]

    assert found
    assert all(slot.first == slot.last for slot in found)
    assert len(set(found)) == len(found)


def test_key_frames_are_known(film_path: Path, home: Path) -> None:
    reader = ThumbnailReader(film_path, indices_folder())
    try:
        assert len(reader) == len(TICKS)
        assert [reader.key_before(n) for n in (0, 24, 25, 74)] == [0, 0, 25, 50]
        assert [reader.key_in(*pair) for pair in ((1, 24), (1, 25), (60, 74))] == [None, 25, None]
        assert reader.picture(30, (64, 64), lambda: False).index == 30
    finally:
        reader.close()
