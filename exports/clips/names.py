"""Names of files that every system takes, and that sort as the match went."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection

MOST_BYTES = 120
"""A name is cut to so many bytes of UTF-8, its ending apart: some systems allow 255 for all of it."""

_REFUSED = frozenset('<>:"/\\|?*%')
_RESERVED = frozenset(
    ("con", "prn", "aux", "nul", *(f"{name}{n}" for name in ("com", "lpt") for n in "123456789¹²³"))
)
_NO_LETTERS = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "So", "Sk", "Zl", "Zp"))


def safe_name(text: str, spare: str = "clip") -> str:
    """The text as a file's name without its ending; `spare` where nothing is left of it.

    Signs that a system refuses, emoji and what cannot be seen are left out; what reads as a
    reserved name gets a line before it; it is cut between characters.
    """
    composed = unicodedata.normalize("NFC", text)
    kept = "".join("-" if char in _REFUSED else _kept(char) for char in composed)
    name = " ".join(kept.split()).strip(" .-") or spare
    if name.partition(".")[0].casefold().strip() in _RESERVED:
        name = f"_{name}"
    return _cut(name).rstrip(" .-") or spare


def _kept(char: str) -> str:
    category = unicodedata.category(char)
    if char.isspace():
        return " "
    return "" if category in _NO_LETTERS or (category == "Mn" and ord(char) >= 0xFE00) else char


def _cut(name: str) -> str:
    """At most `MOST_BYTES` of the name, never half a letter with its accent."""
    whole = name.encode()
    if len(whole) <= MOST_BYTES:
        return name
    cut = whole[:MOST_BYTES].decode(errors="ignore")
    while cut and unicodedata.combining(name[len(cut)]):
        cut = cut[:-1]
    return cut


def free_name(name: str, taken: Collection[str]) -> str:
    """The name, or with the first number behind it that nobody has. `taken` is in `folded` letters."""
    number, free = 1, name
    while folded(free) in taken:
        number += 1
        free = f"{name} ({number})"
    return free


def folded(name: str) -> str:
    """A name as systems compare it that see no difference between large and small letters."""
    return unicodedata.normalize("NFC", name).casefold()
