"""The commands that draw on the film, and what the pointer does there while they do.

A drawing belongs to the frame on screen. It is kept in the match when it is finished; until then
it is only painted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from PyQt6.QtCore import QPointF, QRectF
from PyQt6.QtGui import QPainter

from annotator.model.drawing import COLOURS, SCALE, Drawing, Point, Shape
from annotator.model.drawing_edits import AddDrawing, ChangeDrawing, RemoveDrawings
from annotator.model.drawn import drawing_times, drawings_at, free_drawing_ids
from annotator.model.match import Match
from annotator.model.time import FrameRef
from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.drawing.bar import WIDTHS, DrawingBar
from annotator.ui.drawing.blurring import Blurring
from annotator.ui.drawing.over_film import OverFilm, paint_handles
from annotator.ui.drawing.pencil import (
    Pencil,
    Style,
    View,
    drawing_at,
    handle_at,
    new_drawing,
)
from annotator.ui.drawing.placing import film_point
from annotator.ui.drawing.words import WordField
from exports.mosaic import regions_at

if TYPE_CHECKING:
    from annotator.ui.window import Window
    from annotator.video.clip_parts import Region

MODE = "draw"
"""Keys written `draw:...` mean something only while this mode is on."""
_NUDGE = SCALE // 256
_DEFAULTS = {
    Shape.ARROW: ((3, 5), (5, 4)), Shape.LINE: ((3, 4), (5, 4)), Shape.CIRCLE: ((3, 3), (5, 5)),
    Shape.ANGLE: ((3, 3), (4, 5), (5, 3)), Shape.FREEHAND: ((3, 4), (5, 4)),
    Shape.BLUR: ((3, 3), (5, 5)),
}  # fmt: skip
"""Where the keyboard puts a new drawing, in eighths of the picture as it is seen."""


class Drawings(Actions):
    """Draws, moves, deletes and finds drawings; lays them over the film."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self.on = False
        self.tool: Shape | None = Shape.ARROW
        self.selected = ""
        self.point: int | None = None
        self.pencil = Pencil()
        self._over, self._blurring = OverFilm(), Blurring()
        self.bar = DrawingBar(window.workspace)
        window.workspace.put_under_film(self.bar)
        self.words = WordField(window.film_view)
        self.words.taken.connect(self._worded)
        self.bar.command_wanted.connect(window.run_by_id)
        self.bar.style_changed.connect(self._restyled)
        self.session.changed.connect(self._changed)
        self.bar.show_style(Style())
        self._changed(self.session.match, self.session.match)

    # ------------------------------------------------------------------ what is there

    @property
    def style(self) -> Style:
        return self.bar.style_now

    def selection(self) -> Drawing | None:
        """The drawing that commands mean."""
        return self.session.match.drawing(self.selected) if self.on and self.selected else None

    def moment(self) -> tuple[Fraction, FrameRef] | None:
        """Time and frame of the picture on screen; None where there is no picture."""
        picture, times = self.window.film_view.picture, self.player.times
        if picture is None or self.window.first is not None or picture.index >= len(times):
            return None
        frame = self.window.reels.ref(picture.index)
        return (times[picture.index], frame) if frame is not None else None

    def seen(self) -> list[tuple[Drawing, Fraction]]:
        """What lies over the picture on screen, with its opacity."""
        moment = self.moment()
        if moment is None:
            return []
        return drawings_at(self.session.match, moment[0], moment[1].part)

    def hidden(self) -> list[Region]:
        """The areas of the picture on screen in which nobody is to be recognised."""
        moment = self.moment()
        if moment is None:
            return []
        return regions_at(self.session.match, moment[0], moment[1].part)

    def _view(self) -> View | None:
        place = self.window.film_view.picture_place()
        return View(place, self.window.film_view.framing) if place is not None else None

    def _changed(self, before: object, after: object) -> None:
        assert isinstance(after, Match)
        if self.selected and after.drawing(self.selected) is None:
            self._select("")
        self.show()

    def show(self) -> None:
        """Have the film painted with what lies over it; without anything it is painted alone."""
        score = self.window.film_score
        needed = self.on or bool(self.session.match.drawings) or score.on
        self.window.film_view.set_over(self if needed else None)

    def _select(self, name: str, point: int | None = None) -> None:
        self.selected, self.point = name, point
        drawing = self.selection()
        if drawing is not None:
            self.bar.show_style(_style_of(drawing))
        self.window.film_view.update()

    # ------------------------------------------------------------------ the mode

    def toggle(self) -> None:
        """Draw on the film, or no more."""
        if self.on:
            self._leave()
        else:
            self.pick(self.tool)

    def pick(self, tool: Shape | None) -> None:
        """Draw with this tool from now on; None: select and move."""
        if not self.window.has_frames():
            return
        if self.moment() is None:
            self.window.say(tr("Drawings lie on a film's picture, and none is shown."))
            return
        self.player.pause()
        self.tool, self.on = tool, True
        self.pencil.drop()
        self.window.dispatcher.mode = MODE
        self.bar.show_tool(tool)
        self.bar.show()
        self.window.film_view.set_pointer(drawing=True)
        self.show()

    def choose(self) -> None:
        """Select and move from now on."""
        self.pick(None)

    def leave(self) -> None:
        """Give up what is being drawn; else draw no more."""
        if self.words.was_left():
            return  # Esc ended the typing
        if self.pencil.busy:
            self.pencil.drop()
            self.window.film_view.update()
        elif self.on:
            self._leave()

    def _leave(self) -> None:
        self.pencil.drop()
        self.on, self.selected, self.point = False, "", None
        self.window.dispatcher.mode = ""
        self.bar.hide()
        self.window.film_view.set_pointer(drawing=False)
        self.window.film_view.setFocus()
        self.show()

    # ------------------------------------------------------------------ the pointer

    def paint(self, painter: QPainter, place: QRectF) -> None:
        """Paint what lies over the picture, which lies at `place`."""
        framing = self.window.film_view.framing
        draft = self.pencil.draft
        hidden = draft.id if draft is not None else ""
        seen = [pair for pair in self.seen() if pair[0].id != hidden]
        hiding = [*(one for one, _ in seen), *([draft] if draft is not None else [])]
        image = self.window.film_view.shown_image
        self._blurring.paint(painter, place, framing, hiding, image, outlined=self.on)
        self.window.film_score.paint(painter, place, self.moment())
        self._over.paint(painter, place, framing, seen, draft)
        drawing = draft or self.selection()
        if self.on and drawing is not None and drawing.shape is not Shape.FREEHAND:
            view = View(place, framing)
            paint_handles(painter, [view.spot(point) for point in drawing.points], self.point)

    def press(self, spot: QPointF) -> bool:
        """The left button went down on the picture; whether that is ours."""
        view, moment = self._view(), self.moment()
        if not self.on or view is None or moment is None:
            return False
        self.words.was_left()
        self.player.pause()
        if self.pencil.follows_unpressed:
            return True
        drawing = self.selection()
        if drawing is not None and (number := handle_at(drawing, spot, view)) is not None:
            self.pencil.hold(drawing, spot, number)
        elif self.tool is None:
            under = drawing_at([one for one, _ in self.seen()], spot, view)
            self._select(under.id if under is not None else "")
            if under is not None:
                self.pencil.hold(under, spot, None)
        elif self.tool is not Shape.TEXT:
            self.pencil.begin(self._new(self.tool, moment), spot, view)
        return True

    def follow(self, spot: QPointF, *, straight: bool) -> bool:
        """The pointer moved; whether that is ours."""
        view = self._view()
        if not self.on or view is None:
            return False
        if self.pencil.busy:
            self.pencil.follow(spot, view, straight=straight)
            self.window.film_view.update()
        return True

    def let_go(self, spot: QPointF) -> bool:
        """The left button was let go; whether that is ours."""
        view, moment = self._view(), self.moment()
        if not self.on or view is None or moment is None:
            return False
        done = self.pencil.let_go()
        if done is not None:
            self._keep(done)
        elif not self.pencil.busy and self.tool is not None:
            under = drawing_at([one for one, _ in self.seen()], spot, view)
            if under is not None:
                self._select(under.id)
            elif self.tool is Shape.TEXT:
                self._type(self._new(Shape.TEXT, moment, (view.point(spot),)), view)
            else:
                self._select("")
        self.window.film_view.update()
        return True

    def click_twice(self, spot: QPointF) -> bool:
        """Two clicks change the words of a text; whether they are ours."""
        self.pencil.drop()
        if self.on:
            self.edit_words()
        return self.on

    def _new(
        self, shape: Shape, moment: tuple[Fraction, FrameRef], points: tuple[Point, ...] = ()
    ) -> Drawing:
        name = next(free_drawing_ids(self.session.match.drawings))
        return replace(new_drawing(name, shape, *moment, self.style), points=points)

    def _keep(self, drawing: Drawing) -> None:
        known = self.session.match.drawing(drawing.id)
        edit = AddDrawing(drawing) if known is None else ChangeDrawing(drawing, tr("Move drawing"))
        if drawing != known and self.session.do(edit):
            self._select(drawing.id)

    # ------------------------------------------------------------------ words

    def _type(self, drawing: Drawing, view: View) -> None:
        spot = view.spot(drawing.points[0]) if drawing.points else None
        self.words.ask(drawing, spot, view.place)

    def _worded(self, drawing: object, text: str) -> None:
        """Words were typed; a drawing left without any goes."""
        assert isinstance(drawing, Drawing)
        known = self.session.match.drawing(drawing.id)
        if text and known is None:
            done = self.session.do(AddDrawing(replace(drawing, text=text)))
        elif text and known is not None and text != known.text:
            changed = replace(known, text=text)
            done = self.session.do(ChangeDrawing(changed, tr("Change text")))
        elif not text and known is not None:
            done = self.session.do(RemoveDrawings(frozenset({known.id})))
        else:
            return
        if done and text:
            self._select(drawing.id)

    def edit_words(self) -> None:
        """Type anew what the selected text or note says."""
        drawing, view = self.selection(), self._view()
        if drawing is not None and view is not None and drawing.text:
            self._type(drawing, view)

    def note(self) -> None:
        """Write a note on the frame on screen, or change the one that is there."""
        if not self.window.has_frames():
            return
        moment, view = self.moment(), self._view()
        if moment is None or view is None:
            self.window.say(tr("A note lies on a film's picture, and none is shown."))
            return
        self.player.pause()
        here = next(
            (one for one, _ in self.seen() if one.shape is Shape.NOTE and one.time == moment[0]),
            None,
        )
        self._type(here or self._new(Shape.NOTE, moment), view)

    # ------------------------------------------------------------------ by keyboard

    def place(self) -> None:
        """Put one into the middle of the picture, to be moved by keys."""
        moment, view = self.moment(), self._view()
        if not self.on or moment is None or view is None or self.tool is None:
            return
        if self.tool is Shape.TEXT:
            self._type(self._new(Shape.TEXT, moment, ((SCALE // 2, SCALE // 2),)), view)
            return
        points = tuple(
            film_point((x * SCALE // 8, y * SCALE // 8), view.framing)
            for x, y in _DEFAULTS[self.tool]
        )
        self._keep(self._new(self.tool, moment, points))

    def next(self) -> None:
        """Select the next one of those on the picture."""
        names = [one.id for one, _ in self.seen()]
        if self.on and names:
            at = names.index(self.selected) + 1 if self.selected in names else 0
            self._select(names[at % len(names)])

    def next_point(self) -> None:
        """Choose the next point of the selected drawing; after the last one it moves whole."""
        drawing = self.selection()
        if drawing is not None and drawing.points:
            following = 0 if self.point is None else self.point + 1
            self._select(drawing.id, following if following < len(drawing.points) else None)

    def move(self, way: tuple[int, int]) -> None:
        """Move the selected drawing, or its chosen point, a step as it is seen."""
        drawing, view = self.selection(), self._view()
        if drawing is None or view is None or not drawing.points:
            return
        zero = film_point((0, 0), view.framing)
        x, y = film_point((way[0] * _NUDGE, way[1] * _NUDGE), view.framing)
        dx, dy, point = x - zero[0], y - zero[1], self.point
        if point is None:
            moved = drawing.moved(dx, dy)
        else:
            old = drawing.points[point]
            moved = drawing.with_point(point, (old[0] + dx, old[1] + dy))
        if self.session.do(ChangeDrawing(moved, tr("Move drawing"))):
            self._select(drawing.id, point)

    def delete(self) -> None:
        """Delete the selected drawing."""
        drawing = self.selection()
        if drawing is not None:
            self.session.do(RemoveDrawings(frozenset({drawing.id})))

    def step_colour(self, step: int) -> None:
        """The next colour, or the one before."""
        colours = list(COLOURS)
        at = (colours.index(self.style.colour) + step) % len(colours)
        self._use(replace(self.style, colour=colours[at]))

    def step_width(self, step: int) -> None:
        """Thicker, or thinner."""
        near = min(range(len(WIDTHS)), key=lambda at: abs(WIDTHS[at] - self.style.width))
        at = min(max(near + step, 0), len(WIDTHS) - 1)
        self._use(replace(self.style, width=WIDTHS[at]))

    def _use(self, style: Style) -> None:
        if self.on:
            self.bar.show_style(style)
            self._restyled(style)

    def _restyled(self, style: object) -> None:
        assert isinstance(style, Style)
        drawing = self.selection()
        if drawing is not None and style.on(drawing) != drawing:
            self.session.do(ChangeDrawing(style.on(drawing)))

    # ------------------------------------------------------------------ from one to the other

    def go(self, direction: int) -> None:
        """To the next moment (1) at which something was drawn, or the one before (-1)."""
        moment = self.moment()
        time, film = (self.player.time, 1) if moment is None else (moment[0], moment[1].part)
        times: Sequence[Fraction] = drawing_times(self.session.match, film)
        found = [one for one in times if (one > time if direction > 0 else one < time)]
        if not found:
            self.window.say(
                tr("Nothing is drawn after this.") if direction > 0
                else tr("Nothing is drawn before this.")
            )  # fmt: skip
            return
        self.player.pause()
        self.player.seek(found[0] if direction > 0 else found[-1])


def _style_of(drawing: Drawing) -> Style:
    return Style(drawing.colour, drawing.width, drawing.shown, drawing.fade_in, drawing.fade_out)
