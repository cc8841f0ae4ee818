"""A fork goes on by itself: nothing that it changes is shared with the fold it came from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

import pytest

from annotator.files.rulesets import find_rulesets
from annotator.scoring.engine import Fold
from annotator.scoring.reading import read_story
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.sheet import Writer
from tests.scoring.small import bout, fact

MATCH = bout(
    fact("standing", 0),
    fact("takedown", 2, "red", 3),
    fact("side_control", 3, "red"),
    fact("mount", 8, "red"),
    fact("foul", 9, "blue"),
    fact("closed_guard", 14, "blue"),
)
# Made once for a ruleset or a match, and never changed.
SETTLED = {"index", "levels", "story", "rules", "doing"}


def parts(fold: Fold) -> Iterator[tuple[str, object]]:
    """Everything in a fold that can be changed, by where it is kept."""
    for owner in (fold, fold.referee):
        for name, value in vars(owner).items():
            yield f"{type(owner).__name__}.{name}", value
    for field in fields(fold.ledger):
        value = getattr(fold.ledger, field.name)
        yield f"Ledger.{field.name}", value
        if isinstance(value, dict):
            for key, inner in value.items():
                yield f"Ledger.{field.name}[{key}]", inner
    for number, claim in enumerate(fold.claims):
        for field in fields(claim):
            yield f"Claim.{field.name} of claim {number}", getattr(claim, field.name)


@pytest.mark.parametrize("ruleset", find_rulesets(), ids=lambda ruleset: ruleset.id)
def test_a_fork_shares_nothing_that_changes(ruleset: Ruleset) -> None:
    story = read_story(MATCH)
    fold = Fold(story, ruleset, Writer(story, ruleset, None))
    for beat in story.beats:
        mine = dict(parts(fold))
        for name, value in parts(fold.fork()):
            settled = name.split(".")[1] in SETTLED
            if isinstance(value, (dict, set, list)) and not settled:
                assert value is not mine[name], name
        fold.step(beat)
