"""Older match files, made newer one version at a time: dictionary to dictionary, a rung per version.

When the format changes: raise `VERSION` in `match_json.py`, add the rung that makes the old form
into the new one, and keep a real file of the old version in `tests/data/`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from annotator.files.match_json import VERSION

Plain = dict[str, object]
Rung = Callable[[Plain], Plain]

# From a version to the one after it. Empty: version 1 is the first.
LADDER: Mapping[int, Rung] = {}


def oldest(ladder: Mapping[int, Rung] = LADDER, newest: int = VERSION) -> int:
    """The oldest version from which the rungs lead up to the newest without a gap."""
    version = newest
    while version - 1 in ladder:
        version -= 1
    return version


def upgrade(
    data: Plain, version: int, ladder: Mapping[int, Rung] = LADDER, newest: int = VERSION
) -> Plain:
    """The data in the newest form; as it is when it is that already.

    Raises KeyError when a rung is missing, which `oldest` tells beforehand.
    """
    for step in range(version, newest):
        data = {**ladder[step](data), "version": step + 1}
    return data
