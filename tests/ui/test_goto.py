"""Every way to say where to go."""

from __future__ import annotations

from fractions import Fraction

import pytest

from annotator.errors import TimeError
from annotator.model.time import FrameRef
from annotator.ui.player.goto import parse_goto

HERE = Fraction(10)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("1:02.5", Fraction(125, 2)), ("62.5", Fraction(125, 2)), ("62,5s", Fraction(125, 2)),
        ("f123", FrameRef(123)), ("+10f", FrameRef(310)), ("-10f", FrameRef(290)),
        ("+f10", FrameRef(310)), ("-2s", Fraction(8)), ("+1:00", Fraction(70)),
        ("−0.5", Fraction(19, 2)), ("319/5", Fraction(319, 5)), ("-9999f", FrameRef(0)),
        ("+9999f", FrameRef(999)), ("0", Fraction(0)),
    ],
)  # fmt: skip
def test_read(text: str, where: object) -> None:
    assert parse_goto(text, HERE, 300, 1000) == where


@pytest.mark.parametrize("text", ["", "later", "f1000", "2:f3", "+x", "+", "1:99"])
def test_refused_with_a_reason(text: str) -> None:
    with pytest.raises(TimeError) as refused:
        parse_goto(text, HERE, 300, 1000)
    assert str(refused.value)


@pytest.mark.parametrize("text", ["f3", "+3f"])
def test_a_frame_needs_a_film(text: str) -> None:
    with pytest.raises(TimeError):
        parse_goto(text, HERE, None, 0)
