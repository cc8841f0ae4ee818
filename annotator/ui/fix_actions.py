"""The commands that mend the last tag, whatever is selected, and those that work off the marks."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from PyQt6.QtCore import pyqtSignal

from annotator.model.edits import Edit, MoveEnd, MoveStart, RemoveTags, SwapAthlete, Together
from annotator.model.tag import Tag
from annotator.model.time import clock_text
from annotator.scoring.wording import joined, name_of
from annotator.text import tr, word
from annotator.ui.acting import Actions
from annotator.ui.tagging.marks import marks, next_mark

if TYPE_CHECKING:
    from annotator.ui.window import Window


class Fixing(Actions):
    """Mends the last tag without selecting it. The film plays on as it did."""

    changed = pyqtSignal()
    """Which tag is the last, or whether it is to be changed, may differ now."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._made: list[str] = []
        self._changing: str | None = None

    # ------------------------------------------------------------------ which one

    def made(self, tag_id: str) -> None:
        """A key made or changed this tag."""
        self._made.append(tag_id)
        self.changed.emit()

    def last(self) -> Tag | None:
        """The tag that a key made last, as far as it is still there; else the last row."""
        match = self.session.match
        while self._made:
            tag = match.by_id(self._made[-1])
            if tag is not None and tag.tag != "match":
                return tag
            self._made.pop()
        # What is said about the match is no tag of a moment, and no key made it.
        return next((tag for tag in reversed(match.tags) if tag.tag != "match"), None)

    def begin_anew(self) -> None:
        """Another match was opened."""
        self._made.clear()
        self.keep()

    # ------------------------------------------------------------------ what can be done

    def nudge(self, frames: int) -> None:
        """Move its start by so many frames. The film goes along if it stands still on it."""
        tag = self.last()
        if tag is None or not self.window.has_frames():
            return
        moment = self.window.tagging.near(tag.start, frames)
        follows = not self.player.playing and self.player.time == tag.start
        if self.session.do(MoveStart(tag.id, moment.time, moment.frame, moment.film)) and follows:
            self.player.seek(moment.time)

    def swap(self) -> None:
        """Give it to the other athlete."""
        tag = self.last()
        if tag is None or not self.session.do(SwapAthlete(tag.id)):
            return
        now = self.session.match.by_id(tag.id)
        if now is not None:
            name = name_of(self.session.match, now.athlete)
            self.window.say(
                tr("{tag} at {time} is now {name}'s.", tag=word(tag.tag), name=name,
                   time=clock_text(tag.start, 1))
            )  # fmt: skip

    def change(self) -> None:
        """The next tag key says what it is instead; the same key again, or Esc: nothing changes."""
        tag = self.last()
        if tag is None or self.keep():
            return
        self._changing = tag.id
        self.window.say(tr("Press the key of the right tag; Esc keeps it."))
        self.changed.emit()

    def being_changed(self) -> Tag | None:
        """The tag for which a key will be pressed that says what it is."""
        return self.session.match.by_id(self._changing) if self._changing else None

    def keep(self) -> bool:
        """Leave the last tag as it is. Returns whether it was to be changed."""
        waited, self._changing = self._changing is not None, None
        if waited:
            self.changed.emit()
        return waited

    def delete(self) -> None:
        """Remove it; it comes back with Undo."""
        tag = self.last()
        if tag is not None and self.session.do(RemoveTags(frozenset({tag.id}))):
            self.window.say(tr("Deleted {name}; Undo brings it back.", name=word(tag.tag)))

    def no_reaction(self) -> None:
        """Put it where the film was when its key was pressed."""
        tag = self.last()
        if tag is None or not (tag.reaction or tag.end_reaction):
            self.window.say(tr("The last tag was not set back for the reaction time."))
            return
        edits: list[Edit] = []
        if tag.end is not None and tag.end_reaction:
            end = self._pressed_at(tag.end + tag.end_reaction)
            edits.append(MoveEnd(tag.id, *end))
        if tag.reaction:
            edits.append(MoveStart(tag.id, *self._pressed_at(tag.start + tag.reaction)))
        self.session.do(Together(tuple(edits), tr("Without reaction time")))

    def _pressed_at(self, time: Fraction) -> tuple[Fraction, int | None, int]:
        moment = self.window.tagging.near(time)
        return (time, moment.frame, moment.film) if moment.time == time else (time, None, 1)


class Marking(Actions):
    """The queue of marks: go to one, make a tag of it, or dismiss it."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._hand: str | None = None

    def in_hand(self) -> Tag | None:
        """The mark that the next tag key works off: the one gone to, as long as it is selected."""
        if self._hand is None or self.window.selection != [self._hand]:
            return None
        return self.session.match.by_id(self._hand)

    def next(self) -> None:
        """Go to the next mark that is still there; behind the last one begin with the first."""
        hand = self.in_hand()
        self._go(next_mark(self.session.match, hand.id if hand else None))

    def dismiss(self) -> None:
        """Take the mark in hand away and go on to the next; with none in hand only go to one."""
        mark = self.in_hand()
        after = next_mark(self.session.match, mark.id if mark else None)
        if mark is not None and self.session.do(RemoveTags(frozenset({mark.id}))):
            after = None if after == mark else after
        self._go(after)

    def _go(self, mark: Tag | None) -> None:
        """Take a mark in hand, and show its frame."""
        if not self.window.has_frames():
            return
        self._hand = mark.id if mark else None
        if mark is None:
            self.window.say(tr("No marks are left."))
            return
        queue = marks(self.session.match)
        self.window.select([mark.id])
        self.player.pause()
        self.player.seek(mark.start)
        parts = (
            tr("Mark {n} of {all}", n=queue.index(mark) + 1, all=len(queue)),
            mark.note,
            tr("a tag key makes a tag of it, {key} dismisses it",
               key=self.window.key_of("tag.dismiss_mark")),
        )  # fmt: skip
        self.window.say(joined(parts))
