"""The commands of the player."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import replace
from fractions import Fraction

from PyQt6.QtWidgets import QInputDialog

from annotator.errors import TimeError
from annotator.model.tag import Tag
from annotator.model.time import FrameRef, clock_text, parse_time
from annotator.model.timeline import read_timeline
from annotator.text import tr
from annotator.ui.acting import Actions
from annotator.ui.player.goto import parse_goto
from annotator.ui.player.loop import Loop, end_of
from annotator.ui.player.parts import ONE

PRE_ROLL = Fraction(1)
_VOLUME_STEP = 10
_MOMENT = Fraction(2)  # how long a tag without an end is played when it is looped


class Playing(Actions):
    """Moves the playhead."""

    def toggle(self) -> None:
        self.player.toggle()

    def step(self, frames: int) -> None:
        self.player.step(frames, held=self.window.key_is_held)

    def skip(self, seconds: int) -> None:
        self.player.skip(seconds, held=self.window.key_is_held)

    def shuttle(self, direction: int) -> None:
        self.player.shuttle(direction)

    def change_rate(self, direction: int) -> None:
        self.player.change_rate(direction)

    def normal_rate(self) -> None:
        self.player.choose_rate(ONE)

    def match_start(self) -> None:
        """The first whistle, or the film's first frame where there is none or we stand on it."""
        starts = [tag.start for tag in self.session.match.tags if tag.tag == "start"]
        first = min(starts, default=self.player.first)
        self.player.seek(first if self.player.time != first else self.player.first)

    def match_end(self) -> None:
        """The end of the match, or the film's last frame where there is none or we stand on it."""
        ends = [tag.start for tag in self.session.match.tags if tag.tag == "end"]
        last = max(ends, default=self.player.last)
        self.player.seek(last if self.player.time != last else self.player.last)

    def tag_start(self) -> None:
        tag = self.window.selected_tag()
        if tag is not None:
            self.player.seek(tag.start)

    def tag_end(self) -> None:
        """Where the fact stops being true: a position lasts until the next one."""
        tag = self.window.selected_tag()
        if tag is not None:
            self.player.seek(self.end_of(tag))

    def end_of(self, tag: Tag) -> Fraction:
        """The end of a tag, also where it has none of its own."""
        if tag.end is not None:
            return tag.end
        if tag.is_position:
            later = [
                t.start for t in self.session.match.tags if t.is_position and t.start > tag.start
            ]
            return min(later, default=read_timeline(self.session.match).last)
        return tag.start

    def neighbour(self, direction: int) -> None:
        """The tag before (-1) or after (1) the playhead; of several on its frame, one by one."""
        self.player.pause()
        tags = self.session.match.in_time()
        here = self._place_of(self.player.aim)
        places = [self._place_of(tag.start) for tag in tags]
        selected = self.window.selected_tag()
        if selected in tags and places[tags.index(selected)] == here:
            wanted = tags.index(selected) + direction
        elif direction < 0:
            wanted = bisect_left(places, here) - 1
        else:
            wanted = bisect_right(places, here)
        if not 0 <= wanted < len(tags):
            self.window.say(
                tr("No tag before this.") if direction < 0 else tr("No tag after this.")
            )
            return
        self.window.select([tags[wanted].id])
        self.player.seek(tags[wanted].start)

    def _place_of(self, time: Fraction) -> Fraction | int:
        """The frame on screen at a time; the time itself without a film."""
        times = self.player.times
        return max(0, bisect_right(times, time) - 1) if times else time

    def loop(self) -> None:
        """Play the selected tag over and over, with a second before it; again: no longer."""
        tag = self.window.selected_tag()
        if tag is None or self.player.loop is not None:
            self.loop_off()
            return
        end = self.end_of(tag)
        start = max(tag.start - PRE_ROLL, self.player.first)
        self.player.set_loop(Loop(start, max(end, tag.start + _MOMENT)))
        self.player.seek(start)
        self.player.play()
        self.window.say(tr("Looping from {time}. The same key ends it.", time=clock_text(start, 2)))

    def loop_start(self) -> None:
        """The loop begins with the frame on screen. An end that lies before it is given up."""
        loop, here = self.player.loop, self.player.time
        end = loop.end if loop is not None else None
        self._set_loop(Loop(here, end if end is not None and end > here else None))

    def loop_end(self) -> None:
        """The loop ends with the frame on screen; a start that lies behind it is given up, and
        then the loop begins with the film.
        """
        loop, here, index = self.player.loop, self.player.time, self.player.index
        start = loop.start if loop is not None and loop.start <= here else self.player.first
        end = here if index is None else end_of(self.player.times, index)
        if end > start:
            self._set_loop(Loop(start, end))

    def loop_off(self) -> None:
        """Play on beyond the loop."""
        self.player.set_loop(None)
        self.window.say(tr("Loop off."))

    def _set_loop(self, loop: Loop) -> None:
        self.player.set_loop(loop)
        start, end = clock_text(loop.start, 2), clock_text(loop.end or loop.start, 2)
        if loop.end is None:
            self.window.say(tr("The loop begins at {start}; now set its end.", start=start))
        else:
            self.window.say(tr("Loop from {start} to {end}.", start=start, end=end))

    # ------------------------------------------------------------------ sound

    def mute(self) -> None:
        """Sound off, or on again."""
        settings = self.window.settings
        self.window.change_settings(replace(settings, muted=not settings.muted))
        on = self.window.sound.trouble_now or tr("Sound on.")
        self.window.say(on if settings.muted else tr("Sound off."))

    def change_volume(self, direction: int) -> None:
        """A step louder (1) or quieter (-1). What is made louder is heard again."""
        settings = self.window.settings
        volume = min(max(settings.volume + direction * _VOLUME_STEP, 0), 100)
        muted = settings.muted and direction < 0
        self.window.change_settings(replace(settings, volume=volume, muted=muted))
        self.window.say(tr("Volume {percent} %", percent=volume))

    def play_tag(self, tag_id: str) -> None:
        """Play a tag, with a second before it."""
        tag = self.session.match.by_id(tag_id)
        if tag is not None:
            self.window.select([tag_id])
            self.player.seek(max(tag.start - PRE_ROLL, self.player.first))
            self.player.play()

    def goto(self) -> None:
        """Ask where to go."""
        dialog = QInputDialog(self.window)
        dialog.setWindowTitle(tr("Go to"))
        dialog.setLabelText(tr("Time or frame: 1:02.5, 62.5, f1874; or from here: +10f, -2s."))
        dialog.setOkButtonText(tr("Go"))
        dialog.textValueSelected.connect(self.go)
        self.window.open_dialog(dialog)

    def go(self, text: str) -> None:
        """Go where a text says."""
        if self._go_to_film(text):
            return
        count = len(self.player.times)
        try:
            where = parse_goto(text, self.player.time, self.player.index, count)
        except TimeError as error:
            self.window.show_error(error)
            return
        self.player.pause()
        if isinstance(where, FrameRef):
            self.player.seek_index(where.index)
        else:
            self.player.seek(where)

    def _go_to_film(self, text: str) -> bool:
        """Go to a frame of one of several films, `2:f123`; False where the text says no frame."""
        line = self.window.reels.line
        frame = frame_of(text)
        if line is None or frame is None:
            return False
        index = line.index_of(frame)
        if index is None:
            self.window.show_error(
                TimeError(
                    tr("{frame} is not on the screen of this camera.", frame=frame),
                    mend=tr("See the list of the films, and show the other camera."),
                )
            )
        else:
            self.player.pause()
            self.player.seek_index(index)
        return True


def frame_of(text: str) -> FrameRef | None:
    """The frame that a text names, if it names one."""
    try:
        where = parse_time(text)
    except TimeError:
        return None
    return where if isinstance(where, FrameRef) else None
