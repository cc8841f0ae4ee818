"""What the scores are sure of, found in a worker once nobody edits and no film plays."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from annotator.model.match import Match
from annotator.ui.behind import Behind
from annotator.ui.workers import Progress

if TYPE_CHECKING:
    from annotator.scoring.ruleset import Ruleset


class Sureness(Behind):
    """Moves the tags of the match that was scored last, and says what that would change.

    `found` tells the certainties by ruleset id, of the match that was asked about last.
    """

    def find(
        self, match: Match, rulesets: Sequence[Ruleset], frames: Sequence[Fraction] | None
    ) -> None:
        """Find it for this match, in the place of any that was asked for before."""
        chosen = tuple(rulesets)

        def work(progress: Progress) -> object:
            from annotator.scoring.certainty import certainties

            found = certainties(match, chosen, frames, stop=progress.cancelled)
            progress.check()
            return {certainty.ruleset: certainty for certainty in found}

        self.want(work if chosen else None)
