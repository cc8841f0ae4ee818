"""What a score is sure of, for people and as plain values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from annotator.cli.output import Progress
from annotator.model.match import Match
from annotator.model.time import clock_text, write_fraction
from annotator.scoring.certainty import Certainty, Change
from annotator.scoring.certainty_words import change_text, winner_text
from annotator.scoring.moves import Move
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Ruling, RulingKind, ScoreSheet
from annotator.text import after_colon, tr, tr_n

Record = dict[str, object]


def what_is_sure(
    match: Match, rulesets: Sequence[Ruleset], times: Sequence[Fraction] | None, frames: int
) -> list[Certainty]:
    """What the score is sure of under each ruleset, with progress while tags are moved."""
    from annotator.scoring.certainty import certainties

    with Progress(tr("Moving tags")) as progress:
        return certainties(match, rulesets, times, frames, progress=progress.counted)


def certainty_lines(
    certainty: Certainty, sheet: ScoreSheet, ruleset: Ruleset, match: Match
) -> Iterator[str]:
    """The winner, then each ruling that hangs on a few frames of a tag, then how many are sure."""
    from annotator.cli.score_text import value_text

    yield tr_n(
        "What this score is sure of, if each tag is right to {count} frame:",
        "What this score is sure of, if each tag is right to {count} frames:",
        certainty.frames,
    )
    yield "    " + winner_text(certainty, match)
    for change in certainty.changes:
        ruling = change.ruling or change.becomes
        if ruling is None:
            continue
        instead = ""
        if change.becomes is not None:
            instead = f"{value_text(change.becomes, ruleset)} [{change.becomes.clause}]"
        parts = [clock_text(ruling.time), value_text(ruling, ruleset), f"[{ruling.clause}]"]
        if ruling.athlete:
            parts.insert(1, match.name_of(ruling.athlete))
        told = change_text(change, match, instead)
        yield "    " + after_colon(f"{', '.join(parts[:-1])} {parts[-1]}", told)
    hanging = [change.ruling.kind for change in certainty.changes if change.ruling is not None]
    given = len(sheet.awards) - hanging.count(RulingKind.AWARD)
    refused = len(sheet.refusals) - hanging.count(RulingKind.REFUSAL)
    yield "    " + tr("Sure: {given} given, {refused} not given.", given=given, refused=refused)


def certainty_record(certainty: Certainty) -> Record:
    """The same as plain values: `frames` is how far tags were moved, a move's is how far that one was."""
    move = certainty.winner_move
    return {
        "frames": certainty.frames,
        "winner": None if move is None else {**_move(move), "after": certainty.winner_after},
        "changes": [_change(change) for change in certainty.changes],
    }


def _change(change: Change) -> Record:
    return {
        **_move(change.move),
        "ruling": None if change.ruling is None else _ruling(change.ruling),
        "becomes": None if change.becomes is None else _ruling(change.becomes),
    }


def _move(move: Move) -> Record:
    return {
        "tag": move.tag,
        "edge": move.edge.value,
        "frames": move.frames,
        "to": write_fraction(move.time),
    }


def _ruling(ruling: Ruling) -> Record:
    return {
        "kind": ruling.kind.value,
        "at": write_fraction(ruling.time),
        "athlete": ruling.athlete,
        "award": None if ruling.award is None else ruling.award.value,
        "value": ruling.value,
        "clause": ruling.clause,
        "tags": list(ruling.tags),
    }
