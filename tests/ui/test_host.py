"""Another language, other colours: the window is made anew, what is behind it is not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PyQt6.QtCore import QLocale, Qt
from PyQt6.QtGui import QPalette
from PyQt6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from annotator.errors import FootageError
from annotator.settings import Settings, read_settings
from annotator.ui.banner import BusyBanner
from annotator.ui.host import Host
from annotator.ui.views.theme import Theme, luminance
from annotator.ui.workers import Job


@pytest.fixture
def host(qtbot: QtBot, qapp: QApplication, home: Path) -> Iterator[Host]:
    palette, style = QPalette(qapp.palette()), qapp.style()
    assert style is not None
    name = style.objectName()
    host = Host(qapp, Settings(language="en", theme="light"))
    host.window.resize(1080, 560)
    host.window.show()
    yield host
    host.close()
    host.window._may_close = True
    host.window.close()
    host.window.deleteLater()
    qapp.setStyle(name)
    qapp.setPalette(palette)


def speak(host: Host, qtbot: QtBot, language: str) -> None:
    with qtbot.waitSignal(host.window_changed, timeout=20000):
        host.window.looks.speak(language)


def test_another_language_keeps_history_selection_film_and_place(
    host: Host, qtbot: QtBot, film_path: Path
) -> None:
    window = host.window
    with qtbot.waitSignal(window.player.picture_ready, timeout=20000):
        window.files.open_path(film_path)
    window.player.seek_index(40)
    qtbot.waitUntil(lambda: window.player.index == 40, timeout=20000)
    window.run_by_id("tag.mount")
    window.run_by_id("tag.half_guard")
    window.edits.undo()
    window.select([window.session.match.tags[0].id])
    qtbot.waitUntil(lambda: bool(window.scorer.scores.sheets) or not window.scorer.rulesets)
    assert window.film is not None
    before = (window.session, window.session.match, window.film.footage, list(window.selection))

    speak(host, qtbot, "fr")

    after = host.window
    assert after is not window
    assert after.film is not None
    assert (after.session, after.session.match, after.film.footage, after.selection) == before
    assert "images" in after.film.health.findings[0].what  # said anew, in French
    assert after.player.index == 40
    assert after.film_view.picture is not None
    assert after.session.undo_label is not None
    after.edits.redo()
    assert [tag.tag for tag in after.session.match.tags][-1] == "half_guard"
    assert after.session.dirty
    after.playing.step(1)
    qtbot.waitUntil(lambda: after.player.index == 41, timeout=20000)
    assert after.film_view.picture.index == 41


def test_the_film_is_closed_once_and_with_the_last_window(
    host: Host, qtbot: QtBot, film_path: Path
) -> None:
    with qtbot.waitSignal(host.window.player.picture_ready, timeout=20000):
        host.window.files.open_path(film_path)
    speak(host, qtbot, "ru")
    film = host.window.film
    assert film is not None

    film.footage.frame(3)
    host.window.shut()
    with pytest.raises(FootageError):
        film.footage.frame(5)


def test_the_language_is_kept_in_the_settings_and_shown_in_the_menu(
    host: Host, qtbot: QtBot
) -> None:
    speak(host, qtbot, "fr")
    qtbot.waitUntil(lambda: not host.window.workers.busy())

    assert read_settings()[0].language == "fr"
    host.window.menus.refresh()
    checked = {name for name, action in host.window.menus.actions.items() if action.isChecked()}
    assert checked == {"looks.french", "looks.light"}


def test_a_language_chosen_while_something_is_done_waits_for_it(host: Host, qtbot: QtBot) -> None:
    import threading

    go_on = threading.Event()
    window = host.window
    window.workers.run(lambda progress: go_on.wait(20))
    window.looks.speak("fr")
    qtbot.waitUntil(lambda: "as soon as" in window.status.currentMessage())
    assert host.window is window

    with qtbot.waitSignal(host.window_changed, timeout=20000):
        go_on.set()

    assert host.window is not window


def test_a_language_chosen_and_taken_back_changes_nothing(host: Host, qtbot: QtBot) -> None:
    window = host.window
    window.looks.speak("fr")
    window.looks.speak("en")
    qtbot.waitUntil(lambda: not window.workers.busy())
    QApplication.processEvents()

    assert host.window is window


@pytest.mark.parametrize(("language", "cancel"), [("fr", "Annuler"), ("ru", "Отмена")])
def test_the_buttons_that_qt_makes_speak_the_language_too(
    host: Host, qtbot: QtBot, language: str, cancel: str
) -> None:
    speak(host, qtbot, language)
    box = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    qtbot.addWidget(box)
    button = box.button(QDialogButtonBox.StandardButton.Cancel)

    assert button is not None
    assert button.text().replace("&", "") == cancel
    assert QLocale().name().startswith(language)


def test_light_and_dark_are_changed_at_once_everywhere(host: Host, qtbot: QtBot) -> None:
    window = host.window
    assert not window.timeline.theme().dark

    window.looks.colour("dark")
    qtbot.waitUntil(lambda: all(view.theme().dark for view in window.match_views))
    assert Theme.of(window.panel.palette()).dark
    assert luminance(window.status.saved.palette().windowText().color()) > 0.2

    window.looks.colour("light")
    qtbot.waitUntil(lambda: not any(view.theme().dark for view in window.match_views))
    assert luminance(window.status.saved.palette().windowText().color()) < 0.2


def test_without_a_choice_the_colours_are_the_systems(
    host: Host, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Hints:
        scheme = Qt.ColorScheme.Dark

        def colorScheme(self) -> Qt.ColorScheme:
            return self.scheme

        def accessibility(self) -> None:
            return None

    real, hints = host.looks._hints, Hints()
    with monkeypatch.context() as patch:  # the host needs the real ones again to be closed
        patch.setattr(host.looks, "_hints", hints)
        host.looks.wear(replace(host.window.settings, theme=""))
        assert host.looks.dark
        qtbot.waitUntil(lambda: host.window.timeline.theme().dark)

        hints.scheme = Qt.ColorScheme.Light
        real.colorSchemeChanged.emit(Qt.ColorScheme.Light)
        qtbot.waitUntil(lambda: not host.window.timeline.theme().dark)


def test_less_motion_stops_what_moves_by_itself(host: Host, qtbot: QtBot) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    before = application.cursorFlashTime()
    job = Job("long", host.window)
    assert BusyBanner(job, host.window).bar.maximum() == 0  # it runs to and fro
    host.window.looks.less_motion()
    style = application.style()
    assert style is not None
    assert style.styleHint(style.StyleHint.SH_Widget_Animation_Duration) == 0
    assert BusyBanner(job, host.window).bar.maximum() > 0
    assert application.cursorFlashTime() == 0
    assert not application.isEffectEnabled(Qt.UIEffect.UI_FadeMenu)

    host.window.looks.less_motion()
    style = application.style()
    assert style is not None
    assert style.styleHint(style.StyleHint.SH_Widget_Animation_Duration) > 0
    assert application.cursorFlashTime() == before
