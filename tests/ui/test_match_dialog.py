"""The dialog of the match: how days are read, and that nothing typed is lost by a stray key."""

from __future__ import annotations

import pytest
from PyQt6.QtCore import QLocale, Qt
from PyQt6.QtWidgets import QAbstractButton, QMessageBox
from pytestqt.qtbot import QtBot

from annotator.ui.days import written_day
from annotator.ui.match_dialog import MatchDialog
from annotator.ui.window import Window

ENGLISH, FRENCH, RUSSIAN = map(QLocale, ("en_US", "fr_FR", "ru_RU"))


def opened(window: Window) -> MatchDialog:
    window.run_by_id("edit.match")
    dialog = window.findChild(MatchDialog)
    assert dialog is not None
    return dialog


def question(dialog: MatchDialog) -> QMessageBox | None:
    return dialog.findChild(QMessageBox, "discard")


def button(box: QMessageBox, role: QMessageBox.ButtonRole) -> QAbstractButton:
    (found,) = (each for each in box.buttons() if box.buttonRole(each) is role)
    return found


def test_an_untouched_form_is_left_without_a_question(window: Window, qtbot: QtBot) -> None:
    dialog = opened(window)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


@pytest.mark.parametrize("field", ["title", "date", "belt", "gi"])
def test_what_was_typed_goes_only_if_that_is_wanted(
    window: Window, qtbot: QtBot, field: str
) -> None:
    dialog = opened(window)
    match field:
        case "title":
            qtbot.keyClicks(dialog.title, "Final")
        case "date":
            qtbot.keyClicks(dialog.date, "1.12.2026")
        case "belt":
            dialog.belts["blue"].setCurrentText("purple")
        case _:
            dialog.gi.setCurrentIndex(1)

    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    box = question(dialog)
    assert box is not None
    assert dialog.isVisible()
    with qtbot.waitSignal(box.finished):
        qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert dialog.isVisible()
    qtbot.waitUntil(lambda: question(dialog) is None)

    dialog.close()
    box = question(dialog)
    assert box is not None
    assert dialog.isVisible()
    with qtbot.waitSignal(dialog.rejected):
        button(box, QMessageBox.ButtonRole.DestructiveRole).click()
    assert window.session.undo_label is None


@pytest.mark.parametrize(
    ("text", "locale", "day"),
    [
        ("2026-12-01", ENGLISH, "2026-12-01"),
        ("1.12.2026", ENGLISH, "2026-12-01"),
        (" 01. 12. 2026 ", FRENCH, "2026-12-01"),
        ("12/1/2026", ENGLISH, "2026-12-01"),
        ("12/1/26", ENGLISH, "2026-12-01"),
        ("01/12/2026", FRENCH, "2026-12-01"),
        ("01.12.26", RUSSIAN, "2026-12-01"),
        ("31.2.2026", FRENCH, None),
        ("12.2026", RUSSIAN, None),
        ("Sunday", ENGLISH, None),
        ("", ENGLISH, None),
    ],
)
def test_days_are_read_as_people_write_them(text: str, locale: QLocale, day: str | None) -> None:
    assert written_day(text, locale) == day


def test_the_match_says_the_day_as_files_do(window: Window) -> None:
    dialog = opened(window)
    dialog.date.setText("1.12.2026")
    dialog._take()
    assert window.session.match.date == "2026-12-01"


def test_round_and_weight_are_one_step_of_the_history(window: Window) -> None:
    dialog = opened(window)
    dialog.round.setText(" semi-final ")
    dialog.weight.setText("76 kg")
    dialog._take()
    assert (window.session.match.round, window.session.match.weight) == ("semi-final", "76 kg")
    window.session.undo()
    assert (window.session.match.round, window.session.match.weight) == ("", "")


def test_levels_are_asked_only_where_a_ruleset_ticked_has_some(
    window: Window, qtbot: QtBot
) -> None:
    with qtbot.waitSignal(window.scorer.rulesets_read, timeout=30000):
        window.scorer.read_rulesets()
    dialog = opened(window)
    has = []
    for row in range(dialog.rulesets.count()):
        for each in range(dialog.rulesets.count()):
            item = dialog.rulesets.item(each)
            assert item is not None
            item.setCheckState(Qt.CheckState.Checked if each == row else Qt.CheckState.Unchecked)
        entry = dialog.level.lineEdit()
        assert entry is not None
        assert dialog.level.isEnabled() == (dialog.level.count() > 1)
        assert bool(entry.placeholderText()) != dialog.level.isEnabled()
        has.append(dialog.level.isEnabled())
    assert set(has) == {True, False}
