"""A small engine and two small rulesets in the place of the real ones: the words are tested here,
not the scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

import annotator.files.rulesets as ruleset_files
import annotator.scoring as scoring
import annotator.text as text
from annotator.errors import UnknownRulesetError
from annotator.model.match import Match
from annotator.model.time import first_frame_at
from annotator.scoring.ruleset import Clause, Ruleset
from annotator.scoring.ruling import (
    Assumed,
    Award,
    Question,
    Result,
    Ruling,
    RulingKind,
    ScoreSheet,
)
from annotator.text import Phrase

TABLE = """start,end,tag,athlete,details,note
0,,start,,,
0,,standing,,,
1,2,takedown,red,landing=back,
2,,mount,red,,
9,,end,,,
"""
PHRASES = {
    "test_held": "{who} held {seconds} s",
    "test_missing": "one frame of “{what}”",
    "test_more": "more points",
    "test_open": "how did {who} land?",
}
RULESETS = [
    Ruleset(
        id=ruleset_id,
        edition="2",
        names={"en": f"The {ruleset_id} rules", "fr": "Les règles"},
        federation="Demo",
        source="a page",
        columns=columns,
        clauses=(Clause("mount", {"en": "Mount"}, "On top, knees down."),),
    )
    for ruleset_id, columns in (("one", ("points", "advantages")), ("two", ("points",)))
]


def fake_score(
    match: Match, ruleset: Ruleset, frames: Sequence[Fraction] | None = None
) -> ScoreSheet:
    """Two things given and one refused for each mount."""
    mounts = [tag for tag in match.tags if tag.tag == "mount"]

    def ruling(kind: RulingKind, time: Fraction, award: Award, value: int) -> Ruling:
        return Ruling(
            kind=kind,
            time=time,
            clock=time,
            athlete="red",
            clause="mount",
            reason=Phrase.of("test_held", who="red", seconds=Fraction(319, 100)),
            award=award,
            value=value,
            tags=(mounts[0].id,),
            assumed=(Assumed(mounts[0].id, "knees_down", "2"),),
            missing=Phrase.of("test_missing", what="mount") if kind is RulingKind.REFUSAL else None,
            margin=Fraction(-1, 30) if kind is RulingKind.REFUSAL else None,
            frame=None if frames is None else first_frame_at(frames, time),
        )

    awards = [
        ruling(RulingKind.AWARD, tag.start + Fraction(19, 5), award, value)
        for tag in mounts
        for award, value in ((Award.POINTS, 4), (Award.ADVANTAGE, 1))
    ]
    refusals = [ruling(RulingKind.REFUSAL, tag.start, Award.POINTS, 2) for tag in mounts]
    question = Question(
        "detail", Phrase.of("test_open", who="red"), Fraction(1), "3", "landing", {"side": "0"}
    )
    return ScoreSheet(
        ruleset=ruleset.id,
        edition=ruleset.edition,
        awards=tuple(awards),
        refusals=tuple(refusals),
        violations=(),
        ignored=(),
        questions=(question,) if mounts else (),
        result=Result(
            "red" if mounts else None, "points" if mounts else "undecided", Phrase.of("test_more")
        ),
    )


def fake_load(name: str) -> Ruleset:
    for ruleset in RULESETS:
        if ruleset.id == name:
            return ruleset
    raise UnknownRulesetError(f"There is no ruleset {name!r}.", mend="There are: one, two.")


@pytest.fixture
def small_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "score", fake_score, raising=False)
    monkeypatch.setattr(ruleset_files, "find_rulesets", lambda on_wrong=None: RULESETS)
    monkeypatch.setattr(ruleset_files, "load_ruleset", fake_load)
    monkeypatch.setattr(text, "PHRASES", {**text.PHRASES, **PHRASES})


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A tag table in the folder in which the commands run."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "final.csv"
    path.write_text(TABLE, encoding="utf-8")
    return Path("final.csv")
