"""Pictures to paint, the cache, threads, thumbnails and the film's name by content."""

from __future__ import annotations

import gc
import hashlib
import os
import random
import subprocess
import sys
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.errors import Cancelled
from annotator.video import Footage
from annotator.video.cache import FrameCache
from annotator.video.fingerprint import fingerprint
from annotator.video.opencv import letterbox, resize, sharpness, turn
from annotator.video.picture import Orientation, fitted
from tests.video.clips import HEIGHT, WIDTH, luma, read_number
from tests.video.conftest import Clips


def test_picture_is_bgra_of_the_same_frame(clip: Clips) -> None:
    with Footage.open(clip("variable").path) as film:
        picture = film.picture(7)
        assert (picture.width, picture.height) == film.size
        assert (picture.index, picture.time) == (7, film.times[7])
        assert picture.stride >= picture.width * 4
        assert len(picture.data) >= picture.stride * picture.height
        pixels = picture.array()
        assert bool(np.all(pixels[..., 3] == 255))
        difference = np.abs(pixels[..., 2::-1].astype(int) - film.frame(7).astype(int))
        assert difference.max() <= 2


@pytest.mark.parametrize("kind", ["constant", "turned_90", "interlaced"])
def test_picture_is_scaled_down_to_fit_and_never_up(kind: str, clip: Clips) -> None:
    with Footage.open(clip(kind).path) as film:
        small = film.picture(5, (100, 100))
        assert (small.width, small.height) == (100, 58)
        assert read_number(np.kron(small.array()[..., 1], np.ones((2, 2), np.uint8))) == 5
        assert small.array().shape == (58, 100, 4)
        large = film.picture(5, (4000, 3000))
        assert (large.width, large.height) == (WIDTH, HEIGHT)


@given(st.tuples(*[st.integers(1, 5000)] * 2), st.tuples(*[st.integers(0, 5000)] * 2))
def test_fitted_stays_within_and_touches(size: tuple[int, int], box: tuple[int, int]) -> None:
    width, height = fitted(size, box)
    assert 1 <= width <= max(size[0], 1)
    assert 1 <= height <= max(size[1], 1)
    assert width <= max(box[0], 1)
    assert height <= max(box[1], 1)
    assert (width, height) == size or width == max(box[0], 1) or height == max(box[1], 1)


def test_red_of_untagged_hd_is_bt709(tmp_path: Path) -> None:
    import av

    path = tmp_path / "red.mp4"
    with av.open(str(path), "w") as out:
        video = out.add_stream("libx264", rate=25, options={"crf": "1", "preset": "ultrafast"})
        video.width, video.height, video.pix_fmt = 64, 720, "yuv420p"
        planes = np.full((1080, 64), 63, np.uint8)  # pure red in BT.709: Y 63, Cb 102, Cr 240
        planes[720:900], planes[900:] = 102, 240
        out.mux(video.encode(av.VideoFrame.from_ndarray(planes, "yuv420p")))
        out.mux(video.encode(None))
    with Footage.open(path) as film:
        red, green, blue = (int(value) for value in film.frame(0)[300, 30])
        assert red > 250
        assert green < 5
        assert blue < 5
        assert film.picture(0).array()[300, 30, 2] > 250


def test_cache_is_bounded_in_bytes_and_can_be_set(clip: Clips) -> None:
    with Footage.open(clip("long_group").path, cache_bytes=300_000) as film:
        for i in [*range(len(film)), *range(len(film) - 1, -1, -1)]:
            film.frame(i)
            assert film.cached_bytes <= 300_000
        assert film.cached_bytes > 200_000
        film.cache_limit = 100_000
        assert film.cached_bytes <= 100_000
        film.cache_limit = 0
        assert film.cached_bytes == 0
        assert [read_number(film.frame(i)) for i in (20, 19, 39, 0)] == [20, 19, 39, 0]


def test_walking_back_decodes_a_group_once(clip: Clips) -> None:
    with Footage.open(clip("long_group").path) as film:
        film.frame(30)
        film.frame(29)
        assert all(film.is_cached(i) for i in range(30))
        film.preload(35)
        assert film.is_cached(35)


@given(st.integers(0, 60), st.lists(st.tuples(st.integers(0, 9), st.integers(1, 30))))
def test_cache_against_a_plain_model(limit: int, puts: list[tuple[int, int]]) -> None:
    cache: FrameCache[int] = FrameCache(limit)
    model: dict[int, int] = {}
    for index, size in puts:
        cache.put(index, index, size)
        model.pop(index, None)
        if size <= limit:
            model[index] = size
            while sum(model.values()) > limit:
                model.pop(next(iter(model)))
        assert cache.bytes == sum(model.values()) <= limit
        assert len(cache) == len(model)
        for held in model:
            assert held in cache
    for index in list(model):
        assert cache.get(index) == index
    cache.clear()
    assert (len(cache), cache.bytes, cache.get(0)) == (0, 0, None)


def test_many_threads_get_what_they_ask_for(clip: Clips) -> None:
    with Footage.open(clip("constant").path, cache_bytes=400_000) as film:

        def work(seed: int) -> list[tuple[int, int | None]]:
            rng = random.Random(seed)
            order = [rng.randrange(len(film)) for _ in range(25)]
            if seed % 2:
                return [(i, read_number(film.frame(i))) for i in order]
            return [(i, read_number(film.picture(i).array()[..., :3])) for i in order]

        with ThreadPoolExecutor(4) as pool:
            for pairs in pool.map(work, range(8)):
                assert all(i == number for i, number in pairs)


def test_stop_between_packets_leaves_the_decoder_right(clip: Clips) -> None:
    with Footage.open(clip("long_group").path, cache_bytes=0) as film:
        for patience in (0, 1, 3, 8, 15):
            film.frame(0)
            left = iter(range(patience))

            def stop(left: Iterator[int] = left) -> bool:
                return next(left, None) is None

            with pytest.raises(Cancelled):
                film.picture(38, stop=stop)
            for i in (4, 11, 12, 30):
                assert read_number(film.frame(i)) == i


def test_a_frame_is_the_callers_own(clip: Clips) -> None:
    with Footage.open(clip("constant").path) as film:
        film.frame(3)[:] = 0
        assert read_number(film.frame(3)) == 3
        kept = film.picture(4)
    assert read_number(kept.array()[..., :3]) == 4, "a picture outlives its film"


def test_a_closed_film_is_gone_at_once(clip: Clips) -> None:
    """Its list of frames can have many megabytes; the garbage collector may not come for long."""
    gc.disable()
    try:
        film = Footage.open(clip("damaged").path)
        for i in range(len(film)):
            film.frame(i)
        index = weakref.ref(film.index)
        film.close()
        del film
        assert index() is None
    finally:
        gc.enable()


def test_thumbnail_has_square_pixels(clip: Clips) -> None:
    with Footage.open(clip("oblong_pixels").path) as film:
        assert film.thumbnail(2, 96).shape == (round(96 * HEIGHT / (WIDTH * 16 / 11)), 96, 3)


def test_fingerprint_follows_content_not_name(tmp_path: Path, clip: Clips) -> None:
    film = clip("constant").path
    moved = tmp_path / "other.mp4"
    moved.write_bytes(film.read_bytes())
    with Footage.open(moved) as again:
        assert again.fingerprint() == fingerprint(film)
    for size in (0, 1, 1 << 20, (1 << 20) + 5, (2 << 20) + 1, (3 << 20) + 7):
        data = np.random.default_rng(size).bytes(size)
        moved.write_bytes(data)
        ends = data if size <= 2 << 20 else data[: 1 << 20] + data[-(1 << 20) :]
        hashed = hashlib.blake2b(ends, digest_size=16).hexdigest()
        assert fingerprint(moved) == f"{size}-{hashed}"


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = (
        "import sys, annotator.video as v; assert 'Footage' in dir(v); "
        "print([m for m in ('av', 'numpy', 'cv2', 'PyQt6') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.strip() == "[]"
    import annotator.video

    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        _ = annotator.video.Nothing


# ---------------------------------------------------------------------- image operations


def test_opencv_leaves_no_trace_in_the_environment() -> None:
    image = np.zeros((4, 6, 3), np.uint8)
    turn(image, 1)
    assert "QT_QPA_PLATFORM_PLUGIN_PATH" not in os.environ
    assert "QT_QPA_FONTDIR" not in os.environ


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("mirrored", [False, True])
def test_turn_is_mirror_then_clockwise(quarters: int, mirrored: bool) -> None:
    image = np.random.default_rng(2).integers(0, 256, (5, 7, 4), np.uint8)
    wanted = np.rot90(image[:, ::-1] if mirrored else image, -quarters)
    result = turn(image, quarters, mirrored)
    assert bool(np.array_equal(result, wanted))
    high, wide = wanted.shape[:2]
    assert Orientation(quarters, mirrored).upright(7, 5) == (wide, high)


def test_letterbox_resize_and_sharpness() -> None:
    image = np.repeat(luma(5)[..., None], 3, axis=2)
    box = letterbox(image, 100, 100, (9, 8, 7))
    assert box.shape == (100, 100, 3)
    assert box[0, 0].tolist() == [9, 8, 7] == box[-1, -1].tolist()
    assert box[50].std() > 10
    blurred = resize(resize(image, 24, 14), WIDTH, HEIGHT)
    assert sharpness(image) > 4 * sharpness(blurred)
