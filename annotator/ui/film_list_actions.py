"""The commands that add, place, find and take out films of the match."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

from PyQt6.QtWidgets import QMessageBox

from annotator.errors import FileError
from annotator.files.media_paths import chosen_film
from annotator.film_set import facts_of, open_film
from annotator.model.film_edits import AddFilm, PlaceFilms, RemoveFilm
from annotator.model.match import Media
from annotator.model.time import clock_text
from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.films_dialog import FilmsDialog
from annotator.ui.several import Several
from annotator.ui.workers import Job, Progress

_SHOWN = ("*.mp4", "*.mov", "*.mkv", "*.avi", "*.webm", "*.m4v", "*.ts", "*.mts", "*.mpg")


class FilmList(Actions):
    """Every change is an edit, so that it is in the journal and can be undone."""

    _new_camera = False
    _wanted: int | None = None
    _found: tuple[int, Media] | None = None

    # ------------------------------------------------------------------ adding films

    def add_part(self) -> None:
        """Choose the film that comes next."""
        self._choose(tr("Add the next part"), new_camera=False)

    def add_camera(self) -> None:
        """Choose a film that shows the same from elsewhere."""
        self._choose(tr("Add another camera"), new_camera=True)

    def _choose(self, title: str, *, new_camera: bool) -> None:
        self._new_camera = new_camera
        kinds = f"{tr('Films ({kinds})', kinds=' '.join(_SHOWN))};;{tr('All files (*)')}"
        self.window.files.choose(title, kinds, self._chosen)

    def _chosen(self, name: str) -> None:
        self.add(Path(name), new_camera=self._new_camera)

    def add(self, path: Path, *, new_camera: bool) -> Job | None:
        """Add a film to the match: as the next part of the camera on screen, or as a new camera.

        The job that reads it; None where it is the match's first film, which is opened.
        """
        self.player.pause()
        if not self.session.match.media:
            self.window.films.load(path)
            return None
        self._new_camera = new_camera

        def work(progress: Progress) -> object:
            from annotator.video.proxy import choose

            choice = choose(chosen_film(path))
            film = open_film(choice, progress)
            return film, facts_of(choice, film, self.session.written_path(choice.film))

        title = tr("Reading {name}…", name=path.name)
        job = self.window.workers.run(
            work, done=self._added, failed=self.window.show_error, title=title
        )
        self.window.banners.watch(job)
        return job

    def _added(self, result: object) -> None:
        assert isinstance(result, tuple)
        film, facts = result
        assert isinstance(facts, Media)
        present = self.window.reels.present()
        if present is None:
            film.close()
            return
        media, before = present
        if any(each.fingerprint == facts.fingerprint for each in media):
            film.close()
            what = tr("This film is in the match already.")
            self.window.show_error(FileError(what, where=str(film.path)))
            return
        new = self._placed_anew(facts, media, before)
        words = tr("Add camera") if self._new_camera else tr("Add next part")
        edit = Several((PlaceFilms(media, before), AddFilm(new)), words)
        reels = self.window.reels
        if not reels.do(edit, reels.looking(), film):
            return
        self.window.remember(film.path)
        if self._new_camera:
            self.window.say(
                tr("Camera {n} was added; {other} shows it. To align the two, go to one moment in "
                   "each and press {key}.", n=new.camera, other=self.window.key_of("view.camera"),
                   key=self.window.key_of("view.same_moment"))
            )  # fmt: skip
        else:
            start = clock_text((new.offset or 0) + (new.first or Fraction(0)))
            self.window.say(tr("The film was added; it begins at {time}.", time=start))

    def _placed_anew(
        self, facts: Media, media: tuple[Media, ...], before: tuple[Fraction, ...]
    ) -> Media:
        """A new film with its camera and its place: a part begins where its camera's films end, a
        camera where the first film begins, until it is aligned.
        """
        first = facts.first or Fraction(0)
        starts = [shift + (film.first or 0) for film, shift in zip(media, before, strict=True)]
        if self._new_camera:
            camera = max(film.camera for film in media) + 1
            return replace(facts, camera=camera, offset=starts[0] - first)
        ends = [
            start + (film.duration or 0)
            for film, start in zip(media, starts, strict=True)
            if film.camera == self.window.reels.camera
        ]
        return replace(facts, camera=self.window.reels.camera, offset=max(ends) - first)

    # ------------------------------------------------------------------ the list

    def dialog(self) -> None:
        """All films of the match, where they lie, and what can be done about each."""
        self.window.open_dialog(FilmsDialog(self, self.window.reels, self.window))

    def place(self, number: int, start: Fraction) -> None:
        """Let a film begin at a time of the match."""
        reels = self.window.reels
        if reels.set is None:
            return
        offset = start - reels.set.span(number)[0] + reels.set.offsets[number - 1]
        reels.place({number: offset}, tr("Move film"), reels.looking())

    def take_out(self, number: int) -> None:
        """Take a film out of the match."""
        present = self.window.reels.present()
        if present is None or len(present[0]) < 2:
            return
        reels = self.window.reels
        edit = Several((PlaceFilms(*present), RemoveFilm(number)), tr("Take film out"))
        reels.do(edit, replace(reels.looking(), frame=None))

    def find(self, number: int) -> None:
        """Choose where a film is now."""
        self._wanted = number
        kinds = f"{tr('Films ({kinds})', kinds=' '.join(_SHOWN))};;{tr('All files (*)')}"
        self.window.files.choose(tr("Find film"), kinds, self._found_at)

    def _found_at(self, name: str) -> None:
        if self._wanted is not None:
            self.relocate(self._wanted, Path(name))

    def relocate(self, number: int, path: Path) -> None:
        """A film of the match is at this place now; another one is asked about first."""

        def work(progress: Progress) -> object:
            from annotator.video.proxy import choose

            choice = choose(chosen_film(path))
            with open_film(choice, progress) as film:
                return number, facts_of(choice, film, self.session.written_path(choice.film))

        title = tr("Reading {name}…", name=path.name)
        job = self.window.workers.run(
            work, done=self._relocated, failed=self.window.show_error, title=title
        )
        self.window.banners.watch(job)

    def _relocated(self, result: object) -> None:
        assert isinstance(result, tuple)
        number, facts = result
        media = self.session.match.media
        if number > len(media):
            return
        self._found = result
        if media[number - 1].fingerprint in (None, facts.fingerprint):
            self._take_found()
            return
        box = QMessageBox(self.window)
        box.setObjectName("another film")
        box.setIcon(QMessageBox.Icon.Question)
        box.setText(tr("{name} is another film than the one that was tagged.", name=facts.path))
        box.setInformativeText(tr("Tags made on it may then lie on other frames."))
        use = box.addButton(tr("Use it"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        assert use is not None
        use.clicked.connect(self._take_found)
        self.window.open_dialog(box)

    def _take_found(self) -> None:
        present, found = self.window.reels.present(), self._found
        if present is None or found is None:
            return
        self._found = None
        number, facts = found
        media, before = list(present[0]), present[1]
        old = media[number - 1]
        media[number - 1] = replace(facts, camera=old.camera, offset=old.offset, extra=old.extra)
        reels = self.window.reels
        reels.do(PlaceFilms(tuple(media), before, tr("Change film")), reels.looking())
