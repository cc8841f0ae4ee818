"""The smooth copy of a film: offered, made, shown in the film's place, and found again."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PyQt6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from annotator.files.match_file import read_match
from annotator.ui.health_dialog import HealthDialog
from annotator.ui.player.loop import Loop
from annotator.ui.window import Window
from annotator.video import Footage
from annotator.video.fingerprint import fingerprint
from annotator.video.proxy import make_proxy, proxy_path


@pytest.fixture
def film_path(film_path: Path, tmp_path: Path) -> Path:
    """The film in a folder of this test's own."""
    folder = tmp_path / "films"
    folder.mkdir()
    return Path(shutil.copy(film_path, folder / film_path.name))


def opened(window: Window, qtbot: QtBot, path: Path) -> None:
    with qtbot.waitSignal(window.player.picture_ready, timeout=20000):
        window.files.open_path(path)


def shown(window: Window) -> Path:
    assert window.film is not None
    return window.film.single.path


def at_rest(window: Window) -> bool:
    return not window.workers.busy() and window.player.fetcher.in_flight is None


def test_made_and_shown_at_the_same_frame(
    film_window: Window, film_path: Path, qtbot: QtBot
) -> None:
    window = film_window
    window.player.seek_index(40)
    qtbot.waitUntil(lambda: window.player.index == 40)
    times, match = window.player.times, window.session.match
    assert window.state("film without copy")
    assert not window.state("copy")
    window.run_by_id("file.copy")
    window.run_by_id("file.copy")  # a second time while it is being made: nothing
    qtbot.waitUntil(lambda: shown(window) == proxy_path(film_path), timeout=20000)
    qtbot.waitUntil(lambda: window.player.index == 40 and at_rest(window))
    assert window.player.times == times
    assert window.session.match is match
    assert match.media[0].fingerprint == fingerprint(film_path)
    assert "smooth copy" in window.status.health.text()
    assert window.state("copy")
    assert not window.banners.text("error")
    # To the film itself and back, at the same frame.
    window.run_by_id("view.copy")
    qtbot.waitUntil(lambda: shown(window) == film_path, timeout=20000)
    qtbot.waitUntil(lambda: window.player.index == 40 and at_rest(window))
    assert "smooth copy" not in window.status.health.text()
    window.run_by_id("view.copy")
    qtbot.waitUntil(lambda: shown(window) == proxy_path(film_path), timeout=20000)
    qtbot.waitUntil(lambda: window.player.index == 40 and at_rest(window))


def test_a_match_opens_with_the_copy_and_names_the_film(
    film_window: Window,
    new_window: Callable[[], Window],
    film_path: Path,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    film_window.tagging.press(("mount", False))
    path = tmp_path / "a.match.json"
    with qtbot.waitSignal(film_window.session.saved, timeout=10000):
        film_window.session.save(path)
    before = read_match(path).media
    copy = make_proxy(film_path).path

    again = new_window()
    opened(again, qtbot, path)
    assert shown(again) == copy
    assert again.session.match.media == before
    assert not again.session.dirty
    assert not again.banners.text("film")

    # The coach's laptop has the small copy alone.
    film_path.unlink()
    away = new_window()
    opened(away, qtbot, path)
    assert shown(away) == copy
    assert away.film is not None
    assert away.film.path == film_path
    assert away.session.match.media == before
    assert not away.banners.text("film")

    copy.unlink()
    gone = new_window()
    gone.files.open_path(path)
    qtbot.waitUntil(lambda: "not there" in gone.banners.text("film"))


def test_opening_the_copy_opens_the_film(window: Window, film_path: Path, qtbot: QtBot) -> None:
    copy = make_proxy(film_path).path
    known = fingerprint(film_path)
    size = film_path.stat().st_size
    for _ in range(2):
        opened(window, qtbot, copy)
        assert shown(window) == copy
        media = window.session.match.media[0]
        assert (media.fingerprint, media.size_bytes) == (known, size)
        assert Path(media.path) == film_path.resolve()
        film_path.unlink(missing_ok=True)


def test_giving_up_leaves_no_file(film_window: Window, film_path: Path, qtbot: QtBot) -> None:
    film_window.run_by_id("file.copy")
    (job,) = film_window.workers._jobs
    job.cancel()
    qtbot.waitUntil(lambda: not film_window.workers.busy(), timeout=20000)
    assert list(film_path.parent.iterdir()) == [film_path]
    assert shown(film_window) == film_path
    assert film_window.state("film without copy")


def test_a_file_in_the_way_is_said(film_window: Window, film_path: Path, qtbot: QtBot) -> None:
    proxy_path(film_path).write_text("mine")
    film_window.run_by_id("file.copy")
    qtbot.waitUntil(lambda: "left alone" in film_window.banners.text("error"), timeout=20000)
    assert proxy_path(film_path).read_text() == "mine"


def test_while_it_plays_the_film_is_not_changed_unasked(
    film_window: Window, film_path: Path, qtbot: QtBot
) -> None:
    window = film_window
    window.player.set_loop(Loop(window.player.times[0], window.player.times[20]))
    window.player.play()
    window.run_by_id("file.copy")
    qtbot.waitUntil(lambda: "is ready" in window.banners.text("copy"), timeout=20000)
    assert shown(window) == film_path
    window.player.pause()
    window.copying.show_copy()
    qtbot.waitUntil(lambda: shown(window) == proxy_path(film_path), timeout=20000)
    assert not window.banners.text("copy")


def test_many_dropped_frames_offer_it_once(film_window: Window) -> None:
    window = film_window
    window.player.dropped_changed.emit(3)
    assert not window.banners.text("copy")
    window.player.dropped_changed.emit(40)
    assert "too heavy" in window.banners.text("copy")
    window.banners.clear("copy")
    window.player.dropped_changed.emit(90)
    assert not window.banners.text("copy")


def test_the_badge_opens_the_report_and_mends(
    window: Window, film_path: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    from tests.video.clips import uneven, write, x264

    path = tmp_path / "long.mp4"
    write(path, [time * 6 for time in uneven(40)], options=x264(250), gop=250)
    opened(window, qtbot, path)
    assert window.film is not None
    assert window.film.health.worst == "warning"
    assert window.status.health.text().startswith("⚠ ")
    window.status.health.click()
    dialog = window.findChild(HealthDialog, "health")
    assert dialog is not None
    for finding in window.film.health:
        assert finding.what in dialog.text.text()
    (mend,) = (b for b in dialog.findChildren(QPushButton) if "copy" in b.text())
    mend.click()
    qtbot.waitUntil(lambda: shown(window) == proxy_path(path), timeout=20000)
    with Footage.open(path) as film:
        assert window.player.times == film.times


def test_the_picture_that_is_saved_is_the_films_own(
    film_window: Window, film_path: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    from PyQt6.QtGui import QImage

    window = film_window
    small = make_proxy(film_path, lines=16).path
    window.films.show_again(smooth=True)
    qtbot.waitUntil(lambda: shown(window) == small and at_rest(window), timeout=20000)
    window.views._frame = (window.film, 7) if window.film else None
    window.views.save_picture(str(tmp_path / "frame.png"))
    qtbot.waitUntil((tmp_path / "frame.png").exists)
    qtbot.waitUntil(lambda: at_rest(window))
    image = QImage(str(tmp_path / "frame.png"))
    assert (image.width(), image.height()) == (160, 90)
