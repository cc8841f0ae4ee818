"""Nothing is lost: saving, failed saving, unsaved work, the journal."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from annotator.errors import SaveError
from annotator.files.journal import recoverable
from annotator.files.match_file import read_match
from annotator.model.match import Match
from annotator.ui import session as session_module
from annotator.ui.recovery_dialog import RecoveryDialog, recovery_text
from annotator.ui.window import Window

SAVE = QMessageBox.StandardButton.Save
DISCARD = QMessageBox.StandardButton.Discard
CANCEL = QMessageBox.StandardButton.Cancel


def tag(window: Window, name: str = "mount") -> None:
    window.tagging.press((name, False))


def saved_at(window: Window, qtbot: QtBot, path: Path) -> None:
    with qtbot.waitSignal(window.session.saved, timeout=10000):
        window.session.save(path)


def dirty(window: Window) -> bool:
    return window.session.dirty


def answer(window: Window, button: QMessageBox.StandardButton) -> None:
    click(window.findChild(QMessageBox, "unsaved"), button)


def fail(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object) -> str:
        raise SaveError("No space left on the disk.", where="x", mend="Make room.")

    monkeypatch.setattr(session_module, "save_match", broken)


def test_saved_is_what_is_in_the_file(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    tag(window)
    assert dirty(window)
    assert "[*]" in window.windowTitle()
    path = tmp_path / "été.match.json"
    saved_at(window, qtbot, path)
    assert not dirty(window)
    assert not window.isWindowModified()
    assert read_match(path) == window.session.match


def test_undo_back_to_what_was_saved_is_clean_again(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    tag(window)
    saved_at(window, qtbot, tmp_path / "a.match.json")
    tag(window, "mark")
    assert dirty(window)
    window.session.undo()
    assert not dirty(window)


def test_what_is_tagged_while_saving_is_not_called_saved(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    tag(window)
    with qtbot.waitSignal(window.session.saved, timeout=10000):
        window.session.save(tmp_path / "a.match.json")
        tag(window, "mark")
    assert dirty(window)
    assert len(read_match(tmp_path / "a.match.json").tags) == 1


def test_a_save_that_ends_after_another_match_was_opened_changes_nothing_there(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    tag(window)
    window.session.save(tmp_path / "a.match.json")
    window.session.adopt(Match(title="another"))
    window.workers._queue.waitForDone()
    qtbot.waitUntil(lambda: not window.workers.busy())
    assert window.session.path is None
    assert window.session.match.title == "another"
    assert len(read_match(tmp_path / "a.match.json").tags) == 1


def test_a_failed_save_keeps_everything_and_stays_said_until_one_works(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tag(window)
    with monkeypatch.context() as patch:
        fail(patch)
        with qtbot.waitSignal(window.session.save_failed, timeout=10000):
            window.session.save(tmp_path / "a.match.json")
    assert dirty(window)
    assert "No space left" in window.banners.text("save")
    tag(window, "mark")
    assert "No space left" in window.banners.text("save")
    assert window.session.path is None
    saved_at(window, qtbot, tmp_path / "b.match.json")
    assert not window.banners.text("save")
    assert not dirty(window)


def test_a_read_only_folder_says_so(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    tag(window)
    with qtbot.waitSignal(window.session.save_failed, timeout=10000):
        window.session.save(blocked / "a.match.json")
    assert dirty(window)
    assert window.banners.text("save")


@pytest.mark.parametrize("name", ["x" * 300, "a\0b"])
def test_a_name_that_no_file_can_have_is_told(
    window: Window, qtbot: QtBot, tmp_path: Path, name: str
) -> None:
    tag(window)
    with qtbot.waitSignal(window.session.save_failed, timeout=10000) as failed:
        window.session.save(tmp_path / f"{name}.match.json")
    assert isinstance(failed.args[0], SaveError)
    assert dirty(window)


def test_a_file_changed_by_another_program_is_not_overwritten(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "a.match.json"
    tag(window)
    saved_at(window, qtbot, path)
    theirs = path.read_text(encoding="utf-8").replace('"title": ""', '"title": "theirs"') + "\n"
    path.write_text(theirs, encoding="utf-8")
    tag(window, "mark")
    with qtbot.waitSignal(window.session.save_failed, timeout=10000):
        window.session.save()
    assert path.read_text(encoding="utf-8") == theirs
    assert dirty(window)


# ---------------------------------------------------------------------- the question


def test_a_clean_window_closes_unasked(window: Window, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.closed):
        window.close()


def test_cancel_stays(window: Window, qtbot: QtBot) -> None:
    tag(window)
    window.close()
    answer(window, CANCEL)
    assert window.isVisible()
    assert len(window.session.match.tags) == 1
    window.close()
    assert window.isVisible()


def test_discard_closes_and_leaves_nothing_to_recover(window: Window, qtbot: QtBot) -> None:
    tag(window)
    window.close()
    with qtbot.waitSignal(window.closed):
        answer(window, DISCARD)
    assert recoverable() == []


def test_save_saves_and_then_closes(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "a.match.json"
    saved_at(window, qtbot, path)
    tag(window)
    window.close()
    with qtbot.waitSignal(window.closed, timeout=10000):
        answer(window, SAVE)
    assert len(read_match(path).tags) == 1
    assert recoverable() == []


def test_a_save_that_fails_does_not_close(
    window: Window, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved_at(window, qtbot, tmp_path / "a.match.json")
    tag(window)
    fail(monkeypatch)
    window.close()
    with qtbot.waitSignal(window.session.save_failed, timeout=10000):
        answer(window, SAVE)
    assert window.isVisible()
    assert dirty(window)


def test_a_new_match_asks_first(window: Window, qtbot: QtBot) -> None:
    tag(window)
    window.run_by_id("file.new")
    assert window.session.match.tags[0].tag == "mount"
    answer(window, DISCARD)
    assert window.session.match == Match()
    assert not dirty(window)
    assert window.session.undo_label is None


# ---------------------------------------------------------------------- opening


def test_opening_what_was_saved_shows_film_and_tags(
    film_window: Window, new_window: Callable[[], Window], qtbot: QtBot, tmp_path: Path
) -> None:
    window = film_window
    tag(window)
    path = tmp_path / "deep" / "a.match.json"
    path.parent.mkdir()
    saved_at(window, qtbot, path)
    assert not Path(window.session.match.media[0].path).is_absolute()
    again = new_window()
    with qtbot.waitSignal(again.player.picture_ready, timeout=20000):
        again.files.open_path(path)
    assert again.session.match == window.session.match
    assert not again.session.dirty
    assert len(again.player.times) == 75


def test_tags_made_while_a_match_is_read_are_asked_about(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "tags.csv"
    path.write_text("start,end,tag,athlete,details,note\n1.5,,mount,red,,\n", encoding="utf-8")
    window.files.open_path(path)
    tag(window, "turtle")
    qtbot.waitUntil(lambda: window.findChild(QMessageBox, "unsaved") is not None)
    assert [t.tag for t in window.session.match.tags] == ["turtle"]
    answer(window, DISCARD)
    assert [t.tag for t in window.session.match.tags] == ["mount"]


def test_a_film_that_is_still_being_opened_does_not_come_into_a_new_match(
    window: Window, qtbot: QtBot, film_path: Path
) -> None:
    window.files.open_path(film_path)
    window.run_by_id("file.new")
    qtbot.waitUntil(lambda: not window.workers.busy(), timeout=20000)
    assert window.film is None
    assert not window.session.match.media


def test_a_film_that_moved_is_said_and_the_tags_open(
    film_window: Window, new_window: Callable[[], Window], qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "a.match.json"
    tag(film_window)
    saved_at(film_window, qtbot, path)
    text = path.read_text(encoding="utf-8").replace("finale 76 kg.mp4", "gone.mp4")
    path.write_text(text, encoding="utf-8")
    again = new_window()
    with qtbot.waitSignal(again.session.opened, timeout=10000):
        again.files.open_path(path)
    assert len(again.session.match.tags) == 1
    qtbot.waitUntil(lambda: "gone.mp4" in again.banners.text("film"))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("no.mp4", None), ("empty.mp4", b""), ("text.mp4", b"this is a text, not a film\n" * 50),
        ("half.match.json", b'{"format": "annotator match", "ver'), ("odd.csv", b"\x00\xff\x00"),
        ("none.csv", b""), ("wrong.csv", b"start,end,tag,athlete,details,note\nx,,mount,red,,\n"),
        ("newer.match.json", b'{"format": "annotator-match", "version": 999}'),
    ],
)  # fmt: skip
def test_bad_files_give_one_message_and_change_nothing(
    window: Window, qtbot: QtBot, tmp_path: Path, name: str, data: bytes | None
) -> None:
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    tag(window)
    before = window.session.match
    window.files.open_path(path)
    qtbot.waitUntil(
        lambda: bool(window.banners.text("error") or window.banners.text("film")), timeout=20000
    )
    assert window.session.match is before
    shown = window.banners.text("error") + window.banners.text("film")
    assert "Traceback" not in shown


def test_a_tag_table_opens_as_a_match_not_saved_yet(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "tags.csv"
    path.write_text("start,end,tag,athlete,details,note\n1.5,,mount,red,,\n", encoding="utf-8")
    with qtbot.waitSignal(window.session.opened, timeout=10000):
        window.files.open_path(path)
    assert [t.tag for t in window.session.match.tags] == ["mount"]
    assert dirty(window)
    assert window.session.path is None


@pytest.fixture
def other_film(film_path: Path, tmp_path: Path) -> Path:
    """The same pictures in a file of other content."""
    path = tmp_path / "other.mp4"
    path.write_bytes(film_path.read_bytes() + b"\0\0\0\x08free")
    return path


def choose_film(window: Window, qtbot: QtBot, path: Path) -> None:
    with qtbot.waitSignal(window.opener.opened, timeout=20000):
        window.films.load(path)


def whose_film(window: Window) -> QMessageBox:
    box = window.findChild(QMessageBox, "whose film")
    assert box is not None
    return box


def press(box: QMessageBox, text: str) -> None:
    next(button for button in box.buttons() if button.text() == text).click()


def test_tags_never_slip_onto_another_film_unasked(
    film_window: Window, qtbot: QtBot, other_film: Path
) -> None:
    window = film_window
    tag(window)
    before = window.session.match
    choose_film(window, qtbot, other_film)
    assert window.session.match is before
    assert window.film is not None
    assert window.film.path != other_film
    whose_film(window).reject()
    assert window.session.match is before
    choose_film(window, qtbot, other_film)
    press(whose_film(window), "Film of this match")
    assert len(window.session.match.tags) == 1
    assert window.session.match.media != before.media
    window.session.undo()
    assert window.session.match is before


def test_another_film_can_begin_a_match_of_its_own(
    film_window: Window, qtbot: QtBot, other_film: Path
) -> None:
    window = film_window
    tag(window)
    choose_film(window, qtbot, other_film)
    press(whose_film(window), "New match")
    answer(window, DISCARD)
    assert not window.session.match.tags
    assert Path(window.session.match.media[0].path) == other_film
    assert not dirty(window)


def test_another_film_before_the_first_tag_needs_no_question(
    film_window: Window, qtbot: QtBot, other_film: Path
) -> None:
    choose_film(film_window, qtbot, other_film)
    assert not dirty(film_window)
    assert film_window.film is not None
    assert film_window.film.path == other_film


# ---------------------------------------------------------------------- recovery


def dialog_of(window: Window) -> RecoveryDialog:
    dialog = window.findChild(RecoveryDialog)
    assert dialog is not None
    return dialog


def click(box: QMessageBox | None, button: QMessageBox.StandardButton) -> None:
    assert box is not None
    pressed = box.button(button)
    assert pressed is not None
    pressed.click()


def crash(window: Window) -> None:
    """End the window as a crash would: nothing is closed in order."""
    window.workers._queue.waitForDone()
    journal = window.session.journal._journal
    assert journal is not None
    journal._close(remove=False)
    window.session.journal._journal = None
    window.session.journal._begun = False


def test_every_edit_is_in_the_journal_at_once(
    window: Window, new_window: Callable[[], Window], qtbot: QtBot
) -> None:
    tag(window)
    window.player.skip(1)
    tag(window, "side_control")
    lost = window.session.match
    crash(window)
    found = recoverable()
    assert [(item.tags, item.edits) for item in found] == [(2, 2)]
    assert found[0].match() == lost
    again = new_window()
    again.files.look_for_unsaved(again.files.offer)
    qtbot.waitUntil(lambda: again.findChild(RecoveryDialog) is not None)
    dialog = dialog_of(again)
    first = dialog.list.item(0)
    assert first is not None
    assert "2" in first.text()
    dialog.recover.click()
    assert again.session.match == lost
    assert again.session.dirty


def test_what_was_recovered_is_kept_until_it_is_saved(
    window: Window, new_window: Callable[[], Window], qtbot: QtBot, tmp_path: Path
) -> None:
    tag(window)
    crash(window)
    again = new_window()
    found = recoverable()[0]
    again.files.take_back(found)
    again.workers._queue.waitForDone()
    assert recoverable() == []  # somebody works on it, so it is offered to nobody else
    assert found.path.exists()
    saved_at(again, qtbot, tmp_path / "a.match.json")
    assert recoverable() == []
    assert not found.path.exists()


def test_later_deletes_nothing(
    window: Window, new_window: Callable[[], Window], qtbot: QtBot
) -> None:
    tag(window)
    crash(window)
    again = new_window()
    again.files.offer(recoverable())
    dialog_of(again).reject()
    assert len(recoverable()) == 1


def test_deleting_unsaved_work_is_asked_twice(
    window: Window, new_window: Callable[[], Window], qtbot: QtBot
) -> None:
    tag(window)
    crash(window)
    again = new_window()
    again.files.offer(recoverable())
    dialog = dialog_of(again)
    dialog.discard.click()
    box = dialog.findChild(QMessageBox)
    assert len(recoverable()) == 1
    click(box, DISCARD)
    assert recoverable() == []


def test_a_journal_that_cannot_be_read_is_shown_and_kept(
    window: Window, home: Path, qtbot: QtBot
) -> None:
    folder = home / "state" / "journals"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "x.journal").write_bytes(b"not a journal\n")
    found = recoverable()
    assert found[0].problem
    assert found[0].problem in recovery_text(found[0])
    window.files.offer(found)
    dialog = dialog_of(window)
    assert not dialog.recover.isEnabled()
    dialog.reject()
    assert found[0].path.read_bytes() == b"not a journal\n"


def test_a_journal_that_cannot_be_written_is_said_and_work_goes_on(
    window: Window, home: Path, qtbot: QtBot
) -> None:
    state = home / "state"
    state.mkdir(parents=True, exist_ok=True)
    (state / "journals").write_text("in the way")
    tag(window)
    qtbot.waitUntil(lambda: bool(window.banners.text("journal")), timeout=10000)
    assert len(window.session.match.tags) == 1
    (state / "journals").unlink()
    tag(window, "mark")
    qtbot.waitUntil(lambda: not window.banners.text("journal"), timeout=10000)


def test_keys_mean_nothing_to_the_match_while_a_question_is_open(
    window: Window, qtbot: QtBot
) -> None:
    tag(window)
    window.close()
    qtbot.keyClick(window.film_view, Qt.Key.Key_S)
    assert len(window.session.match.tags) == 1
    answer(window, CANCEL)
