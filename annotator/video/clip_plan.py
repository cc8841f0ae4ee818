"""Which entries of a film a clip shows, when, and what is heard with them. Exact, in fractions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from annotator.errors import ExportError
from annotator.text import tr
from annotator.video.clip_parts import Card, Cut

if TYPE_CHECKING:
    from annotator.video.footage import Footage
    from annotator.video.reel import Reel

_LEAST_TICKS = 10_000  # a second, so that the sound's beginning is told finely enough
# x264 writes twice as many ticks a second into 32 bits.
MOST_TICKS = 1 << 30
_ROUNDED = 1_000_000  # ticks a second where no such number holds all times exactly
_FASTEST = 240


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture of the clip: entry `index` of the film, or a card, from `time` on (seconds)."""

    index: int
    time: Fraction
    duration: Fraction
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """What is heard from `start` to `end` of the clip (seconds): the film from its time `film` on,
    played at `speed`; silence where `film` is None.
    """

    start: Fraction
    end: Fraction
    film: Fraction | None = None
    speed: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class Plan:
    """All pictures of a clip and its sound. `base`: seconds of a tick of which all times are whole
    multiples; `rate`: frames a second, about.
    """

    shots: tuple[Shot, ...]
    heard: tuple[Heard, ...]
    base: Fraction
    rate: Fraction

    @property
    def duration(self) -> Fraction:
        """Seconds from the first picture to the end of the last."""
        return self.shots[-1].time + self.shots[-1].duration


def make_plan(film: Footage | Reel, cuts: Sequence[Cut]) -> Plan:
    """The plan of a clip. Raises ExportError where a cut names entries that the film has not."""
    if not cuts:
        raise ExportError(
            tr("There is nothing to be shown in this clip."), mend=tr("Choose a moment for it.")
        )
    shots: list[Shot] = []
    heard: list[Heard] = []
    at = Fraction(0)
    for cut in cuts:
        _check(film, cut)
        for shot, span in _walk(film, cut):
            end = at + shot.duration
            shots.append(Shot(shot.index, at, shot.duration, shot.card))
            _join(heard, at, end, span)
            at = end
    return _in_ticks(shots, heard)


def _check(film: Footage | Reel, cut: Cut) -> None:
    if 0 <= cut.first <= cut.last < len(film):
        return
    if cut.last >= len(film) and 0 <= cut.first <= cut.last:
        what = tr(
            "The film ends before this clip does: it has {count} frames, and the clip would go on to frame {last}.",
            count=len(film), last=cut.last,
        )  # fmt: skip
    else:
        what = tr(
            "A clip cannot go from frame {first} to frame {last}.", first=cut.first, last=cut.last
        )
    raise ExportError(
        what,
        mend=tr("Its frames are numbered from 0 to {last}.", last=len(film) - 1),
    )


_Span = tuple[Fraction, Fraction] | None  # the film's time of its start, and speed


def _walk(film: Footage | Reel, cut: Cut) -> Iterator[tuple[Shot, _Span]]:
    """The pictures of a cut with the stretch of the film's sound that goes with each."""
    nothing = Fraction(0)
    if cut.card is not None:
        yield Shot(cut.first, nothing, cut.card.seconds, cut.card), None
    frozen = {freeze.index: freeze.seconds for freeze in cut.freezes}
    start = film.times[cut.first]
    for i in range(cut.first, cut.last + 1):
        end = film.times[i + 1] if i + 1 < len(film) else film.times[0] + film.duration
        if i in frozen:
            yield Shot(i, nothing, frozen[i]), None
        else:
            speed = next((s.speed for s in cut.slow if s.first <= i <= s.last), Fraction(1))
            yield Shot(i, nothing, (end - start) / speed), (start, speed)
        start = end


def _join(heard: list[Heard], start: Fraction, end: Fraction, span: _Span) -> None:
    """Add what is heard from `start` to `end`, to what was heard before if it goes on."""
    film, speed = span or (None, Fraction(1))
    if heard:
        last = heard[-1]
        goes_on = last.speed == speed and (
            last.film is None
            if film is None
            else last.film is not None and last.film + (last.end - last.start) * speed == film
        )
        if goes_on:
            heard[-1] = Heard(last.start, end, last.film, speed)
            return
    heard.append(Heard(start, end, film, speed))


def _in_ticks(shots: list[Shot], heard: list[Heard]) -> Plan:
    end = shots[-1].time + shots[-1].duration
    ticks = lcm(end.denominator, *(shot.time.denominator for shot in shots))
    if ticks > MOST_TICKS:
        ticks, shots = _ROUNDED, _rounded(shots, end)
    finer = -(-_LEAST_TICKS // ticks)
    gaps = sorted(shot.duration for shot in shots if shot.card is None)
    rate = min(1 / gaps[len(gaps) // 2], Fraction(_FASTEST)).limit_denominator(1001)
    return Plan(tuple(shots), tuple(heard), Fraction(1, ticks * finer), max(rate, Fraction(1)))


def _rounded(shots: list[Shot], end: Fraction) -> list[Shot]:
    """The same pictures at times of whole ticks of `_ROUNDED`, each later than the one before."""
    edges = [round(time * _ROUNDED) for time in (*(shot.time for shot in shots), end)]
    for n in range(1, len(edges)):
        edges[n] = max(edges[n], edges[n - 1] + 1)
    times = [Fraction(edge, _ROUNDED) for edge in edges]
    return [
        Shot(shot.index, times[n], times[n + 1] - times[n], shot.card)
        for n, shot in enumerate(shots)
    ]
