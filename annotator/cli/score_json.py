"""The score of a match as plain values, in the one shape that other programs may rely on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction

from annotator.cli.certainty_text import certainty_record
from annotator.cli.detail_questions import detail_record, of_ruleset
from annotator.model.match import Match
from annotator.model.time import write_fraction
from annotator.model.vocabulary import ATHLETES
from annotator.scoring.certainty import Certainty
from annotator.scoring.margins import margin_frames, margin_text
from annotator.scoring.questions import DetailQuestion
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Question, Ruling, ScoreSheet
from annotator.text import say

Record = dict[str, object]


def match_record(
    file: str,
    match: Match,
    sheets: Sequence[ScoreSheet],
    rulesets: Sequence[Ruleset],
    details: Sequence[DetailQuestion] = (),
    times: Sequence[Fraction] | None = None,
    certainties: Sequence[Certainty] = (),
) -> Record:
    """A match and its results: what a line of `score --json` says.

    `details` are the unanswered details that would change a number under some of the rulesets;
    `times` the film's frame times in seconds. `margins` is there only where `certainties` are.
    """
    sure = {each.ruleset: {"margins": certainty_record(each)} for each in certainties}
    names: dict[str, str] = {who: match.name_of(who) for who in ATHLETES}
    return {
        "match": {
            "file": file,
            "title": match.title,
            "event": match.event,
            "date": match.date,
            "round": match.round,
            "weight": match.weight,
            "athletes": names,
            "tags": len(match.tags),
        },
        "results": [
            sheet_record(sheet, names, times)
            | {
                "questions": [
                    *(question_record(question, names) for question in sheet.questions),
                    *(
                        detail_record(q, match, rulesets)
                        for q in of_ruleset(details, sheet.ruleset)
                    ),
                ]
            }
            | sure.get(sheet.ruleset, {})
            for sheet in sheets
        ],
    }


def sheet_record(
    sheet: ScoreSheet, names: Mapping[str, str], times: Sequence[Fraction] | None = None
) -> Record:
    """One ruleset's result."""
    return {
        "ruleset": sheet.ruleset,
        "edition": sheet.edition,
        "totals": {who: asdict(numbers) for who, numbers in sheet.totals().items()},
        "winner": sheet.result.winner,
        "won_by": sheet.result.won_by,
        "why": say(sheet.result.why, names),
        "awards": [ruling_record(ruling, names, times) for ruling in sheet.awards],
        "refusals": [
            {
                **ruling_record(ruling, names, times),
                "missing": "" if ruling.missing is None else say(ruling.missing, names),
            }
            for ruling in sheet.refusals
        ],
        "questions": [question_record(question, names) for question in sheet.questions],
        "violations": [ruling_record(ruling, names, times) for ruling in sheet.violations],
        "ignored": [ruling_record(ruling, names, times) for ruling in sheet.ignored],
    }


def ruling_record(
    ruling: Ruling, names: Mapping[str, str], times: Sequence[Fraction] | None = None
) -> Record:
    """One ruling. `time` and `clock` are seconds for reading, `at` is the exact time. `film` is
    left out for the first film of the match. `margin`: by how much it was made or missed.
    """
    return {
        "time": float(ruling.time),
        "at": write_fraction(ruling.time),
        "frame": ruling.frame,
        **({} if ruling.film == 1 else {"film": ruling.film}),
        "clock": float(ruling.clock),
        "athlete": ruling.athlete,
        "award": None if ruling.award is None else ruling.award.value,
        "value": ruling.value,
        "clause": ruling.clause,
        "why": say(ruling.reason, names),
        "tags": list(ruling.tags),
        "assumed": [str(item) for item in ruling.assumed],
        "margin": _margin_record(ruling, times),
    }


def _margin_record(ruling: Ruling, times: Sequence[Fraction] | None) -> Record | None:
    """Seconds are negative where it was missed; `frames` of the film count either way."""
    if ruling.margin is None:
        return None
    return {
        "seconds": float(ruling.margin),
        "exactly": write_fraction(ruling.margin),
        "frames": margin_frames(ruling, times),
        "says": margin_text(ruling, times),
    }


def question_record(question: Question, names: Mapping[str, str]) -> Record:
    """One open question."""
    return {
        "kind": question.kind,
        "tag": question.tag,
        "detail": question.detail,
        "answers": dict(question.answers or {}),
        "effect": say(question.reason, names),
    }
