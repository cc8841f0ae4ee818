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

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.vocabulary import Athlete
from annotator.scoring.close_calls import CloseCalls, Events, close_calls
from annotator.scoring.engine import score
from annotator.scoring.facts import Story
from annotator.scoring.moves import NOMINAL_FRAME, Edge, Move, moved, moves_of
from annotator.scoring.reading import read_story
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
        return next((change for change in self.changes if change.ruling == ruling), None)


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
    `stop` is asked between tags and ends the work early; `progress` is told how many tags are done
    of how many.
    """
    story = read_story(match)
    tags = match.in_time()
    moves = {
        (tag.id, edge): list(moves_of(tag, edge, frames, times, nominal))
        for tag in tags
        for edge in Edge
    }
    events = Events(story)
    reach = _reach(tags, moves, story)
    tries = [_Tries(match, ruleset, story, events, reach, times) for ruleset in rulesets]
    complete = True
    for done, tag in enumerate(tags):
        if stop():
            complete = False
            break
        for edge in Edge:
            old = tag.start if edge is Edge.START else tag.end
            if old is not None:
                _try_edge(match, story, events, old, moves[tag.id, edge], tries)
        progress(done + 1, len(tags))
    return [each.certainty(frames, complete) for each in tries]


def _reach(tags: Iterable[Tag], moves: dict[tuple[str, Edge], list[Move]], story: Story) -> int:
    """So many ticks can two moments come nearer to one another by any of the moves."""
    furthest = Fraction(0)
    for tag in tags:
        for edge in Edge:
            for move in moves[tag.id, edge]:
                old = tag.start if edge is Edge.START or tag.end is None else tag.end
                furthest = max(furthest, abs(move.time - old))
    # One of them may be moved forward and the other one back.
    return int(2 * furthest * story.per_second) + 1


def _try_edge(
    match: Match,
    story: Story,
    events: Events,
    old: Fraction,
    moves: Sequence[Move],
    tries: Sequence[_Tries],
) -> None:
    tick = story.tick(old)
    for move in moves:
        by = (move.time - old) * story.per_second
        crossed = events.crossed(tick, by)
        touched = [each for each in tries if crossed or each.calls.turned(tick, by)]
        if touched:
            other = moved(match, move)
            for each in touched:
                each.take(move, score(other, each.rules))


class _Tries:
    """What the moves that were tried change under one ruleset."""

    def __init__(
        self,
        match: Match,
        rules: Ruleset,
        story: Story,
        events: Events,
        reach: int,
        times: Sequence[Fraction] | None,
    ) -> None:
        self.rules = rules
        self.sheet = score(match, rules, times)
        self.calls: CloseCalls = close_calls(story, rules, events, reach)
        self.changes: dict[object, Change] = {}
        self.winner: tuple[Move, Athlete | None] | None = None

    def take(self, move: Move, after: ScoreSheet) -> None:
        """Take in the sheet after a move."""
        for ruling, becomes in differences(self.sheet, after):
            key = _key(becomes) if ruling is None and becomes is not None else id(ruling)
            known = self.changes.get(key)
            if known is None or abs(move.frames) < abs(known.move.frames):
                self.changes[key] = Change(move, ruling, becomes)
        winner = after.result.winner
        if winner != self.sheet.result.winner and (
            self.winner is None or abs(move.frames) < abs(self.winner[0].frames)
        ):
            self.winner = move, winner

    def certainty(self, frames: int, complete: bool) -> Certainty:
        move, after = self.winner or (None, None)
        return Certainty(
            self.rules.id, frames, tuple(sorted(self.changes.values(), key=_rank)), move, after,
            complete,
        )  # fmt: skip


def _rank(change: Change) -> tuple[int, Fraction]:
    ruling = change.ruling or change.becomes
    assert ruling is not None
    return abs(change.move.frames), ruling.time


def differences(
    before: ScoreSheet, after: ScoreSheet
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
    """The rulings of each side that the other one does not have, as often as it has them."""
    waiting: dict[object, list[Ruling]] = defaultdict(list)
    for ruling in b:
        waiting[key(ruling)].append(ruling)
    alone = []
    for ruling in a:
        same = waiting[key(ruling)]
        if same:
            same.pop(0)
        else:
            alone.append(ruling)
    kept = {id(ruling) for same in waiting.values() for ruling in same}
    return alone, [ruling for ruling in b if id(ruling) in kept]


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


def _of_same_tags(a: Ruling, b: Ruling) -> bool:
    return not a.tags or not b.tags or not set(a.tags).isdisjoint(b.tags)


def _is_instead(a: Ruling, b: Ruling) -> bool:
    """Whether one ruling can stand in the other's place: of the same athlete's, for the same tags."""
    same = a.clause == b.clause or a.award == b.award
    return same and a.athlete == b.athlete and _of_same_tags(a, b)
