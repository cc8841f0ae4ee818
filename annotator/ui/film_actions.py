"""The commands that open a film, and what becomes of the match then."""

from __future__ import annotations

from pathlib import Path

from PyQt6.QtWidgets import QMessageBox

from annotator.errors import AnnotatorError
from annotator.model.edits import SetMedia
from annotator.model.match import Match
from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.films import OpenFilm


class Films(Actions):
    """Shows the match's film, or the one the user chose; tags never change their film unasked."""

    _pending: Path | None = None
    _opened: OpenFilm | None = None

    def open_media(self) -> None:
        """Show the match's film, or say where it should be."""
        self.leave()
        try:
            film = self.session.film_path()
        except AnnotatorError as error:
            self.window.banners.say("film", str(error), (tr("Find film…"), self.choose))
            return
        if film is not None:
            self._open(film)

    def load(self, path: Path) -> None:
        """A film chosen by the user becomes the film of this match."""
        self._pending = path
        self._open(path)

    def _open(self, path: Path) -> None:
        job = self.window.opener.open(path, self.window.settings.cache_bytes)
        self.window.banners.watch(job)

    def opened(self, opened: object) -> None:
        """A film was read. One that the user chose for a match tagged on another is asked about:
        tags must never slip onto another film unnoticed.
        """
        assert isinstance(opened, OpenFilm)
        self.window.banners.clear("film")
        match = self.session.match
        known = match.media[0] if match.media else None
        same = known is not None and known.fingerprint in (None, opened.fingerprint)
        if self._pending != opened.path:
            self.window.show_film(opened)
            if not same:
                self.window.banners.say(
                    "film",
                    tr("This film is not the one that was tagged: its content differs, so tags may "
                       "lie on other frames."), (tr("Find film…"), self.choose),
                )  # fmt: skip
            return
        self._pending = None
        self._opened = opened
        if match.tags and known is not None and not same:
            self._ask_whose_film(opened)
        elif not match.tags and not self.session.dirty and self.session.path is None:
            self._new_with_film()
        else:
            self._film_of_this_match()

    def _ask_whose_film(self, opened: OpenFilm) -> None:
        box = QMessageBox(self.window)
        box.setObjectName("whose film")
        box.setIcon(QMessageBox.Icon.Question)
        box.setText(tr("This match was tagged on another film than {name}.", name=opened.path.name))
        new = box.addButton(tr("New match"), QMessageBox.ButtonRole.AcceptRole)
        this = box.addButton(tr("Film of this match"), QMessageBox.ButtonRole.DestructiveRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(new)
        assert new is not None
        assert this is not None
        new.clicked.connect(self._new_match_wanted)
        this.clicked.connect(self._film_of_this_match)
        box.rejected.connect(self._film_given_up)
        self.window.open_dialog(box)

    def _new_match_wanted(self) -> None:
        self.window.files.ask_unsaved(self._new_with_film)

    def _new_with_film(self) -> None:
        """Begin a match on the film that was opened last."""
        if self._opened is not None:
            media = self._opened.media(self._opened.path.resolve().as_posix())
            self.session.adopt(Match(media=(media,)))
            self._show_opened()

    def _film_of_this_match(self) -> None:
        """The match is on the film that was opened last; a step that can be undone."""
        if self._opened is not None:
            media = self._opened.media(self.session.written_path(self._opened.path))
            known = self.session.match.media
            if not known or known[0] != media:
                self.session.do(SetMedia((media, *known[1:])))
            self._show_opened()

    def _show_opened(self) -> None:
        opened, self._opened = self._opened, None
        if opened is not None:
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
        self.window.drop_film()

    def choose(self) -> None:
        kinds = tr("Films (*.mp4 *.mov *.mkv *.avi *.webm *.m4v *.ts *.mts *.mpg)")
        self.window.files.choose(tr("Open film"), f"{kinds};;{tr('All files (*)')}", self._chosen)

    def _chosen(self, name: str) -> None:
        self.load(Path(name))
