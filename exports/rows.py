"""The scored timeline as plain rows: what the CSV files, the tables and the charts share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from annotator.model.match import Match
from annotator.model.time import FrameRef
from annotator.model.vocabulary import ATHLETES
from annotator.scoring.ruling import Ruling, ScoreSheet, Totals
from annotator.text import say, tr

TOTALS = ("points", "advantages", "penalties", "warnings")
COLUMNS = (
    "match", "ruleset", "edition", "frame", "video_time", "clock", "athlete", "award", "value",
    "clause", "why", "assumed", *(f"{who}_{name}" for who in ATHLETES for name in TOTALS),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TimelineRow:
    """One thing given, with the scoreboard once it is given. Times in seconds, exact."""

    match: str
    ruleset: str
    edition: str
    frame: FrameRef | None
    video_time: Fraction
    clock: Fraction
    athlete: str
    award: str
    value: int
    clause: str
    why: str
    assumed: str
    totals: tuple[Totals, Totals]

    def _frame(self) -> int | str | None:
        """The frame's number; of another film than the first with the film's: `2:f123`."""
        if self.frame is None or self.frame.part != 1:
            return None if self.frame is None else str(self.frame)
        return self.frame.index

    def cells(self) -> tuple[str | int | Fraction | None, ...]:
        """The values in the order of `COLUMNS`."""
        numbers = (getattr(sums, name) for sums in self.totals for name in TOTALS)
        return (
            self.match, self.ruleset, self.edition, self._frame(), self.video_time, self.clock,
            self.athlete, self.award, self.value, self.clause, self.why, self.assumed, *numbers,
        )  # fmt: skip


def timeline_rows(match: Match, sheets: Iterable[ScoreSheet]) -> list[TimelineRow]:
    """A row for everything that was given, ruleset by ruleset, each in the order of time."""
    label, names = match_label(match), people(match)
    return [
        _row(label, names, sheet, ruling, (sums["red"], sums["blue"]))
        for sheet in sheets
        for ruling, sums in sheet.running()
    ]


def _row(
    label: str,
    names: dict[str, str],
    sheet: ScoreSheet,
    ruling: Ruling,
    totals: tuple[Totals, Totals],
) -> TimelineRow:
    return TimelineRow(
        match=label,
        ruleset=sheet.ruleset,
        edition=sheet.edition,
        frame=None if ruling.frame is None else FrameRef(ruling.frame, ruling.film),
        video_time=ruling.time,
        clock=ruling.clock,
        athlete=ruling.athlete or "",
        award=ruling.award.value if ruling.award else "",
        value=ruling.value,
        clause=ruling.clause,
        why=say(ruling.reason, names),
        assumed="; ".join(str(item) for item in ruling.assumed),
        totals=totals,
    )


def people(match: Match) -> dict[str, str]:
    """What sentences call the athletes."""
    return {who: match.name_of(who) for who in ATHLETES}


def match_label(match: Match) -> str:
    """The match in a word: its title, else who met whom, else nothing."""
    if match.title:
        return match.title
    if any(match.athletes[who].name for who in ATHLETES):
        return versus(match)
    return ""


def versus(match: Match) -> str:
    """`Ana Moreau – Lena Petrova`."""
    return tr("{red} – {blue}", red=match.name_of("red"), blue=match.name_of("blue"))
