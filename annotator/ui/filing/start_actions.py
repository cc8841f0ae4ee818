"""When the start page is there, and what fills it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PyQt6.QtCore import Qt
from PyQt6.QtGui import QImage

from annotator.files.recent import RecentMatch, recent_match
from annotator.model.evening import is_begun
from annotator.ui.acting import Actions
from annotator.ui.filing.start_page import StartPage
from annotator.ui.filing.thumbnails import kept_picture, make_picture
from annotator.ui.workers import Job, Progress

if TYPE_CHECKING:
    from annotator.ui.window import Window


class Recents(Actions):
    """Shows the start page while nothing is open; pictures that are missing are made one by one."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.page = StartPage(window.film_view)
        self.begun = False
        self._take_focus = False
        self._job: Job | None = None
        self._missing: list[RecentMatch] = []
        self._wanted = Path()
        self.page.match_wanted.connect(self._open)
        self.page.command_wanted.connect(window.run_by_id)

    def begin(self) -> None:
        """The window is seen: from now on the page comes whenever nothing is open."""
        self.begun = True
        self.refresh()
        self._take_focus = True

    def refresh(self) -> None:
        """Show the page, or hide it, as things are now."""
        wanted = self.begun and self.nothing_open
        if wanted == (not self.page.isHidden()):
            return
        if wanted:
            self.page.label_keys(self.window.key_of)
            self._read()
            self.page.appear()
        else:
            if self.page.isAncestorOf(self.window.focusWidget()):
                self.window.film_view.setFocus(Qt.FocusReason.OtherFocusReason)
            self.page.hide()
            self._stop()

    @property
    def nothing_open(self) -> bool:
        """Whether there is neither a match nor a film, nor one on the way."""
        window, match = self.window, self.session.match
        nothing = self.session.path is None and not is_begun(match) and not match.media
        film = window.film is not None or window.first is not None or window.films.opening
        return nothing and not film and not self.player.playing

    # ------------------------------------------------------------------ what is on it

    def _read(self) -> None:
        self._stop()
        paths = [Path(name) for name in self.window.settings.recent if name.endswith(".json")]
        self.page.show_matches([], {})
        if not paths:
            return

        def work(progress: Progress) -> object:
            return _look_into(paths, progress)

        self._job = self.window.workers.run(work, done=self._looked, failed=self.window.show_error)

    def _looked(self, result: object) -> None:
        assert isinstance(result, tuple)
        matches, pictures = result
        self.page.show_matches(matches, pictures)
        if self._take_focus and self.window.film_view.hasFocus():
            # As if Tab had led there: the arrows choose, and Enter opens the last match.
            self.page.cards.setFocus(Qt.FocusReason.TabFocusReason)
        self._take_focus = False
        self._missing = [match for match in matches if match.film and match.picture not in pictures]
        self._make_next()

    def _make_next(self) -> None:
        if not self._missing or self.page.isHidden():
            self._job = None
            return
        match = self._missing.pop(0)

        def work(progress: Progress) -> object:
            return match.picture, make_picture(match)

        self._job = self.window.workers.run(work, done=self._made, failed=self.window.show_error)

    def _made(self, result: object) -> None:
        assert isinstance(result, tuple)
        picture, image = result
        if isinstance(image, QImage):
            self.page.show_picture(picture, image)
        self._make_next()

    def _stop(self) -> None:
        if self._job is not None:
            self._job.cancel()
        self._job, self._missing = None, []

    def _open(self, path: object) -> None:
        assert isinstance(path, Path)
        self._wanted = path
        self.window.files.ask_unsaved(self._open_wanted)

    def _open_wanted(self) -> None:
        self.window.files.open_path(self._wanted)


def _look_into(
    paths: Sequence[Path], progress: Progress
) -> tuple[list[RecentMatch], dict[str, QImage]]:
    """The matches at these paths, and the pictures of them that are kept."""
    matches, pictures = [], {}
    for path in paths:
        progress.check()
        match = recent_match(path)
        matches.append(match)
        image = kept_picture(match)
        if image is not None:
            pictures[match.picture] = image
    return matches, pictures
