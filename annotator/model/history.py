"""Undo and redo without limit: the matches that were, with the words of the edit between them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from annotator.model.edits import Edit
from annotator.model.match import Match


@dataclass(frozen=True, slots=True)
class Step:
    """A match that was left, and the edit that left it (for the way back or forth)."""

    match: Match
    label: str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class History:
    """The present match, and those before and after it. Immutable, like the match."""

    present: Match
    past: _Link | None = None
    future: _Link | None = None

    def do(self, edit: Edit) -> History:
        """Apply an edit; what was undone can then no longer be redone. Raises EditError."""
        after = edit.apply(self.present)
        if after == self.present:
            return self
        return History(after, _Link(Step(self.present, edit.label()), self.past), None)

    @property
    def undo_label(self) -> str | None:
        """What undo would take back, or None when there is nothing."""
        return self.past.step.label if self.past else None

    @property
    def redo_label(self) -> str | None:
        return self.future.step.label if self.future else None

    def undo(self) -> History:
        """The history one edit ago; itself when there is nothing to undo."""
        past = self.past
        if past is None:
            return self
        return History(
            past.step.match, past.rest, _Link(Step(self.present, past.step.label), self.future)
        )

    def redo(self) -> History:
        """Take the last undo back; itself when there is nothing to redo."""
        future = self.future
        if future is None:
            return self
        return History(
            future.step.match,
            _Link(Step(self.present, future.step.label), self.past),
            future.rest,
        )

    def mapped(self, change: Callable[[Match], Match]) -> History:
        """The same steps with something else known of each match: no step of its own."""
        return History(
            change(self.present), _mapped(self.past, change), _mapped(self.future, change)
        )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class _Link:
    """A linked list: adding a step shares the rest, so that a long history costs no copying."""

    step: Step
    rest: _Link | None


def _mapped(link: _Link | None, change: Callable[[Match], Match]) -> _Link | None:
    steps = []
    while link is not None:
        steps.append(replace(link.step, match=change(link.step.match)))
        link = link.rest
    for step in reversed(steps):
        link = _Link(step, link)
    return link
