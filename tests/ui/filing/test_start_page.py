"""Nothing is open: the recent matches as cards, reached by keyboard, with pictures made once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import pytest
from PyQt6.QtCore import Qt
from pytestqt.qtbot import QtBot

from annotator.files.match_file import save_match
from annotator.files.places import thumbnails_folder
from annotator.files.recent import recent_match
from annotator.model.match import Match, Media, Person
from annotator.model.tag import Tag
from annotator.model.vocabulary import Athlete
from annotator.settings import read_settings, write_settings
from annotator.ui.filing import thumbnails
from annotator.ui.filing.start_page import StartPage, card_text
from annotator.ui.filing.thumbnails import kept_picture, make_picture
from annotator.ui.window import Window

PEOPLE: Mapping[Athlete, Person] = MappingProxyType({"red": Person("Léa"), "blue": Person("Иван")})


@pytest.fixture
def match_path(tmp_path: Path, film_path: Path) -> Path:
    path = tmp_path / "finale.match.json"
    tags = tuple(Tag(str(n), "mark", Fraction(n, 2), frame=15 * n) for n in range(4))
    media = Media(film_path.as_posix(), fingerprint="sha256:abc")
    save_match(Match(tags, PEOPLE, (media,), event="Coupe", date="2026-11-28"), path)
    return path


def remembered(*paths: Path) -> None:
    write_settings(replace(read_settings()[0], recent=tuple(map(str, paths)), first_steps=False))


def page_of(window: Window) -> StartPage:
    return window.filing.recents.page


def visible(window: Window) -> bool:
    return not page_of(window).isHidden()


def begun(new_window: Callable[[], Window], qtbot: QtBot) -> Window:
    window = new_window()
    window.filing.begin(None)
    qtbot.waitUntil(lambda: not window.workers.busy())
    return window


def test_a_card_says_who_what_and_when(match_path: Path) -> None:
    text = card_text(recent_match(match_path))
    assert text.split("\n")[:2] == ["Léa – Иван", "Coupe"]
    assert "4 tags" in text
    assert "no such file" in card_text(recent_match(match_path.with_name("gone.json")))


def test_enter_opens_the_last_match(
    home: Path, new_window: Callable[[], Window], match_path: Path, qtbot: QtBot
) -> None:
    remembered(match_path.with_name("gone.match.json"), match_path)
    window = begun(new_window, qtbot)
    cards = page_of(window).cards
    assert cards.hasFocus()
    assert cards.count() == 2
    qtbot.keyClick(cards, Qt.Key.Key_Right)
    assert cards.currentRow() == 1
    with qtbot.waitSignal(window.session.opened, timeout=10000):
        qtbot.keyClick(cards, Qt.Key.Key_Return)
    assert window.session.match.event == "Coupe"
    assert not visible(window)
    assert window.film_view.hasFocus()


def test_the_page_comes_and_goes_with_what_is_open(
    home: Path, new_window: Callable[[], Window], film_path: Path, qtbot: QtBot
) -> None:
    remembered()
    window = begun(new_window, qtbot)
    assert visible(window)
    assert page_of(window).cards.isHidden()
    window.tagging.press(("mount", False))
    assert not visible(window)
    window.session.undo()
    assert visible(window)
    window.playing.toggle()  # a match tagged live
    assert not visible(window)
    window.playing.toggle()
    assert visible(window)
    with qtbot.waitSignal(window.player.picture_ready, timeout=20000):
        window.files.open_path(film_path)
    assert not visible(window)
    window.files.new()
    qtbot.waitUntil(lambda: visible(window))


def test_a_film_that_cannot_be_opened_brings_it_back(
    home: Path, new_window: Callable[[], Window], tmp_path: Path, qtbot: QtBot
) -> None:
    remembered()
    window = begun(new_window, qtbot)
    bad = tmp_path / "bad.mp4"
    bad.write_bytes(b"no film")
    with qtbot.waitSignal(window.opener.failed, timeout=20000):
        window.files.open_path(bad)
    qtbot.waitUntil(lambda: visible(window))


def test_pictures_are_made_once_and_their_number_is_bounded(
    home: Path, new_window: Callable[[], Window], match_path: Path, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    match = recent_match(match_path)
    assert match.frame == 30
    remembered(match_path)
    window = begun(new_window, qtbot)
    item = page_of(window).cards.item(0)
    assert item is not None
    assert not item.icon().isNull()
    assert kept_picture(match) is None  # the frames are not listed yet: the first one does for now
    with qtbot.waitSignal(window.player.picture_ready, timeout=20000):
        window.files.open_path(match_path)
    window.files.new()
    qtbot.waitUntil(lambda: kept_picture(match) is not None)
    with monkeypatch.context() as patch:
        patch.setattr(thumbnails, "_decoded", None)  # calling it would fail
        second = begun(new_window, qtbot)
        assert second.filing.recents.page.cards.count() == 1

    monkeypatch.setattr(thumbnails, "MOST_KEPT", 2)
    for number in range(3):
        make_picture(replace(match, picture=f"other-{number}", frame=number))
    assert len(list(thumbnails_folder().iterdir())) == 2


def test_in_a_low_window_a_whole_row_of_cards_is_in_sight(
    home: Path, new_window: Callable[[], Window], match_path: Path, qtbot: QtBot
) -> None:
    remembered(match_path)
    window = begun(new_window, qtbot)
    window.resize(1080, 560)
    cards, page = page_of(window).cards, page_of(window)
    item, viewport = cards.item(0), cards.viewport()
    assert item is not None
    assert viewport is not None
    qtbot.waitUntil(lambda: page.size() == window.film_view.size())
    assert cards.visualItemRect(item).bottom() <= viewport.height()
    window.resize(1500, 1000)
    qtbot.waitUntil(lambda: page.hint.isVisible())
    assert cards.visualItemRect(item).height() > cards.iconSize().height()


def test_a_film_that_is_away_costs_nothing(match_path: Path, tmp_path: Path) -> None:
    match = recent_match(match_path)
    assert make_picture(replace(match, film=tmp_path / "gone.mp4")) is None
    assert make_picture(replace(match, film=match_path)) is None
