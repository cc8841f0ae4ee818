"""The commands of the Lesson menu."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import Qt

from annotator.files.lesson_file import LESSON_SUFFIX
from annotator.text import tr, tr_n
from annotator.ui.acting import Actions
from annotator.ui.player.framing import Framing
from annotator.ui.workers import Progress

if TYPE_CHECKING:  # the window opens before a lesson is wanted
    from annotator.ui.lessons.scenes import Scene
    from annotator.ui.lessons.take_window import TakeWindow
    from annotator.ui.window import Window

_CACHE = 96 << 20  # bytes of decoded frames; clips are short


class Lessons(Actions):
    """Takes and makes lessons."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.taking: TakeWindow | None = None
        self._answers = Path()

    # ------------------------------------------------------------------ taking

    def take(self) -> None:
        """Choose a lesson, and take it."""
        self.window.files.choose(tr("Take a lesson"), _kinds(), self.take_from)

    def take_from(self, path: str) -> None:
        """Ask who takes the lesson in a file, and how."""
        self._open(Path(path), self._ask_who)

    def _open(self, path: Path, then: object) -> None:
        def work(progress: Progress) -> object:
            from annotator.ui.lessons.keeping import open_classroom

            return open_classroom(path)

        assert callable(then)
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
        from annotator.ui.lessons.keeping import answers_file
        from annotator.ui.lessons.scenes import Scenes
        from annotator.ui.lessons.take_dialog import Wanted
        from annotator.ui.lessons.take_window import TakeWindow

        assert isinstance(wanted, Wanted)
        window, settings = self.window, self.window.settings
        window.player.pause()
        room, sitting = wanted.room, wanted.sitting
        self._answers = answers_file(room, sitting.attempt.trainee)
        scenes = Scenes(window.workers, room.path, min(_CACHE, settings.cache_bytes), self)
        taking = self.taking = TakeWindow(
            sitting, scenes, window.workers, window.keyboard, window,
            others=room.others(sitting.attempt.trainee),
            rulesets={ruleset.id: ruleset for ruleset in window.scorer.rulesets},
            framing=self._framing, hands=wanted.hands, projector=wanted.projector,
            volume=settings.volume, muted=settings.muted,
        )  # fmt: skip
        taking.answered.connect(self._keep)
        taking.left.connect(self._left)
        taking.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        # Nobody shall look into the tagged match meanwhile.
        taking.setWindowModality(Qt.WindowModality.ApplicationModal)
        taking.showFullScreen()
        return taking

    def _framing(self, scene: Scene) -> Framing:
        """As the user turned this film the last time."""
        ref = scene.opened.film.ref(scene.first)
        media = scene.opened.films.media[ref.part - 1] if ref is not None else None
        if media is None or media.fingerprint is None:
            return Framing()
        return self.window.pictures.kept(media.fingerprint)[0]

    def _keep(self, sitting: object) -> None:
        from annotator.ui.lessons.keeping import keep
        from annotator.ui.lessons.sitting import Sitting

        assert isinstance(sitting, Sitting)

        def work(progress: Progress) -> object:
            keep(sitting.attempt, self._answers)
            return None

        self.window.workers.run(work, done=self._kept, failed=self._not_kept, in_order=True)

    def _kept(self, nothing: object) -> None:
        if self.taking is not None:
            self.taking.say_trouble("")

    def _not_kept(self, error: object) -> None:
        if self.taking is not None:
            self.taking.say_trouble(str(error))
        self.window.show_error(error)

    def _left(self) -> None:
        taking, self.taking = self.taking, None
        if taking is None:
            return
        answered = taking.taking.sitting.answered
        if answered:
            self.window.say(
                tr_n("{count} answer is kept in {name}.", "{count} answers are kept in {name}.",
                     answered, name=self._answers.name)
            )  # fmt: skip
        self.window.activateWindow()

    def end(self) -> None:
        """The program ends: whatever is open here is closed."""
        if self.taking is not None:
            self.taking.shut()


def _kinds() -> str:
    return tr("Lessons (*{suffix})", suffix=LESSON_SUFFIX)
