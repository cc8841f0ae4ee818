"""Rulesets side by side on one page."""

from __future__ import annotations

from annotator.model.match import Match
from annotator.sample import sample_match
from annotator.scoring.divergence import divergences
from exports.report.blocks import tables
from exports.report.comparison_page import MOST_MOMENTS, comparison_page
from exports.report.html import page_text
from exports.report.scored import Scored
from tests.exports.report.conftest import read_pdf, scored
from tests.exports.test_html import Reader


def test_every_ruleset_has_a_row_and_a_column(sample: Scored) -> None:
    page = comparison_page(sample)
    results, parting = tables(page.blocks)
    for row, ruleset in zip(results.rows, sample.rulesets, strict=True):
        assert row[0].startswith(ruleset.name())
    for row, sheet in zip(results.rows, sample.sheets, strict=True):
        assert row[1].split(",")[0] == str(sheet.totals()["red"].points)
    assert len(parting.head) == 1 + len(sample.rulesets)
    assert len(parting.rows) == min(MOST_MOMENTS, len(divergences(sample.sheets)))
    assert parting.rows[-1][1].startswith(
        f"{divergences(sample.sheets)[-1].sides[0].totals['red'].points}:"
    )


def test_it_is_one_sheet_with_all_rulesets() -> None:
    every = scored(
        sample_match(),
        ids=("adcc", "adcc-kids-fr", "grappling-gi", "ibjjf", "ibjjf-ru", "jjb-fr", "jjif-2014"),
    )
    text = read_pdf(comparison_page(every))
    for ruleset in every.rulesets:
        assert ruleset.name().split()[0] in text


def test_one_ruleset_or_an_empty_match_never_part() -> None:
    for ids in (("ibjjf",), ("ibjjf", "adcc")):
        page = comparison_page(scored(Match(), ids=ids))
        assert "The scores never part." in read_pdf(page)
        assert "The scores never part." in Reader(page_text(page)).text
