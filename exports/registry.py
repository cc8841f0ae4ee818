"""Every kind of export by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from annotator.errors import ExportError
from annotator.model.match import Match
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import ScoreSheet
from annotator.text import tr


class Export(Protocol):
    """Writes files into a folder and returns their paths. Raises ExportError or SaveError."""

    def __call__(
        self,
        match: Match,
        sheets: Sequence[ScoreSheet],
        folder: Path,
        rulesets: Sequence[Ruleset] = (),
    ) -> list[Path]: ...


Untold = Callable[[Match, Sequence[ScoreSheet], Path], Sequence[str]]
"""What of a match an export into a folder does not carry, in sentences."""


@dataclass(frozen=True, slots=True)
class Exporter:
    """A kind of export. `what` says what it gives. `write` is None for
    one that `needs_films`: those are made from opened films (`exports.clips`).
    `untold` says what it leaves out, where there is such a thing.
    """

    name: str
    what: str
    write: Export | None = None
    needs_films: bool = False
    untold: Untold | None = None


def _csv(
    match: Match, sheets: Sequence[ScoreSheet], folder: Path, rulesets: Sequence[Ruleset] = ()
) -> list[Path]:
    from exports.csv_files import write_csv

    return write_csv(match, sheets, folder)


def _csv_local(
    match: Match, sheets: Sequence[ScoreSheet], folder: Path, rulesets: Sequence[Ruleset] = ()
) -> list[Path]:
    from exports.csv_files import write_csv

    return write_csv(match, sheets, folder, "local")


def _charts(
    match: Match, sheets: Sequence[ScoreSheet], folder: Path, rulesets: Sequence[Ruleset] = ()
) -> list[Path]:
    from exports.charts import write_charts

    return write_charts(match, sheets, folder, rulesets=rulesets)


def _vtt(
    match: Match, sheets: Sequence[ScoreSheet], folder: Path, rulesets: Sequence[Ruleset] = ()
) -> list[Path]:
    from exports.cues import write_subtitles

    return write_subtitles(match, sheets, folder, rulesets, kind="vtt")


def _srt(
    match: Match, sheets: Sequence[ScoreSheet], folder: Path, rulesets: Sequence[Ruleset] = ()
) -> list[Path]:
    from exports.cues import write_subtitles

    return write_subtitles(match, sheets, folder, rulesets, kind="srt")


def _foreign(name: str, what: str) -> Exporter:
    """A file of another program's format."""

    def write(
        match: Match, sheets: Sequence[ScoreSheet], folder: Path, rulesets: Sequence[Ruleset] = ()
    ) -> list[Path]:
        from exports.interchange import write_interchange

        return write_interchange(name, match, sheets, folder)

    def untold(match: Match, sheets: Sequence[ScoreSheet], folder: Path) -> Sequence[str]:
        from exports.interchange import make_interchange

        return make_interchange(name, match, sheets, folder).losses

    return Exporter(name, what, write, untold=untold)


def _report(
    match: Match, sheets: Sequence[ScoreSheet], folder: Path, rulesets: Sequence[Ruleset] = ()
) -> list[Path]:
    from exports.report.making import export_report

    return export_report(match, sheets, folder, rulesets)


def _report_untold(match: Match, sheets: Sequence[ScoreSheet], folder: Path) -> Sequence[str]:
    if not match.media:
        return ()
    return (tr("Pictures of the film are left out; “annotator report” makes a report with them."),)


_ALL = (
    Exporter("csv", "the scored timeline and the tags, for programs", _csv),
    Exporter("csv-local", "the same for a spreadsheet with decimal commas", _csv_local),
    Exporter("charts", "timeline, control time, rulesets and transitions, as PNG and SVG", _charts),
    Exporter("vtt", "subtitles of tags and rulings for a film of the whole match, WebVTT", _vtt),
    Exporter("srt", "the same as SubRip, for players that know no WebVTT", _srt),
    _foreign("xlsx", "a workbook with totals, rulings and tags, in typed cells"),
    _foreign("sportscode", "an XML edit list for Sportscode, Nacsport and others"),
    _foreign("boris", "a project of BORIS"),
    _foreign("boris-table", "events as BORIS exports them, a row for each start and stop"),
    _foreign("boris-events", "events as BORIS aggregates them, a row for each"),
    _foreign("eaf", "annotations for ELAN"),
    _foreign("otio", "a timeline with markers for editing suites, OpenTimelineIO"),
    Exporter("clips", "a film of all that was given, exact to the frame", needs_films=True),
    Exporter(
        "report", "a page to print or to send, as PDF and HTML", _report, untold=_report_untold
    ),
)
EXPORTERS: Mapping[str, Exporter] = {exporter.name: exporter for exporter in _ALL}


def available() -> list[str]:
    """Names of the exports that can be made from a scored match alone."""
    return [exporter.name for exporter in _ALL if exporter.write is not None]


def known() -> list[str]:
    """Names of all the exports that can be made, also those that need the films."""
    return [one.name for one in _ALL if one.write is not None or one.needs_films]


def exporter(name: str) -> Export:
    """The function that makes an export. Raises ExportError with what there is instead."""
    found = EXPORTERS.get(name)
    if found is not None and found.write is not None:
        return found.write
    raise ExportError(
        tr("There is no export called {name}.", name=repr(name)),
        mend=tr("There are: {names}.", names=", ".join(known())),
    )


def untold(name: str, match: Match, sheets: Sequence[ScoreSheet], folder: Path) -> Sequence[str]:
    """What an export of this name leaves out, in sentences; nothing for most."""
    found = EXPORTERS[name].untold
    return found(match, sheets, folder) if found is not None else ()
