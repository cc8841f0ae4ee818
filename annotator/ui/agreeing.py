"""The command that compares this match with what another annotator tagged, and the work of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtWidgets import QFileDialog

from annotator.files.names import distinct_names, stem
from annotator.model.match import Match
from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.behind import Behind
from annotator.ui.workers import Progress

if TYPE_CHECKING:
    from annotator.ui.window import Window

PAGE = "agreement"


class Agreeing(Actions):
    """Reads the other file once, and compares in a worker at every edit while the page is on screen."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        view = self.view = window.agreement
        self._other: Match | None = None
        self._names = ("", "")
        self._worker = Behind(window.workers, self)
        self._worker.found.connect(self._compared)
        self._worker.failed.connect(self._failed)
        view.wanted.connect(self._compare)
        view.tags_chosen.connect(window.select)
        view.save_pressed.connect(self.save)
        self.session.opened.connect(self.forget)

    @property
    def worker(self) -> Behind:
        """What compares."""
        return self._worker

    @property
    def there(self) -> bool:
        """Whether a comparison is shown that can be saved."""
        return self.view.agreement() is not None

    def end(self) -> None:
        """Begin nothing any more: the window is being left."""
        self._worker.end()

    def choose(self) -> None:
        """Ask for the file in which another person tagged this match."""
        self.window.files.choose(
            tr("The same match, as another person tagged it"),
            tr("Matches and tag tables (*.json *.csv *.tsv *.txt)"), self.open_name,
        )  # fmt: skip

    def open_name(self, name: str) -> None:
        """Read this file and compare this match with it."""
        path = Path(name)
        here = self.session.path

        def work(progress: Progress) -> object:
            names = distinct_names([here, path]) if here else [tr("this match"), stem(path)]
            return _read(path), (names[0], names[1])

        job = self.window.workers.run(
            work, done=self._read_done, failed=self.window.show_error,
            title=tr("Reading {name}", name=path.name),
        )  # fmt: skip
        self.window.banners.watch(job)

    def choose_answers(self) -> None:
        """Ask for a lesson and the answers to it; the page of how far they agree is then written."""
        dialog = QFileDialog(self.window, tr("A lesson and the answers to it"))
        self.window.files.start_in_folder(dialog)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilter(tr("Lessons and answers (*.lesson.json *.answers.json)"))
        dialog.filesSelected.connect(self.open_answers)
        self.window.open_dialog(dialog)

    def open_answers(self, names: list[str]) -> None:
        """Read a lesson and answers, compare them, and ask where the page goes."""
        paths = [Path(name) for name in names]

        def work(progress: Progress) -> object:
            from exports.agreement.lessons import compare_answers, read_class

            lesson, place, attempts = read_class(paths)
            return compare_answers(lesson, attempts), place.with_name(f"{stem(place)}-agreement")

        title = tr("Comparing the answers…")
        job = self.window.workers.run(
            work, done=self._class_compared, failed=self.window.show_error, title=title
        )
        self.window.banners.watch(job)

    def _class_compared(self, result: object) -> None:
        assert isinstance(result, tuple)
        self.window.exporting.class_agreement(*result)

    def save(self) -> None:
        """Write the page and the table of pairs into a folder that is asked for."""
        self.window.exporting.agreement()

    def forget(self) -> None:
        """Another match is open: nothing is compared with it."""
        self._other = None
        self._worker.want(None)
        self.view.set_agreement(None)
        self.window.workspace.hide_page(PAGE)

    def take_over(self, before: Agreeing) -> None:
        """Compare with what the window before compared with."""
        self._other, self._names = before._other, before._names
        if self._other is not None:
            self.view.set_settings(before.view.tolerance, before.view.shift)
            self.window.workspace.allow_page(PAGE)
            self._compare()

    def _read_done(self, result: object) -> None:
        assert isinstance(result, tuple)
        self._other, self._names = result
        self.window.workspace.show_page(PAGE)
        self._compare()

    def _compare(self) -> None:
        other, names, match = self._other, self._names, self.session.match
        if other is None:
            return
        rulesets, view = self.window.scorer.chosen(), self.view
        tolerance, shift = view.tolerance, view.shift

        def work(progress: Progress) -> object:
            from exports.agreement.matches import Annotation, compare_annotations

            found = compare_annotations(
                Annotation(names[0], match), Annotation(names[1], other), tolerance, rulesets, shift
            )
            progress.check()
            found.prepare()
            return found

        self._worker.want(work, at_once=self.view.agreement() is None)

    def _compared(self, found: object) -> None:
        from exports.agreement.matches import MatchAgreement

        assert isinstance(found, MatchAgreement)
        self.view.set_agreement(found)

    def _failed(self, error: object) -> None:
        self.forget()
        self.window.show_error(error)


def _read(path: Path) -> Match:
    if path.suffix.lower() == ".json":
        from annotator.files.match_file import read_match

        return read_match(path)
    from annotator.files.tag_table import read_tag_table

    return read_tag_table(path)
