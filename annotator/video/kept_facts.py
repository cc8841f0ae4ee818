"""What a film's container and first frame told, as JSON and back; nothing from there is trusted."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

from annotator.video.facts import FirstFrame, SoundFacts, TrackFacts

_RATIO = ("rate", "pixel_aspect", "start", "end")
Plain = dict[str, Any]


def plain(value: TrackFacts | FirstFrame | SoundFacts) -> Plain:
    """The fields by name; a fraction is its two whole numbers."""
    return {name: _plain(getattr(value, name)) for name in value.__slots__}


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return [value.numerator, value.denominator]
    if isinstance(value, SoundFacts):
        return plain(value)
    return list(value) if isinstance(value, tuple) else value


def facts_from(given: Plain) -> TrackFacts:
    """The facts that `plain` was given.

    Raises:
        ValueError, LookupError, TypeError, ArithmeticError: it was given none such.
    """
    words = dict(given)
    if words["sound"] is not None:
        words["sound"] = SoundFacts(**_with_ratios(words["sound"]))
    words["colours"] = tuple(words["colours"])
    found = TrackFacts(**_with_ratios(words))
    _check(found, {"rate": Fraction, "declared_frames": int, "pixel_aspect": Fraction,
                   "bottom_first": bool, "tracks": int, "number": int, "reorder": int})  # fmt: skip
    if found.sound is not None:
        _check(found.sound, {"codec": str, "rate": int, "channels": int})
    whole = len(found.colours) == 4 and all(type(each) is int for each in found.colours)
    # A track's number is how many others are before it: no container has so many.
    if not whole or found.rate <= 0 or found.pixel_aspect <= 0 or not 0 <= found.number < 1000:
        raise ValueError(given)
    if not 0 <= found.reorder <= 16 or plain(found) != given:
        raise ValueError(given)
    return found


def first_from(given: Plain | None) -> FirstFrame | None:
    """As `facts_from`, of the first frame; None where it was not looked at."""
    if given is None:
        return None
    found = FirstFrame(**given)
    _check(found, {"width": int, "height": int, "quarters": int, "mirrored": bool,
                   "interlaced": bool})  # fmt: skip
    if found.width <= 0 or found.height <= 0 or not 0 <= found.quarters < 4:
        raise ValueError(given)
    return found


def _with_ratios(words: Plain) -> Plain:
    return {
        name: Fraction(*cast("list[int]", value))
        if name in _RATIO and isinstance(value, list)
        else value
        for name, value in words.items()
    }


def _check(value: object, types: dict[str, type]) -> None:
    for name, kind in types.items():
        if type(getattr(value, name)) is not kind:
            raise TypeError(name)
