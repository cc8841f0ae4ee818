"""The commands that write what other programs and people open."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.files.match_file import SUFFIX
from annotator.model.match import Match
from annotator.scoring.ruling import ScoreSheet
from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.export_dialog import ExportDialog
from annotator.ui.workers import Job, Progress

if TYPE_CHECKING:
    from annotator.ui.window import Window
    from exports.agreement.lessons import LessonAgreement

_FORMATS = ("png", "svg")


class Exporting(Actions):
    """Exports the match as it is now, in a worker with a score of its own.

    A file that is in the way is replaced unasked only if it is as an export of this very match
    left it.
    """

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._names: Sequence[str] = ()
        self._write: Callable[[str], object] = self.write_csv
        self._folder = Path()
        self._era = 0  # of the match: what was written for another one is not ours
        self._ours: dict[Path, tuple[int, int]] = {}
        self.session.opened.connect(self._forget)

    def csv(self) -> None:
        """Choose a folder and write timeline.csv and tags.csv there."""
        from exports.csv_files import TAGS_NAME, TIMELINE_NAME

        self._ask_folder(tr("Export CSV"), (TIMELINE_NAME, TAGS_NAME), self.write_csv)

    def charts(self) -> None:
        """Choose a folder and draw the charts there."""
        from exports.charts import CHART_NAMES

        names = [f"{name}.{kind}" for name in CHART_NAMES for kind in _FORMATS]
        self._ask_folder(tr("Export charts"), names, self.write_charts)

    def agreement(self) -> None:
        """Choose a folder and write the comparison with the other annotator there."""
        from exports.agreement.files import PAGE_NAME, PAIRS_NAME

        title = tr("Save the comparison")
        self._ask_folder(title, (PAGE_NAME, PAIRS_NAME), self.write_agreement)

    def class_agreement(self, found: LessonAgreement, folder: Path) -> None:
        """Choose a folder, usually this one, and write how far trainees agree there."""
        from exports.agreement.files import CALLS_NAME, PAGE_NAME

        def write(name: str) -> object:
            return self.write_class(found, name)

        title = tr("Save how far trainees agree")
        self._ask_folder(title, (PAGE_NAME, CALLS_NAME), write, folder)

    # ------------------------------------------------------------------ where to

    def usual_folder(self) -> Path:
        """A folder of the match's own, beside it; beside its film before it was saved."""
        base = self.window.files.start_folder() or Path.home()
        film = self.window.film
        name = film.path.stem if film is not None else tr("match")
        if self.session.path is not None:
            name = self.session.path.name
            name = name.removesuffix(SUFFIX).removesuffix(".json")
        return base / f"{name}-export"

    def _ask_folder(
        self,
        title: str,
        names: Sequence[str],
        write: Callable[[str], object],
        folder: Path | None = None,
    ) -> None:
        self._names, self._write = names, write
        dialog = ExportDialog(title, folder or self.usual_folder(), names, self.window)
        dialog.folder_chosen.connect(self.into)
        self.window.open_dialog(dialog)

    def into(self, folder: str) -> None:
        """Write there; ask first if that would replace what is not ours."""
        self._folder = Path(folder)
        paths = [self._folder / name for name in self._names]
        foreign = [path for path in paths if os.path.lexists(path) and not self._is_ours(path)]
        if foreign:
            self.window.files.ask_replace(foreign, self._go)
        else:
            self._go()

    def _go(self) -> None:
        self._write(str(self._folder))

    def _is_ours(self, path: Path) -> bool:
        return self._ours.get(path) == _state(path)

    def _forget(self) -> None:
        self._era += 1
        self._ours.clear()

    # ------------------------------------------------------------------ writing

    def write_csv(self, folder: str) -> Job:
        match, sheets = self.scored()

        def work(progress: Progress) -> list[Path]:
            from exports.csv_files import write_csv

            return write_csv(match, sheets(), Path(folder))

        return self._export(work, tr("Writing CSV…"))

    def write_charts(self, folder: str) -> Job:
        match, sheets = self.scored()
        rulesets = self.window.scorer.chosen()

        def work(progress: Progress) -> list[Path]:
            from exports.charts import write_charts

            return write_charts(match, sheets(), Path(folder), _FORMATS, rulesets=rulesets)

        return self._export(work, tr("Drawing charts…"))

    def write_agreement(self, folder: str) -> Job:
        """Write the comparison that is shown."""
        found = self.window.agreement.agreement()

        def work(progress: Progress) -> list[Path]:
            from exports.agreement.files import write_match_agreement

            return write_match_agreement(found, Path(folder)) if found is not None else []

        return self._export(work, tr("Writing the comparison…"))

    def write_class(self, found: LessonAgreement, folder: str) -> Job:
        """Write what was found about a class."""
        rulesets = {ruleset.id: ruleset for ruleset in self.window.scorer.rulesets}

        def work(progress: Progress) -> list[Path]:
            from exports.agreement.files import write_lesson_agreement

            return write_lesson_agreement(found, Path(folder), rulesets)

        return self._export(work, tr("Writing the comparison…"))

    def scored(self) -> tuple[Match, Callable[[], list[ScoreSheet]]]:
        """The match, and its sheets as they are made in the worker: of this match, not of the last."""
        match, rulesets = self.session.match, self.window.scorer.chosen()
        times = self.window.reels.frames or self.player.times or None

        def sheets() -> list[ScoreSheet]:
            from annotator.scoring.engine import score

            return [score(match, ruleset, times) for ruleset in rulesets]

        return match, sheets

    def _export(self, work: Callable[[Progress], list[Path]], title: str) -> Job:
        era = self._era

        def written(progress: Progress) -> object:
            return era, {path: _state(path) for path in work(progress)}

        job = self.window.workers.run(
            written, done=self._exported, failed=self.window.show_error, title=title
        )
        self.window.banners.watch(job)
        return job

    def _exported(self, result: object) -> None:
        assert isinstance(result, tuple)
        era, written = result
        if era == self._era:
            self._ours |= written
        paths = list(written)
        names = ", ".join(path.name for path in paths[:4])
        more = "…" if len(paths) > 4 else "."
        folder = paths[0].parent if paths else self._folder
        self.window.say(
            tr("Written to {folder}: {names}{more}", folder=folder, names=names, more=more)
        )


def _state(path: Path) -> tuple[int, int]:
    """What changes when somebody else writes the file; nothing for one that is not there."""
    try:
        facts = path.stat()
    except OSError:
        return (0, 0)
    return facts.st_mtime_ns, facts.st_size
