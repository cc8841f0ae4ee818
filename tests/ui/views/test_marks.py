"""Signs are the same in the window as in the charts."""

from __future__ import annotations

from annotator.scoring.ruling import Award, RulingKind
from annotator.ui.views.marks import _shape
from exports.ink import MARKER, SHAPES, marker_of


def test_charts_and_window_have_the_same_signs() -> None:
    for award, shape in SHAPES.items():
        outline = _shape(RulingKind.AWARD, award)
        assert (outline is None) == (shape == "circle")
        assert marker_of(award) == MARKER[shape]
    assert [SHAPES[a] for a in (Award.ADVANTAGE, Award.PENALTY, Award.WARNING)] == [
        "triangle", "square", "diamond",
    ]  # fmt: skip
    assert len(_shape(RulingKind.REFUSAL, Award.ADVANTAGE) or []) == 3
