"""Several edits as one step of the history."""

from __future__ import annotations

from dataclasses import dataclass

from annotator.model.edits import Edit
from annotator.model.match import Match


@dataclass(frozen=True, slots=True)
class Several:
    """Edits that are done and undone together; if one is refused, none is done."""

    edits: tuple[Edit, ...]
    words: str

    def apply(self, match: Match) -> Match:
        for edit in self.edits:
            match = edit.apply(match)
        return match

    def label(self) -> str:
        return self.words
