"""Times strictly increase, the container's own stay where they can, and nothing is a float."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.video import Footage
from annotator.video.nal import nobody_leans_on
from annotator.video.timing import frame_times, segments_of, tears
from tests.video import clips as c

MISSING = int(np.iinfo(np.int64).min)
BASE = Fraction(1, 1000)
RATE = Fraction(25)

stamps = st.lists(st.one_of(st.none(), st.integers(-500, 4000)), min_size=1, max_size=40)


def column(values: Sequence[int | None]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array([MISSING if v is None else v for v in values], np.int64)


@given(stamps, st.data())
def test_times_always_increase(values: list[int | None], data: st.DataObject) -> None:
    steps = st.lists(st.booleans(), min_size=len(values), max_size=len(values))
    segment = np.cumsum(np.array(data.draw(steps), np.int64))
    none = column([None] * len(values))
    found = frame_times(column(values), none, segment, BASE, RATE, MISSING)
    assert bool(np.all(np.diff(found.ticks) > 0))
    if any(value is not None for value in values):
        for n, value in enumerate(values):
            if not found.retimed[n] and len(set(segment.tolist())) > 1:
                assert found.ticks[n] == value
    else:
        assert bool(found.retimed.all())
        assert found.time_base == Fraction(1, 25)


def test_gaps_are_filled_evenly_and_marked() -> None:
    values = [0, 40, None, None, 160, 160, 240]
    segment = np.zeros(7, np.int64)
    found = frame_times(column(values), column([None] * 7), segment, BASE, RATE, MISSING)
    assert found.ticks.tolist() == [0, 40, 80, 120, 160, 200, 240]
    assert found.retimed.tolist() == [False, False, True, True, False, True, False]


def test_one_wild_time_does_not_push_the_others() -> None:
    values = [0, 40, 9000, 120, None, 200]
    segment = np.zeros(6, np.int64)
    found = frame_times(column(values), column([None] * 6), segment, BASE, RATE, MISSING)
    assert found.ticks.tolist() == [0, 40, 80, 120, 160, 200]
    assert found.retimed.tolist() == [False, False, True, False, True, False]


def test_decoding_times_serve_where_there_are_no_others() -> None:
    dts = column([3, 1, 2, 0])
    none = column([None] * 4)
    found = frame_times(none, dts, np.zeros(4, np.int64), BASE, RATE, MISSING)
    assert found.ticks.tolist() == [0, 1, 2, 3]
    assert not found.retimed.any()


def test_joined_recordings_follow_each_other() -> None:
    values = [100, 140, 180, 100, 140]
    segment = np.array([0, 0, 0, 1, 1], np.int64)
    found = frame_times(column(values), column([None] * 5), segment, BASE, RATE, MISSING)
    assert found.ticks.tolist() == [100, 140, 180, 220, 260]
    assert found.retimed.tolist() == [False, False, False, True, True]


def test_segments_begin_where_decoding_time_goes_back() -> None:
    dts = column([0, 1, None, 2, 1, 2, None, 0])
    assert segments_of(dts, MISSING, "avi").tolist() == [0, 0, 0, 0, 1, 1, 1, 2]


def test_a_stray_stretch_of_times_is_no_recording() -> None:
    dts = column([*range(0, 800, 40), 20, 60, None, *range(900, 1800, 40)])
    assert segments_of(dts, MISSING, "avi").max() == 0
    # One that does not come back is.
    back = column([*range(0, 800, 40), *range(20, 760, 40)])
    assert segments_of(back, MISSING, "avi").tolist() == [0] * 20 + [1] * 19


def torn(shown: list[int], dts: list[int], keys: tuple[int, ...] = (0,)) -> list[int]:
    key = np.isin(np.arange(len(dts)), keys)
    stored = column(dts)
    return tears(column(shown), stored, key, segments_of(stored, MISSING, "avi"), 1000).tolist()


def test_a_clock_set_back_is_no_clock_that_went_round(tmp_path: Path) -> None:
    """FFmpeg adds a whole round of the 33 bit clock to what follows: a hole of a day."""
    data, rate = b"", Fraction(25)
    for begin, first in ((Fraction(7200), 0), (Fraction(12), 20), (Fraction(5), 40)):
        part = tmp_path / "part.ts"
        when = [begin + n / rate for n in range(20)]
        c.write(part, when, options=c.x264(10), first=first, time_base=Fraction(1, 90000))
        data += part.read_bytes()
    path = tmp_path / "joined.ts"
    path.write_bytes(data)
    with Footage.open(path) as film:
        assert film.index.segments == 3
        assert len(film) == 60
        assert [after - before for before, after in pairwise(film.times)] == [1 / rate] * 59
        for i in (59, 0, 20, 19, 45, 40, 39):
            assert c.read_number(film.frame(i)) == i
        joined = film.health().get("joined")
        assert joined is not None
        assert "2 times" in joined.what
        assert film.health().get("holes") is None
    steady = np.arange(40, dtype=np.int64) << 27
    assert segments_of(steady, MISSING, "mpegts").max() == 0
    jump = np.array([0, 1, (1 << 33) + 2, (1 << 33) + 3], np.int64)
    assert segments_of(jump, MISSING, "mpegts").tolist() == [0, 0, 1, 1]
    assert segments_of(jump, MISSING, "matroska,webm").max() == 0


def test_a_clock_that_jumps_is_told_from_a_hole_in_the_film() -> None:
    """Stored I P B B P B B, shown 40 ms apart and two pictures after their decoding time."""
    shown = [80, 200, 120, 160, 320, 240, 280, 440, 360, 400]
    dts = [0, 40, 80, 120, 160, 200, 240, 280, 320, 360]
    assert not torn(shown, dts)
    # The clock is set on by a minute in the middle of a group: pictures 240 and 280 stay behind.
    assert torn([t + 60000 * (n >= 5) for n, t in enumerate(shown)],
                [t + 60000 * (n >= 5) for n, t in enumerate(dts)])  # fmt: skip
    # The camera stood still for a minute after 240: decoding times follow two pictures later.
    holed = [t + 60000 * (t > 240) for t in shown]
    assert not torn(holed, sorted([0, 40, *holed[:-2]]))
    # Set back, for a while or for good; at a key picture nothing is torn.
    assert torn([0, 40, 80, 20, 160], [0, 40, 80, 20, 160])
    back = [*range(0, 800, 40), *range(0, 800, 40)]
    assert torn(back, back)
    assert not torn(back, back, (0, 20))


AVCC = bytes([1, 100, 0, 31, 0xFF, 0xE1])
HVCC = bytes([1] + [0] * 20 + [3])


@pytest.mark.parametrize(
    ("codec", "data", "extradata", "b_picture", "alone"),
    [
        ("h264", b"\0\0\0\x02\x06\0\0\0\0\x01\x01", AVCC, True, True),  # SEI, then a slice
        ("h264", b"\0\0\0\x01\x41", AVCC, True, False),
        ("h264", b"\0\0\0\1\x09\x10\0\0\1\x01\x9e", None, True, True),
        ("h264", b"\0\0\0\1\x65\x88", b"\0\0\0\1\x67", False, False),
        ("hevc", b"\0\0\0\x02\0\x01", HVCC, True, True),
        ("hevc", b"\0\0\0\x02\x02\x01", HVCC, True, False),
        ("hevc", b"\0\0\0\1\x26\x01", None, False, False),
        ("mpeg4", b"", None, True, True),
        ("mpeg4", b"", None, False, False),
        ("vp9", b"\0\0\1\1", None, True, False),
        ("h264", b"\xff\xff\xff\xff\xff", AVCC, True, False),
        ("h264", b"", None, True, False),
    ],
)
def test_what_others_lean_on(
    codec: str, data: bytes, extradata: bytes | None, b_picture: bool, alone: bool
) -> None:
    assert nobody_leans_on(codec, data, extradata, b_picture) is alone
