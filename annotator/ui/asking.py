"""The commands about open questions: find them, show where to look, answer with one key."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from annotator.model.edits import AddTag, MoveEnd
from annotator.model.match import Match
from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.behind import Behind
from annotator.ui.player.loop import Loop
from annotator.ui.playing import PRE_ROLL
from annotator.ui.views.question_list import count_text
from annotator.ui.views.question_rows import ReplyRow, loop_of
from annotator.ui.workers import Progress

if TYPE_CHECKING:
    from annotator.scoring.open_questions import OpenQuestion
    from annotator.scoring.ruleset import Ruleset
    from annotator.ui.window import Window


class Asking(Actions):
    """Keeps the list of open questions up to date, and does what is asked there."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._finder = Behind(window.workers, self)
        view = self.view = window.questions
        self._finder.found.connect(view.set_questions)
        self._finder.failed.connect(window.show_error)
        view.show_wanted.connect(self._show)
        view.gone_to.connect(self._go)
        view.replied.connect(self._reply)
        view.counted.connect(self._count)
        self.player.playing_changed.connect(self._wait)
        self.player.loop_changed.connect(self._wait)

    @property
    def finder(self) -> Behind:
        """What finds the questions in a worker."""
        return self._finder

    def find(self, match: Match, rulesets: Sequence[Ruleset]) -> None:
        """Find what is open, in the place of any search that still runs."""
        chosen = tuple(rulesets)

        def work(progress: Progress) -> object:
            from annotator.scoring.open_questions import open_questions

            found = open_questions(match, chosen, progress.cancelled)
            progress.check()
            return found

        self._finder.want(work if chosen else None)
        self.view.set_looking()

    def end(self) -> None:
        """Begin nothing any more: the window is being left."""
        self._finder.end()

    @property
    def takes_digits(self) -> bool:
        """Whether a digit answers one of these questions now."""
        return self.view.takes_digits

    def answer(self, number: int) -> None:
        self.view.answer(number)

    def more(self) -> None:
        self.view.more()

    def step(self, direction: int) -> None:
        """Show the next question (1), or the one before (-1)."""
        self.window.workspace.show_page("questions")
        if self.view.rows():
            self.view.step(direction)
        elif self._finder.busy:
            self.window.say(tr("It is still being found out what is open."))
        else:
            self.window.say(tr("Nothing is open: no answer would change a number."))

    # ------------------------------------------------------------------ what the list wants

    def _wait(self, state: object) -> None:
        """A film that plays needs the time; one that is looped waits for an answer."""
        self._finder.set_waiting(self.player.playing and self.player.loop is None)

    def _go(self, question: OpenQuestion) -> None:
        """Stand at the frame that a question is about."""
        self._select(question)
        self.player.pause()
        self.player.seek(question.time)

    def _show(self, question: OpenQuestion) -> None:
        """Play what a question is about over and over."""
        self._select(question)
        start, end = loop_of(question, self.player.first, PRE_ROLL)
        if end <= start:
            self.player.seek(question.time)
            return
        self.player.set_loop(Loop(start, end))
        self.player.seek(start)
        self.player.play()

    def _select(self, question: OpenQuestion) -> None:
        """A detail is asked beside the tag buttons, too; with the others no tag's own questions
        may take the digits.
        """
        window = self.window
        if question.kind == "detail" and question.tag is not None:
            window.select([question.tag])
            if question.detail is not None:
                window.followup.ask(question.detail)
        else:
            window.select([])

    def _reply(self, question: OpenQuestion, row: object) -> None:
        """Give an answer: one step of the history. Say what it changed."""
        assert isinstance(row, ReplyRow)
        edit = row.reply.edit
        here = edit is None and question.tag is not None
        if here and question.tag is not None:
            moment = self.window.tagging.moment()
            edit = MoveEnd(question.tag, moment.time, moment.frame, moment.film)
        if edit is None or not self.session.do(edit):
            return
        self._end_loop(question.time)
        if isinstance(edit, AddTag) and edit.tag.tag != "match":
            self.window.select([edit.tag.id])  # its start can be moved where it belongs
        if not here:
            self.window.say(row.effect or tr("Answered; no number changes."))

    def _end_loop(self, time: Fraction) -> None:
        """What was looped for the sake of the question needs no more looking at."""
        if self.player.loop is not None:
            self.player.set_loop(None)
            self.player.pause()
            self.player.seek(time)

    def _count(self, count: int) -> None:
        self.window.workspace.set_title("questions", count_text(count))
