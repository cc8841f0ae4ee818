"""Clips from the window: what is asked for, what comes of it, and what is said."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from PyQt6.QtCore import QPoint, Qt, QUrl
from PyQt6.QtGui import QDesktopServices
from PyQt6.QtWidgets import QDialog, QMenu, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from annotator.files.match_file import save_match
from annotator.model.edits import ChangeTag
from annotator.model.match import Media, RulesetPin
from annotator.settings import read_settings
from annotator.ui.clips.dialog import ClipsDialog
from annotator.ui.window import Window
from annotator.video import Footage
from exports.clips import batch as batch_module
from exports.clips.manifest import read_manifest
from exports.film_moments import Names
from tests.exports.clips.conftest import tagged
from tests.video.clips import read_number, write

F = Fraction
RATE, COUNT = F(25), 350


@pytest.fixture(scope="session")
def numbered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("numbered") / "film.mp4"
    write(path, rate=RATE, count=COUNT, gop=25)
    return path


@pytest.fixture
def clip_window(window: Window, numbered: Path, tmp_path: Path, qtbot: QtBot) -> Window:
    """A saved match of two athletes on the numbered film, scored."""
    folder = tmp_path / "match"
    folder.mkdir()
    (folder / "film.mp4").write_bytes(numbered.read_bytes())
    match = replace(tagged(), media=(Media("film.mp4"),), rulesets=(RulesetPin("jjb-fr"),))
    save_match(match, folder / "final.match.json")
    window.scorer.read_rulesets()
    window.files.open_path(folder / "final.match.json")
    qtbot.waitUntil(lambda: "jjb-fr" in window.scorer.scores.sheets, timeout=30000)
    qtbot.waitUntil(lambda: window.film is not None, timeout=20000)
    qtbot.waitUntil(lambda: not window.workers.busy(), timeout=30000)
    qtbot.waitUntil(lambda: window.scorer.scores.match is window.session.match, timeout=20000)
    return window


def dialog_of(window: Window, command: str = "file.clips") -> ClipsDialog:
    window.run_by_id(command)
    dialogs = [each for each in window.findChildren(ClipsDialog) if each.isVisible()]
    assert len(dialogs) == 1
    return dialogs[0]


def bare(dialog: ClipsDialog) -> None:
    """Nothing over the film, so that its numbers can be read."""
    for box in dialog.looks.parts.values():
        box.setChecked(False)


def done(window: Window, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: bool(window.banners.text("clips")), timeout=60000)
    qtbot.waitUntil(lambda: not window.workers.busy(), timeout=20000)


def press(window: Window, text: str) -> None:
    [button] = [
        each
        for each in window.banners.findChildren(QPushButton)
        if each.text() == text and each.isVisible()
    ]
    button.click()


def test_the_selected_tag_is_offered_and_its_clip_has_its_frames(
    clip_window: Window, tmp_path: Path, qtbot: QtBot
) -> None:
    window = clip_window
    window.select(["6"])
    dialog = dialog_of(window, "file.clip_tag")
    assert "Armbar" in dialog.choice.pointed.text()
    dialog.choice.before.setValue(0.5)
    dialog.choice.after.setValue(0.2)
    bare(dialog)
    dialog.refresh()
    [clip] = dialog.choice.shown()
    assert (clip.first, clip.last) == (int(7 * RATE), int(F("9.2") * RATE))
    dialog.folder.setText(str(tmp_path / "out"))

    dialog.take()
    done(window, qtbot)

    assert window.banners.text("clips").startswith("1 clip in ")
    [path] = (tmp_path / "out").glob("*.mp4")
    with Footage.open(path) as film:
        assert [read_number(image) for image in film.frames()] == list(range(175, 231))


def test_picking_writes_the_words_and_lists_the_clips(clip_window: Window) -> None:
    dialog = dialog_of(clip_window)
    choice = dialog.choice
    assert not choice.pointed.isVisible()

    choice.source.setCurrentIndex(choice.source.findData("tags"))
    choice.athlete.setCurrentIndex(choice.athlete.findData("blue"))
    choice.what.setCurrentIndex(choice.what.findData("open_guard"))
    choice._compose()
    dialog.refresh()

    assert choice.words.text() == "tags open guard blue"
    assert [clip.moments[0].tag.id for clip in choice.shown() if clip.moments[0].tag] == ["8"]
    assert choice.count.text().startswith("1 clip, ")


def test_words_that_are_not_understood_are_said_and_nothing_is_exported(
    clip_window: Window, qtbot: QtBot
) -> None:
    dialog = dialog_of(clip_window)

    qtbot.keyClicks(dialog.choice.words, " bleu")
    qtbot.waitUntil(lambda: not dialog.export.isEnabled())

    assert "“bleu” is not understood" in dialog.choice.trouble.text()
    assert "blue" in dialog.choice.trouble.text()
    dialog.choice.words.setText("tags blue")
    dialog.refresh()
    assert dialog.export.isEnabled()
    assert not dialog.choice.trouble.text()


def test_a_ruling_of_the_list_becomes_a_clip(clip_window: Window) -> None:
    window = clip_window
    feed = window.rulings.feed()
    window.run_by_id("file.clip_ruling")
    assert "list of rulings" in window.status.currentMessage()
    rows = window.rulings.shown()
    number = next(n for n, row in enumerate(rows) if row.ruling and row.ruling.clause == "pass")
    model = feed.model()
    assert model is not None
    feed.setCurrentIndex(model.index(number, 0))

    dialog = dialog_of(window, "file.clip_ruling")

    assert "Guard pass" in dialog.choice.pointed.text()
    [clip] = dialog.choice.shown()
    assert clip.moments[0].ruling is rows[number].ruling
    assert dialog.order().ruleset == "jjb-fr"


def test_enter_on_a_clip_plays_it_from_the_film(clip_window: Window, qtbot: QtBot) -> None:
    window = clip_window
    dialog = dialog_of(window)
    dialog.choice.words.setText("armbar")
    dialog.refresh()
    item = dialog.choice.list.topLevelItem(0)
    assert item is not None
    dialog.choice.list.setCurrentItem(item)
    dialog.choice.list.setFocus()
    qtbot.keyClick(dialog.choice.list, Qt.Key.Key_Return)

    [clip] = dialog.choice.shown()
    loop = window.player.loop
    assert loop is not None
    assert (loop.start, loop.end) == (clip.start, clip.end)
    assert dialog.isVisible()
    window.player.pause()


def test_how_clips_looked_is_remembered_but_not_names_and_blurring(
    clip_window: Window, tmp_path: Path, qtbot: QtBot
) -> None:
    window = clip_window
    dialog = dialog_of(window)
    dialog.choice.words.setText("armbar")
    dialog.looks.slow.setCurrentIndex(1)
    dialog.looks.lines.setCurrentIndex(dialog.looks.lines.findData(360))
    dialog.looks.parts["captions"].setChecked(False)
    dialog.looks.names.setCurrentIndex(1)
    dialog.refresh()
    dialog.folder.setText(str(tmp_path / "out"))
    dialog.take()
    done(window, qtbot)

    order = dialog_of(window).order()

    assert (order.slow, order.lines, order.shown.captions) == (F(1, 2), 360, False)
    assert order.names is Names.FULL
    assert read_settings()[0].clips


def test_a_match_of_children_says_what_is_hidden(clip_window: Window) -> None:
    window = clip_window
    first = window.session.match.tags[0]
    window.session.do(ChangeTag(first.with_details(category="kids")))

    dialog = dialog_of(window)

    assert (dialog.order().names, dialog.order().blur) == (Names.INITIALS, True)
    assert "names are initials" in dialog.hint.text()
    assert "faces are not found" in dialog.hint.text()
    dialog.looks.blur.setChecked(False)
    dialog.refresh()
    assert "nothing is blurred" in dialog.hint.text()


def test_stopped_and_gone_on_with(
    clip_window: Window, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, out = clip_window, tmp_path / "out"
    dialog = dialog_of(window)
    dialog.choice.words.setText("armbar; mount")
    bare(dialog)
    dialog.refresh()
    order = dialog.order()
    dialog.reject()
    real = batch_module._write

    def stopping(*args: object) -> object:
        entry = real(*args)  # type: ignore[arg-type]  # handed on as they came
        assert job is not None
        job.cancel()
        return entry

    monkeypatch.setattr(batch_module, "_write", stopping)
    job = window.clipping.write(order, out)
    assert job is not None
    assert window.clipping.write(order, out) is None, "one batch at a time"
    done(window, qtbot)
    monkeypatch.setattr(batch_module, "_write", real)
    assert window.banners.text("clips") == "Stopped with 1 of 2 clips finished."
    assert not list(out.glob("*.part"))

    window.banners.clear("clips")
    dialog = dialog_of(window)
    dialog.folder.setText(str(out))
    assert dialog.begun.text() == "A batch was begun here: 1 of 2 clips are finished."
    dialog.go_on()
    done(window, qtbot)

    assert window.banners.text("clips").startswith("2 clips in ")
    book = read_manifest(out)
    assert book is not None
    assert book.unfinished == 0


def test_a_clip_that_failed_is_named_and_tried_again(
    clip_window: Window, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    window, out = clip_window, tmp_path / "out"
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", opened.append)
    dialog = dialog_of(window)
    dialog.choice.words.setText("armbar")
    dialog.refresh()
    [clip] = dialog.choice.shown()
    dialog.folder.setText(str(out))
    out.mkdir()
    (out / f"{clip.name}.mp4").mkdir()
    (out / f"{clip.name}.mp4" / "x").write_text("x")
    monkeypatch.setattr(batch_module, "_free", lambda name, *rest: name)

    dialog.take()
    done(window, qtbot)
    assert f"1 clip failed:\n{clip.name}.mp4: " in window.banners.text("clips")

    (out / f"{clip.name}.mp4" / "x").unlink()
    (out / f"{clip.name}.mp4").rmdir()
    press(window, "Try those again")
    done(window, qtbot)
    assert window.banners.text("clips").startswith("1 clip in ")
    press(window, "Open the folder")
    assert [url.toLocalFile() for url in opened] == [str(out)]


def test_without_a_film_the_commands_say_so(window: Window) -> None:
    for command in ("file.clips", "file.clip_tag", "file.clip_ruling"):
        window.run_by_id(command)
        assert "not now" in window.status.currentMessage()
    assert not window.findChildren(QDialog)


def popup_of(window: Window) -> QMenu:
    menus = [each for each in window.findChildren(QMenu) if each.isVisible()]
    assert len(menus) == 1
    return menus[0]


def ask(widget: QWidget, point: QPoint) -> None:
    widget.customContextMenuRequested.emit(point)


def test_a_right_click_on_a_tag_or_ruling_offers_its_clip(clip_window: Window) -> None:
    window = clip_window
    window.run_by_id("view.table")
    grid, feed = window.table.grid(), window.rulings.feed()
    tags, rulings = grid.model(), feed.model()
    assert tags is not None
    assert rulings is not None
    row = next(n for n in range(9) if window.table.tag_at(tags.index(n, 0)).id == "6")
    ask(grid, grid.visualRect(tags.index(row, 3)).center())
    menu = popup_of(window)
    titles = [action.text().partition("\t")[0] for action in menu.actions()]
    assert "Clip of the tag…" in titles
    next(a for a in menu.actions() if a.data() == "file.clip_tag").trigger()
    menu.close()
    dialog = next(each for each in window.findChildren(ClipsDialog) if each.isVisible())
    assert "Armbar" in dialog.choice.pointed.text()
    dialog.reject()

    window.run_by_id("view.rulings")
    ask(feed, feed.visualRect(rulings.index(0, 0)).center())
    assert [action.data() for action in popup_of(window).actions()] == ["file.clip_ruling"]
    popup_of(window).close()


def test_the_timeline_has_the_menu_too(clip_window: Window, qtbot: QtBot) -> None:
    window = clip_window
    window.run_by_id("view.timeline")
    canvas = window.timeline.canvas()
    qtbot.waitUntil(lambda: bool(canvas.bands()))
    points = (
        QPoint(x, y) for y in range(0, canvas.height(), 4) for x in range(60, canvas.width(), 6)
    )
    place = next(
        point
        for point in points
        if (item := canvas.item_at(point)) is not None and item.tag is not None
        and item.tag.id == "6"
    )  # fmt: skip
    ask(canvas, place)
    assert window.selection == ["6"]
    assert "file.clip_tag" in [action.data() for action in popup_of(window).actions()]
    popup_of(window).close()


def test_the_lists_follow_the_words_that_are_typed(clip_window: Window, qtbot: QtBot) -> None:
    choice = dialog_of(clip_window).choice
    lists = (choice.source, choice.what, choice.athlete)
    choice.words.clear()
    qtbot.keyClicks(choice.words, "near pass red")
    assert [each.currentData() for each in lists] == ["near", "pass", "red"]
    choice.words.clear()
    qtbot.keyClicks(choice.words, "sweep")
    assert [each.currentIndex() for each in lists] == [-1, -1, -1]
    assert {each.placeholderText() for each in lists} == {"as written"}
    choice.what.setCurrentIndex(choice.what.findData("mount"))
    choice.what.activated.emit(choice.what.currentIndex())
    assert choice.words.text() == "given mount"
    assert [each.currentData() for each in lists] == ["given", "mount", ""]


def test_titles_of_clips_have_all_the_room_there_is(clip_window: Window, qtbot: QtBot) -> None:
    dialog = dialog_of(clip_window)
    listed, view = dialog.choice.list, dialog.choice.list.viewport()
    assert view is not None
    dialog.resize(1400, 700)
    qtbot.waitUntil(
        lambda: sum(listed.columnWidth(column) for column in range(3)) == view.width(), timeout=5000
    )
    shown = dialog.choice.athlete.view()
    assert shown is not None
    assert shown.minimumWidth() >= shown.sizeHintForColumn(0)
