"""A class folder that is being written: it stands aside until it is whole, then takes the old one's place."""

from __future__ import annotations

import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from annotator.errors import ExportError, UsageError
from annotator.text import tr
from exports.folders import make_folder

_ASIDE = ".annotator-class-"
_FORGOTTEN = 3600.0
"""Seconds after which what stands aside is of a program that was killed."""


def clip_name(number: int) -> str:
    """What a clip is called, by its number from 1: nothing of what it shows."""
    return f"clip-{number:02d}.mp4"


@contextmanager
def new_class(page: Path, clips: Path, count: int) -> Iterator[Path]:
    """A folder for a page, under the name of `page`, and `count` clips; at the end they take their
    places, and the clips of the page that was there before go.

    `page` is ours or not there; `clips` is the folder of the clips. Where the writing fails or is given
    up, all is as it was. Raises UsageError for a clip of others that is in the way, ExportError.
    """
    folder = page.parent
    old = _clips_of(page)
    for number in range(1, count + 1):
        name = clip_name(number)
        if name not in old and (clips / name).exists():
            raise UsageError(
                tr("There is a file {name} here already that no page of ours shows; it is left alone.",
                   name=name),
                where=str(clips / name),
                mend=tr("Name another folder, or move that file away."),
            )  # fmt: skip
    made = [each for each in (folder, *folder.parents) if not each.exists()]
    make_folder(folder)
    try:
        _sweep(folder)
        aside = Path(tempfile.mkdtemp(prefix=_ASIDE, dir=folder))
        try:
            yield aside
            _take_places(aside, page, clips, old, count)
        finally:
            shutil.rmtree(aside, ignore_errors=True)
    except OSError as wrong:
        raise ExportError(
            tr("The folder cannot be used: {why}.", why=wrong.strerror or wrong), where=str(folder),
            mend=tr("Choose a folder of your own."),
        ) from wrong  # fmt: skip
    finally:
        for each in made:  # those that hold something stay
            with suppress(OSError):
                each.rmdir()


def _take_places(aside: Path, page: Path, clips: Path, old: frozenset[str], count: int) -> None:
    """The old page goes before its clips change, and the new one comes after all of its own."""
    clips.mkdir(exist_ok=True)
    page.unlink(missing_ok=True)
    for name in old:
        (clips / name).unlink(missing_ok=True)
    for number in range(1, count + 1):
        (aside / clip_name(number)).replace(clips / clip_name(number))
    (aside / page.name).replace(page)


def _clips_of(page: Path) -> frozenset[str]:
    """The names of the clips that a page of ours shows."""
    try:
        text = page.read_text("utf-8", "replace")
    except FileNotFoundError:
        return frozenset()
    except OSError as wrong:
        raise ExportError(
            tr("The folder cannot be used: {why}.", why=wrong.strerror or wrong), where=str(page),
            mend=tr("Choose a folder of your own."),
        ) from wrong  # fmt: skip
    return frozenset(re.findall(r"\bclip-[0-9]{2,4}\.mp4\b", text))


def _sweep(folder: Path) -> None:
    """Remove what a program that was killed left standing aside."""
    for left in folder.glob(f"{_ASIDE}*"):
        with suppress(OSError):
            if time.time() - left.stat().st_mtime > _FORGOTTEN:
                shutil.rmtree(left, ignore_errors=True)
