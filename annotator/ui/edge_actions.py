"""The commands that move tags and their edges, and what the timeline shows: a hand's drags by keys."""

from __future__ import annotations

from fractions import Fraction

from annotator.model.edges import Edge, Mover
from annotator.model.frame_grid import Grid
from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.player.loop import Loop


class Edges(Actions):
    """Moves edges by frames in the manner that the timeline's switch says."""

    def grid(self) -> Grid:
        """Where edges can stand: the frames that can be on screen."""
        return Grid(self.window.reels.line or self.player.times or ())

    def start(self, frames: int) -> None:
        """The start of the selected tag by so many frames; the film goes with it."""
        self._move(Edge.START, frames)

    def end(self, frames: int) -> None:
        """The end of the selected span by so many frames; of a position, the start of the next."""
        self._move(Edge.END, frames)

    def whole(self, frames: int) -> None:
        """The selected tag, with its end, by so many frames."""
        self._move(Edge.WHOLE, frames)

    def _move(self, edge: Edge, frames: int) -> None:
        tag = self.window.selected_tag()
        if tag is None or tag.tag == "match":
            return
        name, joined = tag.id, self.window.timeline.joined
        if edge is Edge.END and tag.is_position:
            following = self._position_after(tag.start)
            if following is None:
                self.window.say(tr("No position follows; this one lasts until the end."))
                return
            name, edge = following, Edge.START
        mover = Mover(self.session.match, name, edge, self.grid())
        edit = mover.move(self.grid().beside(mover.time, frames).time, joined=joined)
        point = edit.point
        if point is None:
            self.window.say(tr("It cannot be moved any further."))
        elif self.session.do(edit):
            self.player.pause()
            self.player.seek(point.time)

    def _position_after(self, time: Fraction) -> str | None:
        later = [t for t in self.session.match.tags if t.is_position and t.start > time]
        return min(later, key=lambda tag: tag.start).id if later else None

    def change_manner(self) -> None:
        """Edges move joined with what adjoins them, or alone."""
        timeline = self.window.timeline
        timeline.set_joined(not timeline.joined)
        self.window.say(
            tr("Edges move joined with what adjoins them.")
            if timeline.joined
            else tr("Edges move alone.")
        )

    # ------------------------------------------------------------------ what a hand does

    def scrubbed(self, time: object) -> None:
        """Show what is being dragged; of many places only the newest is decoded."""
        assert isinstance(time, Fraction)
        self.player.pause()
        self.player.scrub(time)

    def loop_wanted(self, start: object, end: object) -> None:
        """An end of the loop was dragged."""
        assert isinstance(start, Fraction)
        assert end is None or isinstance(end, Fraction)
        self.player.set_loop(Loop(start, end))

    # ------------------------------------------------------------------ the timeline's window

    def zoom(self, direction: int) -> None:
        """The timeline closer (1) or further away (-1)."""
        timeline = self.window.timeline
        timeline.zoom_in() if direction > 0 else timeline.zoom_out()

    def zoom_whole(self) -> None:
        """The whole match."""
        self.window.timeline.zoom_whole()

    def zoom_tag(self) -> None:
        """The selected tag, with a little of what is around it."""
        tag = self.window.selected_tag()
        if tag is None:
            return
        end = self.window.playing.end_of(tag)
        room = max(end - tag.start, Fraction(1)) / 4
        self.window.timeline.show_stretch(tag.start - room, end + room)

    def zoom_frames(self) -> None:
        """Single frames, around the one on screen."""
        self.window.timeline.zoom_frames()
