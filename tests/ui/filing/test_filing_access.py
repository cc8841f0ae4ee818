"""Dialogs and start page of the files: named for screen readers, and fit for a small screen."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PyQt6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from annotator.files.recent import RecentMatch
from annotator.files.recovery import Recovery
from annotator.files.versions import Version
from annotator.model.match import Match
from annotator.text import languages, set_language
from annotator.ui.filing.film_match_actions import FilmMatchDialog
from annotator.ui.filing.start_page import StartPage
from annotator.ui.filing.version_dialog import ReadVersion, VersionDialog
from annotator.ui.recovery_dialog import RecoveryDialog
from tests.ui.test_access import SMALL, nameless

NOW = datetime(2026, 11, 28, 18, 30, tzinfo=UTC)
RECENT = RecentMatch(Path("a.match.json"), "Final", ("Léa", "Иван"), "Coupe", "2026-11-28", NOW, 9)


def versions(parent: QWidget) -> QWidget:
    version = Version(Path("a.match.json"), NOW, "0" * 16)
    return VersionDialog(Match(), [ReadVersion(version, Match(title="x"))], parent)


def film_matches(parent: QWidget) -> QWidget:
    return FilmMatchDialog(Path("film.mp4"), [RECENT], None, parent)


def recovery(parent: QWidget) -> QWidget:
    return RecoveryDialog([Recovery(Path("a.journal"), "Final", None, NOW, 3, 9)], parent)


def start(parent: QWidget) -> QWidget:
    page = StartPage(parent)
    page.label_keys(str.upper)
    page.show_matches([RECENT], {})
    return page


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("make", [versions, film_matches, recovery, start])
def test_everything_has_a_name_and_fits(
    qtbot: QtBot, home: Path, make: Callable[[QWidget], QWidget], language: str
) -> None:
    set_language(language)
    try:
        parent = QWidget()
        qtbot.addWidget(parent)
        made = make(parent)
        assert nameless(made) == []
        least = made.minimumSizeHint()
        assert least.width() <= SMALL[0]
        assert least.height() <= SMALL[1]
    finally:
        set_language("en")
