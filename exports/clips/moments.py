"""The moments of a match of which a clip can be made: its tags, and what was given and not given."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.timeline import Timeline, read_timeline
from annotator.model.vocabulary import Athlete
from annotator.scoring import wording
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import NEARLY, Award, Ruling, RulingKind, ScoreSheet
from annotator.text import Phrase, tr, word

_SHORT_OF_TIME = frozenset(("missing_seconds", "missing_end"))


class Source(StrEnum):
    """What a moment was taken from."""

    TAG = "tag"
    GIVEN = "given"
    NOT_GIVEN = "not given"
    SPAN = "span"


@dataclass(frozen=True, slots=True)
class Moment:
    """A stretch of the match worth a clip, from `start` to `end` (seconds of the match, both shown).

    `at` is the moment itself: where a tag begins, where a ruling is made. `what` is its word of the
    vocabulary, or the ruleset's clause. `tag` or `ruling` is what it was taken from.
    """

    source: Source
    start: Fraction
    end: Fraction
    at: Fraction
    what: str
    athlete: Athlete | None = None
    tag: Tag | None = None
    ruling: Ruling | None = None

    @property
    def near(self) -> bool:
        """Whether something was nearly made: a near miss that pays, or a hold short of its time."""
        if self.ruling is None:
            return False
        missing = self.ruling.missing
        short = missing is not None and missing.key in _SHORT_OF_TIME
        return self.ruling.reason.key in NEARLY or short


def moments_of(match: Match, sheet: ScoreSheet | None = None) -> list[Moment]:
    """Every moment of a match in the order of time; rulings are those of the sheet."""
    found = [*tag_moments(match)]
    if sheet is not None:
        rulings = (*sheet.awards, *sheet.refusals)
        found += [ruling_moment(match, ruling) for ruling in rulings]
    return sorted(found, key=lambda moment: (moment.at, moment.start))


def tag_moments(match: Match) -> list[Moment]:
    """A moment for each tag but the one that describes the match. A position lasts until it is left."""
    timeline = read_timeline(match)
    tags = match.in_time()
    return [
        Moment(
            Source.TAG, tag.start, _end(timeline, tag), tag.start, tag.tag, tag.athlete, tag=tag
        )
        for tag in tags
        if tag.tag != "match"
    ]  # fmt: skip


def _end(timeline: Timeline, tag: Tag) -> Fraction:
    stay = timeline.stay_at(tag.start) if tag.is_position else None
    return max(tag.start, timeline.end_of(tag), tag.start if stay is None else stay.end)


def ruling_moment(match: Match, ruling: Ruling) -> Moment:
    """The moment of a ruling: from the earliest tag that it leans on to the ruling itself."""
    starts = [tag.start for tag in map(match.by_id, ruling.tags) if tag is not None]
    source = Source.GIVEN if ruling.kind is RulingKind.AWARD else Source.NOT_GIVEN
    start = min((ruling.time, *starts))
    return Moment(
        source, start, ruling.time, ruling.time, _what(ruling), ruling.athlete, ruling=ruling
    )


def span_moment(start: Fraction, end: Fraction) -> Moment:
    """A stretch of the match of one's own choice."""
    return Moment(Source.SPAN, start, end, start, "span")


def _what(ruling: Ruling) -> str:
    """What was done, as the reason names it; else the clause."""
    told: dict[str, object] = dict(ruling.reason.values)
    what = told.get("what", ruling.clause)
    if isinstance(what, Phrase):
        return what.key
    return what if isinstance(what, str) else ruling.clause


def moment_title(match: Match, moment: Moment, ruleset: Ruleset | None) -> str:
    """A moment in a few words: `+3 points · Guard pass · Ana Moreau (R)`."""
    who = wording.person_text(match, moment.athlete)
    if moment.ruling is not None:
        head = wording.ruling_head(moment.ruling, ruleset)
        return wording.joined((head, clause_title(moment.ruling, ruleset), who))
    if moment.tag is not None:
        return wording.joined((wording.tag_name(moment.tag), who))
    return tr("Stretch")


def short_title(moment: Moment, ruleset: Ruleset | None) -> str:
    """A moment as it is written in a file's name: what it is and whose, by colour."""
    who = word(moment.athlete) if moment.athlete else ""
    if moment.ruling is not None:
        title = clause_title(moment.ruling, ruleset)
        what = wording.joined((_given(moment.ruling), title[:1].lower() + title[1:]), " ")
    elif moment.tag is not None:
        what = wording.tag_name(moment.tag).replace(":", "")
    else:
        what = tr("stretch")
    return wording.joined((what[:1].lower() + what[1:], who), " ")


def _given(ruling: Ruling) -> str:
    if ruling.kind is not RulingKind.AWARD:
        return tr("not given")
    return wording.award_short(ruling) if ruling.award is Award.POINTS else ""


def clause_title(ruling: Ruling, ruleset: Ruleset | None) -> str:
    """A ruling's clause as the ruleset calls it."""
    title = ruleset.title_of(ruling.clause, wording.rules_language()) if ruleset else ""
    return title if title and title != ruling.clause else word(ruling.clause)


def spread(moments: Iterable[Moment]) -> tuple[Fraction, Fraction]:
    """When the first of some moments begins, and the last ends (seconds of the match)."""
    every = list(moments)
    return min(each.start for each in every), max(each.end for each in every)
