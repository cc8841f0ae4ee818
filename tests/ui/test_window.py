"""The window by keyboard: tags on exact frames, and keys that go where they should."""

from __future__ import annotations

import sys
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from PyQt6.QtCore import QEvent, Qt
from PyQt6.QtGui import QKeyEvent
from PyQt6.QtWidgets import QApplication, QDialog, QWidget
from pytestqt.qtbot import QtBot

from annotator.model.edits import SetNote, SetPerson
from annotator.model.match import Person
from annotator.ui.tagging.buttons import Look
from annotator.ui.window import Window

K = Qt.Key
NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier


def at(window: Window, qtbot: QtBot, index: int) -> Fraction:
    """Show a frame, and say its time."""
    window.player.seek_index(index)
    qtbot.waitUntil(lambda: window.player.index == index, timeout=10000)
    return window.player.times[index]


def press(
    window: Window, qtbot: QtBot, *keys: Qt.Key, modifier: Qt.KeyboardModifier = NONE
) -> None:
    for key in keys:
        qtbot.keyClick(window.film_view, key, modifier)


def playing(window: Window) -> bool:
    return window.player.playing


def facts(window: Window) -> list[tuple[str, str | None, int | None, Fraction]]:
    return [(t.tag, t.athlete, t.frame, t.start) for t in window.session.match.tags]


def test_a_minute_of_tagging_by_keys_alone(film_window: Window, qtbot: QtBot) -> None:
    window = film_window
    zero = at(window, qtbot, 0)
    press(window, qtbot, K.Key_N, K.Key_Q)
    ten = at(window, qtbot, 10)
    press(window, qtbot, K.Key_U, modifier=SHIFT)
    twenty = at(window, qtbot, 20)
    press(window, qtbot, K.Key_U, modifier=SHIFT)
    press(window, qtbot, K.Key_R)
    thirty = at(window, qtbot, 30)
    press(window, qtbot, K.Key_S)
    forty = at(window, qtbot, 40)
    press(window, qtbot, K.Key_H, K.Key_1)
    fifty = at(window, qtbot, 50)
    press(window, qtbot, K.Key_H)
    press(window, qtbot, K.Key_Semicolon, K.Key_E)
    assert facts(window) == [
        ("start", None, 0, zero),
        ("standing", None, 0, zero),
        ("takedown", "blue", 10, ten),
        ("half_guard", "blue", 20, twenty),
        ("side_control", "blue", 30, thirty),
        ("submission", "blue", 40, forty),
        ("end", None, 50, fifty),
    ]
    takedown, submission = window.session.match.tags[2], window.session.match.tags[5]
    assert (takedown.end, takedown.end_frame) == (twenty, 20)
    assert (submission.end, submission.end_frame) == (fifty, 50)
    assert submission.details == {"technique": "armbar"}


def test_times_are_those_of_the_films_own_frames(film_window: Window, qtbot: QtBot) -> None:
    window = film_window
    gaps = {b - a for a, b in zip(window.player.times, window.player.times[1:], strict=False)}
    assert len(gaps) > 3
    for index in (3, 44, 7):
        time = at(window, qtbot, index)
        press(window, qtbot, K.Key_P)
        assert window.session.match.tags[-1].start == time
        assert isinstance(time, Fraction)


def test_stepping_and_tagging_agree_on_the_frame(film_window: Window, qtbot: QtBot) -> None:
    window = film_window
    for _ in range(3):
        with qtbot.waitSignal(window.player.picture_ready, timeout=10000):
            press(window, qtbot, K.Key_Period)
    with qtbot.waitSignal(window.player.picture_ready, timeout=10000):
        press(window, qtbot, K.Key_Left)
    press(window, qtbot, K.Key_D)
    assert window.session.match.tags[0].frame == 2


def test_tagging_does_not_change_how_the_film_plays(film_window: Window, qtbot: QtBot) -> None:
    window = film_window
    press(window, qtbot, K.Key_Space)
    assert playing(window)
    press(window, qtbot, K.Key_S, K.Key_1, K.Key_N, K.Key_P)
    assert playing(window)
    window.player.pause()
    press(window, qtbot, K.Key_D)
    assert not playing(window)


def test_the_reaction_time_is_taken_off_only_while_the_film_plays(
    film_window: Window, qtbot: QtBot
) -> None:
    window = film_window
    window.settings = replace(window.settings, reaction_ms=200)
    still = at(window, qtbot, 30)
    assert window.tagging.moment().time == still
    window.player.playing = True
    moment = window.tagging.moment()
    window.player.playing = False
    assert moment.frame is not None
    assert moment.time == window.player.times[moment.frame]
    assert moment.time <= still - Fraction(200, 1000) < window.player.times[moment.frame + 1]


@pytest.mark.skipif(sys.platform != "linux", reason="scan codes of X11 and Wayland")
def test_on_azerty_the_same_place_makes_the_same_tag_and_buttons_learn_their_labels(
    window: Window, qtbot: QtBot
) -> None:
    # The key right of Tab: X11's code 24, which types A there.
    event = QKeyEvent(QEvent.Type.KeyPress, K.Key_A, NONE, 24, 97, 0, "a")
    QApplication.sendEvent(window.film_view, event)
    assert [tag.tag for tag in window.session.match.tags] == ["standing"]
    assert window.panel.buttons["standing"].key_label == "A"
    assert window.panel.buttons["north_south"].key_label == "M N"
    assert window.settings.keyboard == "azerty"
    # Digits are unshifted by place: & answers 1.
    window.tagging.press(("mount", False))
    event = QKeyEvent(QEvent.Type.KeyPress, K.Key_Ampersand, NONE, 10, 38, 0, "&")
    QApplication.sendEvent(window.film_view, event)
    assert window.session.match.tags[-1].details == {"bottom_on": "back"}


def test_undo_and_redo_without_limit(window: Window, qtbot: QtBot) -> None:
    matches = [window.session.match]
    for key in (K.Key_Q, K.Key_U, K.Key_R, K.Key_1, K.Key_S, K.Key_N):
        press(window, qtbot, key)
        window.player.skip(1)
        matches.append(window.session.match)
    assert len(set(map(id, matches))) == len(matches)
    for before in reversed(matches[:-1]):
        press(window, qtbot, K.Key_Z, modifier=CTRL)
        assert window.session.match is before
    press(window, qtbot, K.Key_Z, modifier=CTRL)
    for after in matches[1:4]:
        press(window, qtbot, K.Key_Y, modifier=CTRL)
        assert window.session.match is after
    for after in matches[4:]:
        press(window, qtbot, K.Key_Z, modifier=CTRL | SHIFT)
        assert window.session.match is after


def test_typing_a_note_never_tags(window: Window, qtbot: QtBot) -> None:
    press(window, qtbot, K.Key_D)
    press(window, qtbot, K.Key_Apostrophe)
    note = window.followup.note
    assert note.hasFocus()
    text = "qwertasdzxvyuhpn jkliobgmfc ;e 123 ?"
    qtbot.keyClicks(note, text)
    assert len(window.session.match.tags) == 1
    assert not playing(window)
    qtbot.keyClick(note, K.Key_Return)
    assert window.session.match.tags[0].note == text
    assert window.film_view.hasFocus()


def test_escape_from_a_note_keeps_it_and_goes_back_to_the_film(
    window: Window, qtbot: QtBot
) -> None:
    press(window, qtbot, K.Key_D, K.Key_Apostrophe)
    qtbot.keyClicks(window.followup.note, "late grip")
    qtbot.keyClick(window.followup.note, K.Key_Escape)
    assert window.film_view.hasFocus()
    assert window.session.match.tags[0].note == "late grip"


def test_a_note_being_typed_stays_with_its_tag(window: Window, qtbot: QtBot) -> None:
    press(window, qtbot, K.Key_D, K.Key_Apostrophe)
    qtbot.keyClicks(window.followup.note, "first")
    qtbot.mouseClick(window.panel.buttons["mark"], Qt.MouseButton.LeftButton)
    first, second = window.session.match.tags
    assert (first.note, second.note) == ("first", "")


def test_save_works_while_a_note_is_typed(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    window.session.save(tmp_path / "a.match.json")
    qtbot.waitUntil(lambda: window.session.path is not None)
    press(window, qtbot, K.Key_D, K.Key_Apostrophe)
    with qtbot.waitSignal(window.session.saved):
        qtbot.keyClick(window.followup.note, K.Key_S, CTRL)


def test_space_plays_after_any_button_was_clicked(window: Window, qtbot: QtBot) -> None:
    buttons: list[QWidget] = [
        window.panel.buttons["mount"],
        *window.transport.buttons,
        window.panel.athletes.buttons["red"],
    ]
    for button in buttons:
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        assert not button.hasFocus()
        window.player.pause()
        press(window, qtbot, K.Key_Space)
        assert playing(window), button
        window.player.pause()
    assert len(window.session.match.tags) == 1


def test_space_belongs_to_a_button_reached_by_tab(window: Window, qtbot: QtBot) -> None:
    button = window.panel.buttons["mount"]
    button.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(button, K.Key_Space)
    assert [tag.tag for tag in window.session.match.tags] == ["mount"]
    assert not playing(window)


def test_a_button_that_got_the_focus_in_another_way_has_no_right_to_space(
    window: Window, qtbot: QtBot
) -> None:
    button = window.panel.buttons["mount"]
    button.setFocus(Qt.FocusReason.OtherFocusReason)
    qtbot.keyClick(button, K.Key_Space)
    assert playing(window)
    assert not window.session.match.tags


def test_the_film_keeps_the_focus_when_the_window_is_laid_out_anew(
    window: Window, qtbot: QtBot
) -> None:
    window.resize(1900, 1000)
    qtbot.waitUntil(partial(_is_wide, window, True))
    assert window.film_view.hasFocus()


def test_tag_keys_work_wherever_the_focus_is_but_in_texts(window: Window, qtbot: QtBot) -> None:
    window.panel.buttons["mount"].setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(window.panel.buttons["mount"], K.Key_T)
    window.timeline.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(QApplication.focusWidget(), K.Key_P)
    assert [tag.tag for tag in window.session.match.tags] == ["turtle", "mark"]


def test_a_key_that_repeats_makes_one_tag(window: Window, qtbot: QtBot) -> None:
    for _ in range(5):
        event = QKeyEvent(QEvent.Type.KeyPress, K.Key_P, Qt.KeyboardModifier.NoModifier, "p", True)
        QApplication.sendEvent(window.film_view, event)
    assert not window.session.match.tags


def test_holding_a_step_key_asks_only_for_the_newest(film_window: Window, qtbot: QtBot) -> None:
    window = film_window
    asked: list[int] = []

    class Server:
        def request(self, index: int, size: object, callback: object) -> None:
            asked.append(index)

        def stop(self) -> None: ...

    real = window.player.fetcher._server
    window.player.fetcher._server = Server()
    for _ in range(30):
        event = QKeyEvent(
            QEvent.Type.KeyPress, K.Key_Period, Qt.KeyboardModifier.NoModifier, ".", True
        )
        QApplication.sendEvent(window.film_view, event)
    assert len(asked) == 1
    assert window.player.target <= 3
    window.player.fetcher._server = real


def test_k_starts_when_let_go_and_with_l_means_one_frame(film_window: Window, qtbot: QtBot) -> None:
    window = film_window
    qtbot.keyPress(window.film_view, K.Key_K)
    assert not playing(window)
    with qtbot.waitSignal(window.player.picture_ready, timeout=10000):
        qtbot.keyClick(window.film_view, K.Key_L)
    qtbot.keyRelease(window.film_view, K.Key_K)
    assert window.player.index == 1
    assert not playing(window)
    qtbot.keyClick(window.film_view, K.Key_K)
    assert playing(window)
    qtbot.keyPress(window.film_view, K.Key_K)
    assert not playing(window)
    qtbot.keyRelease(window.film_view, K.Key_K)
    assert not playing(window)


def look(window: Window, tag: str) -> Look:
    return window.panel.buttons[tag].look


def dimmed(window: Window, tag: str) -> bool:
    return window.panel.buttons[tag].dimmed


def test_the_second_level_shows_itself_and_any_other_key_leaves_it(
    window: Window, qtbot: QtBot
) -> None:
    press(window, qtbot, K.Key_Semicolon)
    assert dimmed(window, "mount")
    assert not dimmed(window, "foul")
    press(window, qtbot, K.Key_Escape)
    assert not dimmed(window, "mount")
    press(window, qtbot, K.Key_Semicolon, K.Key_W)
    press(window, qtbot, K.Key_Semicolon)
    press(window, qtbot, K.Key_U, modifier=SHIFT)
    assert [(tag.tag, tag.athlete) for tag in window.session.match.tags] == [
        ("warning", "red"), ("foul", "blue"),
    ]  # fmt: skip


def test_the_running_span_and_the_position_are_lit(window: Window, qtbot: QtBot) -> None:
    press(window, qtbot, K.Key_D, K.Key_H)
    assert look(window, "mount").lit
    assert look(window, "submission").lit
    assert look(window, "submission").lit_for == "red"
    window.player.skip(1)
    press(window, qtbot, K.Key_H)
    assert not look(window, "submission").lit
    assert look(window, "mount").lit


def test_shift_shows_the_other_athlete_on_every_button(window: Window, qtbot: QtBot) -> None:
    assert look(window, "mount").athlete == "red"
    qtbot.keyPress(window.film_view, K.Key_Shift)
    assert look(window, "mount").athlete == "blue"
    qtbot.keyRelease(window.film_view, K.Key_Shift)
    assert look(window, "mount").athlete == "red"


def test_keys_let_go_in_another_window_are_not_held_here(window: Window, qtbot: QtBot) -> None:
    qtbot.keyPress(window.film_view, K.Key_Shift)
    qtbot.keyPress(window.film_view, K.Key_K)
    press(window, qtbot, K.Key_Semicolon)
    QApplication.sendEvent(window, QEvent(QEvent.Type.WindowDeactivate))
    assert look(window, "mount").athlete == "red"
    assert not dimmed(window, "mount")
    press(window, qtbot, K.Key_L)
    assert playing(window)


def test_a_key_let_go_unseen_works_again_after_a_dialog(window: Window, qtbot: QtBot) -> None:
    dialog = QDialog(window)
    for muted in (True, False, True):
        qtbot.keyPress(window.film_view, K.Key_M)
        assert window.settings.muted is muted
        # Its release was lost, and our window was never told that it was active before.
        QApplication.sendEvent(dialog, QEvent(QEvent.Type.WindowActivate))


def test_the_athletes_are_called_by_their_names(window: Window, qtbot: QtBot) -> None:
    window.session.do(SetPerson("blue", Person("Inès", "purple")))
    shown = window.panel.athletes.buttons["blue"]
    assert (shown.name, shown.belt) == ("Inès", "purple")


# ---------------------------------------------------------------------- questions


def test_digits_answer_and_go_on_to_the_next_question(window: Window, qtbot: QtBot) -> None:
    press(window, qtbot, K.Key_U, K.Key_4, K.Key_2)
    assert window.session.match.tags[0].details == {"landing": "turtle", "landing_control": "no"}


def test_questions_can_be_passed_over_and_ignored(window: Window, qtbot: QtBot) -> None:
    press(window, qtbot, K.Key_U, K.Key_0, K.Key_1)
    assert window.session.match.tags[0].details == {"landing_control": "yes"}
    window.player.skip(1)
    press(window, qtbot, K.Key_D)
    assert window.followup.tag_id == window.session.match.tags[1].id
    press(window, qtbot, K.Key_2)
    assert window.session.match.tags[0].details == {"landing_control": "yes"}
    assert window.session.match.tags[1].details == {"bottom_on": "side"}


def test_a_digit_without_an_answer_does_nothing(window: Window, qtbot: QtBot) -> None:
    press(window, qtbot, K.Key_D, K.Key_9)
    assert not window.session.match.tags[0].details


def test_more_techniques_are_behind_the_zero(window: Window, qtbot: QtBot) -> None:
    press(window, qtbot, K.Key_H, K.Key_0, K.Key_1)
    assert window.session.match.tags[0].details == {"technique": "anaconda"}


def test_a_technique_can_be_typed(window: Window, qtbot: QtBot) -> None:
    press(window, qtbot, K.Key_H, K.Key_Return)
    field = window.followup.technique
    assert field.hasFocus()
    qtbot.keyClicks(field, "bow")
    qtbot.keyClick(field, K.Key_Return)
    assert window.session.match.tags[0].details == {"technique": "bow_and_arrow"}
    assert window.film_view.hasFocus()


def test_close_from_is_answered_with_the_frame_on_screen(film_window: Window, qtbot: QtBot) -> None:
    window = film_window
    press(window, qtbot, K.Key_H, K.Key_1, K.Key_0, K.Key_0, K.Key_0)
    time = at(window, qtbot, 21)
    press(window, qtbot, K.Key_1)
    assert Fraction(window.session.match.tags[0].details["close_from"]) == time


def test_an_answer_can_be_taken_back(window: Window, qtbot: QtBot) -> None:
    press(window, qtbot, K.Key_D, K.Key_2, K.Key_Return, K.Key_2)
    assert not window.session.match.tags[0].details


# ---------------------------------------------------------------------- editing


def test_start_end_swap_split_and_delete(film_window: Window, qtbot: QtBot) -> None:
    window = film_window
    at(window, qtbot, 10)
    press(window, qtbot, K.Key_H)
    five = at(window, qtbot, 5)
    press(window, qtbot, K.Key_I)
    thirty = at(window, qtbot, 30)
    press(window, qtbot, K.Key_O)
    press(window, qtbot, K.Key_Slash)
    tag = window.session.match.tags[0]
    assert (tag.start, tag.frame, tag.end, tag.end_frame) == (five, 5, thirty, 30)
    assert tag.athlete == "blue"
    press(window, qtbot, K.Key_D, K.Key_2)
    forty = at(window, qtbot, 40)
    press(window, qtbot, K.Key_B)
    split = window.session.match.tags[-1]
    assert (split.tag, split.start, split.athlete) == ("mount", forty, "red")
    assert split.details == {"bottom_on": "side"}
    press(window, qtbot, K.Key_Delete)
    assert len(window.session.match.tags) == 2
    assert not window.selection


def test_a_tag_is_moved_frame_by_frame_and_the_film_goes_with_it(
    film_window: Window, qtbot: QtBot
) -> None:
    window = film_window
    at(window, qtbot, 20)
    press(window, qtbot, K.Key_D)
    alt = Qt.KeyboardModifier.AltModifier
    press(window, qtbot, K.Key_Left, K.Key_Left, K.Key_Right, modifier=alt)
    tag = window.session.match.tags[0]
    assert (tag.frame, tag.start) == (19, window.player.times[19])
    qtbot.waitUntil(lambda: window.player.index == 19, timeout=10000)


def test_going_from_tag_to_tag_moves_the_film(film_window: Window, qtbot: QtBot) -> None:
    window = film_window
    for index in (10, 20, 30):
        at(window, qtbot, index)
        press(window, qtbot, K.Key_P)
    with qtbot.waitSignal(window.player.picture_ready, timeout=10000):
        press(window, qtbot, K.Key_Up)
    assert window.player.index == 20
    with qtbot.waitSignal(window.player.picture_ready, timeout=10000):
        press(window, qtbot, K.Key_Left, modifier=CTRL)
    assert window.player.index == 10
    with qtbot.waitSignal(window.player.picture_ready, timeout=10000):
        press(window, qtbot, K.Key_Down)
    assert window.player.index == 20
    assert window.selection == [window.session.match.tags[1].id]


def test_an_edit_that_cannot_be_made_is_told(film_window: Window, qtbot: QtBot) -> None:
    window = film_window
    at(window, qtbot, 20)
    press(window, qtbot, K.Key_H)
    at(window, qtbot, 10)
    press(window, qtbot, K.Key_O)
    assert window.banners.text("error")
    assert window.session.match.tags[0].end is None


def test_views_ask_and_the_session_edits(film_window: Window, qtbot: QtBot) -> None:
    window = film_window
    at(window, qtbot, 12)
    press(window, qtbot, K.Key_P)
    at(window, qtbot, 0)
    tag = window.session.match.tags[0]
    with qtbot.waitSignal(window.player.picture_ready, timeout=10000):
        window.timeline.tag_chosen.emit(tag.id)
        window.timeline.time_chosen.emit(tag.start)
    assert window.player.index == 12
    assert window.selection == [tag.id]
    window.table.edit_wanted.emit(SetNote(tag.id, "x"))
    assert window.session.match.tags[0].note == "x"


def test_goto_by_frame_and_by_time(film_window: Window, qtbot: QtBot) -> None:
    window = film_window
    with qtbot.waitSignal(window.player.picture_ready, timeout=10000):
        window.playing.go("f33")
    assert window.player.index == 33
    with qtbot.waitSignal(window.player.picture_ready, timeout=10000):
        window.playing.go("+3f")
    assert window.player.index == 36
    window.playing.go("nowhere")
    assert window.banners.text("error")


def test_every_edit_is_scored_under_the_chosen_rulesets(window: Window, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.scorer.rulesets_read, timeout=20000):
        window.scorer.read_rulesets()
    with qtbot.waitSignal(window.scorer.scored, timeout=20000) as told:
        press(window, qtbot, K.Key_D)
    sheets, chosen = told.args
    assert list(sheets) == [ruleset.id for ruleset in chosen]
    assert len(chosen) == 3
    assert window.scorer.scores.match is window.session.match


def _is_wide(window: Window, wide: bool) -> bool:
    return window.workspace.wide is wide


def test_small_and_large_windows_show_every_part(window: Window, qtbot: QtBot) -> None:
    for width, height, wide in ((1080, 560, False), (1920, 1080, True), (1080, 560, False)):
        window.resize(width, height)
        qtbot.waitUntil(partial(_is_wide, window, wide))
        assert window.film_view.isVisible()
        assert window.panel.isVisible()
        assert window.strip.isVisible()
        window.run_by_id("view.timeline")
        assert window.timeline.isVisible()
        window.run_by_id("view.table")
        assert window.table.isVisible()
    assert window.width() == 1080
