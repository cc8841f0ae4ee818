"""What is said over a film at each moment, as plain values: the score, what runs, begins and is given.

Each value says all that its picture shows, so that equal values need no new picture.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from math import ceil
from types import MappingProxyType

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.timeline import read_timeline
from annotator.model.vocabulary import ATHLETES, Athlete, Group
from annotator.scoring import wording
from annotator.scoring.board import Board, ClockFace, Running, banner, board_at, clock_face
from annotator.scoring.holds import Hold, holds
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Ruling, RulingKind, ScoreSheet
from annotator.text import tenths_text, tr
from exports.lettering import readable, shows

CAPTION_SECONDS = Fraction(3)
RULING_SECONDS = Fraction(4)
_MOST_CAPTIONS, _MOST_RULINGS, _MOST_HOLDS = 3, 3, 2
_UNSPOKEN = frozenset(("match", "mark", "official", "decision"))
"""Tags that are no event on the mat: what they say is on the board, or hidden from the audience."""


class Names(StrEnum):
    """What the athletes are called."""

    FULL = "full"
    INITIALS = "initials"
    COLOURS = "colours"


@dataclass(frozen=True, slots=True)
class Shown:
    """Which kinds of things lie over the film."""

    board: bool = True
    holds: bool = True
    captions: bool = True
    rulings: bool = True
    drawings: bool = True


ALL_SHOWN = Shown()


@dataclass(frozen=True, slots=True)
class Caption:
    """What begins now, and whose it is."""

    athlete: Athlete | None
    text: str


@dataclass(frozen=True, slots=True)
class HoldHead:
    """A hold that runs: whose, what it gives, and for what, as the clause is headed."""

    athlete: Athlete
    gives: str
    what: str


@dataclass(frozen=True, slots=True)
class HoldLeft:
    """How much of a hold is missing, in tenths of a second rounded up."""

    athlete: Athlete
    missing: int
    needed: int

    @property
    def text(self) -> str:
        """`1.8 s`, and at the end that it is full."""
        if self.missing:
            return tr("{seconds} s", seconds=tenths_text(self.missing))
        return tr("full")


@dataclass(frozen=True, slots=True)
class Told:
    """A ruling: what was given or not, by which clause, and why; `why` is empty where others are
    told at the same time.
    """

    kind: RulingKind
    athlete: Athlete | None
    head: str
    clause: str
    why: str


@dataclass(frozen=True, slots=True)
class Moment:
    """All that is said at a moment. Of captions and rulings the newest stands last."""

    board: Board | None = None
    clock: ClockFace | None = None
    holds: tuple[tuple[HoldHead, HoldLeft], ...] = ()
    captions: tuple[Caption, ...] = ()
    rulings: tuple[Told, ...] = ()

    def items(self) -> list[Board | ClockFace | HoldHead | HoldLeft | Caption | Told]:
        """Each thing that is said, by itself."""
        always = [item for item in (self.board, self.clock) if item is not None]
        held = [item for pair in self.holds for item in pair]
        return [*always, *held, *self.captions, *self.rulings]


def initials(name: str) -> str:
    """`A. M.` of `Ana Moreau`, `J.-P. L.` of `Jean-Pierre Lys`; empty of what has no letters."""
    parts = ("-".join(filter(None, map(_initial, part.split("-")))) for part in name.split())
    return " ".join(part for part in parts if part)


def _initial(part: str) -> str:
    letter = next((letter for letter in readable(part) if letter.isalpha()), "")
    return f"{letter}." if letter else ""


def called(match: Match, names: Names) -> Match:
    """The match with its athletes called as wanted; one whose name cannot be shown by the colour."""

    def name(who: Athlete) -> str:
        full = match.athletes[who].name
        if names is Names.COLOURS or not shows(full):
            return ""
        return readable(full) if names is Names.FULL else initials(full)

    people = {who: replace(match.athletes[who], name=name(who)) for who in ATHLETES}
    return replace(match, athletes=MappingProxyType(people))


class FilmMoments:
    """Reads a match once, and says of any time what is seen then."""

    def __init__(
        self,
        match: Match,
        ruleset: Ruleset | None,
        sheet: ScoreSheet | None,
        shown: Shown,
        names: Names,
        until: Fraction | None,
    ) -> None:
        self.match = called(match, names)
        self._shown, self._ruleset, self._sheet, self._until = shown, ruleset, sheet, until
        self._timeline = read_timeline(match)
        self._running = Running(sheet) if sheet is not None else None
        self._given = [ruling.time for ruling in sheet.awards] if sheet is not None else []
        self._last: tuple[Fraction, Fraction | None, Moment] | None = None
        self._boards: dict[tuple[int, str], Board] = {}
        self._holds: Sequence[Hold] = ()
        if ruleset is not None and shown.holds:
            self._holds = self._before(holds(match, ruleset))

    def at(self, time: Fraction, since: Fraction | None = None) -> Moment:
        """What is said at a time (seconds of the match). `since`: when the clip begins in which this
        is seen; rulings made before belong to another moment.
        """
        if self._last is None or self._last[:2] != (time, since):
            self._last = (time, since, self._said(time, since))
        return self._last[2]

    def _said(self, time: Fraction, since: Fraction | None) -> Moment:
        shown = self._shown
        rulings = self._rulings_at(time) if shown.rulings else []
        if since is not None:
            rulings = [ruling for ruling in rulings if ruling.time >= since]
        return Moment(
            self._board(time) if shown.board else None,
            self._clock(time) if shown.board else None,
            tuple(self._holds_at(time)) if shown.holds else (),
            tuple(self._captions_at(time)) if shown.captions else (),
            tuple(self._told(ruling, brief=len(rulings) > 1) for ruling in rulings),
        )

    def _stands(self, time: Fraction) -> Fraction:
        """The time as of which board and clock stand."""
        return time if self._until is None else min(time, self._until)

    # ------------------------------------------------------------------ the board

    def _board(self, time: Fraction) -> Board | None:
        rules, sheet, running = self._ruleset, self._sheet, self._running
        if rules is None or sheet is None or running is None:
            return None
        at = self._stands(time)
        said = banner(self.match, rules, at, self._timeline)
        key = (bisect_right(self._given, at), said)
        if key not in self._boards:
            board = board_at(self.match, sheet, rules, running, at, timeline=self._timeline)
            # How the match ends is nobody's business here.
            self._boards[key] = replace(
                board, final="", verdict="", verdict_short="", why="", winner=None, hold=None
            )
        return self._boards[key]

    def _clock(self, time: Fraction) -> ClockFace | None:
        if not self._timeline.started:
            return None
        up = self._ruleset is not None and self._ruleset.board.clock == "up"
        return clock_face(self.match, self._stands(time), up=up, timeline=self._timeline)

    # ------------------------------------------------------------------ what runs

    def _before(self, found: Iterable[Hold]) -> list[Hold]:
        return [hold for hold in found if self._until is None or hold.start <= self._until]

    def _holds_at(self, time: Fraction) -> Iterable[tuple[HoldHead, HoldLeft]]:
        """The holds that run, the one that is complete next first."""
        at = self._stands(time)
        now = [
            hold
            for hold in self._holds
            if hold.runs_at(at) and (hold.end or at <= self._timeline.last)
        ]
        now.sort(key=lambda hold: (hold.missing(at), -hold.start))
        for hold in now[:_MOST_HOLDS]:
            title = wording.clause_title(self._ruleset, hold.clause)
            head = HoldHead(hold.athlete, wording.gives_text(hold.gives), title)
            left = HoldLeft(hold.athlete, ceil(hold.missing(at) * 10), ceil(hold.needed * 10))
            yield head, left

    # ------------------------------------------------------------------ what begins

    @cached_property
    def _captioned(self) -> list[Tag]:
        return [
            tag
            for tag in self.match.in_time()
            if tag.tag not in _UNSPOKEN and (self._until is None or tag.start <= self._until)
        ]

    @cached_property
    def _caption_times(self) -> list[Fraction]:
        return [tag.start for tag in self._captioned]

    def _captions_at(self, time: Fraction) -> Iterable[Caption]:
        first, last = _window(self._caption_times, time, CAPTION_SECONDS, _MOST_CAPTIONS)
        for tag in self._captioned[first:last]:
            own = self._ruleset.words(wording.rules_language()) if self._ruleset else {}
            is_position = tag.kind.group is Group.POSITION
            text = own.get(tag.tag) if is_position else None
            yield Caption(tag.athlete, wording.capital(text or wording.tag_name(tag)))

    # ------------------------------------------------------------------ what is given

    @cached_property
    def _ruled(self) -> list[Ruling]:
        sheet = self._sheet
        if sheet is None:
            return []
        lines = (*sheet.awards, *sheet.refusals, *sheet.violations)
        found = (line for line in lines if self._until is None or line.time <= self._until)
        return sorted(found, key=lambda line: line.time)

    @cached_property
    def _ruled_times(self) -> list[Fraction]:
        return [line.time for line in self._ruled]

    def _rulings_at(self, time: Fraction) -> list[Ruling]:
        first, last = _window(self._ruled_times, time, RULING_SECONDS, _MOST_RULINGS)
        return self._ruled[first:last]

    def _told(self, ruling: Ruling, *, brief: bool) -> Told:
        rules = self._ruleset
        head = wording.joined(
            (wording.ruling_head(ruling, rules), wording.name_of(self.match, ruling.athlete))
        )
        why = ""
        if not brief:
            own = rules.words(wording.rules_language()) if rules else {}
            people = own | wording.names(self.match) | wording.category_names(rules)
            why = wording.told(ruling.reason, people)
            if ruling.missing is not None:
                lacking = wording.told(ruling.missing, people)
                why = f"{why} {tr('Missing: {what}', what=lacking)}"
        return Told(ruling.kind, ruling.athlete, head, self._clause(ruling.clause), why)

    def _clause(self, clause: str) -> str:
        return wording.clause_text(self._ruleset, clause) if clause else ""


def _window(
    times: Sequence[Fraction], time: Fraction, seconds: Fraction, most: int
) -> tuple[int, int]:
    """Which of the times lie at most so many seconds back: the last of them, at most `most`."""
    last = bisect_right(times, time)
    first = bisect_right(times, time - seconds)
    return max(first, last - most), last
