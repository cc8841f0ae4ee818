"""The match on one sheet: positions, actions, and a score panel for each ruleset."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from annotator.model.match import Match
from annotator.model.timeline import Run, Timeline, read_timeline
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import ScoreSheet
from annotator.text import tr
from exports.ink import (
    A4,
    LEFT,
    OVERHANG,
    PRINTED,
    Look,
    TimeAxis,
    heading,
    inks_of,
    minutes,
    new_sheet,
    panel,
    put,
    ruleset_of,
    sheet_of_paper,
    tick_step,
)  # fmt: skip
from exports.legend import draw_legend
from exports.position_band import PositionBand
from exports.score_panel import HEADING, ScorePanel

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from exports.sheet import Sheet

_HEAD, _FOOT, _GAP = 1.46, 0.5, 0.14
_LEAST_SCALE, _MOST_SCALE = 0.016, 0.07  # inches per point


def scored_timeline(
    match: Match, sheets: Sequence[ScoreSheet], rulesets: Sequence[Ruleset] = (),
    look: Look = PRINTED,
) -> Sheet:  # fmt: skip
    """Draw the match and how each ruleset scores it.

    A4 landscape is turned where that is too low; with very many awards the sheet grows in
    height. `rulesets` give names and titles of clauses; without them ids stand.
    """
    timeline = read_timeline(match)
    layout = _Layout(match, timeline, sheets, rulesets, look)
    if layout.least > A4[1] and look.paper == A4:
        turned = replace(look, paper=(A4[1], A4[0]))
        layout = _Layout(match, timeline, sheets, rulesets, turned)
    return layout.draw()


class _Layout:
    """Band and panels measured for a size of paper."""

    def __init__(
        self,
        match: Match,
        timeline: Timeline,
        sheets: Sequence[ScoreSheet],
        rulesets: Sequence[Ruleset],
        look: Look,
    ) -> None:
        self.match, self.timeline, self.look = match, timeline, look
        self.paper = paper = look.paper
        self.rulesets = rulesets
        last = max(timeline.last, timeline.first + 1)
        self.axis = axis = TimeAxis(timeline.first, last, paper[0] - LEFT - OVERHANG - 0.1)
        self.band = PositionBand(match, timeline, axis)
        self.panels = [
            ScorePanel(match, sheet, ruleset_of(rulesets, sheet.ruleset), axis) for sheet in sheets
        ]
        self._head = _HEAD - look.lift
        self._fixed = self._head + self.band.height + _FOOT
        self._fixed += sum(one.fixed_height + _GAP for one in self.panels)
        self._points = sum(one.points for one in self.panels)
        self.least = self._fixed + self._points * _LEAST_SCALE

    def draw(self) -> Sheet:
        """The figure: heading, legend, band, a panel for each ruleset, and both time axes."""
        room = self.paper[1] - self._fixed
        scale = min(_MOST_SCALE, max(_LEAST_SCALE, room / self._points)) if self._points else 0.0
        spare = max(0.0, room - self._points * scale) / max(1, len(self.panels))
        for one in self.panels:
            one.set_scale(scale, min(spare, 0.4))
        height = max(self.paper[1], self._fixed + self._points * scale)
        figure = new_sheet(self.look, height)
        paper = sheet_of_paper(figure)
        heading(paper, self.match, tr("Scored timeline"), self.rulesets)
        draw_legend(paper, height - 0.97 + self.look.lift)
        bottom = height - self._head - self.band.height
        last = panel(figure, LEFT, bottom, self.axis.width, self.band.height, "positions")
        self.band.draw(last)
        _stops(last, self.timeline, self.axis)
        _clock_axis(last, self.timeline, self.axis)
        for one in self.panels:
            bottom -= one.height + _GAP
            name = f"score {one.sheet.ruleset}"
            last = panel(figure, LEFT, bottom, self.axis.width, one.height, name)
            one.draw(last)
            _stops(last, self.timeline, self.axis, one.height - HEADING)
        _film_axis(last, self.axis)
        return figure


def _stops(axes: Axes, timeline: Timeline, axis: TimeAxis, height: float | None = None) -> None:
    inks = inks_of(axes)
    for piece in timeline.stretches:
        if piece.run is not Run.RUNNING and piece.end > piece.start:
            stopped = piece.run in (Run.STOPPED, Run.FROZEN)
            axes.axvspan(
                axis.at(piece.start), axis.at(piece.end), facecolor=inks.stopped, edgecolor=inks.hatch,
                linewidth=0, hatch="xxxx" if stopped else "", zorder=0, hatch_linewidth=0.3,
                ymax=1.0 if height is None else height / (axes.get_ylim()[1] - axes.get_ylim()[0]),
            )  # fmt: skip


def _ticks(axes: Axes, marks: list[tuple[float, str]], y: float, up: str, name: str) -> None:
    inks = inks_of(axes)
    side = 1 if up == "bottom" else -1
    for x, text in marks:
        axes.plot([x, x], [y, y + side * 0.05], color=inks.ink, linewidth=0.7, clip_on=False)
        put(axes, x, y + side * 0.07, text, 7, across="center", up=up)
    axes.plot([0, axes.get_xlim()[1]], [y, y], color=inks.ink, linewidth=0.7, clip_on=False)
    put(axes, -0.24, y + side * 0.07, name, 6.5, colour=inks.grey, across="right", up=up)


def _film_axis(axes: Axes, axis: TimeAxis) -> None:
    step = tick_step(float(axis.last - axis.first), axis.width)
    second = -(-axis.first // step) * step
    marks = []
    while second <= axis.last:
        marks.append((axis.at(Fraction(second)), minutes(second)))
        second += step
    _ticks(axes, marks, axes.get_ylim()[0] - 0.05, "top", tr("film, m:ss"))


def _clock_axis(axes: Axes, timeline: Timeline, axis: TimeAxis) -> None:
    """Match clock along the top: where it shows a round number while it runs."""
    step = tick_step(float(axis.last - axis.first), axis.width)
    marks: list[tuple[float, str]] = []
    passed = Fraction(0)
    for piece in timeline.stretches:
        if piece.run is not Run.RUNNING:
            continue
        length = piece.end - piece.start
        tick = -(-passed // step) * step
        while tick < passed + length:
            x = axis.at(piece.start + tick - passed)
            if not marks or x - marks[-1][0] >= 0.36:
                marks.append((x, minutes(tick)))
            tick += step
        passed += length
    _ticks(axes, marks, axes.get_ylim()[1] + 0.03, "bottom", tr("clock, m:ss"))
