"""Who won, and by what: the steps of the ruleset's outcome order, each with its reason."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from annotator.model.timeline import Run
from annotator.model.vocabulary import ATHLETES, Athlete, other
from annotator.scoring.facts import Story
from annotator.scoring.referee import Referee
from annotator.scoring.restarts import propose_restarts
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Award, Result, Ruling, Totals, totals
from annotator.scoring.sheet import Writer
from annotator.text import Phrase

_Step = Callable[[dict[Athlete, Totals], Sequence[Ruling]], tuple[int, int]]


def decide(rules: Ruleset, story: Story, awards: Sequence[Ruling], referee: Referee) -> Result:
    """The result, and why. Undecided is an answer: `winner` is None and the reason says so."""
    if referee.finished_at is not None:
        at = Fraction(referee.finished_at, story.per_second)
        if referee.winner is None:
            return replace(_decision(referee, Phrase.of("undecided_both")), finished_at=at)
        why = Phrase.of(f"won_{referee.won_by}", who=referee.winner)
        return Result(referee.winner, referee.won_by, why, at)
    if not story.timeline.started:
        return _decision(referee, Phrase.of("undecided_no_start"))
    if rules.overtime and referee.overtime_at is not None:
        return _overtime(rules, story, referee)
    if not story.timeline.ended:
        return _decision(referee, Phrase.of("undecided_no_end"))
    sums = totals(awards)
    for step in rules.outcome:
        compare = _STEPS.get(step)
        if compare is None:
            if step == "overtime":
                if rules.overtime:
                    return _decision(referee, Phrase.of("undecided_overtime"))
                if _may_go_on(story, rules, referee):
                    return _decision(referee, Phrase.of("undecided_overtime"))
            continue
        red, blue = compare(sums, awards)
        if red != blue:
            # Fewer are better there, so that step compares them as negative numbers.
            sign = -1 if step == "fewest_penalties" else 1
            shown = {"red": sign * red, "blue": sign * blue}
            winner: Athlete = "red" if red > blue else "blue"
            return Result(
                winner, _NAMES.get(step, step),
                Phrase.of(f"won_{step}", who=winner, **shown),
            )  # fmt: skip
    return _decision(referee, Phrase.of("undecided_draw"))


def _decision(referee: Referee, why: Phrase) -> Result:
    if referee.decision is not None:
        return Result(referee.decision, "decision", Phrase.of("won_decision", who=referee.decision))
    return Result(None, "undecided", why)


def _overtime(rules: Ruleset, story: Story, referee: Referee) -> Result:
    """An overtime of submissions only: an escape or survival wins it for the defender."""
    attacker = referee.overtime_attacker
    if referee.overtime_at is None:
        return _decision(referee, Phrase.of("undecided_overtime"))
    if attacker is None:
        return _decision(referee, Phrase.of("undecided_attacker"))
    defender = other(attacker)
    if story.timeline.stretches[-1].run is Run.ENDED:
        return Result(defender, "overtime", Phrase.of("won_survival", who=defender))
    return _decision(referee, Phrase.of("undecided_no_end"))


def _may_go_on(story: Story, rules: Ruleset, referee: Referee) -> bool:
    """Whether the category has an overtime that was not fought yet."""
    category = referee.category
    fought = sum(tag.tag == "overtime" for tag in story.match.tags)
    return category is not None and category.overtime_ms > 0 and fought < category.overtimes


def _points(sums: dict[Athlete, Totals], _: Sequence[Ruling]) -> tuple[int, int]:
    return sums["red"].points, sums["blue"].points


def _advantages(sums: dict[Athlete, Totals], _: Sequence[Ruling]) -> tuple[int, int]:
    return sums["red"].advantages, sums["blue"].advantages


def _fewest_penalties(sums: dict[Athlete, Totals], _: Sequence[Ruling]) -> tuple[int, int]:
    return -sums["red"].penalties, -sums["blue"].penalties


def _highest_action(_: dict[Athlete, Totals], awards: Sequence[Ruling]) -> tuple[int, int]:
    """The value of each one's best single action; where equal, how many of that value."""
    worth: dict[Athlete, Counter[int]] = {who: Counter() for who in ATHLETES}
    for ruling in awards:
        if ruling.award is Award.POINTS and ruling.athlete and ruling.reason.key not in _CAUTIONS:
            worth[ruling.athlete][ruling.value] += 1
    best = {who: max(values, default=0) for who, values in worth.items()}
    if best["red"] != best["blue"]:
        return best["red"], best["blue"]
    return worth["red"][best["red"]], worth["blue"][best["blue"]]


_CAUTIONS = ("tag_count", "tag_booked", "inactive", "inactive_both")
_NAMES = {"fewest_penalties": "cautions"}
_STEPS: dict[str, _Step] = {
    "points": _points,
    "advantages": _advantages,
    "highest_action": _highest_action,
    "fewest_penalties": _fewest_penalties,
}


def list_ignored(story: Story, writer: Writer, referee: Referee) -> None:
    """Tags that could not count, oddities of the tagging, and what the tags leave out."""
    _list_out_of_time(story, writer, referee.finished_at)
    _compare_duration(story, writer)
    if writer.rules.restart is not None:
        propose_restarts(writer.rules.restart, story, writer)
    for tag_id, at, phrase in story.odd:
        writer.ignore(tag_id, at, phrase)
    for missing in story.missing:
        writer.ask("missing_tag", Phrase.of(f"ask_{missing.key}"), missing.at, missing.tag)


def _list_out_of_time(story: Story, writer: Writer, finish: int | None) -> None:
    """What is tagged after the finish, and what lies before the start or after the end."""
    for tag, at, key in story.untimely:
        if finish is None or at <= finish:
            writer.ignore(tag.id, at, Phrase.of(key))
    if finish is None:
        return
    first = bisect_right(story.beats, finish, key=lambda beat: beat.at)
    for beat in story.beats[first:]:
        for tag in beat.tags:
            if tag.tag != "decision":
                writer.ignore(tag.id, beat.at, Phrase.of("ignored_after_finish"))


def _compare_duration(story: Story, writer: Writer) -> None:
    """`duration` ends nothing; where the clock ran a second more or less, that is said."""
    told = story.match.info("duration")
    line = story.timeline
    if told is None or not line.ended:
        return
    try:
        expected = Fraction(told)
    except (ValueError, ZeroDivisionError):
        return
    first = sum(
        (s.end - s.start for s in line.stretches if s.run is Run.RUNNING and s.period == 1),
        line.before,
    )
    # Clocks show whole seconds, and frames do not fall on them.
    if abs(first - expected) >= 1:
        tag = next(t for t in story.match.tags if t.tag == "match" and "duration" in t.details)
        phrase = Phrase.of("odd_duration", told=expected, ran=first)
        writer.ignore(tag.id, int(tag.start * story.per_second), phrase)
