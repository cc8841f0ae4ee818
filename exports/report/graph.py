"""Which position followed which, as a graph: the athlete on top at the left, at the bottom at the right."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from annotator.model.vocabulary import POSITIONS
from annotator.text import tr, word
from exports.ink import Look, new_sheet, put, sheet_of_paper, shortened
from exports.report.athlete import Place

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from exports.sheet import Sheet

MOST_STEPS = 18
_PAPER = (9.0, 3.9)  # inches
_BOX = (1.5, 0.27)
_COLUMNS = {"top": 1.45, "": 4.5, "bottom": 7.55}
_HEAD = 0.34


def transition_graph(steps: Counter[tuple[Place, Place]]) -> Sheet:
    """The most frequent steps as arrows, the thicker the more often; all in black and grey."""
    shown = steps.most_common(MOST_STEPS)
    figure = new_sheet(Look(paper=_PAPER, headed=False))
    paper = sheet_of_paper(figure)
    places = _places({place for step, _ in shown for place in step})
    most = max((count for _, count in shown), default=1)
    for part, title in (
        ("top", tr("on top")),
        ("", tr("nobody on top")),
        ("bottom", tr("at the bottom")),
    ):
        put(paper, _COLUMNS[part], _PAPER[1] - 0.16, title, 9, bold=True, across="center")
    for (before, after), count in reversed(shown):
        _arrow(paper, places[before], places[after], count, most)
    for place, (x, y) in places.items():
        _box(paper, x, y, word(place[0]))
    return figure


def _places(found: set[Place]) -> dict[Place, tuple[float, float]]:
    """Where each place stands: in the column of the athlete's part, in the order of the vocabulary."""
    places: dict[Place, tuple[float, float]] = {}
    for part, x in _COLUMNS.items():
        column = sorted((p for p in found if p[1] == part), key=lambda p: POSITIONS.index(p[0]))
        room = _PAPER[1] - _HEAD - 0.1
        for number, place in enumerate(column):
            places[place] = x, room - (number + 0.5) * room / len(column)
    return places


def _box(paper: Axes, x: float, y: float, text: str) -> None:
    from matplotlib.patches import FancyBboxPatch

    wide, high = _BOX
    box = FancyBboxPatch(
        (x - wide / 2, y - high / 2), wide, high, boxstyle="round,pad=0.02", facecolor="white",
        edgecolor="black", linewidth=1.0, zorder=5,
    )  # fmt: skip
    paper.add_patch(box)
    put(paper, x, y, shortened(text, wide - 0.1, 9), 9, across="center", zorder=6)


def _arrow(
    paper: Axes, begin: tuple[float, float], end: tuple[float, float], count: int, most: int
) -> None:
    """An arrow from box to box, bent so that the one back does not lie on it."""
    from matplotlib.patches import FancyArrowPatch

    (x, y), (to_x, to_y) = begin, end
    side = 1 if to_x >= x else -1
    if x == to_x:  # within a column: round the outer side
        side = 1 if x > _COLUMNS[""] else -1
        here, there = (x + side * _BOX[0] / 2, y), (to_x + side * _BOX[0] / 2, to_y)
        bend = 0.45 * (1 if (to_y > y) == (side > 0) else -1)
    else:
        here, there = (x + side * _BOX[0] / 2, y), (to_x - side * _BOX[0] / 2, to_y)
        bend = 0.12
    share = count / most
    paper.add_patch(
        FancyArrowPatch(
            here, there, connectionstyle=f"arc3,rad={bend}", arrowstyle="-|>",
            mutation_scale=7 + 5 * share, linewidth=0.6 + 1.8 * share,
            color=str(round(0.55 * (1 - share), 2)), zorder=3, shrinkA=2, shrinkB=2,
        )
    )  # fmt: skip
    put(
        paper,
        *_on_the_way(here, there, bend),
        str(count),
        8,
        bold=True,
        across="center",
        box=True,
        zorder=7,
    )


def _on_the_way(
    here: tuple[float, float], there: tuple[float, float], bend: float
) -> tuple[float, float]:
    """A point on the arrow, nearer to its begin, where fewer arrows cross."""
    corner = [
        (here[0] + there[0]) / 2 + bend * (there[1] - here[1]),
        (here[1] + there[1]) / 2 - bend * (there[0] - here[0]),
    ]
    x, y = (0.42 * a + 0.46 * c + 0.12 * b for a, b, c in zip(here, there, corner, strict=True))
    return x, y
