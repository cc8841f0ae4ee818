"""The commands about the rulesets side by side, and the work of comparing them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.workers import Newest, Progress

if TYPE_CHECKING:
    from annotator.ui.window import Window


class Comparing(Actions):
    """Compares in a worker, at every edit while the comparison is on screen."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        view = self.view = window.compare
        self._newest = Newest(window.workers, self)
        self._newest.done.connect(view.set_comparison)
        self._newest.failed.connect(window.show_error)
        view.wanted.connect(self._compare)
        view.tags_chosen.connect(window.select)

    def show(self) -> None:
        """Show all chosen rulesets side by side."""
        self.window.workspace.show_page("compare")

    def step(self, direction: int) -> None:
        """Go to the next (1) moment at which the rulesets part, or the one before (-1)."""
        self.show()
        if not self.view.step(direction):
            self.window.say(
                tr("The rulesets part nowhere after this.") if direction > 0
                else tr("The rulesets part nowhere before this.")
            )  # fmt: skip

    def _compare(self) -> None:
        scores, rulesets = self.window.scorer.scores, self.window.scorer.chosen()

        def work(progress: Progress) -> object:
            from annotator.ui.views.compare_rows import compare

            return compare(scores.match, scores.sheets, rulesets)

        self._newest.submit(work)
