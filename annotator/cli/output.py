"""What the command line says: any text on any terminal, tables, and progress where it takes long."""

from __future__ import annotations

import json
import sys
import time
import unicodedata
from collections.abc import Callable, Sequence
from typing import TextIO

_PLAIN = str.maketrans(
    {
        "“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "…": "...", "×": "x",
        "·": "-", "→": "->", "\u00a0": " ", "\u202f": " ", "−": "-", "≥": ">=", "≤": "<=",
    }
)  # fmt: skip
_PROGRESS_AFTER = 0.5  # seconds before anything is said about progress
_PROGRESS_EVERY = 0.1


def say(text: str = "") -> None:
    """Print to standard output, whatever its encoding can show."""
    _print(text, sys.stdout)


def complain(text: str) -> None:
    """Print to standard error, whatever its encoding can show."""
    _print(text, sys.stderr)


def say_json(value: object) -> None:
    """Print a value as compact JSON on one line; ASCII, so that no pipe changes it."""
    say(json.dumps(value, separators=(",", ":"), allow_nan=False))


def printable(text: str, encoding: str) -> str:
    """The text as the encoding can show it: signs become plain ones, letters lose their accents,
    and what is still left is written as an escape.
    """
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        pass
    else:
        return text
    return "".join(_shown(char, encoding) for char in text)


def _shown(char: str, encoding: str) -> str:
    plain = char.translate(_PLAIN)
    bare = unicodedata.normalize("NFKD", plain)
    letters = "".join(part for part in bare if not unicodedata.combining(part))
    for form in (char, plain, letters):
        try:
            form.encode(encoding)
        except UnicodeEncodeError:
            continue
        except LookupError:
            break
        if form:
            return form
    return char.encode("ascii", "backslashreplace").decode("ascii")


def _print(text: str, stream: TextIO | None) -> None:
    if stream is not None:  # a program without a console has none
        print(printable(text, stream.encoding or "utf-8"), file=stream)


def table(rows: Sequence[Sequence[str]], *, left: int = 1) -> list[str]:
    """Rows as aligned lines: the first `left` columns to the left, the others to the right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))] if rows else []
    return [
        "  ".join(
            cell.ljust(width) if i < left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


class Progress:
    """One line on standard error about something that takes long; nothing if it does not, or if
    nobody watches. Use it as a context; tell it the share done, from 0 to 1.
    """

    def __init__(self, what: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._what = what
        self._clock = clock
        self._next = clock() + _PROGRESS_AFTER
        self._shown = False
        self._stream = sys.stderr if sys.stderr is not None and sys.stderr.isatty() else None

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self._shown and self._stream is not None:
            print("\r\033[K", end="", file=self._stream, flush=True)

    def __call__(self, share: float) -> None:
        if self._stream is None or self._clock() < self._next:
            return
        self._next = self._clock() + _PROGRESS_EVERY
        self._shown = True
        line = f"\r{self._what} {min(max(share, 0.0), 1.0):4.0%}"
        print(
            printable(line, self._stream.encoding or "utf-8"), end="", file=self._stream, flush=True
        )

    def counted(self, done: int, total: int) -> None:
        """The same, told as things done of all."""
        self(done / total if total else 1.0)
