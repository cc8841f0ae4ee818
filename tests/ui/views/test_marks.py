"""Signs and names are the same in the window as in the charts."""

from __future__ import annotations

from annotator.model.match import Match
from annotator.model.vocabulary import ATHLETES
from annotator.scoring import wording
from annotator.scoring.ruling import Award, RulingKind
from annotator.ui.views.marks import _shape
from exports.ink import MARKER, SHAPES, marker_of, person


def test_charts_and_window_have_the_same_signs() -> None:
    for award, shape in SHAPES.items():
        outline = _shape(RulingKind.AWARD, award)
        assert (outline is None) == (shape == "circle")
        assert marker_of(award) == MARKER[shape]
    assert [SHAPES[a] for a in (Award.ADVANTAGE, Award.PENALTY, Award.WARNING)] == [
        "triangle", "square", "diamond",
    ]  # fmt: skip
    assert len(_shape(RulingKind.REFUSAL, Award.ADVANTAGE) or []) == 3


def test_charts_and_window_call_the_athletes_alike(match: Match) -> None:
    for who in ATHLETES:
        assert wording.person_text(match, who) == person(match, who)
    assert wording.person_text(match, "red") == "Camille Lefèvre (R)"
