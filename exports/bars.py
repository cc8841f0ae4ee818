"""Charts of sums: control time per position, rulesets side by side, and what followed what."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from annotator.model.match import Match
from annotator.model.time import clock_text
from annotator.model.vocabulary import POSITIONS, Athlete
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Award, ScoreSheet, Totals
from annotator.scoring.wording import letter, person_text, plain
from annotator.text import after_colon, tr, tr_n, word
from exports.ink import (
    HATCH,
    PRINTED,
    SIDES,
    Look,
    heading,
    inks_of,
    new_sheet,
    panel,
    put,
    ruleset_name,
    ruleset_of,
    sheet_of_paper,
    shortened,
    text_width,
)  # fmt: skip
from exports.score_panel import result_text
from exports.spots import mark
from exports.statistics import Control, control_times, transitions

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from exports.sheet import Sheet

_LEFT, _RIGHT = 0.5, 0.5
_TOP, _FOOT = 1.55, 0.7
_BARE_TOP, _BARE_TABLE = 0.5, 0.85  # the tops of sheets without heading
_CELL_LEAST = 0.25
_ROW_MOST, _ROW_LEAST = 0.62, 0.26
_Bar = tuple[float, float, float, float]


def control_time(match: Match, rulesets: Sequence[Ruleset] = (), look: Look = PRINTED) -> Sheet:
    """How long each was on top in each position: red to the left, blue to the right."""
    rows = [row for row in control_times(match) if row.athlete]
    names = [name for name in POSITIONS if any(row.position == name for row in rows)]
    by_place = {(row.position, row.athlete): row for row in rows}
    longest = max((float(row.seconds) for row in rows), default=1.0)
    row_height, height = _row_height(look, len(names))
    figure, inks = new_sheet(look, height), look.inks
    paper = sheet_of_paper(figure)
    heading(
        paper, match, tr("Control time: who was on top where, seconds of match clock"), rulesets
    )
    axes = _plain(figure, row_height * max(1, len(names)))
    middle, names_room = axes.get_xlim()[1] / 2, 1.6
    room = middle - names_room / 2 - 1.45
    _side_names(axes, match, middle, names_room)
    for number, name in enumerate(names):
        y = axes.get_ylim()[1] - (number + 0.5) * row_height
        put(axes, middle, y, shortened(word(name), names_room - 0.1, 10.5), 10.5, across="center")
        for who, side in SIDES:
            start = middle + side * names_room / 2
            row = by_place.get((name, who))
            width = float(row.seconds) / longest * room if row else 0.0
            if row is not None:
                box = (
                    min(start, start + side * width),
                    y - row_height * 0.34,
                    width,
                    row_height * 0.68,
                )
                _bar(axes, box, who)
                spot = box[0], y - row_height * 0.45, box[0] + width, y + row_height * 0.45
                mark(
                    axes,
                    spot,
                    row.begins,
                    after_colon(f"{word(name)}, {person_text(match, who)}", _control_text(row)),
                )
                put(axes, start + side * (width + 0.08), y, _control_text(row), 9.5,
                    across="right" if side < 0 else "left")  # fmt: skip
            axes.plot(
                [start, start],
                [y - row_height / 2, y + row_height / 2],
                color=inks.ink,
                linewidth=0.9,
            )
    put(paper, 0.5, 0.4, shortened(_sums_text(match), look.paper[0] - 1.0, 9.5), 9.5)
    return figure


def _control_text(row: Control) -> str:
    """`0:12.4`, with how often where it was more than once."""
    time = clock_text(row.seconds, 1)
    return time if row.stays == 1 else tr("{time} in {count} stays", time=time, count=row.stays)


def _sums_text(match: Match) -> str:
    """All of the clock, by who was on top."""
    sums: dict[Athlete | None, Fraction] = {
        "red": Fraction(0),
        "blue": Fraction(0),
        None: Fraction(0),
    }
    for row in control_times(match):
        sums[row.athlete] += row.seconds
    return tr(
        "On top: {red} {red_time}, {blue} {blue_time}; nobody {nobody}.",
        red=person_text(match, "red"), red_time=clock_text(sums["red"], 1),
        blue=person_text(match, "blue"), blue_time=clock_text(sums["blue"], 1),
        nobody=clock_text(sums[None], 1),
    )  # fmt: skip


def rulesets_compared(
    match: Match, sheets: Sequence[ScoreSheet], rulesets: Sequence[Ruleset] = (),
    look: Look = PRINTED,
) -> Sheet:  # fmt: skip
    """What each ruleset's board shows at the end, and whom it lets win."""
    most = (
        max((abs(sums.points) for sheet in sheets for sums in sheet.totals().values()), default=0)
        or 1
    )
    row_height, height = _row_height(look, len(sheets), 1.1, 0.7)
    figure, inks = new_sheet(look, height), look.inks
    paper = sheet_of_paper(figure)
    heading(paper, match, tr("The same match under {n} rulesets", n=len(sheets)), rulesets)
    axes = _plain(figure, row_height * max(1, len(sheets)))
    middle = axes.get_xlim()[1] / 2
    room = middle - 2.0
    _side_names(axes, match, middle, 0.0)
    for number, sheet in enumerate(sheets):
        top = axes.get_ylim()[1] - number * row_height
        axes.plot([0, middle * 2], [top, top], color=inks.pale, linewidth=0.8, zorder=0)
        ruleset = ruleset_of(rulesets, sheet.ruleset)
        _ruleset_words(axes, match, sheet, ruleset, top - 0.17)
        y, deep = top - 0.34 - (row_height - 0.42) / 2, (row_height - 0.42) * 0.86
        axes.plot(
            [middle, middle],
            [y - deep * 0.6, y + deep * 0.6],
            color=inks.ink,
            linewidth=1,
            zorder=4,
        )
        sums = sheet.totals()
        for who, side in SIDES:
            points = sums[who].points
            width = abs(points) / most * room
            _bar(
                axes,
                (middle if side > 0 else middle - width, y - deep / 2, width, deep),
                who,
                points < 0,
            )
            given = tuple(
                r.time for r in sheet.awards if r.athlete == who and r.award is Award.POINTS
            )
            end = middle + side * max(width, 0.6)
            spot = (min(middle, end), y - deep / 2, max(middle, end), y + deep / 2)
            name = ruleset_name(ruleset, sheet.ruleset)
            told = after_colon(f"{name}, {person_text(match, who)}", plain(points))
            mark(axes, spot, given, told)
            across = "right" if side < 0 else "left"
            x = middle + side * (width + 0.12)
            big = plain(points)
            put(axes, x, y, big, 17, bold=True, colour=inks.strong[who], across=across)
            x += side * (text_width(big, 17, True) + 0.1)
            put(axes, x, y, _columns_text(sums[who]), 8, colour=inks.grey, across=across)
    return figure


def _ruleset_words(
    axes: Axes, match: Match, sheet: ScoreSheet, ruleset: Ruleset | None, y: float
) -> None:
    inks = inks_of(axes)
    result = result_text(match, sheet)
    winner = sheet.result.winner
    right = axes.get_xlim()[1]
    put(axes, right, y, shortened(result, 3.2, 9.5, True), 9.5, bold=True, across="right",
        colour=inks.strong[winner] if winner else inks.ink)  # fmt: skip
    room = right - min(3.2, text_width(result, 9.5, True)) - 0.3
    name = shortened(ruleset_name(ruleset, sheet.ruleset), room, 10.5, True)
    put(axes, 0, y, name, 10.5, bold=True)
    used = text_width(name, 10.5, True) + 0.15
    put(axes, used, y, shortened(sheet.edition, room - used, 8), 8, colour=inks.grey)


def _columns_text(sums: Totals) -> str:
    """`2 advantages, 1 penalty`: what else the board shows, where there is any."""
    parts = []
    if sums.advantages:
        parts.append(tr_n("{count} advantage", "{count} advantages", sums.advantages))
    if sums.penalties:
        parts.append(tr_n("{count} penalty", "{count} penalties", sums.penalties))
    if sums.warnings:
        parts.append(tr_n("{count} warning", "{count} warnings", sums.warnings))
    return ", ".join(parts)


def transition_chart(match: Match, rulesets: Sequence[Ruleset] = (), look: Look = PRINTED) -> Sheet:
    """A table of what followed what: rows are left, columns are reached, dots say how often."""
    steps = transitions(match)
    places = sorted(
        {(step.before, step.before_top) for step in steps}
        | {(step.after, step.after_top) for step in steps},
        key=lambda place: (POSITIONS.index(place[0]), place[1] != "red"),
    )
    count = max(1, len(places))
    names, top = 1.75, 1.55
    head = _TOP if look.headed else _BARE_TABLE
    figure = new_sheet(look, head + _FOOT + top - 0.5 + count * _CELL_LEAST)
    inks, (width, height) = look.inks, (float(each) for each in figure.get_size_inches())
    paper = sheet_of_paper(figure)
    heading(
        paper, match, tr("What followed what: from the row's position to the column's"), rulesets
    )
    room = height - head - _FOOT - top + 0.5
    cell = min(0.42, room / count, (width - 1.0 - names) / count)
    axes = panel(figure, _LEFT, 0.3, width - 1.0, height - head + 0.5, "transitions")
    axes.set(xlim=(0, width - 1.0), ylim=(0, height - head + 0.5))
    axes.axis("off")
    roof = axes.get_ylim()[1] - top
    names += max(0.0, (width - 1.0 - names - count * cell) / 2 - 0.6)
    size = min(9.0, cell * 72 * 0.62)
    for number, (name, who) in enumerate(places):
        text = shortened(f"{letter(who)} {word(name)}".strip(), top - 0.15, size)
        colour = inks.strong[who] if who else inks.ink
        y, x = roof - (number + 0.5) * cell, names + (number + 0.5) * cell
        put(axes, names - 0.1, y, text, size, colour=colour, across="right")
        put(
            axes,
            x,
            roof + 0.08,
            text,
            size,
            colour=colour,
            across="center",
            up="bottom",
            rotation=90,
        )
    for line in range(len(places) + 1):
        axes.plot(
            [names, names + count * cell], [roof - line * cell] * 2, color=inks.pale, linewidth=0.8
        )
        axes.plot(
            [names + line * cell] * 2, [roof, roof - count * cell], color=inks.pale, linewidth=0.8
        )
    for step in steps:
        x = names + (places.index((step.after, step.after_top)) + 0.5) * cell
        y = roof - (places.index((step.before, step.before_top)) + 0.5) * cell
        who = step.after_top
        axes.scatter([x], [y], s=(cell * 72 * 0.74) ** 2, facecolor=inks.soft[who], hatch=HATCH[who],
                     edgecolor=inks.strong[who] if who else inks.grey, linewidth=0.9, zorder=3)  # fmt: skip
        put(
            axes,
            x,
            y,
            str(step.count),
            size + 1,
            bold=True,
            across="center",
            zorder=5,
            box=who == "blue",
        )
        half = cell / 2
        told = after_colon(f"{word(step.before)} → {word(step.after)}", str(step.count))
        mark(axes, (x - half, y - half, x + half, y + half), step.moments, told)
    note = tr("R and B: who is on top after it; plain, hatched or grey: red, blue or nobody")
    note = shortened(note, width - 1.0, 8)
    begin = max(0.0, min(names, width - 1.0 - text_width(note, 8)))
    put(axes, begin, roof - count * cell - 0.2, note, 8, colour=inks.grey)
    return figure


def _row_height(
    look: Look, rows: int, most: float = _ROW_MOST, least: float = _ROW_LEAST
) -> tuple[float, float]:
    """Inches per row, and that the sheet must have: more than its paper only where rows would become
    too low.
    """
    top = _TOP if look.headed else _BARE_TOP
    room = (look.paper[1] - top - _FOOT) / max(1, rows)
    row = min(most, max(least, room))
    return row, top + _FOOT + row * rows


def _plain(figure: Sheet, height: float) -> Axes:
    """Axes in inches below the heading, without frame."""
    width, up = figure.get_size_inches()
    top = _TOP if figure.look.headed else _BARE_TOP
    axes = panel(figure, _LEFT, up - top - height, width - _LEFT - _RIGHT, height, "bars")
    axes.set(xlim=(0, width - _LEFT - _RIGHT), ylim=(0, height))
    axes.axis("off")
    return axes


def _side_names(axes: Axes, match: Match, middle: float, gap: float) -> None:
    """Whose bars run to which side."""
    inks = inks_of(axes)
    y = axes.get_ylim()[1] + 0.2
    for who, side in SIDES:
        text = shortened(person_text(match, who), middle - gap / 2 - 0.2, 11, True)
        put(axes, middle + side * (gap / 2 + 0.1), y, text, 11, bold=True, colour=inks.strong[who],
            across="right" if side < 0 else "left")  # fmt: skip


def _bar(axes: Axes, box: _Bar, who: Athlete | None, negative: bool = False) -> None:
    from matplotlib.patches import Rectangle

    inks = inks_of(axes)
    x, y, width, height = box
    axes.add_patch(
        Rectangle(
            (x, y), width, height, facecolor=inks.paper if negative else inks.soft[who], hatch=HATCH[who],
            edgecolor=inks.strong[who] if who else inks.grey, linewidth=1.0, hatch_linewidth=0.6, zorder=3,
        )
    )  # fmt: skip
