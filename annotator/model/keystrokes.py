"""The names of keys: places on the keyboard, as the W3C's `KeyboardEvent.code` calls them.

A sequence is one stroke or two with a space between; a stroke is a place or a named key, with
`Ctrl+`, `Alt+`, `Meta+`, `Shift+` before it in this order; and before all that, with a colon, the mode
in which alone it means something. With Ctrl, Alt or Meta a letter is
written as it is typed (`Ctrl+s`), since such strokes go by letter. `?` stands for itself.
"""

from __future__ import annotations

ROWS = (
    ("Backquote", *(f"Digit{n}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)), "Minus", "Equal"),
    (*(f"Key{c}" for c in "QWERTYUIOP"), "BracketLeft", "BracketRight"),
    (*(f"Key{c}" for c in "ASDFGHJKL"), "Semicolon", "Quote", "Backslash"),
    (*(f"Key{c}" for c in "ZXCVBNM"), "Comma", "Period", "Slash"),
)
PLACES = frozenset((*(code for row in ROWS for code in row), "IntlBackslash"))
NAMED_KEYS = frozenset(
    (
        *"Space Enter Escape Backspace Delete Insert Tab Home End PageUp PageDown".split(),
        *(f"Arrow{way}" for way in ("Left", "Right", "Up", "Down")),
        *(f"F{n}" for n in range(1, 13)),
    )
)
MODIFIERS = ("Ctrl", "Alt", "Meta", "Shift")


def split_stroke(stroke: str) -> tuple[tuple[str, ...], str]:
    """The modifiers of a stroke, and its key."""
    *modifiers, key = stroke.split("+") if not stroke.endswith("+") else [stroke]
    return tuple(modifiers), key


def split_mode(sequence: str) -> tuple[str, str]:
    """The mode in which alone a sequence means something, and the rest: `draw:Digit1` is the key 1
    while drawing. Empty where it always means the same.
    """
    mode, colon, rest = sequence.partition(":")
    return (mode, rest) if colon and rest and mode.isalpha() else ("", sequence)


def is_sequence(text: str) -> bool:
    """Whether a text names one stroke or two that a keyboard can make."""
    strokes = split_mode(text)[1].split(" ")
    return len(strokes) <= 2 and all(map(_is_stroke, strokes))


def _is_stroke(stroke: str) -> bool:
    if stroke == "?":
        return True
    modifiers, key = split_stroke(stroke)
    if list(modifiers) != [name for name in MODIFIERS if name in modifiers]:
        return False
    if key in PLACES or key in NAMED_KEYS:
        return True
    return len(key) == 1 and key.isprintable() and key != " " and modifiers not in ((), ("Shift",))


def is_plain(sequence: str) -> bool:
    """Whether a sequence is made of places alone, so that Shift is free to mean something."""
    return is_sequence(sequence) and all(
        stroke in PLACES or stroke in NAMED_KEYS for stroke in sequence.split(" ")
    )


def with_shift(sequence: str) -> str:
    """The sequence with Shift held for its last stroke; empty where it is held already."""
    head, _, last = sequence.rpartition(" ")
    modifiers, key = split_stroke(last)
    if "Shift" in modifiers or key == "?":
        return ""
    return f"{head} {'+'.join((*modifiers, 'Shift', key))}".strip()
