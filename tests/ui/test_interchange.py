"""Importing and exporting in the window: in a worker, asked where there is a choice, losses listed."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

from PyQt6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from annotator.files.interchange.boris import write_boris
from annotator.files.tag_table import read_tag_table
from annotator.ui.import_dialogs import ChoiceDialog, FormatDialog
from annotator.ui.losses_dialog import LossesDialog
from annotator.ui.window import Window
from tests.ui.conftest import TICKS

SPORTSCODE = """<file><ALL_INSTANCES>
<instance><ID>1</ID><start>0.5</start><end>1.1</end><code>Mount - red</code></instance>
<instance><ID>2</ID><start>1.2</start><end>1.3</end><code>Warm up</code></instance>
</ALL_INSTANCES></file>"""


def read(window: Window, qtbot: QtBot, path: Path) -> None:
    with qtbot.waitSignal(window.interchange.read(str(path)).ended, timeout=20000):
        pass


def test_an_import_becomes_a_match_that_is_not_saved_and_says_what_was_lost(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "list.xml"
    path.write_text(SPORTSCODE)
    read(window, qtbot, path)

    assert [tag.tag for tag in window.session.match.tags] == ["mount", "mark"]
    assert window.session.dirty
    assert window.session.path is None
    dialog = window.findChild(LossesDialog)
    assert dialog is not None
    shown = [item.text() for n in range(dialog.list.count()) if (item := dialog.list.item(n))]
    assert any("Warm up" in text for text in shown)
    dialog.reject()


def test_on_an_open_film_every_time_is_a_frame_of_it(
    film_window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    path = tmp_path / "list.xml"
    path.write_text(SPORTSCODE.replace("Warm up", "Matte"))
    film = film_window.film
    read(film_window, qtbot, path)

    mount, stop = film_window.session.match.tags
    times = [Fraction(tick, 1000) for tick in TICKS]
    shown = max(n for n, time in enumerate(times) if time <= Fraction(1, 2))
    assert (mount.frame, mount.start) == (shown, times[shown])
    assert stop.start == times[stop.frame or 0]
    assert film_window.film is film
    assert film_window.session.match.media


def test_which_observation_is_asked(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    table = read_tag_table(b"start,tag,athlete\n0,start,\n5,mount,blue\n")
    project = json.loads(write_boris(table).data)
    project["observations"]["other"] = {"events": []}
    path = tmp_path / "two.boris"
    path.write_text(json.dumps(project))
    read(window, qtbot, path)

    dialog = window.findChild(ChoiceDialog)
    assert dialog is not None
    assert dialog.names.count() == 2
    dialog.take()
    qtbot.waitUntil(lambda: len(window.session.match.tags) == 2)
    assert window.session.match.tags[1].athlete == "blue"


def test_what_cannot_be_read_is_told_and_the_match_stays(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    window.tagging.press(("mount", False))
    before = window.session.match
    path = tmp_path / "bomb.xml"
    path.write_text('<!DOCTYPE a [<!ENTITY b "c">]><file>&b;</file>')
    read(window, qtbot, path)

    assert "document type" in window.banners.text("error")
    assert window.session.match is before


def test_unsaved_work_is_asked_about_before_an_import_takes_its_place(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    window.tagging.press(("mount", False))
    before = window.session.match
    path = tmp_path / "list.xml"
    path.write_text(SPORTSCODE)
    read(window, qtbot, path)

    box = window.findChild(QMessageBox, "unsaved")
    assert box is not None
    assert window.session.match is before
    box.done(QMessageBox.StandardButton.Discard.value)
    assert window.session.match.tags[0].tag == "mount"
    assert window.session.match is not before


def test_an_export_is_written_and_an_edited_file_is_never_replaced_unasked(
    window: Window, qtbot: QtBot, tmp_path: Path
) -> None:
    window.run_by_id("file.interchange")  # also on an empty match
    dialog = window.findChild(FormatDialog)
    assert dialog is not None
    dialog.folder.setText(str(tmp_path / "out"))
    place = dialog.format.findData("eaf")
    dialog.format.setCurrentIndex(place)
    dialog.take()
    path = tmp_path / "out" / "match.eaf"
    qtbot.waitUntil(path.exists, timeout=20000)
    qtbot.waitUntil(lambda: not window.workers.busy())
    path.write_text("worked on in ELAN")
    window.interchange.into("eaf", str(path.parent))
    box = window.findChild(QMessageBox, "replace")
    assert box is not None
    box.reject()
    assert path.read_text() == "worked on in ELAN"
