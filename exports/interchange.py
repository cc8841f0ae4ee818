"""A match for other programs: one file of the format's kind in the folder, and what it does not carry."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from annotator.files.atomic import write_atomically
from annotator.files.interchange.outgoing import Made
from annotator.model.match import Match
from annotator.scoring.ruling import ScoreSheet
from exports.folders import make_folder


@dataclass(frozen=True, slots=True)
class Format:
    """A format: the file's name, and what makes its content."""

    name: str
    make: Callable[[Match, Sequence[ScoreSheet]], Made]


def _sportscode(match: Match, sheets: Sequence[ScoreSheet]) -> Made:
    from annotator.files.interchange.sportscode import write_sportscode

    return write_sportscode(match)


def _boris(match: Match, sheets: Sequence[ScoreSheet]) -> Made:
    from annotator.files.interchange.boris import write_boris

    return write_boris(match)


def _boris_table(match: Match, sheets: Sequence[ScoreSheet]) -> Made:
    from annotator.files.interchange.boris_tables import write_boris_table

    return write_boris_table(match)


def _boris_events(match: Match, sheets: Sequence[ScoreSheet]) -> Made:
    from annotator.files.interchange.boris_tables import write_boris_events

    return write_boris_events(match)


def _eaf(match: Match, sheets: Sequence[ScoreSheet]) -> Made:
    from annotator.files.interchange.eaf_writer import write_eaf

    return write_eaf(match)


def _otio(match: Match, sheets: Sequence[ScoreSheet]) -> Made:
    from exports.otio import write_otio

    return write_otio(match)


def _xlsx(match: Match, sheets: Sequence[ScoreSheet]) -> Made:
    from exports.workbook import write_workbook

    return write_workbook(match, sheets)


FORMATS: Mapping[str, Format] = {
    "sportscode": Format("sportscode.xml", _sportscode),
    "boris": Format("match.boris", _boris),
    "boris-table": Format("boris-table.csv", _boris_table),
    "boris-events": Format("boris-events.csv", _boris_events),
    "eaf": Format("match.eaf", _eaf),
    "otio": Format("match.otio", _otio),
    "xlsx": Format("match.xlsx", _xlsx),
}


def make_interchange(kind: str, match: Match, sheets: Sequence[ScoreSheet], folder: Path) -> Made:
    """The content of the file of a kind as it is for this folder: films are named from there."""
    return FORMATS[kind].make(_seen_from(match, folder), sheets)


def write_interchange(
    kind: str, match: Match, sheets: Sequence[ScoreSheet], folder: Path
) -> list[Path]:
    """Write the file of a kind into a folder. Raises ExportError or SaveError; no half file is left."""
    made = make_interchange(kind, match, sheets, folder)
    make_folder(folder)
    path = folder / FORMATS[kind].name
    write_atomically(path, made.data)
    return [path]


def _seen_from(match: Match, folder: Path) -> Match:
    """The match with films that are named absolutely named relative to the folder, where that can be."""
    films = []
    for film in match.media:
        if Path(film.path).is_absolute():
            with contextlib.suppress(ValueError):  # another drive
                film = replace(film, path=Path(os.path.relpath(film.path, folder)).as_posix())
        films.append(film)
    return replace(match, media=tuple(films))
