"""Times are read in every form people write, and written so that they read back exactly."""

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from annotator.errors import TimeError
from annotator.model.time import (
    FrameRef,
    clock_text,
    first_frame_at,
    parse_seconds,
    parse_time,
    write_fraction,
    write_seconds,
)

SECONDS = st.one_of(
    st.fractions(-(10**6), 10**6, max_denominator=10**6),
    st.builds(Fraction, st.integers(-(10**9), 10**9), st.sampled_from([1001, 30000, 90000, 12800])),
    st.builds(Fraction, st.integers(0, 10**9), st.sampled_from([2**13, 2**40, 5**20, 10**12])),
)
MILLISECOND = Fraction(1, 1000)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("0", Fraction(0)),
        ("12.4", Fraction(62, 5)),
        ("12,4", Fraction(62, 5)),
        ("  12.400 ", Fraction(62, 5)),
        ("-1.5", Fraction(-3, 2)),
        ("1:02.5", Fraction(125, 2)),
        ("1:02,5", Fraction(125, 2)),
        ("90:30", Fraction(5430)),
        ("1:00:02.5", Fraction(7205, 2)),
        ("-1:02.5", Fraction(-125, 2)),
        ("319/5", Fraction(319, 5)),
        ("-1/3", Fraction(-1, 3)),
        ("1001/30000", Fraction(1001, 30000)),
        ("0.1000000000000000000000001", Fraction(1, 10) + Fraction(1, 10**25)),
    ],
)
def test_every_form_of_seconds_is_read_exactly(text: str, seconds: Fraction) -> None:
    assert parse_time(text) == seconds
    assert parse_seconds(text) == seconds


@pytest.mark.parametrize(
    ("text", "frame"),
    [
        ("f0", FrameRef(0)),
        ("f123", FrameRef(123)),
        ("F7", FrameRef(7)),
        ("2:f123", FrameRef(123, 2)),
    ],
)
def test_a_frame_is_read_as_a_frame_of_its_part(text: str, frame: FrameRef) -> None:
    assert parse_time(text) == frame


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "abc", "1e3", "nan", "inf", "1.2.3", "--1", "+ 1", "1/0", "1/-2", "1:75", "1:60:00",
        "1:2:3:4", ":30", "1:", "f", "f-1", "f1.5", "12.", ".5", "1 2", "0x10", "1_000",
    ],
)  # fmt: skip
def test_what_is_no_time_is_refused_with_the_forms_that_are_read(text: str) -> None:
    with pytest.raises(TimeError) as caught:
        parse_time(text)

    assert repr(text) in caught.value.what
    for form in ("12.4", "1:02.5", "319/5", "f123"):
        assert form in caught.value.mend


def test_a_frame_is_refused_where_seconds_are_needed_and_the_mend_names_the_film() -> None:
    with pytest.raises(TimeError, match="without its film") as caught:
        parse_seconds("2:f123")

    assert "--film" in caught.value.mend


@pytest.mark.parametrize("frame", [FrameRef(0), FrameRef(123), FrameRef(5, 2)])
def test_a_frame_reads_back_from_its_own_text(frame: FrameRef) -> None:
    assert parse_time(str(frame)) == frame


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (Fraction(0), "0"),
        (Fraction(60), "60"),
        (Fraction(319, 5), "63.8"),
        (Fraction(1, 8), "0.125"),
        (Fraction(-1, 8), "-0.125"),
        (Fraction(1001, 1000), "1.001"),
        (Fraction(1, 3), "1/3"),
        (Fraction(-1001, 30000), "-1001/30000"),
        (Fraction(1, 10**12), "0.000000000001"),
        (Fraction(1, 10**13), f"1/{10**13}"),
    ],
)
def test_seconds_are_written_as_a_decimal_where_a_finite_one_exists(
    seconds: Fraction, text: str
) -> None:
    assert write_seconds(seconds) == text


def test_a_fraction_is_written_with_its_denominator_also_for_whole_seconds() -> None:
    assert write_fraction(Fraction(60)) == "60/1"
    assert write_fraction(Fraction(319, 5)) == "319/5"


@given(SECONDS)
@example(Fraction(10**12 - 1))
@example(Fraction(-1, 10**12))
def test_every_written_time_reads_back_exactly(seconds: Fraction) -> None:
    assert parse_seconds(write_seconds(seconds)) == seconds
    assert parse_seconds(write_fraction(seconds)) == seconds


@given(SECONDS)
def test_a_written_decimal_has_no_needless_zeros(seconds: Fraction) -> None:
    text = write_seconds(seconds)

    assert "." not in text or not text.endswith("0")
    assert ("/" in text) == (10**12 % seconds.denominator != 0)


@given(SECONDS.map(abs))
@example(Fraction(59999, 1000) + Fraction(999, 10**6))
def test_the_clock_cuts_a_time_and_never_shows_a_later_one(seconds: Fraction) -> None:
    shown = parse_seconds(clock_text(seconds))

    assert shown <= seconds < shown + MILLISECOND


@given(st.integers(0, 10**8))
def test_the_clock_shows_whole_milliseconds_as_they_are(thousandths: int) -> None:
    seconds = thousandths * MILLISECOND

    assert parse_seconds(clock_text(seconds)) == seconds


@given(SECONDS.map(abs), st.integers(0, 6))
def test_the_clock_cuts_a_negative_time_towards_zero(seconds: Fraction, decimals: int) -> None:
    shown = parse_seconds(clock_text(seconds, decimals))

    assert parse_seconds(clock_text(-seconds, decimals)) == -shown
    assert seconds - Fraction(1, 10**decimals) < shown <= seconds


@given(st.lists(SECONDS, max_size=20), SECONDS)
def test_the_first_frame_is_the_first_at_or_after_the_time(
    frames: list[Fraction], time: Fraction
) -> None:
    frames.sort()

    found = first_frame_at(frames, time)

    later = [index for index, frame in enumerate(frames) if frame >= time]
    assert found == (later[0] if later else None)


def test_a_frame_at_the_very_time_is_the_first_and_after_the_last_there_is_none() -> None:
    frames = [Fraction(n, 30) for n in range(4)]

    assert first_frame_at(frames, Fraction(2, 30)) == 2
    assert first_frame_at(frames, Fraction(2, 30) + Fraction(1, 10**9)) == 3
    assert first_frame_at(frames, Fraction(3, 30) + Fraction(1, 10**9)) is None
    assert first_frame_at([], Fraction(0)) is None
