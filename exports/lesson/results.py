"""The results of a class: one page with what each trainee called, what is right and why.

    text = results_page(lesson, marked, taught, picture)     # marked: of mark_attempt, one per attempt

`picture` gives the frame at a time of a moment's match as a JPEG, None where there is no film.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from annotator.model.lesson import Attempt, Lesson, Moment, Part
from annotator.model.vocabulary import ATHLETES, Athlete
from annotator.scoring import wording
from annotator.scoring.lesson_key import LessonKey
from annotator.scoring.lesson_making import Taught, standing
from annotator.scoring.marking import MarkedAttempt, MarkedCall, Share, Vote, votes
from annotator.scoring.ruleset import Ruleset
from annotator.text import clock_text, tr, tr_n
from exports.film_moments import Names, called
from exports.html import Html, element, joined, name_text, page, picture, table
from exports.lesson.words import (
    before_words,
    given_words,
    kind_words,
    mark_sign,
    mark_words,
    names_for,
    part_words,
    people,
    percent_text,
    reaction_text,
    totals_text,
    verdict_words,
    vote_words,
)

PictureAt = Callable[[Moment, Fraction], bytes | None]
TaughtOf = Callable[[Moment], Taught | None]
_MOST_PICTURES = 6

_CSS = """
.frames { display: flex; flex-wrap: wrap; gap: 8px; } .frames figure { width: 300px; }
.right { font-weight: bold; } section { border-top: 2px solid #111; margin-top: 1em; }
"""


@dataclass(frozen=True, slots=True)
class _Class:
    """What all parts of the page need."""

    lesson: Lesson
    marked: Sequence[MarkedAttempt]
    taught: TaughtOf
    names: Names

    def ruleset(self, moment: Moment) -> Ruleset | None:
        taught = self.taught(moment)
        return None if taught is None else taught.ruleset

    def people(self, moment: Moment) -> dict[Athlete, str]:
        taught = self.taught(moment)
        return people(None if taught is None else taught.match, self.names)

    def clause(self, moment: Moment, clause: str) -> str:
        ruleset = self.ruleset(moment)
        return clause if ruleset is None else ruleset.title_of(clause, wording.rules_language())


def results_page(
    lesson: Lesson,
    marked: Sequence[MarkedAttempt],
    taught: TaughtOf,
    picture_at: PictureAt | None = None,
) -> str:
    """The page as a text, in the language spoken now. Raises nothing of its own."""
    group = _Class(lesson, marked, taught, Names(lesson.manner.names))
    title = lesson.title or tr("Lesson")
    counted = votes(lesson, [each.attempt for each in marked])
    body = element(
        "main",
        element("h1", tr("Results: {title}", title=title)),
        element("p", tr("To pass: {percent} %.", percent=lesson.manner.pass_percent)),
        _trainees(group),
        _by_clause(group),
        _by_kind(group),
        _boards(group),
        *(
            _moment(group, number, moment, counted[moment.id], picture_at)
            for number, moment in enumerate(lesson.moments, 1)
        ),
    )
    return page(tr("Results: {title}", title=title), body, css=_CSS)


def attempt_name(attempt: Attempt) -> str:
    """What an attempt goes by: the trainee's name."""
    return attempt.trainee.strip() or tr("no name")


def _trainees(group: _Class) -> Html:
    head = [
        tr("Trainee"), tr("Day"), tr("Mode"), tr("Right"), tr("Passed"),
        *(wording.capital(part_words(part)) for part in Part),
    ]  # fmt: skip
    rows = [
        [
            name_text(attempt_name(each.attempt)), each.attempt.date,
            tr("exam") if each.attempt.mode == "exam" else tr("study"),
            tr("{right} of {asked} ({percent})", right=each.total.right, asked=each.total.asked,
               percent=percent_text(each.total.percent)),
            tr("yes") if each.passed else tr("no"),
            *(percent_text(each.by_part[part].percent) for part in Part),
        ]
        for each in group.marked
    ]  # fmt: skip
    return table(
        head, rows, caption=tr("Trainees"), numbers=range(5, 5 + len(Part)), row_heads=True
    )


def _by_clause(group: _Class) -> Html:
    titles: dict[str, str] = {}
    for each in group.marked:
        for one in each.moments:
            for clause in (*(g.clause for g in one.moment.right), one.moment.derived_clause):
                if clause:
                    titles.setdefault(clause, group.clause(one.moment, clause))
    rows = [(titles.get(name, name), [each.by_clause.get(name, Share()) for each in group.marked])
            for name in sorted({name for each in group.marked for name in each.by_clause})]  # fmt: skip
    rows.sort(key=lambda row: _sum(row[1]).percent or 0)
    return _shares(group, tr("Clause"), tr("By clause, the least sure first"), rows)


def _by_kind(group: _Class) -> Html:
    names = dict.fromkeys(name for each in group.marked for name in each.by_kind)
    rows = [(kind_words(name), [each.by_kind.get(name, Share()) for each in group.marked]) for name in names]  # fmt: skip
    return _shares(group, tr("To be given"), tr("By what was to be given"), rows)


def _shares(
    group: _Class, first: str, caption: str, rows: Sequence[tuple[str, list[Share]]]
) -> Html:
    head = [first, tr("All"), *(name_text(attempt_name(each.attempt)) for each in group.marked)]
    cells = [
        [name, _share_text(_sum(shares)), *(_share_text(share) for share in shares)]
        for name, shares in rows
    ]
    return table(head, cells, caption=caption, numbers=range(1, len(head)), row_heads=True)


def _sum(shares: Sequence[Share]) -> Share:
    return Share(sum(share.right for share in shares), sum(share.asked for share in shares))


def _share_text(share: Share) -> str:
    if not share.asked:
        return "–"
    return tr("{right} of {asked}", right=share.right, asked=share.asked)


def _boards(group: _Class) -> Html:
    """What the boards of the matches would show if the calls stood."""
    parts: list[Html] = []
    seen: set[tuple[str, str]] = set()
    for moment in group.lesson.moments:
        taught = group.taught(moment)
        if taught is None or (taught.path, taught.ruleset.id) in seen:
            continue
        seen.add((taught.path, taught.ruleset.id))
        who = people(taught.match, group.names)
        language = wording.rules_language()
        columns = " · ".join(taught.ruleset.term(name, language) for name in taught.ruleset.columns)
        boards = [(tr("engine"), taught.sheet.totals())] + [
            (attempt_name(each.attempt), standing(taught, each.moments))
            for each in group.marked
            if not any(one.call.hands for one in each.moments)
        ]
        rows = [
            [name_text(name), *(totals_text(board[athlete], taught.ruleset) for athlete in ATHLETES)]
            for name, board in boards
        ]  # fmt: skip
        caption = tr(
            "The score of match {number}, {rules}, if the calls stood ({columns})",
            number=len(seen), rules=taught.ruleset.name(language), columns=columns,
        )  # fmt: skip
        head = [tr("By"), *(who[athlete] for athlete in ATHLETES)]
        parts.append(table(head, rows, caption=caption, numbers=(1, 2), row_heads=True))
    return joined(parts)


def _moment(
    group: _Class,
    number: int,
    moment: Moment,
    counted: Sequence[tuple[Vote | None, int]],
    picture_at: PictureAt | None,
) -> Html:
    taught = group.taught(moment)
    ruleset, who = group.ruleset(moment), group.people(moment)
    key = None if taught is None else taught.key(moment)
    return element(
        "section",
        element("h2", tr("Question {n}", n=number)),
        element("p", moment.question) if moment.question else "",
        *_answers(group, moment),
        *([] if taught is None or key is None else _reasons(group, taught, key)),
        _frames(group, moment, key, picture_at),
        table(
            [tr("Called"), tr("How many")],
            [[vote_words(vote, who, ruleset), str(count)] for vote, count in counted],
            caption=tr("How it was called"), numbers=(1,),
        ),
        _calls(group, moment),
    )  # fmt: skip


def _answers(group: _Class, moment: Moment) -> list[Html]:
    """The right answer; where the teacher said another than the engine, both."""
    ruleset, who = group.ruleset(moment), group.people(moment)
    found = [
        element("p", tr("Right: {answer}", answer=verdict_words(moment.right, who, ruleset)), class_="right")
    ]  # fmt: skip
    if moment.override is not None:
        engine = verdict_words(moment.derived, who, ruleset)
        found.append(
            element("p", tr("So says the teacher: {reason}", reason=moment.override.reason))
        )
        found.append(element("p", tr("The engine says: {answer}", answer=engine)))
    found += [
        element("p", tr("Accepted too: {answer}", answer=verdict_words(each, who, ruleset)))
        for each in moment.alternatives
    ]
    if moment.disputed:
        found.append(element("p", tr("Disputed: it is not counted.")))
    if moment.note:
        found.append(element("p", moment.note, class_="note"))
    return found


def _reasons(group: _Class, taught: Taught, key: LessonKey) -> list[Html]:
    """The rulings behind the answer, with their clauses; what was not given, and why."""
    ruleset = taught.ruleset
    shown = called(taught.match, names_for(taught.match, group.names))
    items = []
    for ruling in (*key.awards, *key.refusals):
        clause = ruleset.clause(ruling.clause)
        says = "" if clause is None else clause.says
        items.append(
            element(
                "li", wording.ruling_sentence(shown, ruleset, ruling),
                element("br") if says else "", element("small", says) if says else "",
            )
        )  # fmt: skip
    return [element("ul", *items)] if items else []


def _frames(
    group: _Class, moment: Moment, key: LessonKey | None, picture_at: PictureAt | None
) -> Html:
    if key is None or picture_at is None:
        return Html("")
    figures = []
    for each in key.deciding[:_MOST_PICTURES]:
        data = picture_at(moment, each.time)
        if data is None:
            continue
        clause = group.clause(moment, each.ruling.clause)
        words = (
            tr("{time}: {clause}, where it begins", time=clock_text(each.time), clause=clause)
            if each.begins
            else tr("{time}: {clause}, where it is decided", time=clock_text(each.time), clause=clause)
        )  # fmt: skip
        figures.append(
            element("figure", picture(data, "image/jpeg", words), element("figcaption", words))
        )
    return element("div", *figures, class_="frames") if figures else Html("")


def _calls(group: _Class, moment: Moment) -> Html:
    rows = [
        [
            name_text(attempt_name(each.attempt)),
            _called(one, group.people(moment), group.ruleset(moment)),
            *(_sign(one, part) for part in Part),
            str(one.call.replays or ""),
            reaction_text(one.call.reaction),
        ]
        for each in group.marked
        for one in each.moments
        if one.moment.id == moment.id
    ]
    head = [
        tr("Trainee"), tr("Called"), *(wording.capital(part_words(part)) for part in Part),
        tr("Seen again"), tr("After the clip"),
    ]  # fmt: skip
    return table(head, rows, caption=tr("Trainees"), row_heads=True)


def _called(one: MarkedCall, who: dict[Athlete, str], ruleset: Ruleset | None) -> str:
    if not one.call.answered:
        return tr("no answer")
    text = " + ".join(
        given_words(given, who, ruleset)
        + ("" if given.time is None else f" ({clock_text(given.time, 1)})")
        for given in one.call.awards
    ) or tr("nothing")
    if one.before:
        text = tr("{called} ({note})", called=text, note=before_words(one.before, who, ruleset))
    if one.call.hands:
        return tr_n("{count} hand: {what}", "{count} hands: {what}", one.call.hands, what=text)
    return text


def _sign(one: MarkedCall, part: Part) -> Html:
    mark = one.marks[part]
    return element("span", mark_sign(mark), aria_label=mark_words(mark), role="img")
