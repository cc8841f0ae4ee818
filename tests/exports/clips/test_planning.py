from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from annotator.errors import UsageError
from annotator.files.subtitles import Cue
from annotator.model.drawing import Drawing, Shape
from annotator.video.clip import Card, Cut, Freeze, Slow
from exports.clips.choosing import ruling_text
from exports.clips.looks import cut_of
from exports.clips.order import Order, order_from_plain, order_to_plain
from exports.clips.planning import Clip
from exports.clips.retiming import retimed
from exports.film_moments import Names, Shown
from tests.exports.clips.conftest import BARE, RATE, Maker

F = Fraction


def frame_at(seconds: float) -> int:
    """The frame on screen at a time."""
    return int(F(seconds).limit_denominator(1000) * RATE)


def spans(clips: list[Clip]) -> list[tuple[int, int]]:
    return [(clip.first, clip.last) for clip in clips]


def test_a_tag_with_what_is_before_and_after(batch_of: Maker) -> None:
    order = replace(BARE, tags=("6",), before=F(1), after=F("0.5"))

    [clip] = batch_of(order).clips()

    assert (clip.first, clip.last) == (frame_at(6.5), frame_at(9.5))
    assert clip.name == "01 0-07 armbar blue"
    assert clip.title == "Armbar · Lena Petrova (B)"


def test_a_ruling_begins_before_the_earliest_tag_that_it_leans_on(batch_of: Maker) -> None:
    [clip] = batch_of(replace(BARE, rulings=("5 pass",), before=F(1), after=F(1))).clips()

    assert clip.moments[0].ruling is not None
    assert "4" in clip.moments[0].ruling.tags
    assert (clip.first, clip.last) == (0, frame_at(6))
    assert clip.name == "01 0-05 +3 guard pass red"
    ruling = clip.moments[0].ruling
    [same] = batch_of(
        replace(BARE, rulings=(ruling_text(ruling),), before=F(1), after=F(1))
    ).clips()
    assert same == clip


def test_stretches_are_exactly_what_was_asked_for(batch_of: Maker) -> None:
    order = replace(BARE, spans=("f100 f200", "3 0:04.5", "f5 f5"))

    clips = batch_of(order).clips()

    assert spans(clips) == [(5, 5), (frame_at(3), frame_at(4.5)), (100, 200)]


def test_a_clip_that_the_film_cuts_short_says_so(batch_of: Maker) -> None:
    first, last = batch_of(replace(BARE, tags=("3", "9"))).clips()

    assert first.first == 0
    assert first.notes == ("It begins where the film begins.",)
    assert last.last == 419
    assert last.notes == ("It ends where the film ends, at 0:14.014.",)


def test_a_moment_behind_the_film_is_a_clip_that_cannot_be_made(batch_of: Maker) -> None:
    problems = [
        clip.problem.what if clip.problem else ""
        for clip in batch_of(replace(BARE, spans=("1 2", "20 21", "f400 f500"))).clips()
    ]

    assert problems.count("") == 1
    assert "There is no frame f500 in this film." in problems
    assert "The film shows 0:00.000 to 0:14.014; this moment is at 0:20.000." in problems


def test_clips_that_overlap_become_one_if_wanted(batch_of: Maker) -> None:
    order = replace(BARE, tags=("4", "6", "8"), before=F(1), after=F(1))

    assert len(batch_of(order).clips()) == 3
    one, two = batch_of(replace(order, merged=True)).clips()
    assert (one.first, two.first) == (frame_at(1), frame_at(11))
    assert one.title.endswith("and 1 more")
    assert [moment.tag.id for moment in one.moments if moment.tag] == ["4", "6"]


def test_nothing_said_means_all_that_was_given(batch_of: Maker) -> None:
    batch = batch_of(BARE)

    assert batch.sheet is not None
    assert len(batch.clips()) == len(batch.sheet.awards)


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (replace(BARE, tags=("99",)), "no tag '99'"),
        (replace(BARE, rulings=("3.5",)), "Nothing was given or refused at 3.5"),
        (replace(BARE, rulings=("soon",)), "is not a time"),
        (replace(BARE, spans=("5 4",)), "ends before it begins"),
        (replace(BARE, spans=("f5 4",)), "from a time to a time"),
        (replace(BARE, spans=("5",)), "is no stretch"),
        (replace(BARE, slow=F(2)), "speed of slow motion cannot be 2"),
        (replace(BARE, before=F(-1)), "before the moment cannot be -1"),
        (replace(BARE, lines=8), "number of lines cannot be 8"),
        (replace(BARE, copy=True, freeze=F(1)), "cannot be copied"),
    ],
)
def test_an_order_that_means_nothing_is_refused(order: Order, said: str, batch_of: Maker) -> None:
    with pytest.raises(UsageError, match=said):
        batch_of(order).clips()


def test_slow_around_the_moment_and_held_at_it(batch_of: Maker) -> None:
    batch = batch_of(replace(BARE, tags=("6",), slow=F(1, 2), freeze=F(2)))
    [clip] = batch.clips()

    cut = cut_of(clip, batch)

    assert cut.slow == (Slow(frame_at(6.5), frame_at(8.5), F(1, 2)),)
    assert cut.freezes == (Freeze(frame_at(7.5), F(2)),)
    assert cut.card is None


def test_what_is_drawn_on_is_held_in_place_of_the_moment(batch_of: Maker) -> None:
    batch = batch_of(replace(BARE, tags=("6",), freeze=F(2)))
    drawn = Drawing("d1", Shape.LINE, ((0, 0), (9, 9)), time=F(8), frame=frame_at(8))
    other = replace(drawn, id="d2", time=F(1), frame=30)
    batch = replace(batch, match=replace(batch.match, drawings=(drawn, other)))

    [clip] = batch.clips()

    assert cut_of(clip, batch).freezes == (Freeze(frame_at(8), F(2)),)


def test_a_reel_has_a_card_for_each_clip(batch_of: Maker) -> None:
    batch = batch_of(replace(BARE, tags=("6",), reel=True))
    [clip] = batch.clips()

    card = cut_of(clip, batch).card

    assert isinstance(card, Card)
    assert card.pixels.std() > 5, "something is written on it"


def test_an_order_is_read_back_as_it_was_written() -> None:
    order = Order(
        of=("near",), tags=("1",), rulings=("5 pass",), spans=("f1 f2",), ruleset="x", camera=2,
        before=F(1, 3), after=F(0), merged=True, shown=Shown(captions=False),
        names=Names.COLOURS, blur=False, slow=F(1, 4), slow_around=F(2), freeze=F(1), sound=False,
        lines=360, reel=True, copy=False, subtitles=("vtt", "srt"),
    )  # fmt: skip

    assert order_from_plain(order_to_plain(order)) == order
    assert order_from_plain(order_to_plain(Order())) == Order()
    assert order_from_plain({key: {"x": 1} for key in order_to_plain(order)}) == Order()


def test_children_are_initials_and_blurred_unless_asked_otherwise(batch_of: Maker) -> None:
    adult = batch_of(Order())
    first, *rest = adult.match.tags
    match = adult.match.with_tags((first.with_details(category="ages_7_to_9"), *rest))

    settled = Order().settled(match)

    assert (settled.names, settled.blur) == (Names.INITIALS, True)
    assert (adult.order.names, adult.order.blur) == (Names.FULL, False)
    shown = Order(names=Names.FULL, blur=False).settled(match)
    assert (shown.names, shown.blur) == (Names.FULL, False)
    titles = [clip.title for clip in replace(adult, match=match, order=settled).clips()]
    assert titles
    assert not any("Moreau" in title or "Petrova" in title for title in titles)


def test_cues_are_told_at_the_same_pictures(batch_of: Maker) -> None:
    film = batch_of(BARE).film
    frame = 1 / RATE
    cuts = [
        Cut(60, 119, slow=(Slow(75, 89, F(1, 2)),), freezes=(Freeze(100, F(2)),)),
        Cut(300, 329),
    ]
    cues = [
        Cue(60 * frame, 75 * frame, "before"),
        Cue(75 * frame, 90 * frame, "slow"),
        Cue(100 * frame, 101 * frame, "held"),
        Cue(0 * frame, 400 * frame, "always"),
        Cue(200 * frame, 250 * frame, "not shown"),
        Cue(310 * frame, 311 * frame, "in the second"),
    ]

    told = {(cue.text, cue.start > 4): cue for cue in retimed(cues, film, cuts)}

    assert told["before", False] == Cue(F(0), 15 * frame, "before")
    assert told["slow", False] == Cue(15 * frame, 45 * frame, "slow")
    assert told["held", False] == Cue(55 * frame, 55 * frame + 2, "held")
    whole = 74 * frame + 2
    assert told["always", False] == Cue(F(0), whole, "always")
    assert told["always", True] == Cue(whole, whole + 30 * frame, "always")
    assert told["in the second", True].start == whole + 10 * frame
    assert len(told) == 6
