"""How long the timeline takes with 5,000 tags and ten score lanes, in milliseconds.

A function to be run by hand or by the project's benchmark; no test depends on its numbers.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from time import process_time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PyQt6.QtWidgets import QApplication

from annotator.model.timeline import read_timeline
from annotator.ui.views.tag_table import TagTableView
from annotator.ui.views.timeline import TimelineView
from tests.ui.views import view_samples


def milliseconds(action: Callable[[], object]) -> float:
    """The shortest of five runs in processor time, which other work on the machine leaves alone."""
    runs = []
    for _ in range(5):
        began = process_time()
        action()
        runs.append((process_time() - began) * 1000)
    return round(min(runs), 2)


def measure(tags: int = 5000, lanes: int = 10) -> dict[str, float]:
    """Each thing that happens while a coach works, by name."""
    application = QApplication.instance() or QApplication([])
    match, sheets, rulesets = view_samples.huge(tags, lanes)
    results: dict[str, float] = {}
    longer = [
        match.with_tags((*match.tags, replace(match.tags[-1], id=f"n{n}"))) for n in range(10)
    ]
    timeline, table = TimelineView(), TagTableView()
    timeline.resize(1600, 900)
    table.resize(1000, 600)

    def repaint() -> None:
        canvas.refresh()
        canvas.repaint()

    fresh = iter(longer)
    results["(read_timeline alone)"] = milliseconds(lambda: read_timeline(next(fresh)))
    fresh = iter(longer)
    results["timeline set_match"] = milliseconds(lambda: timeline.set_match(next(fresh)))
    results["timeline set_sheets"] = milliseconds(lambda: timeline.set_sheets(sheets, rulesets))
    timeline.show()
    application.processEvents()
    canvas = timeline.canvas()
    results["timeline paint whole"] = milliseconds(repaint)
    steps = iter(range(1, 1000))

    def tick() -> None:
        timeline.set_playhead(Fraction(next(steps), 25))
        application.processEvents()

    results["timeline playhead, whole"] = milliseconds(tick)
    timeline.show_stretch(Fraction(0), Fraction(600))
    results["timeline paint 10 min"] = milliseconds(repaint)
    timeline.show_stretch(Fraction(0), Fraction(60))
    results["timeline paint 1 min"] = milliseconds(repaint)
    results["timeline playhead, 1 min"] = milliseconds(tick)
    fresh = iter(longer)
    table.show()
    table.set_match(match)
    results["table one tag more"] = milliseconds(lambda: table.set_match(next(fresh)))
    timeline.close()
    table.close()
    return results


if __name__ == "__main__":
    sys.stdout.write(json.dumps(measure(), indent=2) + "\n")
