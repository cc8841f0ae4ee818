"""One ruleset's score along the match: red's line above, blue's below, every award labelled."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING

from annotator.model.match import Match
from annotator.model.vocabulary import ATHLETES, Athlete
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Award, Ruling, ScoreSheet, Totals
from annotator.scoring.wording import clause_title, letter, person_text, plain
from annotator.text import seconds_text, tr, word
from exports.ink import (
    HATCH,
    LINE,
    OVERHANG,
    TimeAxis,
    frame_axes,
    inks_of,
    marker_of,
    put,
    ruleset_name,
    shortened,
    text_width,
)  # fmt: skip
from exports.lanes import Label, lanes
from exports.spots import mark, mark_along

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SIZE = 7.0
_LANE = 0.13
_EDGE = 0.07
_MIN_HEIGHT = 0.3
HEADING = 0.24  # inches above the panel for its name and result
_NEAR = Fraction(1)  # seconds by which a refusal was near enough to be written out


@dataclass(frozen=True, slots=True)
class _Note:
    """What is written at a moment: awards of one athlete together, or a refusal that was near."""

    time: Fraction
    label: Label
    given: bool
    first: Ruling


class ScorePanel:
    """Measures itself first, so that the sheet can be laid out, and draws itself then."""

    def __init__(
        self, match: Match, sheet: ScoreSheet, ruleset: Ruleset | None, axis: TimeAxis
    ) -> None:
        self.match, self.sheet, self.ruleset, self.axis = match, sheet, ruleset, axis
        self.notes = {who: self._notes(who) for who in ATHLETES}
        self.places = {
            who: lanes([note.label for note in self.notes[who]], axis.width + OVERHANG, -0.7)
            for who in ATHLETES
        }
        # Points on each side of the line: blue's count downwards, and what is below zero crosses it.
        self._above = max(self._peak("red", 1), self._peak("blue", -1))
        self._below = max(self._peak("blue", 1), self._peak("red", -1))
        self.points = self._above + self._below
        self.scale, self._stretch = 0.0, 0.0
        self.fixed_height = HEADING + max(_MIN_HEIGHT, self._margin("red") + self._margin("blue"))

    def set_scale(self, scale: float, stretch: float) -> None:
        """Inches per point, and inches more than are needed."""
        self.scale, self._stretch = scale, stretch

    @property
    def height(self) -> float:
        """Inches from the lowest label to the highest."""
        return self._up + self._down + HEADING

    @property
    def _up(self) -> float:
        return self._above * self.scale + self._margin("red") + self._slack

    @property
    def _down(self) -> float:
        return self._below * self.scale + self._margin("blue") + self._slack

    @property
    def _slack(self) -> float:
        margins = self._margin("red") + self._margin("blue")
        return (max(0.0, _MIN_HEIGHT - margins) + self._stretch) / 2

    def _margin(self, who: Athlete) -> float:
        deep = max((place.lane for place in self.places[who]), default=-1) + 1
        return _EDGE + (deep * _LANE + 0.06 if deep else 0.0)

    def _peak(self, who: Athlete, sign: int) -> int:
        values = [sign * sums[who].points for _, sums in self.sheet.running()]
        return max(0, *values) if values else 0

    def _notes(self, who: Athlete) -> list[_Note]:
        notes = []
        given = sorted((r for r in self.sheet.awards if r.athlete == who), key=lambda r: r.time)
        for time, group in groupby(given, key=lambda r: r.time):
            together = list(group)
            text = ", ".join(self._award_text(ruling) for ruling in together)
            notes.append(self._note(time, text, True, together[0]))
        for ruling in self.sheet.refusals:
            missed = _missed_by(ruling)
            if ruling.athlete == who and missed is not None:
                short = seconds_text(missed)
                text = tr("{clause}: {seconds} s short", clause=self._clause(ruling), seconds=short)
                notes.append(self._note(ruling.time, text, False, ruling))
        return sorted(notes, key=lambda note: note.time)

    def _note(self, time: Fraction, text: str, given: bool, first: Ruling) -> _Note:
        text = shortened(text, 2.6, _SIZE, given)
        return _Note(
            time, Label(self.axis.at(time), text, text_width(text, _SIZE, given)), given, first
        )

    def _clause(self, ruling: Ruling) -> str:
        return shortened(clause_title(self.ruleset, ruling.clause), 1.2, _SIZE)

    def _award_text(self, ruling: Ruling) -> str:
        """`+2 takedown`, `adv. pass near`, `penalty passivity`."""
        clause = self._clause(ruling)
        if ruling.award is Award.POINTS:
            return f"{ruling.value:+d} {clause}".replace("-", "−", 1)
        kinds = {
            Award.ADVANTAGE: tr("adv."),
            Award.PENALTY: tr("penalty"),
            Award.WARNING: tr("warning"),
            Award.DISQUALIFICATION: tr("disqualified"),
        }
        kind = kinds.get(ruling.award, "") if ruling.award else ""
        return f"{kind} {clause}"

    def draw(self, axes: Axes) -> None:
        """Draw into axes of the panel's height."""
        inks = inks_of(axes)
        frame_axes(axes, self.axis, -self._down, self._up + HEADING)
        mark_along(axes, self.axis)
        axes.axhline(0, color=inks.ink, linewidth=0.8, zorder=3)
        self._grid(axes)
        for who in ATHLETES:
            self._line(axes, who)
        for who in ATHLETES:
            self._labels(axes, who)
        self._words(axes)

    def _grid(self, axes: Axes) -> None:
        inks = inks_of(axes)
        put(axes, -0.06, 0, tr("points"), 6, colour=inks.grey, across="right")
        step = 5 if 5 * self.scale >= 0.13 else 10
        for points in range(-(self._below // step) * step, self._above + 1, step):
            if points:
                y = points * self.scale
                axes.axhline(y, color=inks.pale, linewidth=0.6, zorder=1)
                put(axes, -0.06, y, str(abs(points)), 6, colour=inks.grey, across="right")

    def _line(self, axes: Axes, who: Athlete) -> None:
        inks = inks_of(axes)
        sign = 1 if who == "red" else -1
        x, y = [0.0], [0.0]
        for ruling, sums in self.sheet.running():
            x.append(self.axis.at(ruling.time))
            y.append(sign * sums[who].points * self.scale)
        x.append(self.axis.width)
        y.append(y[-1])
        axes.fill_between(
            x, y, step="post", facecolor=inks.soft[who], edgecolor=inks.strong[who], linewidth=0,
            hatch=HATCH[who], hatch_linewidth=0.3, zorder=2, alpha=0.75,
        )  # fmt: skip
        axes.plot(
            x,
            y,
            drawstyle="steps-post",
            color=inks.strong[who],
            linestyle=LINE[who],
            linewidth=1.7,
            zorder=4,
        )

    def _labels(self, axes: Axes, who: Athlete) -> None:
        inks = inks_of(axes)
        sign = 1 if who == "red" else -1
        base = (self._above if who == "red" else self._below) * self.scale + _EDGE
        for note, place in zip(self.notes[who], self.places[who], strict=True):
            x = note.label.at
            start = sign * self._score(who, note.time) * self.scale
            level = sign * (base + (place.lane + 0.5) * _LANE)
            axes.plot([x, x], [start, level], color=inks.grey, linewidth=0.45, zorder=2)
            axes.plot(
                [x], [start], marker=marker_of(note.first.award), markersize=5, color=inks.strong[who], zorder=6, markeredgewidth=1.1,
                markerfacecolor=inks.strong[who] if note.given else inks.paper, clip_on=False,
            )  # fmt: skip
            tags, text = note.first.tags, note.label.text
            mark(axes, (x - 0.05, start - 0.06, x + 0.05, start + 0.06), (note.time,), text, tags)
            end = place.begin + note.label.width
            spot = (place.begin, level - _LANE / 2, end, level + _LANE / 2)
            mark(axes, spot, (note.time,), text, tags)
            put(axes, place.begin, level, note.label.text, _SIZE, bold=note.given, box=True,
                colour=inks.ink if note.given else inks.grey, zorder=7)  # fmt: skip
        noted = {id(note.first) for note in self.notes[who] if not note.given}
        for ruling in self._silent_refusals(who, noted):
            start, x = sign * self._score(who, ruling.time) * self.scale, self.axis.at(ruling.time)
            text = tr("{clause}, not given", clause=self._clause(ruling))
            box = (x - 0.05, start - 0.06, x + 0.05, start + 0.06)
            mark(axes, box, (ruling.time,), text, ruling.tags)
            axes.plot(
                [x], [start], marker=marker_of(ruling.award), markersize=4.2, zorder=5, clip_on=False,
                color=inks.strong[who], markerfacecolor=inks.paper, markeredgewidth=0.9,
            )  # fmt: skip

    def _silent_refusals(self, who: Athlete, noted: set[int]) -> Iterable[Ruling]:
        return (r for r in self.sheet.refusals if r.athlete == who and id(r) not in noted)

    def _score(self, who: Athlete, time: Fraction) -> int:
        return self.sheet.totals(time)[who].points

    def _words(self, axes: Axes) -> None:
        """Name and edition above the panel at the left, totals and result at the right."""
        inks = inks_of(axes)
        y, left, right = self._up + HEADING / 2, -0.62, self.axis.width + OVERHANG
        result = shortened(result_text(self.match, self.sheet), 2.4, 8)
        right -= text_width(result, 8)
        put(axes, right, y, result, 8)
        sums = self.sheet.totals()
        for who in reversed(ATHLETES):
            text = f"{letter(who)} {plain(sums[who].points)}"
            small = _small_numbers(sums[who])
            if small:
                right -= text_width(small, 7) + 0.14
                put(axes, right, y, small, 7, colour=inks.strong[who])
                right += 0.1
            right -= text_width(text, 10, True) + 0.14
            put(axes, right, y, text, 10, bold=True, colour=inks.strong[who])
        room = right - left - 0.2
        name = shortened(ruleset_name(self.ruleset, self.sheet.ruleset), room, 9, True)
        put(axes, left, y, name, 9, bold=True)
        room -= text_width(name, 9, True) + 0.12
        edition = shortened(self.sheet.edition, room, 7)
        put(axes, left + text_width(name, 9, True) + 0.12, y, edition, 7, colour=inks.grey)


def _missed_by(ruling: Ruling) -> Fraction | None:
    """By how many seconds it was missed, where that was little enough to be written out."""
    margin = ruling.margin
    return -margin if margin is not None and -_NEAR <= margin < 0 else None


def _small_numbers(sums: Totals) -> str:
    """`2 adv. 1 pen.`: advantages and penalties, where there are any."""
    parts = []
    if sums.advantages:
        parts.append(tr("{n} adv.", n=sums.advantages))
    if sums.penalties:
        parts.append(tr("{n} pen.", n=sums.penalties))
    return ", ".join(parts)


def result_text(match: Match, sheet: ScoreSheet) -> str:
    """`Ana Moreau (R) by points`, or that it is open."""
    result = sheet.result
    if result.winner is None:
        return tr("undecided")
    return tr("{name} by {how}", name=person_text(match, result.winner), how=word(result.won_by))
