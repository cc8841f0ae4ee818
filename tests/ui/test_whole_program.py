"""The program as a process: quick to show itself, killed without loss, ended in order."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from annotator.files.journal import recoverable

HEAVY = (
    "av",
    "cv2",
    "numpy",
    "pandas",
    "matplotlib",
    "PIL",
    "pydantic",
    "yaml",
    "PyQt6.QtMultimedia",
)

TAGGING = """
import sys
from PyQt6.QtCore import QTimer
from annotator.ui import app, host
from annotator.ui.window import Window

class Tagging(Window):
    def showEvent(self, event):
        super().showEvent(event)
        QTimer.singleShot(0, self.tag)

    def tag(self):
        for name in ("start", "standing", "takedown", "mount"):
            self.tagging.press((name, False))
            self.player.skip(1)
        self.count = 0
        self.session.journal.worked.connect(self.written)

    def written(self):
        self.count += 1
        if self.count == 4:
            print("written", flush=True)

host.Window = Tagging
sys.exit(app.run(None))
"""
CLOSING = """
import sys
from PyQt6.QtCore import QTimer
from annotator.ui import app, host
from annotator.ui.window import Window

class Closing(Window):
    def showEvent(self, event):
        super().showEvent(event)
        self.player.picture_ready.connect(self.closing)

    def closing(self, picture):
        self.player.play()
        QTimer.singleShot(0, self.close)

host.Window = Closing
from pathlib import Path
sys.exit(app.run(Path(sys.argv[1])))
"""


def start(home: Path, program: str, *words: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "ANNOTATOR_HOME": str(home), "QT_QPA_PLATFORM": "offscreen"}
    return subprocess.Popen(
        [sys.executable, "-c", program, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, env=environment, cwd=Path(__file__).parents[2],
    )  # fmt: skip


def test_killed_at_any_moment_every_tag_that_was_written_is_offered(home: Path) -> None:
    with start(home, TAGGING) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        process.kill()
    assert line == "written\n"
    found = recoverable()
    assert [item.tags for item in found] == [4]
    assert [tag.tag for tag in found[0].match().tags] == ["start", "standing", "takedown", "mount"]


def test_closed_while_it_plays_it_ends_in_order(home: Path, film_path: Path) -> None:
    with start(home, CLOSING, str(film_path)) as process:
        said = process.communicate(timeout=60)
    assert (process.returncode, said[0]) == (0, "")
    faults = home / "state" / "faults.txt"
    assert faults.read_text(encoding="utf-8") == ""
    assert "Traceback" not in said[1]


def test_nothing_heavy_is_loaded_before_the_window_is_shown(home: Path) -> None:
    program = f"import sys, annotator.ui.app; print([m for m in {HEAVY!r} if m in sys.modules])"
    with start(home, program) as process:
        out, _ = process.communicate(timeout=60)
    assert out == "[]\n"
