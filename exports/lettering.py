"""Text painted on films: the font that matplotlib ships, what it lacks, and what has no room."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

_UNASSIGNED = "\U0010fffe"
_INSTEAD = "\N{WHITE SQUARE}"
_MOST = 400
"""So many letters of a text are looked at; no line on a picture has room for more."""


@lru_cache(maxsize=128)
def font(size: int, *, bold: bool = False) -> FreeTypeFont:
    """The font that matplotlib ships, so many pixels high; matplotlib itself is not loaded."""
    from PIL import ImageFont

    spec = find_spec("matplotlib")
    assert spec is not None
    assert spec.origin is not None
    fonts = Path(spec.origin).parent / "mpl-data" / "fonts" / "ttf"
    return ImageFont.truetype(str(fonts / f"DejaVuSans{'-Bold' if bold else ''}.ttf"), size)


@lru_cache(maxsize=4096)
def _lacks(letter: str) -> bool:
    """Whether the font would paint its sign for an unknown letter."""
    face = font(16, bold=True)
    mask, unknown = face.getmask(letter), face.getmask(_UNASSIGNED)
    return mask.size == unknown.size and bytes(mask) == bytes(unknown)


def readable(text: str) -> str:
    """The text in one line as the font can show it: a letter that it lacks becomes a square, while
    emoji and other signs that it lacks are left out.
    """
    shown: list[str] = []
    for letter in text[:_MOST]:
        kind = unicodedata.category(letter)
        if letter.isspace():
            shown.append(" ")
        elif kind in ("Cf", "Cc", "Cs", "Co", "Cn") or 0xFE00 <= ord(letter) <= 0xFE0F:
            continue  # joiners and the like; what they join is left out as well
        elif not _lacks(letter):
            shown.append(letter)
        elif kind.startswith(("L", "N")):
            shown.append(_INSTEAD)
    return " ".join("".join(shown).split())


def shows(text: str) -> bool:
    """Whether anything of a text can be read once it is `readable`."""
    return any(letter.isalnum() for letter in readable(text))


def width(text: str, face: FreeTypeFont) -> int:
    """Pixels that a line takes."""
    return round(face.getlength(text))


def fitted(text: str, room: float, face: FreeTypeFont) -> str:
    """The text, cut with an ellipsis until it is at most `room` pixels wide; empty without room."""
    if face.getlength(text) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if face.getlength(f"{text[:middle].rstrip()}…") <= room:
            low = middle
        else:
            high = middle - 1
    return f"{text[:low].rstrip()}…" if low else ""


def wrapped(text: str, room: float, face: FreeTypeFont, most: int) -> list[str]:
    """The text in at most `most` lines of `room` pixels; what is left over is cut."""
    lines: list[str] = []
    words = text.split()
    while words and len(lines) < most:
        line = words.pop(0)
        last = len(lines) == most - 1
        while words and (last or face.getlength(f"{line} {words[0]}") <= room):
            line = f"{line} {words.pop(0)}"
        lines.append(fitted(line, room, face))
    return lines
