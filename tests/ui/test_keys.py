"""Keys are known by their place on QWERTY, AZERTY and ЙЦУКЕН, and labelled as the user sees them."""

from __future__ import annotations

import sys

import pytest
from PyQt6.QtCore import QEvent, Qt
from PyQt6.QtGui import QKeyEvent
from pytestqt.qtbot import QtBot

from annotator.ui.keys import _MAC, LAYOUTS, Keyboard

X11 = {
    "KeyQ": 24, "KeyW": 25, "KeyA": 38, "KeyD": 40, "KeyZ": 52, "KeyM": 58, "Semicolon": 47,
    "Comma": 59, "Digit1": 10, "BracketLeft": 34,
}  # fmt: skip
NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier


def stroke(
    text: str, scan: int = 0, modifiers: Qt.KeyboardModifier = NONE, key: int | None = None
) -> QKeyEvent:
    code = key if key is not None else (ord(text.upper()) if text else 0)
    return QKeyEvent(QEvent.Type.KeyPress, code, modifiers, scan, 0, 0, text)


@pytest.fixture
def keyboard(qapp: object) -> Keyboard:
    return Keyboard("qwerty")


@pytest.mark.skipif(sys.platform != "linux", reason="scan codes of X11 and Wayland")
@pytest.mark.parametrize("layout", ["qwerty", "azerty", "йцукен", "qwertz"])
@pytest.mark.parametrize("code", X11)
def test_the_same_key_is_the_same_place_on_every_layout(
    keyboard: Keyboard, layout: str, code: str
) -> None:
    typed = LAYOUTS[layout][code]
    assert keyboard.sequences(stroke(typed, X11[code])) == (code,)


@pytest.mark.parametrize(
    "code", ["KeyQ", "KeyZ", "Semicolon", "Digit5", "Backslash", "KeyM", "Slash"]
)
def test_macos_tells_places_by_virtual_keys(keyboard: Keyboard, code: str) -> None:
    virtual = {place: number for number, place in _MAC.items()}
    keyboard._mac = True
    event = QKeyEvent(QEvent.Type.KeyPress, ord("X"), NONE, 0, virtual[code], 0, "x")
    assert keyboard.sequences(event) == (code,)


def test_macos_virtual_key_zero_goes_by_the_text(keyboard: Keyboard) -> None:
    keyboard._mac = True
    assert keyboard.sequences(stroke("a")) == ("KeyA",)
    assert keyboard.sequences(stroke("d")) == ("KeyD",)


@pytest.mark.parametrize(
    ("layout", "typed", "code"),
    [
        ("qwerty", "q", "KeyQ"), ("azerty", "a", "KeyQ"), ("йцукен", "й", "KeyQ"),
        ("azerty", "q", "KeyA"), ("azerty", "m", "Semicolon"), ("azerty", "&", "Digit1"),
        ("йцукен", "ж", "Semicolon"), ("qwertz", "z", "KeyY"), ("qwerty", "ж", "Semicolon"),
    ],
)  # fmt: skip
def test_without_a_scan_code_the_text_tells_the_place(
    qapp: object, layout: str, typed: str, code: str
) -> None:
    assert Keyboard(layout).sequences(stroke(typed)) == (code,)


@pytest.mark.skipif(sys.platform != "linux", reason="scan codes of X11 and Wayland")
def test_shift_is_part_of_the_sequence_and_never_changes_the_place(keyboard: Keyboard) -> None:
    assert keyboard.sequences(stroke("D", X11["KeyD"], SHIFT)) == ("Shift+KeyD",)
    assert keyboard.sequences(stroke("1", X11["Digit1"], SHIFT)) == ("Shift+Digit1",)


@pytest.mark.skipif(sys.platform != "linux", reason="scan codes of X11 and Wayland")
def test_ctrl_goes_by_the_letter_where_there_is_one(keyboard: Keyboard) -> None:
    # AZERTY: the key labelled Z lies where QWERTY has W.
    assert keyboard.sequences(stroke("z", X11["KeyW"], CTRL)) == ("Ctrl+z",)
    # ЙЦУКЕН has no Latin letters: the place decides.
    assert keyboard.sequences(stroke("я", X11["KeyZ"], CTRL, ord("Я"))) == ("Ctrl+z",)


def test_named_keys_go_by_what_they_mean(keyboard: Keyboard) -> None:
    assert keyboard.sequences(stroke("", 0, SHIFT, Qt.Key.Key_Left)) == ("Shift+ArrowLeft",)
    assert keyboard.sequences(stroke(" ", 65, NONE, Qt.Key.Key_Space)) == ("Space",)


def test_the_question_mark_is_found_by_its_text(keyboard: Keyboard) -> None:
    assert "?" in keyboard.sequences(stroke("?", 61, SHIFT, Qt.Key.Key_Question))


@pytest.mark.parametrize(
    ("layout", "label"), [("qwerty", "Shift+;"), ("azerty", "Shift+M"), ("йцукен", "Shift+Ж")]
)
def test_labels_are_those_of_the_layout(qapp: object, layout: str, label: str) -> None:
    if sys.platform != "darwin":
        assert Keyboard(layout).label("Shift+Semicolon") == label


def test_a_digit_is_labelled_as_the_digit_also_where_it_needs_shift(qapp: object) -> None:
    assert Keyboard("azerty").label("Digit1") == "1"


def test_two_strokes_are_labelled_one_after_the_other(qapp: object) -> None:
    assert Keyboard("azerty").label("Semicolon KeyA") == "M Q"


@pytest.mark.skipif(sys.platform != "linux", reason="scan codes of X11 and Wayland")
def test_the_layout_is_learned_from_what_is_typed(keyboard: Keyboard, qtbot: QtBot) -> None:
    with qtbot.waitSignal(keyboard.layout_changed):
        keyboard.learn(stroke("a", X11["KeyQ"]))
    assert keyboard.layout == "azerty"
    assert keyboard.label("KeyW") == "Z"
    with qtbot.waitSignal(keyboard.layout_changed):
        keyboard.learn(stroke("ф", X11["KeyA"]))
    assert keyboard.layout == "йцукен"


@pytest.mark.skipif(sys.platform != "linux", reason="scan codes of X11 and Wayland")
def test_a_key_that_no_known_layout_has_there_is_labelled_as_it_types(
    keyboard: Keyboard, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(keyboard.layout_changed):
        keyboard.learn(stroke("o", X11["KeyD"]))
    assert keyboard.label("KeyD") == "O"


@pytest.mark.skipif(sys.platform != "linux", reason="scan codes of X11 and Wayland")
def test_what_ctrl_types_teaches_nothing(keyboard: Keyboard) -> None:
    keyboard.learn(stroke("a", X11["KeyQ"], CTRL))
    assert keyboard.layout == "qwerty"
