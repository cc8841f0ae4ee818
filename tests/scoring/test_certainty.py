"""What a score is sure of, on small matches where one can see it."""

from fractions import Fraction

import pytest

from annotator.model.match import Match
from annotator.scoring import score
from annotator.scoring.certainty import Certainty, Change, certainties, differences
from annotator.scoring.moves import Edge
from annotator.scoring.ruling import RulingKind
from tests.scoring.small import MOUNT, bout, clauses, fact, rules

FRAME = Fraction(1001, 30000)
FILM = [n * FRAME for n in range(2000)]
RULES = rules(clauses(MOUNT))


def held(frames: int) -> Match:
    """A mount from frame 100 on for so many frames."""
    return bout(
        fact("standing", 0),
        fact("mount", 100 * FRAME, "red"),
        fact("side_control", (100 + frames) * FRAME, "red"),
    )


def sure_of(match: Match, frames: int = 3) -> Certainty:
    return certainties(match, [RULES], FILM, frames)[0]


def kinds(change: Change) -> tuple[RulingKind | None, RulingKind | None]:
    """What a change makes of what."""
    before = None if change.ruling is None else change.ruling.kind
    return before, None if change.becomes is None else change.becomes.kind


def test_a_hold_one_frame_short_would_be_given_by_one_frame() -> None:
    (change,) = sure_of(held(89)).changes
    assert kinds(change) == (RulingKind.REFUSAL, RulingKind.AWARD)
    assert (change.move.tag, change.move.edge) == ("mount 1001/300", Edge.START)
    assert (change.move.frames, change.move.time) == (-1, 99 * FRAME)


@pytest.mark.parametrize(("frames", "needed"), [(90, 1), (91, 2), (92, 3)])
def test_a_hold_is_lost_by_as_many_frames_as_it_was_made_by_and_one(
    frames: int, needed: int
) -> None:
    (change,) = sure_of(held(frames)).changes
    assert kinds(change) == (RulingKind.AWARD, RulingKind.REFUSAL)
    assert abs(change.move.frames) == needed


@pytest.mark.parametrize("frames", [86, 93])
def test_what_is_further_away_is_sure(frames: int) -> None:
    assert sure_of(held(frames)).changes == ()


def test_it_says_when_the_winner_would_be_another_one() -> None:
    certainty = sure_of(held(89))
    assert certainty.winner_move is not None
    assert (abs(certainty.winner_move.frames), certainty.winner_after) == (1, "red")
    assert sure_of(held(86)).winner_move is None


def test_a_ruling_finds_its_change() -> None:
    certainty = sure_of(held(89))
    sheet = score(held(89), RULES, FILM)
    assert certainty.of(sheet.refusals[0]) is certainty.changes[0]


def test_stopped_work_says_that_nothing_is_known() -> None:
    told: list[tuple[int, int]] = []
    match = held(89)
    (certainty,) = certainties(
        match, [RULES], FILM, stop=lambda: len(told) == 2, progress=lambda *at: told.append(at)
    )
    assert not certainty.complete
    assert told == [(1, 5), (2, 5)]


def test_awards_that_only_moved_in_time_are_no_difference() -> None:
    before, after = score(held(95), RULES), score(held(120), RULES)
    assert list(differences(before, after)) == []


def test_a_match_without_tags_is_sure_of_its_nothing() -> None:
    assert sure_of(Match()) == Certainty(RULES.id, 3, ())
