"""The timeline of a match with more in it than labels find room: who was on top when, and the score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from annotator.model.match import Match
from annotator.model.timeline import Stay, read_timeline
from annotator.model.vocabulary import ATHLETES, Athlete
from annotator.scoring.ruling import ScoreSheet
from annotator.scoring.wording import letter
from annotator.text import tr
from exports.ink import HATCH, LINE, Look, minutes, new_sheet, on_top, panel, put, tick_step

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from exports.sheet import Sheet

_PAPER = (9.8, 3.2)  # inches
_LEFT, _RIGHT = 0.9, 0.3
_BAND = 0.9
_MOST_HATCHED = 500
MOST_LABELS = 120
"""With more labels than this the scored timeline is no longer read, and takes long to lay out."""


def is_crowded(match: Match, sheet: ScoreSheet) -> bool:
    """Whether the scored timeline would have too many labels."""
    acts = sum(not tag.is_position for tag in match.tags)
    return acts + len(sheet.awards) + len(sheet.refusals) > MOST_LABELS


def strip(match: Match, sheet: ScoreSheet) -> Sheet:
    """Red on top above the line, blue below it and hatched; the points in steps."""
    figure = new_sheet(Look(paper=_PAPER, headed=False))
    width = _PAPER[0] - _LEFT - _RIGHT
    timeline = read_timeline(match)
    first, last = float(timeline.first), max(float(timeline.last), float(timeline.first) + 1)
    band = panel(figure, _LEFT, _PAPER[1] - _BAND - 0.15, width, _BAND, "positions")
    _band(band, timeline.stays)
    score = panel(figure, _LEFT, 0.45, width, _PAPER[1] - _BAND - 0.85, "score")
    _score(score, sheet, first, last)
    for axes in (band, score):
        axes.set(xlim=(first, last), yticks=[])
        for side in ("left", "right", "top", "bottom"):
            axes.spines[side].set_visible(False)
    band.set_xticks([])
    step = tick_step(last - first, width)
    ticks = range(-int(-first // step) * step, int(last) + 1, step)
    score.set_xticks(list(ticks), [minutes(tick) for tick in ticks], fontsize=7)
    return figure


def _band(axes: Axes, stays: tuple[Stay, ...]) -> None:
    inks = Look().inks
    # So many that hatching takes long; above and below the line tells them apart.
    hatched = len(stays) < _MOST_HATCHED
    sides: tuple[tuple[Athlete | None, float], ...] = (("red", 0.0), ("blue", -1.0), (None, -0.15))
    for who, low in sides:
        spans = [
            (float(stay.start), float(stay.end - stay.start)) for stay in stays if stay.top == who
        ]
        axes.broken_barh(
            spans, (low, 0.3 if who is None else 1.0), facecolor=inks.soft[who], hatch=HATCH[who] if hatched else "",
            edgecolor=inks.strong[who] if who else inks.grey, linewidth=0.2, hatch_linewidth=0.4,
        )  # fmt: skip
    axes.axhline(0, color=inks.ink, linewidth=0.8)
    axes.set_ylim(-1.05, 1.05)
    lanes: tuple[tuple[Athlete, float], ...] = (("red", 0.5), ("blue", -0.5))
    for side, y in lanes:
        text, at = on_top(side), (y + 1.05) / 2.1
        put(axes, -0.01, at, text, 8, across="right", transform=axes.transAxes)


def _score(axes: Axes, sheet: ScoreSheet, first: float, last: float) -> None:
    inks = Look().inks
    running = sheet.running()
    for who in ATHLETES:
        times = [first, *(float(ruling.time) for ruling, _ in running), last]
        points = [0, *(sums[who].points for _, sums in running)]
        axes.step(
            times, [*points, points[-1]], where="post", color=inks.strong[who],
            linestyle=LINE[who], linewidth=1.4,
        )  # fmt: skip
        put(axes, last, points[-1], f" {letter(who)}", 8, bold=True, clip_on=False)
    put(axes, -0.01, 0.5, tr("points"), 8, across="right", transform=axes.transAxes)
