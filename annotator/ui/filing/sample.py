"""The sample match: drawn by a process of its own, once, into the user's data."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from annotator.errors import ExportError
from annotator.files.places import sample_folder
from annotator.sample import FIRST
from annotator.text import tr


def kept_sample() -> Path | None:
    """The sample's match file, if it was made and is whole."""
    folder = sample_folder()
    there = (folder / FIRST.match_name).is_file() and (folder / FIRST.film_name).is_file()
    return folder / FIRST.match_name if there else None


def command(folder: Path) -> list[str]:
    """What makes the sample in a folder, and says on each line how many frames of how many it has."""
    return [sys.executable, "-m", "annotator.sample", str(folder)]


def draw_sample(progress: Callable[[float], None]) -> Path:
    """Make the sample match, and return its match file. For a worker.

    Half a sample never stands in its place. Raises ExportError, and Cancelled.
    """
    folder = sample_folder()
    half = folder.with_name(folder.name + ".part")
    shutil.rmtree(half, ignore_errors=True)
    try:
        process = subprocess.Popen(  # noqa: S603 - ourselves
            command(half),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
    except OSError as wrong:
        raise _not_made(folder, wrong) from wrong
    try:
        assert process.stdout is not None
        assert process.stderr is not None
        for line in process.stdout:
            done, every = map(int, line.split())
            progress(done / every)
        trouble = process.stderr.read().strip()
        if process.wait() != 0:
            raise ExportError(
                tr("The sample match could not be made: {why}", why=" ".join(trouble.split())),
                where=str(folder), mend=tr("Make room on the disk, and try again."),
            )  # fmt: skip
        _take_place(half, folder)
    finally:
        process.kill()
        process.communicate()
        shutil.rmtree(half, ignore_errors=True)
    return folder / FIRST.match_name


def _take_place(half: Path, folder: Path) -> None:
    """Files one by one: what the user has in that folder stays there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for made in half.iterdir():
            with contextlib.suppress(FileNotFoundError):
                made.replace(folder / made.name)
    except OSError as wrong:
        raise _not_made(folder, wrong) from wrong


def _not_made(folder: Path, wrong: OSError) -> ExportError:
    return ExportError(
        tr("The sample match could not be made: {why}", why=wrong.strerror or wrong),
        where=str(folder),
    )
