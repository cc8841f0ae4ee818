"""Films that flash and beep at the same moments, and how to find the beeps in what was played."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import cast

import av
import numpy as np
import numpy.typing as npt
from av.audio.stream import AudioStream

Samples = npt.NDArray[np.int16]

PERIOD = 15  # frames from one flash to the next
FIRST = 10  # the first frame that flashes
LENGTH = 3  # frames that a flash lasts
FPS = 30
BEEP_SECONDS = Fraction(1, 25)
OUT_RATE = 48000


def flashes(frames: int) -> list[int]:
    """The frames at which flashes begin; what is not white is black."""
    return list(range(FIRST, frames, PERIOD))


def beeps(seconds: float, rate: int, moments: Sequence[Fraction]) -> npt.NDArray[np.float32]:
    """Silence, but for 1 kHz from each of the moments on."""
    wave = np.zeros(round(seconds * rate), np.float32)
    length = round(BEEP_SECONDS * rate)
    tone = 0.6 * np.sin(2 * np.pi * 1000 * np.arange(length) / rate)
    for moment in moments:
        at = round(moment * rate)
        if at >= 0 and at + length <= wave.size:
            wave[at : at + length] = tone
    return wave


def film(
    path: Path,
    *,
    frames: int = 150,
    rate: int = 48000,
    codec: str = "aac",
    container: str | None = None,
    start: Fraction = Fraction(0),
    sound_from: Fraction = Fraction(0),
    sound_until: Fraction | None = None,
    size: tuple[int, int] = (64, 48),
) -> list[Fraction]:
    """Write a film whose pictures begin at `start`; its sound runs from `sound_from` (film time)
    to `sound_until` or the last picture. Returns the times of the flashes.
    """
    white = flashes(frames)
    moments = [start + Fraction(n, FPS) for n in white]
    end = start + Fraction(frames, FPS) if sound_until is None else sound_until
    wave = beeps(float(end - sound_from), rate, [m - sound_from for m in moments])
    with av.open(str(path), "w", format=container) as out:
        video = out.add_stream("libx264", rate=FPS, options={"preset": "ultrafast", "crf": "30"})
        video.width, video.height = size
        video.pix_fmt = "yuv420p"
        video.codec_context.gop_size = 30
        base = Fraction(1, 90000)
        video.time_base = video.codec_context.time_base = base
        audio = cast("AudioStream", out.add_stream(codec, rate=rate, layout="mono"))
        heard = 0
        step = 1024

        fifo = av.AudioFifo()

        def drain(*, partial: bool) -> None:
            whole = audio.codec_context.frame_size or step
            while (frame := fifo.read(whole, partial)) is not None:
                frame.pts = None if frame.pts is None else frame.pts + round(sound_from * rate)
                out.mux(audio.encode(frame))

        def hear(until: Fraction) -> None:
            nonlocal heard
            while heard < wave.size and sound_from + Fraction(heard, rate) <= until:
                part = wave[heard : heard + step]
                frame = av.AudioFrame.from_ndarray(part[None, :], "fltp", "mono")
                frame.sample_rate, frame.time_base = rate, Fraction(1, rate)
                frame.pts = heard
                fifo.write(frame)
                heard += part.size
            drain(partial=False)

        for n in range(frames):
            grey = 235 if any(n - at in range(LENGTH) for at in white) else 16
            planes = np.full((size[1] * 3 // 2, size[0]), 128, np.uint8)
            planes[: size[1]] = grey
            picture = av.VideoFrame.from_ndarray(planes, "yuv420p")
            time = start + Fraction(n, FPS)
            picture.pts, picture.time_base = round(time / base), base
            out.mux(video.encode(picture))
            hear(time)
        hear(end)
        drain(partial=True)
        out.mux(video.encode(None))
        out.mux(audio.encode(None))
    return moments


def onsets(samples: Samples) -> list[int]:
    """Where beeps begin in samples (n, 2), as sample numbers."""
    loud = np.abs(samples[:, 0].astype(np.int32)) > 4000
    places = np.flatnonzero(loud)
    if not places.size:
        return []
    quiet_before = np.diff(places, prepend=places[0] - OUT_RATE) > OUT_RATE // 30
    return [int(n) for n in places[quiet_before]]
