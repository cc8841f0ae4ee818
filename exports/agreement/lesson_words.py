"""The agreement of trainees with a lesson and with each other, in words and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from annotator.model.lesson import GivenKind, Moment, Part
from annotator.scoring.marking import Vote, vote_of
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.wording import clause_text, letter
from annotator.text import tr, tr_n, with_semicolons, word
from exports.agreement.blocks import (
    Block,
    Grid,
    Section,
    Title,
    Words,
    coefficient,
    share_of,
)
from exports.agreement.figures import Spread, number_of, percent_text, share
from exports.agreement.lessons import LEAST_PANEL, Clause, LessonAgreement, weight_of
from exports.agreement.match_words import explanations, signed_text
from exports.agreement.several import alpha_note

MOST_PAIRS = 66
"""So many pairs of people are listed: those of twelve."""
_MOST_ANSWERS = 4

Rulesets = Mapping[str, Ruleset]
"""By their ids, as far as they are known: only for the titles of clauses."""


def lesson_blocks(found: LessonAgreement, rulesets: Rulesets) -> list[Block]:
    """Everything about a lesson's answers, the most important first."""
    title = found.lesson.title or tr("a lesson")
    return [
        Title(tr("Agreement on {title}", title=title)),
        *(Words(text) for text in lesson_warnings(found)),
        Section(tr("In short")),
        *(Words(text) for text in lesson_in_short(found, rulesets)),
        *_trainees(found), *_clauses(found, rulesets), *_questions(found), *_confusion(found),
        *_among(found), *_panel(found), *_times(found), *explanations(pairs=False), alpha_note(),
    ]  # fmt: skip


def lesson_warnings(found: LessonAgreement) -> list[str]:
    """What has to be known before the numbers are believed."""
    texts = []
    if found.copies:
        texts.append(
            tr_n(
                "{count} attempt was given twice and counts once.",
                "{count} attempts were given twice and count once.",
                found.copies,
            )
        )
    unknown = {name for each in found.trainees for name in each.marked.unknown}
    if unknown:
        texts.append(
            tr_n(
                "{count} answer is to a question that the lesson no longer has; it is left out.",
                "{count} answers are to questions that the lesson no longer has; they are left out.",
                len(unknown),
            )
        )
    disputed = sum(moment.disputed for moment in found.lesson.moments)
    if disputed:
        texts.append(
            tr_n(
                "{count} question is disputed and not counted.",
                "{count} questions are disputed and not counted.",
                disputed,
            )
        )
    if any(each.again for each in found.trainees):
        texts.append(
            tr("Where somebody took the lesson again, the first time counts among each other.")
        )
    return texts


def lesson_in_short(found: LessonAgreement, rulesets: Rulesets) -> list[str]:
    """The numbers in a few sentences."""
    texts = [
        tr(
            "{attempts}, {questions}.",
            attempts=tr_n("{count} attempt", "{count} attempts", len(found.trainees)),
            questions=tr_n("{count} question", "{count} questions", len(found.lesson.moments)),
        )
    ]
    if found.calls:
        texts.append(tr("Called right: {share}.", share=percent_text(found.right)))
        texts.append(
            tr(
                "Cohen's kappa of calls and rulings: {kappa}.",
                kappa=coefficient(found.kappa).rstrip("."),
            )
        )
    if found.unanswered:
        texts.append(
            tr_n(
                "{count} call did not come in time: it is wrong, but says nothing about agreement.",
                "{count} calls did not come in time: they are wrong, but say nothing about agreement.",
                found.unanswered,
            )
        )
    texts.append(
        tr(
            "Krippendorff's alpha of the trainees among each other: {alpha}.",
            alpha=number_of(found.among).rstrip("."),
        )
    )
    if found.panels:
        right = sum(panel.right for panel in found.panels)
        texts.append(
            tr(
                "As a panel they are right in {share}.",
                share=percent_text(share(right, len(found.panels))),
            )
        )
    worst = found.clauses[0] if found.clauses else None
    if worst is not None and _stands_out(worst, found.clauses[1:]):
        texts.append(
            tr(
                "Most errors: {clause}, wrong in {wrong} of {asked}.",
                clause=_clause(rulesets, worst.ruleset, worst.clause), wrong=worst.wrong,
                asked=worst.figure.units,
            )
        )  # fmt: skip
    return texts


def _stands_out(worst: Clause, others: Sequence[Clause]) -> bool:
    """Whether a clause alone has the most errors; what was called once says nothing."""
    return worst.wrong > max((row.wrong for row in others), default=0) and worst.figure.units > 1


def vote_text(vote: Vote | None) -> str:
    """An answer in words: `R 3 points, B advantage`; `nothing`; `no answer in time`."""
    if vote is None:
        return tr("no answer in time")
    if not vote:
        return tr("nothing")
    return ", ".join(
        tr("{athlete} {what}", athlete=letter(athlete), what=_given(kind, value))
        for athlete, kind, value in sorted(vote, key=lambda each: each[0] != "red")
    )


def _given(kind: GivenKind, value: int) -> str:
    if kind is GivenKind.POINTS:
        return tr_n("{count} point", "{count} points", value)
    if value == 1 or kind is GivenKind.DISQUALIFICATION:
        return word(kind.value)
    return tr("{count} × {what}", count=value, what=word(kind.value))


def _trainees(found: LessonAgreement) -> list[Block]:
    rows = [
        [
            each.name, *share_of(each.right, each.marked.total.right),
            tr("passed") if each.marked.passed else tr("not passed"), coefficient(each.kappa),
        ]
        for each in found.trainees
    ]  # fmt: skip
    parts = []
    for part in Part:
        right = sum(each.marked.by_part[part].right for each in found.trainees)
        asked = sum(each.marked.by_part[part].asked for each in found.trainees)
        if asked:
            parts.append([part_text(part), *share_of(share(right, asked), right)])
    head = [tr("trainee"), tr("right"), tr("share"), "", tr("Cohen's kappa with the rulings")]
    return [
        Section(tr("Trainees and rulings")),
        Grid(head, rows, numbers=(1,)),
        Grid(["", tr("right"), tr("share")], parts, caption=tr("Part by part"), numbers=(1,)),
    ]


def part_text(part: Part) -> str:
    """A part of an answer that is marked apart."""
    return {
        Part.DECISION: tr("what is given, or nothing"),
        Part.ATHLETE: tr("for whom"),
        Part.VALUE: tr("how many"),
        Part.TIME: tr("when"),
        Part.CLAUSE: tr("the clause"),
        Part.CONTROL: tr("control starts or is lost"),
    }[part]


def _clauses(found: LessonAgreement, rulesets: Rulesets) -> list[Block]:
    if not found.clauses:
        return []
    rows = [
        [_clause(rulesets, row.ruleset, row.clause), f"{row.wrong}/{row.figure.units}", percent_text(row.figure)]
        for row in found.clauses
    ]  # fmt: skip
    head = [tr("clause"), tr("wrong"), tr("share")]
    return [Section(tr("Which clauses cause the errors")), Grid(head, rows, numbers=(1,))]


def _questions(found: LessonAgreement) -> list[Block]:
    rows = []
    for number, moment in enumerate(found.lesson.moments, 1):
        calls = [each for t in found.trainees for each in t.marked.moments if each.moment is moment]
        right = sum(each.weight for each in calls if each.right)
        asked = sum(each.weight for each in calls)
        votes = found.votes_on(moment)
        shown = [
            tr("{answer}: {count}", answer=vote_text(vote), count=count)
            for vote, count in votes[:_MOST_ANSWERS]
        ]
        rest = sum(count for _, count in votes[_MOST_ANSWERS:])
        if rest:
            shown.append(tr("others: {count}", count=rest))
        rows.append([str(number), _right_text(moment), f"{right}/{asked}", with_semicolons(shown)])
    head = [tr("question"), tr("ruling"), tr("right"), tr("called")]
    return [Section(tr("Questions")), Grid(head, rows, numbers=(0, 2))]


def _right_text(moment: Moment) -> str:
    """The right answer, and both where the teacher overruled the engine or left it open."""
    texts = [vote_text(vote_of(verdict)) for verdict in moment.accepted]
    text = _either(texts)
    if moment.override is not None:
        text = tr(
            "{right} (by the rules as tagged: {engine})", right=text,
            engine=vote_text(vote_of(moment.derived)),
        )  # fmt: skip
    return tr("{right}, disputed", right=text) if moment.disputed else text


def _either(texts: list[str]) -> str:
    """Accepted answers: `nothing / R 3 points`."""
    return " / ".join(dict.fromkeys(texts))


def _confusion(found: LessonAgreement) -> list[Block]:
    if not found.table:
        return []
    votes = sorted(
        {vote for key in found.table for vote in key},
        key=lambda vote: (bool(vote), weight_of(vote)),
    )
    numbered = {vote: str(number) for number, vote in enumerate(votes, 1)}
    rows = [
        [
            f"{numbered[right]} {vote_text(right)}",
            *(str(found.table.get((right, said), "·")) for said in votes),
        ]
        for right in votes
    ]
    head = [tr("ruling down, called across"), *numbered.values()]
    return [
        Section(tr("What was called for what")),
        Grid(head, rows, numbers=range(1, len(votes) + 1)),
    ]


def _among(found: LessonAgreement) -> list[Block]:
    rows = [
        [tr("the whole answer"), number_of(found.among)],
        [tr("what kind of thing is given"), number_of(found.among_kinds)],
        [tr("the points, as numbers"), number_of(found.among_points)],
    ]
    blocks: list[Block] = [
        Section(tr("Trainees among each other")),
        Grid(["", tr("Krippendorff's alpha")], rows),
    ]
    if len(found.people) > 1:
        pairs = sorted(found.pairs, key=lambda pair: pair[2].value or 0)
        cells = [
            [
                tr("{first} and {second}", first=one, second=two),
                percent_text(same) if same.units else "–", coefficient(chance),
            ]
            for one, two, same, chance in pairs[:MOST_PAIRS]
        ]  # fmt: skip
        caption = tr("Each two, the least agreed first")
        head = [tr("two of them"), tr("the same answer"), tr("Cohen's kappa")]
        blocks.append(Grid(head, cells, caption=caption))
        if len(pairs) > MOST_PAIRS:
            more = len(pairs) - MOST_PAIRS
            blocks.append(Words(tr_n("and {count} more", "and {count} more", more)))
    return blocks


def _panel(found: LessonAgreement) -> list[Block]:
    if not found.panels:
        return [
            Section(tr("As a panel")),
            Words(
                tr("A panel needs {count} people who answer the same question.", count=LEAST_PANEL)
            ),
        ]
    numbers = {moment.id: str(n) for n, moment in enumerate(found.lesson.moments, 1)}
    rows = [
        [
            numbers[panel.moment.id], vote_text(panel.answer),
            tr("more than half") if panel.majority else tr("the middle one"),
            _either([vote_text(vote_of(verdict)) for verdict in panel.moment.accepted]),
            tr("right") if panel.right else tr("wrong"),
        ]
        for panel in found.panels
    ]  # fmt: skip
    note = tr(
        "A panel gives what more than half of it give: two of three. If there is no such answer, it"
        " gives the middle one, from what is most for blue to what is most for red."
    )
    head = [tr("question"), tr("panel"), tr("how"), tr("ruling"), ""]
    return [
        Section(tr("As a panel")),
        Words(note, small=True),
        Grid(head, rows, numbers=(0,)),
    ]


def _times(found: LessonAgreement) -> list[Block]:
    rows = []
    for name, all_of, which in (
        (tr("from the end of the clip to the answer"), found.reaction, "reaction"),
        (tr("moment called, after that of the ruling"), found.late, "late"),
    ):
        if all_of is None:
            continue
        rows.append(_spread(tr("{what}: all", what=name), all_of))
        for each in found.trainees:
            own = each.reaction if which == "reaction" else each.late
            if own is not None and len(found.trainees) > 1:
                rows.append(_spread(each.name, own))
    if not rows:
        return []
    head = [tr("seconds"), tr("calls"), tr("median"), tr("quarter below"), tr("quarter above")]
    return [Section(tr("Reaction time and moment")), Grid(head, rows, numbers=(1, 2, 3, 4))]


def _spread(name: str, found: Spread) -> list[str]:
    return [name, str(found.count), *map(signed_text, (found.median, found.lower, found.upper))]


def _clause(rulesets: Rulesets, ruleset: str, clause: str) -> str:
    known = rulesets.get(ruleset)
    named = clause_text(known, clause) if known is not None else clause
    return f"{named} [{ruleset}]" if len(rulesets) > 1 else named
