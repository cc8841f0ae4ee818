"""The timeline: what happened, when, and what it was worth under each chosen ruleset."""

from __future__ import annotations

from fractions import Fraction

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QGridLayout, QHBoxLayout, QScrollBar, QToolButton, QWidget

from annotator.model.match import Match
from annotator.model.timeline import read_timeline
from annotator.text import tr
from annotator.ui.views import wording
from annotator.ui.views.timeline_canvas import TimelineCanvas
from annotator.ui.views.timeline_geometry import closest_rate
from annotator.ui.views.timeline_items import Item, Lane, match_lanes, score_lane
from annotator.ui.views.view import MatchView

ZOOM = 1.5
JUMP = Fraction(1)
"""A playhead that moves further than this (seconds) at once was sent somewhere."""


class TimelineView(MatchView):
    """Lanes of tags and scores over the time of the film.

    Ctrl and wheel zooms under the pointer, the wheel alone scrolls; `+`, `-` and `0` zoom when
    the timeline was reached by Tab, where the arrows go from item to item and Enter plays one.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        self._canvas.set_theme(self._theme)
        self._language_changed()

    def zoom_in(self) -> None:
        """Closer, around the playhead where it is in sight."""
        self._canvas.zoom(ZOOM)

    def zoom_out(self) -> None:
        """Further away."""
        self._canvas.zoom(1 / ZOOM)

    def zoom_whole(self) -> None:
        """The whole match."""
        self._canvas.show_whole()

    def show_stretch(self, first: Fraction, last: Fraction) -> None:
        """Zoom so that a stretch of time fills the timeline."""
        self._canvas.show_stretch(float(first), float(last))

    def visible_items(self) -> list[Item]:
        """The items that lie within what is on screen."""
        return self._canvas.visible_items()

    def painted_items(self) -> list[Item]:
        """The items that the last painting went through."""
        return list(self._canvas.painted)

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
        self._across.setAccessibleName(tr("Scroll through the match"))
        self._down.setAccessibleName(tr("Scroll through the lanes"))
        self._match_lanes = match_lanes(self._match, self._until())
        self._sheets_changed()

    def _match_changed(self, before: Match) -> None:
        self._match_lanes = match_lanes(self._match, self._until())
        self._show_lanes()
        self._bound()

    def _sheets_changed(self) -> None:
        headings = wording.headings(self._rulesets)
        self._score_lanes = [
            score_lane(rules, self._sheets[rules.id], headings[rules.id])
            for rules in self._rulesets
        ]
        self._show_lanes()

    def _frames_changed(self) -> None:
        self._match_changed(self._match)

    def _playhead_changed(self, before: Fraction) -> None:
        was_seen = self._canvas.shows(float(before))
        jumped = abs(self._playhead - before) > JUMP
        self._canvas.set_playhead(float(self._playhead))
        # Who has scrolled away to look at something else is not pulled back by every frame.
        if was_seen or jumped:
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

    def _activated_item(self, item: Item, time: Fraction) -> None:
        if tag_id := item.tag_at(time):
            self.tag_activated.emit(tag_id)
