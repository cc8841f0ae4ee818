"""Two annotators of one match: which tags they both made, and how far their rulings differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from annotator.model.match import Match
from annotator.model.matching import Mark, Matching, Pair, match_marks
from annotator.model.tag import Tag
from annotator.model.two_taggers import (
    Answer,
    Label,
    PairCheck,
    answers,
    check_pair,
    lane_seconds,
    likely_shift,
    on_time_line,
    tag_marks,
)
from annotator.scoring import score
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Ruling, ScoreSheet
from exports.agreement.figures import Figure, Spread, kappa, kappa_of_time, share, spread

ABSENT = ("", None)
"""The label of what one of the two did not mark at all."""

USUAL_TOLERANCE = Fraction(1)

Counts = dict[tuple[Label, Label], int]
"""How often the first said the one where the second said the other."""


@dataclass(frozen=True, slots=True)
class Annotation:
    """A match as one person tagged it, and what that person or file is called."""

    name: str
    match: Match


@dataclass(frozen=True, slots=True)
class Counted:
    """How often something was said by each and by both alike, and the share of agreement."""

    name: str
    first: int
    second: int
    both: int
    figure: Figure


@dataclass(frozen=True, slots=True)
class RulingsCompared:
    """What both taggings give under one ruleset; `rulings` by the ids of the marks of `found`."""

    ruleset: Ruleset
    sheets: tuple[ScoreSheet, ScoreSheet]
    found: Matching
    rulings: tuple[Mapping[str, Ruling], Mapping[str, Ruling]]

    @property
    def figure(self) -> Figure:
        """The share of what was given by one or both that both give alike."""
        return share(self.found.same, self.found.units)

    def clauses(self) -> list[Counted]:
        """The same for each clause, the one that differs most often first."""
        counts: dict[str, list[int]] = {}
        for pair in self.found.pairs:
            one, two = self.rulings[0][pair.first.id], self.rulings[1][pair.second.id]
            for clause in dict.fromkeys((one.clause, two.clause)):
                row = counts.setdefault(clause, [0, 0, 0])
                row[0] += one.clause == clause
                row[1] += two.clause == clause
                row[2] += pair.same and one.clause == two.clause
        for place, marks in enumerate((self.found.only_first, self.found.only_second)):
            for mark in marks:
                counts.setdefault(self.rulings[place][mark.id].clause, [0, 0, 0])[place] += 1
        rows = [_counted(name, *row) for name, row in counts.items()]
        return sorted(rows, key=lambda row: (row.both - max(row.first, row.second), row.name))


@dataclass(frozen=True)
class MatchAgreement:
    """Two taggings side by side. The second one is on the first one's time line.

    `by`: seconds that the user had added to the second one's times. `likely`: a shift that would
    make far more tags fit, and how many pairs there would be.
    """

    first: Annotation
    second: Annotation
    check: PairCheck
    tolerance: Fraction
    by: Fraction
    tags: Matching
    likely: tuple[Fraction, int] | None
    details: Mapping[str, Sequence[Answer]]
    seconds: Mapping[tuple[Label, Label], Fraction]
    rulings: tuple[RulingsCompared, ...]

    @cached_property
    def counts(self) -> Counts:
        """The table of tags, with `ABSENT` for what one of the two did not tag."""
        return confusion(self.tags)

    @cached_property
    def agreed(self) -> Figure:
        """The share of all that one or both tagged that both tagged alike."""
        return share(self.tags.same, self.tags.units)

    @cached_property
    def kappa(self) -> Figure:
        """Cohen's kappa of the whole table; not tagged counts as an answer."""
        return kappa(self.counts)

    @cached_property
    def agreed_where_both(self) -> Figure:
        """The share that both called the same, of the moments that both tagged."""
        return share(self.tags.same, len(self.tags.pairs))

    @cached_property
    def kappa_where_both(self) -> Figure:
        """Cohen's kappa of the moments that both tagged."""
        return kappa({key: n for key, n in self.counts.items() if ABSENT not in key})

    @cached_property
    def lane_kappa(self) -> Figure:
        """Cohen's kappa of the positions, each weighing by its seconds."""
        return kappa_of_time(self.seconds)

    @property
    def lane_total(self) -> Fraction:
        """Seconds for which both say a position."""
        return sum(self.seconds.values(), Fraction(0))

    @property
    def lane_same(self) -> Fraction:
        """Seconds for which both say the same position with the same athlete on top."""
        same = (time for (one, two), time in self.seconds.items() if one == two)
        return sum(same, Fraction(0))

    @cached_property
    def groups(self) -> list[Counted]:
        """Agreement for positions, actions, submissions and the referee's tags."""
        names = ("position", "action", "submission", "referee")
        rows = (_counted_marks(self.tags, name, lambda mark: mark.group) for name in names)
        return [row for row in rows if row.first or row.second]

    @cached_property
    def kinds(self) -> list[Counted]:
        """Agreement for each kind of tag, whatever the athlete; the least agreed first."""
        marks = [*(mark for pair in self.tags.pairs for mark in (pair.first, pair.second))]
        marks += [*self.tags.only_first, *self.tags.only_second]
        rows = [
            _counted_marks(self.tags, name, kind_of) for name in dict.fromkeys(map(kind_of, marks))
        ]
        return sorted(rows, key=lambda row: (row.figure.value or 0, -max(row.first, row.second)))

    @cached_property
    def start_differences(self) -> Spread | None:
        """Second less first, of the starts of what both tagged alike."""
        return spread(pair.difference for pair in self.tags.pairs if pair.same)

    @cached_property
    def start_distances(self) -> Spread | None:
        """How far these starts lie apart, whichever is the earlier."""
        return spread(abs(pair.difference) for pair in self.tags.pairs if pair.same)

    @cached_property
    def end_distances(self) -> Spread | None:
        """How far the ends of spans lie apart that both tagged alike and closed."""
        return spread(
            abs(pair.second.end - pair.first.end)
            for pair in self.tags.pairs
            if pair.same and pair.first.end is not None and pair.second.end is not None
        )

    @cached_property
    def detail_rows(self) -> list[Counted]:
        """For each detail of the tags both made alike: answered by each, and the same by both.

        The share is of those that both answered.
        """
        found = [each for answers in self.details.values() for each in answers]
        rows = []
        for key in dict.fromkeys(each.key for each in found):
            ones = sum(each.key == key and each.first is not None for each in found)
            others = sum(each.key == key and each.second is not None for each in found)
            asked = [
                each for each in found if each.key == key and None not in (each.first, each.second)
            ]
            same = sum(each.same for each in asked)
            rows.append(Counted(key, ones, others, same, share(same, len(asked))))
        return sorted(
            rows, key=lambda row: (row.figure.value is None, row.figure.value or 0, row.name)
        )

    @cached_property
    def identical(self) -> bool:
        """Whether both say exactly the same, to the frame."""
        return _said(self.first.match) == _said(self.second.match)

    def prepare(self) -> None:
        """Compute the measures that take their time, where it is taken."""
        for _ in (self.agreed, self.kappa, self.lane_kappa, self.identical):
            pass
        for rulings in self.rulings:
            _ = rulings.figure

    def tag(self, place: int, tag_id: str) -> Tag:
        """A tag of the first (0) or the second (1) one, times on the first one's line."""
        return self._tags[place][tag_id]

    @cached_property
    def _tags(self) -> tuple[dict[str, Tag], dict[str, Tag]]:
        one, two = ({tag.id: tag for tag in each.match.tags} for each in (self.first, self.second))
        return one, two


def compare_annotations(
    first: Annotation,
    second: Annotation,
    tolerance: Fraction = USUAL_TOLERANCE,
    rulesets: Iterable[Ruleset] = (),
    by: Fraction = Fraction(0),
) -> MatchAgreement:
    """Compare two people's tags of one match. `tolerance` and `by` in seconds.

    Raises AnnotatorError where the two are plainly different matches.
    """
    check = check_pair(first.match, second.match)
    moved = Annotation(second.name, on_time_line(second.match, check, by))
    found = match_marks(tag_marks(first.match), tag_marks(moved.match), tolerance)
    ones = {tag.id: tag for tag in first.match.tags}
    others = {tag.id: tag for tag in moved.match.tags}
    details = {
        pair.first.id: answers(ones[pair.first.id], others[pair.second.id], tolerance)
        for pair in found.pairs
        if pair.same
    }
    return MatchAgreement(
        first, moved, check, tolerance, by, found, likely_shift(found, tolerance), details,
        lane_seconds(first.match, moved.match),
        tuple(_rulings(first.match, moved.match, ruleset, tolerance) for ruleset in rulesets),
    )  # fmt: skip


def confusion(found: Matching) -> Counts:
    """The table of what the first and the second said, `ABSENT` where one said nothing."""
    counts: Counts = {}
    for one, two in (
        *((pair.first, pair.second) for pair in found.pairs),
        *((mark, None) for mark in found.only_first),
        *((None, mark) for mark in found.only_second),
    ):
        key = (_label(one), _label(two))
        counts[key] = counts.get(key, 0) + 1
    return counts


def kind_of(mark: Mark) -> str:
    """A tag's name without its athlete."""
    return _label(mark)[0]


def differing(agreement: MatchAgreement, pair: Pair) -> list[Answer]:
    """The details that both answered, and not alike."""
    found = agreement.details.get(pair.first.id, ()) if pair.same else ()
    return [each for each in found if not each.same and None not in (each.first, each.second)]


def _label(mark: Mark | None) -> Label:
    if mark is None:
        return ABSENT
    assert isinstance(mark.label, tuple)
    return mark.label[0], mark.label[1]


def _counted(name: str, first: int, second: int, both: int) -> Counted:
    return Counted(name, first, second, both, share(both, first + second - both))


def _counted_marks(found: Matching, name: str, key: Callable[[Mark], str]) -> Counted:
    ones = [*(pair.first for pair in found.pairs), *found.only_first]
    others = [*(pair.second for pair in found.pairs), *found.only_second]
    both = sum(pair.same and key(pair.first) == name for pair in found.pairs)
    return _counted(
        name,
        sum(key(mark) == name for mark in ones),
        sum(key(mark) == name for mark in others),
        both,
    )


def _said(match: Match) -> object:
    return sorted(
        (
            tag.tag,
            tag.athlete or "",
            tag.start,
            tag.start if tag.end is None else tag.end,
            sorted(tag.details.items()),
        )
        for tag in match.tags
    )


def _rulings(first: Match, second: Match, ruleset: Ruleset, tolerance: Fraction) -> RulingsCompared:
    sheets = (score(first, ruleset), score(second, ruleset))
    one, two = ({str(n): r for n, r in enumerate(sheet.awards)} for sheet in sheets)
    found = match_marks(_ruling_marks(one), _ruling_marks(two), tolerance)
    return RulingsCompared(ruleset, sheets, found, (one, two))


def _ruling_marks(rulings: Mapping[str, Ruling]) -> list[Mark]:
    return [
        Mark(name, (ruling.award, ruling.value, ruling.athlete), "ruling", ruling.time)
        for name, ruling in rulings.items()
    ]
