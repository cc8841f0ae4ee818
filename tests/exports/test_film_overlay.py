"""What lies over a film: that it says what the score sheet says, when it does, and fits the picture."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from types import MappingProxyType, SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotator.files.rulesets import load_ruleset
from annotator.model.drawing import Drawing, Shape
from annotator.model.match import Match, Person
from annotator.model.vocabulary import Athlete
from annotator.sample.match import sample_match
from annotator.scoring import score
from annotator.scoring.board import clock_face
from annotator.scoring.holds import holds
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import RulingKind, ScoreSheet
from annotator.video.clip_parts import Cut
from annotator.video.footage import Footage
from exports import film_ink
from exports.film_moments import ALL_SHOWN, RULING_SECONDS, FilmMoments, Moment
from exports.film_overlay import FilmOverlay, Names, Shown, initials, title_card
from exports.lettering import fitted, font, readable, width, wrapped
from exports.overlay import Canvas, Layer, blend
from exports.paper import Paper

CANVAS = Canvas(640, 360)
TICK = Fraction(1, 1000)


@cache
def scored(name: str = "ibjjf") -> tuple[Match, Ruleset, ScoreSheet]:
    match, ruleset = sample_match(), load_ruleset(name)
    return match, ruleset, score(match, ruleset, None)


def moments(
    name: str = "ibjjf", until: Fraction | None = None, names: Names = Names.FULL
) -> FilmMoments:
    return FilmMoments(*scored(name), ALL_SHOWN, names, until)


def called(red: str, blue: str = "Lena Petrova") -> FilmOverlay:
    match, ruleset, sheet = scored()
    people: dict[Athlete, Person] = {
        "red": replace(match.athletes["red"], name=red),
        "blue": replace(match.athletes["blue"], name=blue),
    }
    return FilmOverlay(replace(match, athletes=MappingProxyType(people)), ruleset, sheet)


def numbers(moment: Moment) -> dict[str, tuple[str, ...]]:
    assert moment.board is not None
    return {row.athlete: row.numbers for row in moment.board.rows}


@pytest.mark.parametrize("name", ["ibjjf", "ibjjf-ru", "jjif-2014", "grappling-gi", "jjb-fr"])
def test_the_board_stands_as_the_sheet_sums_up(name: str) -> None:
    _, ruleset, sheet = scored(name)
    said = moments(name)
    times = [ruling.time for ruling in sheet.awards]

    for time in (Fraction(0), *times, *(time - TICK for time in times), times[-1] + 60):
        shown = numbers(said.at(time))
        for who, totals in sheet.totals(time).items():
            wanted = [str(getattr(totals, column)) for column in ruleset.columns]
            assert [number.replace("−", "-") for number in shown[who]] == wanted


def test_a_ruling_is_told_from_its_moment_on_and_only_for_some_seconds() -> None:
    _, ruleset, sheet = scored()
    said = moments()
    first = sheet.awards[0]

    def heads(time: Fraction) -> list[str]:
        return [told.head for told in said.at(time).rulings]

    assert heads(first.time - TICK) == []
    (told,) = said.at(first.time).rulings
    assert told.athlete == first.athlete
    assert "Lena Petrova" in told.head
    assert told.clause.startswith(ruleset.title_of(first.clause))
    assert "Lena Petrova" in told.why
    assert told.head in heads(first.time + RULING_SECONDS - TICK)
    assert told.head not in heads(first.time + RULING_SECONDS)


def test_a_clip_tells_only_the_rulings_that_are_made_in_it() -> None:
    _, _, sheet = scored()
    first = sheet.awards[0].time
    said = moments()

    assert said.at(first + 1).rulings
    assert said.at(first + 1, since=first).rulings == said.at(first + 1).rulings
    assert said.at(first + 1, since=first + TICK).rulings == ()
    assert said.at(first + 1, since=first + TICK).board == said.at(first + 1).board


def test_each_cut_of_a_film_begins_without_what_was_told_before() -> None:
    film = cast("Footage", SimpleNamespace(times=[Fraction(n, 30) for n in range(6000)]))
    overlay = FilmOverlay(*scored(), Shown(False, False, False, True, False))
    entry = int(scored()[2].awards[0].time * 30) + 1

    within = overlay.look(film, [Cut(entry - 5, entry + 60)])
    after = overlay.look(film, [Cut(entry + 10, entry + 60)])

    assert within(entry + 20, 640, 360).layers
    assert after(entry + 20, 640, 360).layers == []


def test_a_hold_is_called_by_its_clause() -> None:
    match, ruleset, _ = scored()
    sweep = next(one for one in holds(match, ruleset) if one.clause == "sweep")

    heads = [head for head, _ in moments().at(sweep.start).holds]

    assert ("Sweep", "+2") in [(head.what, head.gives) for head in heads]


def test_a_ruling_has_two_lines_before_its_name_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, sheet = scored()
    refused = next(one for one in sheet.refusals if one.value)
    told = moments().at(refused.time).rulings
    lines: list[str] = []
    real = Paper.text

    def noted(paper: Paper, x: int, y: int, text: str, *rest: Any) -> None:
        lines.append(text)
        real(paper, x, y, text, *rest)

    monkeypatch.setattr(Paper, "text", noted)
    for one in told:
        film_ink.drawn(one, CANVAS)

    assert told
    for one in told:
        assert one.head.replace(" ", "") in "".join(lines).replace(" ", "")


@pytest.mark.parametrize("canvas", [CANVAS, Canvas(1920, 1080), Canvas(800, 600)])
def test_captions_and_rulings_keep_to_the_lower_corners(canvas: Canvas) -> None:
    overlay = FilmOverlay(*scored(), Shown(False, False, True, True, False))
    for second in range(200):
        for layer, _ in overlay.layers(Fraction(second), canvas):
            high, wide = layer.pixels.shape[:2]
            assert layer.top > 0.4 * canvas.height
            left = layer.left < 0.1 * canvas.width and wide <= 0.56 * canvas.width + 1
            right = layer.left + wide > 0.9 * canvas.width and wide <= 0.34 * canvas.width + 1
            assert left or right
            assert layer.pixels[high // 2, wide // 2, 3] > 230


def test_what_was_not_given_is_told_too_with_what_was_missing() -> None:
    _, _, sheet = scored()
    refused = next(one for one in sheet.refusals if one.missing is not None and one.value)

    told = [one for one in moments().at(refused.time).rulings if one.kind is RulingKind.REFUSAL]

    assert told
    assert any("Not given" in one.head for one in told)


def test_given_and_not_given_do_not_look_alike_without_colour() -> None:
    _, _, sheet = scored()
    told = moments().at(sheet.awards[0].time).rulings[0]
    grey = [
        film_ink.drawn(replace(told, kind=kind), CANVAS)[..., :3].mean(axis=2)
        for kind in (RulingKind.AWARD, RulingKind.REFUSAL)
    ]

    assert np.abs(grey[0] - grey[1]).max() > 60


def test_the_clock_is_the_matchs_and_says_when_it_stands() -> None:
    match, _, _ = scored()
    said = moments()
    stop = next(tag.start for tag in match.in_time() if tag.tag == "stop")

    running, standing = said.at(stop - TICK).clock, said.at(stop).clock
    assert running is not None
    assert standing is not None
    assert running.runs
    assert not standing.runs
    assert standing == clock_face(match, stop)
    assert "stopped" in standing.state


def test_a_hold_is_counted_down_by_tenths() -> None:
    match, ruleset, _ = scored()
    hold = next(one for one in holds(match, ruleset) if one.lasted)
    assert hold.end is not None
    said = moments()

    left = []
    for tenths in range(int((hold.end - hold.start) * 10)):
        runs = dict(said.at(hold.start + Fraction(tenths, 10)).holds)
        mine = [runs[head].missing for head in runs if head.athlete == hold.athlete]
        left.append(min(mine))
    assert left[0] == (hold.needed - hold.before) * 10
    assert all(one - other == 1 for one, other in pairwise(left))


def test_blind_calls_see_nothing_of_what_comes_later() -> None:
    _, _, sheet = scored()
    until = sheet.awards[2].time
    blind, open_eyed = moments(until=until), moments()

    for second in range(0, 200, 2):
        time = Fraction(second)
        seen = blind.at(time)
        if time <= until:
            assert seen == open_eyed.at(time)
        else:
            assert seen.board == open_eyed.at(until).board
            assert seen.clock == open_eyed.at(until).clock
            assert len(seen.rulings) <= len(open_eyed.at(time).rulings) or time < until + 4
    late = blind.at(until + 5)
    assert late.captions == ()
    assert late.rulings == ()


def test_a_drawing_made_later_is_not_seen_in_a_blind_call() -> None:
    match, ruleset, sheet = scored()
    note = Drawing("d1", Shape.NOTE, (), Fraction(30), text="look here", shown=Fraction(5))
    drawn = replace(match, drawings=(note,))
    only = Shown(board=False, holds=False, captions=False, rulings=False)

    open_eyed = FilmOverlay(drawn, ruleset, sheet, only)
    blind = FilmOverlay(drawn, ruleset, sheet, only, board_at=Fraction(29))

    assert len(open_eyed.layers(Fraction(31), CANVAS)) == 1
    assert blind.layers(Fraction(31), CANVAS) == []


def test_rulings_stand_above_a_note() -> None:
    match, ruleset, sheet = scored()
    time = sheet.awards[0].time
    note = Drawing("d1", Shape.NOTE, (), time, text="hips first", width=20)
    overlay = FilmOverlay(replace(match, drawings=(note,)), ruleset, sheet)

    bottom = max(layer.top for layer, _ in overlay.layers(time, CANVAS))
    ruling = overlay.layers(time, CANVAS)[-1][0]

    assert ruling.top + len(ruling.pixels) <= bottom


def test_nothing_is_painted_anew_that_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    overlay = FilmOverlay(*scored())
    painted: list[object] = []
    real = film_ink.drawn

    def counted(item: film_ink.Item, canvas: Canvas) -> object:
        painted.append(item)
        return real(item, canvas)

    monkeypatch.setattr(film_ink, "drawn", counted)
    before: list[Layer] = []
    same = 0
    for frame in range(10 * 30, 50 * 30):
        layers = [layer for layer, _ in overlay.layers(Fraction(frame, 30), CANVAS)]
        same += len(set(map(id, layers)) & set(map(id, before)))
        before = layers
    assert len(painted) == len(set(painted))
    assert same > 2 * 40 * 30 * 0.9


def test_points_are_read_on_a_phone() -> None:
    said = moments()
    board = said.at(Fraction(60)).board
    assert board is not None
    for canvas in (Canvas(640, 360), Canvas(1920, 1080), Canvas(1080, 1920)):
        scale = film_ink.Scale(canvas)
        face = font(scale.type(film_ink.POINTS), bold=True)
        top, bottom = face.getbbox("0", anchor="ls")[1::2]
        assert bottom - top >= 0.045 * min(canvas.height, 1.2 * canvas.width)


@settings(max_examples=25, deadline=None)
@given(
    wide=st.integers(1, 2000),
    high=st.integers(1, 1200),
    aspect=st.sampled_from([Fraction(1), Fraction(64, 45), Fraction(8, 9)]),
    second=st.sampled_from([0, 13, 21, 24, 45, 47, 60, 170, 10_000]),
    name=st.text(max_size=40),
)
def test_any_picture_and_any_name_is_covered_only_where_it_is(
    wide: int, high: int, aspect: Fraction, second: int, name: str
) -> None:
    canvas = Canvas(wide, high, aspect)
    picture = np.full((high, wide, 3), 128, np.uint8)
    layers = called(name).layers(Fraction(second), canvas)

    for layer, _ in layers:
        assert layer.left >= 0
        assert layer.top >= 0
        assert layer.left + layer.pixels.shape[1] <= wide
        assert layer.top + layer.pixels.shape[0] <= high
    assert blend(picture, layers).shape == picture.shape


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana Moreau", "Ana Moreau"),
        ("Анастасия Щербакова", "Анастасия Щербакова"),
        ("Ana 🥋👩‍👩‍👧 Moreau", "Ana Moreau"),
        ("line\nbreak\ttab", "line break tab"),
        ("李 Ana", "□ Ana"),
        ("محمد", "محمد"),
        ("\u202eevil", "evil"),
    ],
)
def test_names_are_shown_as_the_font_can(name: str, shown: str) -> None:
    assert readable(name) == shown


def test_a_name_that_cannot_be_shown_gives_way_to_the_colour() -> None:
    match, ruleset, sheet = scored()
    people = {**match.athletes, "red": replace(match.athletes["red"], name="🥋🥋")}
    odd = replace(match, athletes=MappingProxyType(people))
    said = FilmMoments(odd, ruleset, sheet, ALL_SHOWN, Names.FULL, None)

    board = said.at(Fraction(60)).board
    assert board is not None
    assert [row.name for row in board.rows] == ["Red", "Lena Petrova"]


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Ana Moreau", "A. M."),
        ("Jean-Pierre Lys", "J.-P. L."),
        ("Анастасия Щербакова", "А. Щ."),
        ("  🥋 ana ", "a."),
        ("🥋", ""),
        ("", ""),
    ],
)
def test_initials(name: str, short: str) -> None:
    assert initials(name) == short


def test_no_name_is_told_where_initials_are_wanted() -> None:
    said = moments(names=Names.INITIALS)
    for second in range(200):
        moment = said.at(Fraction(second))
        texts = [*(told.head + told.why for told in moment.rulings)]
        texts += [row.name for row in moment.board.rows] if moment.board else []
        assert not any("Moreau" in text or "Petrova" in text for text in texts)


def test_long_texts_are_cut_to_their_room() -> None:
    face = font(20)
    long = "Maria-Magdalena " * 20

    assert width(fitted(long, 150, face), face) <= 150
    assert fitted(long, 150, face).endswith("…")
    assert fitted(long, 1, face) == ""
    lines = wrapped(long, 200, face, 3)
    assert len(lines) == 3
    assert all(width(line, face) <= 200 for line in lines)
    assert wrapped("", 200, face, 3) == []


def test_a_match_without_rules_or_tags_has_its_clock_or_nothing() -> None:
    match, _, _ = scored()

    assert FilmOverlay(Match(), None, None).layers(Fraction(3), CANVAS) == []
    bare = FilmMoments(match, None, None, ALL_SHOWN, Names.FULL, None).at(Fraction(60))
    assert bare.board is None
    assert bare.clock is not None


def test_a_title_card_is_a_whole_picture_with_its_lines() -> None:
    card = title_card(CANVAS, ["Guard pass", "Ana Moreau, 2:14", "🥋 " * 200])
    empty = title_card(CANVAS, [])

    assert card.shape == (360, 640, 3)
    assert card.dtype == np.uint8
    assert (card != empty).any()
    assert len(np.unique(empty.reshape(-1, 3), axis=0)) == 1
