"""Two annotators' tags over film time, a pair of lanes for each group: legible in black and white."""

from __future__ import annotations

from fractions import Fraction

from annotator.model.matching import Mark, Pair
from annotator.scoring.wording import tag_name
from annotator.text import clock_text, tr
from exports.agreement.matches import MatchAgreement
from exports.html import Html, element, joined

WIDTH, LEFT, LANE, GAP = 1000, 160, 13, 15
"""Of the drawing, of the names at its left, of a lane, and between the two lanes of a pair."""
_STEPS = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1200, 3600)
_MOST_TICKS = 12
_LEAST = 3.0  # a moment is so wide


def lanes_svg(found: MatchAgreement) -> str:
    """The drawing as an `<svg>` element; needs at least one tag."""
    marks = [
        *(mark for pair in found.tags.pairs for mark in (pair.first, pair.second)),
        *found.tags.only_first, *found.tags.only_second,
    ]  # fmt: skip
    start = min(mark.start for mark in marks)
    end = max(mark.start if mark.end is None else mark.end for mark in marks)
    scale = _Scale(start, max(end, start + 1))
    groups = [name for name in _names() if any(mark.group == name for mark in marks)]
    height = len(groups) * (2 * LANE + GAP + 16) + 24
    parts = [element("title", tr("Tags of both, by film time"))]
    for number, group in enumerate(groups):
        parts.append(_group(found, group, scale, 8 + number * (2 * LANE + GAP + 16)))
    parts.append(_axis(scale, height - 20))
    return str(
        element(
            "svg", *parts, viewBox=f"0 0 {WIDTH} {height}", role="img", width="100%",
            xmlns="http://www.w3.org/2000/svg", font_family="DejaVu Sans, sans-serif",
        )
    )  # fmt: skip


class _Scale:
    def __init__(self, start: Fraction, end: Fraction) -> None:
        self.start, self.end = start, end

    def x(self, time: Fraction) -> float:
        share = (time - self.start) / (self.end - self.start)
        return round(LEFT + float(share) * (WIDTH - LEFT - 12), 1)


def _names() -> dict[str, str]:
    return {
        "position": tr("positions"), "action": tr("actions"), "submission": tr("submissions"),
        "referee": tr("referee"),
    }  # fmt: skip


def _group(found: MatchAgreement, group: str, scale: _Scale, top: int) -> Html:
    upper, lower = top, top + LANE + GAP
    text = {"font_size": 11, "fill": "#111"}
    parts = [
        element("text", _names()[group], x=2, y=upper + LANE + 11, font_weight="bold", **text),
        element("text", _short(found.first.name), x=LEFT - 6, y=upper + 10, text_anchor="end", **text),
        element("text", _short(found.second.name), x=LEFT - 6, y=lower + 10, text_anchor="end", **text),
    ]  # fmt: skip
    parts += [
        element("line", x1=LEFT, x2=WIDTH - 12, y1=y + LANE, y2=y + LANE, stroke="#999")
        for y in (upper, lower)
    ]
    for pair in found.tags.pairs:
        if pair.first.group == group:
            parts.append(_pair(found, pair, scale, upper, lower))
    for place, y in enumerate((upper, lower)):
        for mark in (found.tags.only_first, found.tags.only_second)[place]:
            if mark.group == group:
                parts.append(_mark(found, place, mark, scale, y, "#fff"))
    return element("g", *parts)


def _pair(found: MatchAgreement, pair: Pair, scale: _Scale, upper: int, lower: int) -> Html:
    fill = "#222" if pair.same else "#bbb"
    return element(
        "g",
        _mark(found, 0, pair.first, scale, upper, fill),
        _mark(found, 1, pair.second, scale, lower, fill),
        element(
            "line", x1=scale.x(pair.first.start) + 1, y1=upper + LANE,
            x2=scale.x(pair.second.start) + 1, y2=lower, stroke="#222",
            stroke_dasharray=None if pair.same else "3 2",
        ),
    )  # fmt: skip


def _mark(
    found: MatchAgreement, place: int, mark: Mark, scale: _Scale, top: int, fill: str
) -> Html:
    left = scale.x(mark.start)
    wide = max(_LEAST, scale.x(mark.end) - left) if mark.end is not None else _LEAST
    told = f"{clock_text(mark.start, 2)} {tag_name(found.tag(place, mark.id))}"
    return element(
        "rect", element("title", told), x=left, y=top, width=round(wide, 1), height=LANE - 1,
        fill=fill, stroke="#222", stroke_width=0.8,
    )  # fmt: skip


def _axis(scale: _Scale, top: int) -> Html:
    length = scale.end - scale.start
    step = next((each for each in _STEPS if length / each <= _MOST_TICKS), None)
    if step is None:
        step = int(length / _MOST_TICKS) + 1
    parts = []
    time = Fraction(-(-scale.start // step) * step)
    while time <= scale.end:
        x = scale.x(time)
        parts.append(element("line", x1=x, x2=x, y1=top - 4, y2=top, stroke="#222"))
        parts.append(
            element(
                "text", clock_text(time, 0), x=x, y=top + 12, font_size=10, text_anchor="middle"
            )
        )
        time += step
    return joined(parts)


def _short(name: str) -> str:
    return name if len(name) <= 10 else name[:9] + "…"
