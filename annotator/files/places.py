"""Where the program keeps its own files, per platform; `$ANNOTATOR_HOME` puts all in one folder."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

APP = "annotator"
HOME_VARIABLE = "ANNOTATOR_HOME"


def home() -> Path | None:
    """The folder that `$ANNOTATOR_HOME` names, or None where it is not set."""
    value = os.environ.get(HOME_VARIABLE, "")
    return Path(value).expanduser().absolute() if value else None


def config_folder() -> Path:
    """Settings. The folder need not exist yet; the same holds for the others."""
    return _folder("config") or platformdirs.user_config_path(APP, appauthor=False)


def state_folder() -> Path:
    """What a session leaves for the next one, such as recovery journals."""
    return _folder("state") or platformdirs.user_state_path(APP, appauthor=False)


def cache_folder() -> Path:
    """What can be made anew at any time, such as frame indices."""
    return _folder("cache") or platformdirs.user_cache_path(APP, appauthor=False)


def indices_folder() -> Path:
    """Lists of the frames of films, so that a film known already opens at once."""
    return cache_folder() / "frames"


def rulesets_folder() -> Path:
    """The user's own rulesets, found beside those that come with the program."""
    return _folder("rulesets") or platformdirs.user_data_path(APP, appauthor=False) / "rulesets"


def data_folder() -> Path:
    """What the user would miss: earlier versions of matches, the sample match."""
    return _folder("data") or platformdirs.user_data_path(APP, appauthor=False)


def versions_folder() -> Path:
    """The last saves of every match."""
    return data_folder() / "versions"


def templates_folder() -> Path:
    """The user's own tag panels."""
    return data_folder() / "templates"


def sample_folder() -> Path:
    """The sample match and its film, once they were made."""
    return data_folder() / "sample"


def thumbnails_folder() -> Path:
    """Small pictures of matches."""
    return cache_folder() / "thumbnails"


def journals_folder() -> Path:
    """Recovery journals, one per match being edited."""
    return state_folder() / "journals"


def _folder(name: str) -> Path | None:
    folder = home()
    return folder / name if folder else None
