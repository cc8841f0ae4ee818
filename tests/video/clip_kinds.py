"""Films as cameras, phones, editors and recorders make them: one of every kind."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import av

from tests.video import clips as c
from tests.video import surgery
from tests.video.kinds import ALL, TICKS, Maker, kind


@kind("constant")
def constant(folder: Path) -> c.Clip:
    path = folder / "constant.mp4"
    return c.Clip(path, ALL, c.write(path, options=c.x264(12, 3), gop=12, b=3, sound=True))


@kind("long_group")
def long_group(folder: Path) -> c.Clip:
    path = folder / "long.mp4"
    return c.Clip(path, ALL, c.write(path, options=c.x264(250, 3), gop=250, b=3))


@kind("no_b")
def no_b(folder: Path) -> c.Clip:
    path = folder / "no_b.mp4"
    return c.Clip(path, ALL, c.write(path, options=c.x264(10, 0), gop=10, b=0))


@kind("variable")
def variable(folder: Path) -> c.Clip:
    path = folder / "variable.mp4"
    times = c.write(path, c.uneven(c.COUNT), options=c.x264(12), time_base=TICKS)
    return c.Clip(path, ALL, times)


@kind("open_group")
def open_group(folder: Path) -> c.Clip:
    path = folder / "open.mp4"
    return c.Clip(path, ALL, c.write(path, options=c.x264(12, 3, open_gop=True), b=3))


@kind("hevc")
def hevc(folder: Path) -> c.Clip:
    path = folder / "hevc.mp4"
    return c.Clip(path, ALL, c.write(path, codec="libx265", options=x265(0), b=3))


@kind("hevc_open_ten_bit")
def hevc_open(folder: Path) -> c.Clip:
    path = folder / "hevc_open.mkv"
    options = x265(1)
    c.write(path, codec="libx265", options=options, b=3, fmt="yuv420p10le", time_base=TICKS)
    return c.Clip(path, ALL)


def x265(open_gop: int) -> dict[str, str]:
    params = f"keyint=12:min-keyint=12:scenecut=0:bframes=3:b-adapt=0:open-gop={open_gop}"
    return {"preset": "ultrafast", "x265-params": params + ":log-level=none:pools=1:crf=22"}


@kind("late_start")
def late_start(folder: Path) -> c.Clip:
    path = folder / "late.mp4"
    when = [Fraction(7, 5) + n / c.RATE for n in range(c.COUNT)]
    times = c.write(path, when, options=c.x264(12), time_base=TICKS, sound=True)
    return c.Clip(path, ALL, times)


@kind("edit_list")
def edit_list(folder: Path) -> c.Clip:
    whole, path = folder / "whole.mp4", folder / "edited.mp4"
    c.write(whole, options=c.x264(25), gop=25)
    c.copy_packets(whole, path, Fraction(15) / c.RATE)
    return c.Clip(path, ALL[15:], [n / c.RATE for n in range(c.COUNT - 15)])


@kind("negative_offsets")
def negative_offsets(folder: Path) -> c.Clip:
    path = folder / "negative.mp4"
    mux = {"movflags": "negative_cts_offsets"}
    return c.Clip(path, ALL, c.write(path, options=c.x264(20), gop=20, mux=mux))


@kind("fragmented")
def fragmented(folder: Path) -> c.Clip:
    path = folder / "fragments.mp4"
    mux = {"movflags": "frag_keyframe+empty_moov+default_base_moof"}
    c.write(path, options=c.x264(12), sound=True, mux=mux)
    return c.Clip(path, ALL)


@kind("ts")
def ts(folder: Path) -> c.Clip:
    path = folder / "closed.ts"
    c.write(path, options=c.x264(12, 3), b=3, time_base=TICKS, sound=True)
    return c.Clip(path, ALL)


@kind("ts_open_group")
def ts_open(folder: Path) -> c.Clip:
    path = folder / "open.ts"
    c.write(path, options=c.x264(12, 3, open_gop=True), b=3, time_base=TICKS)
    return c.Clip(path, ALL)


@kind("ts_cut_at_start")
def ts_cut(folder: Path) -> c.Clip:
    path = folder / "cut.ts"
    c.write(path, options=c.x264(12), time_base=TICKS)
    data = path.read_bytes()
    with av.open(str(path)) as film:
        second = [p.pos for p in film.demux(video=0) if p.size and p.is_keyframe][1]
    # From the middle of the first group on: what comes before the second key frame is dead.
    path.write_bytes(data[(second or 0) // 2 // 188 * 188 :])
    return c.Clip(path, ALL[12:])


@kind("gradual_refresh")
def gradual_refresh(folder: Path) -> c.Clip:
    """Pictures are renewed stripe by stripe: only the first key packet is a whole picture."""
    path = folder / "gradual.ts"
    c.write(path, options=c.x264(12, 2, more=":intra-refresh=1"), time_base=TICKS)
    return c.Clip(path, ALL)


@kind("mkv_without_cues")
def without_cues(folder: Path) -> c.Clip:
    path = folder / "no_cues.mkv"
    c.write(path, options=c.x264(10), sound=True)
    path.write_bytes(path.read_bytes()[:-400])
    return c.Clip(path, ALL)


@kind("m2ts")
def m2ts(folder: Path) -> c.Clip:
    path = folder / "camera.mts"
    options = {**c.x264(12, more=":tff=1"), "flags": "+ildct+ilme"}
    mux = {"mpegts_m2ts_mode": "1"}
    c.write(path, options=options, rate=Fraction(25), time_base=TICKS, container="mpegts", mux=mux)
    return c.Clip(path, ALL)


@kind("clock_wraps")
def clock_wraps(folder: Path) -> c.Clip:
    """The 33 bit clock of MPEG-TS starts again from 0 in the middle of the film."""
    path = folder / "wraps.ts"
    when = [Fraction(2**33 - 30000, 90000) + n / c.RATE for n in range(c.COUNT)]
    c.write(path, when, options=c.x264(12), time_base=TICKS, mux={"avoid_negative_ts": "disabled"})
    return c.Clip(path, ALL)


@kind("ts_joined")
def ts_joined(folder: Path) -> c.Clip:
    path, data = folder / "joined.ts", b""
    for first in (0, 20):
        part = folder / "part.ts"
        c.write(part, options=c.x264(12), count=20, first=first, time_base=TICKS)
        data += part.read_bytes()
    path.write_bytes(data)
    with av.open(str(folder / "part.ts")) as film:
        start = min(p.pts for p in film.demux(video=0) if p.size and p.pts is not None)
    return c.Clip(path, ALL, [start * TICKS + n / c.RATE for n in range(c.COUNT)])


@kind("mkv")
def mkv(folder: Path) -> c.Clip:
    path = folder / "rounded.mkv"
    c.write(path, options=c.x264(15), gop=15, sound=True)
    return c.Clip(
        path, ALL, [Fraction(int(n / c.RATE * 1000 + Fraction(1, 2)), 1000) for n in range(c.COUNT)]
    )


@kind("vp9")
def vp9(folder: Path) -> c.Clip:
    path = folder / "vp9.webm"
    options = {"deadline": "realtime", "cpu-used": "8", "auto-alt-ref": "1", "lag-in-frames": "12"}
    c.write(path, codec="libvpx-vp9", options={**options, "b:v": "400k"}, gop=20, b=0)
    return c.Clip(path, ALL)


@kind("av1")
def av1(folder: Path) -> c.Clip:
    path = folder / "av1.mkv"
    options = {"preset": "8", "crf": "22", "svtav1-params": "lp=1"}
    c.write(path, codec="libsvtav1", options=options, gop=20, b=0)
    return c.Clip(path, ALL)


@kind("mjpeg_avi")
def mjpeg(folder: Path) -> c.Clip:
    path = folder / "mjpeg.avi"
    c.write(path, codec="mjpeg", fmt="yuvj420p", rate=Fraction(25), gop=1, b=0)
    return c.Clip(path, ALL, [n / Fraction(25) for n in range(c.COUNT)])


@kind("mpeg4_avi")
def mpeg4(folder: Path) -> c.Clip:
    path = folder / "mpeg4.avi"
    options = {"qmin": "2", "qmax": "4", "b_strategy": "0", "sc_threshold": "1000000000"}
    c.write(path, codec="mpeg4", options=options, rate=Fraction(25), gop=15, b=2)
    return c.Clip(path, ALL)


@kind("h264_avi")
def h264_avi(folder: Path) -> c.Clip:
    path = folder / "h264.avi"
    c.write(path, options=c.x264(15), rate=Fraction(25), gop=15)
    return c.Clip(path, ALL)


@kind("raw_h264")
def raw(folder: Path) -> c.Clip:
    path = folder / "raw.h264"
    c.write(path, options=c.x264(15), rate=Fraction(25), gop=15, container="h264")
    return c.Clip(path, ALL, [n / Fraction(25) for n in range(c.COUNT)])


@kind("mpeg2_ps")
def mpeg2(folder: Path) -> c.Clip:
    path = folder / "disc.mpg"
    options = {"qmin": "2", "qmax": "4"}
    c.write(path, codec="mpeg2video", options=options, rate=Fraction(25), container="mpeg")
    return c.Clip(path, ALL)


@kind("prores")
def prores(folder: Path) -> c.Clip:
    path = folder / "prores.mov"
    times = c.write(path, codec="prores_ks", fmt="yuv422p10le", gop=1, b=0)
    return c.Clip(path, ALL, times)


@kind("interlaced")
def interlaced(folder: Path) -> c.Clip:
    path = folder / "interlaced.mp4"
    options = {**c.x264(12, more=":tff=1"), "flags": "+ildct+ilme"}
    times = c.write(path, options=options, rate=Fraction(25))
    return c.Clip(path, ALL, times)


@kind("oblong_pixels")
def oblong(folder: Path) -> c.Clip:
    path = folder / "oblong.mp4"
    times = c.write(path, options=c.x264(12), aspect=Fraction(16, 11))
    return c.Clip(path, ALL, times, notes={"aspect": Fraction(16, 11)})


def turned(quarters: int, mirrored: bool) -> Maker:
    def make(folder: Path) -> c.Clip:
        path = folder / f"turned{quarters}{'m' if mirrored else ''}.mp4"
        times = c.write(
            path, options=c.x264(12), count=16, shape=c.stored_for(quarters, mirrored),
            matrix=c.display_matrix(quarters, mirrored),
        )  # fmt: skip
        notes = {"rotation": quarters * 90, "mirrored": mirrored}
        return c.Clip(path, ALL[:16], times, notes=notes)

    return make


for _quarters in range(4):
    for _mirrored in (False, True):
        if _quarters or _mirrored:
            kind(f"turned_{_quarters * 90}{'_mirrored' if _mirrored else ''}")(
                turned(_quarters, _mirrored)
            )


@kind("hevc_ten_bit")
def hevc_ten_bit(folder: Path) -> c.Clip:
    path = folder / "hevc10.mp4"
    times = c.write(path, codec="libx265", options=x265(0), b=3, fmt="yuv420p10le")
    return c.Clip(path, ALL, times)


@kind("h264_ten_bit")
def h264_ten_bit(folder: Path) -> c.Clip:
    path = folder / "h264_10.mov"
    return c.Clip(path, ALL, c.write(path, options=c.x264(12), fmt="yuv422p10le"))


@kind("av1_ten_bit")
def av1_ten_bit(folder: Path) -> c.Clip:
    path = folder / "av1_10.mp4"
    options = {"preset": "8", "crf": "20", "svtav1-params": "lp=1"}
    c.write(path, codec="libsvtav1", options=options, fmt="yuv420p10le", gop=20, b=0)
    return c.Clip(path, ALL)


def four_k(codec: str, fmt: str) -> Maker:
    def make(folder: Path) -> c.Clip:
        path = folder / f"{codec}.mp4"
        options = c.x264(6, 2) if codec == "libx264" else {**x265(0), "preset": "ultrafast"}
        rate = Fraction(60)
        times = c.write(
            path, codec=codec, options={**options, "preset": "ultrafast"}, fmt=fmt, count=8,
            rate=rate, b=2, shape=c.magnified(20),
        )  # fmt: skip
        return c.Clip(path, ALL[:8], times, scale=20)

    return make


kind("four_k_60")(four_k("libx264", "yuv420p"))
kind("four_k_60_hevc_ten_bit")(four_k("libx265", "yuv420p10le"))


@kind("raw_avi")
def raw_avi(folder: Path) -> c.Clip:
    path = folder / "raw.avi"
    c.write(path, codec="rawvideo", rate=Fraction(25), gop=1, b=0)
    return c.Clip(path, ALL, [n / Fraction(25) for n in range(c.COUNT)])


@kind("flv")
def flv(folder: Path) -> c.Clip:
    path = folder / "stream.flv"
    c.write(path, options=c.x264(12, 3), b=3, sound=True)
    return c.Clip(path, ALL)


@kind("mxf")
def mxf(folder: Path) -> c.Clip:
    path = folder / "station.mxf"
    options = {"qmin": "2", "qmax": "4"}
    c.write(path, codec="mpeg2video", options=options, rate=Fraction(25))
    return c.Clip(path, ALL)


@kind("single_key_frame")
def single_key(folder: Path) -> c.Clip:
    """Everything leans on the one key frame at the start."""
    path, count = folder / "single.mp4", 130
    times = c.write(path, options=c.x264(1000, 3), gop=1000, b=3, count=count)
    return c.Clip(path, list(range(count)), times)


@kind("edit_list_skips")
def edit_list_skips(folder: Path) -> c.Clip:
    """Two edits: frames 10 to 19 are left out, and 20 to 35 follow from the middle of a group."""
    path = folder / "skips.mp4"
    c.write(path, options=c.x264(12, 0), b=0)
    # The film counts milliseconds; the track 1001 ticks to a frame.
    edits = surgery.edits((333, 0), (533, 20 * 1001))
    surgery.replace_box(path, b"elst", edits)
    return c.Clip(path, [*ALL[:10], *ALL[20:36]])


@kind("two_tracks")
def two_tracks(folder: Path) -> c.Clip:
    """Two cameras in one file: the first track is the film, whatever the second holds."""
    path = folder / "two.mkv"
    for name, first in (("a.mp4", 0), ("b.mp4", 100)):
        c.write(folder / name, options=c.x264(12), first=first, sound=True)
    c.join_tracks(path, [folder / "a.mp4", folder / "b.mp4"])
    return c.Clip(path, ALL)


@kind("cover_art")
def cover_art(folder: Path) -> c.Clip:
    path = folder / "cover.mp4"
    c.write(folder / "film.mp4", options=c.x264(12), sound=True)
    c.write(folder / "cover.mjpeg", codec="mjpeg", fmt="yuvj420p", count=1, first=99, gop=1, b=0)
    c.join_tracks(path, [folder / "cover.mjpeg", folder / "film.mp4"], covers=1)
    return c.Clip(path, ALL, [n / c.RATE for n in range(c.COUNT)])


@kind("sound_longer")
def sound_longer(folder: Path) -> c.Clip:
    path = folder / "sound_longer.mp4"
    times = c.write(path, options=c.x264(12), sound=True, sound_after=Fraction(3))
    return c.Clip(path, ALL, times)
