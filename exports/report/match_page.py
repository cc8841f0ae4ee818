"""The page of one match under one ruleset: how it ended and why, and what to work on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from annotator.model.time import clock_text
from annotator.model.vocabulary import ATHLETES, POSITIONS, VOCABULARY, Athlete, other
from annotator.scoring.certainty import Certainty
from annotator.scoring.certainty_words import hangs_text
from annotator.scoring.margins import margin_text
from annotator.scoring.ruling import Ruling, ScoreSheet
from annotator.scoring.wording import (
    assumed_text,
    award_text,
    capital,
    clause_text,
    joined,
    letter,
    person_text,
    plain,
    rules_language,
    told,
    verdict,
    verdict_short,
)
from annotator.scoring.wording import names as names_of
from annotator.text import after_colon, tr, tr_n, with_semicolons, word
from exports.film_moments import Names
from exports.report.blocks import Block, Columns, Lines, Page, Table, Text
from exports.report.heading import facts, ruleset_text, subtitle
from exports.report.numbers import TRIED, times_of, tries_of
from exports.report.people import named, names_for
from exports.report.pictures import chart, decisive, stills
from exports.report.scored import Progress, Scored, sureness

_OF_POSITIONS = frozenset(key for name in POSITIONS for key in VOCABULARY[name].details)
MOST_RULINGS = 12
_MOST_NEAR = 4
# Refusals of what no rule pays for were not nearly given.
_NEAR_MISSING = (
    "missing_seconds", "missing_end", "missing_detail", "missing_takedown", "missing_top",
    "missing_turtle", "missing_score",
)  # fmt: skip


def match_page(
    scored: Scored,
    number: int,
    of: Athlete | None = None,
    names: Names | None = None,
    progress: Progress = lambda _share: None,
) -> Page:
    """The page of a match under `scored.rulesets[number]`; `of`: for which athlete it is written.

    Raises what `progress` raises.
    """
    calling = names_for(scored.match, names)
    hidden = calling is not Names.FULL
    scored = replace(scored, match=named(scored.match, calling))
    progress(0.0)
    sure = sureness(scored, number, lambda share: progress(share * 0.5))
    progress(0.5)
    picture = chart(scored, number)
    progress(0.75)
    frames = [] if hidden else stills(scored, number, 3)
    progress(0.95)
    match, sheet = scored.match, scored.sheets[number]
    order = (of, other(of)) if of else ATHLETES
    blocks: list[Block] = [
        facts(match, [scored.rulesets[number]], of),
        Text(tr("Ruleset: {ruleset}", ruleset=ruleset_text(scored.rulesets[number]))),
        Text(_result_text(scored, number), bold=True),
        Columns(((_board(scored, number, order),), (_times(scored, order),)), (1.1, 1.2)),
        picture,
        _rulings(scored, number, sure),
        Columns(
            (
                *((_near(scored, number, sure, who, of),) for who in order),
                (_tries(scored, order),),
            ),
            (1.3, 1.3, 1.0),
        ),
    ]
    if frames:
        blocks.append(Columns(tuple((frame,) for frame in frames)))
    if others := _under_others(scored, number):
        blocks.append(Text(others))
    blocks.append(Lines((tr("Keep"), tr("Fix"), tr("Drill"))))
    return Page(
        _title(scored, of), subtitle(match), tuple(blocks), _foot(scored, sure, hidden, sheet)
    )


def _title(scored: Scored, of: Athlete | None) -> str:
    match = scored.match
    first, second = (of, other(of)) if of else ATHLETES
    return tr("{red} – {blue}", red=person_text(match, first), blue=person_text(match, second))


def _result_text(scored: Scored, number: int) -> str:
    """Who won, by what and why."""
    match, sheet = scored.match, scored.sheets[number]
    return tr(
        "Result: {verdict}. {why}",
        verdict=verdict(match, sheet), why=told(sheet.result.why, names_of(match)),
    )  # fmt: skip


def _board(scored: Scored, number: int, order: Sequence[Athlete]) -> Table:
    """The numbers that the ruleset's board has, and any other that is not 0."""
    ruleset, sums = scored.rulesets[number], scored.sheets[number].totals()
    columns = [
        name
        for name in ("points", "advantages", "penalties", "warnings")
        if name in ruleset.columns or any(getattr(sums[who], name) for who in ATHLETES)
    ]
    language = rules_language()
    rows = tuple(
        (
            person_text(scored.match, who),
            *(plain(getattr(sums[who], name)) for name in columns),
        )
        for who in order
    )
    head = ("", *(capital(ruleset.term(name, language)) for name in columns))
    shares = (1.5, *(1.0 for _ in columns))
    return Table(head, rows, tr("Score"), shares, numbers=frozenset(range(1, len(head))), least=2)


def _rulings(scored: Scored, number: int, sure: Certainty) -> Table:
    """What was given, the most that weighs, in the order of time."""
    ruleset, sheet = scored.rulesets[number], scored.sheets[number]
    chosen = decisive(sheet, MOST_RULINGS)
    own = ruleset.words(rules_language()) | {who: letter(who) for who in ATHLETES}
    rows = tuple(
        (
            clock_text(ruling.clock, 0),
            letter(ruling.athlete),
            award_text(ruling, ruleset),
            clause_text(ruleset, ruling.clause),
            told(ruling.reason, own),
            _sure_text(ruling, sure),
        )
        for ruling in chosen
    )
    head = (
        tr("Clock"), tr("Who"), tr("Given"), tr("Clause"), tr("Why (film time)"), tr("How sure"),
    )  # fmt: skip
    return Table(
        head, rows, tr("Rulings"), (0.85, 0.6, 1.4, 2.7, 4.0, 2.9), frozenset((0,)),
        len(sheet.awards) - len(rows), least=3, empty=tr("Nothing was given."),
    )  # fmt: skip


def _sure_text(ruling: Ruling, sure: Certainty) -> str:
    """`sure`, `assumed: …`, `hangs on 2 frames`."""
    change = sure.of(ruling)
    parts = [hangs_text(change)] if change is not None else []
    if assumed := assumed_text(ruling):
        parts.append(assumed)
    if not parts:
        return tr("sure") if sure.complete else tr("not checked")
    return with_semicolons(parts)


def _near(scored: Scored, number: int, sure: Certainty, who: Athlete, of: Athlete | None) -> Table:
    """What an athlete was nearly given, the nearest first."""
    match, ruleset, sheet = scored.match, scored.rulesets[number], scored.sheets[number]
    near = sorted(
        (r for r in sheet.refusals if r.athlete == who and _is_near(r, sure)),
        key=lambda r: _distance(r, sure),
    )
    own = ruleset.words(rules_language()) | names_of(match)
    rows = tuple(
        (
            clock_text(ruling.clock, 0),
            award_text(ruling, ruleset),
            after_colon(clause_text(ruleset, ruling.clause), _missing_text(scored, ruling, own)),
        )
        for ruling in near[:_MOST_NEAR]
    )
    if of is None:
        title = tr("Nearly scored by {who}", who=person_text(match, who))
    elif who == of:
        title = tr("Nearly scored for {who}", who=person_text(match, of))
    else:
        title = tr("Nearly scored against {who}", who=person_text(match, of))
    return Table(
        ("", "", ""), rows, title, (0.9, 1.8, 5.4), frozenset((0,)), len(near) - len(rows),
        empty=tr("Nothing."),
    )  # fmt: skip


def _is_near(ruling: Ruling, sure: Certainty) -> bool:
    missing = ruling.missing.key if ruling.missing else ""
    if missing == "missing_detail" and ruling.missing is not None and ruling.margin is None:
        # A position that lacked one thing was near; an action of another kind was not.
        return dict(ruling.missing.values).get("key") in _OF_POSITIONS
    return ruling.margin is not None or missing in _NEAR_MISSING or sure.of(ruling) is not None


def _distance(ruling: Ruling, sure: Certainty) -> tuple[int, float]:
    """How near it was: by frames that a tag would move, by time that was short, by an answer."""
    change = sure.of(ruling)
    if change is not None:
        return 0, abs(change.move.frames)
    return (1, abs(float(ruling.margin))) if ruling.margin is not None else (2, float(ruling.time))


def _missing_text(scored: Scored, ruling: Ruling, own: dict[str, str]) -> str:
    missing = told(ruling.missing, own) if ruling.missing is not None else ""
    return joined((missing, margin_text(ruling, scored.times)), ", ")


def _times(scored: Scored, order: Sequence[Athlete]) -> Table:
    rows = []
    for who in order:
        times = times_of(scored.match, who)
        each = (times.top, times.bottom, times.standing, times.neutral)
        rows.append((person_text(scored.match, who), *(clock_text(one, 0) for one in each)))
    head = ("", tr("on top"), tr("at the bottom"), tr("standing"), tr("nobody on top"))
    return Table(
        head, tuple(rows), tr("Time, minutes of match clock"), (2.4, 1, 1.4, 1.2, 1.6),
        frozenset(range(1, 5)), least=2,
    )  # fmt: skip


def _tries(scored: Scored, order: Sequence[Athlete]) -> Table:
    by = [tries_of(scored.match, who) for who in order]
    rows = tuple(
        (capital(word(what)), *(tries_text(each[what].made, each[what].tried) for each in by))
        for what in TRIED
    )
    head = ("", *(letter(who) for who in order))
    return Table(
        head,
        rows,
        tries_title(),
        (2.4, 1.2, 1.2),
        frozenset((1, 2)),
        least=len(rows),
    )


def tries_title() -> str:
    """The heading of done and tried: no ruleset decides it, so what was not paid for is among it."""
    return tr("Done (paid or not), of so many tried")


def tries_text(made: int, tried: int) -> str:
    """`2 of 3`, or a dash where nothing was tried."""
    return tr("{made} of {tried}", made=made, tried=tried) if tried else "–"


def _under_others(scored: Scored, number: int) -> str:
    """How the match ends under the other rulesets, in a line."""
    parts = []
    for other_number, (ruleset, sheet) in enumerate(
        zip(scored.rulesets, scored.sheets, strict=True)
    ):
        if other_number != number:
            parts.append(
                tr(
                    "{ruleset} {red}:{blue}, {verdict}",
                    ruleset=ruleset.name(rules_language()),
                    red=_points(sheet, "red"),
                    blue=_points(sheet, "blue"),
                    verdict=verdict_short(sheet),
                )
            )
    if not parts:
        return ""
    return tr(
        "Under other rules ({red}:{blue}): {rulesets}.",
        red=letter("red"), blue=letter("blue"), rulesets=with_semicolons(parts),
    )  # fmt: skip


def _points(sheet: ScoreSheet, who: Athlete) -> str:
    return plain(sheet.totals()[who].points)


def _foot(scored: Scored, sure: Certainty, hidden: bool, sheet: ScoreSheet) -> str:
    """What the words on the page mean, and what is not on it."""
    parts = [
        tr(
            "{red} is the athlete tagged as red, {blue} the one tagged as blue. Clock, and the times"
            " before what was nearly scored and below pictures: the time fought. Times in reasons and"
            " below the timeline: film time.",
            red=letter("red"), blue=letter("blue"),
        ),
        tr_n(
            "Sure: no tag, moved by up to {count} frame, changes it.",
            "Sure: no tag, moved by up to {count} frames, changes it.", sure.frames,
        ),
    ]  # fmt: skip
    if sheet.questions:
        parts.append(
            tr_n(
                "{count} question about the tags is open.",
                "{count} questions about the tags are open.",
                len(sheet.questions),
            )
        )
    if hidden:
        parts.append(tr("Names are shortened and pictures left out."))
    elif scored.frame_of is None:
        parts.append(tr("Without pictures: no film was opened."))
    return " ".join(parts)
