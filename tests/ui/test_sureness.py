"""What is sure is found behind the window's back, and gives way to whatever needs the time."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from PyQt6.QtCore import QObject
from pytestqt.qtbot import QtBot

from annotator.model.match import Match
from annotator.scoring.certainty import certainties
from annotator.ui.sureness import Sureness
from annotator.ui.window import Window
from annotator.ui.workers import Workers
from tests.scoring.small import MOUNT, bout, clauses, fact, rules

FRAME = Fraction(1001, 30000)
FILM = [n * FRAME for n in range(2000)]
RULES = rules(clauses(MOUNT))


def held(frames: int) -> Match:
    return bout(
        fact("standing", 0), fact("mount", FILM[100], "red"),
        fact("half_guard", FILM[100 + frames], "red"),
    )  # fmt: skip


@pytest.fixture
def sureness(qtbot: QtBot) -> Iterator[Sureness]:
    parent = QObject()
    workers = Workers(parent)
    yield Sureness(workers, parent)
    workers.stop()


def test_it_tells_what_the_match_is_sure_of(sureness: Sureness, qtbot: QtBot) -> None:
    with qtbot.waitSignal(sureness.found, timeout=20000) as told:
        sureness.find(held(89), [RULES], FILM)
    assert told.args == [{RULES.id: certainties(held(89), [RULES], FILM)[0]}]


def test_of_two_matches_only_the_newer_one_is_told_of(sureness: Sureness, qtbot: QtBot) -> None:
    found: list[object] = []
    sureness.found.connect(found.append)
    sureness.find(held(89), [RULES], FILM)
    sureness._start()
    with qtbot.waitSignal(sureness.found, timeout=20000):
        sureness.find(held(300), [RULES], FILM)
    qtbot.waitUntil(lambda: not sureness._workers.busy())
    assert found == [{RULES.id: certainties(held(300), [RULES], FILM)[0]}]


def test_it_waits_while_a_film_plays_and_then_goes_on(sureness: Sureness, qtbot: QtBot) -> None:
    sureness.set_waiting(True)
    sureness.find(held(89), [RULES], FILM)
    assert not sureness._pause.isActive()
    sureness.find(held(90), [RULES], FILM)
    with qtbot.waitSignal(sureness.found, timeout=20000):
        sureness.set_waiting(False)


def test_a_film_that_starts_to_play_stops_the_work(sureness: Sureness, qtbot: QtBot) -> None:
    sureness.find(held(89), [RULES], FILM)
    sureness._start()
    job = sureness._job
    assert job is not None
    sureness.set_waiting(True)
    assert job.stop_wanted.is_set()
    qtbot.waitUntil(lambda: not sureness._workers.busy())


def test_after_the_end_nothing_is_begun(sureness: Sureness) -> None:
    sureness.end()
    sureness.find(held(89), [RULES], FILM)
    sureness._start()
    assert not sureness._workers.busy()


def test_in_the_window_every_score_is_looked_at(window: Window, qtbot: QtBot) -> None:
    with qtbot.waitSignal(window.scorer.rulesets_read, timeout=20000):
        window.scorer.read_rulesets()
    with qtbot.waitSignal(window.sureness.found, timeout=20000) as told:
        window.scorer.set_match(held(89))
    assert told.args is not None
    assert list(told.args[0]) == [ruleset.id for ruleset in window.scorer.chosen()]
