"""The questions in the window: single keys, techniques by their first letters, why a position was left."""

from __future__ import annotations

from fractions import Fraction

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from annotator.model.tag import Tag
from annotator.settings import read_settings
from annotator.ui.window import Window

K = Qt.Key


def press(window: Window, qtbot: QtBot, *keys: Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(window.film_view, key)


def last(window: Window) -> Tag:
    return window.session.match.tags[-1]


def typed(window: Window, qtbot: QtBot, text: str) -> None:
    """Type a technique, and end it with Enter."""
    field = window.followup.technique
    press(window, qtbot, K.Key_Return)
    # Without a screen a list that closes leaves no window active: ask the window, not the program.
    assert window.focusWidget() is field
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, K.Key_Return)
    assert window.focusWidget() is window.film_view
    assert QApplication.activePopupWidget() is None
    window.activateWindow()
    qtbot.waitUntil(window.film_view.hasFocus)


def test_techniques_used_last_have_the_first_digits_and_are_remembered(
    window: Window, qtbot: QtBot
) -> None:
    press(window, qtbot, K.Key_H)
    typed(window, qtbot, "tarik")
    assert last(window).details == {"technique": "tarikoplata"}
    press(window, qtbot, K.Key_H)
    window.player.seek(Fraction(5))
    press(window, qtbot, K.Key_H, K.Key_1)
    assert last(window).details == {"technique": "tarikoplata"}
    press(window, qtbot, K.Key_H)
    window.player.seek(Fraction(9))
    press(window, qtbot, K.Key_H, K.Key_2)
    assert last(window).details["technique"] == "armbar"
    assert window.settings.techniques == ("armbar", "tarikoplata")
    qtbot.waitUntil(lambda: read_settings()[0].techniques == ("armbar", "tarikoplata"))


def test_enter_alone_is_other_and_a_name_that_is_not_there_goes_into_the_note(
    window: Window, qtbot: QtBot
) -> None:
    press(window, qtbot, K.Key_H)
    typed(window, qtbot, "")
    assert last(window).details == {"technique": "other"}
    press(window, qtbot, K.Key_H)
    window.player.seek(Fraction(5))
    press(window, qtbot, K.Key_H)
    typed(window, qtbot, "Suloev stretch")
    assert (last(window).details, last(window).note) == ({"technique": "other"}, "Suloev stretch")
    assert window.settings.techniques == ()


def test_a_tag_key_always_tags_and_closes_the_questions(window: Window, qtbot: QtBot) -> None:
    press(window, qtbot, K.Key_H)
    assert window.followup.asking
    window.player.seek(Fraction(3))
    press(window, qtbot, K.Key_S, K.Key_2)
    submission, side = window.session.match.tags
    assert submission.details == {}
    assert side.details == {"bottom_on": "side"}


def test_why_mount_was_left_is_asked_when_it_is_retaken_and_answers_the_lower_position(
    window: Window, qtbot: QtBot
) -> None:
    for second, key in enumerate((K.Key_D, K.Key_R, K.Key_D)):
        window.player.seek(Fraction(second * 4))
        press(window, qtbot, key)
        if key == K.Key_R:
            assert "Why down" not in window.followup._question.text()
    assert "Why down from mount to half guard?" in window.followup._question.text()
    press(window, qtbot, K.Key_1)
    mount, half, again = window.session.match.tags
    assert (mount.details, half.details, again.details) == ({}, {"forced": "yes"}, {})
    press(window, qtbot, K.Key_2)
    assert last(window).details == {"bottom_on": "side"}
    window.session.undo()
    window.session.undo()
    assert "Why down" in window.followup._question.text()


def test_what_no_chosen_ruleset_asks_about_waits_behind_more(window: Window, qtbot: QtBot) -> None:
    window.scorer.set_usual(("adcc-kids-fr",))
    window.scorer.read_rulesets()
    qtbot.waitUntil(lambda: bool(window.scorer.rulesets), timeout=10000)
    press(window, qtbot, K.Key_N, K.Key_S)
    qtbot.waitUntil(lambda: window.followup._concerns is not None, timeout=10000)
    window.scorer.set_usual(("jjif-2014",))
    few = window.followup._concerns
    qtbot.waitUntil(lambda: window.followup._concerns != few, timeout=10000)
    asked = {one.key for one in window.followup._details()[: window.followup._limit()]}
    wanted = window.followup._concerns
    assert wanted is not None
    assert asked
    assert asked <= wanted["side_control"]
