"""The sample match under the rulesets that ship, and pages read back as other programs read them."""

from __future__ import annotations

import io
from fractions import Fraction
from functools import lru_cache

import pytest
from pypdf import PdfReader

from annotator.files.rulesets import load_ruleset
from annotator.model.match import Match
from annotator.sample import sample_match
from annotator.scoring import score
from exports.report.blocks import Page
from exports.report.pdf import pdf_bytes
from exports.report.scored import FrameOf, Scored

IDS = ("ibjjf", "jjif-2014", "adcc-kids-fr")
FRAME = Fraction(1, 30)


@lru_cache
def rulesets(ids: tuple[str, ...] = IDS):
    return tuple(load_ruleset(name) for name in ids)


def scored(match: Match, frame_of: FrameOf | None = None, ids: tuple[str, ...] = IDS) -> Scored:
    """The match scored on a film of 30 frames a second."""
    last = max((tag.end or tag.start for tag in match.tags), default=Fraction(0))
    times = [FRAME * number for number in range(int(last / FRAME) + 60)]
    sheets = tuple(score(match, ruleset, times) for ruleset in rulesets(ids))
    return Scored(match, rulesets(ids), sheets, times, frame_of)


@pytest.fixture
def sample() -> Scored:
    return scored(sample_match())


def read_pdf(page: Page) -> str:
    """The text of the one page that its PDF has, a space between words."""
    reader = PdfReader(io.BytesIO(pdf_bytes(page)))
    assert len(reader.pages) == 1
    return " ".join(reader.pages[0].extract_text().split())
