"""A made-up match of forty tags and what five made-up rulesets say about it; and a huge one.

The numbers are by hand: the views are tested without an engine.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from PyQt6.QtGui import QColor, QPalette

from annotator.model.match import Match, Person
from annotator.model.tag import Tag
from annotator.model.timeline import read_timeline
from annotator.model.vocabulary import Athlete
from annotator.scoring.ruleset import Clause, Ruleset
from annotator.scoring.ruling import (
    Assumed,
    Award,
    Question,
    Result,
    Ruling,
    RulingKind,
    ScoreSheet,
)
from annotator.text import Phrase

FPS = Fraction(30000, 1001)

PHRASES = {
    "t_held": "{top} kept {position} for {held} s after the pass.",
    "t_takedown": "{top} took the opponent down and held the top position for {held} s.",
    "t_mount": "{top} settled in mount; the hold of 3 s was kept.",
    "t_back": "{top} held the back with both hooks for {held} s.",
    "t_short": "{top} was in {position}, but the opponent escaped.",
    "t_missing": "{lack} s of control",
    "t_close": "{top} had a locked {technique} and the opponent was in danger until the escape.",
    "t_penalty": "{top} was passive for 20 s; the referee's signal counts as a penalty.",
    "t_landing": "What did {bottom} land on? The answer decides whether the throw is worth 4.",
    "t_ignored": "A mark is never scored.",
    "t_foul": "{top} grabbed inside the sleeve: a foul that these rules do not know.",
    "t_won": "{top} leads by {lead} points at the end.",
    "t_open": "The points are level and no criterion separates the two.",
}

_ROWS = """
0 - match - category=adult;gi=yes;duration=300
4 - start - -
4 - standing - -
11.2 12.6 attempt blue kind=takedown
19.5 21.0 takedown red landing=back;amplitude=high
21.0 - half_guard red -
27.4 - half_guard red hips_pinned=yes
33.1 - side_control red back_flat=yes
36.0 - mark - -
41.7 - knee_on_belly red knee=leg_side
47.9 58.2 submission red technique=armbar;close=yes;outcome=escaped
50.3 56.0 submission blue technique=bow_and_arrow
58.9 - closed_guard red -
66.0 - inactive red -
71.5 - warning red reason=passivity
78.4 - stop - reason=out_of_bounds
88.0 - restart - position=standing
93.5 - foul blue kind=grip_inside
97.0 99.3 guard_pull blue grip=yes
99.3 - open_guard red -
108.8 110.4 sweep blue continuous=yes
110.4 - half_guard blue -
121.0 - mount blue -
124.2 - mount blue arms_trapped=1
131.6 - scramble - -
133.0 - turtle red -
139.4 - back_control red hooks=1
142.7 - back_control red hooks=2
149.0 168.0 submission red technique=rear_choke;close_from=155;outcome=escaped
168.9 - side_control blue -
176.3 - freeze - -
184.0 - resume - -
191.0 193.8 attempt red kind=sweep
199.5 - leg_entanglement red -
203.0 212.0 submission blue technique=straight_ankle;outcome=released
212.0 - standing - -
222.0 - out_of_bounds red while=attacking
225.0 - stop - -
231.0 - restart - position=standing
252.0 253.5 takedown blue -
253.5 - side_control blue -
285.0 - official blue points=2
330.0 - end - -
"""


def dark_palette() -> QPalette:
    """What a dark desktop gives."""
    palette = QPalette()
    for role, color in (
        (QPalette.ColorRole.Window, "#26292e"),
        (QPalette.ColorRole.Base, "#1b1d21"),
        (QPalette.ColorRole.AlternateBase, "#212429"),
        (QPalette.ColorRole.Text, "#e6e8eb"),
        (QPalette.ColorRole.WindowText, "#e6e8eb"),
        (QPalette.ColorRole.Button, "#2f333a"),
        (QPalette.ColorRole.ButtonText, "#e6e8eb"),
        (QPalette.ColorRole.Highlight, "#3a5fcd"),
        (QPalette.ColorRole.HighlightedText, "#ffffff"),
        (QPalette.ColorRole.PlaceholderText, "#9aa1ab"),
    ):
        palette.setColor(role, QColor(color))
    return palette


def frame_times(seconds: int = 340) -> list[Fraction]:
    return [Fraction(index) / FPS for index in range(int(seconds * FPS))]


def make_match(*, named: bool = True) -> Match:
    times = frame_times()
    tags = []
    for number, line in enumerate(_ROWS.split("\n")[1:-1], 1):
        start, end, name, who, answers = line.split()
        details = dict(pair.split("=") for pair in answers.split(";")) if answers != "-" else {}
        index = round(Fraction(start) * FPS)
        last = round(Fraction(end) * FPS) if end != "-" else None
        tags.append(
            Tag(
                f"t{number}",
                name,
                times[index],
                times[last] if last is not None else None,
                {"red": "red", "blue": "blue"}.get(who),  # type: ignore[arg-type]
                MappingProxyType(details),
                "Watch the far hip here" if name == "mount" else "",
                index,
                last,
            )
        )
    people: dict[Athlete, Person] = {"red": Person(), "blue": Person()}
    if named:
        people = {"red": Person("Camille Lefèvre", "purple"), "blue": Person("Иван Петров", "blue")}
    return Match(tuple(tags), MappingProxyType(people), title="Final, −70 kg")


_CLAUSES = {
    "takedown": "Takedown",
    "pass": "Guard pass",
    "knee": "Knee on belly",
    "mount": "Mount",
    "back": "Back control",
    "sweep": "Sweep",
    "submission_attempt": "Submission attempt",
    "passivity": "Passivity",
}


def _ruleset(ruleset_id: str, name: str, edition: str, columns: str) -> Ruleset:
    clauses = tuple(Clause(key, {"en": title}) for key, title in _CLAUSES.items())
    return Ruleset(ruleset_id, edition, {"en": name}, name, "", tuple(columns.split()), clauses)


def make_rulesets() -> list[Ruleset]:
    return [
        _ruleset("bjj-a", "Jiu-jitsu A", "2024", "points advantages penalties"),
        _ruleset("bjj-b", "Jiu-jitsu B (national)", "2023-09", "points advantages penalties"),
        _ruleset("halves", "Ne-waza", "3.1", "points advantages penalties warnings"),
        _ruleset("grappling", "Grappling gi", "2022", "points penalties"),
        _ruleset("signed", "Kids, signed points", "2025", "points warnings"),
    ]


def _ruling(
    match: Match,
    kind: RulingKind,
    at: str,
    who: Athlete,
    clause: str,
    reason: Phrase,
    award: Award | None,
    value: int = 1,
    tags: str = "",
    **more: Any,
) -> Ruling:
    time = Fraction(at)
    ruling = Ruling(
        kind,
        time,
        read_timeline(match).clock_at(time),
        who,
        clause,
        reason,
        award,
        value,
        tuple(tags.split()),
        frame=-int(-time * FPS // 1),
    )
    return ruling._replace(**more)


def make_sheet(match: Match, ruleset: Ruleset) -> ScoreSheet:
    """A sheet that differs a little from ruleset to ruleset."""
    advantages = "advantages" in ruleset.columns

    def given(
        at: str,
        who: Athlete,
        clause: str,
        reason: Phrase,
        award: Award,
        value: int = 1,
        tags: str = "",
        **more: object,
    ) -> Ruling:
        return _ruling(match, RulingKind.AWARD, at, who, clause, reason, award, value, tags, **more)

    def said(key: str, who: str = "red", **values: object) -> Phrase:
        return Phrase.of(key, top=who, **values)  # type: ignore[arg-type]

    held = Fraction("3.003")
    awards = [
        given(
            "24.0",
            "red",
            "takedown",
            said("t_takedown", held=held),
            Award.POINTS,
            4 if ruleset.id == "bjj-b" else 2,
            "t5 t6",
            assumed=(Assumed("t5", "landing_control", "yes"),),
        ),
        given(
            "36.1",
            "red",
            "pass",
            said("t_held", position="side_control", held=held),
            Award.POINTS,
            3,
            "t6 t8",
        ),
        given(
            "44.7",
            "red",
            "knee",
            said("t_held", position="knee_on_belly", held=held),
            Award.POINTS,
            2,
            "t10",
            assumed=(Assumed("t10", "posted_foot", "yes"), Assumed("t10", "arm_gripped", "no")),
        ),
        given(
            "113.4",
            "blue",
            "sweep",
            said("t_takedown", "blue", held=held),
            Award.POINTS,
            2,
            "t21 t22",
        ),
        given("124.0", "blue", "mount", said("t_mount", "blue"), Award.POINTS, 4, "t23 t24"),
        given("145.7", "red", "back", said("t_back", held=held), Award.POINTS, 4, "t27 t28"),
        given(
            "256.5",
            "blue",
            "takedown",
            said("t_takedown", "blue", held=held),
            Award.POINTS,
            2,
            "t40 t41",
            assumed=(Assumed("t40", "landing", "back"),),
        ),
    ]
    if advantages:
        close = said("t_close", technique="armbar")
        awards.append(given("58.2", "red", "submission_attempt", close, Award.ADVANTAGE, 1, "t11"))
        close = said("t_close", technique="rear_choke")
        awards.append(given("168.0", "red", "submission_attempt", close, Award.ADVANTAGE, 1, "t29"))
    if "penalties" in ruleset.columns:
        awards.append(given("86.0", "red", "passivity", said("t_penalty"), Award.PENALTY, 1, "t14"))
        if ruleset.id == "grappling":
            awards.append(
                given("86.0", "blue", "passivity", said("t_penalty"), Award.POINTS, 1, "t14")
            )
    if "warnings" in ruleset.columns:
        awards.append(given("71.5", "red", "passivity", said("t_penalty"), Award.WARNING, 1, "t15"))
    if ruleset.id == "signed":
        awards = [r for r in awards if r.athlete == "blue" or r.award is not Award.POINTS]
        awards.append(given("86.0", "red", "passivity", said("t_penalty"), Award.POINTS, -1, "t14"))
    refusals = [
        _ruling(match, RulingKind.REFUSAL, "171.3", "blue", "pass",
                said("t_short", "blue", position="side_control"), Award.POINTS, 3, "t30",
                missing=Phrase.of("t_missing", lack=Fraction("0.567")), margin=Fraction("-0.567")),
        _ruling(match, RulingKind.REFUSAL, "30.4", "red", "pass",
                said("t_short", position="half_guard"), Award.ADVANTAGE, 1, "t7",
                missing=Phrase.of("t_missing", lack=Fraction("1.2"))),
    ]  # fmt: skip
    violations = (
        _ruling(match, RulingKind.VIOLATION, "93.5", "blue", "passivity", said("t_foul", "blue"),
                None, 0, "t18"),
    )  # fmt: skip
    ignored = (
        Ruling(RulingKind.IGNORED, Fraction(36), Fraction(32), None, "takedown",
               Phrase.of("t_ignored"), tags=("t9",)),
    )  # fmt: skip
    questions = (
        Question("detail", Phrase.of("t_landing", bottom="red"), Fraction("253.5"), "t40", "landing",
                 {"back": "blue +4", "knees": "blue +0"}, 7598),
    )  # fmt: skip
    awards.sort(key=lambda ruling: ruling.time)
    sheet = ScoreSheet(
        ruleset.id, ruleset.edition, tuple(awards),
        tuple(sorted(refusals, key=lambda ruling: ruling.time)),
        violations, ignored, questions, Result(None, "undecided", Phrase.of("t_open")),
    )  # fmt: skip
    totals = sheet.totals()
    lead = totals["red"].points - totals["blue"].points
    if lead and ruleset.id != "halves":
        winner: Athlete = "red" if lead > 0 else "blue"
        why = Phrase.of("t_won", top=winner, lead=abs(lead))
        return replace(sheet, result=Result(winner, "points", why))
    return sheet


def make_sheets(match: Match, rulesets: list[Ruleset]) -> dict[str, ScoreSheet]:
    return {ruleset.id: make_sheet(match, ruleset) for ruleset in rulesets}


def huge(tags: int = 5000, lanes: int = 10) -> tuple[Match, dict[str, ScoreSheet], list[Ruleset]]:
    """A season in one file: this many tags, and this many rulesets with an award for every fifth."""
    names = (
        "half_guard",
        "side_control",
        "mount",
        "submission",
        "takedown",
        "foul",
        "back_control",
    )
    made = [Tag("t0", "start", Fraction(0))]
    for number in range(1, tags):
        name = names[number % len(names)]
        start = Fraction(number * 3, 4)
        who: Athlete = "red" if number % 3 else "blue"
        end = start + 1 if name in ("submission", "takedown") else None
        made.append(Tag(f"t{number}", name, start, end, who))
    match = Match(tuple(made))
    rulesets = [
        _ruleset(f"r{n}", f"Ruleset {n}", "2024", "points advantages") for n in range(lanes)
    ]
    sheets = {}
    for number, ruleset in enumerate(rulesets):
        awards = tuple(
            Ruling(
                RulingKind.AWARD,
                tag.start + 3,
                tag.start + 3,
                tag.athlete,
                "mount",
                Phrase.of("t_mount", top=tag.athlete or "red"),
                Award.POINTS if index % 2 else Award.ADVANTAGE,
                2,
                (tag.id,),
            )
            for index, tag in enumerate(made[1 + number :: 5])
        )
        sheets[ruleset.id] = ScoreSheet(
            ruleset.id,
            "2024",
            awards,
            (),
            (),
            (),
            (),
            Result(None, "undecided", Phrase.of("t_open")),
        )
    return match, sheets, rulesets
