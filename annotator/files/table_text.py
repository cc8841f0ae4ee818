"""From the bytes of a table to rows of cells, whatever program wrote it."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from annotator.errors import Problem, TagTableError
from annotator.text import tr

SEPARATORS = (",", ";", "\t")
_FOR_SPREADSHEETS = re.compile(r"\Asep=[,;\t](?=[\r\n])", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Row:
    """A row's cells, and the line of the file on which it begins (from 1)."""

    line: int
    cells: list[str]
    separator: str


def decoded(data: bytes, name: str) -> str:
    """The table's text: UTF-8, UTF-16 with its mark, else Windows-1252. Raises TagTableError."""
    if data.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0")):
        raise _no_table(
            name,
            tr("This is a workbook, not a table in text."),
            tr("In the spreadsheet program, save it as CSV (UTF-8)."),
        )
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    text: str | None = None
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        break
    if text is None or "\0" in text:
        line = 0 if text is None else text.count("\n", 0, text.index("\0")) + 1
        raise _no_table(
            name,
            tr("This is no text, so it is no tag table."),
            tr("In the spreadsheet program, save the table as CSV (UTF-8)."),
            line,
        )
    return text


def read_rows(text: str, name: str, known: Iterable[str]) -> Iterator[Row]:
    """The rows that are not blank, split at the separator that makes `known` names of the first.

    Raises TagTableError where quotes do not match.
    """
    # A first line `sep=;` speaks to a spreadsheet alone; without it the lines keep their numbers.
    text = _FOR_SPREADSHEETS.sub("", text, 1)
    separator = _separator(text, set(known))
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    line = 1
    while True:
        try:
            cells = next(reader, None)
        except csv.Error as wrong:
            raise _no_table(
                name,
                tr("The row cannot be split into cells: {what}.", what=str(wrong)),
                tr(
                    "Check the quotes: a cell in quotes ends with one, and a quote within is doubled."
                ),
                line,
            ) from None
        if cells is None:
            return
        if any(cell.strip() for cell in cells):
            yield Row(line, cells, separator)
        line = reader.line_num + 1


def normal(cell: str) -> str:
    """A header's cell as the name it means: without spaces around it, in small letters."""
    return cell.strip().lower()


def _separator(text: str, known: set[str]) -> str:
    """The separator under which the first row has the most known names; the comma if none has."""
    lines = io.StringIO(text, newline="")
    first = next((line for line in lines if line.strip()), "")[:10_000]

    def names(separator: str) -> int:
        try:
            cells = next(csv.reader([first], delimiter=separator), [])
        except csv.Error:
            return 0
        return len(known & {normal(cell) for cell in cells})

    return max(SEPARATORS, key=names)


def _no_table(name: str, what: str, mend: str, line: int = 0) -> TagTableError:
    return TagTableError([Problem(name, line, 0, "", what, mend)])
