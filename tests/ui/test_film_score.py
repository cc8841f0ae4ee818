"""The score on the film: that it is there when asked for, says the moment's score, and stays in view."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtGui import QImage
from pytestqt.qtbot import QtBot

from annotator.model.edits import AddTag
from annotator.model.tag import Tag
from annotator.model.vocabulary import Athlete
from annotator.settings import read_settings
from annotator.ui.window import Window
from tests.ui.drawing.test_drawing_mode import pixels


@pytest.fixture
def scored(film_window: Window, qtbot: QtBot) -> Window:
    """A match in which red passes to side control, on its film, with its score on it."""
    with qtbot.waitSignal(film_window.scorer.rulesets_read, timeout=20000):
        film_window.scorer.read_rulesets()
    facts: tuple[tuple[str, Athlete | None, str], ...] = (
        ("start", None, "0"), ("closed_guard", "red", "1/10"), ("side_control", "red", "1/5"),
    )  # fmt: skip
    for number, (name, who, start) in enumerate(facts):
        film_window.session.do(AddTag(Tag(f"t{number}", name, Fraction(start), None, who)))

    def done() -> bool:
        # What is still found out (questions, pictures of the time line) may make the view lower.
        quiet = not film_window.workers.busy() and not film_window.asking.finder.busy
        return quiet and film_window.scorer.scores.match is film_window.session.match

    qtbot.waitUntil(done, timeout=20000)
    return film_window


def grab(window: Window) -> np.ndarray:
    return pixels(window.film_view.grab().toImage())


def on_it(window: Window, qtbot: QtBot) -> np.ndarray:
    """The film's view once all that is said lies on it."""

    def settled() -> bool:
        view = window.film_view
        view.grab()
        return not window.workers.busy() and window.film_score.is_up_to_date

    qtbot.waitUntil(settled, timeout=10000)
    return grab(window)


def test_it_lies_on_the_film_only_where_it_is_asked_for(scored: Window, qtbot: QtBot) -> None:
    plain = grab(scored)

    QtBot.keyClick(scored.film_view, Qt.Key.Key_B,
                   Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)  # fmt: skip
    assert scored.film_score.on
    changed = (on_it(scored, qtbot) != plain).any(axis=2)
    place = scored.film_view.picture_place()
    assert place is not None
    rows, columns = np.nonzero(changed)
    assert rows.min() < place.top() + place.height() * 0.1
    assert columns.min() >= place.left()
    assert columns.max() <= place.right()

    scored.run_by_id("view.film_score")
    assert (grab(scored) == plain).all()


def test_it_says_what_the_playhead_stands_at(scored: Window, qtbot: QtBot) -> None:
    scored.run_by_id("view.film_score")
    before = on_it(scored, qtbot)

    with qtbot.waitSignal(scored.player.picture_ready):
        scored.player.seek(Fraction(1, 5))
    qtbot.waitUntil(lambda: scored.player.fetcher.in_flight is None)
    place = scored.film_view.picture_place()
    assert place is not None
    after = on_it(scored, qtbot)

    # What begins is told in the lower right corner.
    corner = (slice(round(place.top() + place.height() * 0.75), round(place.bottom())),
              slice(round(place.left() + place.width() * 0.6), round(place.right())))  # fmt: skip
    assert before[corner].std() < 30
    assert after[corner].std() > 30


def test_it_stays_in_view_when_the_picture_is_enlarged(scored: Window, qtbot: QtBot) -> None:
    scored.run_by_id("view.film_score")
    scored.film_view.zoom(4)
    small = on_it(scored, qtbot)
    scored.run_by_id("view.film_score")

    changed = np.argwhere((small != grab(scored)).any(axis=2))
    assert len(changed)
    assert changed[:, 0].min() < 20
    assert changed[:, 1].min() < 40


def test_it_follows_another_leading_board(scored: Window, qtbot: QtBot) -> None:
    scored.run_by_id("view.film_score")
    first = on_it(scored, qtbot)
    scored.run_by_id("view.next_board")

    assert (on_it(scored, qtbot) != first).any()


def test_without_a_match_or_a_film_it_does_no_harm(
    new_window: Callable[[], Window], film_window: Window, qtbot: QtBot
) -> None:
    for window in (new_window(), film_window):
        window.run_by_id("view.film_score")
        assert window.film_score.on
        assert isinstance(window.film_view.grab().toImage(), QImage)
        if window.workers.busy():
            with qtbot.waitSignal(window.workers.idle, timeout=10000):
                pass
        window.run_by_id("view.film_score")
        assert not window.film_score.on


def test_it_is_remembered(scored: Window, qtbot: QtBot, new_window: Callable[[], Window]) -> None:
    scored.run_by_id("view.film_score")
    qtbot.waitUntil(lambda: read_settings()[0].film_score, timeout=10000)
    later = new_window()
    assert later.film_score.on
    assert later.film_view._over is later.drawings

    later.run_by_id("view.film_score")
    qtbot.waitUntil(lambda: not read_settings()[0].film_score, timeout=10000)
    assert not new_window().film_score.on
