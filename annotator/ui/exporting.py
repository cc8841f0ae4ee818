"""The commands that write what other programs and people open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PyQt6.QtWidgets import QFileDialog

from annotator.model.match import Match
from annotator.scoring.ruling import ScoreSheet
from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.workers import Job, Progress


class Exporting(Actions):
    """Exports the match as it is now, in a worker with a score of its own."""

    def csv(self) -> None:
        """Choose a folder and write timeline.csv and tags.csv there."""
        self._choose_folder(tr("Export CSV into folder"), self.write_csv)

    def charts(self) -> None:
        """Choose a folder and draw the charts there."""
        self._choose_folder(tr("Export charts into folder"), self.write_charts)

    def _choose_folder(self, title: str, slot: Callable[[str], object]) -> None:
        dialog = QFileDialog(self.window, title)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        if self.session.path is not None:
            dialog.setDirectory(str(self.session.path.parent))
        dialog.fileSelected.connect(slot)
        self.window.open_dialog(dialog)

    def write_csv(self, folder: str) -> Job:
        match, sheets = self._scored()

        def work(progress: Progress) -> object:
            from exports.csv_files import write_csv

            return write_csv(match, sheets(), Path(folder))

        return self._export(work, tr("Writing CSV…"))

    def write_charts(self, folder: str) -> Job:
        match, sheets = self._scored()
        rulesets = self.window.scorer.chosen()

        def work(progress: Progress) -> object:
            from exports.charts import write_charts

            return write_charts(match, sheets(), Path(folder), rulesets=rulesets)

        return self._export(work, tr("Drawing charts…"))

    def _scored(self) -> tuple[Match, Callable[[], list[ScoreSheet]]]:
        """The match, and its sheets as they are made in the worker: of this match, not of the last."""
        match, rulesets = self.session.match, self.window.scorer.chosen()
        times = self.player.times or None

        def sheets() -> list[ScoreSheet]:
            from annotator.scoring.engine import score

            return [score(match, ruleset, times) for ruleset in rulesets]

        return match, sheets

    def _export(self, work: Callable[[Progress], object], title: str) -> Job:
        job = self.window.workers.run(
            work, done=self._exported, failed=self.window.show_error, title=title
        )
        self.window.banners.watch(job)
        return job

    def _exported(self, paths: object) -> None:
        assert isinstance(paths, list)
        names = ", ".join(Path(path).name for path in paths[:4])
        more = "…" if len(paths) > 4 else "."
        self.window.say(tr("Written: {names}{more}", names=names, more=more))
