"""Clips: stretches of a film as an MP4 that plays on a phone, exact at both ends.

    made = write_clip(film, [Cut(first=1200, last=1500)], Path("pass.mp4"))

Every frame of the clip is the frame asked for, upright, at the film's own time less that of the
first; slow motion and held pictures only stretch that. Nothing of the film's labels (place, device,
date) gets into it. The finished file is read back before it gets its name.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, nullcontext
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from annotator.errors import ExportError, FootageError
from annotator.text import tr
from annotator.video.clip_check import NotExactError, check_times
from annotator.video.clip_copy import can_copy, copy_clip
from annotator.video.clip_parts import (
    Card,
    ClipMade,
    Cut,
    CutKind,
    Freeze,
    LayerLike,
    Look,
    LookAt,
    Region,
    Slow,
)
from annotator.video.clip_picture import PictureMaker, clip_size, matrix_of, no_picture
from annotator.video.clip_plan import Plan, Shot, make_plan
from annotator.video.clip_sound import ClipSound, open_sound
from annotator.video.file_state import FileState
from annotator.video.footage import Footage
from annotator.video.index import Progress
from annotator.video.reel import Reel
from annotator.video.sound import RATE
from annotator.video.writer import FilmWriter

if TYPE_CHECKING:
    from av.video.frame import VideoFrame


__all__ = [
    "Card", "ClipMade", "Cut", "CutKind", "Freeze", "LayerLike", "Look", "LookAt", "Region", "Slow",
    "can_copy", "clip_size", "write_clip",
]  # fmt: skip

_CRF, _PRESET, _GOP, _B_FRAMES = 20, "veryfast", 60, 3
_AHEAD = 4  # frames between the decoder and the encoder
_TOLD = 4  # frames from one word of progress to the next
_SOUND_FRAMES = ceil(RATE / 1024)  # a second


def write_clip(
    film: Footage | Reel,
    cuts: Sequence[Cut],
    path: Path,
    *,
    look: LookAt | None = None,
    lines: int | None = None,
    sound: bool = True,
    copy_if_exact: bool = False,
    progress: Progress | None = None,
) -> ClipMade:
    """Write stretches of a film, one after the other, as one clip.

    The film is decoded through its own cache: open it anew, with a small one, for a batch beside a
    window that shows it.

    Args:
        film: what is cut; entries of a `Reel` without a picture are grey.
        cuts: what is shown, in this sequence.
        path: the clip's place, ending in `.mp4`; a file there is replaced when the clip is whole.
        look: what lies over the pictures, if anything.
        lines: pixels of the picture's shorter side at most, 16 or more; 1080 if None. Pictures
            are never enlarged.
        sound: whether the film's sound is kept, if it has one.
        copy_if_exact: whether the film's own pictures are copied, not encoded anew, where that
            begins and ends exactly there (see `can_copy`) and nothing lies over them.
        progress: told the share done, 0 to 1, in the caller's thread; it may raise to give up.

    Raises:
        ExportError: what is wrong with the film or the place, and how to mend it. Nothing half
            written stands under the name.
    """
    plan = make_plan(film, cuts)
    films = _films_in(film, cuts)
    _spare_the_films(films, path)
    try:
        check_films = _watched(films)
        made = None
        if copy_if_exact and look is None and len(cuts) == 1:
            made = copy_clip(
                film, cuts[0], plan, path, lines, check_films, sound=sound, progress=progress
            )
        if made is None:
            made = _encode(film, cuts, plan, path, films, check_films, look, lines, sound, progress)
    except FootageError as error:
        raise no_picture(film, error) from error
    return made


def _films_in(film: Footage | Reel, cuts: Sequence[Cut]) -> list[Footage]:
    """The films whose frames are shown, the first one first."""
    if isinstance(film, Footage):
        return [film]
    numbers = (
        piece.film
        for cut in cuts
        for piece in film.line.pieces
        if piece.first <= cut.last and piece.first + piece.count > cut.first
    )
    return [film.shelf.films[n] for n in dict.fromkeys(numbers) if n is not None]


def _watched(films: Sequence[Footage]) -> Callable[[], None]:
    """What raises FootageError once one of the films is not what it is now."""
    states = [(film.path, FileState.of(film.path)) for film in films]

    def check() -> None:
        for place, state in states:
            if state is not None:
                state.check(place)

    return check


def _spare_the_films(films: Sequence[Footage], path: Path) -> None:
    for film in films:
        try:
            same = path.samefile(film.path)
        except OSError:  # one of the two is not there; where a file cannot be made is said next
            continue
        if same:
            raise ExportError(
                tr("This is the film itself, which would be lost."),
                where=str(path),
                mend=tr("Give the clip another name or another folder."),
            )


class _ClipWriter(FilmWriter):
    """Reads what it wrote before that gets its name."""

    plan: Plan
    check_films: Callable[[], None]

    def _finish(self) -> None:
        self._settle()
        self.check_films()
        try:
            check_times(self._part, self.plan)
        except NotExactError as error:
            raise ExportError(
                tr("The times of these frames cannot be kept in an MP4 file; no clip was made."),
                where=str(self.path),
                mend=tr("Make a copy of the film for smooth playing and cut that one."),
            ) from error
        self._part.replace(self.path)


def _encode(
    film: Footage | Reel,
    cuts: Sequence[Cut],
    plan: Plan,
    path: Path,
    films: Sequence[Footage],
    check_films: Callable[[], None],
    look: LookAt | None,
    lines: int | None,
    sound: bool,
    progress: Progress | None,
) -> ClipMade:
    size = clip_size(film, cuts, lines)
    matrix = matrix_of(films[0] if films else None)
    track = open_sound(film) if sound else None
    with nullcontext() if track is None else closing(track):
        writer = _ClipWriter.open(
            path, size, plan.base, None if track is None else RATE,
            crf=_CRF, preset=_PRESET, gop=_GOP, b_frames=_B_FRAMES, channels=2, matrix=matrix,
            rate=plan.rate, most_frames=len(plan.shots) + ceil(plan.duration * _SOUND_FRAMES) + 8,
        )  # fmt: skip
        writer.plan, writer.check_films = plan, check_films
        with writer:
            heard = None if track is None else ClipSound(track, plan.heard)
            frames = _pictures(film, PictureMaker(size, matrix, look), plan.shots)
            with closing(frames):
                for n, (shot, frame) in enumerate(zip(plan.shots, frames, strict=True)):
                    writer.add_frame(
                        frame, shot.time, shot.duration, next_is_last=n == len(plan.shots) - 2
                    )
                    if heard is not None:
                        for samples in heard.until(shot.time + shot.duration):
                            writer.add_sound(samples)
                    if progress is not None and not n % _TOLD:
                        progress(n / len(plan.shots))
    if progress is not None:
        progress(1.0)
    return ClipMade(path, CutKind.ENCODED, len(plan.shots), plan.duration, size, track is not None)


def _pictures(
    film: Footage | Reel, maker: PictureMaker, shots: Sequence[Shot]
) -> Generator[VideoFrame]:
    """The clip's pictures in sequence: while one is encoded the next are decoded in a second
    thread and drawn on in a third.
    """
    waiting: deque[Future[VideoFrame]] = deque()
    with (
        ThreadPoolExecutor(1, thread_name_prefix="clip-decode") as decoder,
        ThreadPoolExecutor(1, thread_name_prefix="clip-draw") as drawer,
    ):
        try:
            for shot in shots:
                decoded = decoder.submit(_decoded, film, shot)
                waiting.append(drawer.submit(_drawn, maker, shot, decoded))
                if len(waiting) > _AHEAD:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for left in waiting:
                left.cancel()


_Decoded = tuple[Footage, "VideoFrame"] | None  # None: there is no picture


def _decoded(film: Footage | Reel, shot: Shot) -> _Decoded:
    if shot.card is not None:
        return None
    shown = (film, shot.index) if isinstance(film, Footage) else film.shown(shot.index)
    return None if shown is None else (shown[0], shown[0].decoded(shown[1]))


def _drawn(maker: PictureMaker, shot: Shot, decoded: Future[_Decoded]) -> VideoFrame:
    found = decoded.result()
    if shot.card is not None:
        return maker.card(shot.card)
    if found is None:
        return maker.blank(shot.index)
    return maker.of(*found, shot.index)
