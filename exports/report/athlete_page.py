"""The page of one athlete over many matches: the record, and what comes back in match after match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from annotator.model.vocabulary import POSITIONS, other
from annotator.scoring.facts import UPRIGHT
from annotator.scoring.wording import capital, joined, plain, rules_language
from annotator.text import tr, word
from exports.film_moments import Names
from exports.report.athlete import Bout, Career, first_points, steps_of
from exports.report.blocks import Block, Columns, Facts, Lines, Page, Table, Text
from exports.report.graph import MOST_STEPS, transition_graph
from exports.report.match_page import tries_text, tries_title
from exports.report.numbers import (
    TRIED,
    Times,
    added,
    points_by_position,
    times_of,
    tries_of,
)
from exports.report.people import named, names_for
from exports.report.pictures import sheet_picture
from exports.report.scored import Progress

_MOST_BOUTS = 14
_MOST_LEFT_OUT = 5
_MOST_WORDS = 3


def athlete_page(
    career: Career, names: Names | None = None, progress: Progress = lambda _share: None
) -> Page:
    """The page of an athlete. Raises what `progress` raises."""
    bouts = career.bouts
    progress(0.0)
    calling = [names_for(bout.match, names) for bout in bouts]
    hidden = any(one is not Names.FULL for one in calling)
    last = named(
        bouts[-1].match, next((one for one in calling if one is not Names.FULL), Names.FULL)
    )
    title = last.name_of(bouts[-1].who) if hidden else career.name
    steps = steps_of(bouts)
    graph = sheet_picture(
        transition_graph(steps), tr("What followed what, by the athlete's part"), 74.0
    )
    progress(0.6)
    blocks: list[Block] = [
        _facts(bouts),
        Text(_record(bouts), bold=True),
        _bouts(bouts, calling),
        Columns(((_times(bouts),), (_tries(bouts),), (_points(bouts),)), (1.1, 1.4, 1.2)),
        *(Text(line) for line in _tendencies(bouts)),
        Text(tr("What followed what: the {count} most frequent steps", count=min(len(steps), MOST_STEPS)), bold=True),
        graph,
    ]  # fmt: skip
    if career.left_out:
        rows = tuple((each.path.name, each.why) for each in career.left_out[:_MOST_LEFT_OUT])
        blocks.append(
            Table(("", ""), rows, tr("Left out"), (1, 3), left_out=len(career.left_out) - len(rows))
        )
    blocks.append(Lines((tr("Keep"), tr("Fix"), tr("Drill"))))
    progress(1.0)
    foot = tr(
        "Each match is scored under the ruleset that stands beside it; times are of match clock."
    )
    return Page(title, _years(bouts), tuple(blocks), foot)


def _years(bouts: Sequence[Bout]) -> str:
    dates = sorted(bout.match.date for bout in bouts if bout.match.date)
    if not dates:
        return ""
    return (
        dates[0]
        if dates[0] == dates[-1]
        else tr("{first} to {last}", first=dates[0], last=dates[-1])
    )


def _facts(bouts: Sequence[Bout]) -> Facts:
    weights = dict.fromkeys(bout.match.weight for bout in bouts if bout.match.weight)
    events = dict.fromkeys(bout.match.event for bout in bouts if bout.match.event)
    pairs = (
        (tr("Matches"), str(len(bouts))),
        (tr("Events"), ", ".join(events)),
        (tr("Weight"), ", ".join(weights)),
    )
    return Facts(tuple((name, value) for name, value in pairs if value))


def _record(bouts: Sequence[Bout]) -> str:
    """How the matches ended: `Won 3 (points 2, submission 1), lost 1 (points 1).`."""
    parts = []
    for ended, text in (
        ("won", tr("won {count}{how}")), ("lost", tr("lost {count}{how}")),
        ("undecided", tr("undecided {count}{how}")),
    ):  # fmt: skip
        of_these = [bout for bout in bouts if bout.ended == ended]
        if not of_these:
            continue
        ways = Counter(bout.sheet.result.won_by for bout in of_these)
        how = ", ".join(f"{word(way)} {count}" for way, count in ways.most_common())
        how = "" if ended == "undecided" else f" ({how})"
        parts.append(text.format(count=len(of_these), how=how))
    return capital(", ".join(parts)) + "."


def _bouts(bouts: Sequence[Bout], calling: Sequence[Names]) -> Table:
    rows = []
    for bout, names in list(zip(bouts, calling, strict=True))[-_MOST_BOUTS:][::-1]:
        match = named(bout.match, names)
        sums = bout.sheet.totals()
        result = bout.sheet.result
        how = "" if result.winner is None else word(result.won_by)
        rows.append(
            (
                match.date,
                joined((match.event, match.round), ", "),
                match.name_of(other(bout.who)),
                bout.ruleset.name(rules_language()),
                f"{plain(sums[bout.who].points)}:{plain(sums[other(bout.who)].points)}",
                joined((word(bout.ended), how), ", "),
            )
        )
    head = (tr("Date"), tr("Event"), tr("Opponent"), tr("Ruleset"), tr("Points"), tr("Result"))
    return Table(
        head, tuple(rows), tr("Matches, the last first"), (1.4, 2.4, 2.2, 2.6, 0.9, 2.0),
        frozenset((4,)), len(bouts) - len(rows), least=4,
    )  # fmt: skip


def _times(bouts: Sequence[Bout]) -> Table:
    times = sum((times_of(bout.match, bout.who) for bout in bouts), Times())
    each = (
        (tr("on top"), times.top), (tr("at the bottom"), times.bottom),
        (tr("standing"), times.standing), (tr("nobody on top"), times.neutral),
    )  # fmt: skip
    rows = tuple((name, _share(part, times.whole)) for name, part in each)
    return Table(("", ""), rows, tr("Time"), (2, 1), frozenset((1,)), least=4)


def _share(part: Fraction, whole: Fraction) -> str:
    return tr("{share} %", share=round(100 * part / whole)) if whole else "–"


def _tries(bouts: Sequence[Bout]) -> Table:
    mine = added(tries_of(bout.match, bout.who) for bout in bouts)
    against = added(tries_of(bout.match, other(bout.who)) for bout in bouts)
    rows = tuple(
        (
            capital(word(what)),
            tries_text(mine[what].made, mine[what].tried),
            tries_text(against[what].made, against[what].tried),
        )
        for what in TRIED
    )
    head = ("", tr("own"), tr("against"))
    return Table(head, rows, tries_title(), (2, 1.4, 1.4), frozenset((1, 2)), least=5)


def _points(bouts: Sequence[Bout]) -> Table:
    """Points for and against by the position in which they were given."""
    own: Counter[str] = Counter()
    against: Counter[str] = Counter()
    for bout in bouts:
        for (position, who), points in points_by_position(bout.match, bout.sheet).items():
            (own if who == bout.who else against)[position] += points
    places = [name for name in (*POSITIONS, "") if own[name] or against[name]]
    rows = tuple(
        (word(name) if name else "–", plain(own[name]), plain(against[name])) for name in places
    )
    head = ("", tr("own"), tr("against"))
    return Table(
        head, rows, tr("Points by position"), (2, 1, 1), frozenset((1, 2)), least=3,
        empty=tr("No points."),
    )  # fmt: skip


def _tendencies(bouts: Sequence[Bout]) -> list[str]:
    """What comes back in match after match, a sentence each."""
    lines = []
    firsts = [(bout, first_points(bout)) for bout in bouts]
    led = [bout for bout, mine in firsts if mine]
    behind = [bout for bout, mine in firsts if mine is False]
    if led or behind:
        lines.append(
            tr(
                "First points: own in {led} of {all} matches, of which {won} were won; the"
                " opponent's in {behind}, of which {turned} were won.",
                led=len(led), all=len(bouts), won=_won(led), behind=len(behind), turned=_won(behind),
            )
        )  # fmt: skip
    steps = steps_of(bouts)
    for text, part, positions in (
        (tr("From standing mostly comes: {places}."), "", UPRIGHT),
        (tr("On top of a guard mostly comes: {places}."), "top", _GUARDS),
        (tr("At the bottom of a guard mostly comes: {places}."), "bottom", _GUARDS),
    ):
        counts: Counter[str] = Counter()
        for (before, after), count in steps.items():
            if before[0] in positions and before[1] == part:
                counts[_place_text(*after)] += count
        if counts:
            places = (f"{name} ({count})" for name, count in counts.most_common(_MOST_WORDS))
            lines.append(text.format(places=", ".join(places)))
    tries = Counter(
        tag.details.get("technique", "other")
        for bout in bouts
        for tag in bout.match.tags
        if tag.tag == "submission" and tag.athlete == bout.who
    )
    if tries:
        most = ", ".join(
            f"{word(name)} ({count})" for name, count in tries.most_common(_MOST_WORDS)
        )
        lines.append(tr("Submissions tried most: {names}.", names=most))
    return lines


_GUARDS = ("closed_guard", "open_guard", "half_guard")


def _won(bouts: Sequence[Bout]) -> int:
    return sum(bout.ended == "won" for bout in bouts)


def _place_text(position: str, part: str) -> str:
    if part == "top":
        return tr("{position} on top", position=word(position))
    if part == "bottom":
        return tr("{position} at the bottom", position=word(position))
    return word(position)
