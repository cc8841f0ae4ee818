"""How a lesson's pages call what was given, whom, and how it was marked."""

from __future__ import annotations

from fractions import Fraction

from annotator.model.lesson import ControlKind, Given, GivenKind, Part
from annotator.model.match import Match
from annotator.model.minors import is_of_children
from annotator.model.vocabulary import ATHLETES, Athlete
from annotator.scoring import wording
from annotator.scoring.marking import Mark, Vote
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Totals
from annotator.text import seconds_text, tr, tr_n
from exports.film_moments import Names, called

_SIGNS = {Mark.RIGHT: "✓", Mark.WRONG: "✗", Mark.NOT_ASKED: "–"}


def names_for(match: Match, wanted: Names) -> Names:
    """How the athletes of a match may be called: children never by their full names."""
    return Names.INITIALS if wanted is Names.FULL and is_of_children(match) else wanted


def people(match: Match | None, names: Names) -> dict[Athlete, str]:
    """What the athletes are called; without a match by their colours."""
    shown = called(match or Match(), names_for(match, names) if match else Names.COLOURS)
    return {who: wording.name_of(shown, who) for who in ATHLETES}


def award_words(kind: GivenKind, value: int, ruleset: Ruleset | None = None) -> str:
    """An award as it is called: `3 points`, `advantage`."""
    if kind is GivenKind.POINTS:
        return tr_n("{count} point", "{count} points", value)
    if kind is GivenKind.DISQUALIFICATION:
        return tr("disqualification")
    term = kind.value if ruleset is None else ruleset.term(kind.value, wording.rules_language())
    return term if value == 1 else tr("{count} × {what}", count=value, what=term)


def given_words(given: Given, who: dict[Athlete, str], ruleset: Ruleset | None = None) -> str:
    """An award with whom it is for."""
    what = award_words(given.kind, given.value, ruleset)
    return tr("{who}: {what}", who=who[given.athlete], what=what)


def vote_words(vote: Vote | None, who: dict[Athlete, str], ruleset: Ruleset | None = None) -> str:
    """What was called, in a few words; None: no answer."""
    if vote is None:
        return tr("no answer")
    return verdict_words(tuple(Given(*each) for each in vote), who, ruleset)


def before_words(
    before: tuple[Given, ...], who: dict[Athlete, str], ruleset: Ruleset | None = None
) -> str:
    """Calls that were neither right nor wrong, and why."""
    return tr("given before what was asked: {calls}", calls=verdict_words(before, who, ruleset))


def verdict_words(
    verdict: tuple[Given, ...], who: dict[Athlete, str], ruleset: Ruleset | None = None
) -> str:
    """An answer: all awards, or that it is nothing."""
    if not verdict:
        return tr("nothing")
    return " + ".join(given_words(given, who, ruleset) for given in verdict)


def part_words(part: Part) -> str:
    """What a part of an answer is called."""
    return {
        Part.DECISION: tr("decision"),
        Part.ATHLETE: tr("athlete"),
        Part.VALUE: tr("value"),
        Part.TIME: tr("moment"),
        Part.CLAUSE: tr("clause"),
        Part.CONTROL: tr("control"),
    }[part]


def kind_words(kind: str) -> str:
    """What was to be given."""
    return {
        "points": tr("points"),
        "advantage": tr("advantage"),
        "penalty": tr("penalty"),
        "warning": tr("warning"),
        "disqualification": tr("disqualification"),
    }.get(kind) or tr("nothing")


def control_words(kind: ControlKind) -> str:
    """A mark of control."""
    return tr("control starts") if kind is ControlKind.STARTS else tr("control is lost")


def mark_sign(mark: Mark) -> str:
    """A sign that needs no colour: right, wrong, not asked."""
    return _SIGNS[mark]


def mark_words(mark: Mark) -> str:
    """A mark in words."""
    return {Mark.RIGHT: tr("right"), Mark.WRONG: tr("wrong")}.get(mark) or tr("not asked")


def percent_text(percent: Fraction | None) -> str:
    """A share of a hundred, cut to whole numbers so that nothing looks passed that is not."""
    return "–" if percent is None else tr("{number} %", number=int(percent))


def reaction_text(seconds: Fraction | None) -> str:
    """How long an answer took after the clip's end."""
    if seconds is None:
        return "–"
    return tr("{seconds} s", seconds=seconds_text(Fraction(round(seconds * 10), 10)))


def totals_text(totals: Totals, ruleset: Ruleset) -> str:
    """What a board shows for one athlete: the ruleset's columns, `7 · 1 · 0`."""
    columns = [column for column in ruleset.columns if hasattr(totals, column)]
    return " · ".join(str(getattr(totals, column)) for column in columns)
