"""The timeline: what happened, when, and what it was worth under each chosen ruleset."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtWidgets import QGridLayout, QHBoxLayout, QScrollBar, QToolButton, QWidget

from annotator.model.frame_grid import Grid
from annotator.model.match import Match
from annotator.model.timeline import read_timeline
from annotator.scoring import wording
from annotator.scoring.holds import Hold
from annotator.text import tr
from annotator.ui.elsewhere import at_once
from annotator.ui.thumbnails import Thumbnails
from annotator.ui.views.timeline_canvas import TimelineCanvas
from annotator.ui.views.timeline_drag import Drag, LoopDrag, reach_of
from annotator.ui.views.timeline_geometry import closest_rate
from annotator.ui.views.timeline_grip import Grip, LoopGrip
from annotator.ui.views.timeline_items import (
    Item,
    Lane,
    Sort,
    Track,
    hold_track,
    match_lanes,
    score_lane,
)
from annotator.ui.views.view import MatchView

ZOOM = 1.5
AT_ONCE = 600
"""Lanes of a match with more tags are made elsewhere: the window would stand still for them."""
Elsewhere = Callable[[str, Callable[[], object], Callable[[object], None]], None]
JUMP = Fraction(1)
"""A playhead that moves further than this (seconds) at once was sent somewhere."""


class TimelineView(MatchView):
    """Lanes of tags and scores over the time of the film.

    Ctrl and wheel zooms under the pointer, the wheel alone scrolls; `+`, `-` and `0` zoom when
    the timeline was reached by Tab, where the arrows go from item to item and Enter plays one.
    """

    scrubbed = pyqtSignal(object)
    """A Fraction: what is being dragged is at this time; of several only the newest counts."""
    loop_wanted = pyqtSignal(object, object)
    """Start and end (None: not set yet) that the loop was dragged to, in seconds."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._elsewhere: Elsewhere = at_once
        self._holds: dict[str, tuple[Hold, ...]] = {}
        self._drag: Drag | LoopDrag | None = None
        self._shown: Fraction | None = None
        self._loop: tuple[Fraction, Fraction | None] | None = None
        self._match_lanes: list[Lane] = []
        self._score_lanes: list[Lane] = []
        self._follows = True
        self._canvas = TimelineCanvas(self)
        self._across = QScrollBar(Qt.Orientation.Horizontal, self)
        self._down = QScrollBar(Qt.Orientation.Vertical, self)
        for bar in (self._across, self._down):
            bar.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._out = self._button("\N{MINUS SIGN}")
        self._whole = self._button("\N{LEFT RIGHT ARROW}")
        self._in = self._button("+")
        buttons = QHBoxLayout()
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.setSpacing(1)
        for button in (self._out, self._whole, self._in):
            buttons.addWidget(button)
        self._edges = self._button("")
        self._edges.setCheckable(True)
        self._edges.setAutoRepeat(False)
        self._edges.setChecked(True)
        buttons.addWidget(self._edges)
        buttons.addStretch(1)
        buttons.addWidget(self._across, 100)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        grid.setColumnStretch(0, 1)
        grid.setRowStretch(0, 1)
        grid.addWidget(self._canvas, 0, 0)
        grid.addWidget(self._down, 0, 1)
        grid.addLayout(buttons, 1, 0, 1, 2)
        self.setFocusProxy(self._canvas)
        self._out.clicked.connect(self.zoom_out)
        self._in.clicked.connect(self.zoom_in)
        self._whole.clicked.connect(self.zoom_whole)
        self._across.valueChanged.connect(self._scrolled_across)
        self._down.valueChanged.connect(self._canvas.set_offset)
        self._canvas.window_changed.connect(self._show_bars)
        self._canvas.time_clicked.connect(self._clicked_time)
        self._canvas.item_clicked.connect(self._clicked_item)
        self._canvas.item_activated.connect(self._activated_item)
        self._canvas.scrubbed.connect(self._scrub)
        self._canvas.drag_begun.connect(self._take)
        self._canvas.dragged.connect(self._drag_to)
        self._canvas.dropped.connect(self._drop)
        self._edges.toggled.connect(self._show_manner)
        self._canvas.set_theme(self._theme)
        self._language_changed()

    def work_elsewhere(self, elsewhere: Elsewhere) -> None:
        """Have the lanes of a large match made by this, which need not do it at once."""
        self._elsewhere = elsewhere

    def set_thumbnails(self, thumbnails: Thumbnails) -> None:
        """Show a strip of small pictures of the film, made by this."""
        self._canvas.set_thumbnails(thumbnails)

    def set_holds(self, holds: dict[str, tuple[Hold, ...]]) -> None:
        """Show when which holds run, by ruleset id, in the lanes of the scores."""
        self._holds = dict(holds)
        self._fill_holds()

    def zoom_in(self) -> None:
        """Closer, around the playhead where it is in sight."""
        self._canvas.zoom(ZOOM)

    def zoom_out(self) -> None:
        """Further away."""
        self._canvas.zoom(1 / ZOOM)

    def zoom_whole(self) -> None:
        """The whole match."""
        self._canvas.show_whole()

    def zoom_frames(self) -> None:
        """Single frames, around the playhead."""
        self._canvas.turn_to(float(self._playhead))
        self._canvas.zoom(float("inf"))

    def show_stretch(self, first: Fraction, last: Fraction) -> None:
        """Zoom so that a stretch of time fills the timeline."""
        self._canvas.show_stretch(float(first), float(last))

    def set_loop(self, loop: tuple[Fraction, Fraction | None] | None) -> None:
        """Show the stretch that is played over and over (seconds, half open), or none."""
        self._loop = loop
        self._canvas.set_loop(loop)

    @property
    def joined(self) -> bool:
        """Whether what adjoins an edge moves along with it; else it moves alone."""
        return self._edges.isChecked()

    def set_joined(self, joined: bool) -> None:
        """Choose how edges move: with what adjoins them, or alone."""
        self._edges.setChecked(joined)

    def cancel_drag(self) -> bool:
        """Put back what is being dragged, and the film; False if nothing was."""
        was_dragging = self._canvas.is_dragging
        drag = self._let_go()
        self._canvas.let_go()
        if drag is None:
            return was_dragging
        if isinstance(drag, LoopDrag):
            self.loop_wanted.emit(*drag.before)
        self._say_time(drag.home)
        return True

    def visible_items(self) -> list[Item]:
        """The items that lie within what is on screen."""
        return self._canvas.visible_items()

    def painted_items(self) -> list[Item]:
        """The items that the last painting went through."""
        return self._canvas.layers.painted()

    def lanes(self) -> list[Lane]:
        """The lanes, from the top."""
        return [*self._match_lanes, *self._score_lanes]

    def canvas(self) -> TimelineCanvas:
        """The painted part."""
        return self._canvas

    def _button(self, text: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setAutoRaise(True)
        button.setAutoRepeat(text != "\N{LEFT RIGHT ARROW}")
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _language_changed(self) -> None:
        self._canvas.setAccessibleName(tr("Timeline"))
        self._canvas.setAccessibleDescription(
            tr("Arrow keys go from tag to tag and from lane to lane, Enter plays, + and - zoom.")
        )
        for button, name in (
            (self._out, tr("Zoom out (Ctrl and wheel)")),
            (self._whole, tr("Show the whole match")),
            (self._in, tr("Zoom in (Ctrl and wheel)")),
        ):
            button.setToolTip(name)
            button.setAccessibleName(name)
        self._show_manner()
        self._across.setAccessibleName(tr("Scroll through the match"))
        self._down.setAccessibleName(tr("Scroll through the lanes"))
        self._canvas.layers.forget()
        self._make_match_lanes()
        self._sheets_changed()

    def _show_manner(self, joined: bool = True) -> None:
        name = tr("Edges: joined") if self.joined else tr("Edges: alone")
        hint = (
            tr("An edge takes along what adjoins it, and stops before a position would vanish.\n"
               "With Shift it moves alone; with Alt it does not snap to other edges.")
            if self.joined
            else tr("An edge moves alone and pushes on the positions that it runs into.\n"
                    "With Shift what adjoins it moves along; with Alt it does not snap.")
        )  # fmt: skip
        self._edges.setText(name)
        self._edges.setToolTip(hint)
        self._edges.setAccessibleName(name)
        self._edges.setAccessibleDescription(hint)

    def _match_changed(self, before: Match) -> None:
        # What is being dragged may not be there any more.
        self.cancel_drag()
        self._bound()
        self._make_match_lanes()

    def _make_match_lanes(self) -> None:
        match, until = self._match, self._until()
        self._make("match", lambda: match_lanes(match, until), self._take_match_lanes)

    def _take_match_lanes(self, lanes: object) -> None:
        assert isinstance(lanes, list)
        self._match_lanes = lanes
        self._show_lanes()

    def _sheets_changed(self) -> None:
        headings = wording.headings(self._rulesets)
        wanted = [(each, self._sheets[each.id], headings[each.id]) for each in self._rulesets]
        self._make("scores", lambda: [score_lane(*each) for each in wanted], self._take_score_lanes)

    def _take_score_lanes(self, lanes: object) -> None:
        assert isinstance(lanes, list)
        # Until the holds of these sheets are known, those of the ones before are still shown.
        before = {lane.ruleset.id: lane.holds for lane in self._score_lanes if lane.ruleset}
        self._score_lanes = lanes
        for lane in self._score_lanes:
            if lane.ruleset is not None and lane.ruleset.id in before:
                lane.holds = before[lane.ruleset.id]
        self._show_lanes()
        self._fill_holds()

    def _fill_holds(self) -> None:
        holds, until = self._holds, self._until()
        self._make(
            "holds",
            lambda: {name: hold_track(each, until) for name, each in holds.items()},
            self._take_holds,
        )

    def _take_holds(self, tracks: object) -> None:
        assert isinstance(tracks, dict)
        for lane in self._score_lanes:
            if lane.ruleset is not None:
                lane.holds = tracks.get(lane.ruleset.id, Track(()))
        self._canvas.refresh_scores()

    def _make(self, topic: str, work: Callable[[], object], done: Callable[[object], None]) -> None:
        """A small match is shown at once; a large one when its lanes are made."""
        (at_once if len(self._match.tags) <= AT_ONCE else self._elsewhere)(topic, work, done)

    def _frames_changed(self) -> None:
        self._match_changed(self._match)
        self._fill_holds()

    def _playhead_changed(self, before: Fraction) -> None:
        was_seen = self._canvas.shows(float(before))
        jumped = abs(self._playhead - before) > JUMP
        self._canvas.set_playhead(float(self._playhead))
        # Who has scrolled away to look at something else is not pulled back by every frame.
        if (was_seen or jumped) and not self._canvas.is_dragging:
            self._canvas.turn_to(float(self._playhead))

    def _selection_changed(self) -> None:
        self._canvas.set_selection(frozenset(self._selection))

    def _theme_changed(self) -> None:
        self._canvas.set_theme(self._theme)

    def _show_lanes(self) -> None:
        self._canvas.set_lanes(self._match, self.lanes())
        self._show_bars()

    def _extent(self) -> tuple[float, float]:
        """First and last time of film and tags (seconds)."""
        timeline = read_timeline(self._match)
        times = [float(timeline.first), float(timeline.last)] if self._match.tags else []
        if self._frames:
            times += [float(self._frames[0]), float(self._frames[-1])]
        return min(times, default=0.0), max(times, default=0.0)

    def _until(self) -> float:
        """How far the timeline goes: a little beyond the end, so that a mark there is seen whole."""
        first, last = self._extent()
        return last + max(last - first, 1.0) * 0.025

    def _bound(self) -> None:
        rate = closest_rate(self._frames)
        self._canvas.set_bounds(self._extent()[0], self._until(), rate, self._frames or ())

    def _show_bars(self) -> None:
        window = self._canvas.window_shown()
        total = (window.last - window.first) * window.rate
        self._across.blockSignals(True)
        self._across.setRange(0, max(0, round(total - window.width)))
        self._across.setPageStep(max(1, window.width))
        self._across.setSingleStep(max(1, window.width // 20))
        self._across.setValue(round((window.start - window.first) * window.rate))
        self._across.blockSignals(False)
        high, room = self._canvas.lanes_height(), self._canvas.lanes_room()
        self._down.setRange(0, max(0, high - room))
        self._down.setPageStep(max(1, room))
        self._down.setSingleStep(24)
        self._down.setVisible(high > room)

    def _scrolled_across(self, value: int) -> None:
        self._canvas.scroll_to(value)

    def _clicked_time(self, time: Fraction) -> None:
        self._say_time(self.snapped(time))

    def _clicked_item(self, item: Item, time: Fraction) -> None:
        tag_id = item.tag_at(time)
        if tag_id:
            self.tag_chosen.emit(tag_id)
        if item.ruling is not None:
            at = self.time_of(item.ruling)
        else:
            tag = next((tag for tag in self._match.tags if tag.id == tag_id), None)
            at = tag.start if tag else item.time
        self._say_time(at)

    # Drags.

    def _scrub(self, time: Fraction) -> None:
        """Show the frame at a time, unless it is the one that was shown last."""
        frame = self.snapped(time)
        if frame != self._shown:
            self._shown = frame
            self.scrubbed.emit(frame)

    def _take(self, grip: object, pointer: Fraction) -> None:
        self._shown = None
        grid = Grid(self._frames or ())
        if isinstance(grip, LoopGrip):
            assert self._loop is not None
            self._drag = LoopDrag(grip, self._loop, grid, pointer, self._playhead)
            return
        assert isinstance(grip, Grip)
        self._drag = Drag(grip, self._match, grid, pointer, self._playhead)
        self.tag_chosen.emit(grip.tag_id)

    def _drag_to(self, pointer: Fraction, free: bool, other: bool) -> None:
        drag = self._drag
        if drag is None:
            return
        rate = self._canvas.window_shown().rate
        if isinstance(drag, LoopDrag):
            loop = drag.move(pointer)
            if loop != self._loop:
                self.loop_wanted.emit(*loop)
            self._canvas.set_ghost(drag.ghost())
            self._scrub(drag.shown)
            return
        bands = [band for band in self._canvas.bands() if band.lane.sort is not Sort.SCORE]
        joined = self.joined is not other
        point = drag.move(pointer, bands, reach_of(rate, free=free), joined=joined)
        self._canvas.set_ghost(drag.ghost())
        self._scrub(point.time)

    def _drop(self) -> None:
        drag = self._let_go()
        if isinstance(drag, Drag) and drag.edit.moved:
            self._say_edit(drag.edit)

    def _let_go(self) -> Drag | LoopDrag | None:
        drag, self._drag, self._shown = self._drag, None, None
        self._canvas.set_ghost(None)
        return drag

    def _activated_item(self, item: Item, time: Fraction) -> None:
        if tag_id := item.tag_at(time):
            self.tag_activated.emit(tag_id)
