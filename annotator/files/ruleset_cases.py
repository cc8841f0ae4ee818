"""Worked cases of a ruleset: small tag tables with what they must give, as files a referee writes.

A case file is a list; each case has a `name` (a sentence), `tags` (rows of a tag table without
its header), and `gives`: one line per award, `time athlete award value clause`, such as
`63.8 red points 3 pass`. An optional `result` is `winner won_by`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from annotator.errors import Problem, RulesetError
from annotator.files.source import Plain, read_yaml
from annotator.files.tag_table import read_tag_table
from annotator.model.match import Match
from annotator.model.time import parse_seconds, write_seconds
from annotator.scoring.ruling import ScoreSheet
from annotator.text import tr

HEADER = "start,end,tag,athlete,details,note\n"
_KEYS = {"name", "tags", "gives", "result"}


@dataclass(frozen=True, slots=True)
class Expected:
    """One award: time in seconds, athlete, what and how much, and the clause."""

    time: Fraction
    athlete: str
    award: str
    value: int
    clause: str

    def __str__(self) -> str:
        return f"{write_seconds(self.time)} {self.athlete} {self.award} {self.value} {self.clause}"


@dataclass(frozen=True, slots=True)
class Case:
    """A worked case and where it stands."""

    name: str
    file: str
    match: Match
    gives: tuple[Expected, ...]
    result: str = ""


def read_cases(folder: Path) -> Iterator[Case]:
    """All cases of a ruleset's folder (`cases/*.yaml`), file by file.

    Raises RulesetError for a wrong file and TagTableError for rows that cannot be read.
    """
    for path in sorted((folder / "cases").glob("*.yaml")):
        source = read_yaml(path.read_bytes(), str(path), RulesetError)
        rows = source.data if isinstance(source.data, list) else []
        problems: list[Problem] = []
        for index, row in enumerate(rows):
            if not isinstance(row, dict) or not {"name", "tags"} <= set(row) or set(row) - _KEYS:
                problems.append(
                    source.problem(
                        (index,),
                        tr("A case has a name, tags and what they give."),
                        tr("Write the keys name, tags, gives and, if wanted, result."),
                    )
                )
                continue
            yield _case(row, str(path))
        if problems:
            raise RulesetError(problems)


def _case(row: dict[str, Plain], file: str) -> Case:
    name = str(row["name"])
    match = read_tag_table((HEADER + str(row["tags"])).encode(), name=f"{file} ({name})")
    gives = row.get("gives") or []
    lines = gives if isinstance(gives, list) else [gives]
    return Case(
        name, file, match, tuple(map(_expected, map(str, lines))), str(row.get("result") or "")
    )


def _expected(line: str) -> Expected:
    time, athlete, award, value, clause = line.split()
    return Expected(parse_seconds(time), athlete, award, int(value), clause)


def given(sheet: ScoreSheet) -> tuple[Expected, ...]:
    """What a sheet gave, in the words of a case."""
    return tuple(
        Expected(a.time, a.athlete or "", a.award.value if a.award else "", a.value, a.clause)
        for a in sheet.awards
    )
