"""Making reports: the pages that were asked for, as PDF and HTML files in a folder."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from annotator.errors import ExportError
from annotator.files.atomic import write_atomically
from annotator.model.match import Match
from annotator.model.vocabulary import Athlete
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import ScoreSheet
from annotator.text import tr
from exports.film_moments import Names
from exports.folders import make_folder
from exports.html import write_page
from exports.ink import ruleset_of
from exports.report.athlete import Career
from exports.report.blocks import Page
from exports.report.scored import Progress, Scored


def report_paths(folder: Path, name: str) -> list[Path]:
    """Where the PDF and the HTML file of a report lie."""
    return [folder / f"{name}.{kind}" for kind in ("pdf", "html")]


def write_report(page: Page, folder: Path, name: str) -> list[Path]:
    """Write one page as `name.pdf` and `name.html` and return the paths.

    Both are made before the first is written. Raises ExportError or SaveError.
    """
    from exports.report.html import page_text
    from exports.report.pdf import pdf_bytes

    paper, text = pdf_bytes(page), page_text(page)
    make_folder(folder)
    paths = report_paths(folder, name)
    write_atomically(paths[0], paper)
    write_page(paths[1], text)
    return paths


def write_match_report(
    scored: Scored,
    number: int,
    folder: Path,
    name: str,
    *,
    of: Athlete | None = None,
    names: Names | None = None,
    progress: Progress = lambda _share: None,
) -> list[Path]:
    """The page of a match under `scored.rulesets[number]`. Raises ExportError, SaveError, and what
    `progress` raises.
    """
    from exports.report.match_page import match_page

    _check(scored)
    page = match_page(scored, number, of, names, lambda share: progress(share * 0.8))
    progress(0.8)
    paths = write_report(page, folder, name)
    progress(1.0)
    return paths


def write_comparison(
    scored: Scored, folder: Path, name: str, *, names: Names | None = None
) -> list[Path]:
    """The page that compares all of `scored.rulesets`. Raises ExportError or SaveError."""
    from exports.report.comparison_page import comparison_page

    _check(scored)
    return write_report(comparison_page(scored, names), folder, name)


def write_athlete_report(
    career: Career,
    folder: Path,
    *,
    names: Names | None = None,
    progress: Progress = lambda _share: None,
) -> list[Path]:
    """The page of an athlete. Raises ExportError, SaveError, and what `progress` raises."""
    page, name = athlete_report(career, names=names, progress=progress)
    return write_report(page, folder, name)


def athlete_report(
    career: Career, *, names: Names | None = None, progress: Progress = lambda _share: None
) -> tuple[Page, str]:
    """The page of an athlete, and what its files are called. Raises what `progress` raises."""
    from exports.report.athlete_page import athlete_page

    page = athlete_page(career, names, progress)
    return page, f"athlete-{file_name(page.title)}"


def export_report(
    match: Match, sheets: Sequence[ScoreSheet], folder: Path, rulesets: Sequence[Ruleset] = ()
) -> list[Path]:
    """The page of a match under the first ruleset that it names, as `report.pdf` and `report.html`."""
    known = [ruleset_of(rulesets, sheet.ruleset) or _unknown(sheet) for sheet in sheets]
    scored = Scored(match, tuple(known), tuple(sheets))
    _check(scored)
    return write_match_report(scored, scored.main(), folder, "report")


def _check(scored: Scored) -> None:
    if not scored.sheets:
        raise ExportError(
            tr("A report needs a ruleset."), mend=tr("Choose one to score the match under.")
        )


def _unknown(sheet: ScoreSheet) -> Ruleset:
    """What is known of the ruleset of a sheet that comes without it."""
    columns = ("points", "advantages", "penalties")
    return Ruleset(sheet.ruleset, sheet.edition, {"en": sheet.ruleset}, "", "", columns, ())


def file_name(text: str) -> str:
    """A part of a file's name that says this everywhere: `Ana Moreau` is `ana-moreau`."""
    return re.sub(r"[\W_]+", "-", text.casefold()).strip("-")[:60] or "report"
