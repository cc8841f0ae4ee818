"""Every stall of the window's thread at 5,000 tags and ten lanes of scores.

    python tools/bench_stalls.py [TAGS [LANES]]

A timer of the window's own thread beats each millisecond while a coach's hands are played: scrolling,
zooming, playing, dragging, selecting, editing. A beat that comes more than 50 ms late is a stall; where
the thread was then is looked up by another one.
"""

from __future__ import annotations

import os
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PyQt6.QtCore import QEvent, QEventLoop, QPoint, QPointF, Qt, QTimer
from PyQt6.QtGui import QMouseEvent, QWheelEvent
from PyQt6.QtWidgets import QApplication

from annotator.files.rulesets import find_rulesets
from annotator.model.edits import AddTag
from annotator.model.match import RulesetPin
from annotator.model.tag import Tag
from annotator.settings import read_settings
from annotator.ui.app import SWITCH
from annotator.ui.window import Window
from tools.bench import made_match

BAR = 0.050
STEP_MS = 16
OURS = f"{os.sep}annotator{os.sep}"


class Heart:
    """Beats in the window's thread; a thread of its own sees where it is when a beat is late."""

    def __init__(self) -> None:
        self.gaps: list[float] = []
        self.places: Counter[str] = Counter()
        self._last = time.perf_counter()
        self._main = threading.get_ident()
        self._over = threading.Event()
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)
        self._timer.start(1)
        self._watch = threading.Thread(target=self._look, name="watch", daemon=True)
        self._watch.start()

    def begin(self) -> None:
        self.gaps, self.places = [], Counter()
        self._last = time.perf_counter()

    def _beat(self) -> None:
        now = time.perf_counter()
        self.gaps.append(now - self._last)
        self._last = now

    def _look(self) -> None:
        while not self._over.wait(0.01):
            if time.perf_counter() - self._last > BAR:
                self.places[_place(sys._current_frames().get(self._main))] += 1

    def end(self) -> None:
        self._timer.stop()
        self._over.set()
        self._watch.join()


def _place(frame: object) -> str:
    """The innermost function of ours, and what it was called by."""
    names: list[str] = []
    while frame is not None and len(names) < 2:
        code = frame.f_code  # type: ignore[attr-defined]
        if OURS in code.co_filename:
            names.append(f"{Path(code.co_filename).stem}.{code.co_name}")
        frame = frame.f_back  # type: ignore[attr-defined]
    return " < ".join(names) or "Qt"


def wait(milliseconds: int) -> None:
    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def settle(window: Window) -> None:
    """Until all workers have ended, or for three seconds: what they find out about five thousand
    tags may take longer, and goes on behind the hands as it does for a coach.
    """
    wait(100)
    until = time.perf_counter() + 3
    while window.workers.busy() and time.perf_counter() < until:
        wait(20)
    wait(200)


def played(heart: Heart, window: Window, steps: int, step: Callable[[int], None]) -> None:
    """Do something every frame's time; a step that comes late is not made up for."""
    heart.begin()
    for number in range(steps):
        loop = QEventLoop()

        def once(number: int = number, loop: QEventLoop = loop) -> None:
            step(number)
            loop.quit()

        QTimer.singleShot(STEP_MS, once)
        loop.exec()
    settle(window)


@contextmanager
def measured(heart: Heart, name: str) -> Iterator[None]:
    """Print what the heart saw."""
    yield
    late = sorted((gap for gap in heart.gaps if gap > BAR), reverse=True)
    worst = max(heart.gaps, default=0.0)
    told = ", ".join(f"{gap * 1000:.0f}" for gap in late[:6])
    print(
        f"  {name:<34} longest {worst * 1000:5.0f} ms; over 50 ms: {len(late)}"
        f"{f' ({told})' if told else ''}",
        flush=True,
    )
    for place, count in heart.places.most_common(3):
        print(f"      {count:>3} x {place}", flush=True)


class Hand:
    """A hand on the timeline."""

    def __init__(self, window: Window) -> None:
        self.window = window
        self.canvas = window.timeline.canvas()
        self.middle = QPoint(self.canvas.width() // 2, 60)

    def wheel(self, turn: int, keys: Qt.KeyboardModifier) -> None:
        event = QWheelEvent(
            QPointF(self.middle), QPointF(self.canvas.mapToGlobal(self.middle)), QPoint(),
            QPoint(0, turn), Qt.MouseButton.NoButton, keys, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QApplication.sendEvent(self.canvas, event)

    def mouse(self, kind: QEvent.Type, point: QPoint) -> None:
        event = QMouseEvent(
            kind, QPointF(point), QPointF(self.canvas.mapToGlobal(point)),
            Qt.MouseButton.LeftButton, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
        )  # fmt: skip
        QApplication.sendEvent(self.canvas, event)


def main(tags: int, lanes: int) -> None:
    application = QApplication([])
    sys.setswitchinterval(SWITCH)  # as the program does
    with tempfile.TemporaryDirectory() as home:
        os.environ["ANNOTATOR_HOME"] = home
        window = Window(read_settings()[0])
        window.resize(1600, 900)
        window.show()
        settle(window)
        rulesets = find_rulesets()
        # The same rules again under other names, where there are fewer than that.
        chosen = tuple(
            RulesetPin(each.id) for each in (rulesets * lanes)[: min(lanes, len(rulesets))]
        )
        match = replace(made_match(tags), rulesets=chosen)
        heart = Heart()
        print(f"stalls of the window at {tags} tags, {len(chosen)} rulesets (bar: none over 50 ms)")
        window.session.adopt(match)
        settle(window)
        _measure(heart, window)
        heart.end()
        window.shut()
        window._may_close = True
        window.close()
        application.processEvents()


def _measure(heart: Heart, window: Window) -> None:
    hand, timeline = Hand(window), window.timeline
    none, ctrl = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
    last = Fraction(timeline.canvas().window_shown().last)
    with measured(heart, "standing still"):
        played(heart, window, 20, lambda n: None)
    with measured(heart, "zooming in from the whole match"):
        played(heart, window, 60, lambda n: hand.wheel(120, ctrl))
    timeline.show_stretch(Fraction(0), Fraction(600))
    settle(window)
    with measured(heart, "scrolling, ten minutes in sight"):
        played(heart, window, 60, lambda n: hand.wheel(-120, none))
    with measured(heart, "zooming out to the whole match"):
        played(heart, window, 60, lambda n: hand.wheel(-120, ctrl))
    timeline.zoom_whole()
    settle(window)
    with measured(heart, "playing, the whole match in sight"):
        window.player.seek(last / 2)
        window.player.play()
        played(heart, window, 120, lambda n: None)
        window.player.pause()
        settle(window)
    middle = next(t for t in window.session.match.in_time() if t.is_position and t.start > last / 2)
    timeline.show_stretch(middle.start - 60, middle.start + 60)
    settle(window)
    canvas = timeline.canvas()
    item = next(i for i in timeline.visible_items() if i.stay and middle.id in i.tags)
    left = canvas.width() - canvas.window_shown().width
    spot = QPoint(left + round(canvas.window_shown().x(item.start)), canvas.point_of(item).y())
    with measured(heart, "dragging an edge, with its edit"):
        hand.mouse(QEvent.Type.MouseButtonPress, spot)

        def drag(number: int) -> None:
            if number < 59:
                hand.mouse(QEvent.Type.MouseMove, spot + QPoint(number, 0))
            else:
                hand.mouse(QEvent.Type.MouseButtonRelease, spot + QPoint(number, 0))

        before = window.session.match
        played(heart, window, 60, drag)
        assert window.session.match is not before
    names = [tag.id for tag in window.session.match.tags]
    with measured(heart, "selecting one tag after the other"):
        played(heart, window, 40, lambda n: window.select([names[100 * n]]))
    edit = AddTag(Tag("new", "mount", last / 3, athlete="red"))

    def tag(number: int) -> None:
        window.session.do(edit)

    with measured(heart, "tagging, one tag"):
        played(heart, window, 1, tag)
    with measured(heart, "undo, redo"):
        played(
            heart, window, 2,
            lambda n: window.session.undo() if n == 0 else window.session.redo(),
        )  # fmt: skip


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]]
    main(*(numbers + [5000, 10][len(numbers) :]))
