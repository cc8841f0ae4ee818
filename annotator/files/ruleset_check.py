"""A ruleset checked as a whole: its file, its doubts, and its cases against the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from annotator.errors import Problem, RulesetError
from annotator.files.atomic import read_bytes
from annotator.files.ruleset_cases import Case, Known, differences, examine_cases
from annotator.files.ruleset_doubts import doubts
from annotator.files.ruleset_file import SIZE_LIMIT, Read, examine
from annotator.model.match import Match
from annotator.model.vocabulary import POSITIONS
from annotator.scoring import score
from annotator.scoring.reading import read_story
from annotator.scoring.ruleset import Rule, Ruleset
from annotator.scoring.ruling import ScoreSheet
from annotator.text import tr

ANY_DISQUALIFICATION = "disqualified"  # what the engine calls one that no clause speaks of


@dataclass(frozen=True, slots=True)
class Checked:
    """`problems` must be mended (the file's and the cases'), `failed` are cases that give
    something else, `warnings` are doubts. `ruleset` is None where too much is wrong.
    """

    path: Path
    ruleset: Ruleset | None = None
    cases: int = 0
    problems: tuple[Problem, ...] = ()
    failed: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()


def check_ruleset(path: Path) -> Checked:
    """Check a ruleset file and the cases beside it. Raises FileError where it cannot be read."""
    data = read_bytes(path, SIZE_LIMIT)
    try:
        read = examine(data, str(path))
    except RulesetError as error:
        return Checked(path, problems=error.problems)
    problems = [*read.problems, *_folder_name(read, path)]
    ruleset = None if read.problems else read.ruleset
    known = None
    if read.model is not None:
        m = read.model
        known = Known([*m.clauses, ANY_DISQUALIFICATION], [*m.categories], m.levels)
    cases, wrong = examine_cases(path.parent, known)
    warnings = doubts(read) if ruleset is not None else _doubts_beside(read)
    failed: list[Problem] = []
    if ruleset is not None:
        sheets = [(case, score(case.match, ruleset)) for case in cases]
        failed = [problem for case, sheet in sheets for problem in _failure(case, sheet)]
        if not wrong:
            warnings += _uncovered(read, ruleset, sheets)
    return Checked(
        path, ruleset, len(cases), tuple(sorted([*problems, *wrong])), tuple(sorted(failed)),
        tuple(sorted(warnings)),
    )  # fmt: skip


def _doubts_beside(read: Read) -> list[Problem]:
    """The doubts about a file with mistakes, without those that may only follow from one of them.

    Where something that was written could not be read, what it was for seems to do nothing.
    """
    wrong = {problem.key.split(".")[0] for problem in read.problems}
    lines = {problem.line for problem in read.problems}
    return [
        doubt
        for doubt in doubts(read)
        if doubt.line not in lines
        and doubt.key.split(".")[0] not in ("readings", "options")
        and not wrong & {"columns", "outcome"}
        and not any(doubt.key.startswith(_rule_of(problem.key)) for problem in read.problems)
    ]


def _rule_of(key: str) -> str:
    """The key of the rule that a key lies in; a key outside rules is its own."""
    return ".".join(key.split(".")[:4]) or " "


def _folder_name(read: Read, path: Path) -> Iterator[Problem]:
    folder = path.absolute().parent.name
    if read.model is not None and read.model.id and read.model.id != folder:
        yield read.source.problem(
            ("id",),
            tr("The id is {id}, but its folder is called {folder}.", id=repr(read.model.id), folder=repr(folder)),
            tr("Give both one name: matches find a ruleset by it."),
        )  # fmt: skip


def _failure(case: Case, sheet: ScoreSheet) -> Iterator[Problem]:
    lines = differences(case, sheet)
    if lines:
        what = tr("The case “{name}” comes out differently.", name=case.name)
        yield Problem(case.file, case.line, 0, "", what, "\n    ".join(lines))


# -- cases for every clause -----------------------------------------------------------------------


def _uncovered(
    read: Read, ruleset: Ruleset, sheets: list[tuple[Case, ScoreSheet]]
) -> list[Problem]:
    """Clauses without a case that pays, or without one in which they do not pay."""
    starts = _starts(ruleset)
    paid: set[str] = set()
    refused: set[str] = set()
    for case, sheet in sheets:
        gives = {ruling.clause for ruling in (*sheet.awards, *sheet.violations)}
        paid |= gives
        refused |= {ruling.clause for ruling in sheet.refusals}
        happened = _happened(case.match)
        refused |= {
            name for name, begin in starts.items() if begin & happened and name not in gives
        }
    paying = _paying(ruleset)
    if not sheets:
        what = tr("There is not one case: nobody can see whether these rules do what they should.")
        mend = tr("Write some in cases/cases.yaml beside the file.")
        return [Problem(read.source.file, 0, 0, "", what, mend)]
    found = []
    for name in starts:
        unpaid, unrefused = name in paying and name not in paid, name not in refused
        if unpaid and unrefused:
            what = tr("No case is about the clause {name}.", name=repr(name))
            mend = tr("Add two to cases/: one that pays, and one that misses it by a little.")
        elif unpaid:
            what = tr("No case in which the clause {name} pays.", name=repr(name))
            mend = tr("Add one to cases/: what happens, and the line it gives.")
        elif unrefused:
            what = tr("No case in which the clause {name} does not pay.", name=repr(name))
            mend = tr("Add one to cases/ that misses it by a little.")
        else:
            continue
        found.append(read.source.problem(("clauses", name), what, mend, at_key=True))
    return found


def _begins(rule: Rule) -> frozenset[str]:
    if rule.position:
        return frozenset[str]().union(*(track.where.positions for track in rule.tracks))
    return rule.does


def _starts(ruleset: Ruleset) -> dict[str, frozenset[str]]:
    """What must happen for each clause that pays or refuses to be in question."""
    starts: dict[str, frozenset[str]] = {}

    def add(clause: str, begins: frozenset[str]) -> None:
        starts[clause] = starts.get(clause, frozenset()) | begins

    for rule in ruleset.rules:
        add(rule.clause, _begins(rule))
        for near in rule.near:
            add(near.clause, _begins(rule))
        for case in rule.exceptions:
            add(case.clause, frozenset())
    for attack in ruleset.attacks:
        add(attack.clause, frozenset({"submission"}))
    for tag_rule in ruleset.tag_rules:
        add(tag_rule.clause, tag_rule.tags)
    for inactivity in ruleset.inactivity:
        add(inactivity.clause, inactivity.both_in or frozenset({"inactive"}))
    if ruleset.caught_at_end is not None:
        add(ruleset.caught_at_end.clause, frozenset({"submission"}))
    if ruleset.spell is not None:
        levels = frozenset[str]().union(*ruleset.spell.levels)
        for clause in filter(None, (ruleset.spell.clause, ruleset.spell.pass_near)):
            add(clause, levels)
    return starts


def _paying(ruleset: Ruleset) -> set[str]:
    """Clauses under which something is given or listed."""
    paying = {
        rule.clause for rule in ruleset.rules if rule.gives or any(t.gives for t in rule.tracks)
    }
    paying |= {near.clause for rule in ruleset.rules for near in rule.near if near.gives}
    paying |= {attack.clause for attack in ruleset.attacks if attack.gives}
    paying |= {inactivity.clause for inactivity in ruleset.inactivity if inactivity.gives}
    paying |= {rule.clause for rule in ruleset.tag_rules if rule.gives or rule.violation}
    if ruleset.caught_at_end is not None:
        paying.add(ruleset.caught_at_end.clause)
    if ruleset.spell is not None:
        paying |= {ruleset.spell.clause, ruleset.spell.pass_near} - {""}
    return paying


def _happened(match: Match) -> set[str]:
    """Tags, and everything that was done, in a match."""
    names = {tag.tag for tag in match.tags}
    names |= {
        tag.details["position"] for tag in match.tags if tag.details.get("position") in POSITIONS
    }
    for beat in read_story(match).beats:
        names |= {did.what for did in (*beat.landed, *beat.did)}
    return names
