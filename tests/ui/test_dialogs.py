"""Dialogs and exports: what they say is what is done, as one step."""

from __future__ import annotations

from pathlib import Path

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from annotator.settings import Settings, read_settings
from annotator.text import set_language
from annotator.ui.key_sheet import KeySheet
from annotator.ui.match_dialog import MatchDialog
from annotator.ui.settings_dialog import SettingsDialog
from annotator.ui.several import Several
from annotator.ui.window import Window


def with_rules(window: Window, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.scorer.rulesets_read, timeout=30000):
        window.scorer.read_rulesets()


def match_dialog(window: Window) -> MatchDialog:
    window.run_by_id("edit.match")
    dialog = window.findChild(MatchDialog)
    assert dialog is not None
    return dialog


def test_the_match_dialog_changes_all_as_one_step(window: Window, qtbot: QtBot) -> None:
    with_rules(window, qtbot)
    dialog = match_dialog(window)
    dialog.title.setText("Finale, 76 kg")
    dialog.names["red"].setText("Inès Müller")
    dialog.belts["blue"].setCurrentText("purple")
    dialog.level.setEditText("brown")
    dialog.gi.setCurrentIndex(1)
    dialog.duration.setText("6:00")
    for row in range(dialog.rulesets.count()):
        item = dialog.rulesets.item(row)
        assert item is not None
        item.setCheckState(Qt.CheckState.Checked if row == 2 else Qt.CheckState.Unchecked)
    dialog._take()
    match = window.session.match
    assert match.title == "Finale, 76 kg"
    assert match.athletes["red"].name == "Inès Müller"
    assert match.athletes["blue"].belt == "purple"
    assert (match.info("level"), match.info("gi"), match.info("duration")) == (
        "brown",
        "yes",
        "360",
    )
    assert [pin.id for pin in match.rulesets] == [window.scorer.rulesets[2].id]
    assert [ruleset.id for ruleset in window.scorer.chosen()] == [window.scorer.rulesets[2].id]
    window.session.undo()
    assert window.session.match.title == ""
    assert window.session.undo_label is None


def test_a_dialog_that_changes_nothing_is_no_step(window: Window, qtbot: QtBot) -> None:
    with_rules(window, qtbot)
    match_dialog(window)._take()
    assert window.session.undo_label is None
    assert not window.session.dirty


def test_the_match_dialog_shows_what_the_match_says(window: Window, qtbot: QtBot) -> None:
    dialog = match_dialog(window)
    dialog.category.setEditText("adult")
    dialog.duration.setText("300")
    dialog._take()
    again = MatchDialog(window.session.match, window.scorer, window)
    assert again.category.currentText() == "adult"
    assert again.duration.text() == "5:00"
    again._take()
    assert len(window.session.match.tags) == 1


def test_a_duration_that_is_no_time_is_refused_in_the_dialog(window: Window) -> None:
    dialog = match_dialog(window)
    dialog.duration.setText("long")
    dialog._take()
    assert dialog.problem.text()
    assert not window.session.dirty


def test_settings_are_used_at_once_and_written_down(window: Window, qtbot: QtBot) -> None:
    window.run_by_id("file.settings")
    dialog = window.findChild(SettingsDialog)
    assert dialog is not None
    dialog.reaction.setValue(250)
    dialog.keyboard.setCurrentIndex(dialog.keyboard.findData("azerty"))
    dialog._take()
    assert window.settings.reaction_ms == 250
    assert window.status.reaction.text()
    assert window.panel.buttons["standing"].key_label == "A"
    window.workers._queue.waitForDone()
    assert read_settings()[0] == Settings(reaction_ms=250, keyboard="azerty")


def test_the_sheet_of_keys_finds_commands_by_word_and_by_key(window: Window) -> None:
    sheet = KeySheet(window.bindings, window.keyboard, window)

    def shown() -> set[str]:
        found = set()
        for place in range(sheet.tree.topLevelItemCount()):
            head = sheet.tree.topLevelItem(place)
            assert head is not None
            for row in range(head.childCount()):
                item = head.child(row)
                if item is not None and not item.isHidden():
                    found.add(item.text(0))
        return found

    sheet.search.setText("half guard")
    assert "Tag half guard" in shown()
    assert "Undo" not in shown()
    sheet.search.setText("g")
    assert "Go to time or frame…" in shown()


def test_csv_is_exported_from_the_match_as_it_is(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    with_rules(window, qtbot)
    window.tagging.press(("mount", False))
    with qtbot.waitSignal(window.exporting.write_csv(str(tmp_path)).ended, timeout=30000):
        pass
    assert "mount,red" in (tmp_path / "tags.csv").read_text(encoding="utf-8")
    assert (tmp_path / "timeline.csv").exists()
    assert not window.banners.text("error")


def test_charts_are_exported_in_a_worker(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    with_rules(window, qtbot)
    for tag in ("start", "mount"):
        window.tagging.press((tag, False))
        window.player.skip(5)
    window.tagging.press(("end", False))
    with qtbot.waitSignal(window.exporting.write_charts(str(tmp_path)).ended, timeout=90000):
        pass
    assert not window.banners.text("error")
    assert list(tmp_path.glob("*.png"))


def test_an_export_that_fails_says_why(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    with qtbot.waitSignal(window.exporting.write_csv(str(blocked)).ended, timeout=30000):
        pass
    assert window.banners.text("error")


def test_a_belt_chosen_in_another_language_is_kept_as_everybody_reads_it(window: Window) -> None:
    set_language("fr")
    dialog = MatchDialog(window.session.match, window.scorer, window)
    box = dialog.belts["red"]
    box.setCurrentText("noire")
    dialog.belts["blue"].setCurrentText("rayée")
    said: list[Several] = []
    dialog.edit_wanted.connect(said.append)
    dialog._take()

    (edits,) = said
    window.session.do(edits)
    assert window.session.match.athletes["red"].belt == "black"
    assert window.session.match.athletes["blue"].belt == "rayée"
    again = MatchDialog(window.session.match, window.scorer, window)
    assert again.belts["red"].currentText() == "noire"


def test_settings_that_were_changed_go_only_if_that_is_wanted(window: Window) -> None:
    window.run_by_id("file.settings")
    dialog = window.findChild(SettingsDialog)
    assert dialog is not None
    dialog.reaction.setValue(dialog.reaction.value() + 50)
    dialog.reject()
    assert dialog.isVisible()
    assert dialog.findChild(QMessageBox, "discard") is not None
    dialog.reaction.setValue(dialog.reaction.value() - 50)
    dialog.reject()  # as it was again: nothing is lost
    assert not dialog.isVisible()
