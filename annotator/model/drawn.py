"""Which drawings of a match are seen when, and on which film."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import count

from annotator.model.drawing import Drawing, Shape
from annotator.model.match import Match


def camera_of(match: Match, film: int) -> int:
    """The camera of a film (from 1); 1 for a film that the match does not have."""
    return match.media[film - 1].camera if 1 <= film <= len(match.media) else 1


def drawings_at(match: Match, time: Fraction, film: int = 1) -> list[tuple[Drawing, Fraction]]:
    """What is seen on the picture of film `film` (from 1) at a time (seconds of the match), with
    its opacity, in the order of drawing. What was drawn on one camera's picture is not on another's.
    """
    if not match.drawings:
        return []
    camera = camera_of(match, film)
    return [
        (drawing, opacity)
        for drawing in match.drawings
        if (opacity := drawing.opacity_at(time)) and camera_of(match, drawing.film) == camera
    ]


def blurs_at(match: Match, time: Fraction, film: int = 1) -> list[Drawing]:
    """The areas of the picture of film `film` (from 1) in which nobody is to be recognised at a time
    (seconds of the match).
    """
    return [one for one, _ in drawings_at(match, time, film) if one.shape is Shape.BLUR]


def drawing_times(match: Match, film: int = 1) -> list[Fraction]:
    """The moments (seconds of the match) at which something was drawn on a film's camera, in time."""
    camera = camera_of(match, film)
    return sorted({one.time for one in match.drawings if camera_of(match, one.film) == camera})


def free_drawing_ids(drawings: Sequence[Drawing]) -> Iterator[str]:
    """Ids that no drawing has: `d1`, `d2`, ..."""
    taken = {drawing.id for drawing in drawings}
    return (name for number in count(len(drawings) + 1) if (name := f"d{number}") not in taken)
