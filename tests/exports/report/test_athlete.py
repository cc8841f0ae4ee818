"""An athlete over many matches: found in either corner, and every file that cannot be read is named."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from annotator.errors import Cancelled, ExportError
from annotator.files.match_file import save_match
from annotator.model.match import Match, Person
from annotator.model.vocabulary import Athlete, other
from annotator.sample import sample_match
from exports.report.athlete import Career, read_folder, steps_of
from exports.report.athlete_page import athlete_page
from exports.report.blocks import Table, tables
from exports.report.html import page_text
from exports.report.making import write_athlete_report
from exports.report.numbers import added, points_by_position, times_of, tries_of
from exports.statistics import transitions
from tests.exports.report.conftest import read_pdf, rulesets
from tests.exports.test_html import Reader


def match_of(red: str, blue: str, date: str) -> Match:
    people: dict[Athlete, Person] = {"red": Person(red), "blue": Person(blue)}
    return replace(
        sample_match(), athletes=MappingProxyType(people), date=date, event=f"Cup {date[:4]}"
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save_match(match_of("Léna Petrova", "Ana Moreau", "2026-05-02"), tmp_path / "b.match.json")
    (tmp_path / "deep").mkdir()
    deep = match_of("Kim Ono", "PETROVA Lena", "2025-01-09")
    save_match(deep, tmp_path / "deep" / "a.match.json")
    save_match(match_of("Kim Ono", "Ana Moreau", "2026-05-02"), tmp_path / "c.match.json")
    save_match(match_of("Lena Petrova", "lena petrova", "2026-05-03"), tmp_path / "d.match.json")
    (tmp_path / "e.match.json").write_text("{", "utf-8")
    return tmp_path


@pytest.fixture
def career(folder: Path) -> Career:
    return read_folder(folder, "lena petrova", rulesets())


def table(page_tables: list[Table], title: str) -> Table:
    return next(each for each in page_tables if each.title == title)


def test_both_corners_are_found_the_oldest_first(career: Career) -> None:
    assert [(bout.path.name, bout.who) for bout in career.bouts] == [
        ("a.match.json", "blue"), ("b.match.json", "red"),
    ]  # fmt: skip
    assert career.name == "Léna Petrova"
    assert {each.path.name for each in career.left_out} == {"d.match.json", "e.match.json"}
    assert all(each.why for each in career.left_out)


def test_nobody_of_that_name_says_who_is_there(folder: Path) -> None:
    with pytest.raises(ExportError) as refused:
        read_folder(folder, "Maria Silva", rulesets())
    assert "Kim Ono" in str(refused.value)
    with pytest.raises(ExportError):
        read_folder(folder / "nowhere", "Kim Ono", rulesets())


def test_the_numbers_are_sums_over_the_matches(career: Career) -> None:
    every = list(tables(athlete_page(career).blocks))
    mine = added(tries_of(bout.match, bout.who) for bout in career.bouts)
    for row, (_, tries) in zip(
        table(every, "Done (paid or not), of so many tried").rows, mine.items(), strict=True
    ):
        assert row[1] == (f"{tries.made} of {tries.tried}" if tries.tried else "–")
    own = sum(
        points
        for bout in career.bouts
        for (_, who), points in points_by_position(bout.match, bout.sheet).items()
        if who == bout.who
    )
    assert own == sum(bout.sheet.totals()[bout.who].points for bout in career.bouts)
    assert sum(int(row[1]) for row in table(every, "Points by position").rows) == own
    shares = [int(row[1].split()[0]) for row in table(every, "Time").rows]
    assert abs(sum(shares) - 100) <= 2


def test_steps_are_seen_from_the_athlete(career: Career) -> None:
    counts = steps_of(career.bouts)
    assert sum(counts.values()) == sum(
        step.count for bout in career.bouts for step in transitions(bout.match)
    )
    # The same match from the other corner: top and bottom change places.
    bout = career.bouts[0]
    turned = {"top": "bottom", "bottom": "top", "": ""}
    mirrored = Counter(
        {
            ((a, turned[part]), (b, turned[other_part])): count
            for ((a, part), (b, other_part)), count in steps_of([bout]).items()
        }
    )
    assert steps_of([replace(bout, who=other(bout.who))]) == mirrored


def test_time_of_one_is_the_other_ones_turned(career: Career) -> None:
    bout = career.bouts[0]
    mine, others = times_of(bout.match, bout.who), times_of(bout.match, other(bout.who))
    assert (mine.top, mine.bottom) == (others.bottom, others.top)
    assert mine.whole == others.whole


def test_the_page_is_one_sheet_in_both_forms(career: Career, tmp_path: Path) -> None:
    page = athlete_page(career)
    text, browser = read_pdf(page), Reader(page_text(page)).text
    for word in ("Léna Petrova", "Ana Moreau", "Kim Ono", "2025-01-09", "e.match.json", "Drill"):
        assert word in text, word
        assert word in browser, word
    paths = write_athlete_report(career, tmp_path / "out")
    assert [path.name for path in paths] == [
        "athlete-léna-petrova.pdf",
        "athlete-léna-petrova.html",
    ]


def test_fifty_matches_stay_on_one_page(career: Career) -> None:
    many = replace(career, bouts=career.bouts * 25, left_out=career.left_out * 40)
    text = read_pdf(athlete_page(many))
    assert "more" in text


def test_reading_is_given_up_when_it_is_not_wanted(folder: Path) -> None:
    def progress(share: float) -> None:
        raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        read_folder(folder, "Lena Petrova", rulesets(), progress=progress)
