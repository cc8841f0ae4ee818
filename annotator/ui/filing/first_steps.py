"""The first start: the sample match, and a hint in three steps that can be dismissed for good."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.filing.sample import draw_sample, kept_sample
from annotator.ui.workers import Job

KEY = "first steps"
STEPS = 3


class FirstSteps(Actions):
    """A line over the film; nothing waits for it."""

    _step = 0
    _job: Job | None = None
    _asked = False
    _made = Path()

    # ------------------------------------------------------------------ the sample match

    def first_start(self) -> None:
        """Somebody who starts the program for the first time finds a match to play with."""
        if self.window.settings.first_steps:
            self.open_sample(asked=False)

    def open_sample(self, *, asked: bool = True) -> None:
        """Open the sample match; the first time it is drawn, which takes a while.

        `asked`: by the user, so that it opens in any case; else only while nothing else is open.
        """
        self._asked = asked
        there = kept_sample()
        if there is not None:
            self._drawn(there)
        elif self._job is None:
            self._job = self.window.workers.run(
                draw_sample, done=self._drawn, failed=self.window.show_error,
                title=tr("Drawing the sample match, a film to try everything on…"),
            )  # fmt: skip
            self._job.ended.connect(self._ended)
            self.window.banners.watch(self._job)

    def _ended(self, job: object) -> None:
        self._job = None

    def _drawn(self, made: object) -> None:
        assert isinstance(made, Path)
        self._made = made
        if self._asked:
            self.window.files.ask_unsaved(self._open)
        elif self.window.filing.nothing_open:
            self._open()
        else:
            self.window.say(tr("The sample match is ready; the Help menu opens it."))

    def _open(self) -> None:
        self.window.files.open_path(self._made)
        if self.window.settings.first_steps:
            self.show(0)

    # ------------------------------------------------------------------ the hint

    @property
    def shown(self) -> bool:
        return bool(self.window.banners.text(KEY))

    def take_over(self, other: FirstSteps) -> None:
        """Show the step that another window's hint shows."""
        if other.shown:
            self.show(other._step)

    def show(self, step: int) -> None:
        """Show one of the steps (from 0)."""
        self._step = step
        last = step == STEPS - 1
        following = tr("Done ({key})") if last else tr("Next ({key})")
        key = self.window.key_of
        self.window.banners.say(
            KEY, self._text(step),
            (following.format(key=key("help.steps")), self.following),
            (tr("Do not show again ({key})", key=key("help.no_steps")), self.dismiss),
            closable=False,
        )  # fmt: skip

    def following(self) -> None:
        """The next step; the first one if none is shown; the last one ends the hint for good."""
        if not self.shown:
            self.show(0)
        elif self._step + 1 < STEPS:
            self.show(self._step + 1)
        else:
            self.dismiss()

    def dismiss(self) -> None:
        """Hide the hint, and never show it unasked again."""
        self.window.banners.clear(KEY)
        self.window.change_settings(replace(self.window.settings, first_steps=False))

    def _text(self, step: int) -> str:
        key = self.window.key_of
        if step == 0:
            return tr(
                "1 of 3. Play: “{play}” plays and stops, “{back}” and “{on}” go one frame back and on, "
                "“{before}” and “{after}” go from tag to tag.",
                play=key("play.toggle"), back=key("play.frame_back"), on=key("play.frame_on"),
                before=key("play.tag_before"), after=key("play.tag_after"),
            )  # fmt: skip
        if step == 1:
            return tr(
                "2 of 3. Tag: each fact has a key, also while the film plays: “{mount}” for mount, "
                "“{takedown}” for takedown. A key tags whoever is on top, the athlete in colour above "
                "the buttons; Shift and the key tag the other one. “{undo}” takes it back.",
                mount=key("tag.mount"), takedown=key("tag.takedown"), undo=key("edit.undo"),
            )  # fmt: skip
        return tr(
            "3 of 3. Score: the boards above the film show this one match under several rules at "
            "once. “{match}” chooses others; the list of rulings says why each point was given or not.",
            match=key("edit.match"),
        )  # fmt: skip
