"""What a timeline shows: its lanes and the items in them, made once for each match and sheet.

An item has its place in seconds; where that is on the screen is the business of
`timeline_geometry`. Items keep exact times for what they announce and floats for painting.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from itertools import accumulate

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.timeline import Run, Stay, Timeline, read_timeline
from annotator.model.vocabulary import ATHLETES, Athlete, Group
from annotator.scoring import wording
from annotator.scoring.holds import Hold
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Award, Ruling, RulingKind, ScoreSheet
from annotator.text import tr

MAX_ROWS = 3
"""Spans of one lane that overlap are stacked; more than these share the last row."""


class Sort(StrEnum):
    """What kind of lane it is, which says how it is painted."""

    CLOCK = "clock"
    POSITION = "position"
    ACTIONS = "actions"
    REFEREE = "referee"
    SCORE = "score"


# Not frozen, since ten thousand are made at an edit and frozen ones take four times as long.
@dataclass(slots=True, eq=False)
class Item:
    """One thing in a lane, from `start` to `end` (equal for a moment), in seconds of film.

    `tags` are the tags that it shows, the first one first; `time` is what a click shows. `row`
    is its place in a stack of overlapping spans, `level` the points at which a ruling's mark
    stands, and `nudge` how many marks stand before it at the same spot.
    """

    start: float
    end: float
    time: Fraction
    athlete: Athlete | None = None
    tags: tuple[str, ...] = ()
    tag: Tag | None = None
    stay: Stay | None = None
    ruling: Ruling | None = None
    run: Run | None = None
    hold: Hold | None = None
    clock: float = 0.0
    row: int = 0
    level: int = 0
    nudge: int = 0
    ongoing: bool = False

    def tag_at(self, time: Fraction) -> str | None:
        """The tag that a click at a time means: in a position, the one that rules there."""
        if self.stay is not None:
            return self.stay.at(time).tags[-1]
        return self.tags[0] if self.tags else None

    @property
    def is_refusal(self) -> bool:
        return self.ruling is not None and self.ruling.kind is not RulingKind.AWARD


@dataclass(slots=True, eq=False)
class Step:
    """The running points of both athletes from a time on."""

    time: float
    points: tuple[int, int]


class Track:
    """Items by start, with an index that finds those in a stretch of time."""

    def __init__(self, items: Iterable[Item]) -> None:
        self.items = sorted(items, key=_start)
        self._starts = [item.start for item in self.items]
        # The furthest end so far never falls, so it can be searched although the ends cannot.
        self._reach = list(accumulate((item.end for item in self.items), max))

    def between(self, first: float, last: float) -> Iterator[Item]:
        """The items that touch the stretch from `first` to `last` (seconds, both included)."""
        begin = bisect_left(self._reach, first)
        for index in range(begin, bisect_right(self._starts, last)):
            if self.items[index].end >= first:
                yield self.items[index]

    def thinned(self, first: float, last: float, cell: float) -> Iterator[Item]:
        """The same, but of those that lie wholly within one cell of time only the first.

        Cells are counted from `first`. What is left out is not even looked at, so the cost
        follows the number of cells and not that of items.
        """
        index, stop = bisect_left(self._reach, first), bisect_right(self._starts, last)
        while index < stop:
            item = self.items[index]
            index += 1
            if item.end < first:
                continue
            yield item
            border = first + ((item.start - first) // cell + 1) * cell
            # Up to the first that reaches over the border; positions adjoin, so that there is one.
            beyond = bisect_left(self._starts, border, index, stop)
            index = bisect_left(self._reach, border, index, beyond)


class Lane:
    """A lane: its items, in one track or in several that are thinned out apart."""

    def __init__(
        self,
        sort: Sort,
        title: str,
        items: Iterable[Item] = (),
        *,
        athlete: Athlete | None = None,
        ruleset: Ruleset | None = None,
        sheet: ScoreSheet | None = None,
        steps: Sequence[Step] = (),
    ) -> None:
        self.sort = sort
        self.title = title
        self.athlete = athlete
        self.ruleset = ruleset
        self.sheet = sheet
        self._whole = Track(items)
        self.items = self._whole.items
        self.tracks = [self._whole]
        if sort is Sort.SCORE:
            # Marks that stand side by side at one moment are no crowd.
            kinds: dict[tuple[Athlete | None, bool, int], list[Item]] = {}
            for item in self.items:
                key = (item.athlete, item.is_refusal, min(item.nudge, MAX_ROWS))
                kinds.setdefault(key, []).append(item)
            self.tracks = [Track(group) for group in kinds.values()]
        self.rows = 1 + max((item.row for item in self.items), default=0)
        self.holds = Track(())
        self.steps = list(steps)
        self.final = self.steps[-1].points if self.steps else (0, 0)
        numbers = [number for step in self.steps for number in step.points]
        self.levels = (min([0, *numbers]), max([0, *numbers]))
        self.step_times = [step.time for step in self.steps]

    def between(self, first: float, last: float) -> Iterator[Item]:
        """The items that touch the stretch from `first` to `last` (seconds, both included)."""
        return self._whole.between(first, last)

    def steps_between(self, first: float, last: float) -> list[Step]:
        """The steps that matter in a stretch of time: also the one in force at its beginning."""
        begin = max(0, bisect_right(self.step_times, first) - 1)
        return self.steps[begin : bisect_right(self.step_times, last)]


def _start(item: Item) -> float:
    return item.start


def match_lanes(match: Match, until: float) -> list[Lane]:
    """The lanes that show the tags.

    What nobody has ended yet goes on `until` the end of the film (seconds): a position that was
    tagged just now lasts, and is seen to.
    """
    timeline = read_timeline(match)
    rest = until if not timeline.ended else float(timeline.last)
    tags = match.in_time()
    lanes = [
        Lane(Sort.CLOCK, tr("Match clock"), _clock_items(timeline, rest)),
        Lane(Sort.POSITION, tr("Position"), _stay_items(timeline, rest)),
    ]
    for who in ATHLETES:
        own = [
            _span_item(tag, timeline, rest)
            for tag in tags
            if tag.athlete == who and tag.kind.group in (Group.ACTION, Group.SUBMISSION)
        ]
        lanes.append(Lane(Sort.ACTIONS, wording.name_of(match, who), _stacked(own), athlete=who))
    referee = [
        _span_item(tag, timeline, rest)
        for tag in tags
        if tag.kind.group is Group.REFEREE and tag.tag != "match"
    ]
    lanes.append(Lane(Sort.REFEREE, tr("Referee"), referee))
    return lanes


def score_lane(ruleset: Ruleset, sheet: ScoreSheet, heading: str = "") -> Lane:
    """The lane of one ruleset, headed by its name or `heading`: running points, awards, refusals."""
    spots: dict[tuple[float, Athlete | None], int] = {}
    steps = [Step(float("-inf"), (0, 0))]
    items = []
    red = blue = 0
    # The points of `sheet.running()` without its other columns, which take most of its time.
    for ruling in sheet.awards:
        if ruling.award is Award.POINTS and ruling.value:
            if ruling.athlete == "red":
                red += ruling.value
            elif ruling.athlete == "blue":
                blue += ruling.value
            steps.append(Step(float(ruling.time), (red, blue)))
        items.append(_ruling_item(ruling, (red, blue), spots))
    times = [step.time for step in steps]
    for ruling in sheet.refusals:
        step = steps[bisect_right(times, float(ruling.time)) - 1]
        items.append(_ruling_item(ruling, step.points, spots))
    title = heading or ruleset.name(wording.rules_language())
    return Lane(Sort.SCORE, title, items, ruleset=ruleset, sheet=sheet, steps=steps)


def hold_track(holds: Iterable[Hold], until: float) -> Track:
    """The stretches in which holds run, as items; one that still runs goes on to where it is full,
    or `until` the end of the timeline (seconds).
    """
    items = []
    for hold in holds:
        start = float(hold.start)
        full = start + float(hold.needed - hold.before)
        end = min(full, until) if hold.end is None else float(hold.end)
        items.append(
            Item(
                start, max(end, start), hold.start, athlete=hold.athlete, hold=hold,
                ongoing=hold.end is None,
            )
        )  # fmt: skip
    return Track(items)


def _clock_items(timeline: Timeline, rest: float) -> Iterator[Item]:
    clock = timeline.before
    for number, stretch in enumerate(timeline.stretches, 1):
        end = float(stretch.end)
        yield Item(
            float(stretch.start),
            max(end, rest) if number == len(timeline.stretches) else end,
            stretch.start,
            tags=stretch.tags,
            run=stretch.run,
            clock=float(clock),
        )
        if stretch.run is Run.RUNNING:
            clock += stretch.end - stretch.start


def _stay_items(timeline: Timeline, rest: float) -> Iterator[Item]:
    for number, stay in enumerate(timeline.stays, 1):
        last = number == len(timeline.stays)
        yield Item(
            float(stay.start),
            max(float(stay.end), rest) if last else float(stay.end),
            stay.start,
            athlete=stay.top,
            tags=stay.tags,
            stay=stay,
            ongoing=last and not timeline.ended,
        )


def _span_item(tag: Tag, timeline: Timeline, rest: float) -> Item:
    end, ongoing = float(tag.start), False
    # Nobody knows where a sweep or an attempt without an end was over: it is shown as a moment.
    if tag.end is not None or tag.tag not in ("sweep", "attempt"):
        cut = timeline.end_of(tag)
        end = float(cut)
        ongoing = tag.end is None and tag.tag in ("submission", "inactive")
        if ongoing and cut == timeline.last:
            end = max(end, rest)
    return Item(
        float(tag.start),
        end,
        tag.start,
        athlete=tag.athlete,
        tags=(tag.id,),
        tag=tag,
        ongoing=ongoing,
    )


def _stacked(items: Iterable[Item]) -> Iterator[Item]:
    """The items, each in the first row where it overlaps none before it."""
    ends = [float("-inf")] * MAX_ROWS
    for item in items:
        row = next((r for r, end in enumerate(ends) if end <= item.start), MAX_ROWS - 1)
        ends[row] = max(ends[row], item.end)
        yield Item(
            item.start,
            item.end,
            item.time,
            athlete=item.athlete,
            tags=item.tags,
            tag=item.tag,
            ongoing=item.ongoing,
            row=row,
        )


def _ruling_item(
    ruling: Ruling,
    points: tuple[int, int],
    spots: dict[tuple[float, Athlete | None], int],
) -> Item:
    start = float(ruling.time)
    spot = (start, ruling.athlete)
    before = spots.get(spot, 0)
    spots[spot] = before + 1
    return Item(
        start,
        start,
        ruling.time,
        athlete=ruling.athlete,
        tags=ruling.tags,
        ruling=ruling,
        level=points[1] if ruling.athlete == "blue" else points[0],
        nudge=before,
    )
