"""Which key was pressed, by its place on the keyboard; and what the user's keyboard prints on it.

Single keys are bound by place, so that the block of tag keys lies under the same fingers on
QWERTY, AZERTY and ЙЦУКЕН. Places are named as in the W3C's `KeyboardEvent.code` ("KeyQ" is the
key right of Tab, whatever it types). Keys pressed together with Ctrl go by their letter, as in
every other program, wherever the layout has Latin letters; else by place.

A sequence is written `Ctrl+Shift+s`, `Shift+KeyD`, `Space`, or `Semicolon KeyF` (two strokes).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

from PyQt6.QtCore import QLocale, QObject, Qt, pyqtSignal
from PyQt6.QtGui import QGuiApplication, QKeyEvent

from annotator.model.keystrokes import ROWS, split_mode, split_stroke
from annotator.text import tr


def _layout(*rows: str) -> Mapping[str, str]:
    return {
        code: char
        for codes, chars in zip(ROWS, rows, strict=True)
        for code, char in zip(codes, chars, strict=True)
    }


LAYOUTS: Mapping[str, Mapping[str, str]] = {
    "qwerty": _layout("`1234567890-=", "qwertyuiop[]", "asdfghjkl;'\\", "zxcvbnm,./"),
    "azerty": _layout("²&é\"'(-è_çà)=", "azertyuiop^$", "qsdfghjklmù*", "wxcvbn,;:!"),
    "qwertz": _layout("^1234567890ß´", "qwertzuiopü+", "asdfghjklöä#", "yxcvbnm,.-"),
    "йцукен": _layout("ё1234567890-=", "йцукенгшщзхъ", "фывапролджэ\\", "ячсмитьбю."),
}
_BY_LANGUAGE = {
    QLocale.Language.French: "azerty",
    QLocale.Language.German: "qwertz",
    QLocale.Language.Russian: "йцукен",
}

# Linux' key codes (evdev). X11 and Wayland add 8; Windows' scan codes of set 1 are the same.
_EVDEV = {
    **{n + 1: f"Digit{n}" for n in range(1, 10)},
    11: "Digit0", 12: "Minus", 13: "Equal", 41: "Backquote", 43: "Backslash", 86: "IntlBackslash",
    **{16 + n: code for n, code in enumerate(ROWS[1])},
    **{30 + n: code for n, code in enumerate(ROWS[2][:11])},
    **{44 + n: code for n, code in enumerate(ROWS[3])},
    **{code: f"Digit{n}" for code, n in zip(
        (71, 72, 73, 75, 76, 77, 79, 80, 81, 82), (7, 8, 9, 4, 5, 6, 1, 2, 3, 0), strict=True)},
}  # fmt: skip
# macOS' virtual key codes; Qt gives no scan code there.
_MAC = {
    **dict(zip(
        (0, 1, 2, 3, 5, 4, 38, 40, 37, 41, 39, 42), ROWS[2], strict=True)),
    **dict(zip((6, 7, 8, 9, 11, 45, 46, 43, 47, 44), ROWS[3], strict=True)),
    **dict(zip((12, 13, 14, 15, 17, 16, 32, 34, 31, 35, 33, 30), ROWS[1], strict=True)),
    **dict(zip((50, 18, 19, 20, 21, 23, 22, 26, 28, 25, 29, 27, 24), ROWS[0], strict=True)),
    10: "IntlBackslash",
}  # fmt: skip

_K = Qt.Key
# Keys that type nothing go by what they mean, so that remapped and numeric-pad ones work too.
_NAMED: Mapping[int, str] = {
    _K.Key_Space: "Space", _K.Key_Return: "Enter", _K.Key_Enter: "Enter", _K.Key_Escape: "Escape",
    _K.Key_Backspace: "Backspace", _K.Key_Delete: "Delete", _K.Key_Insert: "Insert",
    _K.Key_Tab: "Tab", _K.Key_Backtab: "Tab", _K.Key_Home: "Home", _K.Key_End: "End",
    _K.Key_PageUp: "PageUp", _K.Key_PageDown: "PageDown", _K.Key_Left: "ArrowLeft",
    _K.Key_Right: "ArrowRight", _K.Key_Up: "ArrowUp", _K.Key_Down: "ArrowDown",
    **{_K.Key_F1 + n: f"F{n + 1}" for n in range(12)},
}  # fmt: skip
_MODIFIER_KEYS = frozenset(
    (_K.Key_Shift, _K.Key_Control, _K.Key_Alt, _K.Key_Meta, _K.Key_AltGr, _K.Key_CapsLock,
     _K.Key_NumLock, _K.Key_ScrollLock, _K.Key_unknown, 0)
)  # fmt: skip
_NAMES_ON_KEYS = {
    "ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓", "Backspace": "⌫",
}  # fmt: skip


def is_modifier(event: QKeyEvent) -> bool:
    """Whether the key only changes what others do."""
    return event.key() in _MODIFIER_KEYS


class Keyboard(QObject):
    """The user's keyboard: places of the keys pressed, and the layout as far as it was seen.

    The layout is guessed from the system's language, corrected as soon as a key types what
    another layout has in that place, and remembered by whoever keeps the settings.
    """

    layout_changed = pyqtSignal()

    def __init__(self, layout: str = "", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._mac = QGuiApplication.platformName() == "cocoa"
        self._offset = 0 if sys.platform == "win32" else 8
        self.layout = layout if layout in LAYOUTS else self._guess()
        self._seen: dict[str, str] = {}

    def set_layout(self, layout: str) -> None:
        """Take the user's word for it; an unknown or empty name changes nothing."""
        if layout in LAYOUTS and layout != self.layout:
            self.layout = layout
            self._seen.clear()
            self.layout_changed.emit()

    @staticmethod
    def _guess() -> str:
        method = QGuiApplication.inputMethod() if QGuiApplication.instance() else None
        locale = method.locale() if method else QLocale.system()
        return _BY_LANGUAGE.get(locale.language(), "qwerty")

    # ------------------------------------------------------------------ from events to places

    def code(self, event: QKeyEvent) -> str:
        """The place of the key, or an empty text for a key that no table knows."""
        if named := _NAMED.get(event.key()):
            return named
        return self._place(event) or self._from_text(event)

    def _place(self, event: QKeyEvent) -> str:
        if self._mac:
            # 0 is the key A, and also what events carry that no keyboard made: the text decides.
            return _MAC.get(event.nativeVirtualKey(), "") if event.nativeVirtualKey() else ""
        # 0 is what events carry that no keyboard made (tests, remote input, on-screen keyboards).
        return _EVDEV.get(event.nativeScanCode() - self._offset, "")

    def _from_text(self, event: QKeyEvent) -> str:
        char = _letter(event)
        if not char:
            return ""
        for name in (self.layout, *LAYOUTS):
            for code, label in LAYOUTS[name].items():
                if label == char:
                    return code
        return ""

    def sequences(self, event: QKeyEvent) -> tuple[str, ...]:
        """What the stroke may be called in the table of commands, the likeliest first."""
        code = self.code(event)
        modifiers = event.modifiers()
        shift = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        ctrl = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        alt = bool(modifiers & Qt.KeyboardModifier.AltModifier)
        meta = bool(modifiers & Qt.KeyboardModifier.MetaModifier)
        head = "Ctrl+" * ctrl + "Alt+" * alt + "Meta+" * meta
        found = []
        if code in _NAMED.values() or not (ctrl or alt or meta):
            if code:
                found.append(f"{head}{'Shift+' * shift}{code}")
            if not head and event.text() == "?":
                found.append("?")
        else:
            letter = chr(event.key()).lower() if 0x20 < event.key() < 0x7F else ""
            letter = letter or LAYOUTS["qwerty"].get(code, "")
            if letter.isalpha():
                found.append(f"{head}{'Shift+' * shift}{letter}")
            # Punctuation lies where it lies, and types something else on every layout.
            if code and not (letter.isalpha() and code.startswith("Key")):
                found.append(f"{head}{'Shift+' * shift}{code}")
        return tuple(found)

    # ------------------------------------------------------------------ from places to labels

    def learn(self, event: QKeyEvent) -> None:
        """Take note of what a key types, and find the layout that fits."""
        plain = not event.modifiers() & ~Qt.KeyboardModifier.ShiftModifier
        code, char = self._place(event), event.text().lower()
        if not plain or not char.isalpha() or len(char) != 1 or not code.startswith("Key"):
            return
        if self._seen.get(code) == char or self.label(code).lower() == char:
            return
        fits = [name for name, table in LAYOUTS.items() if table.get(code) == char]
        if fits:
            self.layout = fits[0]
            self._seen.clear()
        else:
            self._seen[code] = char
        self.layout_changed.emit()

    def label(self, sequence: str) -> str:
        """A sequence as people read it off their keyboard: `Shift+D`, `;  F`, `←`. The mode in
        which alone it means something (`draw:Digit1`) is not said.
        """
        _, sequence = split_mode(sequence)
        return " ".join(self._stroke_label(stroke) for stroke in sequence.split())

    def _stroke_label(self, stroke: str) -> str:
        modifiers, key = split_stroke(stroke)
        shown = [_modifier_label(modifier) for modifier in modifiers]
        return "+".join((*shown, self._key_label(key)))

    def _key_label(self, key: str) -> str:
        if key.startswith("Digit"):
            return key[-1]  # the digit is printed on the key, also where it needs Shift
        if key in self._seen:
            return self._seen[key].upper()
        if key in LAYOUTS[self.layout]:
            return LAYOUTS[self.layout][key].upper()
        if key in _NAMES_ON_KEYS:
            return _NAMES_ON_KEYS[key]
        return tr(key) if len(key) > 1 else key.upper()


def _modifier_label(modifier: str) -> str:
    if sys.platform == "darwin":
        return {"Ctrl": "⌘", "Alt": "⌥", "Shift": "⇧", "Meta": "⌃"}[modifier]
    return tr(modifier)


def _letter(event: QKeyEvent) -> str:
    """What the key would type without Shift, as far as the event tells."""
    text = event.text().lower()
    if len(text) == 1 and text.isprintable():
        return text
    key = event.key()
    return chr(key).lower() if 0x20 < key < 0x1000 else ""
