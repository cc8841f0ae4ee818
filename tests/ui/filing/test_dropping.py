"""Files dropped on the window."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PyQt6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PyQt6.QtGui import QDragEnterEvent, QDropEvent
from PyQt6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from annotator.files.match_file import save_match
from annotator.model.match import Match
from annotator.ui.window import Window

COPY, LEFT, NONE = (
    Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
)  # fmt: skip


def drop(window: Window, *urls: QUrl) -> None:
    data = QMimeData()
    data.setUrls(list(urls))
    entering = QDragEnterEvent(QPoint(9, 9), COPY, data, LEFT, NONE)
    window.dragEnterEvent(entering)
    assert entering.isAccepted()
    window.dropEvent(QDropEvent(QPointF(9, 9), COPY, data, LEFT, NONE))


def local(path: Path) -> QUrl:
    return QUrl.fromLocalFile(str(path))


@pytest.fixture
def films(tmp_path: Path, film_path: Path) -> list[Path]:
    """Three films of different content."""
    made = []
    for number in (1, 2, 10):
        path = tmp_path / f"part {number}.mp4"
        shutil.copyfile(film_path, path)
        with path.open("ab") as file:
            file.write(b"\0\0\0\x0cfree" + bytes([number]) * 4)
        made.append(path)
    return made


def test_a_match_is_opened_and_the_rest_is_told(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    path, notes = tmp_path / "a.match.json", tmp_path / "notes.docx"
    save_match(Match(title="Final"), path)
    notes.write_text("x")
    with qtbot.waitSignal(window.session.opened, timeout=10000):
        drop(window, local(notes), local(path), QUrl("https://example.org/a.mp4"))
    assert window.session.match.title == "Final"
    told = window.banners.text("dropped")
    assert "notes.docx" in told
    assert "never opened" in told


@pytest.mark.parametrize(("word", "cameras"), [("Parts", [1, 1, 1]), ("Cameras", [1, 2, 3])])
def test_several_films_become_one_match(
    window: Window, qtbot: QtBot, films: list[Path], word: str, cameras: list[int]
) -> None:
    drop(window, *map(local, (films[2], films[0], films[1])))
    box = window.findChild(QMessageBox, "several films")
    assert box is not None
    next(button for button in box.buttons() if button.text().startswith(word)).click()
    qtbot.waitUntil(lambda: len(window.session.match.media) == 3, timeout=20000)
    media = window.session.match.media
    assert [Path(film.path).name for film in media] == [film.name for film in films]
    assert [film.camera for film in media] == cameras
    qtbot.waitUntil(lambda: not window.workers.busy(), timeout=20000)


def test_only_the_first_of_several(window: Window, qtbot: QtBot, films: list[Path]) -> None:
    drop(window, *map(local, films))
    box = window.findChild(QMessageBox, "several films")
    assert box is not None
    with qtbot.waitSignal(window.player.picture_ready, timeout=20000):
        next(button for button in box.buttons() if button.text().startswith("Only")).click()
    assert [Path(film.path).name for film in window.session.match.media] == [films[0].name]


def test_where_the_first_cannot_be_opened_the_others_are_named(
    window: Window, qtbot: QtBot, films: list[Path]
) -> None:
    films[0].write_bytes(b"no film")
    drop(window, *map(local, films))
    box = window.findChild(QMessageBox, "several films")
    assert box is not None
    with qtbot.waitSignal(window.opener.ended, timeout=20000):
        next(button for button in box.buttons() if button.text().startswith("Parts")).click()
    assert "part 2.mp4, part 10.mp4" in window.banners.text("dropped")
    assert window.session.match.media == ()
