r"""The details of a tag in one cell: `key=value; key=value`, exact in both directions.

A backslash keeps what follows from being read as punctuation: `\;`, `\=`, `\\`, and a space at
the edge of a value. Before anything else it is an ordinary character.
"""

from __future__ import annotations

from collections.abc import Mapping

from annotator.files.facts import Wrong, quoted
from annotator.text import tr


def write_details(details: Mapping[str, str]) -> str:
    """The cell's text. Empty answers are no answers and are left out."""
    return "; ".join(f"{key}={_escaped(value)}" for key, value in details.items() if value)


def split_details(cell: str) -> list[tuple[str, str | Wrong]]:
    """The answers in their order: key and value, or key and what is wrong with that item.

    An empty value is no answer and is left out.
    """
    answers: list[tuple[str, str | Wrong]] = []
    keys: set[str] = set()
    for item in _split(_chars(cell), ";"):
        if not (item := _stripped(item)):
            continue
        key_chars, *rest = _split(item, "=", 1)
        key = _text(_stripped(key_chars))
        if not rest:
            mend = tr("Write key=value, with a semicolon between: landing=back; counter=yes.")
            answers.append((key, Wrong(tr("{text} is no answer.", text=quoted(key)), mend)))
            continue
        value = _text(_stripped(rest[0]))
        if key in keys:
            wrong = Wrong(tr("{key} is answered twice.", key=quoted(key)), tr("Keep one answer."))
            answers.append((key, wrong))
        elif value:
            answers.append((key, value))
        keys.add(key)
    return answers


_Char = tuple[str, bool]


def _escaped(value: str) -> str:
    last = len(value) - 1
    return "".join(
        "\\" + char if char in ";=\\" or (index in (0, last) and char.isspace()) else char
        for index, char in enumerate(value)
    )


def _chars(cell: str) -> list[_Char]:
    """The characters, each with whether it was kept from being punctuation."""
    chars: list[_Char] = []
    index = 0
    while index < len(cell):
        follows = cell[index + 1 : index + 2]
        if cell[index] == "\\" and follows and (follows in ";=\\" or follows.isspace()):
            chars.append((follows, True))
            index += 2
        else:
            chars.append((cell[index], False))
            index += 1
    return chars


def _split(chars: list[_Char], mark: str, most: int = -1) -> list[list[_Char]]:
    parts: list[list[_Char]] = [[]]
    for char in chars:
        if char == (mark, False) and most != len(parts) - 1:
            parts.append([])
        else:
            parts[-1].append(char)
    return parts


def _stripped(chars: list[_Char]) -> list[_Char]:
    start, end = 0, len(chars)
    while start < end and not chars[start][1] and chars[start][0].isspace():
        start += 1
    while end > start and not chars[end - 1][1] and chars[end - 1][0].isspace():
        end -= 1
    return chars[start:end]


def _text(chars: list[_Char]) -> str:
    return "".join(char for char, _ in chars)
