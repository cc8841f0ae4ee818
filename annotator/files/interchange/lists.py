"""Plain lists of moments: LosslessCut's CSV (`start,end,label`, no header) and chapters as YouTube reads them (`0:12 mount red`)."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from annotator.files.interchange.losses import Loss, Losses
from annotator.files.interchange.marks import Mark, Source, check_count
from annotator.files.interchange.numbers import read_moment

_CHAPTER = re.compile(r"\s*((?:\d{1,3}:)?\d{1,3}:\d{2})\s+(?:-\s+)?(\S.*)")


def is_chapters(text: str) -> bool:
    """Whether the first line is a time and a name."""
    return _CHAPTER.fullmatch(_first_line(text)) is not None


def is_cut_list(text: str) -> bool:
    """Whether the first line is a start, an end or nothing, and a label."""
    cells = next(_rows(_first_line(text)), [])
    return len(cells) >= 3 and read_moment(cells[0] or "0") is not None and (
        not cells[1].strip() or read_moment(cells[1]) is not None
    )  # fmt: skip


def _first_line(text: str) -> str:
    return next((line for line in text.splitlines() if line.strip()), "")[:2000]


def _rows(text: str) -> Iterator[list[str]]:
    reader = csv.reader(io.StringIO(text, newline=""))
    try:
        yield from (row for row in reader if any(cell.strip() for cell in row))
    except csv.Error:
        return


def read_cut_list(text: str, where: str) -> Source:
    """The segments of LosslessCut; an empty end is a moment, an empty start the film's beginning."""
    losses = Losses()
    marks = []
    for count, row in enumerate(_rows(text)):
        check_count(count, where)
        cells = [*row, "", "", ""]
        start, end = read_moment(cells[0].strip() or "0"), read_moment(cells[1])
        if start is None:
            losses.add(Loss.NO_TIME, cells[2] or cells[0])
            continue
        over = end.time if end is not None and end.time > start.time else None
        marks.append(Mark(cells[2].strip(), start.time, over, start.grain))
    return Source(marks, losses=losses)


def read_chapters(text: str, where: str) -> Source:
    """A moment for each line that begins with a time; other lines are a description and no loss."""
    marks = []
    for count, line in enumerate(text.splitlines()):
        check_count(count, where)
        match = _CHAPTER.fullmatch(line[:2000])
        at = read_moment(match[1]) if match else None
        if match and at is not None:
            marks.append(Mark(match[2].strip(), at.time, None, at.grain))
    return Source(marks)
