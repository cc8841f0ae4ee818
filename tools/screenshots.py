"""Pictures of the window for the documents, made from the sample match without a screen.

    tools/screenshots.py                    all of them, into docs/pictures
    tools/screenshots.py --folder DIR --only fr-light-small
    QT_SCALE_FACTOR=1.5 tools/screenshots.py --folder DIR      as on a screen of that density

They are the window itself, painted into memory: what they show is what it paints.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PyQt6.QtCore import QElapsedTimer, QEventLoop, QSize, QTimer  # noqa: E402
from PyQt6.QtGui import QImage  # noqa: E402
from PyQt6.QtWidgets import QApplication  # noqa: E402

from annotator.sample import make_sample  # noqa: E402
from annotator.settings import Settings  # noqa: E402
from annotator.ui.host import Host  # noqa: E402

FOLDER = ROOT / "docs" / "pictures"
SMALL, WIDE = QSize(1080, 560), QSize(1600, 900)
MOST_BYTES = 300_000
_PATIENCE_MS = 30_000
_AT = 41.0  # seconds of the film at which it is shown: a pass that is being settled


@dataclass(frozen=True)
class Shot:
    """One picture: in which language and colours, how large, with which page in front."""

    language: str
    theme: str
    size: QSize
    page: str = "timeline"

    @property
    def name(self) -> str:
        width = "wide" if self.size == WIDE else "small"
        return f"{self.language}-{self.theme}-{width}" + (
            "" if self.page == "timeline" else f"-{self.page}"
        )


def shots() -> Iterator[Shot]:
    """All pictures, so ordered that the language changes least often."""
    for language in ("en", "fr", "ru"):
        yield Shot(language, "light", SMALL)
        yield Shot(language, "dark", WIDE)
    yield Shot("en", "light", WIDE)
    yield Shot("en", "dark", SMALL, "rulings")


def wait(done: Callable[[], bool]) -> None:
    """Let the window work until something is so. Raises TimeoutError if it never is."""
    clock = QElapsedTimer()
    clock.start()
    while not done():
        if clock.elapsed() > _PATIENCE_MS:
            raise TimeoutError("the window did not become ready")
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 50)


def is_calm(host: Host) -> bool:
    """Whether everything that the window works out in the background is there."""
    window = host.window
    return (
        not window.workers.busy()
        and window.player.index is not None
        and window.player.fetcher.in_flight is None
        and not any(timer.isActive() and timer.isSingleShot() for timer in window.findChildren(QTimer))
    )  # fmt: skip


def take(host: Host, shot: Shot) -> QImage:
    """Make the window look so, and take its picture."""
    host.window.looks.colour(shot.theme)
    host.window.looks.speak(shot.language)
    wait(lambda: host.looks.language == shot.language and not host.window.workers.busy())
    window = host.window
    window.resize(shot.size)
    window.workspace.show_page(shot.page)
    window.player.seek(window.player.times[0].__class__(_AT))
    wait(lambda: is_calm(host))
    tags = [tag for tag in window.session.match.tags if tag.start <= window.player.time]
    window.select([tags[-1].id])
    window.status.clearMessage()
    wait(lambda: is_calm(host))
    return window.grab().toImage()


def save(image: QImage, path: Path) -> int:
    """Write the picture with as few colours as it needs; returns the bytes."""
    from PIL import Image

    image = image.convertToFormat(QImage.Format.Format_RGB888)
    bits = image.constBits()
    assert bits is not None
    data = bits.asstring(image.sizeInBytes())
    size = (image.width(), image.height())
    picture = Image.frombuffer("RGB", size, data, "raw", "RGB", image.bytesPerLine(), 1)
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
    return path.stat().st_size


def main() -> int:
    parser = argparse.ArgumentParser(description="Take pictures of the window for the documents.")
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--only", metavar="NAME", help="of these, only the names that hold this")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="annotator-pictures-") as home:
        os.environ["ANNOTATOR_HOME"] = str(Path(home, "home"))
        sample = make_sample(Path(home, "sample"))
        application = QApplication(sys.argv[:1])
        host = Host(application, Settings(language="en", theme="light", keyboard="qwerty"))
        host.window.resize(SMALL)
        host.window.show()
        host.window.scorer.read_rulesets()
        host.window.files.open_path(sample.match_file)
        wait(lambda: is_calm(host))
        heavy = 0
        for shot in shots():
            if args.only and args.only not in shot.name:
                continue
            size = save(take(host, shot), args.folder / f"{shot.name}.png")
            heavy += size > MOST_BYTES
            print(f"{shot.name}: {size // 1000} kB", flush=True)
        host.close()
    return 1 if heavy else 0


if __name__ == "__main__":
    sys.exit(main())
