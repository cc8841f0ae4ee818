"""Cells that a spreadsheet would run are made harmless, and come back exactly (H1)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.files.cells import harmless, restored
from tests.files.strategies import CHARACTERS

DANGEROUS = ["=1+1", "  =A1", "+cmd", "-x", "@SUM(A1)", "\tx", "\rx", "\nx", "\uff1d1", "\u00a0=1"]


@pytest.mark.parametrize("text", DANGEROUS)
def test_what_begins_like_a_formula_gets_an_apostrophe(text: str) -> None:
    assert harmless(text) == "'" + text
    assert harmless("'" + text) == "''" + text


@pytest.mark.parametrize("text", ["", "-5", "+3", "-1.25", "-1,25", "a=b", "'tis", "''", "1=1"])
def test_numbers_and_ordinary_text_stay(text: str) -> None:
    assert harmless(text) == text == restored(text)


@given(st.text(CHARACTERS) | st.text("'=- a1", max_size=6))
def test_every_text_comes_back(text: str) -> None:
    cell = harmless(text)

    assert restored(cell) == text
    assert cell == text or cell == "'" + text
