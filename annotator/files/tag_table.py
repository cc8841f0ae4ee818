"""The tag table: a match's tags as rows that any spreadsheet can edit.

    match = read_tag_table(Path("tags.csv"))
    match = read_tag_table(Path("tags.csv"), frames=[film.times])     # knows what f123 means
    text = write_tag_table(match)

Written strictly (comma, dot, LF, for UTF-8), read generously: comma, semicolon or tab, decimal
comma, byte-order marks, Windows text, columns in any order. What cannot be read as tags is refused, all
mistakes at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

from annotator.errors import Problem, TagTableError, TimeError
from annotator.files.atomic import read_bytes
from annotator.files.cells import harmless, quoted_cell, restored, writable
from annotator.files.details_cell import split_details, write_details
from annotator.files.facts import Wrong, quoted, read_answer, read_athlete, read_kind, suggestion
from annotator.files.film_times import FilmTimes, Frames
from annotator.files.table_text import Row, decoded, normal, read_rows
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.time import FrameRef, parse_time, write_seconds
from annotator.model.vocabulary import TagKind
from annotator.text import tr

COLUMNS = ("start", "end", "tag", "athlete", "details", "note", "id")
NEEDED = ("start", "tag", "athlete")
SIZE_LIMIT = 16_000_000
PROBLEM_LIMIT = 100


def read_tag_table(
    source: Path | bytes, frames: Frames | None = None, *, name: str = "table"
) -> Match:
    """The match that a table's rows tell. `name` stands for the file in messages about bytes.

    `frames` has, for each film of the match, the time of every frame (seconds on the match's one
    time line): a list of films, or a function of the film's number, counted from 1. Tags then
    know their frames, counted through all films. Raises FileError or TagTableError.
    """
    if isinstance(source, Path):
        name, source = str(source), read_bytes(source, SIZE_LIMIT)
    rows = list(read_rows(decoded(source, name), name, COLUMNS))
    if not rows:
        raise TagTableError(
            [Problem(name, 0, 0, "", tr("There is nothing in this file."), _EXAMPLE)]
        )
    columns = _read_header(rows[0], name)
    if len(rows) == 1:
        what = tr("There is nothing in this table but its header.")
        raise TagTableError([Problem(name, rows[0].line, 0, "", what, _EXAMPLE)])
    reader = _Reader(name, columns, FilmTimes(frames) if frames is not None else None)
    drafts: list[_Draft] = []
    for row in rows[1:]:
        drafts.append(reader.row(row))
        if len(reader.problems) >= PROBLEM_LIMIT:
            break
    reader.check_ids(drafts)
    if reader.problems:
        raise TagTableError(reader.problems[:PROBLEM_LIMIT])
    return Match(tags=_numbered([draft.tag for draft in drafts if draft.tag is not None]))


def write_tag_table(match: Match) -> str:
    """The strict table of a match's tags, in the order of their rows.

    The column `id` is written only where ids are not simply the rows' numbers.
    """
    numbered = all(tag.id == str(number) for number, tag in enumerate(match.tags, 1))
    columns = COLUMNS[:-1] if numbered else COLUMNS
    lines = [",".join(columns)]
    for tag in match.tags:
        cells = [
            write_seconds(tag.start),
            "" if tag.end is None else write_seconds(tag.end),
            tag.tag,
            tag.athlete or "",
            write_details(tag.details),
            harmless(tag.note),
            harmless(tag.id),
        ]
        lines.append(",".join(quoted_cell(writable(cell)) for cell in cells[: len(columns)]))
    return "\n".join(lines) + "\n"


_EXAMPLE = "start,end,tag,athlete,details,note\n    0,,start,,,\n    0,,standing,,,"


@dataclass(frozen=True, slots=True)
class _Draft:
    """A row that was read: its tag (None if it could not be), and the id as it was written."""

    row: Row
    tag: Tag | None
    id: str


class _Reader:
    """Reads rows into tags and collects every mistake."""

    def __init__(self, name: str, columns: dict[str, int], films: FilmTimes | None) -> None:
        self.name = name
        self.columns = columns
        self.films = films
        self.problems: list[Problem] = []

    def row(self, row: Row) -> _Draft:
        """The row's tag; None if something in it is wrong."""
        before = len(self.problems)
        self._check_width(row)
        start, frame = self._time(row, "start")
        end, end_frame = self._time(row, "end")
        if start is None and not self._cell(row, "start").strip():
            self._report(row, "start", tr("The start is missing."), tr("Write when it begins."))
        if start is not None and end is not None and end < start:
            self._report(
                row, "end", tr("The end lies before the start."),
                tr("Move the end behind the start, or leave it empty."),
            )  # fmt: skip
        kind = self._kind(row)
        athlete = None
        details: dict[str, str] = {}
        if kind is not None:
            try:
                athlete = read_athlete(kind, self._cell(row, "athlete").strip())
            except Wrong as wrong:
                self._report(row, "athlete", wrong.what, wrong.mend)
            details = self._details(row, kind)
            self._check_torn_details(row, kind)
        tag_id = restored(self._cell(row, "id"))
        tag_id = tag_id if tag_id.strip() else ""
        if kind is None or start is None or len(self.problems) > before:
            return _Draft(row, None, tag_id)
        tag = Tag(
            id=tag_id,
            tag=kind.name,
            start=start,
            end=end,
            athlete=athlete,
            details=MappingProxyType(details),
            note=restored(self._cell(row, "note")),
            frame=frame.index if frame else None,
            end_frame=end_frame.index if end_frame else None,
            film=frame.part if frame else 1,
            end_film=end_frame.part if end_frame else 1,
        )
        return _Draft(row, tag, tag_id)

    def check_ids(self, drafts: Iterable[_Draft]) -> None:
        lines: dict[str, int] = {}
        for draft in drafts:
            if not draft.id:
                continue
            if draft.id in lines:
                self._report(
                    draft.row, "id",
                    tr("The id {id} stands here and on line {line}.", id=quoted(draft.id), line=lines[draft.id]),
                    tr("Give one of the two rows another id, or none."),
                )  # fmt: skip
            lines.setdefault(draft.id, draft.row.line)

    def _cell(self, row: Row, column: str) -> str:
        index = self.columns.get(column)
        return row.cells[index] if index is not None and index < len(row.cells) else ""

    def _report(self, row: Row, column: str, what: str, mend: str = "", key: str = "") -> None:
        place = self.columns.get(column, -1) + 1
        self.problems.append(Problem(self.name, row.line, place, key or column, what, mend))

    def _check_width(self, row: Row) -> None:
        # Cells under an empty header cell, or beyond the last one, must be empty too.
        used = set(self.columns.values())
        for index, cell in enumerate(row.cells):
            if index not in used and cell.strip():
                self.problems.append(
                    Problem(
                        self.name, row.line, index + 1, "",
                        tr("The cell {text} stands under no name of the header.", text=quoted(cell)),
                        tr("Put a cell that contains the separator in quotes, or delete the cell."),
                    )
                )  # fmt: skip
                return

    def _check_torn_details(self, row: Row, kind: TagKind) -> None:
        """Under semicolons, details without quotes spill into the note: no answer may be lost so."""
        if row.separator != ";" or self.columns.get("note") != self.columns.get("details", -2) + 1:
            return
        for key, value in split_details(self._cell(row, "note")):
            if key in kind.details and not isinstance(value, Wrong):
                self._report(
                    row, "note", tr("The answer to {key} stands in the note.", key=key),
                    tr("In a table with semicolons, put all details into one cell in quotes."),
                )  # fmt: skip
                return

    def _kind(self, row: Row) -> TagKind | None:
        try:
            return read_kind(self._cell(row, "tag").strip())
        except Wrong as wrong:
            self._report(row, "tag", wrong.what, wrong.mend)
            return None

    def _time(self, row: Row, column: str) -> tuple[Fraction | None, FrameRef | None]:
        text = self._cell(row, column).strip()
        if not text:
            return None, None
        try:
            return self._read_time(text)
        except TimeError as wrong:
            self._report(row, column, wrong.what, wrong.mend)
            return None, None

    def _read_time(self, text: str) -> tuple[Fraction, FrameRef | None]:
        """Seconds, and the frame whose time they are."""
        time = parse_time(text)
        if not isinstance(time, FrameRef):
            return time, self.films.frame_at(time) if self.films else None
        if self.films is None:
            raise TimeError(
                tr("{frame} is a frame, and without its film a frame has no time.", frame=time),
                mend=tr("Name the film (--film FILM), or write the time in seconds."),
            )
        return self.films.time_of(time), time

    def _details(self, row: Row, kind: TagKind) -> dict[str, str]:
        details: dict[str, str] = {}
        for key, value in split_details(self._cell(row, "details")):
            try:
                if isinstance(value, Wrong):
                    raise value
                details[key] = read_answer(kind, key, value, lambda text: self._read_time(text)[0])
            except Wrong as wrong:
                self._report(row, "details", wrong.what, wrong.mend, key=f"details.{key[:40]}")
        return details


def _read_header(row: Row, name: str) -> dict[str, int]:
    """Which column has which name. Raises TagTableError."""
    names = [normal(cell) for cell in row.cells]
    if not set(names) & set(COLUMNS) or any(map(_is_time, names)):
        raise TagTableError(
            [
                Problem(
                    name, row.line, 1, "", tr("The first row is no header."),
                    tr("Put this row above the others: {header}", header=",".join(COLUMNS[:-1])),
                )
            ]
        )  # fmt: skip
    problems, columns = [], dict[str, int]()
    for index, word in enumerate(names):
        place = (name, row.line, index + 1, word[:40])
        if word in columns:
            problems.append(
                Problem(*place, tr("Two columns have this name."), tr("Rename or delete one."))
            )
        elif word in COLUMNS:
            columns[word] = index
        elif word:
            what = tr("There is no column called {name}.", name=quoted(word))
            problems.append(Problem(*place, what, suggestion(word, COLUMNS)))
    for needed in NEEDED:
        if needed not in columns:
            what = tr("The column {name} is missing.", name=needed)
            mend = tr("The header needs: {names}.", names=", ".join(NEEDED))
            problems.append(Problem(name, row.line, 0, needed, what, mend))
    if problems:
        raise TagTableError(problems)
    return columns


def _is_time(cell: str) -> bool:
    try:
        parse_time(cell)
    except TimeError:
        return False
    return True


def _numbered(tags: Sequence[Tag]) -> tuple[Tag, ...]:
    """Rows without an id get their number, or, where another row has that id, a free one."""
    taken = {tag.id for tag in tags}
    free = Match(tags=tuple(tags)).free_ids()
    numbered = []
    for number, tag in enumerate(tags, 1):
        if not tag.id:
            name = str(number) if str(number) not in taken else next(free)
            tag = replace(tag, id=name)
        numbered.append(tag)
    return tuple(numbered)
