"""Worked cases of a ruleset: small tag tables with what they must give, as files a referee writes.

A case file is a list; each case has a `name` (a sentence), `tags` (rows of a tag table without
its header), and `gives`: one line per award, `time athlete award value clause`, such as
`63.8 red points 3 pass`. An optional `result` is `winner won_by`, such as `red points`. Optional
lists `violations` (all that are listed as not allowed) and `refused` (what must be among the
refusals) have lines `time athlete clause`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path

from annotator.errors import AnnotatorError, Problem, RulesetError, TagTableError, TimeError
from annotator.files.atomic import read_bytes
from annotator.files.ruleset_shape import kind_of
from annotator.files.source import KeyPath, Plain, Source, read_yaml
from annotator.files.tag_table import read_tag_table
from annotator.model.match import Match
from annotator.model.time import parse_seconds, write_seconds
from annotator.model.vocabulary import ATHLETES
from annotator.scoring.ruling import Award, Ruling, ScoreSheet
from annotator.text import tr

HEADER = "start,end,tag,athlete,details,note\n"
KEYS = ("name", "tags", "gives", "violations", "refused", "result")
NEEDED = ("name", "tags", "gives")
AWARDS = tuple(award.value for award in Award)
WON_BY = (
    "submission", "disqualification", "points", "advantages", "highest_action", "cautions",
    "overtime", "decision", "undecided",
)  # fmt: skip
SIZE_LIMIT = 1_000_000
_LINE = "63.8 red points 3 pass"
_SHORT_LINE = "63.8 red pass"


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
class Listed:
    """A refusal or a violation: time in seconds, athlete and clause."""

    time: Fraction
    athlete: str
    clause: str

    def __str__(self) -> str:
        return f"{write_seconds(self.time)} {self.athlete} {self.clause}"


@dataclass(frozen=True, slots=True)
class Known:
    """The names of a ruleset that its cases may use. No `levels`: any word is one."""

    clauses: Collection[str]
    categories: Collection[str] = ()
    levels: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Case:
    """A worked case and where it stands. `violations` None: the case does not say."""

    name: str
    file: str
    match: Match
    gives: tuple[Expected, ...]
    result: str = ""
    line: int = 0
    violations: tuple[Listed, ...] | None = None
    refused: tuple[Listed, ...] = ()


def read_cases(folder: Path) -> Iterator[Case]:
    """All cases of a ruleset's folder (`cases/*.yaml`), file by file.

    Raises RulesetError with every mistake of every file.
    """
    cases, problems = examine_cases(folder)
    if problems:
        raise RulesetError(problems)
    yield from cases


def examine_cases(folder: Path, known: Known | None = None) -> tuple[list[Case], list[Problem]]:
    """The cases that can be read, and every mistake in the others; `known` are the names there are."""
    cases: list[Case] = []
    problems: list[Problem] = []
    for path in sorted((folder / "cases").glob("*.yaml")):
        try:
            source = read_yaml(read_bytes(path, SIZE_LIMIT), str(path), RulesetError)
        except RulesetError as error:
            problems.extend(error.problems)
            continue
        except AnnotatorError as error:
            problems.append(Problem(str(path), 0, 0, "", error.what, error.mend))
            continue
        reader = _Reader(source, known)
        cases.extend(reader.cases())
        problems.extend(reader.problems)
    return cases, problems


def given(sheet: ScoreSheet) -> tuple[Expected, ...]:
    """What a sheet gave, in the words of a case."""
    return tuple(
        Expected(a.time, a.athlete or "", a.award.value if a.award else "", a.value, a.clause)
        for a in sheet.awards
    )


def differences(case: Case, sheet: ScoreSheet) -> list[str]:
    """What a case expected and did not get, and what it got instead, line by line."""
    expected, got = list(map(str, case.gives)), list(map(str, given(sheet)))
    lines = _compared(expected, got)
    if not lines and expected != got:
        lines = [tr("given in this order: {lines}", lines="; ".join(got))]
    if case.violations is not None:
        found = list(map(str, _listed(sheet.violations)))
        lines += _compared(list(map(str, case.violations)), found, tr("not allowed: "))
    refused = set(_listed(sheet.refusals))
    lines += [
        tr("expected to be refused, but was not: {line}", line=line)
        for line in case.refused
        if line not in refused
    ]
    result = result_of(sheet)
    if case.result and case.result != result:
        lines.append(
            tr("expected result: {result}; it was: {found}", result=case.result, found=result)
        )
    return lines


def _compared(expected: list[str], got: list[str], before: str = "") -> list[str]:
    left, more = Counter(expected) - Counter(got), Counter(got) - Counter(expected)
    return [
        *(tr("expected, but not given: {line}", line=before + line) for line in left.elements()),
        *(tr("given, but not expected: {line}", line=before + line) for line in more.elements()),
    ]


def _listed(rulings: Iterable[Ruling]) -> Iterator[Listed]:
    return (Listed(r.time, r.athlete or "", r.clause) for r in rulings)


def result_of(sheet: ScoreSheet) -> str:
    """A sheet's result in the words of a case."""
    return f"{str(sheet.result.winner).lower()} {sheet.result.won_by}"


class _Reader:
    """Reads the cases of one file and collects every mistake."""

    def __init__(self, source: Source, known: Known | None) -> None:
        self.source = source
        self.known = known
        self.problems: list[Problem] = []

    def cases(self) -> Iterator[Case]:
        rows = self.source.data
        if not isinstance(rows, list):
            what = tr("A file of cases is a list; this is {kind}.", kind=kind_of(rows))
            self._say((), what, tr("Begin each case with “- name: ...”."))
            return
        lines: dict[str, int] = {}
        for index, row in enumerate(rows):
            path: KeyPath = (index,)
            before = len(self.problems)
            if not isinstance(row, dict):
                what = tr("A case has keys; this is {kind}.", kind=kind_of(row))
                self._say(
                    path,
                    what,
                    tr(
                        "Write the keys name, tags, gives and, if wanted: {names}.",
                        names=", ".join(KEYS[len(NEEDED) :]),
                    ),
                )
                continue
            self._keys(row, path)
            name = self._text(row, "name", path)
            line = self.source.mark(path)[0]
            if name and name in lines:
                what = tr("A case of this name stands on line {line} too.", line=lines[name])
                self._say((*path, "name"), what, tr("Give each case a name of its own."))
            lines.setdefault(name, line)
            match = self._match(row, name, path)
            gives = self._gives(row.get("gives"), (*path, "gives"))
            result = self._result(row, path)
            listed = [self._listed(row.get(key), (*path, key)) for key in ("violations", "refused")]
            if len(self.problems) == before and match is not None:
                violations = listed[0] if "violations" in row else None
                yield Case(
                    name, self.source.file, match, gives, result, line, violations, listed[1]
                )

    def _keys(self, row: dict[str, Plain], path: KeyPath) -> None:
        for key in row:
            if key not in KEYS:
                close = get_close_matches(key, KEYS, 1)
                hint = tr("Did you mean {name}?", name=repr(close[0])) + " " if close else ""
                mend = hint + tr("Allowed here: {names}.", names=", ".join(KEYS))
                self._say((*path, key), tr("Unknown key."), mend, at_key=True)
        meant = {
            close for key in row if key not in KEYS for close in get_close_matches(key, KEYS, 1)
        }
        for key in NEEDED:
            if key not in row and key not in meant:
                what = tr("The key {key} is missing.", key=repr(key))
                self._say(path, what, tr("A case has a name, tags and what they give (gives: [])."))

    def _text(self, row: dict[str, Plain], key: str, path: KeyPath) -> str:
        value = row.get(key)
        if key in row and (not isinstance(value, str) or not value.strip()):
            what = tr("Here stands {kind}, and a text is needed.", kind=kind_of(value))
            self._say((*path, key), what, tr("Write a sentence in quotes."))
        return value if isinstance(value, str) else ""

    def _match(self, row: dict[str, Plain], name: str, path: KeyPath) -> Match | None:
        tags = row.get("tags")
        if "tags" not in row:
            return None
        if not isinstance(tags, str) or not tags.strip():
            what = tr(
                "Here stands {kind}, and rows of tags are needed.", kind=kind_of(tags or None)
            )
            self._say(
                (*path, "tags"), what, tr("Write “tags: |” and under it rows such as 0,,start,,,")
            )
            return None
        try:
            match = read_tag_table((HEADER + tags).encode(), name=f"{self.source.file} ({name})")
        except TagTableError as error:
            self.problems.extend(self._placed(problem, tags, path) for problem in error.problems)
            return None
        if self.known is not None:
            self._told(match, self.known, tags, path)
        return match

    def _told(self, match: Match, known: Known, tags: str, path: KeyPath) -> None:
        """Refuse a category, or a level, that the ruleset does not have."""
        rows = tags.splitlines()
        for key, allowed, kind in (
            ("category", known.categories, tr("category")),
            ("level", known.levels, tr("level")),
        ):
            for tag in match.tags:
                told = tag.details.get(key) if tag.tag == "match" else None
                if told is None or told in allowed or (key == "level" and not allowed):
                    continue
                row = next((i for i, row in enumerate(rows) if key in row and told in row), 0)
                what, mend = _unknown(told, allowed, kind)
                problem = Problem("", row + 2, len("match"), f"details.{key}", what, mend)
                self.problems.append(self._placed(problem, tags, path))

    def _placed(self, problem: Problem, tags: str, path: KeyPath) -> Problem:
        """A mistake in a table at its place in the file: the table's rows stand under `tags: |`."""
        line, column = self.source.mark((*path, "tags"))
        rows = tags.splitlines()
        number = problem.line - 2
        key = ".".join(filter(None, (str(path[0]), "tags", problem.key)))
        if not 0 <= number < len(rows) or "\n" not in tags:
            return Problem(self.source.file, line, column, key, problem.what, problem.mend)
        indent = self.source.mark(path)[1] + 2
        cells = rows[number].split(",")[: max(problem.column - 1, 0)]
        column = indent + sum(len(cell) + 1 for cell in cells)
        return Problem(
            self.source.file, line + 1 + number, column, key, problem.what, problem.mend
        )  # fmt: skip

    def _gives(self, value: Plain, path: KeyPath) -> tuple[Expected, ...]:
        what = tr("An award is a time, an athlete, an award, a number and a clause.")
        lines = self._lines(value, path, 5, what, _LINE)
        return tuple(filter(None, (self._expected(words, at) for words, at in lines)))

    def _listed(self, value: Plain, path: KeyPath) -> tuple[Listed, ...]:
        found = []
        what = tr("Such a line is a time, an athlete and a clause.")
        for (time, athlete, clause), at in self._lines(value, path, 3, what, _SHORT_LINE):
            seconds = self._time(time, at)
            self._word(athlete, ATHLETES, at, tr("athlete"))
            self._clause(clause, at)
            found.append(Listed(seconds, athlete, clause))
        return tuple(found)

    def _lines(
        self, value: Plain, path: KeyPath, many: int, what: str, example: str
    ) -> Iterator[tuple[list[str], KeyPath]]:
        """Lines of so many words, with their places."""
        lines = value if isinstance(value, list) else [] if value is None else [value]
        for index, line in enumerate(lines):
            at = (*path, index) if isinstance(value, list) else path
            if isinstance(line, str) and len(line.split()) == many:
                yield line.split(), at
            else:
                self._say(at, what, tr("Write for example: {line}", line=example))

    def _time(self, text: str, path: KeyPath) -> Fraction:
        try:
            return parse_seconds(text)
        except TimeError as error:
            self._say(path, error.what, error.mend)
            return Fraction(0)

    def _clause(self, clause: str, path: KeyPath) -> None:
        if self.known is not None:
            self._word(clause, self.known.clauses, path, tr("clause"))

    def _expected(self, words: list[str], path: KeyPath) -> Expected | None:
        time, athlete, award, value, clause = words
        before = len(self.problems)
        seconds = self._time(time, path)
        self._word(athlete, ATHLETES, path, tr("athlete"))
        self._word(award, AWARDS, path, tr("award"))
        if not value.removeprefix("-").isdecimal():
            what = tr("{text} is not a whole number.", text=repr(value))
            self._say(path, what, tr("Write for example: {line}", line=_LINE))
        self._clause(clause, path)
        if len(self.problems) > before:
            return None
        return Expected(seconds, athlete, award, int(value), clause)

    def _result(self, row: dict[str, Plain], path: KeyPath) -> str:
        value = row.get("result")
        if value is None:
            return ""
        words = value.split() if isinstance(value, str) else []
        if len(words) != 2:
            what = tr("A result is a winner and what won.")
            self._say(
                (*path, "result"), what, tr("Write for example: red points, or none undecided")
            )
            return ""
        self._word(words[0], (*ATHLETES, "none"), (*path, "result"), tr("athlete"))
        self._word(words[1], WON_BY, (*path, "result"), tr("way to win"))
        return " ".join(words)

    def _word(self, word: str, allowed: Collection[str], path: KeyPath, kind: str) -> None:
        if word not in allowed:
            self._say(path, *_unknown(word, allowed, kind))

    def _say(self, path: KeyPath, what: str, mend: str, *, at_key: bool = False) -> None:
        self.problems.append(self.source.problem(path, what, mend, at_key=at_key))


def _unknown(word: str, allowed: Collection[str], kind: str) -> tuple[str, str]:
    """What is wrong with a word that there is not, and what to write instead."""
    close = get_close_matches(word, allowed, 1)
    hint = tr("Did you mean {name}?", name=repr(close[0])) + " " if close else ""
    names = ", ".join(allowed) or tr("none is defined")
    return (
        tr("There is no {kind} {name}.", kind=kind, name=repr(word)),
        hint + tr("Allowed: {names}.", names=names),
    )
