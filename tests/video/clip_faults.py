"""Films whose times or data went wrong: what broken clocks, cards and copies leave."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from tests.video import clips as c
from tests.video import surgery
from tests.video.kinds import ALL, TICKS, Maker, kind

LATER = [10 + n / c.RATE for n in range(c.COUNT)]
TEN_SECONDS = 900_000


# Times. `retimed`: how many frames have times of ours, at least and at most.


def blocks(name: str, b: int, deltas: list[int], retimed: tuple[int, int]) -> Maker:
    """A Matroska film, the times of its blocks moved by so many milliseconds."""

    def make(folder: Path) -> c.Clip:
        path = folder / f"{name}.mkv"
        c.write(path, options=c.x264(12, b), b=b)
        surgery.shift_blocks(path, deltas)
        return c.Clip(path, ALL, retimed=retimed)

    return make


REPEATED = [-33 if n % 7 == 3 else 0 for n in ALL]
BACKWARD = [-300 if 20 <= n <= 22 else 0 for n in ALL]
BEFORE_0 = [-200] * c.COUNT  # Matroska knows no such times: FFmpeg hands them out as missing
for _b in (0, 3):
    for _name, _deltas, _retimed in (
        ("repeated", REPEATED, (1, 6)),
        ("backward", BACKWARD, (3, 3)),
        ("before_0", BEFORE_0, (6, 6)),
    ):
        kind(f"mkv_{_name}_times_b{_b}", retimed=True)(blocks(_name, _b, _deltas, _retimed))


def heads(b: int, change: Callable[[int, bytearray], None], retimed: tuple[int, int]) -> Maker:
    """An MPEG-TS film, the heads of its pictures changed."""

    def make(folder: Path) -> c.Clip:
        path = folder / "clock.ts"
        c.write(path, LATER, options=c.x264(12, b), b=b, time_base=TICKS)
        surgery.change_pes(path, change)
        return c.Clip(path, ALL, retimed=retimed)

    return make


def missing(n: int, head: bytearray) -> None:
    if n % 5 == 2:
        surgery.untime(head)


def stray(n: int, head: bytearray) -> None:
    if 20 <= n <= 22:
        surgery.retime(head, -TEN_SECONDS // 10)


def set_back(n: int, head: bytearray) -> None:
    if n >= 20:
        surgery.retime(head, -TEN_SECONDS // 2)


def set_forward(n: int, head: bytearray) -> None:
    if n >= 20:
        surgery.retime(head, TEN_SECONDS)


for _b in (0, 3):
    for _name, _change, _retimed in (
        ("missing", missing, (8, 8)),
        ("stray", stray, (3, 3)),
        ("set_back", set_back, (20, 20)),
        ("set_forward", set_forward, (0, 1)),
    ):
        kind(f"ts_clock_{_name}_b{_b}", retimed=True)(heads(_b, _change, _retimed))


def no_length(b: int) -> Maker:
    """An MP4 some of whose frames last no time at all."""

    def make(folder: Path) -> c.Clip:
        path = folder / "no_length.mp4"
        times = [n / c.RATE for n in range(c.COUNT)]
        for n in (10, 20, 21):
            times[n] = times[n - 1] + TICKS
        c.write(path, times, options=c.x264(12, b), b=b, time_base=TICKS)
        surgery.zero_durations(path)
        return c.Clip(path, ALL, retimed=(1, 3))

    return make


kind("mp4_no_length_b0", retimed=True)(no_length(0))
kind("mp4_no_length_b3", retimed=True)(no_length(3))


# Data.


@kind("damaged", damaged=True)
def damaged(folder: Path) -> c.Clip:
    path = folder / "damaged.mp4"
    times = c.write(path, options=c.x264(14, 2), gop=14)
    c.spoil(path, (4, 5, 17, 30))
    return c.Clip(path, ALL, times)


@kind("damaged_ts", damaged=True)
def damaged_ts(folder: Path) -> c.Clip:
    path = folder / "damaged.ts"
    c.write(path, options=c.x264(14, 2), gop=14, time_base=TICKS)
    c.spoil(path, (4, 17, 30), length=100)
    return c.Clip(path, ALL)


@kind("cut_off", damaged=True)
def cut_off(folder: Path) -> c.Clip:
    path = folder / "cut_off.mp4"
    c.write(path, options=c.x264(14, 2), gop=14, mux={"movflags": "faststart"})
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 6 // 10])
    return c.Clip(path, ALL)


def cut(name: str, share: Fraction, **how: object) -> Maker:
    """A film whose end is missing: all that is there is right, and may end in a torn frame."""

    def make(folder: Path) -> c.Clip:
        path = folder / name
        c.write(path, options=c.x264(14, 2), gop=14, **how)  # type: ignore[arg-type]
        data = path.read_bytes()
        path.write_bytes(data[: int(len(data) * share)])
        return c.Clip(path, ALL)

    return make


FRAGMENTS = {"movflags": "frag_keyframe+empty_moov+default_base_moof"}
kind("cut_off_fragments", damaged=True)(
    cut("fragments.mp4", Fraction(7, 10), mux=FRAGMENTS, sound=True)
)
kind("cut_off_ts", damaged=True)(cut("cut.ts", Fraction(7, 10), time_base=TICKS))
kind("cut_off_mkv", damaged=True)(cut("cut.mkv", Fraction(7, 10)))
kind("cut_off_avi", damaged=True)(cut("cut.avi", Fraction(7, 10), rate=Fraction(25)))


@kind("damaged_mpeg2", damaged=True)
def damaged_mpeg2(folder: Path) -> c.Clip:
    path = folder / "damaged.mpg"
    options = {"qmin": "2", "qmax": "4"}
    c.write(path, codec="mpeg2video", options=options, rate=Fraction(25), container="mpeg")
    c.spoil_bytes(path, [Fraction(n, 10) for n in (3, 5, 8)])
    return c.Clip(path, ALL)


def packets_lost(codec: str, options: dict[str, str]) -> Maker:
    """Reception failed for a moment: pieces of the stream are simply not there."""

    def make(folder: Path) -> c.Clip:
        path = folder / f"lost_{codec}.ts"
        c.write(path, LATER, codec=codec, options=options, gop=14, time_base=TICKS)
        data = path.read_bytes()
        third = len(data) // 3 // 188 * 188
        path.write_bytes(data[:third] + data[third + 188 * 9 :])
        return c.Clip(path, ALL)

    return make


X265 = "keyint=14:min-keyint=14:scenecut=0:bframes=2:b-adapt=0:log-level=none:pools=1"
HEVC = {"preset": "ultrafast", "x265-params": X265}
kind("ts_packets_lost", damaged=True)(packets_lost("libx264", c.x264(14, 2)))
kind("ts_packets_lost_hevc", damaged=True)(packets_lost("libx265", HEVC))
