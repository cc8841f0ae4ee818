"""Keys chosen anew: nothing is taken in silence, a tag's two keys move together, nothing is lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from annotator.model.keystrokes import PLACES, is_plain, is_sequence, with_shift
from annotator.ui.commands import TABLE, Bindings
from annotator.ui.key_choice import KeyChoice
from annotator.ui.tagging.template import PREFIX, SHIPPED

COMMANDS = [command.id for command in TABLE if not command.shift_of]
SEQUENCES = [*sorted(PLACES), "F2", "Space", "Ctrl+k", f"{PREFIX} KeyF", "Shift+KeyD", "Alt+Comma"]


def test_every_sequence_of_the_table_is_one_that_a_keyboard_makes() -> None:
    assert [key for command in TABLE for key in command.keys if not is_sequence(key)] == []


def test_what_is_no_sequence() -> None:
    for text in ("", "Q", "Shift+", "KeyQ+Shift", "Shift+Ctrl+s", "KeyQ  KeyF", "KeyA KeyB KeyC"):
        assert not is_sequence(text), text
    assert not is_plain("Shift+KeyQ")
    assert is_plain("Semicolon KeyQ")
    assert with_shift("Semicolon KeyQ") == "Semicolon Shift+KeyQ"
    assert with_shift("Ctrl+s") == "Ctrl+Shift+s"
    assert with_shift("Shift+KeyQ") == ""


def test_a_key_in_use_is_named_and_nothing_changes_until_it_is_taken() -> None:
    choice = KeyChoice({}, SHIPPED)
    assert choice.in_the_way("play.mute", "KeyG") == (("play.goto", "KeyG"),)
    assert choice.own == {}

    choice.give("play.mute", "KeyG", "KeyM")
    assert choice.own == {"play.mute": ("KeyG",), "play.goto": ()}
    assert choice.bindings.conflicts == []


def test_a_tags_key_moves_with_the_one_for_the_other_athlete() -> None:
    choice = KeyChoice({}, SHIPPED)
    choice.give("tag.mount", "KeyM", "KeyD")
    assert choice.bindings.keys["tag.mount"] == ("KeyM",)
    assert choice.bindings.keys["tag.mount.other"] == ("Shift+KeyM",)
    assert choice.bindings.find("Shift+KeyD") is None


def test_the_key_of_the_other_athlete_is_in_the_way_too() -> None:
    choice = KeyChoice({}, SHIPPED)
    # Shift+C is another command's, so C for a tag would lose its other athlete.
    assert ("edit.last_change", "Shift+KeyC") in choice.in_the_way("tag.mount", "KeyC")
    assert choice.in_the_way("play.mute", "Shift+KeyD") == (("tag.mount.other", "Shift+KeyD"),)
    choice.give("play.mute", "Shift+KeyD")
    assert choice.bindings.keys["tag.mount"] == ()
    assert choice.bindings.keys["play.mute"] == ("KeyM", "Shift+KeyD")


def test_a_key_for_drawing_leaves_the_same_key_elsewhere_alone() -> None:
    choice = KeyChoice({}, SHIPPED)
    assert choice.in_the_way("draw.arrow", "KeyG") == ()
    choice.give("draw.arrow", "KeyG", "draw:Digit1")
    assert choice.bindings.keys["draw.arrow"] == ("draw:KeyG",)
    assert choice.bindings.keys["play.goto"] == ("KeyG",)
    assert choice.in_the_way("draw.line", "KeyG") == (("draw.arrow", "draw:KeyG"),)


def test_a_first_stroke_is_in_the_way_of_all_behind_it() -> None:
    choice = KeyChoice({}, SHIPPED)
    assert choice.in_the_way("play.mute", PREFIX)
    choice.give("play.mute", PREFIX, "KeyM")
    assert not choice.bindings.is_prefix(PREFIX)
    assert choice.bindings.conflicts == []
    assert choice.in_the_way("play.mute", f"{PREFIX} KeyF") == ()


def test_what_a_command_can_never_have() -> None:
    choice = KeyChoice({}, SHIPPED)
    assert choice.refusal("tag.mount", "Shift+KeyG") == "shift"
    assert choice.refusal("tag.mount", "Escape") == "kept"
    assert choice.refusal("play.mute", "Shift+KeyG") == ""


def test_as_usual_again() -> None:
    choice = KeyChoice({}, SHIPPED)
    choice.give("play.mute", "KeyG", "KeyM")
    choice.reset("play.mute")
    choice.reset("play.goto")
    assert choice.own == {}
    choice.clear("play.mute")
    assert choice.bindings.keys["play.mute"] == ()
    choice.reset_all()
    assert choice.bindings.keys == Bindings().keys


def test_keys_of_commands_that_are_not_there_now_are_kept() -> None:
    choice = KeyChoice({"tag.submission(technique=armbar)": ("F2",)}, SHIPPED)
    choice.give("play.mute", "KeyM")
    assert choice.own["tag.submission(technique=armbar)"] == ("F2",)


@given(st.lists(st.tuples(st.sampled_from(COMMANDS), st.sampled_from(SEQUENCES)), max_size=6))
def test_whatever_is_given_works_and_stands_in_nobodys_way(gifts: list[tuple[str, str]]) -> None:
    choice = KeyChoice({}, SHIPPED)
    for command, sequence in gifts:
        if choice.refusal(command, sequence):
            continue
        choice.give(command, sequence)
        found = choice.bindings.find(choice.bindings.in_mode(command, sequence))
        assert found is not None
        assert found.id == command
        assert choice.bindings.conflicts == []
        if choice.moves_with(command):
            assert with_shift(sequence) in choice.bindings.keys[f"{command}.other"]
        # What is kept in the settings makes the same keys at the next start.
        assert Bindings(choice.own).keys == choice.bindings.keys
