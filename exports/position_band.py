"""Who is where: positions in two lanes, red's above blue's, with both one's actions outside."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.time import clock_text
from annotator.model.timeline import Stay, Timeline
from annotator.model.vocabulary import ATHLETES, Athlete, Group
from annotator.scoring.wording import letter
from annotator.text import tr, word
from exports.ink import (
    HATCH,
    OVERHANG,
    POINT,
    TimeAxis,
    frame_axes,
    inks_of,
    on_top,
    put,
    shortened,
    text_width,
)
from exports.lanes import Label, Place, lanes
from exports.spots import mark, mark_along

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SIZE, _SMALL = 7.0, 6.5
_LANE = 0.125
_BAND, _BAR = 0.36, 0.10
_ACT_MARKER = {"warning": "D", "foul": "X", "out_of_bounds": ">"}


class PositionBand:
    """Measures itself first, so that the sheet can be laid out, and draws itself then."""

    def __init__(self, match: Match, timeline: Timeline, axis: TimeAxis) -> None:
        self.timeline, self.axis = timeline, axis
        self.acts = {who: [tag for tag in match.in_time() if _is_act(tag, who)] for who in ATHLETES}
        self.labels: dict[Athlete, list[Label]] = {}
        self.places: dict[Athlete, list[Place]] = {}
        for who in ATHLETES:
            labels = []
            for tag in self.acts[who]:
                text = shortened(_act_text(tag), 2.0, _SIZE)
                labels.append(Label(axis.at(tag.start), text, text_width(text, _SIZE)))
            self.labels[who] = labels
            self.places[who] = lanes(labels, axis.width + OVERHANG)
        self.up = _BAND + self._outside("red")
        self.down = _BAND + self._outside("blue")
        self.height = self.up + self.down

    def _outside(self, who: Athlete) -> float:
        deep = max((place.lane for place in self.places[who]), default=-1) + 1
        return _BAR + 0.10 + deep * _LANE if deep else 0.02

    def draw(self, axes: Axes) -> None:
        inks = inks_of(axes)
        frame_axes(axes, self.axis, -self.down, self.up)
        mark_along(axes, self.axis)
        self._positions(axes)
        for who in ATHLETES:
            self._acts(axes, who)
        put(
            axes,
            -0.12,
            _BAND / 2,
            on_top("red"),
            8,
            bold=True,
            colour=inks.strong["red"],
            across="right",
        )
        put(
            axes,
            -0.12,
            -_BAND / 2,
            on_top("blue"),
            8,
            bold=True,
            colour=inks.strong["blue"],
            across="right",
        )
        if self.acts["red"]:
            put(
                axes, -0.12, _BAND + 0.1, tr("R does"), 7, colour=inks.strong["red"], across="right"
            )
        if self.acts["blue"]:
            put(
                axes,
                -0.12,
                -_BAND - 0.1,
                tr("B does"),
                7,
                colour=inks.strong["blue"],
                across="right",
            )

    def _positions(self, axes: Axes) -> None:
        from matplotlib.patches import Rectangle

        inks = inks_of(axes)
        for stay in self.timeline.stays:
            left, right = self.axis.at(stay.start), self.axis.at(stay.end)
            low, high = {"red": (0.0, _BAND), "blue": (-_BAND, 0.0), None: (-_BAND / 2, _BAND / 2)}[
                stay.top
            ]
            colour = inks.strong[stay.top] if stay.top else inks.grey
            axes.add_patch(
                Rectangle(
                    (left, low), right - left, high - low, facecolor=inks.soft[stay.top],
                    edgecolor=colour, linewidth=0.7, hatch=HATCH[stay.top], zorder=3,
                    hatch_linewidth=0.35,
                )
            )  # fmt: skip
            tags = tuple(tag for state in stay.states for tag in state.tags)
            mark(axes, (left, low, right, high), (stay.start,), _stay_text(stay), tags)
            text, turned = _fitting(word(stay.position), right - left - 0.04, high - low - 0.04)
            if text:
                put(axes, (left + right) / 2, (low + high) / 2, text, _SMALL, across="center",
                    box=stay.top != "red", zorder=5, rotation=90 if turned else 0)  # fmt: skip
        axes.axhline(0, color=inks.ink, linewidth=0.8, zorder=4)

    def _acts(self, axes: Axes, who: Athlete) -> None:
        from matplotlib.patches import Rectangle

        inks = inks_of(axes)
        sign = 1 if who == "red" else -1
        for tag, label, place in zip(
            self.acts[who], self.labels[who], self.places[who], strict=True
        ):
            end = _act_end(tag, self.timeline)
            left, right = self.axis.at(tag.start), self.axis.at(end)
            low = sign * (_BAND + 0.03)
            top = low + sign * _BAR
            middle = (low + top) / 2
            if tag.kind.span:
                strong = tag.kind.group is Group.SUBMISSION
                axes.add_patch(
                    Rectangle(
                        (left, min(low, top)), max(right - left, 0.02), _BAR, edgecolor=inks.strong[who],
                        facecolor=inks.strong[who] if strong else inks.paper, linewidth=0.9, zorder=3,
                        hatch="" if strong or tag.tag != "inactive" else "....",
                    )
                )  # fmt: skip
            else:
                axes.plot([left], [middle], marker=_ACT_MARKER.get(tag.tag, "."), markersize=4,
                          color=inks.strong[who], zorder=4)  # fmt: skip
            mark(
                axes,
                (left - 0.04, low, max(right, left + 0.06), top),
                (tag.start,),
                label.text,
                (tag.id,),
            )
            level = sign * (_BAND + _BAR + 0.10 + place.lane * _LANE)
            axes.plot([left, left], [top, level], color=inks.grey, linewidth=0.4, zorder=1)
            box = (place.begin, level - _LANE / 2, place.begin + label.width, level + _LANE / 2)
            mark(axes, box, (tag.start,), label.text, (tag.id,))
            put(
                axes,
                place.begin,
                level,
                label.text,
                _SIZE,
                colour=inks.ink,
                up="center",
                box=True,
                zorder=6,
            )


def _stay_text(stay: Stay) -> str:
    """`R half guard, 0:36.01`."""
    who = f"{letter(stay.top)} " if stay.top else ""
    return f"{who}{word(stay.position)}, {clock_text(stay.start, 2)}"


def _is_act(tag: Tag, who: Athlete) -> bool:
    group = tag.kind.group
    if tag.athlete != who or tag.is_position:
        return False
    return group is not Group.REFEREE or tag.tag in ("inactive", "warning", "foul", "out_of_bounds")


def _act_end(tag: Tag, timeline: Timeline) -> Fraction:
    """Where an act ends; a sweep or an attempt without an end is a moment, as in the window."""
    if tag.end is None and tag.tag in ("sweep", "attempt"):
        return tag.start
    return timeline.end_of(tag)


def _act_text(tag: Tag) -> str:
    """`armbar, escaped`; `takedown`; `warning, passivity`; `tried a sweep`."""
    details = tag.details
    if tag.tag == "submission":
        name = word(details.get("technique", "submission"))
        if details.get("close") == "yes" or "close_from" in details:
            name = tr("close {technique}", technique=name)
        return f"{name}, {word(details['outcome'])}" if "outcome" in details else name
    if tag.tag == "attempt":
        return tr("{what} tried", what=word(details.get("kind", "attempt")))
    reason = details.get("reason") or details.get("kind")
    return f"{word(tag.tag)}, {word(reason)}" if reason else word(tag.tag)


def _fitting(text: str, across: float, up: float) -> tuple[str, bool]:
    """The text or its first word, flat or else turned (True): what fits into so many inches."""
    for shorter in (text, text.split()[0]):
        width = text_width(shorter, _SMALL)
        if width <= across:
            return shorter, False
        if width <= up and across >= _SMALL * POINT:
            return shorter, True
    return "", False
