"""Colours come out as the film says they are: every matrix, both ranges, and HDR plainly visible.

What is expected is reckoned here from the standards' own formulas, not by the library under test.
"""

from __future__ import annotations

from pathlib import Path
from typing import cast

import av
import numpy as np
import numpy.typing as npt
import pytest
from av.video.stream import VideoStream

from annotator.video import Footage

# Shares of red and blue in the brightness; code of the matrix, of the primaries.
MATRICES = {
    "bt601": (0.299, 0.114, 6, 6),
    "bt709": (0.2126, 0.0722, 1, 1),
    "bt2020": (0.2627, 0.0593, 9, 9),
}
PATCHES = {
    "white": (1.0, 1.0, 1.0),
    "grey": (0.5, 0.5, 0.5),
    "black": (0.0, 0.0, 0.0),
    "red": (1.0, 0.0, 0.0),
    "green": (0.0, 1.0, 0.0),
    "blue": (0.0, 0.0, 1.0),
    "skin": (0.78, 0.57, 0.44),
}
SIDE = 32
BT709_TRC, PQ, HLG = 1, 16, 18


def encoded(
    rgb: tuple[float, float, float], matrix: str, bits: int, full: bool
) -> tuple[int, int, int]:
    """The Y'CbCr numbers of a colour given as R'G'B' between 0 and 1."""
    red, green, blue = rgb
    kr, kb, *_ = MATRICES[matrix]
    y = kr * red + (1 - kr - kb) * green + kb * blue
    cb, cr = (blue - y) / (2 - 2 * kb), (red - y) / (2 - 2 * kr)
    unit = 1 << bits - 8
    if full:
        top = (1 << bits) - 1
        chroma = (min(round(each * top + 128 * unit), top) for each in (cb, cr))
        return round(y * top), next(chroma), next(chroma)
    return (
        round((16 + 219 * y) * unit),
        round((128 + 224 * cb) * unit),
        round((128 + 224 * cr) * unit),
    )


def film_of(
    path: Path, colours: list[tuple[float, float, float]], matrix: str, *, bits: int = 8,
    full: bool = False, trc: int = BT709_TRC, tagged: bool = True, height: int = SIDE,
) -> Path:  # fmt: skip
    """Flat patches side by side, three frames, without loss."""
    width = SIDE * len(colours)
    kind = np.uint8 if bits == 8 else np.uint16
    planes = [np.zeros((height, width), kind)] + [np.zeros((height // 2, width // 2), kind)] * 2
    planes = [plane.copy() for plane in planes]
    for n, colour in enumerate(colours):
        for plane, value in zip(planes, encoded(colour, matrix, bits, full), strict=True):
            step = SIDE * plane.shape[1] // width
            plane[:, n * step : (n + 1) * step] = value
    fmt = "yuv420p" if bits == 8 else "yuv420p10le"
    options = {"preset": "ultrafast"}
    options |= {"qp": "0"} if bits == 8 else {"x265-params": "lossless=1:log-level=none:pools=1"}
    with av.open(str(path), "w") as out:
        codec = "libx264" if bits == 8 else "libx265"
        video = cast("VideoStream", out.add_stream(codec, rate=25, options=options))
        video.width, video.height, video.pix_fmt = width, height, fmt
        if tagged:
            context = video.codec_context
            context.color_range = 2 if full else 1
            context.colorspace, context.color_primaries = MATRICES[matrix][2:]
            context.color_trc = trc
        for n in range(3):
            frame = av.VideoFrame(width, height, fmt)
            for target, values in zip(frame.planes, planes, strict=True):
                rows = np.zeros((target.height, target.line_size), np.uint8)
                rows[:, : values.shape[1] * values.itemsize] = values.view(np.uint8)
                target.update(rows.tobytes())
            frame.pts = n
            out.mux(video.encode(frame))
        out.mux(video.encode(None))
    return path


def seen(path: Path, apart: int = 3) -> npt.NDArray[np.int64]:
    """The colour in the middle of each patch (patches, 3), of a frame and of a picture alike."""
    with Footage.open(path) as film:
        image, painted = film.frame(1), film.picture(1).array()
        middle = image.shape[0] // 2
        found = image[middle, SIDE // 2 :: SIDE].astype(np.int64)
        shown = painted[middle, SIDE // 2 :: SIDE, 2::-1].astype(np.int64)
    assert np.abs(found - shown).max() <= apart
    return found


@pytest.mark.parametrize("bits", [8, 10])
@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize("matrix", MATRICES)
def test_every_matrix_and_range(matrix: str, full: bool, bits: int, tmp_path: Path) -> None:
    path = film_of(tmp_path / "film.mp4", list(PATCHES.values()), matrix, bits=bits, full=full)
    wanted = np.round(np.array(list(PATCHES.values())) * 255)
    assert np.abs(seen(path) - wanted).max() <= 4


@pytest.mark.parametrize(("height", "matrix"), [(SIDE, "bt601"), (720, "bt709")])
def test_a_film_that_says_nothing_about_its_colours(
    height: int, matrix: str, tmp_path: Path
) -> None:
    path = film_of(
        tmp_path / "film.mp4", list(PATCHES.values()), matrix, tagged=False, height=height
    )
    wanted = np.round(np.array(list(PATCHES.values())) * 255)
    assert np.abs(seen(path) - wanted).max() <= 4


def pq(nits: float) -> float:
    """The signal of SMPTE ST 2084 for a brightness."""
    m1, m2, c1, c2, c3 = 0.1593017578125, 78.84375, 0.8359375, 18.8515625, 18.6875
    power = (nits / 10000) ** m1
    return float(((c1 + c2 * power) / (1 + c3 * power)) ** m2)


def hlg(nits: float) -> float:
    """The signal of ARIB STD-B67 for the brightness of a grey on a screen of 1000 nits."""
    scene = (nits / 1000) ** (1 / 1.2)
    a, b, c = 0.17883277, 0.28466892, 0.55991073
    return float((3 * scene) ** 0.5 if scene <= 1 / 12 else a * np.log(12 * scene - b) + c)


@pytest.mark.parametrize(("trc", "signal"), [(PQ, pq), (HLG, hlg)])
def test_hdr_is_shown_plausibly(trc: int, signal: object, tmp_path: Path) -> None:
    """ITU-R BT.2408: a white sheet has 203 nits in HDR, the grey card (18 %) 26 nits. A plain film
    shows that card at 0.41 of full, 104 of 255; here within 12 of it.
    """
    assert callable(signal)
    levels = [signal(nits) for nits in (0.0, 1.0, 26.0, 100.0, 203.0, 600.0, 1000.0)]
    path = film_of(tmp_path / "hdr.mp4", [(v, v, v) for v in levels], "bt2020", bits=10, trc=trc)
    found = seen(path, apart=8)  # the curve is steep: a rounding of one becomes three
    assert np.ptp(found, axis=1).max() <= 4, "greys stay grey"
    black, dark, card, bright, white, strong, peak = found[:, 1].tolist()
    assert black <= 4
    assert 10 <= dark <= 50
    assert abs(card - 104) <= 12
    assert card + 50 <= bright <= white - 15
    assert 220 <= white <= 248, "white is white, and what is brighter still shows"
    assert white < strong < peak
    assert peak >= 250


@pytest.mark.parametrize("trc", [PQ, HLG])
def test_hdr_colours_stay_themselves(trc: int, tmp_path: Path) -> None:
    colours = [(0.5, 0.2, 0.2), (0.2, 0.5, 0.2), (0.2, 0.2, 0.5)]
    path = film_of(tmp_path / "hdr.mp4", colours, "bt2020", bits=10, trc=trc)
    found = seen(path, apart=8)
    assert [int(row.argmax()) for row in found] == [0, 1, 2]
    for row in found:
        assert int(row.max()) - int(sorted(row)[1]) > 40
