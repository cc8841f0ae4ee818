"""The life of a match file, at random: whatever is edited, saved, killed and reloaded, nothing is lost.

A model says what must be there: what is on screen, what is in the file, what undo and redo give.
`kill` drops everything without a word, as SIGKILL does; the next start must offer exactly what was
on screen, and a second opener must be kept from writing all the while.
"""

from __future__ import annotations

import tempfile
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from annotator.files.journal import Journal
from annotator.files.match_file import file_hash, read_match, save_match
from annotator.files.match_lock import MatchInUse, MatchLock, take_match
from annotator.files.places import HOME_VARIABLE
from annotator.files.recovery import Recovery, discard, recoverable
from annotator.files.versions import KEPT, keep_version, versions_of
from annotator.model.edits import (
    AddTag,
    Edit,
    RemoveTags,
    Restore,
    SetEvent,
    SetNote,
    SetTitle,
    SwapAthlete,
)
from annotator.model.history import History
from annotator.model.match import Match
from annotator.model.tag import Tag

NAMES = st.sampled_from(["mount", "side_control", "back_control", "takedown", "foul"])
WORDS = st.sampled_from(["", "a", "é", "Иван\n", "x" * 90])
TIMES = st.fractions(0, 600, max_denominator=1001)


class FileLife(RuleBasedStateMachine):
    """One window that works on a match, dies and starts again; another that only looks."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = tempfile.TemporaryDirectory(prefix="annotator-life-")
        self._patch = pytest.MonkeyPatch()
        root = Path(self._folder.name)
        self._patch.setenv(HOME_VARIABLE, str(root / "home"))
        self.path = root / "finale été.match.json"
        # The window.
        self.history = History(Match())
        self.journal: Journal | None = None
        self.owner: MatchLock | None = None
        self.hash: str | None = None
        self.alive = True
        self.took_up: list[Recovery] = []
        # The model: plain lists and what was written last.
        self.undone: list[Match] = []
        self.done: list[Match] = []
        self.screen = Match()
        self.typed: Match | None = None
        self.in_file: Match | None = None
        self.saves: list[Match] = []

    def teardown(self) -> None:
        self.die()
        self._patch.undo()
        self._folder.cleanup()

    def die(self) -> None:
        """What the system does for a process that is gone: its locks are free."""
        if self.journal is not None:
            self.journal.close(clean=False)
        if self.owner is not None:
            assert self.owner._lock is not None
            self.owner._lock.release(remove=False)
        self.journal = self.owner = None

    # ------------------------------------------------------------------ editing

    def to(self, history: History, label: str) -> None:
        before, after = self.history.present, history.present
        assert after == self.screen
        if self.journal is None:
            path = self.path if self.in_file is not None else None
            self.journal = Journal.begin(before, path)
        self.journal.record(before, after, label)
        self.history, self.typed = history, None

    def do(self, edit: Edit) -> None:
        after = edit.apply(self.screen)
        if after == self.screen:
            return
        self.done.append(self.screen)
        self.undone.clear()
        self.screen = after
        self.to(self.history.do(edit), edit.label())

    @precondition(lambda self: self.alive)
    @rule(name=NAMES, start=TIMES, who=st.sampled_from(["red", "blue"]))
    def tag(self, name: str, start: Fraction, who: str) -> None:
        tag = Tag(
            next(self.screen.free_ids()), name, start, athlete="red" if who == "red" else "blue"
        )
        self.do(AddTag(tag))

    @precondition(lambda self: self.alive and self.screen.tags)
    @rule(data=st.data(), note=WORDS, what=st.sampled_from(["remove", "swap", "note"]))
    def change(self, data: st.DataObject, note: str, what: str) -> None:
        tag = data.draw(st.sampled_from(self.screen.tags)).id
        edits: dict[str, Edit] = {
            "remove": RemoveTags(frozenset((tag,))), "swap": SwapAthlete(tag), "note": SetNote(tag, note),
        }  # fmt: skip
        self.do(edits[what])

    @precondition(lambda self: self.alive)
    @rule(title=WORDS, event=st.booleans())
    def head(self, title: str, event: bool) -> None:
        self.do(SetEvent(title, "2026-11-28") if event else SetTitle(title))

    @precondition(lambda self: self.alive and self.screen.tags)
    @rule(note=WORDS)
    def type_a_note(self, note: str) -> None:
        """It is in the journal while it is typed, and no edit yet."""
        after = SetNote(self.screen.tags[-1].id, note).apply(self.screen)
        if self.journal is None:
            self.journal = Journal.begin(self.screen, self.path if self.in_file else None)
        self.journal.record(self.screen, after, "Note", draft=True)
        self.typed = after

    @precondition(lambda self: self.alive and self.done)
    @rule()
    def undo(self) -> None:
        self.undone.append(self.screen)
        self.screen = self.done.pop()
        self.to(self.history.undo(), "Undo")

    @precondition(lambda self: self.alive and self.undone)
    @rule()
    def redo(self) -> None:
        self.done.append(self.screen)
        self.screen = self.undone.pop()
        self.to(self.history.redo(), "Redo")

    # ------------------------------------------------------------------ the file

    @precondition(lambda self: self.alive and self.typed is None)
    @rule()
    def save(self) -> None:
        if self.owner is None:
            taken = take_match(self.path)
            assert isinstance(taken, MatchLock)
            self.owner = taken
        keep_version(self.path)
        self.hash = save_match(self.screen, self.path, self.hash)
        keep_version(self.path)
        if self.journal is not None:
            self.journal.saved(self.screen, self.path)
        for found in self.took_up:
            discard(found)
        self.took_up.clear()
        self.in_file = self.screen
        if not self.saves or self.saves[-1] != self.screen:
            self.saves.append(self.screen)

    @precondition(lambda self: self.alive and len(self.saves) > 1)
    @rule(back=st.integers(0, KEPT - 1))
    def restore(self, back: int) -> None:
        versions = versions_of(self.path)
        version = versions[min(back, len(versions) - 1)].match()
        assert version == self.saves[-1 - min(back, len(versions) - 1)]
        self.do(Restore(version, "Restore"))

    # ------------------------------------------------------------------ dying and coming back

    @precondition(lambda self: self.alive)
    @rule()
    def kill(self) -> None:
        self.die()
        self.alive = False

    @precondition(lambda self: not self.alive)
    @rule(wanted=st.booleans())
    def start_again(self, wanted: bool) -> None:
        """All that was on screen is offered, or is in the file; what is not wanted stays offered."""
        left = self.typed or self.screen
        found = recoverable()
        kept = self.in_file or Match()
        assert [item.match() for item in found] == ([left] if left != kept else [])
        if left == kept:
            # What was taken up came to say what the file says; its own journal is offered again.
            again = {item.path for item in recoverable()}
            assert again <= {item.path for item in self.took_up}
            for item in self.took_up:
                discard(item)
            self.took_up.clear()
        if found and not wanted:
            assert recoverable() == found
        path = self.path if self.in_file is not None else None
        if path is not None:
            taken = take_match(path)
            assert isinstance(taken, MatchLock)  # what the dead one left is in nobody's way
            self.owner = taken
            self.hash = file_hash(path)
        self.screen = left
        if found:
            self.journal = Journal.begin(left, path, unsaved=True, origin=found[0].path.name)
            self.took_up.append(found[0])
        self.history = History(self.screen)
        self.done, self.undone, self.typed, self.alive = [], [], None, True

    # ------------------------------------------------------------------ what always holds

    @invariant()
    def the_screen_is_the_models(self) -> None:
        assert self.history.present == self.screen

    @invariant()
    def the_file_is_the_last_save(self) -> None:
        if self.in_file is None:
            assert not self.path.exists()
        else:
            assert read_match(self.path) == self.in_file

    @invariant()
    def the_last_saves_are_kept(self) -> None:
        assert [v.match() for v in versions_of(self.path)] == self.saves[::-1][:KEPT]

    @invariant()
    def a_second_opener_only_looks(self) -> None:
        if self.owner is not None:
            assert isinstance(take_match(self.path), MatchInUse)

    @invariant()
    def nobody_elses_work_is_offered_while_its_window_lives(self) -> None:
        if self.alive:
            assert recoverable() == []


TestFileLife = FileLife.TestCase
TestFileLife.settings = settings(max_examples=settings().max_examples // 3, stateful_step_count=30)
