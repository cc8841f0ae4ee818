"""Which match files beside a film are about it, so that nobody tags a film twice by mistake."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from annotator.errors import AnnotatorError
from annotator.files.match_file import SUFFIX, read_match
from annotator.files.media_paths import find_film

_MOST = 50
"""So many files at most are looked into, the newest ones: a film may lie among thousands."""


def matches_of(film: Path, others: Iterable[Path] = ()) -> tuple[Path, ...]:
    """The match files in the film's folder that name it; the one of the film's own name first.
    Of the `others`, which lie elsewhere, those that name it too.

    That one counts also where it names another film: it is what saving would suggest to replace.
    """
    film = film.resolve()
    own = film.with_name(film.stem + SUFFIX)
    found = [own] if own.is_file() else []
    found += [path for path in _newest(film.parent) if path != own and _names(path, film)]
    seen = set(found)
    found += [path for path in others if path not in seen and _names(path, film)]
    return tuple(found)


def _newest(folder: Path) -> list[Path]:
    dated = []
    try:
        for path in folder.glob("*.json"):
            dated.append((path.stat().st_mtime_ns, path))
    except OSError:
        return []
    return [path for _, path in sorted(dated, reverse=True)[:_MOST]]


def _names(path: Path, film: Path) -> bool:
    try:
        return any(find_film(media.path, path) == film for media in read_match(path).media)
    except AnnotatorError:
        return False  # no match file, or its film is elsewhere
