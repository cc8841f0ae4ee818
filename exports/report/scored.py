"""A match as a report is given it: scored under all rulesets asked for, with what the score is sure of."""

from __future__ import annotations

import time as clocks
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from annotator.model.match import Match
from annotator.scoring.certainty import NEAR_FRAMES, Certainty, certainties
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import ScoreSheet

if TYPE_CHECKING:
    import numpy as np

Progress = Callable[[float], None]
"""Told the share done, 0 to 1; it may raise Cancelled."""
FrameOf = Callable[[int, int], "np.ndarray | None"]
"""The picture of a frame (film from 1, index from 0) as RGB (height, width, 3); None: not there."""

SURE_SECONDS = 3.0
"""So long, at most, is looked for what a score hangs on."""


@dataclass(frozen=True)
class Scored:
    """`sheets[i]` is the match under `rulesets[i]`. `frame_of` gives the pictures, if films are there."""

    match: Match
    rulesets: tuple[Ruleset, ...]
    sheets: tuple[ScoreSheet, ...]
    times: Sequence[Fraction] | None = None
    frame_of: FrameOf | None = None

    def under(self, ids: Sequence[str]) -> Scored:
        """The same under these rulesets alone; under all where none is named."""
        both = [
            (ruleset, sheet)
            for ruleset, sheet in zip(self.rulesets, self.sheets, strict=True)
            if not ids or ruleset.id in ids
        ]
        return replace(
            self, rulesets=tuple(r for r, _ in both), sheets=tuple(sheet for _, sheet in both)
        )

    def main(self) -> int:
        """Which of the rulesets a report is about: the first that the match names, else the first."""
        known = [ruleset.id for ruleset in self.rulesets]
        pinned = [pin.id for pin in self.match.rulesets if pin.id in known]
        return known.index(pinned[0]) if pinned else 0


def sureness(scored: Scored, number: int, progress: Progress) -> Certainty:
    """What one sheet is sure of; not complete where that takes too long."""
    ruleset = scored.rulesets[number]
    if not ruleset.hash:  # of no file: nothing can be scored anew under it
        return Certainty(ruleset.id, NEAR_FRAMES, (), complete=False)
    until = clocks.monotonic() + SURE_SECONDS

    def counted(done: int, total: int) -> None:
        progress(done / max(1, total))

    (found,) = certainties(
        scored.match, [ruleset], scored.times, progress=counted,
        stop=lambda: clocks.monotonic() > until,
    )  # fmt: skip
    return found
