"""While a film is read its first picture is there already, marked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from annotator.ui import scorer
from annotator.ui.app import Starter
from annotator.ui.window import Window
from tests.ui.held_reading import WAIT, Reading, begin


def test_the_first_picture_is_there_before_the_film_was_read(
    window: Window, film_path: Path, qtbot: QtBot, reading: Reading
) -> None:
    begin(window, film_path, qtbot)
    view = window.film_view
    assert view.image() is not None
    assert view._notice == "reading the film…"
    assert "f0" not in view._left, "no frame number is claimed"
    assert (window.film, window.player.index) == (None, None)
    assert not window.transport.isEnabled()
    # Nothing can be played on it.
    window.run_by_id("play.toggle")
    assert not window.player.playing
    assert window.status.currentMessage() == (
        "The film is still being read, a moment: it cannot be moved through before that."
    )
    first = view.image()
    reading.go.set()
    qtbot.waitUntil(lambda: window.player.index == 0, timeout=WAIT)
    assert (window.first, view._notice) == (None, "")
    assert view._left[0] == "f0"
    assert view.image() == first
    assert window.transport.isEnabled()
    window.tagging.press(("start", False))
    assert [tag.frame for tag in window.session.match.tags] == [0]


def test_stopping_while_the_film_is_read_leaves_no_picture(
    window: Window, film_path: Path, qtbot: QtBot, reading: Reading
) -> None:
    begin(window, film_path, qtbot)
    with qtbot.waitSignal(window.opener.ended, timeout=WAIT):
        window.opener.cancel()
    assert window.first is None
    assert window.film_view.image() is None
    assert window.transport.isEnabled()
    window.tagging.press(("start", False))
    assert len(window.session.match.tags) == 1, "tagged live"


def test_a_film_on_screen_stays_until_the_next_one_was_read(
    film_window: Window, film_path: Path, qtbot: QtBot, reading: Reading, tmp_path: Path
) -> None:
    other = tmp_path / "other.mp4"
    other.write_bytes(film_path.read_bytes() + b"\0\0\0\x08free")
    film = film_window.film
    film_window.films.load(other)
    qtbot.waitUntil(lambda: bool(reading.films), timeout=WAIT)
    assert film_window.film is film
    assert (film_window.first, film_window.film_view._notice) == (None, "")
    film_window.player.seek_index(30)
    qtbot.waitUntil(lambda: film_window.player.index == 30, timeout=WAIT)


def test_a_known_film_needs_no_first_look(
    window: Window, film_path: Path, qtbot: QtBot, reading: Reading,
    new_window: Callable[[], Window],
) -> None:  # fmt: skip
    reading.go.set()
    window.files.open_path(film_path)
    qtbot.waitUntil(lambda: window.player.index == 0, timeout=WAIT)
    assert reading.films == [film_path]
    again = new_window()
    seen: list[object] = []
    again.opener.looked.connect(seen.append)
    again.files.open_path(film_path)
    qtbot.waitUntil(lambda: again.player.index == 0, timeout=WAIT)
    assert seen == []
    assert reading.films == [film_path]


def title(window: Window) -> str:
    """What stands in the film's place instead of a picture."""
    return window.film_view._message[0]


def test_until_there_is_a_picture_the_film_area_says_what_is_opened(
    window: Window, film_path: Path, qtbot: QtBot, reading: Reading
) -> None:
    assert title(window) == "No film"
    window.files.open_path(film_path)
    assert (title(window), window.film_view.picture) == (f"Opening {film_path.name}…", None)
    with qtbot.waitSignal(window.opener.ended, timeout=WAIT):
        window.opener.cancel()
    assert title(window) == "No film"


def test_a_known_film_is_being_opened_until_its_picture_is_there(
    window: Window, film_path: Path, qtbot: QtBot
) -> None:
    window.files.open_path(film_path)
    qtbot.waitUntil(lambda: window.player.index == 0, timeout=WAIT)
    said: list[tuple[str, object]] = []
    # Told after the window, when the film's own picture is still being decoded.
    window.opener.opened.connect(
        lambda film: said.append((title(window), window.film_view.picture))
    )
    window.films.leave()
    assert title(window) == "No film"
    window.files.open_path(film_path)
    qtbot.waitUntil(lambda: window.player.index == 0, timeout=WAIT)
    assert said == [(f"Opening {film_path.name}…", None)]


def test_a_match_being_read_is_said_too_and_one_that_is_none_leaves_no_film(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    window.filing.begin(None)
    assert not window.filing.recents.page.isHidden()
    broken = tmp_path / "broken.match.json"
    broken.write_text("{", encoding="utf-8")
    window.files.open_path(broken)
    assert title(window) == "Opening broken.match.json…"
    assert window.filing.recents.page.isHidden()
    qtbot.waitUntil(lambda: not window.films.opening, timeout=WAIT)
    assert title(window) == "No film"
    assert not window.filing.recents.page.isHidden()


def test_rulesets_are_read_once_the_first_picture_is_there(
    window: Window, film_path: Path, qtbot: QtBot, reading: Reading,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    assert window.strip._hint.text() == "Reading the rulesets…"
    asked: list[bool] = []
    read = window.scorer.read_rulesets

    def asks() -> None:
        asked.append(window.first is not None)
        read()

    monkeypatch.setattr(window.scorer, "read_rulesets", asks)
    Starter(window, film_path, "").start()
    assert not asked
    with qtbot.waitSignal(window.scorer.scored, timeout=WAIT):
        qtbot.waitUntil(lambda: window.first is not None, timeout=WAIT)
    assert asked == [True]
    assert not window.strip._hint.isVisible()
    reading.go.set()
    qtbot.waitUntil(lambda: window.player.index == 0, timeout=WAIT)
    assert asked == [True], "once"


def test_where_there_are_no_rulesets_the_strip_does_not_wait_for_them(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scorer, "_read_rulesets", lambda progress: ([], []))
    Starter(window, None, "").start()
    qtbot.waitUntil(lambda: "Choose a ruleset" in window.strip._hint.text(), timeout=WAIT)
