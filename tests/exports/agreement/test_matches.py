"""Two annotators of a match: tables, words, page and table of pairs."""

from __future__ import annotations

import csv
import io
import json
import random
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from time import process_time

import pytest

from annotator.files.rulesets import load_ruleset
from annotator.model.match import Match, Person
from annotator.model.tag import Tag
from annotator.model.time import parse_seconds
from annotator.model.vocabulary import ATHLETES, POSITIONS, VOCABULARY, Athlete, Who
from annotator.sample.match import sample_match
from annotator.text import set_language
from exports.agreement.blocks import as_text
from exports.agreement.files import COLUMNS, match_json, pairs_csv, write_match_agreement
from exports.agreement.match_tables import match_blocks
from exports.agreement.match_words import differences
from exports.agreement.matches import ABSENT, Annotation, compare_annotations
from exports.agreement.page import agreement_page
from exports.agreement.several import compare_all, together_blocks

SAMPLE = sample_match()
ONE = Fraction(1)


@pytest.fixture(autouse=True)
def _english():
    set_language("en")


def compared(first: Match, second: Match, *rulesets: str, **more):
    return compare_annotations(
        Annotation("Ana", first), Annotation("Léo", second), ONE,
        [load_ruleset(name) for name in rulesets], **more,
    )  # fmt: skip


def without(match: Match, name: str) -> Match:
    """The match less its first tag of this name."""
    gone = next(tag.id for tag in match.tags if tag.tag == name)
    return match.with_tags(tuple(tag for tag in match.tags if tag.id != gone))


def text_of(found) -> str:
    return "\n".join(as_text(match_blocks(found)))


def test_the_same_twice_agrees_in_everything_and_says_so():
    found = compared(SAMPLE, SAMPLE, "jjb-fr")
    assert found.agreed.value == 1
    assert found.kappa.value == 1
    assert found.lane_same == found.lane_total > 0
    assert not differences(found)
    assert found.rulings[0].figure.value == 1
    assert "perhaps one file was chosen twice" in text_of(found)


def test_a_missing_tag_shows_in_table_list_and_rulings():
    found = compared(SAMPLE, without(SAMPLE, "takedown"), "jjb-fr")
    who = next(tag.athlete for tag in SAMPLE.tags if tag.tag == "takedown")
    assert found.counts[("takedown", who), ABSENT] == 1
    assert [row.cells[-1] for row in differences(found)] == ["only Ana"]
    row = next(row for row in found.kinds if row.name == "takedown")
    assert row.first - row.both == 1 == row.first - row.second
    assert any(row.both < row.first for row in found.rulings[0].clauses())
    totals = [sheet.totals()[who].points for sheet in found.rulings[0].sheets]
    assert totals[0] > totals[1]


def test_the_table_adds_up():
    tags = list(SAMPLE.tags)
    rng = random.Random(4)
    tags = [
        replace(t, start=t.start + Fraction(rng.randint(-9, 9), 7), end=None)
        for t in tags
        if rng.random() < 0.8
    ]
    found = compared(SAMPLE, Match(tuple(tags)))
    assert sum(found.counts.values()) == found.tags.units
    assert sum(n for (one, two), n in found.counts.items() if one == two) == found.tags.same
    ones = sum(n for (one, _), n in found.counts.items() if one != ABSENT)
    assert ones == sum(tag.tag not in ("match", "mark") for tag in SAMPLE.tags)
    assert sum(row.first for row in found.kinds) == ones == sum(row.first for row in found.groups)


def test_details_that_differ_are_named():
    tags = tuple(
        t.with_details(landing="side") if "landing" in t.details else t for t in SAMPLE.tags
    )
    found = compared(SAMPLE, SAMPLE.with_tags(tags))
    row = next(row for row in found.detail_rows if row.name == "landing")
    assert row.both < row.first == row.second
    assert any("landing: " in row.cells[-1] for row in differences(found))


def test_reaction_is_a_signed_difference():
    late = SAMPLE.with_tags(
        tuple(replace(t, start=t.start + Fraction(1, 5), end=None) for t in SAMPLE.tags)
    )
    found = compared(SAMPLE, late)
    assert found.start_differences.median == Fraction(1, 5)
    back = compared(late, SAMPLE)
    assert back.start_differences.median == -Fraction(1, 5)
    assert back.start_distances.median == Fraction(1, 5)


def test_a_trimmed_film_is_noticed_and_the_offset_mends_it():
    cut = SAMPLE.with_tags(
        tuple(
            replace(t, start=t.start + 60, end=None if t.end is None else t.end + 60)
            for t in SAMPLE.tags
        )
    )
    found = compared(SAMPLE, cut)
    assert "do not seem to be those of one film" in text_of(found)
    mended = compared(SAMPLE, cut, by=Fraction(-60))
    assert mended.agreed.value == 1
    assert "As asked, −60 s were added to the times of Léo." in text_of(mended)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Match(), Match()),
        (SAMPLE, Match()),
        (Match((Tag("1", "mount", ONE, athlete="red"),)), Match((Tag("1", "mount", ONE, athlete="red"),))),
        (Match((Tag("1", "mount", ONE, athlete="red"),)), Match((Tag("1", "sweep", ONE, athlete="red"),))),
        (Match((Tag("1", "mark", ONE),)), Match((Tag("1", "match", Fraction(0)),))),
        (Match((Tag("1", "end", Fraction(-10)),)), Match((Tag("1", "end", Fraction(10**12)),))),
    ],
)  # fmt: skip
def test_nearly_nothing_is_said_in_words(first, second):
    found = compared(first, second, "jjb-fr")
    text = text_of(found)
    page = agreement_page(match_blocks(found))
    for shown in (text, page, json.dumps(match_json(found), allow_nan=False)):
        assert not re.search(r"\bnan\b", shown, re.IGNORECASE)


def test_the_page_stands_alone_and_shows_any_name(tmp_path: Path):
    name = "<script>alert(1)</script>" + "é🥋" * 200
    athletes: dict[Athlete, Person] = {"red": Person(name), "blue": Person("=1+1")}
    first = replace(SAMPLE, athletes=athletes, title=name)
    paths = write_match_agreement(compared(first, without(first, "mount")), tmp_path / "new")
    page = paths[0].read_text("utf-8")
    assert "<script>alert" not in page
    assert "src=" not in page
    assert "<svg" in page
    assert page.count("<rect") == sum(
        tag.tag not in ("match", "mark") for tag in (*first.tags, *without(first, "mount").tags)
    )


def test_the_table_of_pairs_is_exact():
    late = SAMPLE.with_tags(
        tuple(replace(t, start=t.start + Fraction(1, 7), end=None) for t in SAMPLE.tags)
    )
    found = compared(without(SAMPLE, "mount"), late)
    rows = list(csv.DictReader(io.StringIO(pairs_csv(found))))
    assert tuple(rows[0]) == COLUMNS
    assert {row["how"] for row in rows} == {"start", "only second"}
    assert {parse_seconds(row["difference"]) for row in rows if row["difference"]} == {
        Fraction(1, 7)
    }
    by_id = {tag.id: tag for tag in SAMPLE.tags}
    for row in rows:
        assert parse_seconds(row["second_start"]) - Fraction(1, 7) == by_id[row["second_id"]].start


def long_match(seed: int, count: int = 5000) -> Match:
    rng = random.Random(seed)
    tags = []
    for n in range(count):
        name = rng.choice([*POSITIONS, "takedown", "attempt", "submission", "inactive"])
        who = None if VOCABULARY[name].who is Who.EMPTY else ATHLETES[n % 2]
        start = Fraction((n * 20 + rng.randint(0, 15)) * 1001, 30000)
        end = start + rng.randint(1, 3) if VOCABULARY[name].span else None
        tags.append(Tag(str(n), name, start, end, who))
    return Match(tuple(tags))


def test_five_thousand_tags_take_less_than_two_seconds():
    first = long_match(1)
    rng = random.Random(2)
    second = first.with_tags(
        tuple(
            replace(t, start=t.start + Fraction(rng.randint(-20, 20), 30), end=None)
            for t in first.tags
            if rng.random() < 0.9
        )
    )
    assert compared(SAMPLE, SAMPLE).kappa.value == 1  # libraries are loaded
    before = process_time()
    found = compared(first, second)
    assert found.kappa.value > 0.5
    assert process_time() - before < 2


def test_three_together():
    people = [
        Annotation("Ana", SAMPLE),
        Annotation("Léo", SAMPLE),
        Annotation("Kim", without(SAMPLE, "takedown")),
    ]
    found = compare_all(people, ONE)
    assert found.moments == sum(tag.tag not in ("match", "mark") for tag in SAMPLE.tags)
    assert found.tags.value is not None
    assert 0.9 < found.tags.value < 1
    assert [(one, two, share.value == 1) for one, two, share, _ in found.pairs] == [
        (0, 1, True), (0, 2, False), (1, 2, False),
    ]  # fmt: skip
    alone = compare_all([people[0], people[1], people[0]], ONE)
    assert alone.tags.value == alone.positions.value == 1
    assert "Krippendorff" in "\n".join(as_text(together_blocks(found)))
