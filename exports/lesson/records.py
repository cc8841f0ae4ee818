"""Marked answers as plain values, in the shape that other programs may rely on."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from annotator.files.lesson_json import attempt_to_plain
from annotator.model.lesson import Given, Lesson, Verdict
from annotator.model.time import write_fraction
from annotator.scoring.marking import MarkedAttempt, MarkedCall, Share

Record = dict[str, object]


def results_record(lesson: Lesson, marked: Sequence[MarkedAttempt]) -> Record:
    """All results of a class: what `lesson mark --json` prints."""
    return {
        "lesson": {
            "id": lesson.id,
            "title": lesson.title,
            "moments": len(lesson.moments),
            "pass_percent": lesson.manner.pass_percent,
        },
        "attempts": [_attempt(each) for each in marked],
    }


def _attempt(each: MarkedAttempt) -> Record:
    plain = attempt_to_plain(each.attempt)
    return {
        **{key: plain.get(key) for key in ("trainee", "date", "mode", "seed")},
        **_share(each.total),
        "passed": each.passed,
        "by_part": {part.value: _share(share) for part, share in each.by_part.items()},
        "by_clause": {name: _share(share) for name, share in each.by_clause.items()},
        "by_kind": {name: _share(share) for name, share in each.by_kind.items()},
        "unknown": list(each.unknown),
        "not_shown": list(each.not_shown),
        "moments": [_call(one) for one in each.moments],
    }


def _share(share: Share) -> Record:
    percent = share.percent
    return {
        "right": share.right,
        "asked": share.asked,
        "percent": None if percent is None else float(percent),
    }


def _call(one: MarkedCall) -> Record:
    reaction: Fraction | None = one.call.reaction
    return {
        "moment": one.moment.id,
        "right": one.right,
        "counts": one.counts,
        "answered": one.call.answered,
        "called": _verdict(one.call.awards),
        "given_before": _verdict(one.before),
        "expected": _verdict(one.against),
        "marks": {part.value: mark.value for part, mark in one.marks.items()},
        "replays": one.call.replays,
        "reaction": None if reaction is None else float(reaction),
        "hands": one.call.hands,
    }


def _verdict(verdict: Verdict) -> list[Record]:
    return [_given(given) for given in verdict]


def _given(given: Given) -> Record:
    return {
        "athlete": given.athlete,
        "kind": given.kind.value,
        "value": given.value,
        "time": None if given.time is None else write_fraction(given.time),
        "clause": given.clause,
    }
