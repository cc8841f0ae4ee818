"""The commands of the player: the A-B loop, sound, and what is said about them."""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from annotator.settings import read_settings
from annotator.ui.player.loop import Loop, end_of
from annotator.ui.player.sound_clock import SoundState
from annotator.ui.window import Window
from tests.video import beeps


def go(window: Window, qtbot: QtBot, index: int) -> None:
    window.player.seek_index(index)
    qtbot.waitUntil(lambda: window.player.index == index, timeout=10000)


def test_a_and_b_are_set_at_the_frame_on_screen(film_window: Window, qtbot: QtBot) -> None:
    player, times = film_window.player, film_window.player.times

    def loop() -> Loop | None:
        return player.loop

    go(film_window, qtbot, 20)
    film_window.run_by_id("play.loop_start")
    assert loop() == Loop(times[20])
    assert "loop from A" in film_window.film_view._right
    go(film_window, qtbot, 30)
    film_window.run_by_id("play.loop_end")
    assert loop() == Loop(times[20], times[31])  # frame 30 is played to its end
    assert "loop" in film_window.film_view._right
    assert film_window.transport.slider._loop == loop()
    go(film_window, qtbot, 40)
    film_window.run_by_id("play.loop_start")
    assert loop() == Loop(times[40])  # an end before the start is none
    go(film_window, qtbot, 10)
    film_window.run_by_id("play.loop_end")
    assert loop() == Loop(times[0], times[11])
    go(film_window, qtbot, 74)
    film_window.run_by_id("play.loop_end")
    assert loop() == Loop(times[0], end_of(times))
    film_window.run_by_id("play.loop_off")
    assert loop() is None
    assert film_window.transport.slider._loop is None
    assert not film_window.state("loop")


def test_another_film_has_no_loop(film_window: Window, qtbot: QtBot, film_path: Path) -> None:
    film_window.run_by_id("play.loop_start")
    with qtbot.waitSignal(film_window.player.picture_ready, timeout=20000):
        film_window.files.open_path(film_path)
    assert film_window.player.loop is None


def test_the_loop_of_the_tag_and_a_b_are_one_loop(film_window: Window) -> None:
    film_window.tagging.press(("mark", False))
    film_window.run_by_id("play.loop")
    assert film_window.state("loop")
    film_window.run_by_id("play.loop")
    assert not film_window.state("loop")
    film_window.player.pause()


def test_sound_on_is_not_said_where_none_can_be_heard(
    film_window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    sound, film = film_window.sound, film_window.film
    assert film is not None
    monkeypatch.setattr(sound.clock, "_open_sink", lambda: None)
    sound.clock.set_track(film.footage.sound)
    sound.clock.prepare()
    film_window.run_by_id("play.mute")
    film_window.run_by_id("play.mute")
    assert film_window.status.currentMessage() == sound.reason(SoundState.NO_DEVICE)


def test_volume_and_mute_are_settings(window: Window, qtbot: QtBot) -> None:
    clock = window.sound.clock
    window.run_by_id("play.quieter")
    window.run_by_id("play.quieter")
    window.run_by_id("play.mute")
    assert (window.settings.volume, window.settings.muted) == (80, True)
    assert (clock._volume, clock._muted) == (80, True)
    window.run_by_id("play.quieter")
    assert window.settings.muted
    for _ in range(5):
        window.run_by_id("play.louder")
    assert (window.settings.volume, window.settings.muted) == (100, False)
    for _ in range(12):
        window.run_by_id("play.quieter")
    assert window.settings.volume == 0
    qtbot.waitUntil(lambda: not window.workers.busy(), timeout=10000)
    assert read_settings()[0].volume == 0


def test_a_film_with_sound_and_no_device_plays_and_says_so_once(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "beeps.mp4"
    beeps.film(path, frames=40)
    asked: list[int] = []
    clock = window.sound.clock
    monkeypatch.setattr(clock, "_open_sink", lambda: asked.append(1))
    said: list[str] = []
    window.sound.trouble.connect(said.append)
    button = window.transport._sound
    with qtbot.waitSignal(window.player.picture_ready, timeout=20000):
        window.files.open_path(path)
    with qtbot.waitSignal(window.player.playing_changed, check_params_cb=lambda on: not on):
        window.player.play()
    assert window.player.index == 39
    assert (clock.state, button.sign) == (SoundState.NO_DEVICE, "mute")
    assert "No sound device" in button.toolTip()
    window.player.play()
    window.player.pause()
    with qtbot.waitSignal(window.opener.opened, timeout=20000):
        window.files.open_path(path)
    window.player.play()
    window.player.pause()
    assert len(said) == 1
    assert len(asked) == 2  # once for each film


def test_a_silent_film_says_that_it_has_no_sound(film_window: Window) -> None:
    assert film_window.sound.clock.state is SoundState.NO_TRACK
    assert "no sound" in film_window.transport._sound.toolTip()
