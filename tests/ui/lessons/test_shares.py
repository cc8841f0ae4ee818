"""Shares never look as if they were passed: they are cut, in the window as on the page."""

from __future__ import annotations

from annotator.scoring.marking import Share
from annotator.ui.lessons.results import share_text


def test_two_of_three_is_66_percent() -> None:
    assert share_text(Share(2, 3)) == "2 of 3 (66 %)"
    assert share_text(Share(799, 1000)) == "799 of 1000 (79 %)"
    assert share_text(Share(3, 3)) == "3 of 3 (100 %)"
