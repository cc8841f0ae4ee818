"""What a scoreboard shows at a time, as plain values: the window's card and the film's only paint them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from annotator.errors import TimeError
from annotator.model.match import Match
from annotator.model.time import clock_text, parse_seconds
from annotator.model.timeline import Run, Timeline, read_timeline
from annotator.model.vocabulary import ATHLETES, Athlete
from annotator.scoring import wording
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import ScoreSheet, Totals
from annotator.text import after_colon, belt_text, seconds_text, tr, word

if TYPE_CHECKING:
    from annotator.scoring.holds import Hold

COLUMNS = ("points", "advantages", "penalties", "warnings")
"""The numbers that a sheet's totals have. A ruleset's board shows those of them that it names."""

# A column's own name of so many letters is its heading; of a longer one the beginning is.
_WHOLE_HEADING = 8


@dataclass(frozen=True, slots=True)
class BoardRow:
    """An athlete's line: name, belt as written, and a number for each column."""

    athlete: Athlete
    name: str
    belt: str
    numbers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A card: `final` is the score at the end, `verdict` who won (in short by letter), `why` the reason.

    `layout`, `dots`: as the ruleset's board has them; of penalties so many (`fatal`) disqualify.
    `banner`: what the board says in words now; `hold`: whose hold runs, and for how long.
    """

    ruleset: str
    title: str
    edition: str
    columns: tuple[str, ...]
    column_names: tuple[str, ...]
    rows: tuple[BoardRow, ...]
    final: str
    verdict: str
    verdict_short: str
    why: str
    winner: Athlete | None
    layout: str = "rows"
    dots: tuple[str, ...] = ()
    fatal: int = 0
    banner: str = ""
    hold: tuple[Athlete, str] | None = None

    def sentence(self) -> str:
        """The card as it is read out, and its tooltip."""
        lines = [tr("{rules}, edition {edition}", rules=self.title, edition=self.edition)]
        lines.append(self.banner)
        for row in self.rows:
            counts = ", ".join(
                f"{name} {number}"
                for name, number in zip(self.column_names, row.numbers, strict=True)
            )
            who = tr("{name} ({letter})", name=row.name, letter=wording.letter(row.athlete))
            lines.append(after_colon(wording.joined((who, belt_text(row.belt)), ", "), counts))
        lines.append(tr("At the end {score}: {verdict}", score=self.final, verdict=self.verdict))
        lines.append(self.why)
        return "\n".join(line for line in lines if line)


def column_short(column: str, name: str) -> str:
    """A column's heading in a few letters, from what the ruleset calls it: `Adv`, `Cautions`, `Neg.`."""
    if name != word(column):
        return wording.capital(name if len(name) <= _WHOLE_HEADING else f"{name[:3].rstrip()}.")
    match column:
        case "points":
            return tr("Pts")
        case "advantages":
            return tr("Adv")
        case "penalties":
            return tr("Pen")
        case _:
            return tr("Warn")


class Running:
    """The running totals of one sheet, found for any time by a search."""

    def __init__(self, sheet: ScoreSheet) -> None:
        running = sheet.running()
        self._times = [ruling.time for ruling, _ in running]
        self._sums = [sums for _, sums in running]

    def at(self, time: Fraction) -> dict[Athlete, Totals]:
        """The totals of all awards at or before a time."""
        count = bisect_right(self._times, time)
        return self._sums[count - 1] if count else {who: Totals() for who in ATHLETES}

    def last(self) -> dict[Athlete, Totals]:
        return self._sums[-1] if self._sums else {who: Totals() for who in ATHLETES}


def board_at(
    match: Match,
    sheet: ScoreSheet,
    ruleset: Ruleset,
    running: Running,
    time: Fraction,
    heading: str = "",
    *,
    holds: Sequence[Hold] = (),
    flipped: bool = False,
    timeline: Timeline | None = None,
) -> Board:
    """The board at a time of the film, headed by the ruleset's name or `heading`.

    `holds`: when which holds run, where the board shows them; `flipped`: blue comes first;
    `timeline`: that of the match, where it is at hand.
    """
    columns = tuple(column for column in ruleset.columns if column in COLUMNS)
    now, last = running.at(time), running.last()
    rows = tuple(
        BoardRow(
            who,
            wording.name_of(match, who),
            match.athletes[who].belt,
            tuple(wording.plain(getattr(now[who], column)) for column in columns),
        )
        for who in (reversed(ATHLETES) if flipped else ATHLETES)
    )
    manner = ruleset.board
    return Board(
        ruleset.id,
        heading or ruleset.name(wording.rules_language()),
        sheet.edition or ruleset.edition,
        columns,
        tuple(ruleset.term(column, wording.rules_language()) for column in columns),
        rows,
        _final(last, columns),
        wording.verdict(match, sheet),
        wording.verdict_short(sheet),
        wording.capital(wording.told(sheet.result.why, wording.names(match))),
        sheet.result.winner,
        manner.layout,
        tuple(column for column in manner.dots if column in columns),
        ruleset.fatal_penalties,
        banner(match, ruleset, time, timeline or read_timeline(match)),
        _hold(holds, time) if manner.hold else None,
    )


def banner(match: Match, ruleset: Ruleset, time: Fraction, timeline: Timeline) -> str:
    """That points have not begun, or that it is overtime, for a category that has such a part."""
    told = match.info("category")
    category = next((each for each in ruleset.categories if each.id == told), None)
    stretch = timeline.stretch_at(time)
    if category is None or stretch is None or stretch.run in (Run.BEFORE, Run.ENDED):
        return ""
    if stretch.period >= 2:
        return tr("OVERTIME")
    if timeline.clock_at(time) * 1000 >= category.point_free_ms:
        return ""
    own = ruleset.board.no_points
    return own.get(wording.rules_language()) or own.get("en") or tr("NO POINTS YET")


def _hold(holds: Sequence[Hold], time: Fraction) -> tuple[Athlete, str] | None:
    """The hold that has run longest, as `1.8 / 3 s`."""
    running = [hold for hold in holds if hold.runs_at(time)]
    if not running:
        return None
    hold = max(running, key=lambda each: each.held(time))
    held = clock_text(hold.held(time), 1).partition(":")[2].removeprefix("0")
    return hold.athlete, tr("{held} / {needed} s", held=held, needed=seconds_text(hold.needed))


def _final(last: dict[Athlete, Totals], columns: tuple[str, ...]) -> str:
    """The final score: `7:2`, with advantages behind it where points are level: `2:2 (1:0)`."""
    red, blue = last["red"], last["blue"]
    text = f"{wording.plain(red.points)}:{wording.plain(blue.points)}"
    if red.points == blue.points and "advantages" in columns:
        text += f" ({red.advantages}:{blue.advantages})"
    return text


@dataclass(frozen=True, slots=True)
class ClockFace:
    """The match clock at a time: counting down where the duration is known, else up."""

    text: str
    state: str
    runs: bool
    overtime: bool = False


def clock_face(
    match: Match, time: Fraction, *, up: bool = False, timeline: Timeline | None = None
) -> ClockFace:
    """What the match clock shows at a time of the film; `up`: the board's clock counts upwards."""
    timeline = timeline or read_timeline(match)
    clock = timeline.clock_at(time)
    stretch = timeline.stretch_at(time)
    if time > timeline.last and stretch is not None and stretch.run is Run.RUNNING:
        # Nobody has stopped it: it runs on behind the last tag.
        clock += time - timeline.last
    run = stretch.run if stretch is not None else Run.BEFORE
    duration = _duration(match)
    period = stretch.period if stretch is not None else 0
    # In overtime the time of the match proper is over and the clock goes on upwards.
    if duration is not None and period < 2 and not up:
        # The last second is shown until it is over, as on the mat.
        left = max(duration - clock, Fraction(0))
        text = clock_text(Fraction(-int(-left // 1)), 0)
    else:
        text = clock_text(clock, 0)
    state = _state(run)
    if period >= 2:
        state = wording.joined((tr("overtime"), state))
    return ClockFace(text, state, run is Run.RUNNING, period >= 2)


def _duration(match: Match) -> Fraction | None:
    text = match.info("duration")
    try:
        return parse_seconds(text) if text else None
    except TimeError:
        return None


def _state(run: Run) -> str:
    match run:
        case Run.BEFORE:
            return tr("before the start")
        case Run.RUNNING:
            return tr("running")
        case Run.STOPPED:
            return tr("stopped")
        case Run.FROZEN:
            return tr("frozen")
        case Run.ENDED:
            return tr("over")
