"""The user's table of names: what another program's codes mean here.

text,tag,athlete,details
Guard Break,open_guard,red,
Sub threat,submission,,close=yes
Anna,,red,                      (a name of the athlete)
Warm-up,-,,                     (left out)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from annotator.errors import Problem, TagTableError
from annotator.files.atomic import read_bytes
from annotator.files.cells import harmless, quoted_cell, restored, writable
from annotator.files.details_cell import split_details
from annotator.files.facts import Wrong, quoted, read_answer, read_kind, suggestion
from annotator.files.interchange.words import Meaning, Words
from annotator.files.table_text import Row, decoded, normal, read_rows
from annotator.model.vocabulary import ATHLETES, Athlete
from annotator.text import tr

COLUMNS = ("text", "tag", "athlete", "details")
LEFT_OUT = "-"
_LIMIT = 1_000_000


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    who: Athlete | None
    meaning: Meaning | None


def read_mapping(path: Path) -> Words:
    """Names as the table says them, before those that are known anyway. Raises FileError, TagTableError."""
    name = str(path)
    rows = list(read_rows(decoded(read_bytes(path, _LIMIT), name), name, COLUMNS))
    header = [normal(cell) for cell in rows[0].cells] if rows else []
    if "text" not in header or "tag" not in header:
        what = tr("The first row is no header.")
        mend = tr("Put this row above the others: {header}", header=",".join(COLUMNS))
        raise TagTableError([Problem(name, 1, 1, "", what, mend)])
    problems: list[Problem] = []
    people: dict[str, Athlete] = {}
    own: dict[str, Meaning] = {}
    for row in rows[1:]:
        try:
            line = _line(row, header)
        except Wrong as wrong:
            problems.append(Problem(name, row.line, 0, "", wrong.what, wrong.mend))
            continue
        if line.meaning is not None:
            own[line.text] = line.meaning
        elif line.who is not None:
            people[line.text] = line.who
    if problems:
        raise TagTableError(problems[:100])
    return Words(people, own)


def _line(row: Row, header: list[str]) -> _Line:
    cells = dict(zip(header, row.cells, strict=False))
    text = restored(cells.get("text", "")).strip()
    tag, who = cells.get("tag", "").strip(), cells.get("athlete", "").strip()
    athlete = next((each for each in ATHLETES if each == who), None)
    if who and athlete is None:
        raise Wrong(tr("There is no athlete {name}.", name=quoted(who)), suggestion(who, ATHLETES))
    if tag == LEFT_OUT:
        return _Line(text, None, Meaning(None))
    if not tag:
        return _Line(text, athlete, None)
    kind = read_kind(tag)
    details = {}
    for key, value in split_details(cells.get("details", "")):
        if isinstance(value, Wrong):
            raise value
        details[key] = read_answer(kind, key, value)
    return _Line(text, None, Meaning(kind.name, athlete, MappingProxyType(details)))


def mapping_text(unknown: Mapping[str, int]) -> str:
    """A table to fill in: a row for each name that was not understood."""
    rows = [",".join(COLUMNS)]
    rows += [quoted_cell(writable(harmless(name))) + ",,," for name in unknown]
    return "\n".join(rows) + "\n"
