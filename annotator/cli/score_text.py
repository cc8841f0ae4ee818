"""The score of a match for people: what was given and what was not, with the reason for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from annotator.cli.certainty_text import certainty_lines
from annotator.cli.output import table
from annotator.model.match import Match
from annotator.model.time import clock_text
from annotator.model.vocabulary import ATHLETES, Athlete
from annotator.scoring.certainty import Certainty
from annotator.scoring.margins import margin_text
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Award, Question, Ruling, ScoreSheet, Totals
from annotator.text import after_colon, detail_text, quoted, say, tr, tr_n, with_semicolons, word

COLUMNS = ("points", "advantages", "penalties", "warnings")


def score_lines(
    file: str,
    match: Match,
    sheets: Sequence[ScoreSheet],
    rulesets: Sequence[Ruleset],
    times: Sequence[Fraction] | None = None,
    certainties: Sequence[Certainty] = (),
) -> Iterator[str]:
    """All that `score` prints about one file; `times` are the film's frame times."""
    sure = {certainty.ruleset: certainty for certainty in certainties}
    yield heading(file, match)
    for sheet, ruleset in zip(sheets, rulesets, strict=True):
        yield ""
        yield from sheet_lines(sheet, ruleset, match, times)
        if sheet.ruleset in sure:
            lines = certainty_lines(sure[sheet.ruleset], sheet, ruleset, match)
            yield from ("  " + line for line in lines)
    yield ""


def heading(file: str, match: Match) -> str:
    """The file, what the match is called, and who is in it."""
    title = f" {quoted(match.title)}" if match.title else ""
    versus = tr("{red} – {blue}", red=label(match, "red"), blue=label(match, "blue"))
    count = tr_n("{count} tag", "{count} tags", len(match.tags))
    return after_colon(f"{file}{title}", f"{versus}, {count}")


def label(match: Match, who: Athlete) -> str:
    """An athlete's name with the colour that the tags call them by."""
    name = match.name_of(who)
    return name if name == who else f"{name} ({word(who)})"


def names_of(match: Match) -> dict[str, str]:
    """What sentences call the athletes."""
    return {who: match.name_of(who) for who in ATHLETES}


def sheet_lines(
    sheet: ScoreSheet, ruleset: Ruleset, match: Match, times: Sequence[Fraction] | None = None
) -> Iterator[str]:
    """One ruleset: its board, the winner and why, and every ruling."""
    names = ruleset.words() | names_of(match)
    edition = tr(", edition {edition}", edition=sheet.edition) if sheet.edition else ""
    yield after_colon(sheet.ruleset, f"{ruleset.name()}{edition}")
    yield from ("  " + line for line in totals_table(sheet, ruleset, match))
    yield "  " + winner_line(sheet, match)
    sections = (
        (tr("Given"), sheet.awards),
        (tr("Not given"), sheet.refusals),
        (tr("Against the rules"), sheet.violations),
        (tr("Not counted"), sheet.ignored),
    )
    for title, rulings in sections:
        if rulings:
            yield f"  {title}:"
            for ruling in rulings:
                lines = ruling_lines(ruling, ruleset, match, names, times)
                yield from ("    " + line for line in lines)
    if sheet.questions:
        yield "  " + tr("Still open:")
        for question in sheet.questions:
            yield from ("    " + line for line in question_lines(question, names))
    yield from ("  " + line for line in reading_lines(sheet, ruleset))


def reading_lines(sheet: ScoreSheet, ruleset: Ruleset) -> Iterator[str]:
    """The readings that the sheet's rulings lean on: what is scored, and why the text is read so."""
    rulings = (*sheet.awards, *sheet.refusals, *sheet.violations)
    used = {name for ruling in rulings for name in ruling.readings}
    if used:
        yield tr("Readings, where the printed text leaves something open:")
    for reading in ruleset.readings:
        if reading.id in used:
            yield "    " + after_colon(reading.id, reading.says)
            yield "        " + tr("Why: {reason}", reason=reading.because)


def totals_table(sheet: ScoreSheet, ruleset: Ruleset, match: Match) -> list[str]:
    """The scoreboard: the columns that the ruleset has, and any other that is not empty."""
    totals = sheet.totals()
    columns = [
        name
        for name in COLUMNS
        if name in ruleset.columns or any(getattr(totals[who], name) for who in ATHLETES)
    ]
    rows = [["", *(ruleset.term(name) for name in columns)]]
    rows += [
        [label(match, who), *(str(getattr(totals[who], name)) for name in columns)]
        for who in ATHLETES
    ]
    return table(rows)


def winner_line(sheet: ScoreSheet, match: Match) -> str:
    """Who won, and the reason."""
    why = say(sheet.result.why, names_of(match))
    if sheet.result.winner is None:
        return tr("No winner. {why}", why=why)
    return tr("Winner: {name}. {why}", name=label(match, sheet.result.winner), why=why)


def short_totals(numbers: Totals, columns: Sequence[str]) -> str:
    """Points, then what else the board has, in its order: `7 (1, 0)`."""
    others = [str(getattr(numbers, name)) for name in COLUMNS[1:] if name in columns]
    return f"{numbers.points}" + (f" ({', '.join(others)})" if others else "")


def ruling_lines(
    ruling: Ruling,
    ruleset: Ruleset,
    match: Match,
    names: Mapping[str, str],
    times: Sequence[Fraction] | None = None,
) -> Iterator[str]:
    """When and what; then why, and what it leaned on."""
    place = [clock_text(ruling.time), tr("clock {time}", time=clock_text(ruling.clock))]
    if ruling.frame is not None:
        place.append(frame_text(ruling.frame, ruling.film))
    who = label(match, ruling.athlete) if ruling.athlete else ""
    clause = clause_text(ruling.clause, ruleset)
    what = [part for part in (who, value_text(ruling, ruleset), clause) if part]
    reason = say(ruling.reason, names)
    yield after_colon(", ".join(place), ", ".join(what) or reason)
    if what and reason:
        yield f"    {reason}"
    missing = [] if ruling.missing is None else [say(ruling.missing, names)]
    if ruling.margin is not None:
        missing.append(margin_text(ruling, times))
    if missing:
        line = after_colon(missing[0], "".join(missing[1:]))
        yield "    " + (tr("Missing: {what}", what=line) if ruling.missing else line)
    leaned = []
    if ruling.assumed:
        assumed = dict.fromkeys(detail_text(item.detail, item.value) for item in ruling.assumed)
        leaned.append(tr("assumed: {what}", what=", ".join(assumed)))
    if ruling.tags:
        leaned.append(tr("tags: {tags}", tags=", ".join(ruling.tags)))
    if ruling.readings:
        leaned.append(tr("readings: {readings}", readings=", ".join(ruling.readings)))
    if leaned:
        yield f"    ({with_semicolons(leaned)})"


def clause_text(clause_id: str, ruleset: Ruleset) -> str:
    """A clause's title and id, and where the printed text has it: `Mount [37b3] (37.b.3)`."""
    title = ruleset.title_of(clause_id)
    text = title if title == clause_id else f"{title} [{clause_id}]"
    clause = ruleset.clause(clause_id)
    return f"{text} ({clause.printed})" if clause is not None and clause.printed else text


def frame_text(frame: int, film: int = 1) -> str:
    """Which frame: `frame 12`, `frame 12 of film 2`."""
    if film == 1:
        return tr("frame {n}", n=frame)
    return tr("frame {n} of film {film}", n=frame, film=film)


def value_text(ruling: Ruling, ruleset: Ruleset) -> str:
    """What a ruling gives, as its ruleset calls it: `3 points`, `advantage`, `caution`."""
    match ruling.award:
        case None:
            return ""
        case Award.POINTS:
            return tr_n("{count} point", "{count} points", ruling.value).replace("-", "−")
        case award if ruling.value > 1:
            return f"{ruling.value} × {ruleset.term(award.value)}"
        case award:
            return ruleset.term(award.value)


def question_lines(question: Question, names: Mapping[str, str]) -> Iterator[str]:
    """Where to look, what is asked, and what each answer would do."""
    place = clock_text(question.time)
    if question.frame is not None:
        place += ", " + frame_text(question.frame, question.film)
    of_tag = tr(", tag {tag}", tag=question.tag) if question.tag else ""
    asked = f", {word(question.detail)}" if question.detail else ""
    yield after_colon(f"{place}{of_tag}{asked}", say(question.reason, names))
    for answer, effect in (question.answers or {}).items():
        yield "    " + after_colon(answer, effect)
