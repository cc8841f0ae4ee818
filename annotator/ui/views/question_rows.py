"""Open questions as rows and answers in words: what is asked, what an answer would change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.time import FrameRef, clock_text
from annotator.model.vocabulary import ATHLETES, Athlete
from annotator.scoring import wording
from annotator.scoring.board import COLUMNS, column_short
from annotator.scoring.ruleset import Ruleset
from annotator.text import after_colon, answer_text, tr, with_semicolons, word
from annotator.ui.tagging.questions import choices, question_text

if TYPE_CHECKING:
    from annotator.scoring.open_questions import OpenQuestion, Reply
    from annotator.scoring.questions import Effect


@dataclass(frozen=True, slots=True)
class ReplyRow:
    """An answer: what it says, and under it what it changes (empty: no number)."""

    reply: Reply
    label: str
    effect: str


@dataclass(frozen=True, slots=True)
class QuestionRow:
    """A question: in short, what is `asked` in full, `when`, and its `weight` for the score."""

    question: OpenQuestion
    athlete: Athlete | None
    short: str
    asked: str
    when: str
    weight: str
    decides: bool
    replies: tuple[ReplyRow, ...]

    def sentence(self) -> str:
        """All of it, for tooltips and screen readers."""
        head = wording.joined((self.short, wording.letter(self.athlete), self.when))
        answers = [after_colon(row.label, row.effect) for row in self.replies]
        return wording.joined((head, self.asked, self.weight, *answers), "\n")


def question_rows(
    match: Match, questions: Sequence[OpenQuestion], rulesets: Sequence[Ruleset]
) -> list[QuestionRow]:
    """The rows of the questions that this match still leaves open, in their order."""
    by_id = {ruleset.id: ruleset for ruleset in rulesets}
    return [
        _row(match, question, by_id)
        for question in questions
        if is_open(match, question) and set(question.rulesets) <= set(by_id)
    ]


def is_open(match: Match, question: OpenQuestion) -> bool:
    """Whether the match has not answered it since: an answer takes its question away at once."""
    if question.tag is None:
        return True
    tag = match.by_id(question.tag)
    if tag is None or question.detail is None:
        return tag is not None
    return question.detail in tag.kind.details and question.detail not in tag.details


def _row(match: Match, question: OpenQuestion, rulesets: Mapping[str, Ruleset]) -> QuestionRow:
    tag = match.by_id(question.tag) if question.tag else None
    decides = any(effect.changes_winner for effect in question.effects)
    return QuestionRow(
        question,
        tag.athlete if tag is not None else None,
        _short(question, tag) or _asked(match, question, tag, rulesets),
        _asked(match, question, tag, rulesets),
        _when(question, tag),
        _weight(question, decides),
        decides,
        tuple(_reply_row(match, reply, question, rulesets) for reply in _in_order(question, tag)),
    )


def _short(question: OpenQuestion, tag: Tag | None) -> str:
    """`Mount: knees down?`; empty for what is asked in a sentence of its own."""
    if question.reason is not None or tag is None or question.detail is None:
        return ""
    return tr("{tag}: {detail}?", tag=wording.tag_name(tag), detail=word(question.detail))


def _asked(
    match: Match, question: OpenQuestion, tag: Tag | None, rulesets: Mapping[str, Ruleset]
) -> str:
    if question.reason is not None:
        people = wording.names(match)
        for ruleset in question.rulesets:
            people |= wording.category_names(rulesets[ruleset])
        return wording.told(question.reason, people)
    assert tag is not None
    assert question.detail is not None
    return question_text(tag, tag.kind.details[question.detail], match)


def _when(question: OpenQuestion, tag: Tag | None) -> str:
    frame = FrameRef(tag.frame, tag.film) if tag is not None and tag.frame is not None else None
    at = clock_text(question.time, 2)
    return wording.joined((at, str(frame) if frame is not None else ""))


def _weight(question: OpenQuestion, decides: bool) -> str:
    """How much hangs on it: who wins, or up to how many points, and under which rulesets."""
    effects = question.effects
    if not effects:
        return tr("changes no number; asked by {rules}", rules=", ".join(question.rulesets))
    rules = ", ".join(dict.fromkeys(effect.ruleset for effect in effects))
    if decides:
        return tr("may decide who wins: {rules}", rules=rules)
    most = max(
        abs(effect.before[who].points - effect.after[who].points)
        for effect in effects
        for who in ATHLETES
    )
    if most:
        return tr("up to {points} points: {rules}", points=most, rules=rules)
    return tr("no points, but other numbers: {rules}", rules=rules)


def _in_order(question: OpenQuestion, tag: Tag | None) -> Sequence[Reply]:
    """Answers to a detail have the digits that they have beside the tag buttons."""
    if question.kind != "detail" or tag is None or question.detail is None:
        return question.replies
    by_value = {reply.value: reply for reply in question.replies}
    shown = choices(tag, tag.kind.details[question.detail])
    return [by_value[choice.value] for choice in shown if choice.value in by_value]


def _reply_row(
    match: Match, reply: Reply, question: OpenQuestion, rulesets: Mapping[str, Ruleset]
) -> ReplyRow:
    if reply.words is not None:
        people = wording.names(match)
        for ruleset in question.rulesets:
            people |= wording.category_names(rulesets[ruleset])
        label = wording.capital(wording.told(reply.words, people))
    elif question.detail is not None:
        label = answer_text(question.detail, reply.value)
    else:
        label = word(reply.value)
    return ReplyRow(reply, label, effects_text(reply.effects, match, rulesets))


def effects_text(effects: Sequence[Effect], match: Match, rulesets: Mapping[str, Ruleset]) -> str:
    """What an answer changes: `jjb-fr: R 3 → 0, Lena wins; ibjjf: R 4 → 0`."""
    return with_semicolons(
        _effect_text(effect, match, rulesets[effect.ruleset])
        for effect in effects
        if effect.ruleset in rulesets
    )


def _effect_text(effect: Effect, match: Match, ruleset: Ruleset) -> str:
    changes = []
    for who in ATHLETES:
        for column in COLUMNS:
            before, after = getattr(effect.before[who], column), getattr(effect.after[who], column)
            if before == after:
                continue
            name = ruleset.term(column, wording.rules_language())
            of = "" if column == "points" else column_short(column, name)
            told = tr(
                "{before} → {after}", before=wording.plain(before), after=wording.plain(after)
            )
            changes.append(wording.joined((wording.letter(who), of, told), " "))
    if effect.changes_winner:
        winner = effect.winner_after
        changes.append(
            tr("{name} wins", name=wording.name_of(match, winner)) if winner else tr("nobody wins")
        )
    return tr("{rules}: {changes}", rules=ruleset.id, changes=", ".join(changes))


def loop_of(question: OpenQuestion, first: Fraction, roll: Fraction) -> tuple[Fraction, Fraction]:
    """What is shown over and over: from a little before it on, for ten seconds at most."""
    begin = max(first, question.time - roll)
    return begin, min(question.until, question.time + 10) + roll / 2
