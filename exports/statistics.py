"""Numbers about a match that no ruleset decides: who held which position how long, and what followed.

Everything counts running clock only, by presentation times.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from annotator.model.match import Match
from annotator.model.timeline import Run, Stay, Timeline, read_timeline
from annotator.model.vocabulary import POSITIONS, Athlete


@dataclass(frozen=True, slots=True)
class Control:
    """Seconds that an athlete (None: nobody) was on top in a position, and when (film seconds) each
    of the stays began.
    """

    position: str
    athlete: Athlete | None
    seconds: Fraction
    begins: tuple[Fraction, ...]

    @property
    def stays(self) -> int:
        """In how many stays."""
        return len(self.begins)


@dataclass(frozen=True, slots=True)
class Transition:
    """One position was followed by another, at these moments (film seconds)."""

    before: str
    before_top: Athlete | None
    after: str
    after_top: Athlete | None
    moments: tuple[Fraction, ...]

    @property
    def count(self) -> int:
        """How often."""
        return len(self.moments)

    @property
    def first(self) -> Fraction:
        """When first."""
        return self.moments[0]


def running_part(stay: Stay, timeline: Timeline) -> Fraction:
    """Seconds of a stay during which the clock ran."""
    return sum(
        (
            max(Fraction(0), min(stay.end, piece.end) - max(stay.start, piece.start))
            for piece in timeline.stretches
            if piece.run is Run.RUNNING
        ),
        Fraction(0),
    )


def control_times(match: Match) -> list[Control]:
    """How long each position was held by whom, in the order of the vocabulary, red first.

    The seconds of all rows together are the seconds of the clock from the first position on.
    """
    timeline = read_timeline(match)
    sums: dict[tuple[str, Athlete | None], tuple[Fraction, tuple[Fraction, ...]]] = {}
    for stay in timeline.stays:
        seconds = running_part(stay, timeline)
        if seconds:
            old, begins = sums.get((stay.position, stay.top), (Fraction(0), ()))
            sums[stay.position, stay.top] = (old + seconds, (*begins, stay.start))
    rows = [Control(name, top, *sums[name, top]) for name, top in sums]
    return sorted(rows, key=lambda row: (POSITIONS.index(row.position), row.athlete != "red"))


def transitions(match: Match) -> list[Transition]:
    """Which position followed which while the clock ran, the most frequent first.

    Nothing follows through a stop: the position that the referee sets has no origin.
    """
    found: dict[tuple[str, Athlete | None, str, Athlete | None], tuple[Fraction, ...]] = {}
    for before, after in _steps(read_timeline(match)):
        key = (before.position, before.top, after.position, after.top)
        found[key] = (*found.get(key, ()), after.start)
    rows = [Transition(*key, moments) for key, moments in found.items()]
    return sorted(rows, key=lambda row: (-row.count, row.first))


def _steps(timeline: Timeline) -> Iterator[tuple[Stay, Stay]]:
    breaks = [piece.start for piece in timeline.stretches if piece.run in (Run.STOPPED, Run.ENDED)]
    for before, after in zip(timeline.stays, timeline.stays[1:], strict=False):
        stretch = timeline.stretch_at(after.start)
        if stretch is None or stretch.run is not Run.RUNNING:
            continue
        if not any(before.start < moment <= after.start for moment in breaks):
            yield before, after
