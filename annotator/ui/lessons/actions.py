"""The commands of the Lesson menu."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QFileDialog

from annotator.files.lesson_file import LESSON_SUFFIX
from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.export_dialog import ExportDialog
from annotator.ui.lessons.making import kinds
from annotator.ui.player.framing import Framing
from annotator.ui.workers import Job, Progress

if TYPE_CHECKING:  # the window opens before a lesson is wanted
    from annotator.files.lesson_matches import LessonMatches
    from annotator.model.match import Match
    from annotator.ui.lessons.cover import Cover
    from annotator.ui.lessons.keeping import Classroom
    from annotator.ui.lessons.scenes import Scene
    from annotator.ui.lessons.take_window import TakeWindow
    from annotator.ui.window import Window
    from annotator.video import Reel
    from exports.lesson.films import LessonFilms

_CACHE = 96 << 20  # bytes of decoded frames; clips are short


class Lessons(Actions):
    """Takes and makes lessons."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.taking: TakeWindow | None = None
        self.cover: Cover | None = None
        self._lesson_file = Path()
        self._room: Classroom | None = None

    # ------------------------------------------------------------------ taking

    def take(self) -> None:
        """Choose a lesson, and take it."""
        self.window.files.choose(tr("Take a lesson"), kinds(), self.take_from)

    def take_from(self, path: str) -> None:
        """Ask who takes the lesson in a file, and how."""
        self._open(Path(path), self._ask_who)

    def _open(self, path: Path, then: Callable[[object], None]) -> None:
        def work(progress: Progress) -> object:
            from annotator.ui.lessons.keeping import open_classroom

            return open_classroom(path)

        job = self.window.workers.run(
            work, done=then, failed=self.window.show_error,
            title=tr("Reading {name}…", name=path.name),
        )  # fmt: skip
        self.window.banners.watch(job)

    def _ask_who(self, room: object) -> None:
        from annotator.ui.lessons.keeping import Classroom
        from annotator.ui.lessons.take_dialog import TakeDialog

        assert isinstance(room, Classroom)
        if not room.lesson.moments:
            self.window.say(tr("This lesson has no questions yet."))
            return
        if room.wrong:
            self.window.banners.say("lesson", "\n".join(str(error) for error in room.wrong[:3]))
        dialog = TakeDialog(room, self.window)
        dialog.begun.connect(self.begin)
        self.window.open_dialog(dialog)

    def begin(self, wanted: object) -> TakeWindow:
        """Open the window of a lesson."""
        from annotator.ui.lessons.cover import Cover
        from annotator.ui.lessons.keeping import answers_file
        from annotator.ui.lessons.scenes import Scenes
        from annotator.ui.lessons.take_dialog import Wanted
        from annotator.ui.lessons.take_window import TakeWindow
        from annotator.ui.lessons.writing_down import WritingDown

        assert isinstance(wanted, Wanted)
        window, settings = self.window, self.window.settings
        window.player.pause()
        room, sitting = wanted.room, wanted.sitting
        writing = WritingDown(
            window, answers_file(room, sitting.attempt.trainee), sitting.attempt
        )  # fmt: skip
        scenes = Scenes(window.workers, room.path, min(_CACHE, settings.cache_bytes), self)
        taking = self.taking = TakeWindow(
            sitting, scenes, window.workers, window.keyboard, window,
            others=room.others(sitting.attempt.trainee),
            rulesets={ruleset.id: ruleset for ruleset in window.scorer.rulesets},
            framing=self._framing, hands=wanted.hands, projector=wanted.projector,
            volume=settings.volume, muted=settings.muted,
        )  # fmt: skip
        taking.answered.connect(writing.write)
        writing.told.connect(taking.say_trouble)
        taking.left.connect(writing.leave)
        taking.left.connect(self._left)
        taking.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        # Nobody shall look into the tagged match meanwhile.
        taking.setWindowModality(Qt.WindowModality.ApplicationModal)
        screen = window.screen()
        if screen is not None:  # where nothing manages windows, full screen alone changes no size
            taking.setGeometry(screen.geometry())
        self.cover = Cover(window, taking)
        taking.showFullScreen()
        return taking

    def _framing(self, scene: Scene) -> Framing:
        """As the user turned this film the last time."""
        ref = scene.opened.film.ref(scene.first)
        media = scene.opened.films.media[ref.part - 1] if ref is not None else None
        if media is None or media.fingerprint is None:
            return Framing()
        return self.window.pictures.kept(media.fingerprint)[0]

    def _left(self) -> None:
        self.taking = None
        cover, self.cover = self.cover, None
        if cover is not None:
            cover.lift()
        self.window.activateWindow()

    # ------------------------------------------------------------------ results

    def mark(self) -> None:
        """Choose a lesson, and see what came of the answers beside it."""
        self.window.files.choose(tr("Mark answers to a lesson"), kinds(), self.mark_from)

    def mark_from(self, path: str) -> None:
        """Mark the answers that lie beside the lesson in a file."""
        self._open(Path(path), self._show_results)

    def _show_results(self, room: object) -> None:
        from annotator.ui.lessons.keeping import Classroom
        from annotator.ui.lessons.results_dialog import ResultsDialog

        assert isinstance(room, Classroom)
        if room.wrong:
            self.window.banners.say("lesson", "\n".join(str(error) for error in room.wrong[:3]))
        if not room.attempts:
            self.window.say(tr("No answers to this lesson lie beside it."))
            return
        rulesets = {ruleset.id: ruleset for ruleset in self.window.scorer.rulesets}
        dialog = ResultsDialog(room, rulesets, self.window)
        dialog.page_wanted.connect(self._ask_page)
        self.window.open_dialog(dialog)

    def _ask_page(self, room: object) -> None:
        from annotator.ui.lessons.keeping import Classroom

        assert isinstance(room, Classroom)
        self._room = room
        dialog = QFileDialog(self.window, tr("Results as a page"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDirectory(str(room.folder))
        dialog.setNameFilters([tr("Pages (*.html)")])
        dialog.selectFile(f"{_stem(room.path)}-results.html")
        dialog.fileSelected.connect(self.write_page)
        self.window.open_dialog(dialog)

    def write_page(self, name: str) -> Job | None:
        """Write the results of the lesson that is marked as a page of HTML."""
        room, path = self._room, Path(name if name.endswith(".html") else f"{name}.html")
        if room is None:
            return None

        def work(progress: Progress) -> object:
            from annotator.files.lesson_matches import read_matches
            from annotator.scoring.marking import mark_attempt
            from exports.html import write_page
            from exports.lesson.results import results_page

            marked = [mark_attempt(room.lesson, attempt) for _, attempt in room.attempts]
            matches = read_matches(room.lesson, room.path)
            with _films(matches, progress) as films:
                write_page(path, results_page(room.lesson, marked, films.of, films.picture))
            return path

        return self._write(work, tr("Writing the results…"))

    # ------------------------------------------------------------------ a folder for a class

    def export(self) -> None:
        """Choose a lesson, and write it as a folder that a class opens in a browser."""
        self.window.files.choose(tr("Export a lesson for a class"), kinds(), self.export_from)

    def export_from(self, path: str) -> None:
        """Ask where the folder of the lesson in a file goes."""
        self._lesson_file = Path(path)
        folder = self._lesson_file.resolve().parent / f"{_stem(self._lesson_file)}-class"
        dialog = ExportDialog(
            tr("Export for a class"), folder, ("index.html", "clips"), self.window
        )
        dialog.folder_chosen.connect(self.export_into)
        self.window.open_dialog(dialog)

    def export_into(self, folder: str) -> Job:
        """Write the class folder there, with progress, until it is done or cancelled."""
        path = self._lesson_file

        def work(progress: Progress) -> object:
            from annotator.files.lesson_file import read_lesson
            from annotator.files.lesson_matches import read_matches, refuse_unfit
            from exports.lesson.class_folder import write_class_folder

            lesson = read_lesson(path)
            matches = read_matches(lesson, path)
            refuse_unfit(lesson, matches)
            with _films(matches, _check_only(progress)) as films:
                made = write_class_folder(
                    lesson, films.of, films.film, Path(folder), progress=progress
                )
            return made.page

        return self._write(work, tr("Writing the class folder…"))

    def _write(self, work: Callable[[Progress], object], title: str) -> Job:
        job = self.window.workers.run(
            work, done=self._written, failed=self.window.show_error, title=title
        )
        self.window.banners.watch(job)
        return job

    def _written(self, path: object) -> None:
        self.window.say(tr("Written: {path}", path=path))

    def end(self) -> None:
        """The program ends: whatever is open here is closed."""
        if self.taking is not None:
            self.taking.shut()


def _stem(lesson_file: Path) -> str:
    return lesson_file.name.removesuffix(LESSON_SUFFIX)


def _films(matches: LessonMatches, progress: Callable[[float], None]) -> LessonFilms:
    """The films of a lesson, for a worker; `progress` may raise to give up."""
    from annotator.film_set import open_near
    from exports.lesson.films import LessonFilms

    @contextmanager
    def opened(path: Path, match: Match) -> Iterator[Reel]:
        films = open_near(match.media, path, _CACHE, progress)
        with films.shelf:
            yield films.first_reel()

    return LessonFilms(matches, opened)


def _check_only(progress: Progress) -> Callable[[float], None]:
    """Gives up when the user wants to, and tells no share: opening a film is not the work."""

    def tell(share: float) -> None:
        progress.check()

    return tell
