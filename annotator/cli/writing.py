"""Exports as the command line calls them: slow packages only when they are needed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from annotator.errors import UsageError
from annotator.model.match import Match
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import ScoreSheet
from annotator.text import tr


def write_csv(match: Match, sheets: Sequence[ScoreSheet], folder: Path) -> list[Path]:
    """The strict CSV files of a scored match. Raises ExportError or SaveError."""
    from exports.csv_files import write_csv as write

    return write(match, sheets, folder)


def write_charts(
    match: Match, sheets: Sequence[ScoreSheet], folder: Path, rulesets: Sequence[Ruleset]
) -> list[Path]:
    """The charts of a scored match, as PNG and SVG. Raises ExportError or SaveError."""
    from exports.charts import write_charts as write

    return write(match, sheets, folder, ("png", "svg"), rulesets=rulesets)


def check_place(source: Path, folder: Path) -> None:
    """Refuse a folder in which an export would replace the file that it is made from.

    Raises UsageError.
    """
    from exports.csv_files import TAGS_NAME, TIMELINE_NAME

    if source.name.lower() not in (TAGS_NAME, TIMELINE_NAME):
        return
    if source.resolve().parent == folder.resolve():
        raise UsageError(
            tr("The export would replace the file that is being scored."), where=str(source),
            mend=tr("Name another folder."),
        )  # fmt: skip
