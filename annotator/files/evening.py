"""The evening that was worked on last, remembered for the next start of the program."""

from __future__ import annotations

import time

from annotator.errors import AnnotatorError
from annotator.files.match_file import read_match, save_match
from annotator.files.places import state_folder
from annotator.model.evening import is_evening, next_match
from annotator.model.match import Match

LASTS = 18 * 3600
"""So many seconds after the last save of one of its matches an evening is over."""
_NAME = "evening.match.json"


def keep_evening(match: Match) -> None:
    """Remember what a match just saved has in common with the next one. Raises SaveError."""
    if is_evening(match):
        folder = state_folder()
        folder.mkdir(parents=True, exist_ok=True)
        save_match(next_match(match), folder / _NAME)


def kept_evening() -> Match:
    """An empty match of the last evening; one that says nothing where there is none any more."""
    place = state_folder() / _NAME
    try:
        if time.time() - place.stat().st_mtime > LASTS:
            return Match()
        return read_match(place)
    except (OSError, AnnotatorError):
        return Match()
