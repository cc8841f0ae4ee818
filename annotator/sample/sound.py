"""What the film sounds like: a murmuring hall, the referee's whistle, the beep at the end."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from annotator.sample.first_story import FIRST
from annotator.sample.story import Story

RATE = 32_000
_LOOP = 8 * RATE


class Hall:
    """Sound in pieces. The same second always sounds the same."""

    def __init__(self, story: Story = FIRST) -> None:
        self._end = story.end
        stops = [moment for stop in story.stops for moment in stop]
        self._whistles = (story.whistle, *stops, story.end)
        chance = np.random.default_rng(5)
        noise = np.fft.rfft(chance.standard_normal(_LOOP))
        hertz = np.fft.rfftfreq(_LOOP, 1 / RATE)
        voice = np.exp(-((np.log2(np.maximum(hertz, 1) / 320) / 1.5) ** 2))
        murmur = np.fft.irfft(noise * voice, _LOOP)
        self._murmur = murmur / np.abs(murmur).max() * 0.10

    def piece(self, start: int, count: int) -> NDArray[np.int16]:
        """`count` samples from sample `start` of the match on."""
        at = np.arange(start, start + count)
        second = at / RATE
        swell = 1 + 0.35 * np.sin(second * 0.61) + 0.2 * np.sin(second * 1.7)
        sound = self._murmur[at % _LOOP] * swell
        for moment in self._whistles:
            sound += _whistle(second - moment, 0.55)
        sound += _beep(second - self._end - 0.7, 0.9)
        samples: NDArray[np.int16] = np.clip(np.round(sound * 32767), -32768, 32767).astype(
            np.int16
        )
        return samples


def _window(since: NDArray[np.float64], length: float) -> NDArray[np.float64]:
    edge = np.minimum(since / 0.02, (length - since) / 0.05)
    window: NDArray[np.float64] = np.clip(edge, 0, 1)
    return window


def _whistle(since: NDArray[np.float64], length: float) -> NDArray[np.float64]:
    """A pea whistle: a high tone that trills."""
    trill = 0.65 + 0.35 * np.sin(2 * np.pi * 38 * since)
    tone = np.sin(2 * np.pi * 2750 * since + 1.8 * np.sin(2 * np.pi * 38 * since))
    sound: NDArray[np.float64] = 0.32 * _window(since, length) * trill * tone
    return sound


def _beep(since: NDArray[np.float64], length: float) -> NDArray[np.float64]:
    sound: NDArray[np.float64] = 0.25 * _window(since, length) * np.sin(2 * np.pi * 880 * since)
    return sound
