"""Writing the clips of an order into a folder, one after the other, keeping book of what is finished."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from annotator.errors import AnnotatorError, Cancelled, ExportError, UsageError
from annotator.files.atomic import encoded, write_atomically
from annotator.files.match_file import match_to_text
from annotator.files.owner_lock import OwnerLock
from annotator.model.match import Match, Media
from annotator.model.time import FrameRef
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import ScoreSheet
from annotator.text import language, tr
from exports.clips.looks import cut_of, reel_title
from exports.clips.manifest import (
    MANIFEST,
    Entry,
    Manifest,
    State,
    digest_of,
    read_manifest,
    write_manifest,
)
from exports.clips.names import folded, free_name, safe_name
from exports.clips.order import NOTHING_SHOWN, Order, order_to_plain
from exports.clips.planning import Clip, plan_clips
from exports.clips.retiming import retimed
from exports.cues import ruling_cues, subtitle_text, tag_cues
from exports.film_moments import Names, called
from exports.film_overlay import FilmOverlay
from exports.folders import make_folder

if TYPE_CHECKING:
    from annotator.model.films import Line
    from annotator.video import Reel
    from annotator.video.clip import Cut, Look, LookAt

SUFFIX = ".mp4"
_LOCK = ".clips.lock"
_WRITER = 1
"""Raised when clips look otherwise than before from the same order, so that they are made anew."""

Progress = Callable[[float], None]
Tell = Callable[["Made"], None]


@dataclass(frozen=True, slots=True)
class Made:
    """What became of a file of the batch; `kept`: it was finished already. `notes`: see `Clip`."""

    entry: Entry
    kept: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a batch, file by file in the order of the match."""

    folder: Path
    made: tuple[Made, ...]

    @property
    def failed(self) -> tuple[Entry, ...]:
        """The files that could not be made."""
        return tuple(each.entry for each in self.made if each.entry.state is State.FAILED)


class Films(Protocol):
    """The opened films of a match; see `annotator.film_set.FilmSet`."""

    @property
    def media(self) -> tuple[Media, ...]: ...
    @property
    def cameras(self) -> tuple[int, ...]: ...
    @property
    def absent(self) -> Mapping[int, AnnotatorError]: ...
    def refuse_changed(self, camera: int, /) -> None: ...
    def frames(self, camera: int, /) -> Line: ...
    def reel(self, camera: int, /) -> Reel: ...


@dataclass(frozen=True)
class Batch:
    """All that is needed to make the clips of a match. `order` is settled (`Order.settled`).

    `media`: the films as the match has them, by which it is known whether a clip is still theirs.
    `source`: the match's file, whole, for the book.
    """

    order: Order
    match: Match
    sheet: ScoreSheet | None
    ruleset: Ruleset | None
    film: Reel
    media: Sequence[Media] = ()
    source: Path | None = None

    @classmethod
    def of(
        cls, order: Order, match: Match, ruleset: Ruleset | None, films: Films, source: Path | None
    ) -> Batch:
        """The batch of a match's opened films, scored under the ruleset.

        Raises UsageError for a camera that there is not, FootageError for a film that is another than
        the one that was tagged, and what kept the films from being opened.
        """
        from annotator.scoring.engine import score

        if order.camera not in films.cameras:
            raise UsageError(
                tr("This match has no camera {number}.", number=order.camera),
                mend=tr("There are: {names}.", names=", ".join(map(str, films.cameras))),
            )
        if len(films.absent) == len(films.media):
            raise next(iter(films.absent.values()))
        for camera in {min(films.cameras), order.camera}:
            films.refuse_changed(camera)
        frames = films.frames(min(films.cameras)) or None
        sheet = None if ruleset is None else score(match, ruleset, frames)
        reel = films.reel(order.camera)
        return cls(order.settled(match), match, sheet, ruleset, reel, films.media, source)

    @property
    def audience(self) -> Match:
        """The match with its athletes called as the order wants it."""
        names = self.order.names
        return self.match if names in (None, Names.FULL) else called(self.match, names)

    def clips(self) -> list[Clip]:
        """The clips there are to make. Raises UsageError where the order means nothing here."""
        return plan_clips(self.order, self.audience, self.sheet, self.ruleset, self.film)


@dataclass(frozen=True, slots=True)
class _Job:
    """A file to be written: one clip, or all of them in a reel."""

    clips: tuple[Clip, ...]
    cuts: tuple[Cut, ...]
    entry: Entry

    @property
    def problem(self) -> AnnotatorError | None:
        return next((clip.problem for clip in self.clips if clip.problem), None)

    @property
    def notes(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(note for clip in self.clips for note in clip.notes))


def write_batch(
    batch: Batch, folder: Path, progress: Progress | None = None, tell: Tell | None = None
) -> Report:
    """Make the clips that are not there yet. Runs in a worker.

    A clip that cannot be made stops no other. Files that no batch wrote are never replaced. `tell` is
    told each file once it is finished or failed; `progress` the share done, 0 to 1, and may raise
    Cancelled: the book then says what is finished, and the next call goes on from there.

    Raises:
        UsageError: the order means nothing in this match.
        ExportError, SaveError: nothing can be written into this folder.
    """
    clips = batch.clips()
    if not clips:
        raise ExportError(
            tr("No moment of this match is among those that are wanted."),
            mend=tr("Ask for others; “annotator score” lists what was given and what was not."),
        )
    make_folder(folder)
    with _alone(folder):
        before = read_manifest(folder)
        jobs = _jobs(batch, clips, folder, before or Manifest())
        return _write_jobs(batch, jobs, folder, before or Manifest(), progress, tell)


def _write_jobs(
    batch: Batch,
    jobs: Sequence[_Job],
    folder: Path,
    before: Manifest,
    progress: Progress | None,
    tell: Tell | None,
) -> Report:
    _remove_parts(folder, before)
    entries = tuple(_begun(job, before, folder) for job in jobs)
    names = {entry.name for entry in entries}
    earlier = tuple(entry for entry in before.known.values() if entry.name not in names)
    book = Manifest(batch.order, _written(batch.source, folder), entries, earlier)
    write_manifest(folder, book)
    weights = [max(1, sum(clip.last - clip.first + 1 for clip in job.clips)) for job in jobs]
    made: list[Made] = []
    overlay = _overlay(batch)
    done = 0
    for job, entry, weight in zip(jobs, entries, weights, strict=True):
        kept = entry.state is State.FINISHED
        if not kept:

            def share(part: float, done: int = done, weight: int = weight) -> None:
                if progress is not None:
                    progress((done + part * weight) / sum(weights))

            entry = _write(batch, job, entry, folder, _look(batch, overlay, job.cuts), share)
            book = book.with_entry(entry)
            write_manifest(folder, book)
        done += weight
        made.append(Made(entry, kept, job.notes))
        if tell is not None:
            tell(made[-1])
    return Report(folder, tuple(made))


def _begun(job: _Job, before: Manifest, folder: Path) -> Entry:
    """What is known of a file at the start: that it is finished, if nothing changed since; else
    what the one of another order is that it takes the place of.
    """
    old = before.known.get(job.entry.name)
    if old is None:
        return job.entry
    if old.recipe == job.entry.recipe and old.is_whole(folder):
        return old
    if not old.is_unchanged(folder):
        return job.entry
    return replace(job.entry, size=old.size, digest=old.digest, beside=old.beside)


def _write(
    batch: Batch, job: _Job, entry: Entry, folder: Path, look: LookAt | None, progress: Progress
) -> Entry:
    from annotator.video.clip import write_clip

    path, order = folder / entry.name, batch.order
    progress(0.0)
    try:
        if job.problem is not None:
            raise job.problem
        clip = write_clip(
            batch.film, job.cuts, path, look=look, lines=order.lines, sound=order.sound,
            copy_if_exact=order.copy, progress=progress,
        )  # fmt: skip
        entry = replace(entry, size=path.stat().st_size, digest=digest_of(path), beside=())
        beside = tuple(_write_subtitles(batch, job, path))
        return replace(entry, state=State.FINISHED, beside=beside, how=clip.kind.value)
    except Cancelled:
        raise
    except (AnnotatorError, OSError) as error:
        why = str(error) if isinstance(error, AnnotatorError) else error.strerror or str(error)
        # What was finished under this name before stands as it was until there is a new one.
        return replace(entry, state=State.FAILED, why=why)


def _write_subtitles(batch: Batch, job: _Job, path: Path) -> Iterator[str]:
    if not batch.order.subtitles:
        return
    cues = tag_cues(batch.audience)
    if batch.sheet is not None:
        cues = [*cues, *ruling_cues(batch.audience, batch.sheet, batch.ruleset)]
    told = retimed(cues, batch.film, job.cuts)
    for kind in batch.order.subtitles:
        beside = path.with_suffix(f".{kind}")
        text = subtitle_text(told, "vtt" if kind == "vtt" else "srt", job.entry.title)
        write_atomically(beside, encoded(text, beside))
        yield beside.name


def _overlay(batch: Batch) -> FilmOverlay | None:
    """Paints what lies over the film, None for nothing."""
    order = batch.order
    if order.copy or (order.shown == NOTHING_SHOWN and not order.blur):
        return None
    names = order.names or Names.FULL
    return FilmOverlay(batch.match, batch.ruleset, batch.sheet, order.shown, names)


def _look(batch: Batch, overlay: FilmOverlay | None, cuts: Sequence[Cut]) -> LookAt | None:
    """What lies over these cuts of the film, None for nothing."""
    if overlay is None:
        return None
    look = overlay.look(batch.film, cuts)
    if batch.order.blur:
        return look

    def sharp(entry: int, width: int, height: int) -> Look:
        return replace(look(entry, width, height), blurred=())

    return sharp


# ---------------------------------------------------------------------- names and recipes


def _jobs(batch: Batch, clips: Sequence[Clip], folder: Path, before: Manifest) -> list[_Job]:
    """The files to be written, each under a name that is free or ours."""
    facts = _facts(batch)
    taken: set[str] = set()
    jobs = []
    for title, name, group in _groups(batch, clips):
        cuts = tuple(cut_of(clip, batch) for clip in group if clip.problem is None)
        recipe = _recipe(batch, facts, group, title)
        free = _free(name, folder, before, taken)
        taken.add(folded(free))
        frames = ", ".join(frames_text(batch.film, clip) for clip in group)
        jobs.append(
            _Job(tuple(group), cuts, Entry(f"{free}{SUFFIX}", recipe, title=title, frames=frames))
        )
    return jobs


def _groups(batch: Batch, clips: Sequence[Clip]) -> Iterator[tuple[str, str, Sequence[Clip]]]:
    if not batch.order.reel:
        for clip in clips:
            yield clip.title, clip.name, (clip,)
        return
    title = reel_title(batch)
    yield title, safe_name(title, tr("reel")), clips


def _free(name: str, folder: Path, before: Manifest, taken: set[str]) -> str:
    """The name, or the next one that no other clip of the batch and no file of others has."""
    ours = {folded(entry.name): entry for entry in before.known.values()}
    used = set(taken)
    while True:
        free = free_name(name, used)
        path = folder / f"{free}{SUFFIX}"
        entry = ours.get(folded(path.name))
        # Only what the book says was finished, and is as it was then, is ours: not a file that came
        # under the name of a clip that waits, nor one that somebody changed since.
        if not path.exists() or (entry is not None and entry.is_unchanged(folder)):
            return free
        used.add(folded(free))


def frames_text(film: Reel, clip: Clip) -> str:
    """The first and the last frame of a clip as people name them: `f1200-f1500`."""
    first, last = film.ref(clip.first), film.ref(clip.last)
    return f"{first or FrameRef(clip.first)}-{last or FrameRef(clip.last)}"


def _facts(batch: Batch) -> str:
    """A fingerprint of all that lies over the film: of the match, and of the rules."""
    rules = batch.ruleset.hash if batch.ruleset else ""
    return hashlib.sha256(
        f"{match_to_text(batch.match)}\n{rules}".encode(errors="replace")
    ).hexdigest()


def _recipe(batch: Batch, facts: str, clips: Sequence[Clip], title: str) -> str:
    """A fingerprint of all that a file is made from: the same one, the same file."""
    order = order_to_plain(batch.order)
    for what in ("of", "tags", "rulings", "spans", "before", "after", "merged"):
        del order[what]  # they chose these frames, and change nothing else
    films = [[media.fingerprint, str(media.offset)] for media in batch.media]
    shows_facts = not batch.order.plain or batch.order.subtitles or batch.order.played
    parts = [
        _WRITER, language(), films, order, title if batch.order.reel else "",
        [[clip.first, clip.last, [str(m.at) for m in clip.moments]] for clip in clips],
        facts if shows_facts or batch.order.reel else "",
    ]  # fmt: skip
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


# ---------------------------------------------------------------------- the folder


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep others from writing clips into the same folder meanwhile."""
    try:
        lock = OwnerLock.take(folder / _LOCK)
    except OSError as wrong:
        raise ExportError(
            tr("No file may be written here: {why}.", why=wrong.strerror or wrong),
            where=str(folder),
            mend=tr("Choose a folder of your own."),
        ) from wrong
    if lock is None:
        raise ExportError(
            tr("Clips are being written into this folder already."),
            where=str(folder),
            mend=tr("Wait until they are finished, or choose another folder."),
        )
    try:
        yield
    finally:
        lock.release(remove=True)


def _written(source: Path | None, folder: Path) -> str:
    """The match's file as the book names it: from the folder on, so that both can be moved together."""
    if source is None:
        return ""
    try:
        return Path(os.path.relpath(source, folder.resolve())).as_posix()
    except ValueError:  # on another drive
        return source.as_posix()


def _remove_parts(folder: Path, before: Manifest) -> None:
    """Remove what a program that was ended left half written: of files of this book alone."""
    for name in before.known:
        for part in (folder / f"{name}.part", *folder.glob(f"{_literal(name)}.*.part")):
            with suppress(OSError):
                part.unlink(missing_ok=True)


def _literal(name: str) -> str:
    return "".join(f"[{char}]" if char in "[]*?" else char for char in name)


def unfinished(folder: Path) -> Manifest | None:
    """The book of a batch that is not finished in this folder, or of which a clip is gone; None where
    there is nothing to go on with. Raises ExportError for a `clips.json` that is none of ours.
    """
    book = read_manifest(folder)
    if book is None:
        return None
    gone = any(not (folder / entry.name).exists() for entry in book.entries)
    return book if book.unfinished or gone else None


__all__ = ["MANIFEST", "Batch", "Made", "Report", "unfinished", "write_batch"]
