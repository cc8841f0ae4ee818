"""The only place that builds pandas frames. Times are seconds; missing frames are `<NA>`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from annotator.model.match import Match
from annotator.model.timeline import read_timeline
from annotator.model.vocabulary import ATHLETES
from annotator.scoring.ruling import ScoreSheet
from annotator.text import say
from exports.rows import COLUMNS, TOTALS, people, timeline_rows
from exports.statistics import control_times, running_part, transitions

if TYPE_CHECKING:
    import pandas as pd


def timeline_table(match: Match, sheets: Iterable[ScoreSheet]) -> pd.DataFrame:
    """A row for everything given, with the running totals: the columns of `timeline.csv`, and
    `film`, of which film of the match `frame` is.
    """
    import pandas as pd

    rows = timeline_rows(match, sheets)
    table = pd.DataFrame([row.cells() for row in rows], columns=list(COLUMNS))
    whole = ["value", *(f"{who}_{name}" for who in ATHLETES for name in TOTALS)]
    kinds = dict.fromkeys(whole, "int64") | {
        "video_time": "float64",
        "clock": "float64",
    }
    texts = [name for name in COLUMNS if name not in kinds]
    return table.astype(kinds | dict.fromkeys(texts, "str")).assign(
        frame=pd.array([row.frame.index if row.frame else None for row in rows], "Int64"),
        film=pd.array([row.frame.part if row.frame else None for row in rows], "Int64"),
    )


def positions_table(match: Match) -> pd.DataFrame:
    """A row for each stay in a position: when, who was on top, and for how long the clock ran."""
    import pandas as pd

    timeline = read_timeline(match)
    rows = [
        (
            stay.position, stay.top or "", float(stay.start), float(stay.end),
            float(timeline.clock_at(stay.start)), float(running_part(stay, timeline)),
        )
        for stay in timeline.stays
    ]  # fmt: skip
    return pd.DataFrame(rows, columns=["position", "athlete", "start", "end", "clock", "seconds"])


def control_table(match: Match) -> pd.DataFrame:
    """Seconds of running clock per position and athlete, and their share of all of them."""
    import pandas as pd

    rows = control_times(match)
    total = sum(row.seconds for row in rows)
    return pd.DataFrame(
        [
            (
                row.position,
                row.athlete or "",
                float(row.seconds),
                float(row.seconds / total),
                row.stays,
            )
            for row in rows
        ],
        columns=["position", "athlete", "seconds", "share", "stays"],
    )


def transitions_table(match: Match) -> pd.DataFrame:
    """Which position followed which, how often, and when first."""
    import pandas as pd

    rows = [
        (
            row.before,
            row.before_top or "",
            row.after,
            row.after_top or "",
            row.count,
            float(row.first),
        )
        for row in transitions(match)
    ]
    columns = ["before", "before_athlete", "after", "after_athlete", "count", "first"]
    return pd.DataFrame(rows, columns=columns)


def rulesets_table(match: Match, sheets: Iterable[ScoreSheet]) -> pd.DataFrame:
    """A row for each ruleset: both totals side by side, the winner and the reason."""
    import pandas as pd

    names = people(match)
    rows = []
    for sheet in sheets:
        sums = sheet.totals()
        numbers = (getattr(sums[who], name) for who in ATHLETES for name in TOTALS)
        result = sheet.result
        rows.append(
            (
                sheet.ruleset,
                sheet.edition,
                *numbers,
                result.winner or "",
                result.won_by,
                say(result.why, names),
            )
        )
    columns = [f"{who}_{name}" for who in ATHLETES for name in TOTALS]
    return pd.DataFrame(rows, columns=["ruleset", "edition", *columns, "winner", "won_by", "why"])
