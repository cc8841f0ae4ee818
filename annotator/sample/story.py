"""What a sample match is made of: what happens in it and when, the one source of film and tags.

Times are seconds of film. A beat says at which second a position is reached; the tag of that
position stands on the first frame at or after that second, which is the first one to show it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from annotator.model.vocabulary import Athlete
from annotator.sample.body import Pair


@dataclass(frozen=True, slots=True)
class Beat:
    """At `time` the position is reached, after moving for `take` seconds.

    `a` is the athlete who does what the pair's `a` does; she comes from the left, or from the
    right where `flip` is set. `x` moves both along the mat.
    """

    time: float
    pair: Pair
    a: Athlete
    take: float = 0.7
    flip: bool = False
    x: float = 0.0


@dataclass(frozen=True, slots=True)
class Fact:
    """A tag to be: seconds of film, and what a careful coach would answer."""

    time: float
    tag: str
    athlete: Athlete | None = None
    details: str = ""
    end: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Story:
    """One sample match.

    `name`: of its files. `board`: what stands on the scoreboard in the film. `duration`: seconds of
    match clock that were agreed. The clock runs from the whistle to `end`, but for the `stops`.
    `referee`: what the referee does, when it is reached, and how long it takes. `dim`: seconds in which
    the phone records at half rate; `gap_at`: where a third of a second is lost; None: nowhere. `shown_under`: the rulesets that the
    window opens it under.
    """

    name: str
    athletes: Mapping[Athlete, tuple[str, str]]
    board: tuple[str, str]
    duration: int
    whistle: float
    end: float
    length: float
    beats: tuple[Beat, ...]
    referee: tuple[tuple[float, str, float], ...]
    facts: tuple[Fact, ...]
    stops: tuple[tuple[float, float], ...] = ()
    dim: tuple[float, float] | None = None
    gap_at: float | None = None
    shown_under: tuple[str, ...] = ()

    @property
    def film_name(self) -> str:
        return f"{self.name}.mp4"

    @property
    def match_name(self) -> str:
        return f"{self.name}.match.json"

    @property
    def table_name(self) -> str:
        return f"{self.name}.tags.csv"

    def clock_runs(self, second: float) -> float:
        """Seconds of match clock that have run at a second of film."""
        run = min(max(second - self.whistle, 0.0), self.end - self.whistle)
        return run - sum(
            min(max(second - stop, 0.0), restart - stop) for stop, restart in self.stops
        )
