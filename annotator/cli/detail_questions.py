"""Unanswered details that would change a number, in words and as plain values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from annotator.cli.score_text import frame_text
from annotator.model.match import Match
from annotator.model.time import clock_text
from annotator.model.vocabulary import ATHLETES, Athlete
from annotator.scoring.questions import DetailQuestion, Effect
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Totals
from annotator.text import after_colon, answer_text, tr, word

Record = dict[str, object]


def detail_lines(
    question: DetailQuestion, match: Match, rulesets: Sequence[Ruleset]
) -> Iterator[str]:
    """Where to look, what is assumed, and what each other answer would change."""
    tag = match.by_id(question.tag)
    place = clock_text(question.time)
    if question.frame is not None:
        place += ", " + frame_text(question.frame, tag.film if tag else 1)
    name = word(tag.tag) if tag else question.tag
    assumed = (
        tr("assumed {value}", value=answer_text(question.detail, question.ordinary))
        if question.ordinary
        else tr("unknown")
    )
    yield tr(
        "{place}: {name} (tag {tag}), {detail}? {assumed}",
        place=place, name=name, tag=question.tag, detail=word(question.detail), assumed=assumed,
    )  # fmt: skip
    for value, effects in question.answers.items():
        for effect in effects:
            yield "    " + after_colon(
                answer_text(question.detail, value), effect_text(effect, match, rulesets)
            )


def effect_text(effect: Effect, match: Match, rulesets: Sequence[Ruleset]) -> str:
    """The ruleset, then `7–0 becomes 3–0, and nobody wins`."""
    rules = next(ruleset for ruleset in rulesets if ruleset.id == effect.ruleset)
    text = tr(
        "{ruleset} {before} becomes {after}",
        ruleset=effect.ruleset, before=numbers_text(effect.before, rules),
        after=numbers_text(effect.after, rules),
    )  # fmt: skip
    if not effect.changes_winner:
        return text
    who = effect.winner_after
    wins = tr("{name} wins", name=match.name_of(who)) if who else tr("nobody wins")
    return tr("{text}, and {wins}", text=text, wins=wins)


def numbers_text(totals: Mapping[Athlete, Totals], ruleset: Ruleset) -> str:
    """`7–0`, or `7–0 (1–0 advantages)`: what else there is, as the ruleset calls it."""
    text = "–".join(str(totals[who].points).replace("-", "−") for who in ATHLETES)
    for name in ("advantages", "penalties", "warnings"):
        numbers = [getattr(totals[who], name) for who in ATHLETES]
        if any(numbers):
            text += f" ({'–'.join(map(str, numbers))} {ruleset.term(name)})"
    return text


def detail_record(question: DetailQuestion, match: Match, rulesets: Sequence[Ruleset]) -> Record:
    """The question as plain values: `answers` says of each answer what it would change."""
    answers = {
        value: "; ".join(effect_text(effect, match, rulesets) for effect in effects)
        for value, effects in question.answers.items()
    }
    tag = match.by_id(question.tag)
    film = {"film": tag.film} if tag is not None and tag.film != 1 else {}
    return {
        "kind": "detail",
        "tag": question.tag,
        "detail": question.detail,
        "answers": answers,
        "effect": next(iter(answers.values())),
        "assumed": question.ordinary,
        "time": float(question.time),
        "frame": question.frame,
        **film,
    }


def of_ruleset(questions: Sequence[DetailQuestion], ruleset: str) -> list[DetailQuestion]:
    """The questions that matter under one ruleset, with their effects there only."""
    found = []
    for question in questions:
        answers = {
            value: tuple(effect for effect in effects if effect.ruleset == ruleset)
            for value, effects in question.answers.items()
        }
        answers = {value: effects for value, effects in answers.items() if effects}
        if answers:
            found.append(
                DetailQuestion(
                    question.tag, question.detail, question.ordinary, question.time,
                    question.frame, answers,
                )
            )  # fmt: skip
    return found
