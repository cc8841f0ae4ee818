"""What a format could not carry, collected while reading or writing, and said in sentences."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto

from annotator.text import tr, tr_n

_MOST_NAMES = 12


class Loss(Enum):
    """The ways in which something is not, or not visibly, carried."""

    UNKNOWN_CODE = auto()
    NO_ATHLETE = auto()
    NO_TIME = auto()
    BACKWARD = auto()
    NOT_ANSWERS = auto()
    UNPAIRED = auto()
    ENDS = auto()
    GAPS = auto()
    LEFT_OUT = auto()
    NO_SLOT = auto()
    FILM_AWAY = auto()
    BEYOND = auto()
    DRAWINGS = auto()
    OPEN = auto()
    OVERLAPS = auto()
    EARLY = auto()
    ROUNDED = auto()
    CAMERAS = auto()
    HEAD = auto()
    CUT = auto()
    PARTS = auto()


class Losses:
    """Counts what is lost, with the names of what it was."""

    def __init__(self) -> None:
        self._found: dict[Loss, dict[str, int]] = {}

    def add(self, loss: Loss, name: str = "", times: int = 1) -> None:
        """One more of a kind."""
        names = self._found.setdefault(loss, {})
        names[name] = names.get(name, 0) + times

    def count(self, loss: Loss) -> int:
        """How many of a kind."""
        return sum(self._found.get(loss, {}).values())

    def names(self, loss: Loss) -> dict[str, int]:
        """What they were called, and how often each."""
        return dict(self._found.get(loss, {}))

    def sentences(self) -> tuple[str, ...]:
        """A sentence for each kind."""
        return tuple(
            _sentence(loss, self.count(loss), _listed(self._found[loss]))
            for loss in Loss
            if loss in self._found
        )


def _listed(names: dict[str, int]) -> str:
    return ", ".join(_shortly(names))


def _shortly(names: dict[str, int]) -> Iterator[str]:
    for place, (name, count) in enumerate(names.items()):
        if place == _MOST_NAMES:
            yield "…"
            return
        shown = name if len(name) <= 60 else name[:57] + "…"
        yield f"{shown} ({count})" if count > 1 else shown


def _sentence(loss: Loss, n: int, names: str) -> str:
    match loss:
        case Loss.UNKNOWN_CODE:
            return tr_n(
                "{count} event has a name that is no tag of ours; it became a mark with its text as the note: {names}.",
                "{count} events have names that are no tags of ours; they became marks with their text as the note: {names}.",
                n, names=names,
            )  # fmt: skip
        case Loss.NO_ATHLETE:
            return tr_n(
                "{count} event does not say which athlete it is about; it became a mark: {names}.",
                "{count} events do not say which athlete they are about; they became marks: {names}.",
                n, names=names,
            )  # fmt: skip
        case Loss.NO_TIME:
            return tr_n(
                "{count} event has no time that can be read and was left out: {names}.",
                "{count} events have no time that can be read and were left out: {names}.",
                n, names=names,
            )  # fmt: skip
        case Loss.BACKWARD:
            return tr_n(
                "{count} event has an end that lies before its start or cannot be read; it has no end here: {names}.",
                "{count} events have ends that lie before their starts or cannot be read; they have no end here: {names}.",
                n, names=names,
            )  # fmt: skip
        case Loss.NOT_ANSWERS:
            return tr_n(
                "{count} label answers no question of ours; it stands in the note: {names}.",
                "{count} labels answer no question of ours; they stand in the notes: {names}.",
                n, names=names,
            )  # fmt: skip
        case Loss.UNPAIRED:
            return tr_n(
                "{count} event begins and never ends there; it has no end here: {names}.",
                "{count} events begin and never end there; they have no end here: {names}.",
                n, names=names,
            )  # fmt: skip
        case Loss.ENDS:
            return tr_n(
                "{count} event lasts a while there and is a moment here; its end is not used: {names}.",
                "{count} events last a while there and are moments here; their ends are not used: {names}.",
                n, names=names,
            )  # fmt: skip
        case Loss.GAPS:
            return tr_n(
                "{count} position ended and no other began; “scramble” was put there: {names}.",
                "{count} positions ended and no other began; “scramble” was put there: {names}.",
                n, names=names,
            )  # fmt: skip
        case Loss.LEFT_OUT:
            return tr_n(
                "{count} event was left out, as the table of names says: {names}.",
                "{count} events were left out, as the table of names says: {names}.",
                n, names=names,
            )  # fmt: skip
        case Loss.NO_SLOT:
            return tr_n(
                "{count} time was not written there and was put between its neighbours.",
                "{count} times were not written there and were put between their neighbours.",
                n,
            )  # fmt: skip
        case Loss.FILM_AWAY:
            return tr_n(
                "The file names a film that is not here, so no frames are known: {names}.",
                "The file names films that are not here, so no frames are known: {names}.",
                n, names=names,
            )  # fmt: skip
        case Loss.BEYOND:
            return tr_n(
                "{count} time lies outside the film and is no frame's: {names}.",
                "{count} times lie outside the film and are no frame's: {names}.",
                n, names=names,
            )  # fmt: skip
        case Loss.DRAWINGS:
            return tr_n("{count} drawing is not carried.", "{count} drawings are not carried.", n)
        case Loss.OPEN:
            return tr_n(
                "{count} span has no end yet; it is shown one frame long there: {names}.",
                "{count} spans have no end yet; they are shown one frame long there: {names}.",
                n, names=names,
            )  # fmt: skip
        case Loss.OVERLAPS:
            return tr_n(
                "{count} span overlaps another of its kind and athlete; the other program will pair them otherwise, only this one reads them right: {names}.",
                "{count} spans overlap others of their kind and athlete; the other program will pair them otherwise, only this one reads them right: {names}.",
                n, names=names,
            )  # fmt: skip
        case Loss.EARLY:
            return tr_n(
                "{count} tag lies outside the film, or later than the format can say; it is shown at the edge there: {names}.",
                "{count} tags lie outside the film, or later than the format can say; they are shown at the edge there: {names}.",
                n, names=names,
            )  # fmt: skip
        case Loss.ROUNDED:
            return tr_n(
                "{count} time is rounded to a millisecond there; the exact one is in a comment that only this program reads.",
                "{count} times are rounded to a millisecond there; the exact ones are in comments that only this program reads.",
                n,
            )  # fmt: skip
        case Loss.CAMERAS:
            return tr_n(
                "{count} film of the match is not named there: {names}.",
                "{count} films of the match are not named there: {names}.",
                n, names=names,
            )  # fmt: skip
        case Loss.HEAD:
            return tr("Not carried: {names}.", names=names)
        case Loss.CUT:
            return tr_n(
                "{count} text is too long for a cell and was cut: {names}.",
                "{count} texts are too long for a cell and were cut: {names}.",
                n, names=names,
            )  # fmt: skip
        case Loss.PARTS:
            return tr_n(
                "{count} other observation or annotator of the file was not read: {names}.",
                "{count} other observations or annotators of the file were not read: {names}.",
                n, names=names,
            )  # fmt: skip
