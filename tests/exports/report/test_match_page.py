"""The page of a match: one sheet of paper, whatever the match is, with the numbers of the score."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

import numpy as np
import pytest
from PIL import Image
from pypdf import PdfReader

from annotator.errors import Cancelled
from annotator.model.match import Match, Person
from annotator.model.tag import Tag
from annotator.model.time import clock_text
from annotator.model.vocabulary import Athlete
from annotator.sample import sample_match
from annotator.text import set_language
from exports.film_moments import Names
from exports.report.blocks import Columns, Facts, Page, Picture, Table, Text, tables
from exports.report.html import page_text
from exports.report.match_page import MOST_RULINGS, match_page
from exports.report.pdf import pdf_bytes
from exports.report.pictures import chart, decisive
from exports.report.scored import Scored
from exports.report.strip import is_crowded
from tests.exports.report.conftest import read_pdf, scored
from tests.exports.test_html import Reader

HOSTILE = "<script>alert(1)</script> \U0001f94b 名前 שלום " + "é" * 300 + "\x00\ud800"


def table(page: Page, title: str) -> Table:
    return next(each for each in tables(page.blocks) if each.title == title)


def named(match: Match, red: str, blue: str) -> Match:
    return replace(
        match, athletes=MappingProxyType({"red": Person(red, "purple"), "blue": Person(blue, blue)})
    )


def test_the_page_says_what_the_match_was_and_how_it_ended(sample: Scored) -> None:
    match = replace(
        sample.match, event="Spring cup", date="2026-11-28", round="semi-final", weight="76 kg"
    )
    page = match_page(replace(sample, match=match), 0)
    sums = sample.sheets[0].totals()
    text = read_pdf(page)

    for word in ("Spring cup", "2026-11-28", "semi-final", "76 kg", "Keep", "Fix", "Drill",
                 sample.rulesets[0].edition, "Ana Moreau (R)", "Lena Petrova (B)"):  # fmt: skip
        assert word in text, word
    points = [row[1] for row in table(page, "Score").rows]
    assert points == [str(sums["red"].points), str(sums["blue"].points)]
    for other in sample.rulesets[1:]:
        assert other.name() in text


def test_rulings_stand_in_the_order_of_time_with_clock_and_how_sure(sample: Scored) -> None:
    page = match_page(sample, 0)
    rows = table(page, "Rulings").rows
    awards = sample.sheets[0].awards
    assert [row[0] for row in rows] == [
        clock_text(r.clock, 0) for r in decisive(sample.sheets[0], 12)
    ]
    assert len(rows) == min(len(awards), MOST_RULINGS)
    assert all(re.search("sure|assumed|hangs on", row[-1]) for row in rows)


def test_a_tag_one_frame_before_it_would_score_is_said(sample: Scored) -> None:
    """A hold of exactly its seconds hangs on one frame."""
    rows: list[tuple[str, int, Athlete | None]] = [
        ("start", 0, None), ("standing", 0, None), ("closed_guard", 1, "red"),
        ("mount", 10, "red"), ("scramble", 13, None), ("end", 20, None),
    ]  # fmt: skip
    tags = tuple(
        Tag(str(number), name, Fraction(start), athlete=who)
        for number, (name, start, who) in enumerate(rows)
    )
    page = match_page(scored(Match(tags)), 0)
    assert any("hangs on 1 frame" in row[-1] for row in table(page, "Rulings").rows)


def test_time_and_tries_are_of_both_and_fill_the_clock(sample: Scored) -> None:
    page = match_page(sample, 0)

    def seconds(text: str) -> int:
        minutes, second = text.split(":")
        return int(minutes) * 60 + int(second)

    red, blue = table(page, "Time, minutes of match clock").rows
    assert red[1:3] == blue[1:3][::-1]
    assert red[3:] == blue[3:]
    tried = {row[0]: row[1:] for row in table(page, "Done (paid or not), of so many tried").rows}
    assert set(tried) == {"Takedown", "Sweep", "Pass", "Back take", "Submission"}
    assert sum(map(seconds, red[1:])) > 60


def test_pictures_are_of_the_decisive_moments(sample: Scored) -> None:
    asked: list[tuple[int, int]] = []

    def frame_of(film: int, index: int) -> np.ndarray:
        asked.append((film, index))
        return np.full((90, 160, 3), 128, np.uint8)

    page = match_page(replace(sample, frame_of=frame_of), 0)
    beside = [block for block in page.blocks if isinstance(block, Columns)][-1]
    stills = [column[0] for column in beside.columns]
    assert len(stills) == 3
    assert all(isinstance(each, Picture) and each.kind == "image/jpeg" for each in stills)
    awards = {(r.film, r.frame): r for r in sample.sheets[0].awards}
    for still in stills:
        assert isinstance(still, Picture)
        assert any(still.caption.startswith(clock_text(awards[place].clock, 0)) for place in asked)
    assert len(set(asked)) == len(asked)
    assert "no film was opened" not in page.foot
    assert "no film was opened" in match_page(sample, 0).foot


def test_children_are_named_by_initials_and_not_shown(sample: Scored) -> None:
    tags = tuple(
        replace(tag, details=MappingProxyType({**tag.details, "category": "kids"}))
        if tag.tag == "match"
        else tag
        for tag in sample.match.tags
    )
    match = replace(sample.match, tags=tags, title="Ana against Lena")
    asked: list[int] = []

    def frame_of(film: int, index: int) -> np.ndarray:
        asked.append(index)
        return np.zeros((90, 160, 3), np.uint8)

    child = scored(match, frame_of)
    page = match_page(child, 0)
    text = read_pdf(page) + Reader(page_text(page)).text
    assert "Ana" not in text
    assert "Moreau" not in text
    assert "A. M. (R)" in text
    assert not asked
    full = read_pdf(match_page(child, 0, names=Names.FULL))
    assert "Ana Moreau (R)" in full
    assert asked


@pytest.mark.parametrize("of", ["red", "blue"])
def test_a_page_for_one_athlete_names_the_opponent(sample: Scored, of: Athlete) -> None:
    page = match_page(sample, 0, of)
    me, other = ("Ana Moreau (R)", "Lena Petrova (B)")[:: 1 if of == "red" else -1]
    assert page.title.startswith(me)
    text = read_pdf(page)
    assert f"Opponent {other}" in text
    assert f"Nearly scored for {me}" in text
    assert f"Nearly scored against {me}" in text


def test_hostile_names_do_nothing_and_stay_on_one_page() -> None:
    match = named(
        replace(sample_match(), title=HOSTILE, event=HOSTILE, round=HOSTILE), HOSTILE, HOSTILE
    )
    page = match_page(scored(match), 0)
    read_pdf(page)
    read = Reader(page_text(page))
    assert "script" not in read.tags
    assert "alert(1)" in read.text
    assert not [name for name, _ in read.attributes if name.startswith("on")]


@pytest.mark.parametrize("match", [Match(), Match((Tag("1", "mark", Fraction(3)),))])
def test_an_empty_match_has_a_page(match: Match) -> None:
    page = match_page(scored(match), 0)
    text = read_pdf(page)
    assert "Nothing was given." in text
    assert "Nothing was given." in Reader(page_text(page)).text


def long_match(count: int) -> Match:
    """So many tags: the same exchanges over and over."""
    cycle: list[tuple[str, Athlete | None]] = [
        ("standing", None), ("takedown", "red"), ("side_control", "red"), ("mount", "red"),
        ("open_guard", "blue"), ("side_control", "blue"), ("scramble", None),
    ]  # fmt: skip
    tags = [Tag("0", "start", Fraction(0))]
    for number in range(1, count - 1):
        name, who = cycle[number % len(cycle)]
        tags.append(Tag(str(number), name, Fraction(number * 7, 2), athlete=who))
    return Match((*tags, Tag("end", "end", Fraction(count * 4))))


def test_a_long_match_says_how_much_is_left_out() -> None:
    page = match_page(scored(long_match(300), ids=("ibjjf",)), 0)
    rulings = table(page, "Rulings")
    assert rulings.left_out > 0
    assert len(rulings.rows) == MOST_RULINGS
    shown = read_pdf(page)
    said = [int(number) for number in re.findall(r"… and (\d+) more", shown)]
    assert max(said) >= rulings.left_out


def test_a_crowded_timeline_is_drawn_without_labels() -> None:
    """With them it would be many times as high as the paper."""
    crowded, small = scored(long_match(600), ids=("ibjjf",)), scored(long_match(40), ids=("ibjjf",))
    assert is_crowded(crowded.match, crowded.sheets[0])
    assert not is_crowded(small.match, small.sheets[0])
    width, height = chart(crowded, 0).size
    assert height < width / 2


def test_the_pdf_is_legible_in_black_and_white(sample: Scored) -> None:
    """Nothing is said by colour alone: texts are black or grey, athletes are told by letters."""
    reader = PdfReader(io.BytesIO(pdf_bytes(match_page(sample, 0))))
    contents = reader.pages[0].get_contents()
    assert contents is not None
    colours = re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) (?:rg|RG)\b", contents.get_data())
    assert all(red == green == blue for red, green, blue in colours)


def test_the_chart_tells_the_athletes_apart_without_colour(sample: Scored) -> None:
    """In grey, the areas of red and blue differ, and blue's are hatched."""
    page = match_page(sample, 0)
    drawn = next(block for block in page.blocks if isinstance(block, Picture))
    grey = np.asarray(Image.open(io.BytesIO(drawn.data)).convert("L"))
    assert grey.min() < 40
    assert grey.max() > 250
    assert drawn.size == grey.shape[::-1]


@pytest.mark.parametrize("language", ["fr", "ru"])
def test_pages_speak_the_language_of_the_user(sample: Scored, language: str) -> None:
    set_language(language)
    try:
        page = match_page(sample, 0)
        text = read_pdf(page)
        written = page_text(page)
    finally:
        set_language("en")
    assert f'lang="{language}"' in written
    assert sample.rulesets[0].name(language) in text


def test_a_page_that_is_not_wanted_any_more_is_given_up(sample: Scored) -> None:
    def progress(share: float) -> None:
        if share > 0.3:
            raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        match_page(sample, 0, progress=progress)


def test_progress_only_grows(sample: Scored) -> None:
    told: list[float] = []
    match_page(sample, 0, progress=told.append)
    assert told == sorted(told)
    assert 0.0 <= told[0] <= told[-1] <= 1.0


def test_texts_of_the_page_are_in_both_forms(sample: Scored) -> None:
    page = match_page(sample, 0)
    paper, browser = read_pdf(page), Reader(page_text(page)).text
    for block in page.blocks:
        if isinstance(block, Text):
            assert block.text in browser
            assert block.text[:30] in paper
    for each in tables(page.blocks):
        for row in each.rows:
            for cell in row:
                assert cell in browser


def test_what_was_done_is_counted_whether_it_was_paid_or_not(sample: Scored) -> None:
    """Red's sweep was not held long enough: nothing was given, it is done, and the heading says so."""
    sheet = sample.sheets[0]
    assert not [r for r in sheet.awards if (r.clause, r.athlete) == ("sweep", "red")]
    assert [r for r in sheet.refusals if (r.clause, r.athlete) == ("sweep", "red")]
    rows = table(match_page(sample, 0), "Done (paid or not), of so many tried").rows
    assert ("Sweep", "1 of 1", "1 of 1") in rows


def test_every_time_says_which_clock_it_is(sample: Scored) -> None:
    page = match_page(sample, 0)
    head = table(page, "Rulings").head
    assert "Clock" in head
    assert "Why (film time)" in head
    assert "Clock, and the times before what was nearly scored" in page.foot
    assert "below the timeline: film time" in page.foot


def test_both_belts_stand_under_one_label(sample: Scored) -> None:
    shown = next(block for block in match_page(sample, 0).blocks if isinstance(block, Facts))
    said = [value for name, value in shown.pairs if name == "Belt or gi"]
    assert said == ["R: red, B: black"]
