"""The films of a match in the window: opened together, one camera on screen, as the match says now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PyQt6.QtCore import pyqtSignal

from annotator.film_set import FilmSet, list_text, needs_set, open_set
from annotator.model.edits import Edit
from annotator.model.film_edits import PlaceFilms
from annotator.model.films import Line
from annotator.model.match import Match, Media
from annotator.model.time import FrameRef
from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.films import OpenFilm, first_look_at, rate_text
from annotator.ui.workers import Job, Progress

if TYPE_CHECKING:
    from annotator.ui.window import Window
    from annotator.video import Footage, Reel
    from annotator.video.first_look import FirstLook


@dataclass(frozen=True)
class Look:
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
    left = pyqtSignal()
    """The films of the match are not shown any longer."""
    _looked = pyqtSignal(object, object)

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.set: FilmSet | None = None
        self.camera = 1
        self._reel: Reel | None = None
        self._job: Job | None = None
        self._look: Look | None = None
        self._number: int | None = None  # of the film on screen
        self._spare: dict[Path, Footage] = {}
        """Films opened for the edit that is being done, by file."""
        # By way of the window's thread: a look at films that were given up is dropped there.
        self._looked.connect(self._look_at)
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
        """Films of one match may have pictures of different shapes, and be seen turned."""
        if self._reel is None or not isinstance(index, int):
            return
        frame, film = self._reel.ref(index), self._reel.film_at(index)
        if frame is None or film is None or frame.part == self._number:
            return
        self._number = frame.part
        view = self.window.film_view
        view.set_shape(film.size, film.pixel_aspect)
        framing, _ = self.window.pictures.kept(self._fingerprint(frame.part))
        if (framing.quarters, framing.mirrored) != (view.framing.quarters, view.framing.mirrored):
            view.set_framing(framing)
        self.player.set_size(view.device_size())

    def on_screen(self) -> tuple[str, Footage] | None:
        """The film whose frame is on screen, and its fingerprint."""
        if self.set is None or self._number is None:
            return None
        return self._fingerprint(self._number), self.set.shelf.films[self._number]

    def _fingerprint(self, number: int) -> str:
        films = self.set
        return (films.media[number - 1].fingerprint or "") if films is not None else ""

    # ------------------------------------------------------------------ opening

    def open_all(self, look: Look | None = None) -> None:
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

        box = self.window.film_view.device_size()

        def look_at(film: Path) -> None:
            self._looked.emit(media, first_look_at(film, box))

        def work(progress: Progress) -> object:
            return open_set(
                media, match_path, settings.cache_bytes, known, folders, progress, look_at
            )

        title = tr("Reading the films of the match…")
        job = self.window.workers.run(
            work, done=self._opened, failed=self.window.show_error, title=title
        )
        job.ended.connect(self._ended)
        self._job = job
        self.window.banners.watch(job)
        self.window.films.say_opening(Path(media[0].path))

    @property
    def opening(self) -> bool:
        """Whether films are being opened together."""
        return self._job is not None

    def _look_at(self, media: object, look: object) -> None:
        """The first picture, while the films are still being read and none is on screen."""
        if (
            self._job is not None
            and look is not None
            and self.window.film is None
            and media is self.session.match.media
        ):
            self.window.show_first(cast("FirstLook", look))

    def _ended(self, job: object) -> None:
        if job is self._job:  # nothing came of it
            self._job = None
            self.window.leave_first()

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
            button = (tr("Films…"), self.window.film_list.dialog)
            self.window.banners.say("film", " ".join(notes), button)
        else:
            self.window.banners.clear("film")
        if films.moved:
            names = ", ".join(str(path) for path in films.moved.values())
            self.window.say(tr("Found again: {names}.", names=names))

    def show(self, look: Look) -> int:
        """Show this camera, there; returns the index that is asked for."""
        self._look = look
        self._show()
        return self.player.target

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
        self._number = None
        for number, footage in films.shelf.films.items():
            footage.deinterlace = self.window.pictures.kept(self._fingerprint(number))[1]
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
        self.set = self._reel = self._number = None
        self.camera = 1
        self.left.emit()

    def take_over(self, other: Reels) -> None:
        """Show what another window showed; nothing is opened anew."""
        self.set, self.camera = other.set, other.camera
        self._reel, self._number = other._reel, other._number
        other.set = other._reel = None
        if self.set is not None:
            self._say_state()

    def show_again(self) -> None:
        """Open the films anew, smooth copies in their place where there are any by now."""
        self.open_all(self.looking())

    def _edited(self, before: object, after: object) -> None:
        """An edit, undone ones too, may have changed which films there are, or where they lie."""
        assert isinstance(before, Match)
        assert isinstance(after, Match)
        if before.media == after.media or (self.set is None and not needs_set(after.media)):
            return
        if not after.media:
            self.window.films.leave()
            return
        look = self._look or self.looking()
        same = _files(before) == _files(after)
        if same and self.set is not None and self._job is None:
            self._look = look
            self.set = self.set.with_media(after.media)
            self._show()
        else:
            self.open_all(look)

    def looking(self) -> Look:
        """What is on screen."""
        return Look(self.camera, self.player.time, self.ref(self.player.index))

    # ------------------------------------------------------------------ edits

    def present(self) -> tuple[tuple[Media, ...], tuple[Fraction, ...]] | None:
        """The films with all that is known of them, each with its offset; and these offsets. None
        (which is said) while they are not known.
        """
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

    def do(self, edit: Edit, look: Look, opened: Footage | None = None) -> bool:
        """Change which films there are or where they lie, and show this after it. `opened`: a film
        that was opened for the edit; it is closed if the match does not take it.
        """
        self._look = look
        self._spare = {opened.path: opened} if opened is not None else {}
        taken = self.session.do(edit)
        if not taken:
            self._look = None
        for film in self._spare.values():
            film.close()
        self._spare = {}
        return taken

    def place(self, moved: Mapping[int, Fraction], words: str, look: Look) -> bool:
        """Give films, by their number, other offsets."""
        present = self.present()
        if present is None:
            return False
        media, before = present
        films = tuple(
            replace(film, offset=moved.get(number, film.offset))
            for number, film in enumerate(media, 1)
        )
        return self.do(PlaceFilms(films, before, words), look)


def _files(match: Match) -> list[tuple[str, str | None]]:
    return [(film.path, film.fingerprint) for film in match.media]
