"""A lesson and its answers as JSON values: the order of the keys, and what is left out.

What a file said beyond what is known here (`extra`) is written back in its place. Read by
`lesson_reader.py`.
"""

from __future__ import annotations

from annotator.files.plain import with_extra
from annotator.model.lesson import Attempt, Call, Control, Lesson, Manner, Moment, Verdict
from annotator.model.time import write_fraction

Plain = dict[str, object]


def lesson_head(lesson: Lesson) -> Plain:
    """The keys of a lesson but its moments, without the file's own."""
    return with_extra(
        {
            "id": lesson.id,
            "title": lesson.title,
            "intro": lesson.intro,
            "manner": _manner(lesson.manner),
        },
        lesson.extra,
    )


def _manner(manner: Manner) -> Plain:
    plain: Plain = {
        "mode": manner.mode.value,
        "seconds_to_answer": write_fraction(manner.seconds_to_answer),
        "replays": manner.replays,
        "tolerance": write_fraction(manner.tolerance),
        "pass_percent": manner.pass_percent,
        "counted": [part.value for part in manner.counted],
        "asks_clause": manner.asks_clause,
        "names": manner.names,
    }
    return with_extra(plain, manner.extra)


def moment_to_plain(moment: Moment) -> Plain:
    """A moment's keys in their order; what is empty is left out."""
    plain: Plain = {
        "id": moment.id,
        "match": moment.match,
        "match_hash": moment.match_hash or None,
        "ruleset": moment.ruleset,
        "edition": moment.edition or None,
        "start": write_fraction(moment.start),
        "end": write_fraction(moment.end),
        "asked": write_fraction(moment.asked),
        "time": write_fraction(moment.time),
        "question": moment.question or None,
        "derived": _verdict(moment.derived),
        "derived_clause": moment.derived_clause or None,
        "earlier": _verdict(moment.earlier) or None,
        "controls": _controls(moment.controls) or None,
        "override": None
        if moment.override is None
        else {"verdict": _verdict(moment.override.verdict), "reason": moment.override.reason},
        "alternatives": [_verdict(each) for each in moment.alternatives] or None,
        "disputed": moment.disputed or None,
        "note": moment.note or None,
    }
    return with_extra(_known(plain), moment.extra)


def attempt_to_plain(attempt: Attempt) -> Plain:
    """A trainee's answers, keys in their order."""
    plain: Plain = {
        "lesson": attempt.lesson,
        "trainee": attempt.trainee,
        "date": attempt.date or None,
        "mode": attempt.mode.value,
        "seed": attempt.seed,
        "order": list(attempt.order),
        "calls": [_call(call) for call in attempt.calls],
        "seen": dict(attempt.seen) or None,
    }
    return with_extra(_known(plain), attempt.extra)


def _call(call: Call) -> Plain:
    plain: Plain = {
        "moment": call.moment,
        "awards": _verdict(call.awards),
        "controls": _controls(call.controls) or None,
        "answered": None if call.answered else False,
        "replays": call.replays or None,
        "reaction": None if call.reaction is None else write_fraction(call.reaction),
        "hands": call.hands or None,
    }
    return with_extra(_known(plain), call.extra)


def _verdict(verdict: Verdict) -> list[Plain]:
    return [
        _known(
            {
                "athlete": given.athlete,
                "kind": given.kind.value,
                "value": given.value,
                "time": None if given.time is None else write_fraction(given.time),
                "clause": given.clause or None,
            }
        )
        for given in verdict
    ]


def _controls(controls: tuple[Control, ...]) -> list[Plain]:
    return [
        {"kind": each.kind.value, "athlete": each.athlete, "time": write_fraction(each.time)}
        for each in controls
    ]


def _known(plain: Plain) -> Plain:
    return {key: value for key, value in plain.items() if value is not None}
