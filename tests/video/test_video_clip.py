"""Clips: the frames asked for and no others, at their times, from every kind of film."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from annotator.video import Footage
from annotator.video.clip import Cut, CutKind, write_clip
from annotator.video.opencv import resize
from tests.video.clips import HEIGHT, WIDTH, Image, read_number
from tests.video.conftest import KINDS, Clips

F = Fraction


def numbers(film: Footage) -> list[int | None]:
    """The number in each picture of a clip, whatever its size."""
    return [_number(image) for image in film.frames()]


def _number(image: Image) -> int | None:
    return read_number(resize(image, WIDTH, HEIGHT))


@pytest.mark.parametrize("kind", KINDS)
def test_exactly_these_frames_of_every_kind_of_film(kind: str, clip: Clips, tmp_path: Path) -> None:
    path = tmp_path / "clip.mp4"
    with Footage.open(clip(kind).path) as film:
        first, last = len(film) // 3, len(film) * 2 // 3
        made = write_clip(film, [Cut(first, last)], path)
        times = [film.times[i] - film.times[first] for i in range(first, last + 1)]
        duration = film.times[last + 1] - film.times[first]
        shown = [_number(film.frame(i)) for i in range(first, last + 1)]
    assert (made.kind, made.frames, made.duration) == (CutKind.ENCODED, len(times), duration)
    assert [p.name for p in tmp_path.iterdir()] == ["clip.mp4"]
    with Footage.open(path) as seen:
        assert list(seen.times) == times
        assert numbers(seen) == shown
        assert shown[0] is not None or "damaged" in kind
        assert (seen.size, seen.rotation, seen.pixel_aspect) == (made.size, 0, F(1))
        assert seen.has_sound == made.sound
