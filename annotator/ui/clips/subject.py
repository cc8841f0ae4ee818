"""What the dialog for clips is about: the match, its scores, its film, and what was pointed at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from annotator.errors import UsageError
from annotator.model.match import Match
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Ruling, ScoreSheet
from annotator.text import tr, with_semicolons
from exports.clips.choosing import ruling_text
from exports.clips.moments import moment_title, ruling_moment, tag_moments
from exports.clips.order import Order
from exports.clips.planning import Clip, Timed, plan_clips
from exports.film_moments import Names, called


@dataclass(frozen=True)
class Subject:
    """The match with its scores by ruleset; `tag` or `ruling` is what clips were asked for of."""

    match: Match
    rulesets: Sequence[Ruleset]
    sheets: Mapping[str, ScoreSheet]
    film: Timed
    camera: int = 1
    tags: tuple[str, ...] = ()
    ruling: Ruling | None = None
    ruling_of: str = ""

    def ruleset(self, ruleset_id: str) -> Ruleset | None:
        """The ruleset of this id, if it is one of the match's."""
        return next((each for each in self.rulesets if each.id == ruleset_id), None)

    @property
    def pointed(self) -> str:
        """What was pointed at, in words; empty for nothing."""
        if self.ruling is not None:
            moment = ruling_moment(self.match, self.ruling)
            return moment_title(self.match, moment, self.ruleset(self.ruling_of))
        titles = [
            moment_title(self.match, moment, None)
            for moment in tag_moments(self.match)
            if moment.tag is not None and moment.tag.id in self.tags
        ]
        return with_semicolons(titles)

    def pointing(self, order: Order) -> Order:
        """The order for just what was pointed at."""
        bare = replace(order, of=(), tags=(), rulings=(), spans=())
        if self.ruling is not None:
            return replace(bare, rulings=(ruling_text(self.ruling),), ruleset=self.ruling_of)
        return replace(bare, tags=self.tags)

    def clips(self, order: Order) -> list[Clip]:
        """The clips that an order would make. Raises UsageError."""
        if not len(self.film.times):
            raise UsageError(tr("There is no film."))
        settled = order.settled(self.match)
        names = settled.names or Names.FULL
        match = self.match if names is Names.FULL else called(self.match, names)
        sheet, ruleset = self.sheets.get(order.ruleset), self.ruleset(order.ruleset)
        return plan_clips(settled, match, sheet, ruleset, self.film)
