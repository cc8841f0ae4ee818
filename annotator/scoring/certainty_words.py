"""What a score is sure of, in words that the command line and the window share."""

from __future__ import annotations

from annotator.model.match import Match
from annotator.model.time import clock_text
from annotator.scoring.certainty import Certainty, Change
from annotator.scoring.moves import Edge, Move
from annotator.scoring.ruling import RulingKind
from annotator.text import tr, tr_n, word


def move_text(move: Move, match: Match) -> str:
    """`if the start of side control (0:36.019) were 1 frame earlier`."""
    tag = match.by_id(move.tag)
    at = move.time if tag is None else tag.start
    if tag is not None and move.edge is Edge.END and tag.end is not None:
        at = tag.end
    values = {"tag": move.tag if tag is None else word(tag.tag), "time": clock_text(at)}
    count = abs(move.frames)
    if move.edge is Edge.START and move.frames < 0:
        return tr_n(
            "if the start of {tag} ({time}) were {count} frame earlier",
            "if the start of {tag} ({time}) were {count} frames earlier", count, **values,
        )  # fmt: skip
    if move.edge is Edge.START:
        return tr_n(
            "if the start of {tag} ({time}) were {count} frame later",
            "if the start of {tag} ({time}) were {count} frames later", count, **values,
        )  # fmt: skip
    if move.frames < 0:
        return tr_n(
            "if the end of {tag} ({time}) were {count} frame earlier",
            "if the end of {tag} ({time}) were {count} frames earlier", count, **values,
        )  # fmt: skip
    return tr_n(
        "if the end of {tag} ({time}) were {count} frame later",
        "if the end of {tag} ({time}) were {count} frames later", count, **values,
    )  # fmt: skip


def change_text(change: Change, match: Match, instead: str) -> str:
    """`would be given if ...`; `instead` says what an award becomes, if it becomes another one."""
    told = move_text(change.move, match)
    if change.becomes is None or change.becomes.kind is not RulingKind.AWARD:
        return tr("would not be given {told}", told=told)
    if change.ruling is not None and change.ruling.kind is RulingKind.AWARD:
        return tr("would be {instead} {told}", instead=instead, told=told)
    return tr("would be given {told}", told=told)


def hangs_text(change: Change) -> str:
    """`hangs on 1 frame`."""
    return tr_n("hangs on {count} frame", "hangs on {count} frames", abs(change.move.frames))


def winner_text(certainty: Certainty, match: Match) -> str:
    """`Lena Petrova would win if ...`, or that the winner is sure."""
    if certainty.winner_move is None:
        return tr("Who wins is sure.")
    told = move_text(certainty.winner_move, match)
    if certainty.winner_after is None:
        return tr("Nobody would win {told}.", told=told)
    return tr("{who} would win {told}.", who=match.name_of(certainty.winner_after), told=told)
