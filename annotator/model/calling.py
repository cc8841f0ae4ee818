"""From strokes to a call: whom, what, and on which frame.

As a referee signals: first whose it is, then what. The other way round is understood, too: then
what was called waits for the athlete. The frame on screen when the award was pressed is the moment
that is called.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from annotator.model.lesson import (
    MOST_AWARDS,
    MOST_CONTROLS,
    Control,
    ControlKind,
    Given,
    GivenKind,
    Verdict,
)
from annotator.model.vocabulary import Athlete
from annotator.text import tr


class What(StrEnum):
    """What a stroke says."""

    RED = "red"
    BLUE = "blue"
    NOTHING = "nothing"
    POINTS = "points"
    ADVANTAGE = "advantage"
    PENALTY = "penalty"
    WARNING = "warning"
    DISQUALIFICATION = "disqualification"
    STARTS = "starts"
    LOST = "lost"
    TAKE_BACK = "take_back"
    CONFIRM = "confirm"


@dataclass(frozen=True, slots=True)
class Stroke:
    """A key of the answer: `value` is of points alone."""

    what: What
    value: int = 1


KEYS: dict[str, Stroke] = {
    "KeyR": Stroke(What.RED),
    "KeyB": Stroke(What.BLUE),
    "KeyN": Stroke(What.NOTHING),
    "Digit0": Stroke(What.NOTHING),
    **{f"Digit{n}": Stroke(What.POINTS, n) for n in range(1, 10)},
    "KeyA": Stroke(What.ADVANTAGE),
    "KeyP": Stroke(What.PENALTY),
    "KeyW": Stroke(What.WARNING),
    "KeyD": Stroke(What.DISQUALIFICATION),
    "KeyS": Stroke(What.STARTS),
    "KeyL": Stroke(What.LOST),
    "Backspace": Stroke(What.TAKE_BACK),
    "Enter": Stroke(What.CONFIRM),
}
"""By the place of the key (see `annotator.model.keystrokes`): in the window and on a class's page."""

_ATHLETES: dict[What, Athlete] = {What.RED: "red", What.BLUE: "blue"}
_CONTROLS = {What.STARTS: ControlKind.STARTS, What.LOST: ControlKind.LOST}
_AWARDS = tuple(what for what in What if what.value in tuple(GivenKind))
_ONCE = (What.ADVANTAGE, What.PENALTY, What.WARNING, What.DISQUALIFICATION)


@dataclass(frozen=True, slots=True)
class Pending:
    """What was called before it was said for whom."""

    stroke: Stroke
    time: Fraction


@dataclass(frozen=True, slots=True)
class Calling:
    """A call in the making. Every stroke makes a new one."""

    athlete: Athlete | None = None
    """Whose the next award is."""
    said: tuple[Given | Control, ...] = ()
    """In the order of the strokes."""
    nothing: bool = False
    pending: Pending | None = None

    @property
    def awards(self) -> Verdict:
        """What is given."""
        return tuple(one for one in self.said if isinstance(one, Given))

    @property
    def controls(self) -> tuple[Control, ...]:
        """Where control began or was lost."""
        return tuple(one for one in self.said if isinstance(one, Control))

    @property
    def decided(self) -> bool:
        """Whether something, or “nothing”, was called."""
        return self.nothing or bool(self.awards)

    def press(self, stroke: Stroke, time: Fraction) -> Calling:
        """The call after a stroke; `time`: of the frame on screen, in seconds of the match."""
        match stroke.what:
            case What.RED | What.BLUE:
                chosen = replace(self, athlete=_ATHLETES[stroke.what])
                return chosen if self.pending is None else chosen._with_pending()
            case What.NOTHING:
                return Calling(self.athlete, self.controls, nothing=True)
            case What.TAKE_BACK:
                return self._taken_back()
            case What.CONFIRM:
                return self
        if self.full(stroke):
            return self
        asked = replace(self, pending=Pending(stroke, time))
        return asked if self.athlete is None else asked._with_pending()

    def _with_pending(self) -> Calling:
        assert self.pending is not None
        assert self.athlete is not None
        one = _said(self.pending, self.athlete)
        nothing = self.nothing and isinstance(one, Control)
        return Calling(self.athlete, (*self.said, one), nothing=nothing)

    def _taken_back(self) -> Calling:
        if self.pending is not None:
            return replace(self, pending=None)
        if self.nothing:
            return replace(self, nothing=False)
        return replace(self, said=self.said[:-1])

    def full(self, stroke: Stroke) -> str:
        """Why a stroke adds nothing more, as a sentence: an answer can be written down up to a length
        only. Empty: it does.
        """
        if stroke.what in _CONTROLS and len(self.controls) >= MOST_CONTROLS:
            return tr("No answer says more than {n} times where control starts or is lost.",
                      n=MOST_CONTROLS)  # fmt: skip
        if stroke.what in _AWARDS and len(self.awards) >= MOST_AWARDS:
            return tr("No more than {n} calls fit into one answer; take one back first.",
                      n=MOST_AWARDS)  # fmt: skip
        return ""

    def missing(self) -> str:
        """What is still to be said before the call can be confirmed, as a sentence; or empty."""
        if self.pending is not None:
            return tr("For whom? Press the key of red or of blue.")
        if not self.decided:
            return tr("What do you call? If nothing, press the key of “nothing”.")
        return ""


def _said(pending: Pending, athlete: Athlete) -> Given | Control:
    what = pending.stroke.what
    if what in _CONTROLS:
        return Control(_CONTROLS[what], athlete, pending.time)
    value = 1 if what in _ONCE else pending.stroke.value
    return Given(athlete, GivenKind(what.value), value, pending.time)


def strokes_for(kinds: Sequence[GivenKind], points: Sequence[int]) -> tuple[str, ...]:
    """The keys that are shown where a ruleset's referee can give these; all keys work always."""
    shown = ["KeyR", "KeyB", "KeyN"]
    shown += [f"Digit{n}" for n in points if 1 <= n <= 9]
    for key, stroke in KEYS.items():
        if stroke.what not in (What.NOTHING, What.POINTS) and stroke.what.value in set(kinds):
            shown.append(key)
    return (*shown, "KeyS", "KeyL", "Backspace", "Enter")


def with_clause(awards: Verdict, clauses: Sequence[str]) -> Verdict:
    """The awards, each under the clause that was named for it; empty for one that was not."""
    named = (*clauses, *[""] * (len(awards) - len(clauses)))
    return tuple(replace(one, clause=clause) for one, clause in zip(awards, named, strict=False))
