"""What there is around the match file, as the table of commands names it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from annotator.model.match import Match
from annotator.ui.acting import Actions
from annotator.ui.filing.dropping import Dropping
from annotator.ui.filing.film_match_actions import FilmMatches
from annotator.ui.filing.first_steps import FirstSteps
from annotator.ui.filing.in_use import LookedAt
from annotator.ui.filing.running_dialog import RunningDialog
from annotator.ui.filing.start_actions import Recents
from annotator.ui.filing.version_actions import Versions

if TYPE_CHECKING:
    from annotator.model.edits import Edit
    from annotator.ui.window import Window


class Filing(Actions):
    """Owns the groups of actions around the file, and is told when it changes."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._looked_at = LookedAt(window)
        self._versions = Versions(window)
        self._matches = FilmMatches(window)
        self.dropping = Dropping(window)
        self.recents = Recents(window)
        self.steps = FirstSteps(window)
        self.session.opened.connect(self._looked_at.refresh)
        self.session.opened.connect(self._matches.refresh)
        self.session.edited.connect(self._matches.settle)
        self.session.saved.connect(self._saved)
        self.session.version_failed.connect(self._versions.failed)
        for changed in (
            self.session.opened, self.session.changed, self.player.playing_changed,
            window.opener.started, window.opener.ended, window.error_shown,
        ):  # fmt: skip
            changed.connect(self.refresh)

    def begin(self, path: Path | None) -> None:
        """The window is seen; `path` is what it was started on."""
        self.recents.begin()
        if path is None and not self.window.settings.recent:
            self.steps.first_start()

    def take_over(self, other: Filing) -> None:
        """Show what the same of another window shows, whose place this one's window takes."""
        self._looked_at.refresh()
        self._matches.refresh()
        self.steps.take_over(other.steps)
        if other.recents.begun:
            self.recents.begin()

    @property
    def nothing_open(self) -> bool:
        """Whether there is neither a match nor a film."""
        return self.recents.nothing_open

    def refresh(self, *changed: object) -> None:
        """Show the start page, or hide it, as things are now."""
        self.recents.refresh()

    def sample(self) -> None:
        """Open the sample match."""
        self.steps.open_sample()

    def next_step(self) -> None:
        """The next of the first steps."""
        self.steps.following()

    def no_steps(self) -> None:
        """Never show the first steps again."""
        self.steps.dismiss()

    def versions(self) -> None:
        """The last saves of this match."""
        self._versions.show()

    def fresh(self) -> Match:
        """A new match, of the evening that is being worked on if there is one."""
        return self._matches.fresh()

    def new_here(self) -> None:
        """Another match on the film that is open."""
        self._matches.new_here()

    def matches(self) -> None:
        """The matches of the film that is open."""
        self._matches.show()

    def running(self) -> None:
        """Set clock and score of a match that is tagged from its middle on."""
        dialog = RunningDialog(self.session.match, self.window.tagging.moment(), self.window)
        dialog.edit_wanted.connect(self._set_running)
        self.window.open_dialog(dialog)

    def _set_running(self, edit: object) -> None:
        self.session.do(self.window.early.on_frames(cast("Edit", edit)))

    def _saved(self, path: object) -> None:
        self._matches.keep()
        self._looked_at.refresh()
        self.window.banners.clear("versions")
