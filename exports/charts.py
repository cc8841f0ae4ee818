"""Charts for a coach's wall: A4, readable in black and white, the same in a window and in a file.

Each function returns a matplotlib `Figure` that belongs to nobody else. `write_charts` writes
them as PNG, SVG or PDF.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from annotator.errors import ExportError
from annotator.files.atomic import write_atomically
from annotator.model.match import Match
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import ScoreSheet
from annotator.text import tr
from exports.bars import control_time, rulesets_compared, transition_chart
from exports.folders import make_folder
from exports.scored_timeline import scored_timeline

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Format = Literal["png", "svg", "pdf"]
FORMATS: tuple[Format, ...] = ("png", "svg", "pdf")
CHART_NAMES = ("timeline", "control", "rulesets", "transitions")
_DPI = 200
# Without a date and with a fixed salt the same match gives the same bytes.
_METADATA: dict[Format, dict[str, str | None]] = {
    "png": {"Software": None},
    "svg": {"Date": None},
    "pdf": {"CreationDate": None},
}


def write_charts(
    match: Match,
    sheets: Sequence[ScoreSheet],
    folder: Path,
    formats: Sequence[str] = ("png", "svg"),
    *,
    rulesets: Sequence[Ruleset] = (),
) -> list[Path]:
    """Draw every chart into a folder, in every format, and return the paths.

    Files of these names are replaced whole. Raises ExportError or SaveError; all charts are drawn
    before the first is written, so that a chart that fails leaves nothing.
    """
    for name in formats:
        if name not in FORMATS:
            raise ExportError(
                tr("There is no chart format {name}.", name=repr(name)),
                mend=tr("Use one of: {names}.", names=", ".join(FORMATS)),
            )
    wanted = [name for name in FORMATS if name in formats]
    files: dict[Path, bytes] = {}
    for name, draw in _charts(match, sheets, rulesets).items():
        figure = draw()
        for kind in wanted:
            files[folder / f"{name}.{kind}"] = _bytes(figure, kind)
    make_folder(folder)
    for path, data in files.items():
        write_atomically(path, data)
    return list(files)


def _charts(
    match: Match, sheets: Sequence[ScoreSheet], rulesets: Sequence[Ruleset]
) -> dict[str, Callable[[], Figure]]:
    return {
        "timeline": lambda: scored_timeline(match, sheets, rulesets),
        "control": lambda: control_time(match, rulesets),
        "rulesets": lambda: rulesets_compared(match, sheets, rulesets),
        "transitions": lambda: transition_chart(match, rulesets),
    }


def _bytes(figure: Figure, kind: Format) -> bytes:
    import matplotlib

    buffer = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "annotator"}):
        figure.savefig(buffer, format=kind, dpi=_DPI, metadata=_METADATA[kind])
    return buffer.getvalue()


__all__ = [
    "CHART_NAMES",
    "FORMATS",
    "control_time",
    "rulesets_compared",
    "scored_timeline",
    "transition_chart",
    "write_charts",
]
