"""Focus manners of the tag panel: Space is the film's, notes never tag, Esc leads back to the film."""

from __future__ import annotations

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot

from annotator.ui.window import Window

K = Qt.Key
NONE, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier


def buttons(window: Window) -> dict[str, QAbstractButton]:
    panel = window.panel
    return {
        "running detail": panel.now.buttons["settled"],
        "last tag": panel.last.buttons["edit.last_swap"],
        "tag": panel.buttons["side_control"],
        "athlete": panel.athletes.buttons["blue"],
        "answer": window.followup._buttons[0],
        "skip": window.followup.skip,
    }


@pytest.mark.parametrize("name", ["running detail", "last tag", "tag", "athlete", "answer", "skip"])
def test_a_click_never_steals_space(window: Window, qtbot: QtBot, name: str) -> None:
    qtbot.keyClick(window.film_view, K.Key_D)
    button = buttons(window)[name]
    assert button.isVisible()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert window.film_view.hasFocus()
    match = window.session.match
    qtbot.keyClick(window.film_view, K.Key_Space)
    assert window.player.playing
    assert window.session.match is match
    window.player.pause()


def test_no_key_that_is_typed_into_a_note_or_a_technique_is_a_command(
    window: Window, qtbot: QtBot
) -> None:
    qtbot.keyClick(window.film_view, K.Key_H)
    for field in (window.followup.note, window.followup.technique):
        field.setFocus(Qt.FocusReason.MouseFocusReason)
        match = window.session.match
        qtbot.keyClicks(field, "qwertasdzxvyuhpn jkliobgmfc ;',./ 1234567890")
        qtbot.keyClicks(field, "QSDP<>?", SHIFT)
        for key in (K.Key_F3, K.Key_F9, K.Key_F10):
            qtbot.keyClick(field, key)
        qtbot.keyClick(field, K.Key_Backspace, SHIFT)
        qtbot.keyClick(field, K.Key_Delete, SHIFT)
        assert window.session.match is match
        assert not window.player.playing
        field.clear()


@pytest.mark.parametrize("heeded", [True, False])
def test_letters_of_a_note_never_tag_where_another_window_was_active(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, heeded: bool
) -> None:
    """A dialog that was closed may leave another window active; not every desktop gives it up."""
    qtbot.keyClick(window.film_view, K.Key_H)
    match, note = window.session.match, window.followup.note
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    other.activateWindow()
    qtbot.waitUntil(other.isActiveWindow)
    if not heeded:
        monkeypatch.setattr(window.followup, "activateWindow", lambda: None)
    qtbot.keyClick(window.film_view, K.Key_Apostrophe)
    assert window.focusWidget() is note
    if heeded:
        qtbot.waitUntil(window.isActiveWindow)
    else:
        assert other.isActiveWindow()
    qtbot.keyClicks(note, "sweep")
    assert note.text() == "sweep"
    assert window.session.match is match
    note.clear()


def test_esc_leads_back_to_the_film_from_every_text_of_the_panel(
    window: Window, qtbot: QtBot
) -> None:
    qtbot.keyClick(window.film_view, K.Key_H)
    for field in (window.followup.note, window.followup.technique):
        field.setFocus(Qt.FocusReason.MouseFocusReason)
        qtbot.keyClick(field, K.Key_Escape)
        assert window.focusWidget() is window.film_view
    assert len(window.session.match.tags) == 1


@pytest.mark.parametrize(
    ("key", "modifier"),
    [(K.Key_Slash, NONE), (K.Key_F5, NONE), (K.Key_P, NONE), (K.Key_Backspace, SHIFT)],
)
def test_what_does_not_repeat_is_done_once_however_long_the_key_is_held(
    window: Window, qtbot: QtBot, key: Qt.Key, modifier: Qt.KeyboardModifier
) -> None:
    for tag in (K.Key_U, K.Key_X):
        qtbot.keyClick(window.film_view, tag)
    steps = []
    window.session.edited.connect(lambda before, after: steps.append(after))
    for _ in range(5):
        qtbot.keyPress(window.film_view, key, modifier)
    qtbot.keyRelease(window.film_view, key, modifier)
    assert len(steps) == 1
