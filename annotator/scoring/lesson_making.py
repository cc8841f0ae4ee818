"""Moments for a lesson, made from rulings: where the clip must begin and end, and which to choose.

taught = Taught("final.match.json", match, ruleset, score(match, ruleset), film=(first, last))
moment = moment_for(taught, ruling, "q1")       # LessonError: why it cannot be asked
moments = suggest([taught, ...], 10)            # a varied set, a third of it nothing
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import ceil
from secrets import token_hex

from annotator.errors import LessonError
from annotator.model.lesson import LEAST_NOTHING, PRE_ROLL, Lesson, Manner, Moment
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.vocabulary import Athlete
from annotator.scoring.holds import Hold, holds
from annotator.scoring.lesson_key import (
    LessonKey,
    beginning,
    called,
    decided,
    key_of,
    needed_from,
    starts_of,
    undecided,
    why_refused,
    within,
)
from annotator.scoring.marking import MarkedCall, assign
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Award, Ruling, RulingKind, ScoreSheet, Totals, totals
from annotator.text import Phrase, clock_text, tr, tr_n

POST_ROLL = Fraction(1)
"""Seconds that a clip goes on after what is asked was settled."""
TOGETHER = Fraction(25)
"""Awards that one clip of at most so many seconds can show are asked together."""
LONGEST = Fraction(60)
"""Longer clips are not proposed; a teacher may still make them."""
SHARED = Fraction(1, 4)
"""Two moments of one match may have so much of the shorter one in common."""
_NOTHING_SHOWN = ("attempt", "submission", "sweep", "takedown", "guard_pull")


@dataclass(frozen=True)
class Taught:
    """A match that moments are made from, scored under a ruleset.

    `match_hash` is of the match file's bytes; `film` from where to where (seconds of the match)
    there are pictures, None where that is not known.
    """

    path: str
    match: Match
    ruleset: Ruleset
    sheet: ScoreSheet
    match_hash: str = ""
    film: tuple[Fraction, Fraction] | None = None

    @cached_property
    def running(self) -> tuple[Hold, ...]:
        """Its holds under the ruleset."""
        return holds(self.match, self.ruleset)

    @cached_property
    def starts(self) -> dict[str, Fraction]:
        """When each of its tags begins."""
        return starts_of(self.match)

    def key(self, moment: Moment) -> LessonKey:
        """What the engine says of a moment of it."""
        return key_of(moment, self.match, self.ruleset, self.sheet, self.running, self.starts)

    def answer(self, moment: Moment) -> LessonKey:
        """The same with those holds alone that begin in it, which takes much less work."""
        running = beginning(self.running, moment.start, moment.end)
        return key_of(moment, self.match, self.ruleset, self.sheet, running, self.starts)


def moment_for(taught: Taught, ruling: Ruling, moment_id: str) -> Moment:
    """A moment that asks for an award (with all that is given with it), or for what was refused.

    The clip begins 2 s before the earliest tag that the answer needs. Awards before it that the
    same short clip can show are asked too; others count as given already. Raises LessonError
    where the film does not reach so far, or an award hides the refusal.
    """
    return rederived(_moment_for(taught, ruling, moment_id), taught)


def _moment_for(taught: Taught, ruling: Ruling, moment_id: str) -> Moment:
    """The same, without where holds begin and are lost."""
    if ruling.kind is RulingKind.AWARD:
        asked_for = _at(taught, ruling.time)
    else:
        asked_for = [ruling]
        same = _at(taught, ruling.time)
        if same:
            return _moment_for(taught, same[0], moment_id)
    start, end = _span(taught, asked_for)
    asked = start
    mine = set(ruling.tags)
    while earlier := _given(taught, start, end, asked_for):
        wider = _start(taught, earlier)
        if ruling.kind is RulingKind.AWARD and end - wider <= TOGETHER:
            asked_for += earlier
            start, end = _span(taught, asked_for)
            asked = start
        else:
            asked = max(r.time for r in earlier)
            if ruling.kind is not RulingKind.AWARD and any(mine & set(r.tags) for r in earlier):
                raise LessonError(
                    tr("The same facts are paid there in another way, so that the answer is not “nothing”."),
                    where=clock_text(ruling.time),
                )  # fmt: skip
            break
    return _checked(taught, _moment(taught, moment_id, (start, end), asked, ruling.time))


def quiet_moment(taught: Taught, tag: Tag, moment_id: str) -> Moment:
    """A moment around a tag after which nothing is given. Raises LessonError if something is."""
    return rederived(_quiet_moment(taught, tag, moment_id), taught)


def _quiet_moment(taught: Taught, tag: Tag, moment_id: str) -> Moment:
    start = tag.start - PRE_ROLL
    end = (tag.end or tag.start) + PRE_ROLL
    if (late := undecided(taught.running, tag.end or tag.start, end)) is not None:
        end = ((tag.end or tag.start) + late.start) / 2
    given = _given(taught, start, end, ())
    asked = max((r.time for r in given if r.time <= tag.start), default=start)
    if any(r.time > tag.start for r in given):
        raise LessonError(
            tr("Something is given there, so that the answer is not “nothing”."),
            where=clock_text(tag.start),
        )
    return _checked(taught, _moment(taught, moment_id, (start, end), asked, end))


def own_moment(
    taught: Taught, start: Fraction, end: Fraction, moment_id: str, asked: Fraction | None = None
) -> Moment:
    """A moment from where to where the teacher wants it. Raises LessonError if it cannot be asked so."""
    if end <= start:
        raise LessonError(
            tr("The end does not lie behind the start."), mend=tr("Move the end behind the start.")
        )
    begin = start if asked is None else asked
    given = _given(taught, begin, end, ())
    refused = [r for r in taught.sheet.refusals if begin < r.time <= end]
    last = max((r.time for r in given or refused), default=end)
    return rederived(
        _checked(taught, _moment(taught, moment_id, (start, end), begin, last)), taught
    )


def rederived(moment: Moment, taught: Taught) -> Moment:
    """The moment with what the engine says today, under today's edition; the teacher's words stay."""
    key = taught.key(moment)
    return replace(
        moment, derived=key.verdict, derived_clause="" if key.verdict else key.clause,
        earlier=key.earlier, controls=key.controls, match_hash=taught.match_hash, edition=taught.ruleset.edition,
    )  # fmt: skip


def suggest(taught: Sequence[Taught], count: int) -> tuple[Moment, ...]:
    """A varied set of so many moments: each kind and clause in turn, at least a third nothing.

    Of all matches alike, and as far as they have them; in the order of the matches and of time.
    Fewer come where the matches have no more; where they never have nothing, `warnings` says so.
    Raises nothing.
    """
    paid, nothing = _candidates(taught)
    wanted = ceil(count * LEAST_NOTHING)
    chosen = _varied(paid, count - wanted, [])
    # Where little is given, more of nothing; never less than a third of it.
    chosen = _varied(nothing, count - len(chosen), chosen)
    any_nothing = any(not each.moment.derived for each in chosen)
    while any_nothing and Lesson("", moments=tuple(c.moment for c in chosen)).lacks_nothing():
        chosen.remove(next(each for each in reversed(chosen) if each.moment.derived))
    chosen.sort(key=lambda each: (each.place, each.moment.start, each.moment.time))
    return tuple(
        replace(rederived(each.moment, taught[each.place]), id=f"q{n}")
        for n, each in enumerate(chosen, 1)
    )


def new_lesson(
    moments: Sequence[Moment], *, title: str = "", manner: Manner | None = None
) -> Lesson:
    """A lesson of these moments, with an id that no other lesson has."""
    return Lesson(token_hex(8), title, tuple(moments), manner or Manner())


def warnings(lesson: Lesson) -> list[str]:
    """What a teacher should know about a lesson, as sentences."""
    found = []
    if lacking := lesson.lacks_nothing():
        found.append(
            tr_n(
                "Less than a third of the moments are “nothing”: whoever always gives something does too"
                " well. {count} more is needed.",
                "Less than a third of the moments are “nothing”: whoever always gives something does too"
                " well. {count} more are needed.",
                lacking,
            )
        )  # fmt: skip
    seen = Counter((m.match, m.ruleset, m.start, m.end, m.asked) for m in lesson.moments)
    if any(times > 1 for times in seen.values()):
        found.append(tr("The same moment is asked twice."))
    return found


@dataclass(frozen=True, slots=True)
class _Candidate:
    place: int
    moment: Moment
    sort: tuple[object, ...]
    rank: tuple[int, int, Fraction]

    @property
    def worths(self) -> set[tuple[object, int]]:
        """The kinds and numbers of awards that it asks for."""
        return {(given.kind, given.value) for given in self.moment.derived}


def _candidates(taught: Sequence[Taught]) -> tuple[list[_Candidate], list[_Candidate]]:
    paid: list[_Candidate] = []
    nothing: list[_Candidate] = []
    for place, each in enumerate(taught):
        tries = [(each, r, 0) for r in (*each.sheet.awards, *each.sheet.refusals)]
        seen: set[tuple[Fraction, Fraction]] = set()
        for source, ruling, rank in tries:
            if ruling.clause == "carried":
                continue
            try:
                moment = _moment_for(source, ruling, "")
            except LessonError:
                continue
            _take(paid, nothing, seen, place, source, moment, (ruling.award, ruling.value, ruling.clause), rank)  # fmt: skip
        for tag in each.match.tags:
            if tag.tag in _NOTHING_SHOWN or (tag.is_position and tag.athlete is not None):
                try:
                    moment = _quiet_moment(each, tag, "")
                except LessonError:
                    continue
                rank = 1 if tag.tag in _NOTHING_SHOWN else 2
                _take(paid, nothing, seen, place, each, moment, (tag.tag,), rank)
    return paid, nothing


def _take(
    paid: list[_Candidate], nothing: list[_Candidate], seen: set[tuple[Fraction, Fraction]],
    place: int, taught: Taught, moment: Moment, sort: tuple[object, ...], rank: int,
) -> None:  # fmt: skip
    span = moment.asked, moment.end
    if span in seen or moment.end - moment.start > LONGEST:
        return
    seen.add(span)
    side = paid if moment.derived else nothing
    side.append(
        _Candidate(place, moment, sort, (_doubts(taught, moment), rank, moment.end - moment.start))
    )


def _doubts(taught: Taught, moment: Moment) -> int:
    """How many things speak against a moment: an award in the clip that is not asked for, an open question."""
    shown = within(taught.sheet.awards, moment.start, moment.asked)
    return bool(shown) + bool(_assumed(taught, moment))


def _assumed(taught: Taught, moment: Moment) -> list[Ruling]:
    """The rulings of a moment's answer that lean on details which nobody answered."""
    key = taught.answer(moment)
    stands_on = key.awards or [r for r in key.refusals if r.time == moment.time]
    return [ruling for ruling in stands_on if ruling.assumed]


def _varied(
    candidates: Iterable[_Candidate], count: int, chosen: Sequence[_Candidate]
) -> list[_Candidate]:
    """The chosen ones and up to so many more, each time of what there is least of so far."""
    found = list(chosen)
    left = [each for each in candidates if each not in chosen and not _overlaps(each, found)]
    for _ in range(count):
        if not left:
            break
        best = min(left, key=_cost(found))
        found.append(best)
        left = [each for each in left if each is not best and not _overlaps(each, (best,))]
    return found


def _cost(chosen: Sequence[_Candidate]) -> Callable[[_Candidate], tuple[object, ...]]:
    """What a candidate would add least to what was chosen: rare kinds, then rare matches, short clips."""
    worths = Counter(worth for each in chosen for worth in each.worths)
    sorts = Counter(each.sort for each in chosen)
    places = Counter(each.place for each in chosen)
    return lambda each: (
        each.rank[:2], min((worths[worth] for worth in each.worths), default=0), sorts[each.sort],
        places[each.place], each.rank[2],
    )  # fmt: skip


def _overlaps(candidate: _Candidate, chosen: Iterable[_Candidate]) -> bool:
    """Whether it asks for an award that is asked already, or mostly of the same stretch."""
    return any(
        other.place == candidate.place and _alike(candidate.moment, other.moment)
        for other in chosen
    )


def _alike(a: Moment, b: Moment) -> bool:
    begin, end = max(a.asked, b.asked), min(a.end, b.end)
    if end <= begin:
        return False
    if any(each.time is not None and begin < each.time <= end for each in (*a.derived, *b.derived)):
        return True
    shorter = min(a.end - a.asked, b.end - b.asked)
    return end - begin > shorter * SHARED


def _given(taught: Taught, start: Fraction, end: Fraction, but: Sequence[Ruling]) -> list[Ruling]:
    known = set(map(id, but))
    return [r for r in within(taught.sheet.awards, start, end) if id(r) not in known]


def _at(taught: Taught, time: Fraction) -> list[Ruling]:
    """The awards at exactly this time."""
    awards = taught.sheet.awards
    begin = bisect_left(awards, time, key=lambda ruling: ruling.time)
    return list(awards[begin : bisect_right(awards, time, key=lambda ruling: ruling.time)])


def _start(taught: Taught, rulings: Iterable[Ruling]) -> Fraction:
    """2 s before the earliest tag that rulings need."""
    return min(
        r.time if (start := needed_from(r, taught.starts)) is None else start for r in rulings
    ) - PRE_ROLL  # fmt: skip


def _span(taught: Taught, asked_for: list[Ruling]) -> tuple[Fraction, Fraction]:
    """From 2 s before what is needed until a second after all is settled.

    No hold that begins in it is left running: it is shown to its end, or the clip ends before it begins.
    Nothing else is given in it; what is given until all is settled is added to `asked_for`.
    """
    awards = taught.sheet.awards
    held = settled = max(map(decided, asked_for))
    while True:
        start = _start(taught, asked_for)
        settled = max(held, *map(decided, asked_for))
        first = max(r.time for r in asked_for)
        known = set(map(id, asked_for))
        more = [r for r in within(awards, first, settled) if id(r) not in known]
        open_hold = undecided(taught.running, start, settled)
        if more:
            asked_for += more
        elif open_hold is not None and open_hold.end is not None:
            held = open_hold.end
        else:
            break
    later = awards[bisect_right(awards, settled, key=lambda ruling: ruling.time) :][:1]
    end = settled + POST_ROLL
    if taught.film is not None and settled <= taught.film[1]:
        end = min(end, taught.film[1])
    after = [each.time for each in later]
    if (next_hold := undecided(taught.running, settled, end)) is not None:
        after.append(next_hold.start)
    if after and min(after) <= end:
        end = (settled + min(after)) / 2
    return start, end


def _moment(
    taught: Taught, moment_id: str, span: tuple[Fraction, Fraction], asked: Fraction, time: Fraction
) -> Moment:
    moment = Moment(moment_id, taught.path, taught.ruleset.id, *span, asked, time)
    key = taught.answer(moment)
    return replace(moment, derived=key.verdict, derived_clause="" if key.verdict else key.clause)


def _checked(taught: Taught, moment: Moment) -> Moment:
    """The moment if it may be asked. Raises LessonError."""
    problem = why_refused(moment, taught.answer(moment), taught.film)
    if problem is not None:
        raise LessonError(
            problem, where=clock_text(moment.time),
            mend=tr("Choose another moment, or let the clip begin and end elsewhere."),
        )  # fmt: skip
    return moment


def standing(taught: Taught, marked: Iterable[MarkedCall]) -> dict[Athlete, Totals]:
    """What the match's board would show in the end if a trainee's calls stood.

    Outside the moments, and where nothing was answered, the engine's awards stand; what was called of
    those given before what was asked is not added to them. An award that was
    called, for the right athlete, takes with it what follows from it (points of a penalty).
    """
    awards = list(taught.sheet.awards)
    added: list[Ruling] = []
    for each in marked:
        moment = each.moment
        if not each.call.answered or (moment.match, moment.ruleset) != (
            taught.path,
            taught.ruleset.id,
        ):
            continue
        window = [r for r in awards if moment.asked < r.time <= moment.end]
        awards = [r for r in awards if r not in window]
        behind = dict(called(window))
        for call, award in assign(each.judged, tuple(behind), Fraction(0)):
            if call is None:
                continue
            kind = Award(call.kind.value)
            alike = award is not None and (award.athlete, award.kind) == (call.athlete, call.kind)
            follows = behind[award][1:] if alike and award is not None else ()
            made = Ruling(
                RulingKind.AWARD, moment.time, Fraction(0), call.athlete, call.clause,
                Phrase.of("did_now"), kind, call.value,
            )  # fmt: skip
            added += [made, *follows]
    return totals([*awards, *added])
