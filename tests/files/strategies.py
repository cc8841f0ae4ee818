"""Matches made from the vocabulary: whatever tag or detail is added is covered the same day."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from operator import mul
from types import MappingProxyType

from hypothesis import strategies as st

from annotator.model.drawing import COLOURS, POINTS, SCALE, WIDTHS, Drawing, Shape
from annotator.model.match import Match, Media, Person, RulesetPin
from annotator.model.tag import Tag
from annotator.model.time import write_seconds
from annotator.model.vocabulary import ATHLETES, VOCABULARY, Detail, Kind, TagKind, Who

# Every character but NUL and halves of characters, which no text file holds; and those that
# tables and spreadsheets take for more than text.
CHARACTERS = st.one_of(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"),
    st.sampled_from("=+-@'\"\t\r\n ;,\\\u2028\uff1d"),
)
TEXTS = st.text(CHARACTERS, max_size=12)
# The bytes of a name that are no UTF-8 are halves of characters.
FILE_NAMES = st.text(
    st.one_of(CHARACTERS, st.characters(min_codepoint=0xDC80, max_codepoint=0xDCFF)),
    min_size=1, max_size=12,
)  # fmt: skip
TIMES = st.builds(
    Fraction,
    st.integers(0, 10**9),
    st.sampled_from([1, 2, 3, 10, 25, 1000, 30000, 90000, 1001, 7, 2**40, 12800]),
)
NUMBERS = st.integers(1, 4)
_EXTRAS: tuple[dict[str, object], ...] = (
    {},
    {"x": None},
    {"later": {"a": [1, -2.5, True, "é\ud800"], "": {}}, "n": 10**20},
)
EXTRAS: st.SearchStrategy[Mapping[str, object]] = st.sampled_from(_EXTRAS).map(
    lambda extra: MappingProxyType(extra)
)


def _value(detail: Detail) -> st.SearchStrategy[str]:
    match detail.kind:
        case Kind.CHOICE:
            return st.sampled_from(detail.values)
        case Kind.NUMBER:
            return st.integers(-99, 99).map(str)
        case Kind.TIME | Kind.SECONDS:
            return TIMES.map(write_seconds)
        case Kind.TEXT:
            return TEXTS.filter(bool)


@st.composite
def tags(draw: st.DrawFn, tag_id: str, extras: bool = False) -> Tag:
    kind: TagKind = draw(st.sampled_from(list(VOCABULARY.values())))
    start = draw(TIMES)
    length = draw(st.none() | TIMES) if kind.span or draw(st.integers(0, 9)) == 0 else None
    who = st.sampled_from(ATHLETES)
    keys = (
        draw(st.lists(st.sampled_from(list(kind.details)), unique=True, max_size=4))
        if kind.details
        else []
    )
    return Tag(
        id=tag_id,
        tag=kind.name,
        start=start,
        end=None if length is None else start + length,
        athlete=draw(who if kind.who is Who.REQUIRED else st.none() | who),
        details=MappingProxyType({key: draw(_value(kind.details[key])) for key in keys}),
        note=draw(TEXTS),
        frame=draw(st.none() | st.integers(0, 10**6)) if extras else None,
        end_frame=draw(st.none() | st.integers(0, 10**6))
        if extras and length is not None
        else None,
        film=draw(NUMBERS) if extras else 1,
        end_film=draw(NUMBERS) if extras else 1,
        reaction=draw(TIMES) if extras else Fraction(0),
        end_reaction=draw(TIMES) if extras else Fraction(0),
        extra=draw(EXTRAS) if extras else MappingProxyType({}),
    )


@st.composite
def tag_tuples(draw: st.DrawFn, least: int = 0, extras: bool = False) -> tuple[Tag, ...]:
    ids = draw(
        st.one_of(
            st.integers(least, 6).map(lambda n: [str(i) for i in range(1, n + 1)]),
            st.lists(TEXTS.filter(str.strip), min_size=least, max_size=6, unique=True),
        )
    )
    return tuple(draw(tags(tag_id, extras)) for tag_id in ids)


@st.composite
def drawings(draw: st.DrawFn, drawing_id: str) -> Drawing:
    """A drawing of any shape, with everything that a match file keeps."""
    shape = draw(st.sampled_from(Shape))
    numbers = st.integers(-SCALE, 2 * SCALE)
    least, most = POINTS[shape][0], min(POINTS[shape][-1], 9)
    points = draw(st.lists(st.tuples(numbers, numbers), min_size=least, max_size=most))
    worded = shape in (Shape.TEXT, Shape.NOTE)
    return Drawing(
        drawing_id,
        shape,
        tuple(points),
        draw(TIMES),
        draw(st.none() | st.integers(0, 10**6)),
        draw(NUMBERS),
        draw(TEXTS.filter(str.strip)) if worded else "",
        draw(st.sampled_from(COLOURS)),
        draw(st.sampled_from(WIDTHS)),
        draw(TIMES),
        draw(TIMES),
        draw(TIMES),
        draw(EXTRAS),
    )


@st.composite
def drawing_tuples(draw: st.DrawFn) -> tuple[Drawing, ...]:
    ids = draw(st.lists(TEXTS.filter(str.strip), max_size=4, unique=True))
    return tuple(draw(drawings(drawing_id)) for drawing_id in ids)


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """Whole matches, with everything that a match file keeps."""
    people = st.builds(Person, TEXTS, TEXTS, EXTRAS)
    media = st.builds(
        Media,
        FILE_NAMES,
        st.none() | st.integers(0, 10**12),
        st.none() | TIMES,
        st.none() | st.integers(0, 10**6),
        st.none() | TEXTS.filter(bool),
        EXTRAS,
        NUMBERS,
        st.none() | st.builds(mul, TIMES, st.sampled_from([1, -1])),
        st.none() | TIMES,
    )
    totals = st.dictionaries(
        st.sampled_from(ATHLETES),
        st.dictionaries(st.sampled_from(["points", "advantages"]), st.integers(-9, 99)),
    )
    pins = st.builds(RulesetPin, TEXTS.filter(bool), TEXTS, TEXTS, totals)
    return Match(
        tags=draw(tag_tuples(extras=True)),
        athletes=MappingProxyType({who: draw(people) for who in ATHLETES}),
        media=tuple(draw(st.lists(media, max_size=2))),
        rulesets=tuple(draw(st.lists(pins, max_size=2, unique_by=lambda pin: pin.id))),
        title=draw(TEXTS),
        extra=draw(EXTRAS),
        event=draw(TEXTS),
        round=draw(TEXTS),
        weight=draw(TEXTS),
        date=draw(st.just("") | st.dates().map(str)),
        drawings=draw(drawing_tuples()),
    )
