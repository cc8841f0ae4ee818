"""Charts for a coach's wall: A4, readable in black and white, the same in a window and in a file.

Each function returns a `Sheet`, a matplotlib figure that belongs to nobody else and knows what lies
where on it. `write_charts` writes them as PNG, SVG or PDF; a window hands in its own `Look`.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
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
from exports.ink import PRINTED, Look
from exports.scored_timeline import scored_timeline

if TYPE_CHECKING:
    from exports.sheet import Sheet

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
    for name in CHART_NAMES:
        figure = draw_chart(name, match, sheets, rulesets)
        for kind in wanted:
            files[folder / f"{name}.{kind}"] = _bytes(figure, kind)
    make_folder(folder)
    for path, data in files.items():
        write_atomically(path, data)
    return list(files)


def draw_chart(
    name: str,
    match: Match,
    sheets: Sequence[ScoreSheet],
    rulesets: Sequence[Ruleset] = (),
    look: Look = PRINTED,
) -> Sheet:
    """Draw the chart of this name, one of `CHART_NAMES`."""
    match name:
        case "timeline":
            return scored_timeline(match, sheets, rulesets, look)
        case "control":
            return control_time(match, rulesets, look)
        case "rulesets":
            return rulesets_compared(match, sheets, rulesets, look)
        case _:
            return transition_chart(match, rulesets, look)


def write_chart(figure: Sheet, path: Path) -> None:
    """Write a chart in the format that the path ends with. Raises ExportError or SaveError."""
    kind = next((kind for kind in FORMATS if path.suffix.lower() == f".{kind}"), None)
    if kind is None:
        raise ExportError(
            tr("There is no chart format {name}.", name=repr(path.suffix.removeprefix("."))),
            mend=tr("Use one of: {names}.", names=", ".join(FORMATS)),
        )
    write_atomically(path, _bytes(figure, kind))


def screen_picture(figure: Sheet, dots: float) -> bytes:
    """A chart as a PNG that is made quickly, for a screen with so many `dots` per inch."""
    import matplotlib

    buffer = io.BytesIO()
    # Letters that are fitted to the pixels are wider than the sheet was laid out for.
    with matplotlib.rc_context({"text.hinting": "none"}):
        figure.savefig(buffer, format="png", dpi=dots, pil_kwargs={"compress_level": 1})
    return buffer.getvalue()


def _bytes(figure: Sheet, kind: Format) -> bytes:
    import matplotlib

    buffer = io.BytesIO()
    with matplotlib.rc_context({"svg.hashsalt": "annotator"}):
        figure.savefig(buffer, format=kind, dpi=_DPI, metadata=_METADATA[kind])
    return buffer.getvalue()


__all__ = [
    "CHART_NAMES",
    "FORMATS",
    "control_time",
    "draw_chart",
    "rulesets_compared",
    "scored_timeline",
    "screen_picture",
    "transition_chart",
    "write_chart",
    "write_charts",
]
