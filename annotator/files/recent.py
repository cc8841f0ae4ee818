"""What a recent match is about: names, day, film, and the frame that shows it best."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

from annotator.errors import AnnotatorError
from annotator.files.match_file import read_match
from annotator.files.media_paths import film_place
from annotator.model.match import Match, Media
from annotator.model.vocabulary import ATHLETES


@dataclass(frozen=True, slots=True)
class RecentMatch:
    """A match file as its card shows it. `problem`: why it cannot be opened now, or empty.

    `names`: the athletes', empty where they were not given. `saved`: when the file was written.
    `begins`: the time of the first tag of the match itself, in seconds.
    `film` is where its film should be and `frame` (from 0) a frame in the thick of it; `picture` is
    the name under which a picture of it is kept, or empty without a film that is known.
    """

    path: Path
    title: str = ""
    names: tuple[str, ...] = ()
    event: str = ""
    date: str = ""
    saved: datetime | None = None
    tags: int = 0
    begins: Fraction | None = None
    film: Path | None = None
    frame: int = 0
    picture: str = ""
    problem: str = ""


def recent_match(path: Path) -> RecentMatch:
    """Look into a match file. Never raises: what is wrong is said by the result."""
    try:
        match = read_match(path)
        saved = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    except AnnotatorError as error:
        return RecentMatch(path, problem=error.what)
    except OSError as error:
        return RecentMatch(path, problem=error.strerror or str(error))
    media, frame = _shown(match)
    film, picture = None, ""
    if media is not None:
        try:
            film = film_place(media.path, path)
        except AnnotatorError:
            film = None
        if media.fingerprint:
            picture = f"{''.join(filter(str.isalnum, media.fingerprint))[:40]}-{frame}"
    names = tuple(match.athletes[who].name for who in ATHLETES)
    return RecentMatch(
        path, match.title, names if any(names) else (), match.event, match.date, saved,
        len(match.tags), min((tag.start for tag in match.tags if tag.tag != "match"), default=None), film, frame, picture,
    )  # fmt: skip


def _shown(match: Match) -> tuple[Media | None, int]:
    """A frame in the middle of what was tagged, and its film; the first frame where nothing was."""
    if not match.media:
        return None, 0
    seen = [
        tag for tag in match.in_time()
        if tag.frame is not None and tag.film <= len(match.media) and tag.tag != "match"
    ]  # fmt: skip
    if not seen:
        return match.media[0], 0
    middle = seen[len(seen) // 2]
    return match.media[middle.film - 1], middle.frame or 0
