"""The table of commands: whole, without conflicts, and every row can be run."""

from __future__ import annotations

import shutil
from itertools import combinations
from pathlib import Path

import pytest
from PyQt6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from annotator.model.match import Match
from annotator.model.template import WHISTLE
from annotator.model.vocabulary import VOCABULARY
from annotator.ui.commands import GROUPS, TABLE, Bindings, Command
from annotator.ui.palette import Palette
from annotator.ui.tagging.template import PREFIX, SHIPPED
from annotator.ui.window import Window

RESERVED = "JKLIOBGMFC"


def test_ids_are_unique() -> None:
    assert len({command.id for command in TABLE}) == len(TABLE)


def test_no_two_commands_want_one_sequence() -> None:
    assert Bindings().conflicts == []


def test_no_sequence_is_the_beginning_of_another() -> None:
    sequences = {key for command in TABLE for key in command.keys}
    for one, other in combinations(sorted(sequences), 2):
        assert not other.startswith(f"{one} ")


def test_every_group_has_a_title() -> None:
    assert {command.group for command in TABLE} <= set(GROUPS)


def test_no_usual_key_needs_altgr_or_a_digit_but_the_answers() -> None:
    for command in TABLE:
        for key in command.keys:
            assert "AltGr" not in key
            if command.group != "answer" and not key.startswith("draw:"):
                assert "Digit" not in key


def test_every_tag_of_the_vocabulary_but_the_match_has_a_key() -> None:
    keyed = {row.tag for row in SHIPPED.buttons} - {WHISTLE}
    assert keyed == set(VOCABULARY) - {"match"}


def test_tag_keys_keep_off_the_keys_of_the_player() -> None:
    keys = [row.key for row in SHIPPED.buttons]
    assert len(set(keys)) == len(keys)
    for row in SHIPPED.buttons:
        if not row.key.startswith(PREFIX):
            assert row.key.removeprefix("Key") not in RESERVED
            assert row.key != PREFIX


@pytest.mark.parametrize(
    "tag",
    "standing open_guard closed_guard half_guard side_control mount knee_on_belly back_control "
    "turtle scramble leg_entanglement takedown guard_pull submission mark whistle".split(),
)
def test_what_is_tagged_often_has_a_key_of_its_own(tag: str) -> None:
    assert next(row for row in SHIPPED.buttons if row.tag == tag).key in {
        f"Key{c}" for c in "QWERTASDZXVYUHPN"
    }


def test_a_key_of_the_users_own_wins_and_the_loser_is_named() -> None:
    bindings = Bindings({"tag.mount": ("KeyG",), "no.such": ("KeyA",)})
    winner = bindings.find("KeyG")
    assert winner is not None
    assert winner.id == "tag.mount"
    assert bindings.find("KeyD") is None
    assert [(c.winner, c.loser) for c in bindings.conflicts] == [("tag.mount", "play.goto")]


def run_and_tidy(window: Window, command: Command) -> None:
    window.run(command)
    assert not window.banners.text("error"), command.id
    for dialog in window.findChildren(QDialog):
        dialog.reject()
    window.player.pause()


def test_every_command_runs_on_an_empty_match(window: Window, qtbot: QtBot) -> None:
    for command in TABLE:
        window.session.adopt(Match())
        if command.id != "file.quit":
            run_and_tidy(window, command)
    window.session.adopt(Match())
    with qtbot.waitSignal(window.closed):
        window.run_by_id("file.quit")


@pytest.fixture
def film_path(film_path: Path, tmp_path: Path) -> Path:
    """The film in a folder of this test's own: a command makes a copy beside it."""
    return Path(shutil.copy(film_path, tmp_path))


def test_every_command_runs_on_a_tagged_match_with_a_film(film_window: Window) -> None:
    for command in TABLE:
        film_window.session.adopt(Match())
        for tag in ("start", "standing", "takedown"):
            film_window.tagging.press((tag, False))
        run_and_tidy(film_window, command)


def test_the_palette_runs_what_is_chosen(window: Window, qtbot: QtBot) -> None:
    window.run_by_id("help.palette")
    palette = window.findChild(Palette)
    assert palette is not None
    palette.search.setText("tag mount")
    with qtbot.waitSignal(window.session.changed):
        palette.search.returnPressed.emit()
    assert [tag.tag for tag in window.session.match.tags] == ["mount"]


def test_menus_show_every_command_that_is_not_half_of_something(window: Window) -> None:
    shown = set(window.menus.actions)
    assert shown == {command.id for command in TABLE if not command.quiet}
    window.menus.refresh()
    assert not window.menus.actions["edit.undo"].isEnabled()


def test_a_key_of_a_mode_is_free_outside_it_and_can_be_chosen_anew() -> None:
    bindings = Bindings({"draw.arrow": ("Digit8",)})

    assert bindings.keys["draw.arrow"] == ("draw:Digit8",)
    assert bindings.conflicts == []
    for sequence, name in (("Digit8", "answer.8"), ("draw:Digit8", "draw.arrow")):
        command = bindings.find(sequence)
        assert command is not None
        assert command.id == name
