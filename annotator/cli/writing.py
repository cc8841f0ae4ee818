"""Exports as the command line calls them: slow packages only when they are needed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from annotator.errors import UsageError
from annotator.files.ours import Kind, refuse_foreign
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
    """Refuse a folder in which an export would replace what is not an export.

    The file that is being scored, by whatever name, and any `tags.csv` or `timeline.csv` whose
    header is not the one that an export writes. Raises UsageError.
    """
    from exports.csv_files import TAGS_NAME, TIMELINE_NAME

    if str(folder) in ("", "."):
        folder = Path.cwd()
    for name in (TAGS_NAME, TIMELINE_NAME):
        place = folder / name
        if not place.exists():
            continue
        if source.exists() and place.samefile(source):
            raise UsageError(
                tr("The export would replace the file that is being scored."), where=str(source),
                mend=tr("Name another folder."),
            )  # fmt: skip
        if not _is_export(place):
            raise UsageError(
                tr(
                    "There is a file {name} here that no export wrote; it is left alone.", name=name
                ),
                where=str(place),
                mend=tr("Name another folder, or move that file away."),
            )


def check_free(kind: str, folder: Path) -> None:
    """Refuse to replace a file that another program may have worked on. Raises UsageError."""
    from exports.interchange import FORMATS

    if kind in FORMATS and (folder / FORMATS[kind].name).exists():
        raise UsageError(
            tr("This file is there already, and another program may have changed it since."),
            where=str(folder / FORMATS[kind].name),
            mend=tr("Name another folder (-o), or move that file away."),
        )


def check_report(folder: Path, name: str) -> None:
    """Refuse to replace files of others with a report. Raises UsageError."""
    from exports.report.making import report_paths

    for path, kind in zip(report_paths(folder, name), (Kind.PDF, Kind.PAGE), strict=True):
        refuse_foreign(path, kind)


def check_agreement(folder: Path) -> None:
    """Refuse to replace files of others with a page and a table of agreement. Raises UsageError."""
    from exports.agreement.files import (
        CALL_COLUMNS,
        CALLS_NAME,
        COLUMNS,
        PAGE_NAME,
        PAIRS_NAME,
    )  # fmt: skip

    refuse_foreign(folder / PAGE_NAME, Kind.PAGE)
    for name, columns in ((PAIRS_NAME, COLUMNS), (CALLS_NAME, CALL_COLUMNS)):
        refuse_foreign(folder / name, Kind.TABLE, ",".join(columns))


def _is_export(place: Path) -> bool:
    """Whether a file begins as an export does."""
    from annotator.files.tag_table import COLUMNS as TAGS
    from exports.rows import COLUMNS as TIMELINE

    try:
        with place.open(encoding="utf-8-sig", errors="replace") as file:
            first = file.readline().strip().replace(";", ",").replace('"', "")
    except OSError:
        return False
    return first.startswith((",".join(TAGS), ",".join(TIMELINE[:4])))


def same_file(one: Path, other: Path) -> bool:
    """Whether two paths mean one file that is there."""
    return one.exists() and other.exists() and one.samefile(other)
