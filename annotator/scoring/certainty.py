"""What a score is sure of: the rulings that one tag, a few frames elsewhere, would change.

Every end of every tag is moved alone, by each number of frames up to a limit, and the match scored
again. What cannot matter is left out beforehand, exactly: a move that turns none of the comparisons
of times that the scoring makes leaves its way through the match as it is (`close_calls`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.vocabulary import Athlete
from annotator.scoring.close_calls import CloseCalls, Events
from annotator.scoring.facts import Story
from annotator.scoring.moves import NOMINAL_FRAME, Edge, Move, moved, moves_of
from annotator.scoring.patches import KnownStory, Patch
from annotator.scoring.reading import read_story_in
from annotator.scoring.rewalks import Baseline, Rulings, walk_whole
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Ruling, ScoreSheet

NEAR_FRAMES = 3
"""So many frames off can a careful tag be."""


@dataclass(frozen=True, slots=True)
class Change:
    """What the smallest move does to one ruling.

    `ruling`: an award or a refusal of the sheet as it is; None where an award comes out of nothing.
    `becomes`: what stands in its place after the move, an award or a refusal; None: nothing does.
    """

    move: Move
    ruling: Ruling | None
    becomes: Ruling | None


@dataclass(frozen=True, slots=True)
class Certainty:
    """What one sheet is sure of: every award and refusal that no change names.

    `frames`: how far the tags were moved. `changes`: the smallest moves first. `winner_move`: the
    smallest move after which another athlete, or nobody, wins, which is `winner_after`.
    `complete`: False where the work was stopped, so that nothing is known to be sure.
    """

    ruleset: str
    frames: int
    changes: tuple[Change, ...]
    winner_move: Move | None = None
    winner_after: Athlete | None = None
    complete: bool = True

    def of(self, ruling: Ruling) -> Change | None:
        """What the smallest move that matters does to a ruling; None where it is sure."""
        return next(
            (c for c in self.changes if c.ruling is not None and _same(c.ruling, ruling)), None
        )


def certainties(
    match: Match,
    rulesets: Sequence[Ruleset],
    times: Sequence[Fraction] | None = None,
    frames: int = NEAR_FRAMES,
    *,
    nominal: Fraction = NOMINAL_FRAME,
    stop: Callable[[], bool] = lambda: False,
    progress: Callable[[int, int], None] = lambda _done, _all: None,
) -> list[Certainty]:
    """What the match's score is sure of under each ruleset, if tags are up to `frames` frames off.

    `times` are the film's frame times in seconds; without a film a frame is `nominal` seconds.
    `stop` is asked between rulesets and between ends of tags and ends the work early; `progress` is told how many tags are done
    of how many.
    """
    tags = match.in_time()
    ends = [_End(tag, edge, frames, times, nominal) for tag in tags for edge in Edge]
    parts = lcm(1, *(move.time.denominator for end in ends for move in end.moves))
    known = KnownStory(read_story_in(match, parts))
    events = Events(known.story)
    # One of two moments may be moved forward and the other one back.
    reach = 2 * max((end.reach(known.story) for end in ends), default=0)
    tries: list[_Tries] = []
    complete = True
    for ruleset in rulesets:
        tries.append(_Tries(Baseline(known.story, ruleset, events, reach, times), reach))
        if stop():
            complete = False
            break
    for number, end in enumerate(ends, start=1):
        if not complete or stop():
            complete = False
            break
        _try_end(match, known, events, end, tries)
        if number % len(Edge) == 0:
            progress(number // len(Edge), len(tags))
    return [each.certainty(frames, complete) for each in tries]


class _End:
    """One end of a tag and where it can be moved to."""

    def __init__(
        self,
        tag: Tag,
        edge: Edge,
        frames: int,
        times: Sequence[Fraction] | None,
        nominal: Fraction,
    ) -> None:
        self.at = tag.start if edge is Edge.START or tag.end is None else tag.end
        self.moves = list(moves_of(tag, edge, frames, times, nominal))

    def reach(self, story: Story) -> int:
        """How many ticks the furthest move goes."""
        return max((abs(story.tick(move.time - self.at)) for move in self.moves), default=0)


def _try_end(
    match: Match,
    known: KnownStory,
    events: Events,
    end: _End,
    tries: Sequence[_Tries],
) -> None:
    """Move one end, earlier and later, from each move that turns something to the next."""
    tick = known.story.tick(end.at)
    for later in (False, True):
        for each in tries:
            each.begin()
        for move in end.moves:
            if (move.frames > 0) is not later:
                continue
            by = known.story.tick(move.time - end.at)
            touched = [each for each in tries if each.is_turned(events, tick, by)]
            if touched:
                story = read_story_in(moved(match, move), known.story.per_second)
                patch = known.patch(story)
                for each in touched:
                    each.take(move, by, story, patch)


class _Tries:
    """What the moves that were tried change under one ruleset."""

    def __init__(self, baseline: Baseline, reach: int) -> None:
        self.baseline = baseline
        self.reach = reach
        self.changes: dict[object, Change] = {}
        self.winner: tuple[Move, Athlete | None] | None = None
        self.begin()

    def begin(self) -> None:
        """Begin with an end where it is."""
        self.after = 0
        self.calls = CloseCalls(0)

    def is_turned(self, events: Events, tick: int, by: int) -> bool:
        """Whether anything comes out otherwise than at the last move of this end that was tried."""
        return (
            events.crossed(tick, self.after, by)
            or self.baseline.calls.turned(tick, self.after, by)
            or self.calls.turned(tick + self.after, 0, by - self.after)
        )

    def take(self, move: Move, by: int, story: Story, patch: Patch | None) -> None:
        """Score a move and take in what it changes."""
        self.after = by
        walked = None if patch is None else self.baseline.walk(patch)
        if walked is None:
            after, self.calls = walk_whole(story, self.baseline.rules, self.reach)
            self._note(move, differences(self.baseline.sheet, after), after.result.winner)
        else:
            self.calls = walked.calls
            self._note(move, differences(walked.before, walked.after), walked.winner)

    def _note(
        self,
        move: Move,
        found: Iterable[tuple[Ruling | None, Ruling | None]],
        winner: Athlete | None,
    ) -> None:
        for ruling, becomes in found:
            key = _key(becomes) if ruling is None and becomes is not None else id(ruling)
            known = self.changes.get(key)
            if known is None or abs(move.frames) < abs(known.move.frames):
                self.changes[key] = Change(move, ruling, becomes)
        if winner != self.baseline.sheet.result.winner and (
            self.winner is None or abs(move.frames) < abs(self.winner[0].frames)
        ):
            self.winner = move, winner

    def certainty(self, frames: int, complete: bool) -> Certainty:
        """The smallest moves of all that were tried."""
        move, after = self.winner or (None, None)
        return Certainty(
            self.baseline.rules.id, frames, tuple(sorted(self.changes.values(), key=_rank)), move,
            after, complete,
        )  # fmt: skip


def _rank(change: Change) -> tuple[int, Fraction]:
    ruling = change.ruling or change.becomes
    assert ruling is not None
    return abs(change.move.frames), ruling.time


def differences(
    before: ScoreSheet | Rulings, after: ScoreSheet | Rulings
) -> Iterator[tuple[Ruling | None, Ruling | None]]:
    """How the awards of two sheets differ, whenever they were given: pairs of before and after.

    An award that is gone is paired with what its athlete has for the same tags instead: another
    award, or the refusal that says why; a new one with the refusal that it takes the place of.
    """
    gone, new = _unlike(before.awards, after.awards, _key)
    gone, new, _ = _paired(gone, new, lambda a, b: _gift(a) == _gift(b) and _of_same_tags(a, b))
    gone, new, other = _paired(gone, new, _is_instead)
    yield from other
    left, came = _unlike(before.refusals, after.refusals, _key)
    new, left, given = _paired(new, left, _is_instead)
    gone, came, lost = _paired(gone, came, _is_instead)
    yield from ((refusal, award) for award, refusal in given)
    yield from lost
    yield from ((award, None) for award in gone)
    yield from ((None, award) for award in new)


def _unlike(
    a: Iterable[Ruling], b: Iterable[Ruling], key: Callable[[Ruling], object]
) -> tuple[list[Ruling], list[Ruling]]:
    """The rulings of each side that the other one does not have as often; alike are the nearest."""
    groups: dict[object, tuple[list[Ruling], list[Ruling]]] = defaultdict(lambda: ([], []))
    for side, rulings in enumerate((a, b)):
        for ruling in rulings:
            groups[key(ruling)][side].append(ruling)
    alone: tuple[list[Ruling], list[Ruling]] = ([], [])
    for mine, others in groups.values():
        while mine and others and len(mine) != len(others):
            x, y = min(
                ((x, y) for x in mine for y in others),
                key=lambda two: abs(two[0].time - two[1].time),
            )
            mine.remove(x)
            others.remove(y)
        if not (mine and others):
            alone[0].extend(mine)
            alone[1].extend(others)
    return alone


def _paired(
    a: Sequence[Ruling], b: Sequence[Ruling], belong: Callable[[Ruling, Ruling], bool]
) -> tuple[list[Ruling], list[Ruling], list[tuple[Ruling, Ruling]]]:
    """Pairs that belong together, and what is left over on each side."""
    pairs, alone, free = [], [], list(b)
    for ruling in a:
        found = next((other for other in free if belong(ruling, other)), None)
        if found is None:
            alone.append(ruling)
        else:
            free.remove(found)
            pairs.append((ruling, found))
    return alone, free, pairs


def _gift(ruling: Ruling) -> tuple[object, ...]:
    return ruling.clause, ruling.athlete, ruling.award, ruling.value


def _key(ruling: Ruling) -> tuple[object, ...]:
    return (*_gift(ruling), ruling.tags)


def _same(a: Ruling, b: Ruling) -> bool:
    """Whether two rulings are one, however finely their sentences count the time."""
    return (a.kind, a.time, *_key(a)) == (b.kind, b.time, *_key(b))


def _of_same_tags(a: Ruling, b: Ruling) -> bool:
    return not a.tags or not b.tags or not set(a.tags).isdisjoint(b.tags)


def _is_instead(a: Ruling, b: Ruling) -> bool:
    """Whether one ruling can stand in the other's place: of the same athlete's, for the same tags."""
    same = a.clause == b.clause or a.award == b.award
    return same and a.athlete == b.athlete and _of_same_tags(a, b)
