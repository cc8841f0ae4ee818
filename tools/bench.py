"""Measure speed: `make bench`, or `python tools/bench.py [scoring|background|start|window|stalls|video|clips ...]`.

Every figure that depends on the machine is a ratio to something measured in the same run, or is
printed beside the bar it is held against. Nothing here is a test.
"""

from __future__ import annotations

import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path

from annotator.files.rulesets import find_rulesets
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.vocabulary import ATHLETES
from annotator.scoring import score
from annotator.scoring.certainty import certainties
from annotator.scoring.questions import questions
from annotator.scoring.ruleset import Ruleset

ROOT = Path(__file__).resolve().parent.parent
GROUND = (
    "closed_guard",
    "half_guard",
    "side_control",
    "mount",
    "back_control",
    "turtle",
    "knee_on_belly",
)
FIVE = ("ibjjf-ru", "jjif-2014", "jjb-fr", "adcc-kids-fr", "grappling-gi")


def made_match(count: int, seed: int = 1) -> Match:
    """A match of `count` tags, a position every few seconds, as dense as a real one gets."""
    chance = random.Random(seed)
    tags = [Tag("start", "start", Fraction(0)), Tag("up", "standing", Fraction(0))]
    at = Fraction(0)
    for number in range(count - 3):
        at += Fraction(chance.randint(20, 200) * 1001, 30000)
        kind, who = chance.random(), chance.choice(ATHLETES)
        name = f"t{number}"
        if kind < 0.62:
            tags.append(Tag(name, chance.choice(GROUND), at, None, who))
        elif kind < 0.7:
            tags.append(Tag(name, chance.choice(("standing", "scramble")), at))
        elif kind < 0.8:
            tags.append(Tag(name, "takedown", at, at + 1, who).with_details(landing="back"))
        elif kind < 0.9:
            tags.append(Tag(name, "submission", at, at + 4, who).with_details(close="yes"))
        else:
            tags.append(Tag(name, "mark", at))
    tags.append(Tag("end", "end", at + 10))
    return Match(tags=tuple(tags))


def median_ms(run: Callable[[], object], times: int) -> float:
    """Median wall-clock of several runs, in milliseconds."""
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        run()
        taken.append((time.perf_counter() - begin) * 1000)
    return statistics.median(taken)


def scoring() -> None:
    """A match under all rulesets, and how it grows with the number of tags."""
    rulesets = find_rulesets()
    print(f"scoring under {len(rulesets)} rulesets (bar: 300 tags in 50 ms, aim 16)")
    for count in (300, 1_000, 5_000, 20_000):
        match = made_match(count)
        versions = iter([replace(match, title=str(n)) for n in range(40)])

        def run(versions: object = versions) -> None:
            fresh = next(versions)  # type: ignore[call-overload]
            for ruleset in rulesets:
                score(fresh, ruleset)

        taken = median_ms(run, 9 if count <= 1000 else 3)
        print(f"  {count:>6} tags: {taken:8.1f} ms, {taken * 1000 / count:6.1f} us a tag")


def _work_on_next(
    work: Callable[[Match, list[Ruleset]], object], made: Iterator[Match], rulesets: list[Ruleset]
) -> None:
    work(next(made), rulesets)


def background() -> None:
    """What the window works out behind its back: open questions, and what a score is sure of."""
    rulesets = find_rulesets()
    five = [each for each in rulesets if each.id in FIVE]
    works: tuple[tuple[str, Callable[[Match, list[Ruleset]], object]], ...] = (
        ("open questions", questions),
        ("margins", certainties),
    )
    print("300 tags, in the background (bar: 2 s)")
    for some in (five, rulesets):
        for name, work in works:
            # A seed of its own each time: nothing is remembered from the time before.
            made = iter([made_match(300, seed) for seed in (1, 2, 3)])
            taken = median_ms(partial(_work_on_next, work, made, some), 3)
            print(f"  {name:<14} under {len(some)} rulesets: {taken / 1000:5.2f} s")


def start() -> None:
    """How long the command line takes to answer."""
    command = [sys.executable, "-m", "annotator", "--help"]

    def run() -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=ROOT)

    run()
    bare = median_ms(lambda: subprocess.run([sys.executable, "-c", ""], check=True), 7)
    taken = median_ms(run, 7)
    print(f"annotator --help: {taken:.0f} ms (bar 300; a bare interpreter {bare:.0f})")


WINDOW = """
import sys, time
from PyQt6.QtWidgets import QApplication
from annotator.settings import read_settings
from annotator.ui.window import Window
application = QApplication([])
window = Window(read_settings()[0])
window.show()
window.repaint()
print(time.time() - float(sys.argv[1]), flush=True)
window.shut()
"""


def window() -> None:
    """From the start of the process to the window painted, offscreen and (if there is one) on Xvfb."""
    for platform in ("offscreen", "xcb"):
        prefix = [] if platform == "offscreen" else ["xvfb-run", "-a"]
        if prefix and not shutil.which(prefix[0]):
            continue
        taken = []
        with tempfile.TemporaryDirectory() as home:
            env = {**os.environ, "QT_QPA_PLATFORM": platform, "ANNOTATOR_HOME": home}
            for _ in range(5):
                words = [*prefix, sys.executable, "-c", WINDOW]
                if prefix:
                    # The virtual screen's own start is not the program's.
                    words = [
                        *prefix,
                        "sh",
                        "-c",
                        'exec "$0" -c "$1" "$(date +%s.%N)"',
                        sys.executable,
                        WINDOW,
                    ]
                else:
                    words.append(str(time.time()))
                made = subprocess.run(
                    words, check=True, env=env, cwd=ROOT, capture_output=True, text=True
                )
                taken.append(float(made.stdout.split()[-1]))
        print(f"window painted ({platform}): {statistics.median(taken):.2f} s (bar 1.5)")


def video() -> None:
    """Frames of films, against ffmpeg and other players; which bars were missed is printed."""
    subprocess.run([sys.executable, str(ROOT / "tools" / "bench_video.py")], check=False)


def stalls() -> None:
    """Every stall of the window's thread while a coach's hands are played, at 5,000 tags."""
    subprocess.run(
        [sys.executable, str(ROOT / "tools" / "bench_stalls.py")],
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def coach() -> None:
    """Films as a phone, a camera and a stream make them: the same frame after every detour."""
    words = [sys.executable, str(ROOT / "tools" / "bench_coach.py"), str(ROOT / "bench-clips")]
    subprocess.run(words, check=True)


def clips() -> None:
    """Writing clips without and with what lies over them, against ffmpeg with the same settings."""
    subprocess.run(
        [sys.executable, str(ROOT / "tools" / "bench_cutting.py")],
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


PARTS = {
    "scoring": scoring,
    "background": background,
    "start": start,
    "window": window,
    "stalls": stalls,
    "video": video,
    "clips": clips,
}

if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
