"""What a new coach stumbled over: files replaced unasked, texts left behind, keys that stick."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PyQt6.QtCore import QEvent, QPoint, Qt
from PyQt6.QtGui import QGuiApplication, QImage, QKeyEvent
from PyQt6.QtWidgets import QApplication, QFileDialog, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from annotator.files.match_file import read_match
from annotator.model.edits import SetRulesets
from annotator.model.match import Match, RulesetPin
from annotator.settings import read_settings
from annotator.ui.export_dialog import ExportDialog
from annotator.ui.match_dialog import MatchDialog
from annotator.ui.player.film_view import image_of
from annotator.ui.window import Window

K = Qt.Key
NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier


def press(
    window: Window, qtbot: QtBot, *keys: Qt.Key, modifier: Qt.KeyboardModifier = NONE
) -> None:
    for key in keys:
        qtbot.keyClick(window.film_view, key, modifier)


def box(window: Window, name: str) -> QMessageBox | None:
    found = [each for each in window.findChildren(QMessageBox, name) if each.isVisible()]
    return found[-1] if found else None


def answer(window: Window, name: str, text: str) -> None:
    asked = box(window, name)
    assert asked is not None
    button = next(each for each in asked.buttons() if each.text().replace("&", "") == text)
    button.click()


def saved(window: Window, qtbot: QtBot, path: Path) -> None:
    with qtbot.waitSignal(window.session.saved, timeout=10000):
        window.session.save(path)


def idle(window: Window, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: not window.workers.busy(), timeout=60000)
    qtbot.wait(20)  # the signals of what just ended


def with_rules(window: Window, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.scorer.rulesets_read, timeout=20000):
        window.scorer.read_rulesets()


def write_note(window: Window, qtbot: QtBot, text: str) -> None:
    press(window, qtbot, K.Key_Apostrophe)
    qtbot.keyClicks(window.followup.note, text)


# ---------------------------------------------------------------------- nothing replaced unasked


def test_a_name_typed_without_its_ending_replaces_no_match_unasked(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    target = tmp_path / "keep.match.json"
    target.write_text("nineteen tags")
    window.tagging.press(("mount", False))
    for name in ("keep", "keep.match.json"):
        window.files.save_to(str(tmp_path / name))
        asked = box(window, "replace")
        assert asked is not None
        default = asked.defaultButton()
        assert default is not None
        assert default is asked.button(QMessageBox.StandardButton.Cancel)
        default.click()
        idle(window, qtbot)
        assert target.read_text() == "nineteen tags"
    window.files.save_to(str(tmp_path / "keep"))
    with qtbot.waitSignal(window.session.saved, timeout=10000):
        answer(window, "replace", "Replace")
    assert len(read_match(target).tags) == 1


def test_after_no_the_name_is_asked_again(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "keep.match.json").write_text("x")
    window.files.save_to(str(tmp_path / "keep"))
    answer(window, "replace", "Cancel")
    assert [d for d in window.findChildren(QFileDialog) if d.isVisible()]


def test_the_save_dialog_leaves_the_question_to_the_whole_name(window: Window) -> None:
    window.files.save_as()
    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    assert dialog.testOption(QFileDialog.Option.DontConfirmOverwrite)


def test_the_own_file_is_saved_to_without_a_question(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    saved(window, qtbot, tmp_path / "a.match.json")
    window.tagging.press(("mount", False))
    with qtbot.waitSignal(window.session.saved, timeout=10000):
        window.files.save_to(str(tmp_path / "a"))


def test_an_export_goes_beside_the_match_and_asks_before_it_replaces(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    with_rules(window, qtbot)
    window.tagging.press(("mount", False))
    saved(window, qtbot, tmp_path / "final.match.json")
    window.run_by_id("file.csv")
    dialog = window.findChild(ExportDialog)
    assert dialog is not None
    folder = tmp_path / "final-export"
    assert dialog.path() == folder
    dialog.take()
    idle(window, qtbot)
    assert (folder / "tags.csv").exists()
    assert str(folder) in window.status.currentMessage()
    # Our own may be written anew; not so once somebody else has changed it.
    window.exporting.into(str(folder))
    assert box(window, "replace") is None
    idle(window, qtbot)
    (folder / "tags.csv").write_text("by hand")
    window.exporting.into(str(folder))
    asked = box(window, "replace")
    assert asked is not None
    assert "tags.csv" in asked.text()
    assert "timeline.csv" not in asked.text()
    asked.reject()
    idle(window, qtbot)
    assert (folder / "tags.csv").read_text() == "by hand"


def test_another_matchs_export_is_not_ours(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    with_rules(window, qtbot)
    window.run_by_id("file.csv")
    window.exporting.into(str(tmp_path))
    idle(window, qtbot)
    window.session.adopt(Match())
    window.exporting.into(str(tmp_path))
    asked = box(window, "replace")
    assert asked is not None
    answer(window, "replace", "Replace")
    idle(window, qtbot)
    assert not window.banners.text("error")


def test_a_picture_replaces_nothing_unasked(
    film_window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    (tmp_path / "a.png").write_text("mine")
    film_window.run_by_id("view.snapshot")
    film_window.views.save_picture(str(tmp_path / "a"))
    assert box(film_window, "replace") is not None
    assert (tmp_path / "a.png").read_text() == "mine"


# ---------------------------------------------------------------------- texts being typed


def test_saving_takes_the_note_over_that_is_being_typed(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "a.match.json"
    press(window, qtbot, K.Key_D)
    saved(window, qtbot, path)
    write_note(window, qtbot, "late grip")
    assert "unsaved" in window.status.saved.text()
    with qtbot.waitSignal(window.session.saved, timeout=10000):
        qtbot.keyClick(window.followup.note, K.Key_S, CTRL)
    assert read_match(path).tags[0].note == "late grip"
    assert not window.session.dirty
    assert window.followup.note.hasFocus()
    qtbot.keyClicks(window.followup.note, " left")
    with qtbot.waitSignal(window.session.saved, timeout=10000):
        qtbot.keyClick(window.followup.note, K.Key_S, CTRL)
    assert read_match(path).tags[0].note == "late grip left"


@pytest.mark.parametrize("key", [K.Key_Q, K.Key_N, K.Key_O])
def test_leaving_the_match_in_a_note_asks_about_the_note(
    window: Window, qtbot: QtBot, tmp_path: Path, key: Qt.Key
) -> None:
    press(window, qtbot, K.Key_D)
    saved(window, qtbot, tmp_path / "a.match.json")
    write_note(window, qtbot, "late grip")
    qtbot.keyClick(window.followup.note, key, CTRL)
    asked = box(window, "unsaved")
    assert asked is not None
    assert window.session.match.tags[0].note == "late grip"
    asked.reject()


def test_a_cell_being_written_is_saved_too(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "a.match.json"
    press(window, qtbot, K.Key_D)
    saved(window, qtbot, path)
    window.run_by_id("view.table")
    grid = window.table.grid()
    grid.selectRow(0)
    window.table.edit_note()
    editor = QApplication.focusWidget()
    assert editor is not None
    qtbot.keyClicks(editor, "in the table")
    with qtbot.waitSignal(window.session.saved, timeout=10000):
        qtbot.keyClick(editor, K.Key_S, CTRL)
    assert read_match(path).tags[0].note == "in the table"


def test_a_technique_being_typed_is_saved_too(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "a.match.json"
    press(window, qtbot, K.Key_H)
    saved(window, qtbot, path)
    press(window, qtbot, K.Key_Return)
    qtbot.keyClicks(window.followup.technique, "kimura")
    with qtbot.waitSignal(window.session.saved, timeout=10000):
        qtbot.keyClick(window.followup.technique, K.Key_S, CTRL)
    assert read_match(path).tags[0].details == {"technique": "kimura"}


def test_a_tag_made_in_the_middle_of_a_note_comes_after_it(window: Window, qtbot: QtBot) -> None:
    press(window, qtbot, K.Key_D)
    write_note(window, qtbot, "late grip")
    qtbot.mouseClick(window.panel.buttons["turtle"], Qt.MouseButton.LeftButton)
    assert window.session.match.by_id(window.session.match.tags[0].id).note == "late grip"  # type: ignore[union-attr]
    assert window.film_view.hasFocus()


@pytest.mark.parametrize("where", ["row", "film", "escape"])
def test_after_a_note_the_tag_keys_tag_again(window: Window, qtbot: QtBot, where: str) -> None:
    press(window, qtbot, K.Key_D)
    window.player.skip(1)
    press(window, qtbot, K.Key_P)
    window.run_by_id("view.table")
    write_note(window, qtbot, "x")
    grid = window.table.grid()
    if where == "row":
        port, model = grid.viewport(), grid.model()
        assert port is not None
        assert model is not None
        spot = grid.visualRect(model.index(0, 1)).center()
        qtbot.mouseClick(port, Qt.MouseButton.LeftButton, pos=spot)
    elif where == "film":
        qtbot.mouseClick(window.film_view, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    else:
        qtbot.keyClick(window.followup.note, K.Key_Escape)
    focus = QApplication.focusWidget()
    assert focus is window.film_view
    qtbot.keyClick(focus, K.Key_T)
    assert sorted(tag.tag for tag in window.session.match.tags) in (
        ["mark", "mount", "turtle"], ["mark", "turtle"],
    )  # fmt: skip


# ---------------------------------------------------------------------- pictures, places


def test_the_picture_saved_is_the_frame_at_which_the_key_was_pressed(
    film_window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    window = film_window
    window.player.seek_index(20)
    qtbot.waitUntil(lambda: window.player.index == 20, timeout=10000)
    window.player.play()
    qtbot.waitUntil(lambda: (window.player.index or 0) > 22, timeout=10000)
    press(window, qtbot, K.Key_C)
    index = window.player.index
    assert index is not None
    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    assert window.film is not None
    assert dialog.selectedFiles() == [str(window.film.path.parent / f"finale 76 kg-f{index}.png")]
    window.player.seek_index(60)  # whatever moves the film meanwhile
    qtbot.waitUntil(lambda: window.player.index == 60, timeout=10000)
    window.views.save_picture(str(tmp_path / "a.png"))
    idle(window, qtbot)
    picture = window.film.footage.picture(index)
    right = image_of(picture).convertToFormat(QImage.Format.Format_RGB32)
    got = QImage(str(tmp_path / "a.png")).convertToFormat(QImage.Format.Format_RGB32)
    assert got == right


def test_dialogs_begin_in_the_folder_of_the_match(
    film_window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    window = film_window
    assert window.film is not None
    for folder in (window.film.path.parent, tmp_path):
        for command in ("view.snapshot", "file.film"):
            window.run_by_id(command)
            dialog = window.findChildren(QFileDialog)[-1]
            assert Path(dialog.directory().absolutePath()) == folder
            dialog.reject()
        saved(window, qtbot, tmp_path / "a.match.json")


# ---------------------------------------------------------------------- questions and undo


def test_undo_of_an_answer_asks_its_question_again(window: Window, qtbot: QtBot) -> None:
    press(window, qtbot, K.Key_U)
    first = window.followup._number
    press(window, qtbot, K.Key_1)
    second = window.followup._number
    press(window, qtbot, K.Key_1)
    third = window.followup._number
    assert len({first, second, third}) == 3
    window.session.undo()
    assert window.followup._number == second
    window.session.undo()
    assert window.followup._number == first
    window.session.redo()
    assert window.followup._number == second
    window.session.redo()
    assert window.followup._number == third


# ---------------------------------------------------------------------- keys


class Timed(QKeyEvent):
    """A stroke at a time of the system's clock, which Qt lets nobody set."""

    def __init__(self, kind: QEvent.Type, key: Qt.Key, time: int, text: str) -> None:
        super().__init__(kind, key, NONE, text)
        self._time = time

    def timestamp(self) -> int:
        return self._time


def stroke(window: Window, kind: QEvent.Type, key: Qt.Key, time: int, text: str = "") -> None:
    QApplication.sendEvent(window.film_view, Timed(kind, key, time, text))


def test_a_held_key_is_one_stroke_also_as_pairs_not_marked_as_repeated(window: Window) -> None:
    stroke(window, QEvent.Type.KeyPress, K.Key_P, 1000, "p")
    for time in range(1500, 3000, 40):
        window.player.skip(1)
        stroke(window, QEvent.Type.KeyRelease, K.Key_P, time, "p")
        stroke(window, QEvent.Type.KeyPress, K.Key_P, time, "p")
    stroke(window, QEvent.Type.KeyRelease, K.Key_P, 3010, "p")
    assert len(window.session.match.tags) == 1
    stroke(window, QEvent.Type.KeyPress, K.Key_P, 3090, "p")
    assert len(window.session.match.tags) == 2


def test_a_held_key_is_one_stroke_also_without_releases(window: Window) -> None:
    for time in (1000, 1500, 1540):
        window.player.skip(1)
        stroke(window, QEvent.Type.KeyPress, K.Key_P, time, "p")
    assert len(window.session.match.tags) == 1


def test_a_key_let_go_in_a_dialog_is_not_held(window: Window, qtbot: QtBot) -> None:
    qtbot.keyPress(window.film_view, K.Key_G)
    qtbot.keyRelease(QApplication.activeModalWidget(), K.Key_G)
    modal = QApplication.activeModalWidget()
    assert modal is not None
    modal.close()
    press(window, qtbot, K.Key_G)
    assert QApplication.activeModalWidget() is not None


def test_shift_let_go_in_a_dialog_is_not_shown_as_held(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def look() -> str | None:
        return window.panel.buttons["mount"].look.athlete

    qtbot.keyPress(window.film_view, K.Key_Shift)
    assert look() == "blue"
    window.run_by_id("edit.match")
    modal = QApplication.activeModalWidget()
    qtbot.keyRelease(modal, K.Key_Shift)
    assert look() == "red"
    for held in (SHIFT, NONE):
        monkeypatch.setattr(QGuiApplication, "queryKeyboardModifiers", lambda held=held: held)
        QApplication.sendEvent(window, QEvent(QEvent.Type.WindowActivate))
        assert look() == ("blue" if held == SHIFT else "red")


# ---------------------------------------------------------------------- films and their matches


@pytest.fixture
def tagged_film(
    film_path: Path, new_window: Callable[[], Window], qtbot: QtBot, tmp_path: Path
) -> Path:
    """A film with a match of its name beside it, one of another name, and one of another film."""
    film = tmp_path / "bout.mp4"
    # Like no other film near it, or it would be found again by what is in it.
    name = tmp_path.name.encode()
    box = (8 + len(name)).to_bytes(4, "big") + b"free" + name
    film.write_bytes(film_path.read_bytes() + box)
    window = new_window()
    with qtbot.waitSignal(window.player.picture_ready, timeout=20000):
        window.files.open_path(film)
    window.tagging.press(("mount", False))
    saved(window, qtbot, tmp_path / "bout.match.json")
    text = (tmp_path / "bout.match.json").read_text(encoding="utf-8")
    (tmp_path / "other.match.json").write_text(text.replace("bout.mp4", "x.mp4"), encoding="utf-8")
    return film


def choose_film(window: Window, qtbot: QtBot, film: Path) -> None:
    with qtbot.waitSignal(window.opener.opened, timeout=20000):
        window.files.open_path(film)


@pytest.mark.parametrize("name", ["bout.match.json", "second reading.json"])
def test_a_film_that_was_tagged_offers_its_match(
    window: Window, qtbot: QtBot, tagged_film: Path, name: str
) -> None:
    match = tagged_film.parent / "bout.match.json"
    match.rename(match.with_name(name))
    choose_film(window, qtbot, tagged_film)
    asked = box(window, "which match")
    assert asked is not None
    assert name in asked.text()
    assert window.film is None
    with qtbot.waitSignal(window.player.picture_ready, timeout=20000):
        answer(window, "which match", "Open match")
    assert window.session.path == match.with_name(name)
    assert len(window.session.match.tags) == 1


def test_a_new_match_of_a_tagged_film_is_possible(
    window: Window, qtbot: QtBot, tagged_film: Path
) -> None:
    choose_film(window, qtbot, tagged_film)
    with qtbot.waitSignal(window.player.picture_ready, timeout=20000):
        answer(window, "which match", "New match")
    assert window.session.path is None
    assert not window.session.match.tags
    assert len(window.session.match.media) == 1


def test_the_offer_given_up_changes_nothing(
    window: Window, qtbot: QtBot, tagged_film: Path
) -> None:
    choose_film(window, qtbot, tagged_film)
    answer(window, "which match", "Cancel")
    assert window.film is None
    assert not window.session.match.media


def test_the_missing_film_stays_said_when_another_one_is_given_up(
    window: Window, qtbot: QtBot, tagged_film: Path, film_path: Path
) -> None:
    tagged_film.unlink()
    with qtbot.waitSignal(window.session.opened, timeout=10000):
        window.files.open_path(tagged_film.parent / "bout.match.json")
    said = window.banners.text("film")
    assert said
    other = Match(media=(*window.session.match.media,), tags=window.session.match.tags)
    assert other.media[0].fingerprint
    window.films.choose()
    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    dialog.reject()
    assert window.banners.text("film") == said
    text_film = tagged_film.with_name("wrong.mp4")
    _another_film(text_film)
    choose_film(window, qtbot, text_film)
    answer(window, "whose film", "Cancel")
    assert window.banners.text("film") == said


def _another_film(path: Path) -> None:
    import av
    import numpy as np

    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=25, options={"preset": "ultrafast"})
        stream.width, stream.height, stream.pix_fmt = 64, 64, "yuv420p"
        for n in range(9):
            picture = np.full((64, 64, 3), 20 * n, np.uint8)
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, "rgb24")))
        container.mux(stream.encode())


# ---------------------------------------------------------------------- playing


def test_from_tag_to_tag_means_from_where_the_film_stands(
    film_window: Window, qtbot: QtBot
) -> None:
    window = film_window
    for index in (10, 20, 20, 30):
        window.player.seek_index(index)
        qtbot.waitUntil(lambda index=index: window.player.index == index, timeout=10000)  # type: ignore[misc]
        press(window, qtbot, K.Key_P)
    ids = [tag.id for tag in window.session.match.tags]
    window.select([ids[0]])
    window.player.seek_index(40)
    qtbot.waitUntil(lambda: window.player.index == 40, timeout=10000)
    press(window, qtbot, K.Key_Left, modifier=CTRL)
    assert (window.player.target, window.selection) == (30, [ids[3]])
    # Before the picture is there the next stroke already goes on; two on one frame are two.
    press(window, qtbot, K.Key_Left, K.Key_Left, modifier=CTRL)
    assert (window.player.target, window.selection) == (20, [ids[1]])
    press(window, qtbot, K.Key_Left, K.Key_Left, modifier=CTRL)
    assert (window.player.target, window.selection) == (10, [ids[0]])
    window.player.seek_index(15)
    press(window, qtbot, K.Key_Right, modifier=CTRL)
    assert window.player.target == 20


def test_the_clock_says_that_the_match_is_over_where_a_sheet_says_so(
    window: Window, qtbot: QtBot
) -> None:
    with_rules(window, qtbot)
    pins = [RulesetPin(r.id, r.edition, r.hash) for r in window.scorer.rulesets if r.id == "ibjjf"]
    window.session.do(SetRulesets(tuple(pins)))
    press(window, qtbot, K.Key_N)
    window.player.skip(5)
    press(window, qtbot, K.Key_H, K.Key_1)
    window.player.skip(5)
    press(window, qtbot, K.Key_H)
    tag = window.session.match.tags[-1]
    from annotator.model.edits import Answer

    window.session.do(Answer(tag.id, "outcome", "tap"))
    idle(window, qtbot)
    sheet = window.scorer.scores.sheets["ibjjf"]
    assert sheet.result.won_by == "submission"
    assert sheet.result.finished_at == 10
    window.player.seek(tag.start + 4)
    assert "over" not in window.film_view._right[0]
    window.player.seek(tag.start + 30)
    assert window.film_view._right[0] == "clock 0:10.0 · over"


def test_nothing_to_undo_is_said_in_plain_words(window: Window, qtbot: QtBot) -> None:
    press(window, qtbot, K.Key_Z, modifier=CTRL)
    assert window.status.currentMessage() == "Nothing to undo."


# ---------------------------------------------------------------------- the match dialog, rulesets


def ticked(dialog: MatchDialog, *names: str) -> None:
    for row in range(dialog.rulesets.count()):
        item = dialog.rulesets.item(row)
        assert item is not None
        wanted = item.data(Qt.ItemDataRole.UserRole) in names
        item.setCheckState(Qt.CheckState.Checked if wanted else Qt.CheckState.Unchecked)


def offered(dialog: MatchDialog) -> tuple[set[str], set[str]]:
    categories = {dialog.category.itemData(n) for n in range(dialog.category.count())} - {""}
    levels = {dialog.level.itemText(n) for n in range(dialog.level.count())} - {""}
    return categories, levels


def test_categories_and_levels_follow_the_rulesets_ticked(window: Window, qtbot: QtBot) -> None:
    with_rules(window, qtbot)
    dialog = MatchDialog(window.session.match, window.scorer, window)
    for ruleset in window.scorer.rulesets:
        ticked(dialog, ruleset.id)
        categories, levels = offered(dialog)
        assert categories == {category.id for category in ruleset.categories}
        assert set(ruleset.levels) <= levels
    ticked(dialog, "adcc-kids-fr")
    dialog.category.setCurrentIndex(dialog.category.findData("preteens"))
    assert dialog.unknown.isHidden()
    ticked(dialog, "ibjjf")
    assert not dialog.unknown.isHidden()
    assert "preteens" in dialog.unknown.text()
    ticked(dialog, "adcc-kids-fr", "ibjjf")
    assert dialog.unknown.isHidden()
    assert dialog._value(dialog.category) == "preteens"


def test_a_match_cannot_be_left_without_any_ruleset(window: Window, qtbot: QtBot) -> None:
    with_rules(window, qtbot)
    dialog = MatchDialog(window.session.match, window.scorer, window)
    ticked(dialog)
    dialog._take()
    assert dialog.problem.text()
    assert not window.session.dirty


def test_a_new_match_is_scored_as_the_last_one_and_a_named_choice_wins(
    new_window: Callable[[], Window], qtbot: QtBot
) -> None:
    window = new_window()
    with_rules(window, qtbot)
    first = window.scorer.chosen()
    assert len({ruleset.columns for ruleset in first}) == len(first) == 3
    window.run_by_id("edit.match")
    dialog = window.findChild(MatchDialog)
    assert dialog is not None
    names = ["grappling-gi", "ibjjf-ru", "jjif-2014"]
    ticked(dialog, *names)
    dialog._take()
    assert [ruleset.id for ruleset in window.scorer.chosen()] == names
    window.session.undo()
    assert window.scorer.chosen() == first
    window.session.adopt(Match())
    assert [ruleset.id for ruleset in window.scorer.chosen()] == names
    idle(window, qtbot)
    assert list(read_settings()[0].rulesets) == names
    every = tuple(RulesetPin(r.id, r.edition, r.hash) for r in window.scorer.rulesets)
    window.session.do(SetRulesets(every))
    assert window.scorer.chosen() == window.scorer.rulesets


def test_the_export_dialog_takes_no_empty_folder(window: Window, tmp_path: Path) -> None:
    dialog = ExportDialog("x", tmp_path / "a-export", ("tags.csv",), window)
    dialog.folder.setText(" ")
    dialog.take()
    assert dialog.result() == 0
    dialog.folder.setText("other")
    assert dialog.path() == tmp_path / "other"
    assert dialog.findChildren(QPushButton)
