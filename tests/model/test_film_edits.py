"""Tags go with the frames on which they were made."""

from __future__ import annotations

from fractions import Fraction
from types import MappingProxyType

import pytest
from hypothesis import given

from annotator.errors import EditError
from annotator.model.film_edits import AddFilm, PlaceFilms, RemoveFilm
from annotator.model.history import History
from annotator.model.match import Match, Media
from annotator.model.tag import Tag
from tests.files.strategies import matches

F = Fraction
FIRST, SECOND, SIDE = (
    Media("1.mp4", duration=F(10), offset=F(0)),
    Media("2.mp4", duration=F(10), offset=F(10)),
    Media("side.mp4", duration=F(30), offset=F(2), camera=2),
)
MATCH = Match(
    media=(FIRST, SECOND, SIDE),
    tags=(
        Tag("a", "standing", F(1), frame=25),
        Tag("b", "takedown", F(9), F(11), "red", frame=225, end_frame=25, end_film=2),
        Tag(
            "c", "submission", F(12), F(15), "red", MappingProxyType({"close_from": "13.5"}),
            frame=250, film=3, end_frame=325, end_film=3,
        ),
        Tag("d", "mark", F(12)),
    ),
)  # fmt: skip


def test_a_film_is_added_behind_the_others() -> None:
    assert AddFilm(SIDE).apply(Match(media=(FIRST,))).media == (FIRST, SIDE)


def test_a_film_that_is_moved_takes_its_tags_along() -> None:
    later = Media("side.mp4", duration=F(30), offset=F(7, 2), camera=2)

    after = PlaceFilms((FIRST, SECOND, later), (F(0), F(10), F(2))).apply(MATCH)

    a, b, c, d = after.tags
    assert (a, b, d) == (MATCH.tags[0], MATCH.tags[1], MATCH.tags[3])
    assert (c.start, c.end, c.details["close_from"]) == (F(27, 2), F(33, 2), "15")
    assert (c.frame, c.film) == (250, 3)
    assert after.media[2].offset == F(7, 2)


def test_start_and_end_may_lie_on_two_films() -> None:
    gap = Media("2.mp4", duration=F(10), offset=F(15))

    after = PlaceFilms((FIRST, gap, SIDE), (F(0), F(10), F(2))).apply(MATCH)

    assert (after.tags[1].start, after.tags[1].end) == (F(9), F(16))


def test_a_tag_never_ends_before_it_starts() -> None:
    early = Media("2.mp4", duration=F(10), offset=F(0))

    with pytest.raises(EditError, match="would end before it starts"):
        PlaceFilms((FIRST, early, SIDE), (F(0), F(10), F(2))).apply(MATCH)


def test_a_film_taken_out_leaves_its_tags_without_frames() -> None:
    after = RemoveFilm(2).apply(MATCH)

    assert after.media == (FIRST, SIDE)
    assert [(tag.frame, tag.film) for tag in after.tags] == [(25, 1), (225, 1), (250, 2), (None, 1)]
    b, c = after.tags[1:3]
    assert (b.end, b.end_frame, b.end_film) == (F(11), None, 1)
    assert c.end_film == 2
    with pytest.raises(EditError, match="no film 4"):
        RemoveFilm(4).apply(MATCH)


@given(matches())
def test_moving_films_back_puts_everything_back(match: Match) -> None:
    before = tuple(film.offset or F(0) for film in match.media)
    here = tuple(_at(film, offset) for film, offset in zip(match.media, before, strict=True))
    there = tuple(_at(film, offset + 3) for film, offset in zip(match.media, before, strict=True))
    match = PlaceFilms(here, before).apply(match)
    try:
        moved = History(match).do(PlaceFilms(there, before))
    except EditError:
        return  # a tag on two films, one of which is not the match's

    again = PlaceFilms(here, tuple(offset + 3 for offset in before)).apply(moved.present)

    assert again == match
    assert moved.undo().present == match


def _at(film: Media, offset: Fraction) -> Media:
    return Media(
        film.path, film.size_bytes, film.duration, film.frames, film.fingerprint, film.extra,
        film.camera, offset, film.first,
    )  # fmt: skip
