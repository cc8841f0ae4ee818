"""Several films of one match in the window: parts, cameras, films that are away."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from PyQt6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from annotator.files.journal import recoverable
from annotator.files.match_file import read_match, save_match
from annotator.model.match import Match, Media
from annotator.model.time import FrameRef
from annotator.ui.films_dialog import FilmsDialog
from annotator.ui.health_dialog import HealthDialog
from annotator.ui.window import Window
from annotator.video.proxy import make_proxy
from tests.video.clips import read_number, write

F = Fraction
NUMBERS = {"one.mp4": 0, "two.mp4": 100, "side.mp4": 200}
"""The number in the pixels of each film's first frame."""


@pytest.fixture(scope="module")
def clips(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reels")
    write(folder / "one.mp4", rate=F(25))
    write(folder / "two.mp4", rate=F(10), first=100)
    write(folder / "side.mp4", rate=F(50), first=200, count=80)
    return folder


@pytest.fixture
def folder(clips: Path, tmp_path: Path) -> Path:
    """A folder of this test's own with the three films."""
    place = tmp_path / "evening" / "mat 3"
    place.mkdir(parents=True)
    for name in NUMBERS:
        shutil.copy(clips / name, place / name)
    return place


def shown(window: Window) -> int | None:
    """The number in the picture on screen."""
    picture = window.film_view._picture
    assert picture is not None
    film = window.film
    assert film is not None
    index = window.player.index
    assert index is not None
    assert picture.index == index
    return read_number(film.footage.frame(index))


def settled(window: Window, qtbot: QtBot) -> None:
    """Wait until films are open and what was asked for is on screen."""
    qtbot.waitUntil(lambda: window.reels._job is None and not window.workers.busy(), timeout=20000)
    qtbot.waitUntil(
        lambda: window.player.index is not None and window.player.index == window.player.target,
        timeout=20000,
    )


def opened(window: Window, qtbot: QtBot, path: Path) -> None:
    with qtbot.waitSignal(window.player.picture_ready, timeout=20000):
        window.files.open_path(path)
    settled(window, qtbot)


def add(window: Window, qtbot: QtBot, path: Path, *, camera: bool = False) -> None:
    with qtbot.waitSignal(window.reels.changed, timeout=20000):
        window.film_list.add(path, new_camera=camera)
    settled(window, qtbot)


def goto(window: Window, qtbot: QtBot, frame: FrameRef) -> None:
    index = window.reels.index_of(frame)
    assert index is not None
    window.player.seek_index(index)
    settled(window, qtbot)


@pytest.fixture
def two_parts(window: Window, qtbot: QtBot, folder: Path) -> Window:
    opened(window, qtbot, folder / "one.mp4")
    add(window, qtbot, folder / "two.mp4")
    return window


@pytest.fixture
def two_cameras(window: Window, qtbot: QtBot, folder: Path) -> Window:
    opened(window, qtbot, folder / "one.mp4")
    add(window, qtbot, folder / "side.mp4", camera=True)
    return window


def test_a_part_follows_the_film_and_is_tagged_with_its_own_frames(
    two_parts: Window, qtbot: QtBot
) -> None:
    window = two_parts
    assert [media.offset for media in window.session.match.media] == [F(0), F(8, 5)]
    goto(window, qtbot, FrameRef(7, 2))
    assert shown(window) == 107
    assert window.film_view._left[:2] == ("2:f7", "0:02.300")
    window.tagging.press(("mount", False))
    tag = window.session.match.tags[0]
    assert (tag.start, tag.frame, tag.film) == (F(8, 5) + F(7, 10), 7, 2)
    window.player.step(-8)
    settled(window, qtbot)
    assert shown(window) == 39
    window.edits.start_here()
    tag = window.session.match.tags[0]
    assert (tag.start, tag.frame, tag.film) == (F(39, 25), 39, 1)
    window.edges.start(1)
    tag = window.session.match.tags[0]
    assert (tag.start, tag.frame, tag.film) == (F(8, 5), 0, 2)


def test_adding_is_undone_and_done_again(two_parts: Window, qtbot: QtBot) -> None:
    window = two_parts
    with qtbot.waitSignal(window.reels.changed, timeout=20000):
        window.session.undo()
    settled(window, qtbot)
    assert len(window.session.match.media) == 1
    assert len(window.player.times) == 40
    with qtbot.waitSignal(window.reels.changed, timeout=20000):
        window.session.redo()
    settled(window, qtbot)
    assert len(window.player.times) == 80


def test_the_place_on_screen_is_kept_while_films_come_and_go(
    window: Window, qtbot: QtBot, folder: Path
) -> None:
    opened(window, qtbot, folder / "one.mp4")
    window.player.seek_index(23)
    settled(window, qtbot)
    add(window, qtbot, folder / "two.mp4")
    assert shown(window) == 23
    goto(window, qtbot, FrameRef(5, 2))
    window.film_list.place(2, F(10))
    settled(window, qtbot)
    assert shown(window) == 105
    assert window.player.time == F(21, 2)


def test_a_match_of_several_films_comes_back_as_it_was_saved(
    two_parts: Window, new_window: Callable[[], Window], qtbot: QtBot, folder: Path
) -> None:
    window = two_parts
    goto(window, qtbot, FrameRef(3, 2))
    window.tagging.press(("mount", False))
    window.film_list.place(2, F(3))
    path = folder / "final.match.json"
    with qtbot.waitSignal(window.session.saved, timeout=10000):
        window.session.save(path)
    saved = read_match(path)
    assert [media.path for media in saved.media] == ["one.mp4", "two.mp4"]
    assert saved.tags[0].start == F(3) + F(3, 10)
    window.files.new()  # a second window could only look at it
    again = new_window()
    opened(again, qtbot, path)
    assert not again.session.dirty
    assert len(again.player.times) == 82  # two marks in the gap
    goto(again, qtbot, FrameRef(3, 2))
    assert (shown(again), again.player.time) == (103, F(33, 10))
    gap = again.reels.line
    assert gap is not None
    again.player.seek(F(2))
    settled(again, qtbot)
    assert again.film_view._mark == "Nothing was filmed from 0:01.600 to 0:03.000."
    again.tagging.press(("scramble", False))
    assert again.session.match.tags[-1].frame is None


def test_films_and_their_places_are_in_the_journal(two_parts: Window) -> None:
    window = two_parts
    window.film_list.place(2, F(3))
    window.workers._queue.waitForDone()
    journal = window.session.journal._journal
    assert journal is not None
    journal._close(remove=False)
    window.session.journal._journal = None
    window.session.journal._begun = False
    assert recoverable()[0].match() == window.session.match


def test_the_other_camera_shows_the_same_moment_to_and_fro(
    two_cameras: Window, qtbot: QtBot
) -> None:
    window = two_cameras
    goto(window, qtbot, FrameRef(13))
    for _ in range(3):
        window.run_by_id("view.camera")
        settled(window, qtbot)
        assert window.reels.camera == 2
        assert shown(window) == 226  # 13/25 s at 50 frames a second
        assert window.player.time == F(13, 25)
        assert window.film_view._left[-1] == "camera 2"
        window.run_by_id("view.camera")
        settled(window, qtbot)
        assert (window.reels.camera, shown(window)) == (1, 13)


def test_to_and_fro_never_creeps(two_cameras: Window, qtbot: QtBot) -> None:
    window = two_cameras
    window.cameras._move(2, F(1, 90), F(13, 25), "moved")
    goto(window, qtbot, FrameRef(13))
    window.run_by_id("view.camera")
    settled(window, qtbot)
    first = shown(window)
    for _ in range(3):
        window.run_by_id("view.camera")
        settled(window, qtbot)
        assert shown(window) == 13
        window.run_by_id("view.camera")
        settled(window, qtbot)
        assert shown(window) == first


def test_cameras_are_aligned_by_one_moment_seen_in_both(two_cameras: Window, qtbot: QtBot) -> None:
    window = two_cameras
    goto(window, qtbot, FrameRef(10))
    window.run_by_id("view.same_moment")
    assert "0:00.400" in window.banners.text("align")
    window.run_by_id("view.camera")
    settled(window, qtbot)
    goto(window, qtbot, FrameRef(60, 2))
    window.tagging.press(("mount", False))
    assert window.session.match.tags[0].start == F(60, 50)
    window.run_by_id("view.same_moment")
    settled(window, qtbot)
    assert not window.banners.text("align")
    assert window.session.match.media[1].offset == F(10, 25) - F(60, 50)
    assert (shown(window), window.player.time) == (260, F(2, 5))
    # The tag was made on this frame of the camera, and the frame is now at this time.
    tag = window.session.match.tags[0]
    assert (tag.start, tag.frame, tag.film) == (F(2, 5), 60, 2)
    window.run_by_id("view.camera")
    settled(window, qtbot)
    assert shown(window) == 10
    window.session.undo()
    settled(window, qtbot)
    assert window.session.match.media[1].offset == 0


def test_a_mark_goes_with_its_frame_when_its_camera_is_moved(
    two_cameras: Window, qtbot: QtBot
) -> None:
    window = two_cameras
    window.run_by_id("view.camera")
    settled(window, qtbot)
    goto(window, qtbot, FrameRef(60, 2))
    window.run_by_id("view.same_moment")
    window.run_by_id("view.camera_on")  # its frame 60 is now at another time
    settled(window, qtbot)
    window.run_by_id("view.camera")
    settled(window, qtbot)
    goto(window, qtbot, FrameRef(10))
    window.run_by_id("view.same_moment")
    settled(window, qtbot)
    assert window.session.match.media[1].offset == F(10, 25) - F(60, 50)
    assert shown(window) == 10
    window.run_by_id("view.camera")
    settled(window, qtbot)
    assert shown(window) == 260


def test_a_camera_is_nudged_by_its_own_frames(two_cameras: Window, qtbot: QtBot) -> None:
    window = two_cameras
    goto(window, qtbot, FrameRef(10))
    window.run_by_id("view.camera_on")
    assert window.session.match.media[1].offset == 0  # the first camera is the match's time
    window.run_by_id("view.camera")
    settled(window, qtbot)
    assert shown(window) == 220
    for wanted, command in ((221, "view.camera_on"), (220, "view.camera_back")):
        window.run_by_id(command)
        settled(window, qtbot)
        assert (shown(window), window.player.time) == (wanted, F(2, 5))
    assert window.session.match.media[1].offset == 0


def test_a_camera_that_was_not_running_says_so(two_cameras: Window, qtbot: QtBot) -> None:
    window = two_cameras
    window.film_list.place(2, F(1))
    settled(window, qtbot)
    goto(window, qtbot, FrameRef(5))
    window.run_by_id("view.camera")
    settled(window, qtbot)
    assert window.film_view._mark == "Nothing was filmed from 0:00.000 to 0:01.000."
    window.run_by_id("view.same_moment")
    assert not window.banners.text("align")
    window.run_by_id("view.camera")
    settled(window, qtbot)
    assert shown(window) == 5


def test_playing_goes_on_in_the_other_camera(two_cameras: Window, qtbot: QtBot) -> None:
    window = two_cameras
    window.player.set_rate(F(1, 2))
    window.player.play()
    window.run_by_id("view.camera")
    assert window.player.playing
    assert window.player.rate == F(1, 2)
    window.player.pause()


def match_with(folder: Path, *names: str) -> Path:
    """A saved match of these films, as parts."""
    from annotator.video import Footage

    media = []
    for name in names:
        with Footage.open(folder / name) as film:
            facts = Media(name, None, film.duration, len(film), film.fingerprint())
        media.append(replace(facts, first=F(0)))
    path = folder / "final.match.json"
    save_match(Match(media=tuple(media)), path)
    return path


def test_a_part_that_is_away_keeps_its_place_and_is_found_by_hand(
    window: Window, qtbot: QtBot, folder: Path, tmp_path: Path
) -> None:
    path = match_with(folder, "one.mp4", "two.mp4", "side.mp4")
    away = tmp_path / "a" / "b" / "elsewhere"
    away.mkdir(parents=True)
    (folder / "two.mp4").rename(away / "two.mp4")
    opened(window, qtbot, path)
    assert "two.mp4" in window.banners.text("film")
    window.player.seek(F(3))
    settled(window, qtbot)
    mark = "two.mp4 is not there: no picture from 0:01.600 to 0:05.600."
    assert window.film_view._mark == mark
    goto(window, qtbot, FrameRef(4, 3))
    assert (shown(window), window.player.time) == (204, F(28, 5) + F(4, 50))
    with qtbot.waitSignal(window.reels.changed, timeout=20000):
        window.film_list.relocate(2, away / "two.mp4")
    settled(window, qtbot)
    assert not window.banners.text("film")
    goto(window, qtbot, FrameRef(4, 2))
    assert shown(window) == 104


def test_the_first_picture_is_there_before_all_films_are_read(
    window: Window, qtbot: QtBot, folder: Path
) -> None:
    path = match_with(folder, "one.mp4", "two.mp4")
    seen: list[object] = []
    window.reels._looked.connect(lambda media, look: seen.append(window.first))
    opened(window, qtbot, path)
    assert len(seen) == 1
    assert seen[0] is not None
    assert window.first is None
    assert window.transport.isEnabled()


def test_films_that_were_moved_are_found_by_what_is_in_them(
    window: Window, qtbot: QtBot, folder: Path
) -> None:
    path = match_with(folder, "one.mp4", "two.mp4")
    (folder / "day one").mkdir()
    (folder / "two.mp4").rename(folder / "day one" / "renamed.mp4")
    opened(window, qtbot, path)
    assert not window.banners.text("film")
    assert not window.session.dirty
    goto(window, qtbot, FrameRef(4, 2))
    assert shown(window) == 104
    window.tagging.press(("mount", False))
    with qtbot.waitSignal(window.session.saved, timeout=10000):
        window.session.save()
    assert read_match(path).media[1].path == "day one/renamed.mp4"


def test_one_film_that_was_moved_is_found_too(window: Window, qtbot: QtBot, folder: Path) -> None:
    path = match_with(folder, "one.mp4")
    (folder / "one.mp4").rename(folder.parent / "one, renamed.mp4")
    with qtbot.waitSignal(window.player.picture_ready, timeout=20000):
        window.files.open_path(path)
    assert not window.banners.text("film")
    assert window.film is not None
    assert window.film.path.name == "one, renamed.mp4"
    assert not window.session.dirty


def test_a_part_that_is_another_film_by_now_is_said(
    window: Window, qtbot: QtBot, folder: Path
) -> None:
    path = match_with(folder, "one.mp4", "two.mp4")
    with (folder / "two.mp4").open("ab") as file:
        file.write(b"\0\0\0\x08free")
    opened(window, qtbot, path)
    assert "Not as they were tagged" in window.banners.text("film")
    assert "two.mp4" in window.banners.text("film")


def test_another_film_in_the_place_of_a_part_is_asked_about(
    window: Window, qtbot: QtBot, folder: Path
) -> None:
    path = match_with(folder, "one.mp4", "two.mp4")
    opened(window, qtbot, path)
    before = window.session.match
    window.film_list.relocate(2, folder / "side.mp4")
    qtbot.waitUntil(lambda: window.findChild(QMessageBox, "another film") is not None)
    box = window.findChild(QMessageBox, "another film")
    assert box is not None
    assert window.session.match is before
    use = next(button for button in box.buttons() if button.text() == "Use it")
    with qtbot.waitSignal(window.reels.changed, timeout=20000):
        use.click()
    settled(window, qtbot)
    goto(window, qtbot, FrameRef(4, 2))
    assert shown(window) == 204


def test_a_part_has_its_smooth_copy_in_its_place(
    window: Window, qtbot: QtBot, folder: Path
) -> None:
    path = match_with(folder, "one.mp4", "two.mp4")
    copy = make_proxy(folder / "two.mp4").path
    (folder / "two.mp4").unlink()
    opened(window, qtbot, path)
    assert window.reels.set is not None
    assert window.reels.set.shelf.films[2].path == copy
    assert not window.banners.text("film")
    goto(window, qtbot, FrameRef(11, 2))
    assert shown(window) == 111
    assert window.reels.film_path(window.player.index) == folder / "two.mp4"


def test_a_copy_of_the_part_on_screen_is_made_and_shown(
    two_parts: Window, qtbot: QtBot, folder: Path
) -> None:
    window = two_parts
    goto(window, qtbot, FrameRef(11, 2))
    with qtbot.waitSignal(window.reels.changed, timeout=30000):
        window.copying.make()
    settled(window, qtbot)
    assert window.reels.set is not None
    assert window.reels.set.shelf.films[2].path == folder / "two.proxy.mp4"
    assert window.reels.set.shelf.films[1].path == folder / "one.mp4"
    assert shown(window) == 111


def test_the_same_film_is_not_added_twice(two_parts: Window, qtbot: QtBot, folder: Path) -> None:
    before = two_parts.session.match
    with qtbot.waitSignal(two_parts.error_shown, timeout=20000):
        two_parts.film_list.add(folder / "one.mp4", new_camera=True)
    assert two_parts.session.match is before


@pytest.mark.parametrize("word", ["Next part", "Another camera"])
def test_a_film_dropped_on_a_tagged_match_can_come_to_its_films(
    window: Window, qtbot: QtBot, folder: Path, word: str
) -> None:
    opened(window, qtbot, folder / "one.mp4")
    window.tagging.press(("mount", False))
    with qtbot.waitSignal(window.opener.opened, timeout=20000):
        window.files.open_path(folder / "two.mp4")
    box = window.findChild(QMessageBox, "whose film")
    assert box is not None
    with qtbot.waitSignal(window.reels.changed, timeout=20000):
        next(button for button in box.buttons() if button.text() == word).click()
    settled(window, qtbot)
    media = window.session.match.media
    assert [film.camera for film in media] == [1, 1 if word == "Next part" else 2]
    assert len(window.session.match.tags) == 1


def test_the_list_places_and_takes_out_films(two_parts: Window, qtbot: QtBot) -> None:
    window = two_parts
    goto(window, qtbot, FrameRef(2, 2))
    window.tagging.press(("mount", False))
    window.run_by_id("file.films")
    dialog = window.findChild(FilmsDialog)
    assert dialog is not None
    assert dialog.list.rowCount() == 2
    assert not dialog.start.isEnabled()
    dialog.list.setCurrentCell(1, 0)
    assert dialog.start.text() == "1.6"
    dialog.start.setText("nonsense")
    dialog.set_start.click()
    assert dialog.problem.isVisibleTo(dialog)
    dialog.start.setText("0:04.5")
    dialog.set_start.click()
    settled(window, qtbot)
    assert window.session.match.media[1].offset == F(9, 2)
    item = dialog.list.item(1, 3)
    assert item is not None
    assert item.text() == "0:04.500"
    assert window.session.match.tags[0].start == F(9, 2) + F(2, 10)
    with qtbot.waitSignal(window.reels.changed, timeout=20000):
        dialog.take_out.click()
    settled(window, qtbot)
    assert len(window.session.match.media) == 1
    assert window.session.match.tags[0].frame is None
    assert window.session.match.tags[0].start == F(9, 2) + F(2, 10)
    dialog.reject()


def test_go_to_reads_frames_of_every_film(two_parts: Window, qtbot: QtBot) -> None:
    window = two_parts
    window.playing.go("2:f12")
    settled(window, qtbot)
    assert shown(window) == 112
    window.playing.go("f30")
    settled(window, qtbot)
    assert shown(window) == 30
    window.playing.go("+12f")
    settled(window, qtbot)
    assert shown(window) == 102
    window.playing.go("2:f99")
    assert "2:f99 is not on the screen" in window.banners.text("error")


def test_the_table_and_the_rulings_name_the_films_frames(two_parts: Window, qtbot: QtBot) -> None:
    window = two_parts
    window.tagging.press(("start", False))
    goto(window, qtbot, FrameRef(7, 2))
    window.tagging.press(("mount", False))
    rows = window.table._rows
    texts = [rows._frame_text(tag) for tag in window.session.match.in_time()]
    assert texts == ["0", "2:f7"]
    assert window.followup._head.text().endswith("2:f7")
    with qtbot.waitSignal(window.scorer.rulesets_read, timeout=20000):
        window.scorer.read_rulesets()
    sheets = window.exporting.scored()[1]()
    named = [(ruling.frame, ruling.film) for sheet in sheets for ruling in sheet.awards]
    named += [(question.frame, question.film) for sheet in sheets for question in sheet.questions]
    assert (7, 2) in named


def test_another_match_leaves_no_film_open(two_parts: Window, qtbot: QtBot) -> None:
    films = two_parts.reels.set
    assert films is not None
    two_parts.session.adopt(Match())
    two_parts.films.leave()
    assert two_parts.film is None
    assert two_parts.reels.line is None
    assert all(film._store.closed for film in films.shelf.films.values())


def test_films_of_other_shapes_stand_in_their_own(
    window: Window, qtbot: QtBot, folder: Path
) -> None:
    write(folder / "tall.mp4", rate=F(25), first=300, shape=lambda grey: grey[:, :96])
    opened(window, qtbot, folder / "one.mp4")
    wide = window.film_view._stored_shape
    add(window, qtbot, folder / "tall.mp4")
    assert window.film_view._stored_shape == wide
    goto(window, qtbot, FrameRef(3, 2))
    assert window.film_view._stored_shape == F(96, 112)
    goto(window, qtbot, FrameRef(3))
    assert window.film_view._stored_shape == wide


def test_each_film_is_turned_for_itself(
    two_parts: Window, new_window: Callable[[], Window], qtbot: QtBot, folder: Path
) -> None:
    window = two_parts
    goto(window, qtbot, FrameRef(3, 2))
    window.pictures.turn(1)
    window.pictures.deinterlace()
    settled(window, qtbot)
    assert "deinterlaced" in window.pictures.captions()
    goto(window, qtbot, FrameRef(3))
    assert window.film_view.framing.quarters == 0
    assert "deinterlaced" not in window.pictures.captions()
    goto(window, qtbot, FrameRef(4, 2))
    assert window.film_view.framing.quarters == 1
    path = folder / "final.match.json"
    with qtbot.waitSignal(window.session.saved, timeout=10000):
        window.session.save(path)
    again = new_window()
    opened(again, qtbot, path)
    assert again.film_view.framing.quarters == 0
    goto(again, qtbot, FrameRef(3, 2))
    assert again.film_view.framing.quarters == 1
    assert "deinterlaced" in again.pictures.captions()


def test_what_the_films_are_like_is_told_by_name(two_parts: Window, qtbot: QtBot) -> None:
    two_parts.run_by_id("view.health")
    dialog = two_parts.findChild(HealthDialog)
    assert dialog is not None
    assert "one.mp4: " in dialog.text.text()
    assert "two.mp4: " in dialog.text.text()
    dialog.reject()
