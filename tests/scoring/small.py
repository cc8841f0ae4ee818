"""Small matches and small rulesets, made up for one test each."""

from __future__ import annotations

import textwrap
from fractions import Fraction

from annotator.files.ruleset_file import ruleset_from_bytes
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.time import write_seconds
from annotator.model.vocabulary import Athlete
from annotator.scoring import score
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Ruling, ScoreSheet
from annotator.text import say

HEAD = """\
id: demo
edition: "1"
names: {en: Demo}
federation: nobody
source: made up
columns: [points, advantages, penalties, warnings]
"""
OUTCOME = "outcome: [submission, disqualification, points, advantages]\n"


def rules(text: str) -> Ruleset:
    """A ruleset from the clauses, and whatever else differs from the plainest one."""
    text = textwrap.dedent(text)
    head = HEAD if "\noutcome:" in f"\n{text}" else HEAD + OUTCOME
    return ruleset_from_bytes((head + text).encode(), "demo/ruleset.yaml")


def seconds(value: float | str | Fraction) -> Fraction:
    return value if isinstance(value, Fraction) else Fraction(str(value))


def fact(
    name: str,
    start: float | str | Fraction,
    who: Athlete | None = None,
    end: float | str | Fraction | None = None,
    **details: str,
) -> Tag:
    """A tag whose id is its name and its start: `mount 3`."""
    start = seconds(start)
    stop = None if end is None else seconds(end)
    tag = Tag(f"{name} {write_seconds(start)}", name, start, stop, who)
    return tag.with_details(**{key.rstrip("_"): value for key, value in details.items()})


def bout(*tags: Tag, end: float | None = 60) -> Match:
    """A match that starts at 0 and ends at `end` (None: no `end` tag)."""
    last = () if end is None else (fact("end", end),)
    return Match(tags=(fact("start", 0), *tags, *last))


def line(ruling: Ruling) -> str:
    """`6 red points 4 mount`: the words of a worked case."""
    award = ruling.award.value if ruling.award else "nothing"
    return f"{write_seconds(ruling.time)} {ruling.athlete} {award} {ruling.value} {ruling.clause}"


def awards(match: Match, ruleset: Ruleset) -> list[str]:
    return [line(ruling) for ruling in score(match, ruleset).awards]


def refusals(match: Match, ruleset: Ruleset) -> list[tuple[str, str]]:
    """Each refusal with what was missing."""
    sheet = score(match, ruleset)
    return [(line(r), say(r.missing) if r.missing else "") for r in sheet.refusals]


def asked(sheet: ScoreSheet) -> list[tuple[str, str]]:
    return [(question.reason.key, write_seconds(question.time)) for question in sheet.questions]


def clause(name: str, *rule_lines: str) -> str:
    """A clause with its rules in flow style, to stand under `clauses:`."""
    body = "".join(f"      - {rule}\n" for rule in rule_lines)
    return f"  {name}:\n    title: {{en: {name}}}\n" + (f"    rules:\n{body}" if body else "")


def clauses(*parts: str) -> str:
    return "clauses:\n" + "".join(parts)


MOUNT = clause("mount", "{holds: {in: mount}, seconds: 3, gives: {points: 4}}")
SIDE = clause("side", "{holds: {in: side_controls}, seconds: 3, gives: {points: 3}}")
TAKEDOWN = clause("takedown", "{does: takedown, seconds: 3, gives: {points: 2}}")
SWEEP = clause("sweep", "{does: sweep, seconds: 3, gives: {points: 2}}")
FOUL = clause("foul", "{tag: foul, gives: {penalties: 1, opponent_points: 1}}")
