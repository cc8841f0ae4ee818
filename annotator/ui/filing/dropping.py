"""Files dropped on the window: opened if they can be, and a clear word about the others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PyQt6.QtCore import QMimeData
from PyQt6.QtWidgets import QMessageBox

from annotator.files.dropped import sort_dropped
from annotator.text import tr, tr_n
from annotator.ui.acting import Actions

KEY = "dropped"


class Dropping(Actions):
    """One film, one match or table; or several films that belong to one match."""

    _document = Path()
    _films: tuple[Path, ...] = ()
    _cameras = False

    def drop(self, data: QMimeData | None) -> None:
        """Take what was dropped."""
        urls = data.urls() if data is not None else []
        paths = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
        self.take(paths, [url.toDisplayString() for url in urls if not url.isLocalFile()])

    def take(self, paths: Sequence[Path], addresses: Sequence[str] = ()) -> None:
        """Open these files; what cannot be opened is said and stays until it is hidden."""
        dropped = sort_dropped(paths)
        why = tr("an address is never opened; save the film on this machine first.")
        refused = [
            *dropped.refused, *(tr("{name}: {why}", name=name, why=why) for name in addresses),
        ]  # fmt: skip
        if refused:
            self.window.banners.say(KEY, "\n".join(refused[:5] + ["…"] * (len(refused) > 5)))
        else:
            self.window.banners.clear(KEY)
        if dropped.document is not None:
            self._document = dropped.document
            self.window.files.ask_unsaved(self._open_document)
        elif len(dropped.films) == 1:
            self.window.files.open_path(dropped.films[0])
        elif dropped.films:
            self._ask(dropped.films)

    def _open_document(self) -> None:
        self.window.files.open_path(self._document)

    # ------------------------------------------------------------------ several films

    def _ask(self, films: tuple[Path, ...]) -> None:
        self._films = films
        box = QMessageBox(self.window)
        box.setObjectName("several films")
        box.setIcon(QMessageBox.Icon.Question)
        box.setText(
            tr_n("{count} film was dropped. What is it of one match?",
                 "{count} films were dropped. What are they of one match?", len(films))
        )  # fmt: skip
        box.setInformativeText("\n".join(film.name for film in films[:8]))
        parts = box.addButton(tr("Parts, in this order"), QMessageBox.ButtonRole.AcceptRole)
        cameras = box.addButton(tr("Cameras side by side"), QMessageBox.ButtonRole.AcceptRole)
        first = box.addButton(tr("Only the first"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(parts)
        for button, slot in (
            (parts, self._as_parts), (cameras, self._as_cameras), (first, self._only_first),
        ):  # fmt: skip
            assert button is not None
            button.clicked.connect(slot)
        self.window.open_dialog(box)

    def _as_parts(self) -> None:
        self._add_all(cameras=False)

    def _as_cameras(self) -> None:
        self._add_all(cameras=True)

    def _only_first(self) -> None:
        first, self._films = self._films[0], ()
        self.window.files.open_path(first)

    def _add_all(self, *, cameras: bool) -> None:
        self._cameras = cameras
        if self.session.match.media:
            self._next()
        else:
            first, self._films = self._films[0], self._films[1:]
            self.window.opener.ended.connect(self._first_ended)
            self.window.files.open_path(first)

    def _first_ended(self) -> None:
        self.window.opener.ended.disconnect(self._first_ended)
        if self.window.film is not None and self.session.match.media:
            self._next()
        elif self._films:  # it could not be opened, or something is asked about it
            names = ", ".join(film.name for film in self._films)
            self._films = ()
            self.window.banners.say(
                KEY, tr("Not added: {names}. Drop them again once the first film is open.",
                        names=names),
            )  # fmt: skip

    def _next(self, job: object = None) -> None:
        if not self._films:
            return
        film, self._films = self._films[0], self._films[1:]
        adding = self.window.film_list.add(film, new_camera=self._cameras)
        if adding is not None:
            adding.ended.connect(self._next)
