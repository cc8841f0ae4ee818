"""The command that makes reports: pages to print, opened by whatever opens them on this system."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import QUrl
from PyQt6.QtGui import QDesktopServices

from annotator.files.names import stem
from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.report_dialog import COMPARISON, MATCH, ReportDialog, Wanted
from annotator.ui.workers import Job, Progress

if TYPE_CHECKING:
    from annotator.ui.window import Window
    from exports.report.blocks import Page

_MEMORY = 64 << 20  # bytes of decoded frames; each is wanted once
_BANNER = "report"


class Reporting(Actions):
    """Makes a report of the match as it is now in a worker, and then offers to open it."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._paths: list[Path] = []
        self._wanted: Wanted | None = None
        self._page: tuple[Page, str, Path] | None = None

    def choose(self) -> None:
        """Ask what the report is to be about."""
        folder = self.window.exporting.usual_folder()
        matches = self.window.files.start_folder() or Path.home()
        rulesets = self.window.scorer.chosen() or self.window.scorer.rulesets
        dialog = ReportDialog(self.session.match, rulesets, matches, folder, self.window)
        dialog.wanted.connect(self.take)
        self.window.open_dialog(dialog)

    def take(self, wanted: Wanted) -> None:
        """Make it; ask before anything is replaced but the report that was made last."""
        self._wanted = wanted
        if wanted.kind in _NAMES:
            self._unless_kept(wanted.folder, self._name(wanted.kind), self._go)
        else:
            self.make(wanted)  # what its files are called is known when the page is there

    def _unless_kept(self, folder: Path, name: str, then: Callable[[], None]) -> None:
        """Go on, once it was asked where files that are there would be replaced."""
        from exports.report.making import report_paths

        there = [path for path in report_paths(folder, name) if os.path.lexists(path)]
        if set(there) <= set(self._paths):
            then()
        else:
            self.window.files.ask_replace(there, then)

    def _name(self, kind: str) -> str:
        """What the files are called: as on the command line after the match, if it has a file."""
        path = self.session.path
        return f"{stem(path)}-{_NAMES[kind]}" if path else _NAMES[kind]

    def _go(self) -> None:
        assert self._wanted is not None
        self.make(self._wanted)

    def make(self, wanted: Wanted) -> Job:
        """Make the report in a worker."""
        if wanted.kind in _NAMES:
            return self._work(self._of_match(wanted), self._made)
        return self._work(self._of_athlete(wanted), self._composed)

    def _work(self, work: Callable[[Progress], object], done: Callable[[object], None]) -> Job:
        job = self.window.workers.run(
            work, done=done, failed=self.window.show_error, title=tr("Making the report…")
        )
        self.window.banners.watch(job)
        return job

    def _composed(self, result: object) -> None:
        """An athlete's page is there, and the names of its files are known."""
        assert isinstance(result, tuple)
        _, name, folder = self._page = result
        self._unless_kept(folder, name, self._write_page)

    def _write_page(self) -> None:
        assert self._page is not None
        (page, name, folder), self._page = self._page, None

        def work(progress: Progress) -> object:
            from exports.report.making import write_report

            return write_report(page, folder, name)

        self._work(work, self._made)

    def _of_match(self, wanted: Wanted) -> Callable[[Progress], object]:
        match, place, name = self.session.match, self.session.place, self._name(wanted.kind)
        folders = self.window.reels.folders()
        every, chosen = tuple(self.window.scorer.rulesets), self.window.scorer.chosen()
        rulesets = every if wanted.kind == MATCH else tuple(chosen)

        def work(progress: Progress) -> object:
            from annotator.film_set import open_set
            from annotator.scoring.engine import score
            from exports.report.making import write_comparison, write_match_report
            from exports.report.scored import Scored

            films = open_set(
                match.media, place, _MEMORY, {}, folders, lambda share: progress(share * 0.3)
            )
            with films.shelf:
                shown = bool(films.shelf.films)
                times = films.frames(films.cameras[0]) if shown else None
                sheets = tuple(score(match, ruleset, times or None) for ruleset in rulesets)
                scored = Scored(
                    match, rulesets, sheets, times or None, films.picture if shown else None
                )
                progress(0.4)
                if wanted.kind == COMPARISON:
                    return write_comparison(scored, wanted.folder, name, names=wanted.names)
                ids = [ruleset.id for ruleset in rulesets]
                number = ids.index(wanted.ruleset) if wanted.ruleset in ids else scored.main()
                return write_match_report(
                    scored, number, wanted.folder, name, of=wanted.of, names=wanted.names,
                    progress=lambda share: progress(0.4 + share * 0.6),
                )  # fmt: skip

        return work

    def _of_athlete(self, wanted: Wanted) -> Callable[[Progress], object]:
        rulesets = tuple(self.window.scorer.rulesets)
        asked = [ruleset for ruleset in rulesets if ruleset.id == wanted.ruleset]

        def work(progress: Progress) -> object:
            from exports.report.athlete import read_folder
            from exports.report.making import athlete_report

            career = read_folder(
                wanted.matches, wanted.name, rulesets, asked, lambda share: progress(share * 0.7)
            )
            page, name = athlete_report(
                career, names=wanted.names, progress=lambda share: progress(0.7 + share * 0.3)
            )
            return page, name, wanted.folder

        return work

    def _made(self, result: object) -> None:
        assert isinstance(result, list)
        self._paths = result
        self.window.banners.say(
            _BANNER, tr("The report is made: {name}", name=str(self._paths[0])),
            (tr("Open to print"), self.open_paper), (tr("Open in the browser"), self.open_page),
        )  # fmt: skip

    def open_paper(self) -> None:
        """Open the PDF in the system's viewer, which prints it."""
        self._open(self._paths[0])

    def open_page(self) -> None:
        """Open the HTML page in the browser."""
        self._open(self._paths[1])

    def _open(self, path: Path) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self.window.say(tr("Nothing on this system opens {name}.", name=path.name))


_NAMES = {MATCH: "report", COMPARISON: "comparison"}
