"""Sound on the film's own time line: exact after every jump, at every speed, from every container."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from annotator.errors import FootageError
from annotator.video import Footage
from annotator.video.sound import FASTEST, RATE, SLOWEST, SoundTrack
from annotator.video.sound_feed import AHEAD, SoundFeed
from tests.video import beeps, clips

ONE = Fraction(1)
KINDS: dict[str, dict[str, Any]] = {
    "aac.mp4": {},
    "aac 44100.mp4": {"rate": 44100},
    "opus.mkv": {"codec": "libopus"},
    "aac.ts": {},
    "mp2 late.ts": {"codec": "mp2", "start": Fraction(7, 5), "sound_from": Fraction(7, 5)},
    "flv.flv": {"rate": 44100},
    "pcm.mov": {"codec": "pcm_s16le"},
    "pcm.avi": {"codec": "pcm_s16le"},
    "picture late.mp4": {"start": Fraction(7, 5)},
    "sound late.mp4": {"sound_from": Fraction(2)},
    "sound late.ts": {"sound_from": Fraction(2)},
    "sound ends.mp4": {"sound_until": Fraction(3)},
}


def listen(track: SoundTrack, start: Fraction, rate: Fraction, seconds: Fraction) -> beeps.Samples:
    """So many seconds (of the listener's) of what is heard."""
    parts, count = [], 0
    for block in track.blocks(start, rate):
        assert block.time == start + rate * Fraction(count, RATE)
        parts.append(np.frombuffer(block.data, np.int16).reshape(-1, 2))
        count += len(parts[-1])
        if count >= seconds * RATE:
            break
    return np.concatenate(parts)


def worst(track: SoundTrack, flashes: list[Fraction], start: Fraction, rate: Fraction) -> float:
    """The largest distance in the listener's seconds between a flash and the beep next to it."""
    samples = listen(track, start, rate, (flashes[-1] - start) / rate + Fraction(1, 2))
    heard = [start + rate * Fraction(place, RATE) for place in beeps.onsets(samples)]
    seen = [flash for flash in flashes if flash >= start]
    assert len(seen) >= 2
    assert len(heard) >= len(seen)
    return max(float(min(abs(beep - flash) for beep in heard) / rate) for flash in seen)


@pytest.fixture(scope="module", params=KINDS)
def case(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Footage, list[Fraction]]]:
    path = tmp_path_factory.mktemp("sound") / request.param
    options = KINDS[request.param]
    beeps.film(path, **options)
    with Footage.open(path) as film:
        flashes = [film.times[n] for n in beeps.flashes(len(film))]
        start = options.get("sound_from", Fraction(0))
        until = options.get("sound_until", film.times[-1]) - beeps.BEEP_SECONDS
        yield film, [flash for flash in flashes if start < flash < until]


def test_each_beep_is_at_its_flash_from_wherever_it_is_played(
    case: tuple[Footage, list[Fraction]],
) -> None:
    film, flashes = case
    track = film.sound()
    starts = [film.times[0], *(flash - Fraction(n, 7) for n, flash in enumerate(flashes[:-1]))]
    for start in (*starts, starts[1], film.times[0]):
        assert worst(track, flashes, start, ONE) < 0.002
    track.close()


@pytest.mark.parametrize("rate", [SLOWEST, Fraction(1, 2), Fraction(3, 4), Fraction(2), FASTEST])
def test_slow_and_fast_sound_stays_with_the_picture(
    case: tuple[Footage, list[Fraction]], rate: Fraction
) -> None:
    film, flashes = case
    track = film.sound()
    assert worst(track, flashes, flashes[0] - Fraction(1, 3), rate) < 0.03
    track.close()


def test_recordings_joined_in_one_file_are_each_heard_in_time(tmp_path: Path) -> None:
    one, other, joined = (tmp_path / name for name in ("1.ts", "2.ts", "both.ts"))
    beeps.film(one, frames=95)
    beeps.film(other, frames=110, start=Fraction(3), sound_from=Fraction(3))
    joined.write_bytes(one.read_bytes() + other.read_bytes())
    with Footage.open(joined) as film:
        white = [*beeps.flashes(95), *(95 + n for n in beeps.flashes(110))]
        flashes = [film.times[n] for n in white]
        track = film.sound()
        for start in (0, 60, 94, 97, 150, 30):
            assert worst(track, flashes, film.times[start], ONE) < 0.002
        track.close()


def tone_film(path: Path) -> None:
    clips.write(path, count=120, sound=True)


@pytest.mark.parametrize("rate", [SLOWEST, Fraction(1, 2), ONE, Fraction(3, 2), FASTEST])
def test_the_pitch_stays(tmp_path: Path, rate: Fraction) -> None:
    path = tmp_path / "tone.mp4"
    tone_film(path)
    with Footage.open(path) as film:
        track = film.sound()
        samples = listen(track, Fraction(1, 2), rate, 3 / rate)[:, 0].astype(float)
        track.close()
    samples = samples[: round(float(3 / rate) * RATE)]
    power = np.abs(np.fft.rfft(samples * np.hanning(samples.size), 8 * samples.size))
    assert abs(power.argmax() * RATE / (8 * samples.size) - 220) < 2


def test_a_damaged_stretch_is_silent_and_what_follows_is_in_time(tmp_path: Path) -> None:
    import av

    path = tmp_path / "damaged.ts"
    beeps.film(path)
    with av.open(str(path)) as container:
        places = [p.pos for p in container.demux(audio=0) if p.size and p.pos is not None]
    data = bytearray(path.read_bytes())
    first, last = places[len(places) // 3], places[len(places) // 2]
    noise = np.random.default_rng(1).integers(0, 256, last - first, np.uint8).tobytes()
    data[first:last] = noise
    path.write_bytes(bytes(data))
    with Footage.open(path) as film:
        # The pictures are damaged too, but those behind keep the container's times.
        flashes = [Fraction(n, beeps.FPS) for n in beeps.flashes(150)]
        shift = film.times[-1] - Fraction(149, beeps.FPS)
        track = film.sound()
        samples = listen(track, film.times[0], ONE, Fraction(5))
        track.close()
    heard = [film.times[0] + Fraction(place, RATE) for place in beeps.onsets(samples)]
    for flash in flashes[-3:]:
        assert min(abs(beep - flash - shift) for beep in heard) < Fraction(2, 1000)


def test_a_silent_film_says_so(tmp_path: Path) -> None:
    path = tmp_path / "silent.mp4"
    clips.write(path, count=5)
    with Footage.open(path) as film, pytest.raises(FootageError, match="no sound"):
        film.sound()


@pytest.mark.parametrize("rate", [Fraction(1, 5), Fraction(5), Fraction(0), Fraction(-1)])
def test_speeds_that_cannot_be_heard_are_refused(tmp_path: Path, rate: Fraction) -> None:
    path = tmp_path / "tone.mp4"
    tone_film(path)
    with Footage.open(path) as film:
        track = film.sound()
        with pytest.raises(FootageError, match="speed"):
            next(track.blocks(ONE, rate))
        track.close()


def gather(feed: SoundFeed, size: int) -> bytes:
    out = b""
    while len(out) < size:
        out += feed.take(min(999, size - len(out)))
    return out


def test_a_feed_gives_the_newest_start_alone(tmp_path: Path) -> None:
    path = tmp_path / "beeps.mp4"
    beeps.film(path, frames=90)
    with Footage.open(path) as film:
        feed, track = SoundFeed(film.sound), film.sound()
        for start in (Fraction(0), Fraction(2), Fraction(1, 3), Fraction(1)):
            feed.start(start, ONE)
        want = listen(track, ONE, ONE, ONE).tobytes()[: RATE * 4 // 2]
        assert gather(feed, len(want)) == want
        feed.start(Fraction(1, 3), Fraction(2))
        want = listen(track, Fraction(1, 3), Fraction(2), Fraction(1, 4)).tobytes()[:40000]
        assert gather(feed, len(want)) == want
        assert feed._bytes <= AHEAD + 65536
        feed.rest()
        assert feed.take(4096) == b""
        feed.close()
        track.close()
    assert not feed._thread.is_alive()


def test_a_feed_without_a_track_says_why(tmp_path: Path) -> None:
    path = tmp_path / "silent.mp4"
    clips.write(path, count=5)
    with Footage.open(path) as film:
        feed = SoundFeed(film.sound)
        feed._thread.join(10)
        assert isinstance(feed.failure, FootageError)
        feed.start(ONE, ONE)
        assert feed.take(400) == b""
        feed.close()
