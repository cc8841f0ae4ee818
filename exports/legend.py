"""What lines, marks and hatches of the scored timeline mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from annotator.scoring.ruling import Award
from annotator.scoring.wording import letter
from annotator.text import tr
from exports.ink import HATCH, inks_of, marker_of, put, text_width

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SIZE = 7.0


def draw_legend(paper: Axes, y: float) -> None:
    """What lines, marks and hatches mean, from left to right, in as many rows as it takes."""
    from matplotlib.patches import Rectangle

    inks = inks_of(paper)
    boxes = [
        (
            inks.soft["red"],
            inks.strong["red"],
            "",
            tr("{letter}: above, solid line", letter=letter("red")),
        ),
        (
            inks.soft["blue"],
            inks.strong["blue"],
            HATCH["blue"],
            tr("{letter}: below, dashed line", letter=letter("blue")),
        ),
        (inks.stopped, inks.hatch, "xxxx", tr("clock stopped")),
    ]
    marks = [
        (tr("points"), Award.POINTS, True), (tr("advantage"), Award.ADVANTAGE, True),
        (tr("penalty"), Award.PENALTY, True), (tr("warning"), Award.WARNING, True),
        (tr("hollow: not given"), Award.POINTS, False),
    ]  # fmt: skip
    row = _Row(paper, y)
    for face, edge, hatch, text in boxes:
        x = row.place(0.3, text)
        paper.add_patch(
            Rectangle(
                (x, row.y - 0.05),
                0.24,
                0.1,
                facecolor=face,
                edgecolor=edge,
                hatch=hatch,
                hatch_linewidth=0.4,
            )
        )
    for text, award, solid in marks:
        x = row.place(0.16, text)
        paper.plot([x + 0.06], [row.y], marker=marker_of(award), markersize=5, color=inks.ink, markeredgewidth=1,
                   markerfacecolor=inks.ink if solid else inks.paper)  # fmt: skip


class _Row:
    """Puts a legend's entries one after the other, and into a new row where one is full."""

    def __init__(self, paper: Axes, y: float) -> None:
        self.paper, self.x, self.y = paper, 0.5, y

    def place(self, room: float, text: str) -> float:
        """Write the text after `room` inches for its sign; returns where the sign begins."""
        width = room + text_width(text, _SIZE)
        if self.x + width > self.paper.get_xlim()[1] - 0.2:
            self.x, self.y = 0.5, self.y - 0.17
        x = self.x
        put(self.paper, x + room, self.y, text, _SIZE)
        self.x += width + 0.13
        return x
