"""The commands about several films of one match: parts in sequence, and cameras."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import pyqtSignal
from PyQt6.QtWidgets import QMessageBox

from annotator.errors import FileError
from annotator.film_set import FilmSet, facts_of, list_text, needs_set, open_film, open_set
from annotator.model.film_edits import AddFilm, PlaceFilms, RemoveFilm
from annotator.model.films import Line
from annotator.model.match import Match, Media
from annotator.model.time import FrameRef, clock_text
from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.films import OpenFilm, rate_text
from annotator.ui.films_dialog import FilmsDialog
from annotator.ui.several import Several
from annotator.ui.workers import Job, Progress

if TYPE_CHECKING:
    from annotator.ui.window import Window
    from annotator.video import Footage, Reel

_SHOWN = ("*.mp4", "*.mov", "*.mkv", "*.avi", "*.webm", "*.m4v", "*.ts", "*.mts", "*.mpg")


@dataclass(frozen=True)
class _Look:
    """What is on screen, so that it is there again once films are placed anew: the frame if there
    is one, else the time. `camera` is the one that shows it.
    """

    camera: int
    time: Fraction
    frame: FrameRef | None = None


class Reels(Actions):
    """Opens the films of a match together, and shows one camera of them."""

    changed = pyqtSignal()
    """Other films are shown, or they lie elsewhere."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.set: FilmSet | None = None
        self.camera = 1
        self._reel: Reel | None = None
        self._job: Job | None = None
        self._look: _Look | None = None
        self._shape: object = None
        self._anchor: tuple[Fraction, int, int] | None = None
        """A moment that was asked for, and the camera and entry that show it."""
        self._mark: tuple[int, Fraction] | None = None
        """The camera and the moment that another camera is to be aligned with."""
        self._new_camera = False
        self._wanted: int | None = None
        self._found: tuple[int, Media] | None = None
        self._spare: dict[Path, Footage] = {}
        self.session.edited.connect(self._edited)
        self.player.moved.connect(self._moved)

    # ------------------------------------------------------------------ what is on screen

    def ref(self, index: int | None) -> FrameRef | None:
        """Which film's which frame an index of the player is; None where there is no picture."""
        if index is None:
            return None
        return self._reel.ref(index) if self._reel is not None else FrameRef(index)

    def index_of(self, frame: FrameRef) -> int | None:
        """The index that shows a frame; None where none does now."""
        if self._reel is not None:
            return self._reel.line.index_of(frame)
        inside = frame.part == 1 and frame.index < len(self.player.times)
        return frame.index if inside else None

    @property
    def line(self) -> Line | None:
        """The time line on screen, if the match has several films."""
        return self._reel.line if self._reel is not None else None

    @property
    def frames(self) -> Line | None:
        """The frames of the camera on screen, by which rulings are counted."""
        return self.set.frames(self.camera) if self.set is not None else None

    @property
    def many_cameras(self) -> bool:
        return self.set is not None and len(self.set.cameras) > 1

    def captions(self) -> tuple[str, ...]:
        """Which camera is on screen, where there are several."""
        return (tr("camera {n}", n=self.camera),) if self.many_cameras else ()

    def film_path(self, index: int | None) -> Path | None:
        """The film whose frame is on screen."""
        frame = self.ref(index)
        return (
            self.set.paths.get(frame.part) if self.set is not None and frame is not None else None
        )

    def _moved(self, time: object, index: object) -> None:
        """Films of one match may have pictures of different shapes."""
        if self._reel is None or not isinstance(index, int):
            return
        film = self._reel.film_at(index)
        shape = (film.size, film.pixel_aspect) if film is not None else None
        if shape is not None and shape != self._shape:
            self._shape = shape
            self.window.film_view.set_shape(*shape)
            self.player.set_size(self.window.film_view.device_size())

    # ------------------------------------------------------------------ opening

    def open_all(self, look: _Look | None = None) -> None:
        """Open all films of the match, in a worker; those that are open already are taken over."""
        self.cancel()
        self._look = look
        media = self.session.match.media
        match_path = self.session.place
        settings = self.window.settings
        folders = self.folders()
        known, self._spare = self._spare, {}
        if self.set is not None:
            known |= {film.path: film for film in self.set.shelf.films.values()}
        elif self.window.film is not None and self._reel is None:
            known[self.window.film.single.path] = self.window.film.single

        def work(progress: Progress) -> object:
            return open_set(media, match_path, settings.cache_bytes, known, folders, progress)

        title = tr("Reading the films of the match…")
        job = self.window.workers.run(
            work, done=self._opened, failed=self.window.show_error, title=title
        )
        self._job = job
        self.window.banners.watch(job)

    def cancel(self) -> None:
        """Give up films that are being opened."""
        if self._job is not None:
            self._job.cancel()
            self._job = None

    def folders(self) -> list[Path]:
        """Where a film may have been moved to: near the match, and where films were of late."""
        place = self.session.place.resolve().parent
        recent = [Path(path).parent for path in self.window.settings.recent]
        return list(dict.fromkeys((place, place.parent, *recent)))

    def _opened(self, result: object) -> None:
        assert isinstance(result, FilmSet)
        self._job = None
        self.session.places.update(
            {result.media[number - 1].path: path for number, path in result.moved.items()}
        )
        old, self.set = self.set, result
        keep = list(result.shelf.films.values())
        before = self.window.film
        self._show()
        if old is not None:
            old.shelf.close(keep)
        elif before is not None and before.single not in keep:
            before.single.close()
        self._say_state()

    def _say_state(self) -> None:
        """Which films are not there, or not what they were."""
        films = self.set
        assert films is not None
        notes = []
        if films.absent:
            notes.append(
                tr("Not there: {names}. What they show is missing; the tags are kept.",
                   names=list_text(films, films.absent))
            )  # fmt: skip
        if films.changed:
            notes.append(
                tr("Not as they were tagged, so that tags may lie on other frames: {names}.",
                   names=list_text(films, films.changed))
            )  # fmt: skip
        if notes:
            button = (tr("Films…"), self.dialog)
            self.window.banners.say("film", " ".join(notes), button)
        else:
            self.window.banners.clear("film")
        if films.moved:
            names = ", ".join(str(path) for path in films.moved.values())
            self.window.say(tr("Found again: {names}.", names=names))

    def _show(self) -> None:
        """Put the reel of the camera on screen, where it was before."""
        films, look = self.set, self._look
        assert films is not None
        self._look = None
        if look is not None:
            self.camera = look.camera
        if self.camera not in films.cameras:
            self.camera = films.cameras[0]
        self._reel = reel = films.reel(self.camera)
        self._shape = None
        self._anchor = None
        path = next(iter(films.paths.values()), self.session.place)
        rates = {rate_text(film) for film in reel.films}
        film = OpenFilm(
            path, reel, reel.health(), 0, reel.duration, "", " / ".join(sorted(rates))
        )  # fmt: skip
        self.window.swap_film(film)
        index = reel.line.first_picture()
        if look is not None:
            at = reel.line.index_of(look.frame) if look.frame is not None else None
            index = at if at is not None else reel.index_at(look.time)
        self.player.seek_index(index)
        self.changed.emit()

    def leave(self) -> None:
        """Forget the films; whoever shows the window's film closes them."""
        self.cancel()
        self.set = self._reel = None
        self.camera = 1
        self._mark = self._anchor = None
        self.window.banners.clear("align")

    def show_again(self) -> None:
        """Open the films anew, smooth copies in their place where there are any by now."""
        self.open_all(self._looking())

    def _edited(self, before: object, after: object) -> None:
        """An edit, undone ones too, may have changed which films there are, or where they lie."""
        assert isinstance(before, Match)
        assert isinstance(after, Match)
        if before.media == after.media or (self.set is None and not needs_set(after.media)):
            return
        if not after.media:
            self.window.films.leave()
            return
        look = self._look or self._looking()
        same = [film.path for film in before.media] == [film.path for film in after.media]
        if same and self.set is not None and self._job is None:
            self._look = look
            self.set = self.set.with_media(after.media)
            self._show()
        else:
            self.open_all(look)

    def _looking(self) -> _Look:
        return _Look(self.camera, self.player.time, self.ref(self.player.index))

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

    def add(self, path: Path, *, new_camera: bool) -> None:
        """Add a film to the match: as the next part of the camera on screen, or as a new camera."""
        self.player.pause()
        if not self.session.match.media:
            self.window.films.load(path)
            return
        self._new_camera = new_camera

        def work(progress: Progress) -> object:
            from annotator.video.proxy import choose

            choice = choose(path.resolve())
            film = open_film(choice, progress)
            return film, facts_of(choice, film, self.session.written_path(choice.film))

        title = tr("Reading {name}…", name=path.name)
        job = self.window.workers.run(
            work, done=self._added, failed=self.window.show_error, title=title
        )
        self.window.banners.watch(job)

    def _added(self, result: object) -> None:
        assert isinstance(result, tuple)
        film, facts = result
        assert isinstance(facts, Media)
        present = self._present()
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
        self._look = self._looking()
        self._spare = {film.path: film}
        words = tr("Add camera") if self._new_camera else tr("Add next part")
        self.session.do(Several((PlaceFilms(media, before), AddFilm(new)), words))
        self.window.remember(film.path)
        if self._new_camera:
            self.window.say(
                tr("Camera {n} was added; {other} shows it. To align the two, go to one moment in "
                   "each and press {key}.", n=new.camera, other=self._key("view.camera"),
                   key=self._key("view.same_moment"))
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
            if film.camera == self.camera
        ]
        return replace(facts, camera=self.camera, offset=max(ends) - first)

    def _present(self) -> tuple[tuple[Media, ...], tuple[Fraction, ...]] | None:
        """The films with all that is known of them, each with its offset; and these offsets."""
        if self._job is not None:
            self.window.say(tr("The films of the match are still being read."))
            return None
        if self.set is not None:
            return self.set.placed, self.set.offsets
        film = self.window.film
        if film is None or self._reel is not None:
            self.window.say(tr("Open the match's film first."))
            return None
        known = self.session.match.media[0]
        media = replace(
            film.media(known.path), first=film.footage.times[0], offset=Fraction(0),
            extra=known.extra,
        )  # fmt: skip
        return (media,), (Fraction(0),)

    # ------------------------------------------------------------------ the list

    def dialog(self) -> None:
        """All films of the match, where they lie, and what can be done about each."""
        self.window.open_dialog(FilmsDialog(self, self.window))

    def place(self, number: int, start: Fraction) -> None:
        """Let a film begin at a time of the match."""
        films, present = self.set, self._present()
        if films is None or present is None:
            return
        media, before = present
        offset = start - films.span(number)[0] + before[number - 1]
        self._place({number: offset}, media, before, tr("Move film"))

    def _place(
        self,
        moved: Mapping[int, Fraction],
        media: tuple[Media, ...],
        before: tuple[Fraction, ...],
        words: str,
    ) -> bool:
        films = tuple(
            replace(film, offset=moved.get(number, film.offset))
            for number, film in enumerate(media, 1)
        )
        return self.session.do(PlaceFilms(films, before, words))

    def take_out(self, number: int) -> None:
        """Take a film out of the match."""
        present = self._present()
        if present is None or len(present[0]) < 2:
            return
        fixed = PlaceFilms(*present)
        self._look = replace(self._looking(), frame=None)
        self.session.do(Several((fixed, RemoveFilm(number)), tr("Take film out")))

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

            choice = choose(path.resolve())
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
        present, found = self._present(), self._found
        if present is None or found is None:
            return
        self._found = None
        number, facts = found
        media, before = list(present[0]), present[1]
        old = media[number - 1]
        media[number - 1] = replace(facts, camera=old.camera, offset=old.offset, extra=old.extra)
        self.session.do(PlaceFilms(tuple(media), before, tr("Change film")))

    # ------------------------------------------------------------------ cameras

    def next_camera(self) -> None:
        """Show the same moment as the next camera saw it."""
        films = self.set
        if films is None or not self.many_cameras:
            return
        cameras = films.cameras
        self.show_camera(cameras[(cameras.index(self.camera) + 1) % len(cameras)])

    def show_camera(self, camera: int) -> None:
        """Show this moment as a camera saw it; the film plays on if it played."""
        films, player = self.set, self.player
        if films is None or camera == self.camera:
            return
        time = self._moment()
        playing, rate, loop = player.playing, player.rate, player.loop
        self._look = _Look(camera, time)
        self._show()
        # To and fro ends on the same frames: the moment is remembered, not read off a frame.
        assert self._reel is not None
        self._anchor = (time, camera, self._reel.index_at(time))
        player.set_loop(loop)
        if playing:
            player.set_rate(rate)
            player.play()
        self.window.say(tr("Camera {n}.", n=camera))

    def _moment(self) -> Fraction:
        """The time of the match on screen; the one that was asked for while its frame is shown."""
        anchor = self._anchor
        if anchor is not None and anchor[1:] == (self.camera, self.player.target):
            return anchor[0]
        return self.player.aim

    def same_moment(self) -> None:
        """The moment on screen is the one that was marked in the other camera: align the two. The
        first time: mark it.
        """
        films = self.set
        if films is None or not self.many_cameras:
            return
        self.player.pause()
        time = self.player.time
        if self.ref(self.player.index) is None:
            self.window.say(tr("There is no picture here to go by."))
            return
        if self._mark is None or self._mark[0] == self.camera:
            self._mark = (self.camera, time)
            self.window.banners.say(
                "align",
                tr("Marked {time} of camera {n}. Go to the same moment in another camera ({other}) "
                   "and press {key} again.", time=clock_text(time), n=self.camera,
                   other=self._key("view.camera"), key=self._key("view.same_moment")),
                (tr("Other camera"), self.next_camera), (tr("Give up"), self.forget_mark),
                closable=False,
            )  # fmt: skip
            return
        (marked, there), self._mark = self._mark, None
        self.window.banners.clear("align")
        # The first camera is the time of the match; the other one moves.
        moving, by = (self.camera, there - time) if self.camera != 1 else (marked, time - there)
        self._move_camera(moving, by, there if moving == self.camera else time, tr("Align cameras"))

    def _key(self, command: str) -> str:
        """The key of a command as the keyboard prints it."""
        keys = self.window.bindings.keys[command]
        name = self.window.bindings.commands[command].text()
        return self.window.keyboard.label(keys[0]) if keys else f"“{name}”"

    def forget_mark(self) -> None:
        """Align nothing after all."""
        self._mark = None
        self.window.banners.clear("align")

    def nudge(self, frames: int) -> None:
        """Show this moment so many frames later in the camera on screen: it was started earlier."""
        if self.camera == 1:
            self.window.say(
                tr("The first camera is the time of the match; show the other one to move it.")
            )
            return
        self.player.pause()
        times, index = self.player.times, self.player.target
        other = index + frames
        if not 0 <= other < len(times) or None in (self.ref(index), self.ref(other)):
            self.window.say(tr("There is no picture here to go by."))
            return
        moment = self._moment()
        by = times[index] - times[other]
        self._move_camera(self.camera, by, moment, tr("Move camera by a frame"))

    def _move_camera(self, camera: int, by: Fraction, time: Fraction, words: str) -> None:
        """Move all films of a camera on the time line, and show this time of the match."""
        films = self.set
        assert films is not None
        moved = {
            number: film.offset + by
            for number, film in enumerate(films.placed, 1)
            if film.camera == camera and film.offset is not None
        }
        self._look = _Look(self.camera, time)
        if self._place(moved, films.placed, films.offsets, words) and by:
            assert self._reel is not None
            self._anchor = (time, self.camera, self._reel.index_at(time))
            self.window.say(tr("Camera {n} moved by {time} s.", n=camera, time=f"{float(by):+.3f}"))
        self._look = None
