"""Undo and redo without limit: the matches that were, at the depths at which they were."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from annotator.errors import EditError
from annotator.model.edits import (
    AddTag,
    Answer,
    Edit,
    MoveStart,
    RemoveTags,
    SetNote,
    SetTitle,
    SwapAthlete,
)
from annotator.model.history import History
from annotator.model.match import Match
from annotator.model.tag import Tag
from tests.properties.strategies import tags

MOUNT = Tag("m", "mount", Fraction(3), athlete="red")


def test_an_edit_is_undone_and_redone() -> None:
    history = History(Match()).do(AddTag(MOUNT))

    undone = history.undo()

    assert undone.present == Match()
    assert undone.redo().present == Match(tags=(MOUNT,))


def test_the_menu_names_the_edit_that_undo_and_redo_are_about() -> None:
    history = History(Match()).do(AddTag(MOUNT)).do(SetTitle("Final"))

    assert (history.undo_label, history.redo_label) == ("Change title", None)
    assert (history.undo().undo_label, history.undo().redo_label) == ("Tag mount", "Change title")
    undone = history.undo().undo()
    assert (undone.undo_label, undone.redo_label) == (None, "Tag mount")
    assert undone.redo().undo_label == "Tag mount"


def test_several_undone_edits_are_all_redone_in_their_order() -> None:
    history = History(Match())
    for title in ("one", "two", "three"):
        history = history.do(SetTitle(title))

    undone = history.undo().undo().undo()

    titles = [undone.redo().present.title, undone.redo().redo().present.title]
    assert titles == ["one", "two"]
    assert undone.redo().redo().redo().present == history.present


def test_with_nothing_to_undo_or_redo_the_history_stays_itself() -> None:
    history = History(Match())

    assert history.undo() is history
    assert history.redo() is history


def test_a_new_edit_forgets_what_was_undone() -> None:
    history = History(Match()).do(SetTitle("one")).undo().do(SetTitle("two"))

    assert history.redo_label is None
    assert history.redo().present.title == "two"


def test_an_edit_that_changes_nothing_is_no_step() -> None:
    history = History(Match()).do(SetTitle("one"))

    assert history.do(SetTitle("one")) is history


def test_a_refused_edit_leaves_the_history_as_it_was() -> None:
    history = History(Match()).do(SetTitle("one")).undo()

    with pytest.raises(EditError):
        history.do(RemoveTags(frozenset({"x"})))

    assert history.redo().present.title == "one"


def test_undo_goes_back_through_ten_thousand_edits() -> None:
    history = History(Match())
    for number in range(10_000):
        history = history.do(SetTitle(str(number)))

    for _ in range(10_000):
        history = history.undo()

    assert history.present == Match()
    assert history.undo_label is None


class UndoMachine(RuleBasedStateMachine):
    """A list of matches and a place in it must tell the same story as the history."""

    def __init__(self) -> None:
        super().__init__()
        self.history = History(Match())
        self.matches = [Match()]
        self.labels: list[str] = []
        self.depth = 0
        self.made = 0

    def do(self, edit: Edit) -> None:
        before = self.matches[self.depth]
        after = edit.apply(before)
        self.history = self.history.do(edit)
        if after != before:
            self.matches[self.depth + 1 :] = [after]
            self.labels[self.depth :] = [edit.label()]
            self.depth += 1

    def pick(self, data: st.DataObject) -> Tag | None:
        present = self.matches[self.depth].tags
        return data.draw(st.sampled_from(present)) if present else None

    @initialize(titles=st.lists(st.sampled_from("abcd"), min_size=3, max_size=8))
    def begin(self, titles: list[str]) -> None:
        for title in titles:
            self.do(SetTitle(title))

    @rule(title=st.sampled_from("abcd"))
    def rename(self, title: str) -> None:
        self.do(SetTitle(title))

    @rule(data=st.data(), name=st.sampled_from(["mount", "takedown", "stop", "submission"]))
    def add(self, data: st.DataObject, name: str) -> None:
        self.made += 1
        self.do(AddTag(data.draw(tags(f"t{self.made}", name))))

    @rule(data=st.data())
    def remove(self, data: st.DataObject) -> None:
        if tag := self.pick(data):
            self.do(RemoveTags(frozenset({tag.id})))

    @rule(data=st.data(), note=st.sampled_from(["", "here"]))
    def note(self, data: st.DataObject, note: str) -> None:
        if tag := self.pick(data):
            self.do(SetNote(tag.id, note))

    @rule(data=st.data())
    def swap(self, data: st.DataObject) -> None:
        if (tag := self.pick(data)) and tag.athlete:
            self.do(SwapAthlete(tag.id))

    @rule(data=st.data(), answer=st.sampled_from(["yes", "no", None]))
    def answer(self, data: st.DataObject, answer: str | None) -> None:
        if (tag := self.pick(data)) and tag.tag == "submission":
            self.do(Answer(tag.id, "close", answer))

    @rule(data=st.data(), earlier=st.integers(0, 3))
    def move(self, data: st.DataObject, earlier: int) -> None:
        if tag := self.pick(data):
            self.do(MoveStart(tag.id, tag.start - earlier))

    @rule()
    def refused(self) -> None:
        with pytest.raises(EditError):
            self.history.do(SetNote("nobody", ""))

    @rule(times=st.integers(1, 4))
    def undo(self, times: int) -> None:
        for _ in range(times):
            self.history = self.history.undo()
        self.depth = max(0, self.depth - times)

    @rule(times=st.integers(1, 4))
    def redo(self, times: int) -> None:
        for _ in range(times):
            self.history = self.history.redo()
        self.depth = min(len(self.matches) - 1, self.depth + times)

    @invariant()
    def the_present_is_the_match_at_this_depth(self) -> None:
        assert self.history.present == self.matches[self.depth]

    @invariant()
    def the_labels_are_those_of_the_edits_beside_it(self) -> None:
        past = self.labels[self.depth - 1] if self.depth else None
        future = self.labels[self.depth] if self.depth < len(self.labels) else None
        assert (self.history.undo_label, self.history.redo_label) == (past, future)


UndoMachine.TestCase.settings = settings(max_examples=50, stateful_step_count=30)
TestUndo = UndoMachine.TestCase


def test_what_becomes_known_is_known_at_every_step() -> None:
    history = History(Match()).do(AddTag(MOUNT)).do(SetTitle("Final")).do(SetTitle("Semi")).undo()

    def on_frame(match: Match) -> Match:
        return match.with_tags(tuple(replace(tag, frame=9) for tag in match.tags))

    now = history.mapped(on_frame)

    on_nine = (replace(MOUNT, frame=9),)
    assert now.present == Match(tags=on_nine, title="Final")
    assert now.redo().present == Match(tags=on_nine, title="Semi")
    assert now.undo().present == Match(tags=on_nine)
    assert now.undo().undo().present == Match()
    assert (now.undo_label, now.redo_label) == (history.undo_label, history.redo_label)
