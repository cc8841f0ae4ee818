"""Mending the last tag, the marks and the running details, by keys in the window."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from annotator.model.edits import AddTag
from annotator.model.tag import Tag
from annotator.ui.window import Window

K = Qt.Key
NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def at(window: Window, qtbot: QtBot, index: int) -> Fraction:
    window.player.seek_index(index)
    qtbot.waitUntil(lambda: window.player.index == index, timeout=10000)
    return window.player.times[index]


def press(
    window: Window, qtbot: QtBot, *keys: Qt.Key, modifier: Qt.KeyboardModifier = NONE
) -> None:
    for key in keys:
        qtbot.keyClick(window.film_view, key, modifier)


def tags(window: Window) -> tuple[Tag, ...]:
    return window.session.match.tags


@pytest.fixture
def two(film_window: Window, qtbot: QtBot) -> Window:
    """A window with a mount at frame 10 and a takedown at 20, the mount selected, at frame 30."""
    at(film_window, qtbot, 10)
    press(film_window, qtbot, K.Key_D)
    at(film_window, qtbot, 20)
    press(film_window, qtbot, K.Key_U)
    film_window.select([tags(film_window)[0].id])
    at(film_window, qtbot, 30)
    return film_window


def test_the_last_tag_is_moved_by_frames_and_nothing_else(two: Window, qtbot: QtBot) -> None:
    press(two, qtbot, K.Key_Comma, K.Key_Comma, modifier=SHIFT)
    press(two, qtbot, K.Key_Period, modifier=SHIFT)

    assert [tag.frame for tag in tags(two)] == [10, 19]
    assert tags(two)[1].start == two.player.times[19]
    assert two.player.index == 30
    assert two.selection == [tags(two)[0].id]


def test_the_film_goes_along_if_it_stands_on_the_last_tag(two: Window, qtbot: QtBot) -> None:
    at(two, qtbot, 20)
    press(two, qtbot, K.Key_Comma, modifier=SHIFT)
    qtbot.waitUntil(lambda: two.player.index == 19)


def test_one_key_swaps_the_last_tag(two: Window, qtbot: QtBot) -> None:
    press(two, qtbot, K.Key_Slash)
    assert [tag.athlete for tag in tags(two)] == ["red", "blue"]
    assert "Blue" in two.status.currentMessage()


def test_one_key_deletes_the_last_tag_then_the_one_before(two: Window, qtbot: QtBot) -> None:
    press(two, qtbot, K.Key_Backspace, modifier=SHIFT)
    assert [tag.tag for tag in tags(two)] == ["mount"]
    press(two, qtbot, K.Key_Backspace, modifier=SHIFT)
    assert tags(two) == ()
    press(two, qtbot, K.Key_Backspace, modifier=SHIFT)
    two.session.undo()
    two.session.undo()
    assert [tag.tag for tag in tags(two)] == ["mount", "takedown"]


def test_what_is_said_about_the_match_is_never_the_last_tag(two: Window, qtbot: QtBot) -> None:
    """Filling in the dialog of the match leaves the tag that is mended by keys what it was."""
    about = Tag("about", "match", two.player.time).with_details(category="adult")
    assert two.session.do(AddTag(about))
    two.fixing.begin_anew()  # as when the file is opened again: by the rows alone

    press(two, qtbot, K.Key_Backspace, K.Key_Backspace, K.Key_Backspace, modifier=SHIFT)

    assert [tag.tag for tag in tags(two)] == ["match"]
    assert two.panel.last.name.whole == "Last tag: none"


def test_the_last_tag_is_changed_by_the_key_of_the_right_one(two: Window, qtbot: QtBot) -> None:
    last = tags(two)[1]
    press(two, qtbot, K.Key_C, modifier=SHIFT)
    assert "?" in two.panel.last.name.whole
    press(two, qtbot, K.Key_H)

    changed = tags(two)[1]
    assert (changed.id, changed.tag, changed.start, changed.athlete) == (
        last.id, "submission", last.start, "red"
    )  # fmt: skip
    assert len(tags(two)) == 2
    press(two, qtbot, K.Key_S)
    assert len(tags(two)) == 3


def test_esc_leaves_the_last_tag_what_it_is(two: Window, qtbot: QtBot) -> None:
    press(two, qtbot, K.Key_C, modifier=SHIFT)
    press(two, qtbot, K.Key_Escape)
    assert two.selection == [tags(two)[0].id]
    press(two, qtbot, K.Key_S)
    assert [tag.tag for tag in tags(two)] == ["mount", "takedown", "side_control"]


def test_the_line_says_what_is_the_last_and_its_buttons_do_the_same(
    two: Window, qtbot: QtBot
) -> None:
    line = two.panel.last
    assert "Takedown R" in line.name.whole
    assert "f20" in line.name.whole
    assert "C" in line.buttons["edit.last_change"].text()
    button: QPushButton = line.buttons["edit.last_swap"]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert "Takedown B" in line.name.whole
    assert two.film_view.hasFocus()


def test_in_an_empty_match_there_is_nothing_to_mend(window: Window, qtbot: QtBot) -> None:
    for key in (K.Key_Comma, K.Key_Period, K.Key_Backspace, K.Key_C):
        press(window, qtbot, key, modifier=SHIFT)
    press(window, qtbot, K.Key_Slash)
    assert tags(window) == ()
    assert not window.panel.last.buttons["edit.last_delete"].isEnabled()


def test_the_reaction_time_is_kept_with_the_tag_and_can_be_taken_back(
    film_window: Window, qtbot: QtBot
) -> None:
    window = film_window
    window.settings = replace(window.settings, reaction_ms=200)
    shown = at(window, qtbot, 30)
    window.player.playing = True
    press(window, qtbot, K.Key_U)
    later = window.player.times[30]
    press(window, qtbot, K.Key_H)
    window.player.playing = False
    takedown, submission = tags(window)
    assert takedown.reaction == later - takedown.start >= Fraction(200, 1000)
    assert "200" in window.status.reaction.text() or window.settings.reaction_ms == 200

    window.run_by_id("edit.last_reaction")
    again = tags(window)[1]
    assert (again.start, again.frame, again.reaction) == (shown, 30, Fraction(0))
    window.session.undo()
    assert tags(window)[1] == submission
    press(window, qtbot, K.Key_Comma, modifier=SHIFT)
    assert tags(window)[1].reaction == 0


def test_marks_are_worked_off_one_by_one(film_window: Window, qtbot: QtBot) -> None:
    window = film_window
    for frame in (40, 10, 25):
        at(window, qtbot, frame)
        press(window, qtbot, K.Key_P)
    button = window.panel.buttons["mark"]
    assert button.look.since == "3 left"

    press(window, qtbot, K.Key_P, modifier=SHIFT)
    qtbot.waitUntil(lambda: window.player.index == 10)
    press(window, qtbot, K.Key_Period)
    qtbot.waitUntil(lambda: window.player.index == 11)
    press(window, qtbot, K.Key_D)
    assert [(tag.tag, tag.frame) for tag in tags(window)] == [
        ("mark", 40), ("mark", 25), ("mount", 11)
    ]  # fmt: skip
    press(window, qtbot, K.Key_S)  # no mark is in hand any more
    assert [tag.tag for tag in tags(window)].count("mark") == 2

    press(window, qtbot, K.Key_P, modifier=SHIFT)
    qtbot.waitUntil(lambda: window.player.index == 25)
    press(window, qtbot, K.Key_Delete, modifier=SHIFT)
    qtbot.waitUntil(lambda: window.player.index == 40)
    assert button.look.since == "1 left"
    press(window, qtbot, K.Key_Delete, modifier=SHIFT)
    assert [tag.tag for tag in tags(window)] == ["side_control"]
    press(window, qtbot, K.Key_P, modifier=SHIFT)
    assert window.status.currentMessage() == "No marks are left."
    for _ in range(2):
        window.session.undo()
    assert [tag.tag for tag in tags(window)].count("mark") == 2


def test_a_mark_is_made_while_the_film_plays_and_does_not_stop_it(
    film_window: Window, qtbot: QtBot
) -> None:
    press(film_window, qtbot, K.Key_Space, K.Key_P)
    assert film_window.player.playing
    assert [tag.tag for tag in tags(film_window)] == ["mark"]


def test_running_details_are_one_key_each_and_lit(film_window: Window, qtbot: QtBot) -> None:
    window = film_window
    at(window, qtbot, 10)
    press(window, qtbot, K.Key_X)
    bar = window.panel.now
    assert bar.buttons["hook_in"].isVisible()
    assert bar.buttons["hook_in"].light.possible
    assert not bar.buttons["settled"].isVisible()
    assert bar.buttons["hook_in"].key_label == "F5"
    press(window, qtbot, K.Key_F5)
    at(window, qtbot, 20)
    press(window, qtbot, K.Key_F5)
    assert [(t.tag, t.frame, dict(t.details)) for t in tags(window)] == [
        ("back_control", 10, {"hooks": "1"}), ("back_control", 20, {"hooks": "2"}),
    ]  # fmt: skip
    assert bar.buttons["hook_in"].light.text == "both hooks"

    press(window, qtbot, K.Key_H)
    at(window, qtbot, 30)
    press(window, qtbot, K.Key_F8)
    assert bar.buttons["close_now"].light.lit
    at(window, qtbot, 40)
    qtbot.mouseClick(bar.buttons["tap"], Qt.MouseButton.LeftButton)
    attack = tags(window)[-1]
    assert (attack.end_frame, attack.details["outcome"]) == (40, "tap")
    assert Fraction(attack.details["close_from"]) == window.player.times[30]
    at(window, qtbot, 50)
    press(window, qtbot, K.Key_F10)
    assert "nothing is held" in window.status.currentMessage()


def test_the_countdown_follows_the_rulesets_chosen(window: Window, qtbot: QtBot) -> None:
    window.scorer.read_rulesets()
    qtbot.waitUntil(lambda: bool(window.scorer.rulesets), timeout=10000)
    press(window, qtbot, K.Key_N, K.Key_D)
    bar = window.panel.holds
    qtbot.waitUntil(lambda: any(cell.left for cell in bar.cells), timeout=10000)
    window.player.seek(Fraction(1))
    running = [cell for cell in bar.cells if cell.left]
    assert running
    assert {cell.left for cell in running} == {"2.0 s"}
    assert all(cell.athlete == "red" and cell.gives.startswith("+") for cell in running)
    assert 0.3 < running[0].share < 0.4
    window.player.seek(Fraction(9))
    assert {cell.left for cell in bar.cells if cell.left} == {"full"}
    press(window, qtbot, K.Key_A)
    qtbot.waitUntil(lambda: not any(cell.left for cell in bar.cells), timeout=10000)
