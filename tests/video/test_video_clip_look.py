"""What lies over a clip's pictures, what is made unrecognisable, and what is heard."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.video import Footage
from annotator.video.clip import Card, Cut, Freeze, Look, Region, Slow, write_clip
from annotator.video.clip_blend import Blender, Planes, blur, to_planes
from annotator.video.sound import RATE
from exports.overlay import Layer, blend
from tests.video import beeps
from tests.video.clips import CELL, CORNER, HEIGHT, WIDTH, Image, read_number, write, x264
from tests.video.conftest import Clips

F = Fraction
ONE = F(1)


def flat(height: int, width: int, colour: tuple[int, int, int, int]) -> Image:
    return np.full((height, width, 4), colour, np.uint8)


def planes(rgb: Image, matrix: int = 6) -> Planes:
    """A picture (height, width, 3) of even size in brightness and colour differences."""
    luma, *colours = to_planes(rgb.astype(np.float32), matrix)
    high, wide = luma.shape
    halved = [each.reshape(high // 2, 2, wide // 2, 2).mean(axis=(1, 3)) for each in colours]
    first, second, third = (np.rint(each).astype(np.uint8) for each in (luma, *halved))
    return first, second, third


def in_red_green_blue(found: Planes) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    """The inverse of `planes` for BT.601, by its own formulas."""
    luma = (found[0].astype(float) - 16) * 255 / 219
    blue, red = (np.kron(p.astype(float) - 128, np.ones((2, 2))) * 255 / 224 for p in found[1:])
    r, b = luma + red * 2 * (1 - 0.299), luma + blue * 2 * (1 - 0.114)
    g = (luma - 0.299 * r - 0.114 * b) / 0.587
    return np.stack((r, g, b), axis=-1)


@given(
    st.integers(-40, 60), st.integers(-30, 40), st.integers(1, 50), st.integers(1, 40),
    st.tuples(*[st.integers(0, 255)] * 4), st.fractions(0, 1), st.sampled_from((1, 6)),
)  # fmt: skip
def test_a_layer_is_laid_as_in_red_green_and_blue(
    left: int, top: int, width: int, height: int, colour: tuple[int, int, int, int],
    opacity: Fraction, matrix: int,
) -> None:  # fmt: skip
    """Brightness is that of the picture mixed in red, green and blue, at every place and share."""
    base = np.full((48, 64, 3), (40, 90, 160), np.uint8)
    layer = Layer(left, top, flat(height, width, colour))
    found = planes(base, matrix)
    Blender((64, 48), matrix).lay(found, [(layer, opacity)])
    # `blend` takes places on the picture alone.
    inside = layer.pixels[max(-top, 0) :, max(-left, 0) :][: 48 - max(top, 0), : 64 - max(left, 0)]
    shown = [(Layer(max(left, 0), max(top, 0), inside), opacity)] if inside.size else []
    mixed = blend(base, shown)
    wanted = planes(mixed, matrix)
    assert np.abs(found[0].astype(int) - wanted[0]).max() <= 2
    for mine, theirs in zip(found[1:], wanted[1:], strict=True):
        assert np.abs(mine.astype(int) - theirs).max() <= 3


def test_layers_lie_in_their_sequence_and_only_where_they_are() -> None:
    base = np.full((200, 300, 3), 100, np.uint8)
    arrow = np.zeros((200, 300, 4), np.uint8)
    for n in range(180):
        arrow[n, n : n + 6] = (255, 0, 0, 255)
    below, above = Layer(100, 50, flat(40, 40, (0, 255, 0, 255))), Layer(0, 0, arrow)
    found = planes(base)
    before = [plane.copy() for plane in found]
    Blender((300, 200), 6).lay(found, [(below, ONE), (above, ONE)])
    seen = in_red_green_blue(found)
    assert np.abs(seen[120, 122] - (255, 0, 0)).max() < 6
    assert np.abs(seen[60, 104] - (0, 255, 0)).max() < 6
    mask = np.zeros((200, 300), np.bool_)
    mask[50:90, 100:140] = True
    mask |= arrow[..., 3] > 0
    mask = np.kron(mask.reshape(100, 2, 150, 2).any(axis=(1, 3)), np.ones((2, 2))) > 0
    assert np.array_equal(found[0][~mask], before[0][~mask])
    assert np.array_equal(found[1][~mask[::2, ::2]], before[1][~mask[::2, ::2]])


@dataclass(eq=False)
class Counted:
    """A layer that counts how often it is looked at."""

    left: int
    top: int
    image: Image
    looks: int = field(default=0)

    @property
    def pixels(self) -> Image:
        self.looks += 1
        return self.image


def test_a_layer_is_converted_once_while_it_is_shown() -> None:
    one, two = (Counted(0, 0, flat(10, 10, (9, 9, 9, 99))) for _ in range(2))
    blender = Blender((64, 48), 1)
    for _ in range(5):
        blender.lay(planes(np.zeros((48, 64, 3), np.uint8)), [(one, ONE)])
    first = one.looks
    assert 0 < first < 5
    blender.lay(planes(np.zeros((48, 64, 3), np.uint8)), [(one, F(1, 2)), (two, ONE)])
    assert one.looks == 2 * first
    assert two.looks == first
    blender.lay(planes(np.zeros((48, 64, 3), np.uint8)), [])
    blender.lay(planes(np.zeros((48, 64, 3), np.uint8)), [(two, ONE)])
    assert two.looks == 2 * first


def test_layers_are_seen_in_the_clip_and_leave_the_film_as_it_was(
    clip: Clips, tmp_path: Path
) -> None:
    path = tmp_path / "clip.mp4"
    red = Layer(3, 31, flat(33, 33, (255, 0, 0, 255)))

    def look(index: int, width: int, height: int) -> Look:
        assert (width, height) == (WIDTH, HEIGHT)
        return Look([(red, ONE)] if index % 2 else [])

    with Footage.open(clip("single_key_frame").path) as film:
        before = [film.frame(i) for i in range(60, 70)]
        write_clip(film, [Cut(60, 69)], path, look=look)
        again = [film.frame(i) for i in range(60, 70)]
        with Footage.open(film.path) as fresh:
            untouched = [fresh.frame(i) for i in range(60, 70)]
    for one, two, three in zip(before, again, untouched, strict=True):
        assert np.array_equal(one, two)
        assert np.array_equal(one, three)
    with Footage.open(path) as seen:
        for n, image in enumerate(seen.frames()):
            assert read_number(image) == 60 + n
            inside = image[40:56, 12:28].astype(int)
            if n % 2:
                assert np.abs(inside - (254, 0, 0)).max() < 16
            else:
                assert np.abs(inside - before[n][40:56, 12:28]).max() < 16


# ---------------------------------------------------------------------------- blurring


def test_what_is_blurred_cannot_be_read_and_the_rest_can(clip: Clips, tmp_path: Path) -> None:
    path = tmp_path / "clip.mp4"
    bits = Region(F(WIDTH // 2 - 3 * CELL - 4, WIDTH), F(1, 4), F(6 * CELL + 8, WIDTH), F(1, 2))
    with Footage.open(clip("turned_90").path) as film:
        write_clip(film, [Cut(2, 9)], path, look=lambda *_: Look(blurred=[bits]))
        plain = film.frame(2)
    with Footage.open(path) as seen:
        image = seen.frame(0)
        assert seen.size == film.size
    assert read_number(plain) == 2
    assert read_number(image) is None
    left, top = round(bits.left * WIDTH), HEIGHT // 4
    assert np.abs(image[:, : left - 8].astype(int) - plain[:, : left - 8]).mean() < 4
    inside = image[top + 4 : top + HEIGHT // 2 - 4, left + 4 : left + 6 * CELL].astype(int)
    assert np.abs(np.diff(inside[..., 1], axis=1)).max() < 16, "no edge is left"
    assert np.ptp(plain[:CORNER, :CORNER]) < 30
    assert np.abs(image[:CORNER, :CORNER].astype(int) - plain[:CORNER, :CORNER]).max() < 16


@pytest.mark.parametrize(
    "region",
    [Region(F(0), F(0), ONE, ONE), Region(F(1, 3), F(1, 4), F(1, 5), F(1, 2)),
     Region(F(-1, 2), F(3, 4), F(3, 4), ONE), Region(F(2, 5), F(2, 5), F(1, 100), F(1, 90))],
)  # fmt: skip
def test_what_was_finer_than_a_fifth_of_a_region_is_gone(region: Region) -> None:
    """Two pictures that differ in detail alone, the same on the average, become the same; what is
    around the region stays as it is.
    """
    high, wide = 240, 320
    fine = np.kron(np.indices((high // 2, wide // 2)).sum(axis=0) % 2, np.ones((2, 2), np.int64))
    slope = np.linspace(60, 180, wide)[None, :].repeat(high, axis=0)
    one = planes(np.repeat((slope + 40 * fine)[..., None], 3, axis=2).astype(np.uint8))
    other = planes(np.repeat((slope + 40 - 40 * fine)[..., None], 3, axis=2).astype(np.uint8))
    before = one[0].copy()
    blur(one, [region])
    blur(other, [region])
    left, top = region.left * wide, region.top * high
    right, bottom = left + region.width * wide, top + region.height * high
    rows = slice(max(int(top), 0), min(int(-(-bottom // 1)), high))
    columns = slice(max(int(left), 0), min(int(-(-right // 1)), wide))
    assert np.abs(one[0][rows, columns].astype(int) - other[0][rows, columns]).max() <= 2
    far = np.ones((high, wide), np.bool_)
    far[max(rows.start - 2, 0) : rows.stop + 2, max(columns.start - 2, 0) : columns.stop + 2] = 0
    assert np.array_equal(one[0][far], before[far])
    assert np.abs(before.astype(int) - other[0])[far].min(initial=99) > 20


@pytest.mark.parametrize(
    "region", [Region(F(2), F(0), ONE, ONE), Region(F(0), F(0), F(0), ONE), Region(F(-3), F(0), ONE, ONE)]
)  # fmt: skip
def test_regions_beside_the_picture_blur_nothing(region: Region) -> None:
    found = planes(np.random.default_rng(1).integers(0, 256, (48, 64, 3), np.uint8))
    before = [plane.copy() for plane in found]
    blur(found, [region])
    assert all(np.array_equal(a, b) for a, b in zip(found, before, strict=True))


# ---------------------------------------------------------------------------- sound


def heard(path: Path) -> beeps.Samples:
    """All that is heard of a clip, and a second more."""
    with Footage.open(path) as film:
        end = round((film.times[-1] + 1) * RATE)
        track, parts = film.sound(), []
        for block in track.blocks(F(0)):
            parts.append(np.frombuffer(block.data, np.int16).reshape(-1, 2))
            if sum(map(len, parts)) >= end:
                break
        track.close()
    return np.concatenate(parts)


def flashes(path: Path) -> list[Fraction]:
    """When the picture of a clip becomes white."""
    with Footage.open(path) as film:
        white = [float(image.mean()) > 128 for image in film.frames()]
        return [film.times[n] for n in range(1, len(white)) if white[n] and not white[n - 1]]


CUTS = {
    "plain": [Cut(17, 130)],
    "slow": [Cut(17, 130, slow=(Slow(50, 80, F(1, 2)),))],
    "slowest": [Cut(17, 130, slow=(Slow(50, 80, F(1, 4)),))],
    "held": [Cut(17, 130, freezes=(Freeze(60, F(2)), Freeze(20, F(1, 3))))],
    "card": [Cut(17, 60, card=Card(np.zeros((48, 64, 3), np.uint8), F(7, 5)))],
    "reel": [Cut(61, 100), Cut(17, 50), Cut(90, 140)],
}


@pytest.mark.parametrize("name", CUTS)
def test_each_beep_is_at_its_flash(name: str, tmp_path: Path) -> None:
    source, path = tmp_path / "film.mp4", tmp_path / "clip.mp4"
    beeps.film(source)
    with Footage.open(source) as film:
        made = write_clip(film, CUTS[name], path)
    assert made.sound
    seen = flashes(path)
    sounds = [F(place, RATE) for place in beeps.onsets(heard(path))]
    assert len(seen) >= 3
    limit = F(3, 100) if "slow" in name else F(2, 1000)
    for flash in seen:
        assert min(abs(beep - flash) for beep in sounds) < limit
    assert len(sounds) == len(seen)


def test_the_pitch_stays_in_slow_motion_and_what_is_held_is_silent(tmp_path: Path) -> None:
    source, path = tmp_path / "film.mp4", tmp_path / "clip.mp4"
    write(source, options=x264(12), count=90, sound=True)  # a tone of 220 Hz
    cut = Cut(
        10, 79, slow=(Slow(10, 50, F(1, 2)), Slow(71, 79, F(1, 5))), freezes=(Freeze(60, F(1)),)
    )
    with Footage.open(source) as film:
        write_clip(film, [cut], path)
        slow_end = (film.times[51] - film.times[10]) * 2
        held = slow_end + film.times[60] - film.times[51]
        slowest = held + 1 + film.times[71] - film.times[61]
    samples = heard(path)[:, 0].astype(float)

    def part(start: Fraction, end: Fraction) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        return samples[round((start + F(1, 20)) * RATE) : round((end - F(1, 20)) * RATE)]

    for stretch in (part(F(0), slow_end), part(slow_end, held), part(held + 1, slowest)):
        power = np.abs(np.fft.rfft(stretch * np.hanning(stretch.size), 8 * stretch.size))
        assert abs(power.argmax() * RATE / (8 * stretch.size) - 220) < 4
        assert np.abs(stretch).max() > 1500
    assert np.abs(part(held, held + 1)).max() < 60
    assert np.abs(part(slowest, slowest + 1)).max() < 60, "slower than can be heard"


@pytest.mark.parametrize(("wanted", "kind"), [(False, "constant"), (True, "no_b")])
def test_clips_without_sound(wanted: bool, kind: str, clip: Clips, tmp_path: Path) -> None:
    path = tmp_path / "clip.mp4"
    with Footage.open(clip(kind).path) as film:
        assert not write_clip(film, [Cut(3, 9)], path, sound=wanted).sound
    with Footage.open(path) as seen:
        assert not seen.has_sound
