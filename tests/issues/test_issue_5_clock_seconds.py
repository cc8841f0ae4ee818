"""Seconds of the match clock stay as they are when a tag or its film moves on the time line."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

import pytest

from annotator.model.edges import Edge, Moved, MoveEdges
from annotator.model.film_edits import PlaceFilms
from annotator.model.match import Match, Media
from annotator.model.tag import Tag

F = Fraction
FILM = Media("1.mp4", duration=F(100), offset=F(0))


@pytest.mark.parametrize(("tag", "key"), [("start", "clock"), ("match", "duration")])
def test_the_clock_does_not_move_with_the_film(tag: str, key: str) -> None:
    details = MappingProxyType({key: "120"})
    match = Match(media=(FILM,), tags=(Tag("a", tag, F(4), details=details, frame=100),))
    after = PlaceFilms((replace(FILM, offset=F(7)),), (F(0),)).apply(match)
    assert (after.tags[0].start, dict(after.tags[0].details)) == (F(11), {key: "120"})


def test_the_clock_does_not_move_with_its_tag() -> None:
    match = Match(tags=(Tag("a", "start", F(4), details=MappingProxyType({"clock": "120"})),))
    after = MoveEdges((Moved("a", by=F(3)),), Edge.WHOLE).apply(match)
    assert after.tags[0].details["clock"] == "120"
