"""The sound of films in sequence, on the match's time line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING

from annotator.errors import FootageError
from annotator.model.films import Line, Piece
from annotator.video.sound import RATE, SAMPLE_BYTES, SoundBlock, SoundTrack

if TYPE_CHECKING:
    from annotator.video.footage import Footage

_QUIET = bytes(1024 * SAMPLE_BYTES)
_Sound = Callable[[Fraction, Fraction], Iterator[bytes]]


class ReelSound:
    """As a `SoundTrack`: one film's sound after the other's, silence where there is none."""

    def __init__(self, line: Line, films: Mapping[int, Footage]) -> None:
        self._line = line
        self._films = films
        self._open: tuple[int, SoundTrack] | None = None

    def blocks(self, start: Fraction, rate: Fraction = Fraction(1)) -> Iterator[SoundBlock]:
        """The sound from a time of the match on, played `rate` times as fast, for ever."""
        sent = 0
        for sound, until in self._pieces_from(start):
            last = None if until is None else round((until - start) * RATE / rate)
            for data in sound(start + rate * Fraction(sent, RATE), rate):
                part = data if last is None else data[: (last - sent) * SAMPLE_BYTES]
                yield SoundBlock(start + rate * Fraction(sent, RATE), part)
                sent += len(part) // SAMPLE_BYTES
                if last is not None and sent >= last:
                    break

    def _pieces_from(self, start: Fraction) -> Iterator[tuple[_Sound, Fraction | None]]:
        """What is heard from `start` on, one after the other, and until when (None: for ever)."""
        starts = [piece.start for piece in self._line.pieces]
        if start < starts[0]:
            yield _silence, starts[0]
        # Each up to the next one, also behind its own end: a cut may leave a little.
        for piece, until in zip(self._line.pieces, [*starts[1:], None], strict=True):
            if until is None or until > start:
                yield self._sound_of(piece), until

    def _sound_of(self, piece: Piece) -> _Sound:
        track = None if piece.film is None else self._track(piece.film)
        if piece.film is None or track is None:
            return _silence
        shift = self._line[piece.first] - self._films[piece.film].times[piece.low]

        def heard(start: Fraction, rate: Fraction) -> Iterator[bytes]:
            return (block.data for block in track.blocks(start - shift, rate))

        return heard

    def _track(self, film: int) -> SoundTrack | None:
        """The sound of a film, opened; the one before is closed. None where it has none."""
        if self._open is not None and self._open[0] == film:
            return self._open[1]
        self.close()
        if self._films[film].has_sound:
            with suppress(FootageError):  # this part is silent, those after it may not be
                self._open = film, self._films[film].sound()
        return self._open[1] if self._open is not None else None

    def close(self) -> None:
        """Give the file back."""
        opened, self._open = self._open, None
        if opened is not None:
            opened[1].close()


def _silence(start: Fraction, rate: Fraction) -> Iterator[bytes]:
    while True:
        yield _QUIET
