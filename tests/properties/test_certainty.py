"""What a score is sure of is exact: every move of every tag's end, tried one by one, says the same."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.files.rulesets import find_rulesets
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.vocabulary import Athlete
from annotator.scoring import score
from annotator.scoring.certainty import Certainty, Change, certainties, differences
from annotator.scoring.moves import Edge, moved, moves_of
from annotator.scoring.ruleset import Ruleset
from tests.properties.strategies import matches

RULESETS = find_rulesets()
FRAME = Fraction(1001, 30000)
FILM = [n * FRAME for n in range(3000)]
Found = dict[tuple[object, ...], int]


def near(draw: st.DrawFn, time: Fraction) -> Fraction:
    """A time that is up to three frames off, a few times between two frames."""
    frame = round(time / FRAME) + draw(st.integers(-3, 3))
    between = Fraction(draw(st.sampled_from((0, 0, 0, 1))), 2)
    return max(Fraction(0), (frame + between) * FRAME)


@st.composite
def close_matches(draw: st.DrawFn, max_tags: int = 7) -> Match:
    """A match whose times cluster: tags stand at, or a few frames from, one another and full seconds."""
    match = draw(matches(min_tags=2, max_tags=max_tags))
    tags: list[Tag] = []
    for tag in match.tags:
        start = near(draw, tag.start)
        end = None if tag.end is None else max(start, near(draw, tag.end))
        tag = replace(tag, start=start, end=end)
        if tag.tag == "submission" and draw(st.integers(0, 3)) == 0:
            tag = tag.with_details(close_from=str(near(draw, tag.start + 1)))
        tags.append(tag)
    if draw(st.integers(0, 3)) == 0:
        tags.append(draw(infos))
    return match.with_tags(tuple(tags))


infos = st.sampled_from([c.id for r in RULESETS for c in r.categories]).map(
    lambda name: Tag("info", "match", Fraction(0)).with_details(category=name)
)


def name(change: Change) -> tuple[object, ...]:
    """What a change is of: a ruling of the sheet as it is, or an award that is new."""
    ruling = change.ruling or change.becomes
    assert ruling is not None
    said = (ruling.clause, ruling.athlete, ruling.award, ruling.value, ruling.tags)
    return said if change.ruling is None else (change.ruling.kind, ruling.time, *said)


def listed(certainty: Certainty) -> Found:
    return {name(change): abs(change.move.frames) for change in certainty.changes}


def tried(match: Match, ruleset: Ruleset, times: list[Fraction] | None) -> tuple[Found, set[int]]:
    """By scoring again after every move: the smallest that changes each ruling, and the winner."""
    before = score(match, ruleset)
    found: Found = {}
    turns: dict[int, set[Athlete | None]] = {}
    for tag in match.tags:
        for edge in Edge:
            for move in moves_of(tag, edge, 3, times):
                after = score(moved(match, move), ruleset)
                for ruling, becomes in differences(before, after):
                    key = name(Change(move, ruling, becomes))
                    found[key] = min(found.get(key, 99), abs(move.frames))
                if after.result.winner != before.result.winner:
                    turns.setdefault(abs(move.frames), set()).add(after.result.winner)
    return found, {min(turns)} if turns else set()


@settings(max_examples=25)
@given(close_matches(), st.sampled_from((FILM, None)))
def test_the_rulings_that_a_move_changes_are_those_that_are_listed(
    match: Match, times: list[Fraction] | None
) -> None:
    for ruleset, certainty in zip(RULESETS, certainties(match, RULESETS, times), strict=True):
        found, turns = tried(match, ruleset, times)
        assert listed(certainty) == found, ruleset.id
        move = certainty.winner_move
        assert {abs(move.frames)} == turns if move else not turns
