from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

from annotator.model.match import Match
from annotator.scoring.ruling import ScoreSheet
from exports import tables
from exports.rows import COLUMNS, match_label, timeline_rows
from exports.statistics import control_times, transitions
from tests.exports.conftest import make_match, tag


def test_the_timeline_table_has_the_columns_of_the_csv(
    match: Match, sheets: list[ScoreSheet]
) -> None:
    table = tables.timeline_table(match, sheets)
    assert list(table.columns) == [*COLUMNS, "film"]
    assert len(table) == 10
    assert str(table["frame"].dtype) == "Int64"
    assert table["value"].sum() == 2 + 3 + 4 + 1 + 4 + 1 + 2 + 1 - 1 + 1
    assert table.iloc[-1]["award"] == "disqualification"


def test_a_match_without_awards_or_tags_makes_empty_tables() -> None:
    empty = Match()
    assert tables.timeline_table(empty, []).empty
    assert list(tables.timeline_table(empty, []).columns) == [*COLUMNS, "film"]
    assert tables.control_table(empty).empty
    assert tables.transitions_table(empty).empty
    assert tables.positions_table(empty).empty
    assert tables.rulesets_table(empty, []).empty


def test_running_totals_are_those_of_the_sheet(match: Match, sheets: list[ScoreSheet]) -> None:
    rows = timeline_rows(match, sheets[:1])
    assert [row.totals[0].points for row in rows] == [2, 5, 9, 9, 9, 9]
    assert [row.totals[1].points for row in rows] == [0, 0, 0, 0, 4, 4]


def test_control_counts_running_clock_only(match: Match) -> None:
    rows = {(row.position, row.athlete): row for row in control_times(match)}
    assert rows["side_control", "red"].seconds == 20  # to the stop, not to the restart
    assert rows["standing", None].seconds == Fraction(23, 2) + 6
    assert rows["standing", None].stays == 2
    assert sum(row.seconds for row in rows.values()) == 80


def test_control_shares_add_up_to_one(match: Match) -> None:
    table = tables.control_table(match)
    assert abs(table["share"].sum() - 1) < 1e-9


def test_nothing_follows_through_a_stop(match: Match) -> None:
    steps = {(step.before, step.after) for step in transitions(match)}
    assert ("side_control", "standing") not in steps
    assert ("standing", "closed_guard") in steps
    assert ("open_guard", "mount") in steps


def test_transitions_are_counted() -> None:
    tags = [tag(1, 0, "start"), tag(9, 60, "end")]
    for number in range(4):
        tags.append(tag(10 + number, number * 10, "mount" if number % 2 else "closed_guard", "red"))
    first, *_ = transitions(Match(tags=tuple(tags)))
    assert (first.before, first.after, first.count) == ("closed_guard", "mount", 2)
    assert first.first == 10


def test_rulesets_stand_side_by_side(match: Match, sheets: list[ScoreSheet]) -> None:
    table = tables.rulesets_table(match, sheets)
    assert list(table["ruleset"]) == ["first-rules", "second-rules"]
    assert list(table["red_points"]) == [9, 1]
    assert list(table["winner"]) == ["red", "red"]


def test_a_match_is_called_by_its_title_or_its_athletes() -> None:
    assert match_label(make_match()) == "Final"
    assert match_label(make_match(title="")) == "Ana Moreau – Lena Petrova"
    assert match_label(Match()) == ""


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = (
        "import sys, exports, exports.registry, exports.tables, exports.csv_files, exports.charts\n"
        "print([name for name in ('pandas', 'matplotlib', 'numpy', 'PyQt6', 'av', 'cv2') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
