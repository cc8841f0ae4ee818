"""The scores of the match under the chosen rulesets, made anew in a worker at every edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject, pyqtSignal

from annotator.errors import AnnotatorError, ProblemsError
from annotator.model.match import Match, RulesetPin
from annotator.model.vocabulary import ATHLETES
from annotator.scoring.wording import rules_language
from annotator.text import tr, tr_n
from annotator.ui.workers import Newest, Progress, Workers

if TYPE_CHECKING:
    from annotator.scoring.ruleset import Ruleset
    from annotator.scoring.ruling import ScoreSheet

FIRST_COUNT = 3
_COLUMNS = ("points", "advantages", "penalties")


@dataclass(frozen=True, slots=True)
class Scores:
    """The sheets of one match; it is the match they were made of."""

    match: Match
    sheets: dict[str, ScoreSheet]


class Scorer(QObject):
    """Knows all rulesets, and scores under those that the match chose.

    A match that chose none is scored under those that were chosen last for another one, and before
    any choice under a few whose boards differ most visibly.
    """

    scored = pyqtSignal(object, object)
    """Sheets by ruleset id, and the chosen rulesets in their order."""
    rulesets_read = pyqtSignal()
    failed = pyqtSignal(object)

    def __init__(self, workers: Workers, parent: QObject) -> None:
        super().__init__(parent)
        self._workers = workers
        self._newest = Newest(workers, self)
        self._newest.done.connect(self._done)
        self._newest.failed.connect(self.failed)
        self._frames: Sequence[Fraction] | None = None
        self._match = Match()
        self._usual: tuple[str, ...] = ()
        self.rulesets: list[Ruleset] = []
        self.scores = Scores(Match(), {})

    def read_rulesets(self) -> None:
        """Find and read the rulesets, in a worker: the window does not wait for them."""
        self._workers.run(_read_rulesets, done=self._read, failed=self.failed.emit)

    def set_match(self, match: Match) -> None:
        """Score this match, in the place of any that still waits."""
        self._match = match
        self._submit()

    def set_usual(self, names: Sequence[str]) -> None:
        """Ids of the rulesets for a match that names none."""
        if tuple(names) != self._usual:
            self._usual = tuple(names)
            self._submit()

    def set_frames(self, frames: Sequence[Fraction] | None) -> None:
        """The film's frame times, so that rulings can name frames."""
        self._frames = frames or None
        self._submit()

    def chosen(self) -> list[Ruleset]:
        """The rulesets to score under."""
        by_id = {ruleset.id: ruleset for ruleset in self.rulesets}
        wanted = [by_id[pin.id] for pin in self._match.rulesets if pin.id in by_id]
        usual = [by_id[name] for name in self._usual if name in by_id]
        return wanted or usual or self._differing()

    def _differing(self) -> list[Ruleset]:
        """The first few rulesets no two of which have the same columns."""
        found: dict[tuple[str, ...], Ruleset] = {}
        for ruleset in self.rulesets:
            found.setdefault(ruleset.columns, ruleset)
        return list(found.values())[:FIRST_COUNT]

    def finished_at(self) -> dict[str, Fraction | None]:
        """When the match was over before its end, by ruleset; None where it was not."""
        return {name: sheet.result.finished_at for name, sheet in self.scores.sheets.items()}

    def missing(self) -> list[str]:
        """Ids of chosen rulesets that are not installed here."""
        known = {ruleset.id for ruleset in self.rulesets}
        return [pin.id for pin in self._match.rulesets if pin.id not in known]

    def changed_rules(self) -> list[str]:
        """Names of chosen rulesets whose text is not what the match was last scored with."""
        pinned = {pin.id: pin.hash for pin in self._match.rulesets if pin.hash}
        return [
            ruleset.name(rules_language())
            for ruleset in self.chosen()
            if pinned.get(ruleset.id, ruleset.hash) != ruleset.hash
        ]

    def with_pins(self, match: Match) -> Match:
        """The match with what the chosen rulesets are and what they gave, for saving."""
        known = {pin.id: pin for pin in match.rulesets}
        chosen = self.chosen()
        if not chosen:
            return match
        fresh = self.scores.match is match
        pins = []
        for ruleset in chosen:
            sheet = self.scores.sheets.get(ruleset.id) if fresh else None
            if sheet is None:
                pins.append(
                    known.get(ruleset.id, RulesetPin(ruleset.id, ruleset.edition, ruleset.hash))
                )
                continue
            sums = sheet.totals()
            totals: dict[str, Mapping[str, int]] = {
                who: MappingProxyType({name: getattr(sums[who], name) for name in _COLUMNS})
                for who in ATHLETES
            }
            pins.append(
                RulesetPin(ruleset.id, ruleset.edition, ruleset.hash, MappingProxyType(totals))
            )
        # Rulesets that are not installed here stay chosen.
        pins += [known[name] for name in self.missing()]
        return match if tuple(pins) == match.rulesets else replace(match, rulesets=tuple(pins))

    def _submit(self) -> None:
        rulesets, match, frames = self.chosen(), self._match, self._frames

        def work(progress: Progress) -> object:
            from annotator.scoring.engine import score

            return Scores(
                match, {ruleset.id: score(match, ruleset, frames) for ruleset in rulesets}
            )

        if rulesets:
            self._newest.submit(work)

    def _done(self, result: object) -> None:
        assert isinstance(result, Scores)
        self.scores = result
        self.scored.emit(result.sheets, self.chosen())

    def _read(self, result: object) -> None:
        assert isinstance(result, tuple)
        self.rulesets, wrong = result
        self.rulesets_read.emit()
        self._submit()
        for error in wrong:
            self.failed.emit(error)


def _read_rulesets(progress: Progress) -> object:
    # Reading them loads a YAML reader and a validator, which the window should not wait for.
    from annotator.files.rulesets import find_rulesets

    wrong: list[AnnotatorError] = []
    return find_rulesets(on_wrong=lambda error: wrong.append(in_short(error))), wrong


def in_short(error: AnnotatorError) -> AnnotatorError:
    """What is wrong with a ruleset as one line has room for it: the first mistake, and how many there are."""
    if not isinstance(error, ProblemsError):
        return error
    first = error.problems[0]
    return AnnotatorError(
        tr_n(
            "This ruleset is left out, the others go on. It has {count} mistake: {what}",
            "This ruleset is left out, the others go on. It has {count} mistakes, the first: {what}",
            len(error.problems),
            what=first.what,
        ),
        where=f"{first.file}:{first.line}" if first.line else first.file,
        mend=tr("All of them: annotator rulesets check {name}", name=Path(first.file).parent),
    )
