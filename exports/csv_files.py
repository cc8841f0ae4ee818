"""CSV in two flavours: a strict one for programs, and one that opens right in a local spreadsheet.

`strict`: comma, decimal dot, UTF-8, LF; the same bytes on every machine, and what this program
reads back. `local`: byte-order mark, semicolon, decimal comma, CRLF, and times also as text, for
a double click in a spreadsheet that speaks French, German or Russian; its times are rounded to a
microsecond. In both, a cell that begins like a formula is made harmless, reversibly.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Literal

from annotator.files.atomic import write_atomically
from annotator.files.cells import harmless, quoted_cell, writable
from annotator.files.tag_table import write_tag_table
from annotator.model.match import Match
from annotator.scoring.ruling import ScoreSheet
from annotator.text import plain_clock_text
from exports.folders import make_folder
from exports.rows import COLUMNS, TimelineRow, timeline_rows

Flavour = Literal["strict", "local"]
TIMELINE_NAME, TAGS_NAME = "timeline.csv", "tags.csv"
_PLACES = 6  # decimals of a second
_TIME_COLUMNS = ("start", "end")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How cells, numbers and lines are written."""

    separator: str = ","
    decimal: str = "."
    line_end: str = "\n"
    mark: bool = False
    clock_text: bool = False


STRICT = Dialect()
LOCAL = Dialect(separator=";", decimal=",", line_end="\r\n", mark=True, clock_text=True)
# For a spreadsheet whose decimal sign is the dot (English, Japanese, ...).
LOCAL_DOT = Dialect(separator=",", decimal=".", line_end="\r\n", mark=True, clock_text=True)


def write_csv(
    match: Match,
    sheets: Sequence[ScoreSheet],
    folder: Path,
    flavour: Flavour = "strict",
    *,
    decimal: str = ",",
) -> list[Path]:
    """Write `timeline.csv` and `tags.csv` into a folder and return their paths.

    `decimal` is the local spreadsheet's decimal sign and counts for `local` alone. Files of these
    names are replaced whole. Raises ExportError or SaveError; no half file is left.
    """
    dialect = STRICT if flavour == "strict" else LOCAL if decimal == "," else LOCAL_DOT
    texts = {
        TIMELINE_NAME: timeline_csv(timeline_rows(match, sheets), dialect),
        TAGS_NAME: tags_csv(match, dialect),
    }
    make_folder(folder)
    for name, text in texts.items():
        write_atomically(folder / name, encoded(text, dialect))
    return [folder / name for name in texts]


def timeline_csv(rows: Iterable[TimelineRow], dialect: Dialect = STRICT) -> str:
    """The scored timeline as text. A local dialect has two more columns: both times as `m:ss`."""
    extra = ("video_time_text", "clock_text") if dialect.clock_text else ()
    lines = [dialect.separator.join((*COLUMNS, *extra))]
    for row in rows:
        cells = [_cell(value, dialect) for value in row.cells()]
        if extra:
            cells += [
                plain_clock_text(time).replace(".", dialect.decimal)
                for time in (row.video_time, row.clock)
            ]
        lines.append(dialect.separator.join(quoted_cell(cell, dialect.separator) for cell in cells))
    return dialect.line_end.join(lines) + dialect.line_end


def tags_csv(match: Match, dialect: Dialect = STRICT) -> str:
    """The tag table. Strict, it is exactly what `write_tag_table` makes."""
    table = write_tag_table(match)
    if dialect == STRICT:
        return table
    header, *rows = csv.reader(io.StringIO(table, newline=""), strict=True)
    times = [header.index(name) for name in _TIME_COLUMNS]
    lines = [header]
    for row, tag in zip(rows, match.tags, strict=True):
        for place, time in zip(times, (tag.start, tag.end), strict=True):
            row[place] = "" if time is None else _number(time, dialect)
        lines.append(row)
    text = (
        dialect.separator.join(quoted_cell(cell, dialect.separator) for cell in row)
        for row in lines
    )
    return dialect.line_end.join(text) + dialect.line_end


def encoded(text: str, dialect: Dialect) -> bytes:
    """The bytes of the file: UTF-8, with a byte-order mark where the dialect wants one."""
    return text.encode("utf-8-sig" if dialect.mark else "utf-8")


def _cell(value: str | int | Fraction | None, dialect: Dialect) -> str:
    if value is None:
        return ""
    if isinstance(value, Fraction):
        return _number(value, dialect)
    return str(value) if isinstance(value, int) else writable(harmless(value))


def _number(seconds: Fraction, dialect: Dialect) -> str:
    """A plain number of seconds, rounded half to even to a microsecond, without needless zeros."""
    scaled = round(seconds * 10**_PLACES)
    whole, part = divmod(abs(scaled), 10**_PLACES)
    decimals = f"{part:0{_PLACES}d}".rstrip("0")
    sign = "-" if scaled < 0 else ""
    return f"{sign}{whole}{dialect.decimal}{decimals}" if decimals else f"{sign}{whole}"
