"""What lies over a film: the score of a ruleset, the clock, what runs, begins and is given, drawings.

    overlay = FilmOverlay(match, ruleset, score(match, ruleset))
    picture = blend(picture, overlay.layers(time, Canvas(1280, 720)))

Painted without Qt, for clips, saved pictures and the window alike. A layer is painted anew only when
what it says has changed: the same layer means the same pixels.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar

from annotator.model.drawn import drawings_at
from annotator.model.match import Match
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import ScoreSheet
from exports import film_ink
from exports.film_ink import Item, Scale
from exports.film_moments import ALL_SHOWN, FilmMoments
from exports.film_moments import Names as Names
from exports.film_moments import Shown as Shown
from exports.film_moments import initials as initials
from exports.mosaic import regions_at
from exports.overlay import Canvas, Layer, Overlay, Seen

if TYPE_CHECKING:
    from annotator.video import Footage, Reel
    from annotator.video.clip_parts import Cut, LookAt, Region
    from exports.overlay import Pixels

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_KEPT = 96
"""So many painted layers are remembered."""


class FilmOverlay:
    """Paints what lies over a film of a match at any time. For one thread at a time.

    `ruleset` and `sheet`: whose score is shown, None for none. `names`: what the athletes are called.
    `board_at` (seconds of the match): the board and the clock stand as at that time from then on, and
    nothing that happens later is told.
    """

    def __init__(
        self,
        match: Match,
        ruleset: Ruleset | None,
        sheet: ScoreSheet | None,
        shown: Shown = ALL_SHOWN,
        names: Names = Names.FULL,
        *,
        board_at: Fraction | None = None,
    ) -> None:
        self._match, self._shown, self._until = match, shown, board_at
        self._moments = FilmMoments(match, ruleset, sheet, shown, names, board_at)
        self._drawn = Overlay()
        self._pixels: OrderedDict[tuple[Item, Canvas], Pixels] = OrderedDict()
        self._layers: OrderedDict[tuple[Item, Canvas, int, int], Layer] = OrderedDict()

    def layers(
        self, time: Fraction, canvas: Canvas, film: int = 1, since: Fraction | None = None
    ) -> list[tuple[Layer, Fraction]]:
        """What lies over the picture of the match's film `film` (from 1) at a time (seconds of the
        match), the upper ones last, each with its opacity. No ruling from before `since` is told.
        """
        drawn = self._drawn.layers(self._seen(time, film), canvas)
        notes = [
            layer for layer, _ in drawn if layer.top + len(layer.pixels) >= canvas.height * 0.95
        ]
        floor = min((layer.top for layer in notes), default=canvas.height)
        return [*drawn, *((layer, Fraction(1)) for layer in self._said(time, canvas, floor, since))]

    def unpainted(self, time: Fraction, canvas: Canvas) -> list[Item]:
        """What is said at a time but would have to be painted first, for whoever cannot wait: it is
        painted by `exports.film_ink.drawn`, in any thread, and given to `keep`.
        """
        items = self._moments.at(time).items()
        return [item for item in items if (item, canvas) not in self._pixels]

    def keep(self, item: Item, canvas: Canvas, pixels: Pixels) -> None:
        """Take over what was painted elsewhere."""
        self._pixels[item, canvas] = pixels
        _used(self._pixels, (item, canvas))

    def blurred(self, time: Fraction, film: int = 1) -> list[Region]:
        """In which parts of the picture nobody is to be recognised, whatever else is shown."""
        return regions_at(self._match, time, film)

    def look(self, film: Footage | Reel, cuts: Sequence[Cut] = ()) -> LookAt:
        """What lies over each entry of a film or reel, for the writer of clips. Of `cuts` each tells
        only the rulings that are made in it; where they overlap, those of the earliest.
        """
        from annotator.video import Reel
        from annotator.video.clip_parts import Look

        times = film.times

        def at(index: int, width: int, height: int) -> Look:
            frame = film.ref(index) if isinstance(film, Reel) else None
            number = 1 if frame is None else frame.part
            time = times[index]
            first = min((cut.first for cut in cuts if cut.first <= index <= cut.last), default=None)
            since = None if first is None else times[first]
            layers = self.layers(time, Canvas(width, height), number, since)
            return Look(layers, self.blurred(time, number))

        return at

    def _seen(self, time: Fraction, film: int) -> Seen:
        if not self._shown.drawings:
            return ()
        return [
            (drawing, opacity)
            for drawing, opacity in drawings_at(self._match, time, film)
            if self._until is None or drawing.time <= self._until
        ]

    def _said(
        self, time: Fraction, canvas: Canvas, floor: int, since: Fraction | None
    ) -> list[Layer]:
        """The score and what is told, each at its place: what begins and what is given below."""
        moment, scale = self._moments.at(time, since), Scale(canvas)
        found: list[Layer] = []
        margin, gap = scale.margin, scale.of(0.01)
        across = round(margin / canvas.pixel_aspect)
        y = margin
        for item in (moment.board, moment.clock):
            if item is not None:
                found.append(self._layer(item, canvas, across, y))
                y += len(found[-1].pixels) + gap
        for head, left in moment.holds:
            found.append(self._layer(head, canvas, across, y))
            beside = across + found[-1].pixels.shape[1]
            found.append(self._layer(left, canvas, beside, y))
            y += len(found[-1].pixels) + gap
        floor = min(floor, canvas.height) - margin
        if scale.upright:
            for caption in moment.captions:
                found.append(self._layer(caption, canvas, across, y))
                y += len(found[-1].pixels) + gap
        else:
            bottom = floor
            for caption in reversed(moment.captions):
                bottom -= len(self._painted(caption, canvas))
                found.append(self._layer(caption, canvas, None, max(0, bottom)))
                bottom -= gap
        bottom = floor
        for told in reversed(moment.rulings):
            bottom -= len(self._painted(told, canvas))
            if bottom < y and scale.upright:
                break
            found.append(self._layer(told, canvas, across, max(0, bottom)))
            bottom -= gap
        return found

    def _layer(self, item: Item, canvas: Canvas, left: int | None, top: int) -> Layer:
        """An item at its place; without `left` at the right edge."""
        pixels = self._painted(item, canvas)
        if left is None:
            margin = round(Scale(canvas).margin / canvas.pixel_aspect)
            left = canvas.width - margin - pixels.shape[1]
        key = (item, canvas, left, top)
        if key not in self._layers:
            # Nothing reaches beyond the picture, however small it is.
            x, y = max(0, min(left, canvas.width - 1)), max(0, min(top, canvas.height - 1))
            self._layers[key] = Layer(x, y, pixels[: canvas.height - y, : canvas.width - x])
        return _used(self._layers, key)

    def _painted(self, item: Item, canvas: Canvas) -> Pixels:
        key = (item, canvas)
        if key not in self._pixels:
            self._pixels[key] = film_ink.drawn(item, canvas)
        return _used(self._pixels, key)


def _used(kept: OrderedDict[_Key, _Value], key: _Key) -> _Value:
    """What is kept under a key, as what was used last; what was not used for long is given up."""
    kept.move_to_end(key)
    if len(kept) > _KEPT:
        kept.popitem(last=False)
    return kept[key]


def title_card(canvas: Canvas, lines: Sequence[str]) -> Pixels:
    """A still picture (height, width, 3) red, green and blue with lines of text, the first one large."""
    return film_ink.card(canvas, lines).pixels(canvas.pixel_aspect)[..., :3]
