"""A finished clip read back, before it gets its name."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from annotator.video.clip_plan import Plan
from annotator.video.footage import Footage
from annotator.video.index import FrameIndex, build_index
from annotator.video.store import FrameStore


class NotExactError(Exception):
    """The file is not what was asked for."""


def check_times(part: Path, plan: Plan) -> FrameIndex:
    """The file's list of frames. Raises NotExactError where it is not those of the plan at their
    times.
    """
    found = build_index(part)
    base, ours = found.time_base, plan.base
    times = [int(shot.time / ours) for shot in plan.shots]
    if len(found) != len(times):
        raise NotExactError
    # Both are whole numbers of one of the two ticks.
    theirs = found.ticks.astype(object) * base.numerator * ours.denominator
    wanted = np.array(times, object) * ours.numerator * base.denominator
    if not bool(np.all(theirs == wanted)):
        raise NotExactError
    return found


def check_ends(part: Path, index: FrameIndex, film: Footage, first: int, last: int) -> None:
    """Raise NotExactError where the file's first or last picture differs from the film's frames
    `first` and `last` in a single value.
    """
    store = FrameStore(part, index, 0, None)
    try:
        for n, i in ((0, first), (len(index) - 1, last)):
            ours, theirs = store.get(n), film.decoded(i)
            if ours.format.name != theirs.format.name or not np.array_equal(
                ours.to_ndarray(), theirs.to_ndarray()
            ):
                raise NotExactError
    finally:
        store.close()
