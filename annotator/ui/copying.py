"""The smooth copy of a film: made in a worker, then shown in the film's place."""

from __future__ import annotations

from pathlib import Path

from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.workers import Job, Progress

_MANY_DROPPED = 30


class Copying(Actions):
    """Makes the copy of the film on screen, offers it where the film is too heavy to play."""

    _making: Path | None = None
    _offered: Path | None = None

    def make(self) -> None:
        """Make the copy beside the film; it is shown once it is there."""
        film = self.window.film
        if film is None or film.copy is not None or self._making is not None:
            return
        self._making = path = self.window.reels.film_path(self.player.index) or film.path
        self.window.banners.clear("copy")

        def work(progress: Progress) -> object:
            from annotator.video.proxy import make_proxy

            return path, make_proxy(path, progress=progress)

        job = self.window.workers.run(
            work, done=self._made, failed=self.window.show_error,
            title=tr("Copying {name} so that it plays smoothly…", name=path.name),
        )  # fmt: skip
        job.ended.connect(self._ended)
        self.window.banners.watch(job)

    def _ended(self, job: object) -> None:
        assert isinstance(job, Job)
        self._making = None

    def _made(self, result: object) -> None:
        from annotator.video.proxy import Made

        assert isinstance(result, tuple)
        path, made = result
        assert isinstance(made, Made)
        self.window.say(tr("Made {name}.", name=made.path.name))
        film = self.window.film
        films = self.window.reels.set
        if film is None or path not in (film.path, *(films.paths.values() if films else ())):
            return
        if self.player.playing:
            # Another film under the coach's eyes would be a surprise.
            self.window.banners.say(
                "copy", tr("The copy that plays smoothly is ready."),
                (tr("Show it"), self.show_copy),
            )  # fmt: skip
        else:
            self.show_copy()

    def show_copy(self) -> None:
        """Show the copy, at the frame on screen."""
        self.window.banners.clear("copy")
        self.window.films.show_again(smooth=True)

    def switch(self) -> None:
        """From the copy to the film itself, or back."""
        film = self.window.film
        if film is not None and film.copy is not None:
            self.window.banners.clear("copy")
            self.window.films.show_again(smooth=not film.smooth)

    def dropped(self, count: int) -> None:
        """Frames were left out while playing: offer the copy, once for each film."""
        film = self.window.film
        if (
            count < _MANY_DROPPED
            or film is None
            or film.copy is not None
            or self._making is not None
            or film.path == self._offered
        ):
            return
        self._offered = film.path
        self.window.banners.say(
            "copy",
            tr("This film is too heavy to be played here without leaving frames out. Frames you"
               " step to are exact all the same."),
            (tr("Make a copy that plays smoothly"), self.make),
        )  # fmt: skip
