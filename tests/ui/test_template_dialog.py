"""Laying out a tag panel as a coach would, and tagging with it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QListWidget
from pytestqt.qtbot import QtBot

from annotator.files.template_file import SUFFIX, read_template, write_template
from annotator.files.templates import keep_template, kept_template, kept_templates, template_path
from annotator.model.match import Match
from annotator.model.template import COLOURS, Button, ButtonGroup, Template
from annotator.model.vocabulary import VOCABULARY
from annotator.settings import Settings
from annotator.ui.commands import Bindings
from annotator.ui.tagging.button_form import colour_names
from annotator.ui.tagging.tagger import Moment, Tagger
from annotator.ui.tagging.template import SHIPPED
from annotator.ui.template_dialog import TemplateDialog
from annotator.ui.views.theme import MARK_CONTRAST, Theme, contrast
from annotator.ui.window import Window

ARMBAR = Button(
    "submission", "KeyH", "Armbar", "green", details=MappingProxyType({"technique": "armbar"})
)
TRIANGLE = Button("submission", "KeyT", details=MappingProxyType({"technique": "triangle"}))
TOREANDO = Button("side_control", "KeyS", "Toreando", note="toreando")
SHORT = Template(
    "Short",
    (ButtonGroup("Attacks", (ARMBAR, TRIANGLE), 2), ButtonGroup("Passes", (TOREANDO, Button("mount", "KeyD")))),
    MappingProxyType({"mount": ("facing", "controlled"), "side_control": ()}),
)  # fmt: skip


@pytest.fixture
def short(window: Window) -> Window:
    """A window with a small panel in use."""
    window.templates.use(keep_template(SHORT))
    return window


def dialog_of(window: Window) -> TemplateDialog:
    window.run_by_id("file.templates")
    dialog = window.findChild(TemplateDialog)
    assert dialog is not None
    return dialog


def tags(window: Window) -> list[tuple[str, dict[str, str], str]]:
    return [(tag.tag, dict(tag.details), tag.note) for tag in window.session.match.tags]


# ---------------------------------------------------------------------- tagging with one


def test_a_button_gives_its_details_and_its_note(short: Window, qtbot: QtBot) -> None:
    assert [button.text() for button in short.panel.buttons.values()] == [
        "Armbar", "Submission (triangle)", "Toreando", "Mount",
    ]  # fmt: skip
    qtbot.keyClick(short.film_view, Qt.Key.Key_S)
    qtbot.mouseClick(short.panel.buttons[ARMBAR.id], Qt.MouseButton.LeftButton)
    assert tags(short) == [
        ("side_control", {}, "toreando"), ("submission", {"technique": "armbar"}, ""),
    ]  # fmt: skip
    assert short.panel.buttons[ARMBAR.id].look.lit
    assert not short.panel.buttons[TRIANGLE.id].look.lit
    assert short.panel.buttons[TOREANDO.id].look.lit


def test_a_preset_ends_its_own_span_and_begins_beside_another() -> None:
    tagger, match = Tagger(), Match()
    for button, at, ended in ((ARMBAR, 1, False), (TRIANGLE, 2, False), (ARMBAR, 3, True)):
        press = tagger.press(match, button, Moment(Fraction(at)), False)
        assert press.ended == ended
        match = press.edit.apply(match)
    assert [(tag.details["technique"], tag.end) for tag in match.tags] == [
        ("armbar", 3), ("triangle", None),
    ]  # fmt: skip


def test_tags_without_a_button_have_no_key_but_are_found_by_name(
    short: Window, qtbot: QtBot
) -> None:
    qtbot.keyClick(short.film_view, Qt.Key.Key_X)
    assert tags(short) == []
    named = {c.button.tag for c in short.bindings.commands.values() if c.button and not c.quiet}
    assert set(VOCABULARY) - {"match"} <= named
    assert set(short.menus.actions) == {
        c.id for c in short.bindings.commands.values() if not c.quiet
    }
    short.run_by_id("tag.back_control")
    assert [name for name, _, _ in tags(short)] == ["back_control"]


def test_what_the_template_asks_comes_first(short: Window) -> None:
    short.tagging.press(("mount", False))
    asked = short.followup._questions
    assert [one.key for one in asked.asked[: asked.at_first]] == ["facing", "controlled"]
    short.session.adopt(Match())
    short.tagging.press(("side_control", False))
    assert short.followup._questions.at_first == 0


def test_a_template_never_takes_a_key_from_the_player() -> None:
    greedy = Template("g", (ButtonGroup("", (Button("mount", "Space"), Button("sweep", "KeyJ"))),))
    bindings = Bindings({}, greedy)
    found = bindings.find("Space")
    assert found is not None
    assert found.id == "play.toggle"
    assert {(c.winner, c.loser) for c in bindings.conflicts} >= {
        ("play.toggle", "tag.mount"), ("play.shuttle_back", "tag.sweep"),
    }  # fmt: skip
    assert bindings.keys["tag.mount"] == ()
    own = Bindings({"tag.mount": ("KeyJ",)}, greedy)
    assert own.keys["tag.mount"] == ("KeyJ",)


def test_the_next_panel_by_a_key_and_around(short: Window) -> None:
    assert short.bindings.template == SHORT
    short.run_by_id("file.next_template")
    assert short.bindings.template is SHIPPED
    assert short.settings.template == ""
    short.run_by_id("file.next_template")
    assert short.bindings.template == SHORT


def test_a_panel_that_cannot_be_read_is_said_and_the_usual_one_is_used(window: Window) -> None:
    key = keep_template(SHORT)
    template_path(key).write_text("template: 1\nname: x\ngroups: []\n", encoding="utf-8")
    window.change_settings(replace(window.settings, template=key))
    assert window.bindings.template is SHIPPED
    assert "no button" in window.banners.text("error")


def test_every_colour_has_a_name_and_is_seen_on_a_button(window: Window) -> None:
    assert tuple(colour_names()) == COLOURS
    theme = Theme.of(window.palette())
    for colour in COLOURS[1:]:
        assert contrast(theme.button_colour(colour), theme.raised) >= MARK_CONTRAST, colour


# ---------------------------------------------------------------------- laying one out


def test_the_programs_own_is_copied_not_changed(window: Window) -> None:
    dialog = dialog_of(window)
    assert dialog.may_edit is False
    assert not dialog.form.isEnabled()
    dialog.copy.click()
    assert dialog.key
    (kept,) = kept_templates()
    assert kept.template is not None
    assert kept.template.groups == SHIPPED.groups


def test_what_is_edited_is_kept_and_seen_at_once(short: Window) -> None:
    dialog = dialog_of(short)
    key = dialog.key
    dialog.tree.select(1, 1)
    dialog.form.caption.setText("Top!")
    dialog.form.caption.editingFinished.emit()
    assert kept_template(key).buttons[3].caption == "Top!"
    assert short.panel.buttons["mount"].text() == "Top!"
    facing = dialog.form.details["facing"]
    facing.setCurrentIndex(facing.findData("legs"))
    facing.activated.emit(facing.currentIndex())
    dialog.form.colour.setCurrentIndex(dialog.form.colour.findData("purple"))
    dialog.form.colour.activated.emit(0)
    button = kept_template(key).buttons[3]
    assert (button.id, button.colour) == ("mount(facing=legs)", "purple")
    assert button.id in short.panel.buttons
    dialog.form.shown.setChecked(False)
    assert button.id not in short.panel.buttons
    assert short.bindings.keys[f"tag.{button.id}"] == ("KeyD",)
    dialog.name.setText("Été")
    dialog.name.editingFinished.emit()
    assert kept_template(key).name == dialog.which.currentText() == "Été"


def test_buttons_are_moved_by_keys_from_group_to_group(short: Window, qtbot: QtBot) -> None:
    dialog = dialog_of(short)
    dialog.tree.select(1, 0)
    qtbot.keyClick(dialog.tree, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert [len(group.buttons) for group in kept_template(dialog.key).groups] == [3, 1]
    assert dialog.selected()[1] == TOREANDO
    qtbot.keyClick(dialog.tree, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert kept_template(dialog.key).buttons[1] == TOREANDO
    dialog.tree.select(0, None)
    dialog.tree.move_selected(1)
    assert [group.title for group in kept_template(dialog.key).groups] == ["Passes", "Attacks"]


def test_what_is_dragged_can_be_carried(short: Window) -> None:
    tree = dialog_of(short).tree
    model = tree.model()
    assert model is not None
    group = tree.topLevelItem(1)
    assert group is not None
    # Qt writes down all that an item holds when a drag begins.
    carried = model.mimeData([tree.indexFromItem(group.child(0))])
    assert carried is not None
    assert carried.formats()


def test_a_key_in_use_is_refused_by_naming_who_has_it(short: Window) -> None:
    dialog = dialog_of(short)
    dialog.tree.select(1, 1)
    for key, told in (
        ("KeyM", "M runs “Sound off or on”."),
        ("KeyT", "T runs “Tag submission (triangle)”."),
    ):
        dialog.form.key.captured.emit(key)
        assert told in dialog.problem.text()
        assert dialog.selected()[1] == Button("mount", "KeyD")
    dialog.form.key.captured.emit("Shift+KeyX")
    assert "other athlete" in dialog.problem.text()
    dialog.form.key.captured.emit("KeyX")
    assert kept_template(dialog.key).buttons[3].key == "KeyX"
    assert short.panel.buttons["mount"].key_label == "X"


def test_what_cannot_be_is_said_and_not_kept(short: Window) -> None:
    dialog = dialog_of(short)
    dialog.tree.select(0, 1)
    technique = dialog.form.details["technique"]
    technique.setCurrentIndex(technique.findData("armbar"))
    technique.activated.emit(0)
    assert dialog.problem.text().startswith("Not kept: Two buttons do the same")
    assert kept_template(dialog.key) == SHORT


def test_groups_and_buttons_come_and_go(short: Window) -> None:
    dialog = dialog_of(short)
    dialog._add_group()
    dialog._add_button()
    groups = kept_template(dialog.key).groups
    assert [button.tag for button in groups[2].buttons] == ["standing"]
    dialog._remove()
    dialog.tree.select(2, None)
    dialog._remove()
    assert kept_template(dialog.key) == SHORT


def test_which_questions_are_asked_is_chosen_for_a_tag(short: Window) -> None:
    dialog = dialog_of(short)
    dialog.tree.select(1, 1)
    assert not dialog.form.usual.isChecked()
    first = dialog.form.asked.item(0)
    assert first is not None
    first.setCheckState(Qt.CheckState.Unchecked)
    assert kept_template(dialog.key).questions["mount"] == ("controlled",)
    dialog.form.usual.setChecked(True)
    assert "mount" not in kept_template(dialog.key).questions


def test_panels_are_shared_as_files_and_deleted_on_the_second_press(
    short: Window, tmp_path: Path
) -> None:
    dialog = dialog_of(short)
    shared = tmp_path / f"mine{SUFFIX}"
    dialog.share(str(shared))
    assert read_template(shared) == SHORT
    key = dialog.key
    dialog.delete.click()
    assert template_path(key).exists()
    dialog.delete.click()
    assert not template_path(key).exists()
    assert short.bindings.template is SHIPPED
    dialog.bring_in(str(shared))
    assert dialog.template == SHORT
    shared.write_text("template: 1\nnome: x\n", encoding="utf-8")
    dialog.bring_in(str(shared))
    assert ":2:" in dialog.problem.text()


def test_the_dialog_fits_a_small_screen(short: Window) -> None:
    dialog = dialog_of(short)
    assert dialog.minimumSizeHint().width() <= 1060
    assert dialog.minimumSizeHint().height() <= 520
    dialog.tree.select(1, 1)
    # All of the form is seen: nothing is pushed out at its side.
    room = dialog.form.parentWidget()
    assert room is not None
    assert dialog.form.minimumSizeHint().width() <= room.width()


def test_a_window_begins_with_the_panel_that_was_chosen(short: Window, qtbot: QtBot) -> None:
    key = short.settings.template
    again = Window(Settings(template=key))
    qtbot.addWidget(again)
    assert list(again.panel.buttons) == [button.id for button in SHORT.buttons]
    write_template(SHIPPED, template_path(key))
    again.shut()


def all_rows_seen(rows: QListWidget) -> bool:
    viewport, last = rows.viewport(), rows.item(rows.count() - 1)
    assert viewport is not None
    assert last is not None
    place = rows.visualItemRect(last)
    return place.height() >= rows.fontMetrics().height() and (
        viewport.rect().top() <= place.top() and place.bottom() <= viewport.rect().bottom()
    )


def test_all_that_may_be_asked_at_first_is_seen_whole_on_a_small_screen(
    short: Window, qtbot: QtBot
) -> None:
    """Each row of the list has its height, and the form is scrolled to it."""
    dialog = dialog_of(short)
    dialog.resize(1080, 560)
    passes = dialog.tree.topLevelItem(1)
    assert passes is not None
    dialog.tree.setCurrentItem(passes.child(1))
    rows = dialog.form.asked
    assert dialog.form.button.tag == "mount"
    assert rows.count() > 6
    qtbot.waitUntil(rows.isVisible)
    qtbot.waitUntil(lambda: all_rows_seen(rows))
