"""Reports from the window: one page of the match, of its rulesets, of an athlete; opened to be printed."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader
from PyQt6.QtCore import QUrl
from PyQt6.QtGui import QDesktopServices
from PyQt6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from annotator.files.match_file import save_match
from annotator.model.edits import SetPerson
from annotator.model.match import Person
from annotator.sample import sample_match
from annotator.ui.report_dialog import ATHLETE, COMPARISON, MATCH, ReportDialog
from annotator.ui.window import Window


@pytest.fixture
def ready(window: Window, qtbot: QtBot) -> Window:
    """A window that knows the rulesets."""
    with qtbot.waitSignal(window.scorer.rulesets_read, timeout=30000):
        window.scorer.read_rulesets()
    return window


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the system was asked to open."""
    found: list[str] = []

    def open_url(url: QUrl) -> bool:
        found.append(url.toLocalFile())
        return True

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    return found


def dialog_of(window: Window) -> ReportDialog:
    window.run_by_id("file.report")
    return next(each for each in window.findChildren(ReportDialog) if each.isVisible())


def choose(dialog: ReportDialog, kind: str, folder: Path) -> None:
    dialog.kind.setCurrentIndex(dialog.kind.findData(kind))
    dialog.folder.setText(str(folder))


def made(window: Window, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: window.banners.text("report") != "", timeout=60000)


@pytest.mark.parametrize(("kind", "name"), [(MATCH, "report"), (COMPARISON, "comparison")])
def test_a_report_is_made_and_opened(
    ready: Window, qtbot: QtBot, tmp_path: Path, opened: list[str], kind: str, name: str
) -> None:
    ready.session.do(SetPerson("red", Person("Ana Moreau")))
    dialog = dialog_of(ready)
    choose(dialog, kind, tmp_path / "out")
    dialog.take()
    made(ready, qtbot)
    paper, page = tmp_path / "out" / f"{name}.pdf", tmp_path / "out" / f"{name}.html"
    assert "Ana Moreau" in PdfReader(paper).pages[0].extract_text()
    ready.reporting.open_paper()
    ready.reporting.open_page()
    assert opened == [str(paper), str(page)]


def test_an_athlete_is_looked_for_in_a_folder(ready: Window, qtbot: QtBot, tmp_path: Path) -> None:
    save_match(sample_match(), tmp_path / "a.match.json")
    dialog = dialog_of(ready)
    choose(dialog, ATHLETE, tmp_path / "out")
    dialog.take()
    assert dialog.isVisible()
    assert dialog.problem.text()
    dialog.name.setEditText("lena PETROVA")
    dialog.matches.setText(str(tmp_path))
    dialog.take()
    made(ready, qtbot)
    assert (tmp_path / "out" / "athlete-lena-petrova.pdf").is_file()


def test_a_file_that_is_there_is_asked_about(ready: Window, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "report.pdf").write_bytes(b"mine")
    dialog = dialog_of(ready)
    choose(dialog, MATCH, tmp_path)
    dialog.take()
    box = ready.findChild(QMessageBox, "replace")
    assert box is not None
    assert "report.pdf" in box.text()
    with qtbot.waitSignal(box.finished):
        box.reject()
    qtbot.waitUntil(lambda: not ready.workers.busy(), timeout=30000)
    assert (tmp_path / "report.pdf").read_bytes() == b"mine"


@pytest.mark.parametrize("answer", ["replace", "keep"])
def test_an_athletes_page_is_asked_about_as_well(
    ready: Window, qtbot: QtBot, tmp_path: Path, answer: str
) -> None:
    save_match(sample_match(), tmp_path / "a.match.json")
    place = tmp_path / "athlete-lena-petrova.pdf"
    place.write_bytes(b"mine")
    dialog = dialog_of(ready)
    choose(dialog, ATHLETE, tmp_path)
    dialog.name.setEditText("Lena Petrova")
    dialog.matches.setText(str(tmp_path))
    dialog.take()
    qtbot.waitUntil(lambda: ready.findChild(QMessageBox, "replace") is not None, timeout=60000)
    box = ready.findChild(QMessageBox, "replace")
    assert box is not None
    assert place.name in box.text()
    assert place.read_bytes() == b"mine"
    if answer == "keep":
        with qtbot.waitSignal(box.finished):
            box.reject()
        # Whatever else the window does in the background, it does not write.
        qtbot.waitUntil(lambda: not ready.workers.busy(), timeout=30000)
        assert place.read_bytes() == b"mine"
    else:
        button = next(
            each for each in box.buttons()
            if box.buttonRole(each) is QMessageBox.ButtonRole.DestructiveRole
        )  # fmt: skip
        button.click()
        made(ready, qtbot)
        assert place.read_bytes().startswith(b"%PDF")


def test_a_report_is_called_after_the_file_of_the_match(
    ready: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    """As `annotator report` calls it, so that a second match does not replace it."""
    save_match(sample_match(), tmp_path / "final.match.json")
    ready.files.open_path(tmp_path / "final.match.json")
    qtbot.waitUntil(lambda: ready.session.path is not None, timeout=20000)
    dialog = dialog_of(ready)
    choose(dialog, COMPARISON, tmp_path / "out")
    dialog.take()
    made(ready, qtbot)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [
        "final-comparison.html", "final-comparison.pdf",
    ]  # fmt: skip


def test_all_that_is_asked_has_a_name_for_screen_readers(ready: Window) -> None:
    dialog = dialog_of(ready)
    for kind in (MATCH, COMPARISON, ATHLETE):
        dialog.kind.setCurrentIndex(dialog.kind.findData(kind))
        assert dialog.ruleset.isEnabled() is (kind != COMPARISON)
        assert dialog.name.isEnabled() is (kind == ATHLETE)
        assert dialog.matches.isEnabled() is (kind == ATHLETE)
    assert dialog.matches.accessibleName()
    assert dialog.folder.accessibleName()
