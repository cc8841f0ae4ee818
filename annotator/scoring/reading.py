"""Reading a match for the engine: beats, submissions, and what the position changes say was done."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm

from annotator.model.match import Match
from annotator.model.remembering import LastRead
from annotator.model.tag import Tag
from annotator.model.timeline import (
    Run,
    Stay,
    Stretch,
    close_start,
    cut_submission,
    read_timeline,
    span_end,
)
from annotator.model.vocabulary import POSITIONS, Athlete
from annotator.scoring.facts import (
    MILLISECONDS,
    UPRIGHT,
    Attack,
    Beat,
    Did,
    Missing,
    Story,
    change_of_position,
    is_ground,
    is_seen_through,
)
from annotator.text import Phrase

_NOT_THE_REFEREES = frozenset((*POSITIONS, "attempt", "mark", "match", "official", "sweep"))
NEVER_READ = ("mark", "official")
"""Tags that are for people alone: no moment of theirs is a beat."""
_READ_ANY_TIME = ("decision", "match", "attempt", "start", "end", "overtime")


def read_story(match: Match) -> Story:
    """Make a match ready for the engine; remembers the last one, for the next ruleset."""
    return _LAST.of(match)


def read_story_in(match: Match, parts: int) -> Story:
    """The same, with ticks of which also `parts` make a second, for stories that are compared."""
    return _Reader(match, parts).read()


class _Reader:
    """Builds the story of one match."""

    def __init__(self, match: Match, parts: int = 1) -> None:
        self.match = match
        self.line = read_timeline(match)
        self.tags = self.line.tags
        self.landers = [tag for tag in self.tags if tag.tag in ("takedown", "guard_pull")]
        self.sweeps = [tag for tag in self.tags if tag.tag == "sweep"]
        self.whistles = [
            s.start for s in self.line.stretches if s.whistle and self._into_standing(s)
        ]
        self.per_second = lcm(MILLISECONDS, parts, *_denominators(self.tags))
        self.missing: list[Missing] = []
        self.beats: dict[int, Beat] = {}
        self.live_runs = tuple(self._live_runs())

    def _into_standing(self, stretch: Stretch) -> bool:
        """A start is always a whistle; a restart or resume only where they stand."""
        cause = self.match.by_id(stretch.tags[0]) if stretch.tags else None
        stay = self.line.stay_at(stretch.start)
        return (
            (cause is not None and cause.tag == "start")
            or stay is None
            or stay.position == "standing"
        )

    def tick(self, seconds: Fraction) -> int:
        return seconds.numerator * (self.per_second // seconds.denominator)

    def beat(self, at: int) -> Beat:
        beat = self.beats.get(at)
        if beat is None:
            beat = self.beats[at] = Beat(at)
        return beat

    def read(self) -> Story:
        line = self.line
        for stretch in line.stretches:
            self.beat(self.tick(stretch.start))
        for stay in line.stays:
            self.beat(self.tick(stay.start)).new_stay = True
            for state in stay.states:
                self.beat(self.tick(state.start))
        attacks = self._attacks()
        for danger in line.dangers:
            self.beat(self.tick(danger.start))
            self.beat(self.tick(danger.end))
        for tag in self.tags:
            if tag.tag in NEVER_READ:
                continue
            beat = self.beat(self.tick(tag.start))
            beat.tags.append(tag)
            if tag.tag not in _NOT_THE_REFEREES:
                beat.facts.append(tag)
        self.beat(self.tick(line.last))
        for did in (*self._landings(), *self._changes()):
            self.beat(did.begins).did.append(did)
            self.beat(did.at).landed.append(did)
        inactive = tuple(
            (tag, self.tick(tag.start), self.tick(span_end(tag, line.stretches, line.last)))
            for tag in self.tags
            if tag.tag == "inactive"
        )
        beats = [self.beats[at] for at in sorted(self.beats)]
        self._fill_states(beats)
        return Story(
            self.match, line, self.per_second, tuple(beats), tuple(attacks), tuple(self.missing),
            inactive, self._spans(Run.RUNNING), self._spans(Run.FROZEN), tuple(_untimely(beats)),
            tuple(self._odd()),
        )  # fmt: skip

    def _spans(self, run: Run) -> tuple[tuple[int, int], ...]:
        """From where to where the clock does this."""
        return tuple(
            (self.tick(s.start), self.tick(s.end)) for s in self.line.stretches if s.run is run
        )

    def _odd(self) -> Iterable[tuple[str, int, Phrase]]:
        """The oddities of the tagging, each with the tick of its tag."""
        if not self.line.oddities:
            return
        starts = {tag.id: tag.start for tag in self.tags}
        for oddity in self.line.oddities:
            yield oddity.tag, self.tick(starts[oddity.tag]), oddity.phrase

    def _fill_states(self, beats: Sequence[Beat]) -> None:
        stretches, stays, dangers = self.line.stretches, self.line.stays, self.line.dangers
        run_starts = [(self.tick(s.start), s) for s in stretches]
        stay_starts = [(self.tick(s.start), s) for s in stays]
        edges = sorted((self.tick(d.start), self.tick(d.end), d.defender) for d in dangers)
        running: list[tuple[int, int, Athlete]] = []
        e = 0
        r = p = -1
        for beat in beats:
            while r + 1 < len(run_starts) and run_starts[r + 1][0] <= beat.at:
                r += 1
            while p + 1 < len(stay_starts) and stay_starts[p + 1][0] <= beat.at:
                p += 1
            if r >= 0:
                beat.run, beat.period = stretches[r].run, stretches[r].period
                beat.whistle = stretches[r].whistle and run_starts[r][0] == beat.at
            if p >= 0:
                beat.stay = stays[p]
                state = (
                    stays[p].at(Fraction(beat.at, self.per_second))
                    if len(stays[p].states) > 1
                    else stays[p].states[0]
                )
                beat.details, beat.detail_tags = state.details, state.tags
            while e < len(edges) and edges[e][0] <= beat.at:
                running.append(edges[e])
                e += 1
            if running:
                running = [edge for edge in running if edge[1] > beat.at]
                beat.danger = frozenset(who for _, _, who in running)

    def _attacks(self) -> list[Attack]:
        attacks = []
        for tag in self.tags:
            if tag.tag != "submission" or tag.athlete is None:
                continue
            end, cut = cut_submission(tag, self.line.stretches, self.line.last)
            close = close_start(tag)
            if close is not None and close >= end:
                close = None
            attack = Attack(
                tag, tag.athlete, self.tick(tag.start), self.tick(end),
                None if close is None else self.tick(close), cut,
            )  # fmt: skip
            attacks.append(attack)
            self.beat(attack.start).begun.append(attack)
            self.beat(attack.end).ended.append(attack)
        return attacks

    def _live_runs(self) -> Iterable[tuple[list[Stay], Fraction, Fraction]]:
        """Stretches of live match between stops, each with the stays it shows, cut to it.

        A freeze does not end one: nobody moves, and the holds go on after it.
        """
        begun: Fraction | None = None
        runs: list[tuple[Fraction, Fraction]] = []
        for stretch in self.line.stretches:
            live = stretch.run in (Run.RUNNING, Run.FROZEN)
            if live and (begun is None or stretch.whistle):
                if begun is not None:
                    runs.append((begun, stretch.start))
                begun = stretch.start
            elif not live and begun is not None:
                runs.append((begun, stretch.start))
                begun = None
        if begun is not None:
            runs.append((begun, self.line.last))
        for begin, end in runs:
            stays = [s for s in self.line.stays if s.start < end and s.end > begin]
            late = [s for s in self.line.stays if s.start == end and self._before_stop(s, end)]
            yield [*stays, *late], begin, end

    def _before_stop(self, stay: Stay, end: Fraction) -> bool:
        """Whether a position of the moment at which the clock stopped was tagged before the stop."""
        stretch = self.line.stretch_at(end)
        if stretch is None or stretch.start != end or not stretch.tags:
            return stay.start == stay.end
        ids = [tag.id for tag in self.tags]
        return ids.index(stay.states[0].tags[0]) < ids.index(stretch.tags[0])

    def _changes(self) -> Iterable[Did]:
        for stays, begin, _ in self.live_runs:
            origin: Stay | None = None
            double: Stay | None = None
            below: Fraction = begin
            for stay in stays:
                if is_seen_through(stay):
                    double = stay if stay.position == "double_guard" else double
                    continue
                pulled = double is not None and not is_ground(origin)
                if pulled and double is not None and stay.top is not None and is_ground(stay):
                    yield self._came_up(double, origin, stay)
                double = None
                if origin is not None and stay.start > begin and is_ground(origin):
                    found = change_of_position(origin, stay)
                    if found:
                        at = self.tick(stay.start)
                        sweep = self._sweep_tag(found, stay, below)
                        yield Did(
                            found[0], found[1], at, at, stay, origin, tag=sweep,
                            details=sweep.details if sweep else {},
                            started=self.tick(sweep.start) if sweep else at,
                            tags=(*origin.tags[-1:], *stay.states[0].tags[-1:], *((sweep.id,) if sweep else ())),
                        )  # fmt: skip
                if origin is None or stay.top != origin.top:
                    below = max(stay.start, begin)
                origin = stay

    def _came_up(self, double: Stay, origin: Stay | None, stay: Stay) -> Did:
        """Somebody came on top after both had pulled guard; `origin` is the position before that."""
        assert stay.top is not None
        at = self.tick(stay.start)
        return Did(
            "come_up", stay.top, at, at, stay, origin, started=at,
            tags=(*double.tags[-1:], *stay.states[0].tags[-1:]),
        )  # fmt: skip

    def _sweep_tag(self, found: tuple[str, Athlete], stay: Stay, since: Fraction) -> Tag | None:
        """The `sweep` tag that adds to a change of top when it began, if there is one."""
        if found[0] not in ("sweep", "reversal", "back_take"):
            return None
        first = bisect_left(self.sweeps, since, key=_start)
        last = bisect_right(self.sweeps, stay.start, key=_start)
        fits = [tag for tag in self.sweeps[first:last] if tag.athlete == found[1]]
        return fits[-1] if fits else None

    def _landings(self) -> Iterable[Did]:
        """Takedowns and guard pulls: every landing of each upright stretch."""
        for stays, begin, end in self.live_runs:
            since: Fraction | None = None
            up: Stay | None = None
            under: Stay | None = None
            ground: Stay | None = None
            stood: Fraction | None = None
            # A match begins standing where nothing else is tagged.
            if not stays or stays[0].start > begin:
                since = begin
            for stay in stays:
                if is_seen_through(stay):
                    continue
                if stay.position in UPRIGHT:
                    if since is None:
                        since, under = max(stay.start, begin), ground
                    if stood is None and stay.position == "standing":
                        stood = stay.start
                    up = stay
                    continue
                if since is not None and stay.start >= begin and (up or stay.start > begin):
                    yield from self._landing(since, stay, up, under, stood)
                ground, since, up, stood = stay, None, None, None
            if since is not None:
                yield from self._landing(since, None, up, under, stood, end)

    def _landing(
        self, since: Fraction, arrival: Stay | None, up: Stay | None, under: Stay | None,
        stood: Fraction | None, end: Fraction | None = None,
    ) -> Iterable[Did]:  # fmt: skip
        until = arrival.start if arrival else end
        assert until is not None
        first = bisect_left(self.landers, since, key=_start)
        tags = self.landers[first : bisect_right(self.landers, until, key=_start)]
        groups: list[list[Tag]] = []
        closes: Fraction | None = None
        for tag in tags:
            if groups and (closes is None or tag.start < closes):
                groups[-1].append(tag)
                closes = None if closes is None or tag.end is None else max(closes, tag.end)
            else:
                groups.append([tag])
                closes = tag.end
        if not groups and arrival is not None:
            self.missing.append(Missing("how_to_ground", self.tick(arrival.start), arrival.tags[0]))
        for number, group in enumerate(groups):
            lands = arrival if number == len(groups) - 1 else None
            did = self._one_landing(group, lands, up, under, stood)
            if did is not None:
                yield did
                yield from self._outdone(group, did)

    def _outdone(self, group: list[Tag], counted: Did) -> Iterable[Did]:
        """Takedowns of a landing that do not count: begun after the pull, or countered."""
        for tag in group:
            if tag.tag == "takedown" and tag is not counted.tag and tag.athlete is not None:
                what = "late_takedown" if counted.what == "guard_pull" else "countered_takedown"
                yield replace(
                    counted, what=what, ends="top", athlete=tag.athlete, tag=tag, details=tag.details,
                    started=self.tick(tag.start), tags=(tag.id, *counted.tags),
                )  # fmt: skip

    def _one_landing(
        self, group: list[Tag], arrival: Stay | None, up: Stay | None, under: Stay | None,
        stood: Fraction | None,
    ) -> Did | None:  # fmt: skip
        first = min(group, key=lambda tag: (tag.start, tag.tag != "takedown"))
        same = [tag for tag in group if tag.tag == first.tag]
        tag = max(same, key=lambda t: t.start) if first.tag == "takedown" else first
        if first.tag == "takedown":
            latest = [t for t in same if t.start == tag.start]
            tag = latest[-1]
        athlete = tag.athlete
        assert athlete is not None
        landed = tag.end if tag.end is not None else arrival.start if arrival else None
        details = dict(tag.details)
        if landed is None or (arrival is None and "landing" not in details):
            if tag.tag == "takedown":
                self.missing.append(Missing("landing", self.tick(tag.start), tag.id))
            return None
        if "landing" not in details and arrival is not None and arrival.position == "turtle":
            details["~landing"] = "turtle"
        ends = "nowhere" if arrival is None else "top" if arrival.top == athlete else "bottom"
        at_start = self.line.stay_at(tag.start) or up
        whistle = self._last_whistle(tag.start)
        at = self.tick(landed)
        return Did(
            tag.tag, athlete, at, max(at, self.tick(arrival.start)) if arrival else at,
            arrival, up, ends, tag, details, self.tick(tag.start),
            None if whistle is None else self.tick(whistle),
            self.tick(stood) if under is not None and stood is not None else None, under, at_start,
            (tag.id, *(arrival.states[0].tags[-1:] if arrival else ())),
        )  # fmt: skip

    def _last_whistle(self, before: Fraction) -> Fraction | None:
        later = bisect_right(self.whistles, before)
        return self.whistles[later - 1] if later else None


def _untimely(beats: Iterable[Beat]) -> Iterable[tuple[Tag, int, str]]:
    """Facts after the end; and, before the start, all but positions."""
    before = Run.BEFORE
    for beat in beats:
        over = before is Run.ENDED and beat.run is Run.ENDED
        early = before is Run.BEFORE and beat.run is Run.BEFORE
        before = beat.run
        if not over and not early:
            continue
        for tag in beat.tags:
            if tag.tag in _READ_ANY_TIME:
                continue
            if over:
                yield tag, beat.at, "ignored_after_end"
            elif not tag.is_position:
                yield tag, beat.at, "ignored_before_start"


def _start(tag: Tag) -> Fraction:
    return tag.start


def _denominators(tags: Iterable[Tag]) -> set[int]:
    found = set()
    for tag in tags:
        found.add(tag.start.denominator)
        if tag.end is not None:
            found.add(tag.end.denominator)
        close = close_start(tag) if tag.tag == "submission" else None
        if close is not None:
            found.add(close.denominator)
    return found


_LAST = LastRead(lambda match: _Reader(match).read())
