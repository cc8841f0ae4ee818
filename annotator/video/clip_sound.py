"""The sound of a clip: the film's, in time with its pictures, its pitch kept in slow motion."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from annotator.errors import FootageError
from annotator.video.clip_plan import Heard
from annotator.video.sound import RATE, SLOWEST, Samples

if TYPE_CHECKING:
    from annotator.video.footage import Footage
    from annotator.video.reel import Reel
    from annotator.video.reel_sound import ReelSound
    from annotator.video.sound import SoundTrack

_SILENCE = 4096  # samples at a time


def open_sound(film: Footage | Reel) -> SoundTrack | ReelSound | None:
    """The film's sound, which the caller closes; None where it has none that can be decoded."""
    if not film.has_sound:
        return None
    try:
        return film.sound()
    except FootageError:
        return None


class ClipSound:
    """The samples of a clip in sequence, (n, 2) at `RATE` a second, from its first picture on."""

    def __init__(self, sound: SoundTrack | ReelSound, heard: Sequence[Heard]) -> None:
        self._coming = _samples(sound, heard)
        self._given = 0

    def until(self, time: Fraction) -> Iterator[Samples]:
        """What is heard before `time` (seconds of the clip) and was not given yet, or a little more."""
        while self._given < time * RATE:
            part = next(self._coming, None)
            if part is None:
                return
            self._given += len(part)
            yield part


def _samples(sound: SoundTrack | ReelSound, heard: Sequence[Heard]) -> Iterator[Samples]:
    for stretch in heard:
        # Counted from the clip's beginning, so that no rounding adds up.
        left = round(stretch.end * RATE) - round(stretch.start * RATE)
        if stretch.film is None or stretch.speed < SLOWEST:
            while left > 0:
                part = min(left, _SILENCE)
                left -= part
                yield np.zeros((part, 2), np.int16)
            continue
        for block in sound.blocks(stretch.film, stretch.speed):
            samples = np.frombuffer(block.data, np.int16).reshape(-1, 2)[:left]
            left -= len(samples)
            yield samples
            if left <= 0:
                break
