"""The commands that make lessons: a new one from the match, a ruling more, changing one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QAction
from PyQt6.QtWidgets import QFileDialog

from annotator.errors import LessonError
from annotator.files.lesson_file import LESSON_SUFFIX
from annotator.files.match_file import SUFFIX
from annotator.text import tr, tr_n
from annotator.ui.acting import Actions
from annotator.ui.workers import Progress

if TYPE_CHECKING:  # the window opens before a lesson is wanted
    from annotator.scoring.lesson_making import Taught
    from annotator.scoring.ruling import Ruling
    from annotator.ui.lessons.editor import LessonEditor
    from annotator.ui.window import Window

_SUGGESTED = 10


class LessonMaking(Actions):
    """Writes lesson files. A lesson names the match's file, so that the match has to be saved."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.editor: LessonEditor | None = None
        self._path = Path()
        self._last: Path | None = None  # the lesson that was made, opened or added to last
        self._wanted: Ruling | None = None
        feed = window.rulings.feed()
        more = QAction(tr("Add this ruling to a lesson…"), feed)
        more.triggered.connect(self.add)
        feed.addAction(more)
        feed.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    # ------------------------------------------------------------------ new, and open

    def new(self) -> None:
        """Choose a file, and fill it with questions from this match."""
        match_file = self._match_file()
        if match_file is None:
            return
        stem = match_file.name.removesuffix(SUFFIX).removesuffix(".json")
        dialog = QFileDialog(self.window, tr("New lesson"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDirectory(str(match_file.parent))
        dialog.setNameFilters([kinds()])
        dialog.selectFile(f"{stem}{LESSON_SUFFIX}")
        dialog.fileSelected.connect(self.new_at)
        self.window.open_dialog(dialog)

    def new_at(self, name: str) -> None:
        """Make a lesson with suggested questions in this file, and show it."""
        path = Path(name if name.endswith(LESSON_SUFFIX) else f"{name}{LESSON_SUFFIX}")
        taught = self._taught(path)
        if taught is None:
            return

        def work(progress: Progress) -> object:
            from annotator.files.lesson_file import save_lesson
            from annotator.scoring.lesson_making import new_lesson, suggest

            lesson = new_lesson(suggest([taught()], _SUGGESTED))
            save_lesson(lesson, path)
            return lesson, path

        self._run(work, self._edit, tr("Looking for questions…"))

    def open(self) -> None:
        """Choose a lesson, and change it."""
        self.window.files.choose(tr("Open a lesson"), kinds(), self.open_at)

    def open_at(self, name: str) -> None:
        """Show the lesson in this file, to be changed."""
        path = Path(name)

        def work(progress: Progress) -> object:
            from annotator.files.lesson_file import read_lesson

            return read_lesson(path), path

        self._run(work, self._edit, tr("Reading {name}…", name=path.name))

    def _edit(self, result: object) -> None:
        from annotator.ui.lessons.editor import LessonEditor

        assert isinstance(result, tuple)
        lesson, path = result
        self._path = self._last = path
        editor = self.editor = LessonEditor(lesson, path, self.window)
        editor.save_wanted.connect(self._save)
        editor.suggest_wanted.connect(self._suggest)
        editor.finished.connect(self._closed)
        self.window.open_dialog(editor)

    def _closed(self) -> None:
        self.editor = None

    def _save(self, lesson: object) -> None:
        from annotator.model.lesson import Lesson

        assert isinstance(lesson, Lesson)
        path = self._path

        def work(progress: Progress) -> object:
            from annotator.files.lesson_file import save_lesson

            save_lesson(lesson, path)
            return path

        self.window.workers.run(
            work, done=self._saved, failed=self.window.show_error, in_order=True
        )

    def _saved(self, path: object) -> None:
        if self.editor is not None:
            self.editor.saved()
        self.window.say(tr("Saved {name}.", name=self._path.name))

    def _suggest(self) -> None:
        taught = self._taught(self._path)
        if taught is None:
            return
        count = _SUGGESTED + (len(self.editor.lesson.moments) if self.editor is not None else 0)

        def work(progress: Progress) -> object:
            from annotator.scoring.lesson_making import suggest

            return suggest([taught()], count)

        self._run(work, self._suggested, tr("Looking for questions…"))

    def _suggested(self, moments: object) -> None:
        if self.editor is not None:
            added = self.editor.add(moments)
            self.window.say(tr_n("{count} question more.", "{count} questions more.", added))

    # ------------------------------------------------------------------ one ruling more

    def add(self) -> None:
        """Add the ruling that is chosen in the list, given or not, to a lesson."""
        ruling = self._ruling()
        if self._match_file() is None:
            return
        if ruling is None:
            self.window.say(
                tr("Choose a ruling, given or not given, in the list of rulings first.")
            )
            return
        self._wanted = ruling
        if self._last is not None:
            self.add_to(str(self._last))
        else:
            self.window.files.choose(tr("Add to a lesson"), kinds(), self.add_to)

    def _ruling(self) -> Ruling | None:
        """The ruling that is chosen in the list; else the first that cites the selected tag."""
        from annotator.scoring.ruling import RulingKind

        rulings = self.window.rulings
        row = rulings.feed().currentIndex().row()
        rows = rulings.shown()
        found = [rows[row]] if 0 <= row < len(rows) else []
        tag = self.window.selected_tag()
        if tag is not None and not (found and tag.id in found[0].tags):
            found = [each for each in rows if tag.id in each.tags]
        wanted = (RulingKind.AWARD, RulingKind.REFUSAL)
        return next((each.ruling for each in found if each.kind in wanted), None)

    def add_to(self, name: str) -> None:
        """Add the chosen ruling to the lesson in this file."""
        path, ruling = Path(name), self._wanted
        taught = self._taught(path)
        if taught is None or ruling is None:
            return

        def work(progress: Progress) -> object:
            from annotator.files.lesson_file import read_lesson, save_lesson
            from annotator.scoring.lesson_making import moment_for
            from annotator.ui.lessons.editor import with_moments

            lesson = read_lesson(path)
            source = taught()
            same = [
                each for each in (*source.sheet.awards, *source.sheet.refusals)
                if (each.kind, each.time, each.athlete, each.clause)
                == (ruling.kind, ruling.time, ruling.athlete, ruling.clause)
            ]  # fmt: skip
            if not same:
                raise LessonError(
                    tr("The saved match has no such ruling."), mend=tr("Save the match, and add it again.")
                )  # fmt: skip
            longer = with_moments(lesson, (moment_for(source, same[0], "q"),))
            save_lesson(longer, path)
            return path, len(longer.moments) - len(lesson.moments)

        self._run(work, self._added, tr("Adding to {name}…", name=path.name))

    def _added(self, result: object) -> None:
        assert isinstance(result, tuple)
        path, added = result
        self._last = path
        self.window.say(
            tr("Added to {name}.", name=path.name) if added
            else tr("{name} asks for this already.", name=path.name)
        )  # fmt: skip

    # ------------------------------------------------------------------ what it is made from

    def _match_file(self) -> Path | None:
        """The match's file, saved as it is now; None (which is said)."""
        path = self.session.path
        if path is None or self.session.dirty:
            self.window.say(tr("Save the match first: a lesson is made from its file."))
            return None
        return path

    def _taught(self, lesson_file: Path) -> Callable[[], Taught] | None:
        """Reads and scores the match under the ruleset whose rulings are listed; for a worker."""
        match_file, chosen = self._match_file(), self.window.scorer.chosen()
        if match_file is None or not chosen:
            return None
        shown = self.window.rulings.chosen_ruleset()
        ruleset = next((each for each in chosen if each.id == shown), chosen[0])

        def read() -> Taught:
            from annotator.files.lesson_file import written_match
            from annotator.files.lesson_matches import read_taught

            return read_taught(written_match(match_file, lesson_file), match_file, ruleset)

        return read

    def _run(
        self, work: Callable[[Progress], object], done: Callable[[object], None], title: str
    ) -> None:
        job = self.window.workers.run(work, done=done, failed=self.window.show_error, title=title)
        self.window.banners.watch(job)


def kinds() -> str:
    """What a dialog of files shows."""
    return tr("Lessons (*{suffix})", suffix=LESSON_SUFFIX)
