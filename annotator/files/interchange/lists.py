"""Plain lists of moments: LosslessCut's CSV (`start,end,label`, no header) and chapters as YouTube reads them (`0:12 mount red`)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from annotator.errors import ForeignFileError
from annotator.files.interchange.losses import Loss, Losses
from annotator.files.interchange.marks import Mark, Source, check_count, end_after
from annotator.files.interchange.numbers import read_moment
from annotator.text import tr

_CHAPTER = re.compile(r"\s*((?:\d{1,3}:)?\d{1,3}:\d{2})\s+(?:-\s+)?(\S.*)")
_LIKE_A_TIME = re.compile(r"\s*(?=\S*\d)\S*[:.,;]")
"""A first word with a digit and what may stand between minutes and seconds."""


def is_chapters(text: str) -> bool:
    """Whether the first line is a time and a name."""
    return _CHAPTER.fullmatch(_first_line(text)) is not None


def is_cut_list(text: str) -> bool:
    """Whether the first line is a start, an end or nothing, and a label."""
    cells = next(csv.reader([_first_line(text)]), [])
    return len(cells) >= 3 and read_moment(cells[0] or "0") is not None and (
        not cells[1].strip() or read_moment(cells[1]) is not None
    )  # fmt: skip


def _first_line(text: str) -> str:
    return next((line for line in text.splitlines() if line.strip()), "")[:2000]


def _rows(text: str, where: str) -> Iterator[list[str]]:
    """The rows that are not empty. Raises ForeignFileError for one that cannot be read."""
    reader = csv.reader(io.StringIO(text, newline=""))
    line = 1
    try:
        for row in reader:
            line = reader.line_num + 1
            if any(cell.strip() for cell in row):
                yield row
    except csv.Error:
        raise ForeignFileError(
            tr("Line {n} of the list cannot be read: a cell is too long, or a quotation mark never ends.", n=line),
            where=where, mend=tr("Mend that line, or export the list again in the other program."),
        ) from None  # fmt: skip


def read_cut_list(text: str, where: str) -> Source:
    """The segments of LosslessCut; an empty end is a moment, an empty start the film's beginning."""
    losses = Losses()
    marks = []
    for count, row in enumerate(_rows(text, where)):
        check_count(count, where)
        cells = [*row, "", "", ""]
        start, end = read_moment(cells[0].strip() or "0"), read_moment(cells[1])
        if start is None:
            losses.add(Loss.NO_TIME, cells[2] or cells[0])
            continue
        over = end_after(start.time, end.time if end else None, cells[1], cells[2].strip(), losses)
        marks.append(Mark(cells[2].strip(), start.time, over, start.grain))
    return Source(marks, losses=losses)


def read_chapters(text: str, where: str) -> Source:
    """A moment for each line that begins with a time. A line that seems to, but whose time or name cannot
    be read, is among the losses; others are a description and none.
    """
    losses = Losses()
    marks = []
    for count, line in enumerate(text.splitlines()):
        check_count(count, where)
        match = _CHAPTER.fullmatch(line)
        at = read_moment(match[1]) if match else None
        if match and at is not None:
            marks.append(Mark(match[2].strip(), at.time, None, at.grain))
        elif _LIKE_A_TIME.match(line):
            losses.add(Loss.NO_TIME, line.strip())
    return Source(marks, losses=losses)
