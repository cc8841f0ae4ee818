"""The dialog of keys, worked as a coach would, on three layouts: the key pressed is the key that runs."""

from __future__ import annotations

import sys

import pytest
from PyQt6.QtCore import QEvent, Qt
from PyQt6.QtGui import QKeyEvent
from PyQt6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from annotator.settings import read_settings
from annotator.ui.key_dialog import KeyDialog
from annotator.ui.key_sheet import KeySheet, sheet_page
from annotator.ui.keys import LAYOUTS
from annotator.ui.palette import Palette
from annotator.ui.window import Window
from tests.ui.test_keys import CTRL, NONE, SHIFT, X11, stroke

LAYOUT = pytest.mark.parametrize("layout", ["qwerty", "azerty", "йцукен"])
SCAN_CODES = pytest.mark.skipif(sys.platform != "linux", reason="scan codes of X11 and Wayland")
PLACES = {**X11, "F2": 68}


def dialog_of(window: Window) -> KeyDialog:
    window.run_by_id("file.keys")
    dialog = window.findChild(KeyDialog)
    assert dialog is not None
    return dialog


def hit(window: Window, layout: str, code: str, modifiers: Qt.KeyboardModifier = NONE) -> None:
    """Press a key of a layout where the focus is now, as the system would say it."""
    dialogs = window.findChildren(KeyDialog)
    waiting = [each for d in dialogs for each in (d.change, d.add) if each.waiting]
    receiver = waiting[0] if waiting else window.film_view
    text = LAYOUTS[layout].get(code, "")
    text = text.upper() if modifiers & SHIFT else text
    key = ord(text.upper()) if text else 0
    press = QKeyEvent(QEvent.Type.KeyPress, key, modifiers, X11[code], 0, 0, text)
    QApplication.sendEvent(receiver, press)
    release = QKeyEvent(QEvent.Type.KeyRelease, key, modifiers, X11[code], 0, 0, text)
    QApplication.sendEvent(receiver, release)


@SCAN_CODES
@LAYOUT
def test_a_tag_on_another_key_on_every_layout(window: Window, layout: str, qtbot: QtBot) -> None:
    window.keyboard.set_layout(layout)
    dialog = dialog_of(window)
    dialog.select("tag.mount")
    dialog.change.begin()
    hit(window, layout, "KeyM")
    # M is the sound's: that is said, and nothing changed yet.
    label = window.keyboard.label("KeyM")
    assert label == LAYOUTS[layout]["KeyM"].upper()
    assert dialog.problem.text() == f"{label} runs “Sound off or on”."
    assert dialog.choice.own == {}
    qtbot.mouseClick(dialog.take, Qt.MouseButton.LeftButton)
    dialog._accept()

    assert window.settings.keys == {"tag.mount": ("KeyM",), "play.mute": ()}
    assert window.panel.buttons["mount"].key_label == label
    hit(window, layout, "KeyM")
    hit(window, layout, "KeyM", SHIFT)
    assert [(tag.tag, tag.athlete) for tag in window.session.match.tags] == [("mount", "blue")]
    hit(window, layout, "KeyD")
    assert len(window.session.match.tags) == 1
    window.workers._queue.waitForDone()
    assert read_settings()[0].keys == window.settings.keys


@SCAN_CODES
@LAYOUT
def test_a_key_of_two_strokes_is_taken_whole(window: Window, layout: str) -> None:
    window.keyboard.set_layout(layout)
    dialog = dialog_of(window)
    dialog.select("play.goto")
    dialog.add.begin()
    hit(window, layout, "Semicolon")
    hit(window, layout, "KeyZ")
    assert dialog.choice.own == {"play.goto": ("KeyG", "Semicolon KeyZ")}


@SCAN_CODES
@LAYOUT
def test_punctuation_with_ctrl_or_alt_goes_by_its_place(window: Window, layout: str) -> None:
    window.keyboard.set_layout(layout)
    typed = LAYOUTS[layout]["Comma"]
    event = stroke(typed, X11["Comma"], Qt.KeyboardModifier.AltModifier)
    assert "Alt+Comma" in window.keyboard.sequences(event)
    bracket = stroke(LAYOUTS[layout]["BracketLeft"], X11["BracketLeft"], CTRL)
    assert "Ctrl+BracketLeft" in window.keyboard.sequences(bracket)


@SCAN_CODES
def test_esc_and_shift_are_refused_with_a_reason(window: Window, qtbot: QtBot) -> None:
    dialog = dialog_of(window)
    dialog.select("tag.mount")
    dialog.change.begin()
    qtbot.keyClick(dialog.change, Qt.Key.Key_Escape)
    assert not dialog.change.waiting
    assert dialog.isVisible()
    dialog.change.begin()
    hit(window, "qwerty", "KeyZ", SHIFT)
    assert "other athlete" in dialog.problem.text()
    assert dialog.choice.own == {}


def test_keys_that_move_the_focus_are_taken_too(window: Window, qtbot: QtBot) -> None:
    dialog = dialog_of(window)
    dialog.select("play.goto")
    dialog.change.begin()
    qtbot.keyClick(dialog.change, Qt.Key.Key_Tab)
    assert dialog.choice.own == {"play.goto": ("Tab",)}


def test_no_key_as_usual_and_all_as_usual(window: Window) -> None:
    dialog = dialog_of(window)
    dialog.select("play.goto")
    dialog.none.click()
    assert dialog.choice.own == {"play.goto": ()}
    dialog.usual.click()
    assert dialog.choice.own == {}
    dialog.none.click()
    dialog.all_usual.click()
    assert dialog.choice.own == {}
    assert not dialog.all_usual.isEnabled()


def test_the_dialog_finds_by_word_and_by_key(window: Window) -> None:
    dialog = dialog_of(window)
    for typed, found in (("mute", "play.mute"), ("g", "play.goto"), ("sound off", "play.mute")):
        dialog.search.setText(typed)
        shown = {name for name, item in dialog._rows.items() if not item.isHidden()}
        assert found in shown
        assert "edit.redo" not in shown or typed == "g"


def test_cancel_changes_nothing(window: Window) -> None:
    dialog = dialog_of(window)
    dialog.select("play.goto")
    dialog.none.click()
    dialog.reject()
    box = dialog.findChild(QMessageBox, "discard")  # asked first whether it may go
    assert isinstance(box, QMessageBox)
    assert dialog.isVisible()
    (gone,) = (
        each
        for each in box.buttons()
        if box.buttonRole(each) is QMessageBox.ButtonRole.DestructiveRole
    )
    gone.click()
    assert not dialog.isVisible()
    assert window.settings.keys == {}
    assert window.bindings.keys["play.goto"] == ("KeyG",)


@SCAN_CODES
def test_play_on_another_key_is_held_with_the_shuttle_keys_as_k_is(window: Window) -> None:
    window.bindings.use(
        {"play.toggle": ("KeyZ",), "tag.knee_on_belly": ()}, window.bindings.template
    )
    frames = []
    window.dispatcher._run = lambda command: frames.append(command.id) or True  # type: ignore[func-returns-value]
    view = window.film_view
    press = QEvent.Type.KeyPress
    QApplication.sendEvent(view, QKeyEvent(press, ord("Z"), NONE, X11["KeyZ"], 0, 0, "z"))
    QApplication.sendEvent(view, QKeyEvent(press, ord("J"), NONE, 44, 0, 0, "j"))
    release = QEvent.Type.KeyRelease
    QApplication.sendEvent(view, QKeyEvent(release, ord("Z"), NONE, X11["KeyZ"], 0, 0, "z"))
    assert frames == ["play.frame_back"]


def test_the_sheet_can_be_saved_as_a_page(window: Window, tmp_path: object) -> None:
    window.keyboard.set_layout("йцукен")
    page = sheet_page(window.bindings, window.keyboard)
    assert "<kbd>В</kbd>" in page  # where QWERTY has D: mount
    assert "Tag mount" in page
    assert page.count("<table>") == page.count("</table>") > 4
    window.run_by_id("help.keys")
    sheet = window.findChild(KeySheet)
    assert sheet is not None
    pages: list[str] = []
    sheet.save_wanted.connect(pages.append)
    sheet.save.click()
    assert pages == [page]


def test_the_palette_knows_english_and_what_was_used_last(window: Window, qtbot: QtBot) -> None:
    window.change_settings(window.settings.with_command("play.mute").with_command("view.full"))
    window.run_by_id("help.palette")
    palette = window.findChild(Palette)
    assert palette is not None
    items = [palette.list.item(row) for row in range(2)]
    assert [item.data(Qt.ItemDataRole.UserRole) for item in items if item] == [
        "view.full", "play.mute",
    ]  # fmt: skip
    palette.search.setText("nothing like it")
    assert palette.none.isVisible()
    palette.search.setText("belly knee")
    palette.search.returnPressed.emit()
    assert [tag.tag for tag in window.session.match.tags] == ["knee_on_belly"]
    assert window.settings.recent_commands[0] == "tag.knee_on_belly"


@SCAN_CODES
def test_enter_takes_a_key_from_where_it_was(window: Window, qtbot: QtBot) -> None:
    dialog = dialog_of(window)
    dialog.select("tag.mount")
    dialog.change.begin()
    hit(window, "qwerty", "KeyM")
    assert dialog.focusWidget() is dialog.take
    qtbot.keyClick(dialog.take, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert dialog.choice.own == {"tag.mount": ("KeyM",), "play.mute": ()}


@SCAN_CODES
def test_enter_after_a_refusal_asks_for_another_key(window: Window, qtbot: QtBot) -> None:
    dialog = dialog_of(window)
    dialog.select("tag.mount")
    dialog.change.begin()
    hit(window, "qwerty", "KeyZ", SHIFT)
    qtbot.keyClick(dialog.tree, Qt.Key.Key_Return)
    assert dialog.isVisible()
    assert dialog.change.waiting


def test_a_search_that_finds_nothing_says_so(window: Window) -> None:
    dialog = dialog_of(window)
    assert not dialog.none_found.isVisible()
    dialog.search.setText("zebra")
    assert dialog.none_found.isVisible()
    dialog.search.setText("mount")
    assert not dialog.none_found.isVisible()


def test_charts_are_found_by_print(window: Window) -> None:
    palette = Palette(window.bindings, window.keyboard, (), window)
    palette.search.setText("print")
    items = map(palette.list.item, range(palette.list.count()))
    found = [item.text() for item in items if item is not None and not item.isHidden()]
    assert any("Export charts" in text for text in found)
