"""A copy of a film that plays smoothly: every frame a key frame, each at its own time.

Frame i of the copy is frame i of the film: as many frames, at the same times, with the same marks.
That is checked on the finished file before it gets its name, so a copy that exists is exact.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.errors import ExportError, FootageError
from annotator.text import tr
from annotator.video.fingerprint import fingerprint
from annotator.video.footage import Footage
from annotator.video.index import FrameIndex, Progress, build_index
from annotator.video.part_file import export_error
from annotator.video.proxy_note import ProxyNote, read_note, times_digest
from annotator.video.proxy_writer import ProxyWriter
from annotator.video.sound_copy import How
from annotator.video.source import look

if TYPE_CHECKING:
    pass

SUFFIX = ".proxy.mp4"
LINES = 720  # of the copy, unless another size is wanted

_WAITING = 3  # frames between the decoder and the encoder
_DECODED_BYTES = 96 << 20
_MOST_LOOKED_AT = 50


@dataclass(frozen=True, slots=True)
class Made:
    """A finished copy: where it is, its upright size in pixels, and what became of the sound."""

    path: Path
    frames: int
    size: tuple[int, int]
    size_bytes: int
    sound: How


def proxy_path(film: Path) -> Path:
    """Where a film's copy is put and looked for: beside it, `NAME.proxy.mp4`."""
    film = film.resolve()
    return film.with_name(film.stem + SUFFIX)


def find_proxy(film: Path, known: str | None = None) -> Path | None:
    """The copy of this film in its folder, or None.

    The one of the film's own name is looked at first, then the others: what counts is the
    fingerprint of the original in the copy's note. `known`: that fingerprint, for a film that is
    not there itself; otherwise it is read from the film.
    """
    own = proxy_path(film)
    try:
        others = sorted(own.parent.glob(f"*{SUFFIX}"))
    except OSError:
        return None
    wanted = known
    for path in ([own] if own in others else []) + [p for p in others if p != own][
        :_MOST_LOOKED_AT
    ]:
        try:
            note = read_note(path)
            if note is None:
                continue
            wanted = wanted or fingerprint(film)
        except OSError:
            continue
        if note.fingerprint == wanted:
            return path
    return None


@dataclass(frozen=True, slots=True)
class Choice:
    """Which file shows a film. `film`: the original, which need not be there any more; `shown`:
    the file to open, itself or its copy; `copy`: its copy, if it has one.
    """

    film: Path
    shown: Path
    copy: Path | None
    fingerprint: str  # of the original


def choose(path: Path, known: str | None = None, *, smooth: bool = True) -> Choice:
    """The film that a path means, and the file that shows it: its smooth copy if there is one.

    A path to a copy means the original. `known`: the original's fingerprint, by which the copy of
    a film that has gone is found. `smooth`: False shows the film itself wherever that is there.

    Raises:
        FootageError: the file cannot be read.
    """
    if known is not None and not path.exists():
        copy = find_proxy(path, known)
        if copy is not None:
            return Choice(path, copy, copy, known)
    look(path)
    note = read_note(path)
    if note is None:
        copy = find_proxy(path)
        return Choice(path, copy if copy and smooth else path, copy, fingerprint(path))
    film = path.with_name(Path(note.film).name)
    there = film.is_file() and fingerprint(film) == note.fingerprint
    return Choice(film, path if smooth or not there else film, path, note.fingerprint)


def make_proxy(
    film: Path, output: Path | None = None, *, lines: int = LINES, progress: Progress | None = None
) -> Made:
    """Write the copy of a film, and check that it is exact before it gets its name.

    Args:
        film: the original; it is only read.
        output: where the copy shall stand; the usual place if None. A file there is left alone.
        lines: pixels of the shorter side of the upright picture; never more than the film has.
        progress: told the share done, 0 to 1; it may raise to give up, which leaves no file.

    Raises:
        FootageError: the film cannot be read, or is such a copy itself.
        ExportError: the copy cannot be written, or there is a file in its place.
    """
    place = output or proxy_path(film)
    if place.exists() or place.is_symlink():
        raise export_error(place, FileExistsError())
    with Footage.open(
        film, cache_bytes=_DECODED_BYTES, progress=_part(progress, 0, 0.05)
    ) as source:
        if source.copied_from is not None:
            raise FootageError(
                tr("This is such a copy already, of {film}.", film=source.copied_from.film),
                where=str(film),
                mend=tr("Name the film itself."),
            )
        writer = ProxyWriter(place, source, lines)
        with writer:
            _copy_frames(source, writer, _part(progress, 0.05, 0.99))
            note = ProxyNote(
                film=film.name,
                fingerprint=fingerprint(film),
                frames=len(source),
                times=times_digest(source.index.ticks, source.time_base),
                marks={kind: tuple(found) for kind, found in source.marks().stretches().items()},
            )
            part = writer.settle(note)
            _check(part, place, source.index)
        if progress is not None:
            progress(1.0)
        return Made(place, len(source), writer.upright_size, place.stat().st_size, writer.sound_was)


def _part(progress: Progress | None, low: float, high: float) -> Progress | None:
    """Progress of a part of the work."""
    if progress is None:
        return None
    whole = progress
    return lambda share: whole(low + (high - low) * share)


def _copy_frames(source: Footage, writer: ProxyWriter, progress: Progress | None) -> None:
    """Decode here, while frames before are scaled and encoded in a second thread."""
    waiting: deque[Future[None]] = deque()
    count = len(source)
    with ThreadPoolExecutor(1, thread_name_prefix="proxy") as encoder:
        try:
            for i in range(count):
                frame = source.decoded(i)
                waiting.append(encoder.submit(writer.add, i, frame))
                if len(waiting) > _WAITING:
                    waiting.popleft().result()
                if progress is not None and not i % 8:
                    progress(i / count)
            while waiting:
                waiting.popleft().result()
        except BaseException:
            for left in waiting:
                left.cancel()
            raise


def _check(part: Path, place: Path, index: FrameIndex) -> None:
    """The finished copy read back: as many frames, all key frames, at the same times."""
    made = build_index(part)
    exact = (
        len(made) == len(index)
        and bool(made.key.all())
        and times_digest(made.ticks, made.time_base) == times_digest(index.ticks, index.time_base)
    )
    if not exact:
        raise ExportError(
            tr("The times of this film cannot be kept in an MP4 file; no copy was made."),
            where=str(place),
            mend=tr("Tag the film itself: it is exact, only slower."),
        )
