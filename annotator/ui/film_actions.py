"""The commands that open a film, and what becomes of the match then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QMessageBox

from annotator.errors import AnnotatorError
from annotator.film_set import locate, needs_set
from annotator.model.edits import SetMedia
from annotator.model.evening import is_begun
from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.films import OpenFilm
from annotator.ui.workers import Progress

if TYPE_CHECKING:  # the window opens before a decoder is loaded
    from annotator.video.first_look import FirstLook

Next = Callable[[], None]
_MOST_OFFERED = 3


class Films(Actions):
    """Shows the match's film, or the one the user chose; tags never change their film unasked."""

    _pending: Path | None = None
    _opened: OpenFilm | None = None
    _found = Path()
    _back: tuple[str, int] | None = None  # a film to be shown at a frame again

    def open_media(self) -> None:
        """Show the match's film, or say where it should be; all films of a match of several."""
        self.leave()
        media = self.session.match.media
        if needs_set(media):
            self.window.reels.open_all()
            return
        known = media[0].fingerprint if media else None
        try:
            film = self.session.film_path()
        except AnnotatorError as error:
            film = self.session.place_of_copy()
            if film is None:
                self.window.banners.say("film", str(error), (tr("Find film…"), self.choose))
                self._look_for(error)
        if film is not None:
            self._open(film, look_for_matches=False, known=known)

    def show_again(self, *, smooth: bool) -> None:
        """Show the film, or its smooth copy, at the frame that is on screen."""
        film = self.window.film
        if self.window.reels.set is not None:
            self.window.reels.show_again()
        elif film is not None:
            self._back = (film.fingerprint, self.player.target)
            self._open(film.path, look_for_matches=False, known=film.fingerprint, smooth=smooth)

    def _look_for(self, error: AnnotatorError) -> None:
        """A film that is not where the match says may have been moved: look near the match, and
        where films were of late.
        """
        media, place = self.session.match.media[0], self.session.place
        folders = self.window.reels.folders()
        if media.fingerprint is None:
            return

        def work(progress: Progress) -> object:
            return media, locate(media, place, folders, progress)

        self.window.workers.run(work, done=self._found_again, failed=self._not_found)

    def _found_again(self, result: object) -> None:
        assert isinstance(result, tuple)
        media, choice = result
        if media not in self.session.match.media or self.window.film is not None:
            return  # another match, or another film, meanwhile
        self.session.places[media.path] = choice.film
        self.window.say(tr("The film was found at {path}.", path=choice.film))
        self._open(choice.film, look_for_matches=False, known=media.fingerprint)

    def _not_found(self, error: object) -> None:
        """The line that says so stands already."""
        if not isinstance(error, AnnotatorError):
            self.window.show_error(error)

    def load(self, path: Path) -> None:
        """A film chosen by the user becomes the film of this match."""
        self._pending = path
        self._open(path, look_for_matches=True)

    def _open(
        self,
        path: Path,
        *,
        look_for_matches: bool,
        known: str | None = None,
        smooth: bool = True,
    ) -> None:
        job = self.window.opener.open(
            path, self.window.settings.cache_bytes, look_for_matches=look_for_matches, known=known,
            smooth=smooth, box=self.window.film_view.device_size(),
        )  # fmt: skip
        self.window.banners.watch(job)
        self.say_opening(path)

    @property
    def opening(self) -> bool:
        """Whether a film, or a match that may have one, is being opened."""
        window = self.window
        return window.files.loading or window.opener.opening or window.reels.opening

    @property
    def decided(self) -> bool:
        """Whether the film that is being opened is this match's, whatever it turns out to be."""
        return self._pending is None or not self.session.match.media

    @property
    def is_first(self) -> bool:
        """Whether the film that is being opened is one to begin a new match on."""
        session = self.session
        clean = not (session.dirty or session.match.media or is_begun(session.match))
        return self._pending is not None and session.path is None and clean

    def say_opening(self, path: Path) -> None:
        """Say in the film's place what is being opened, where no picture is on screen yet."""
        if self.window.film_view.picture is None:
            self.window.film_view.clear(tr("Opening {name}…", name=path.name))

    def looked(self, look: object) -> None:
        """The first picture is there, the list of frames not yet. A film that is on screen stays
        until then: if this one fails it is needed still.
        """
        if self.window.film is None:
            self.window.show_first(cast("FirstLook", look))
            self.window.early.begin(cast("FirstLook", look))

    def ended(self) -> None:
        """Nothing is being opened any more."""
        self.window.leave_first()

    def opened(self, opened: object) -> None:
        """A film was read. One that the user chose for a match tagged on another is asked about:
        tags must never slip onto another film unnoticed.
        """
        assert isinstance(opened, OpenFilm)
        match = self.session.match
        known = match.media[0] if match.media else None
        same = known is not None and known.fingerprint in (None, opened.fingerprint)
        if self._pending != opened.asked:
            self.window.banners.clear("film")
            self.window.show_film(opened)
            back, self._back = self._back, None
            if back is not None and back[0] == opened.fingerprint:
                self.player.seek_index(back[1])
            if not same:
                self.window.banners.say(
                    "film",
                    tr("This film is not the one that was tagged: its content differs, so tags may "
                       "lie on other frames."), (tr("Find film…"), self.choose),
                )  # fmt: skip
            return
        self._pending = None
        self._opened = opened
        if self.window.early.made:
            self._offer_matches(self._film_tagged_early)
        elif is_begun(match) and known is not None and not same:
            self._ask_whose_film(opened)
        elif is_begun(match) or self.session.path is not None:
            self._film_of_this_match()
        else:
            self._offer_matches(self._first_film)

    def _first_film(self) -> None:
        """Nothing is tagged yet: this film is the match's, whatever its head says already."""
        if self.session.dirty:
            self._film_of_this_match()
        else:
            self._new_with_film()

    def _offer_matches(self, new: Next) -> None:
        """A film that was tagged before: ask whether to go on with that match. Else `new`."""
        opened = self._opened
        found = [path for path in opened.matches if path != self.session.path] if opened else []
        if opened is None or not found:
            new()
            return
        box = QMessageBox(self.window)
        box.setObjectName("which match")
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(tr("A film that was tagged before"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        names = ", ".join(path.name for path in found[:_MOST_OFFERED])
        box.setText(tr("There is a match of {film}: {names}.", film=opened.path.name, names=names))
        for path in found[:_MOST_OFFERED]:
            title = tr("Open match") if len(found) == 1 else tr("Open {name}", name=path.name)
            button = box.addButton(title, QMessageBox.ButtonRole.AcceptRole)
            assert button is not None
            button.setProperty("match", str(path))
            button.clicked.connect(self._match_wanted)
            if path == found[0]:
                box.setDefaultButton(button)
        other = box.addButton(tr("New match"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        assert other is not None
        other.clicked.connect(new)
        box.rejected.connect(self._film_given_up)
        self.window.open_dialog(box)

    def _match_wanted(self) -> None:
        button = self.sender()
        assert button is not None
        self._found = Path(button.property("match"))
        self._film_given_up()  # opening the match opens its film
        self.window.files.ask_unsaved(self._open_found)

    def _open_found(self) -> None:
        self.window.files.open_path(self._found)

    def _ask_whose_film(self, opened: OpenFilm) -> None:
        box = QMessageBox(self.window)
        box.setObjectName("whose film")
        box.setIcon(QMessageBox.Icon.Question)
        box.setText(tr("This match was tagged on another film than {name}.", name=opened.path.name))
        box.setInformativeText(
            tr("It can be the next part of this match, or the same moments from another camera.")
        )
        new = box.addButton(tr("New match"), QMessageBox.ButtonRole.AcceptRole)
        part = box.addButton(tr("Next part"), QMessageBox.ButtonRole.AcceptRole)
        camera = box.addButton(tr("Another camera"), QMessageBox.ButtonRole.AcceptRole)
        this = box.addButton(tr("Film of this match"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(new)
        for button, slot in ((part, self._part_wanted), (camera, self._camera_wanted)):
            assert button is not None
            button.clicked.connect(slot)
        assert new is not None
        assert this is not None
        new.clicked.connect(self._new_match_wanted)
        this.clicked.connect(self._film_of_this_match)
        box.rejected.connect(self._film_given_up)
        self.window.open_dialog(box)

    def _part_wanted(self) -> None:
        self._add(new_camera=False)

    def _camera_wanted(self) -> None:
        self._add(new_camera=True)

    def _add(self, *, new_camera: bool) -> None:
        """The film that was opened last comes to those of the match."""
        opened = self._opened
        self._film_given_up()
        if opened is not None:
            self.window.film_list.add(opened.path, new_camera=new_camera)

    def _new_match_wanted(self) -> None:
        self._offer_matches(self._new_unless_unsaved)

    def _new_unless_unsaved(self) -> None:
        self.window.files.ask_unsaved(self._new_with_film)

    def _new_with_film(self) -> None:
        """Begin a match on the film that was opened last."""
        if self._opened is not None:
            media = self._opened.media(self._opened.path.resolve().as_posix())
            self.session.adopt(replace(self.window.filing.fresh(), media=(media,)))
            self._show_opened()

    def _film_of_this_match(self) -> None:
        """The match is on the film that was opened last; a step that can be undone."""
        if self._opened is not None:
            media = self._opened.media(self.session.written_path(self._opened.path))
            known = self.session.match.media
            if not known or known[0] != media:
                self.session.do(SetMedia((media, *known[1:])))
            self._show_opened()

    def _film_tagged_early(self) -> None:
        """The match is on the film that was opened last, and was so when its first picture was
        tagged: no step that could be undone before those tags are.
        """
        if self._opened is not None:
            media = self._opened.media(self.session.written_path(self._opened.path))
            self.session.learn(
                lambda match: match if match.media else replace(match, media=(media,)),
                tr("Film of this match"),
            )
            self._show_opened()

    def _show_opened(self) -> None:
        opened, self._opened = self._opened, None
        if opened is not None and needs_set(self.session.match.media):
            opened.footage.close()  # it is one of several, which are opened together
        elif opened is not None:
            self.window.banners.clear("film")
            self.window.show_film(opened)
            self.window.remember(opened.path)

    def _film_given_up(self) -> None:
        opened, self._opened = self._opened, None
        if opened is not None:
            opened.footage.close()

    def failed(self, path: object, error: object) -> None:
        """A film could not be opened; the match and the film before stay."""
        self._pending = None
        if isinstance(error, AnnotatorError):
            self.window.banners.say("film", str(error), (tr("Find film…"), self.choose))
        else:
            self.window.show_error(error)

    def leave(self) -> None:
        """Show no film, also none that is still being opened for the match before."""
        self._pending = None
        self.window.opener.cancel()
        self.window.banners.clear("film")
        self.window.banners.clear("copy")
        self.window.drop_film()

    def choose(self) -> None:
        kinds = tr("Films (*.mp4 *.mov *.mkv *.avi *.webm *.m4v *.ts *.mts *.mpg)")
        self.window.files.choose(tr("Open film"), f"{kinds};;{tr('All files (*)')}", self._chosen)

    def _chosen(self, name: str) -> None:
        self.load(Path(name))
