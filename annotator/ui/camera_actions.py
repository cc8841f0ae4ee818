"""The commands about cameras: the same moment seen from elsewhere, and when that was."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from annotator.model.time import FrameRef, clock_text
from annotator.text import number_text, tr
from annotator.ui.acting import Actions
from annotator.ui.reel_actions import Look

if TYPE_CHECKING:
    from annotator.ui.window import Window


class Cameras(Actions):
    """Switches cameras and aligns them. The first camera is the time of the match; others move."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._anchor: tuple[Fraction, int, int] | None = None
        """A moment that was asked for, and the camera and index that show it."""
        self._mark: tuple[int, FrameRef] | None = None
        """The camera and its frame with which another camera is to be aligned."""
        self._count = 0  # of the films when it was marked: their numbers change with it
        window.reels.left.connect(self._left)

    def _left(self) -> None:
        self._anchor = None
        self.forget_mark()

    def next_camera(self) -> None:
        """Show the same moment as the next camera saw it."""
        films = self.window.reels.set
        if films is None or not self.window.reels.many_cameras:
            return
        cameras = films.cameras
        self.show_camera(cameras[(cameras.index(self.window.reels.camera) + 1) % len(cameras)])

    def show_camera(self, camera: int) -> None:
        """Show this moment as a camera saw it; the film plays on if it played."""
        reels, player = self.window.reels, self.player
        if reels.set is None or camera == reels.camera:
            return
        time = self._moment()
        playing, rate, loop = player.playing, player.rate, player.loop
        # To and fro ends on the same frames: the moment is remembered, not read off a frame.
        self._anchor = (time, camera, reels.show(Look(camera, time)))
        player.set_loop(loop)
        if playing:
            player.set_rate(rate)
            player.play()
        self.window.say(tr("Camera {n}.", n=camera))

    def _moment(self) -> Fraction:
        """The time of the match on screen; the one that was asked for while its frame is shown."""
        anchor = self._anchor
        if anchor is not None and anchor[1:] == (self.window.reels.camera, self.player.target):
            return anchor[0]
        return self.player.aim

    def same_moment(self) -> None:
        """The moment on screen is the one that was marked in the other camera: align the two. The
        first time: mark it.
        """
        films = self.window.reels.set
        if films is None or not self.window.reels.many_cameras:
            return
        self.player.pause()
        time, frame = self.player.time, self.window.reels.ref(self.player.index)
        if frame is None:
            self.window.say(tr("There is no picture here to go by."))
            return
        old = self._mark if self._count == len(films.media) else None
        if old is None or old[0] == self.window.reels.camera:
            self._mark, self._count = (self.window.reels.camera, frame), len(films.media)
            self.window.banners.say(
                "align",
                tr("Marked {time} of camera {n}. Go to the same moment in another camera ({other}) "
                   "and press {key} again.", time=clock_text(time), n=self.window.reels.camera,
                   other=self.window.key_of("view.camera"), key=self.window.key_of("view.same_moment")),
                (tr("Other camera"), self.next_camera), (tr("Give up"), self.forget_mark),
                closable=False,
            )  # fmt: skip
            return
        marked, seen = old
        self.forget_mark()
        times = films.times(seen.part)
        if seen.index >= len(times):
            return  # that film is no longer there
        there = times[seen.index]
        here = self.window.reels.camera
        if here != films.cameras[0]:
            self._move(here, there - time, there, tr("Align cameras"))
        else:
            self._move(marked, time - there, time, tr("Align cameras"))

    def forget_mark(self) -> None:
        """Align nothing after all."""
        self._mark = None
        self.window.banners.clear("align")

    def nudge(self, frames: int) -> None:
        """Show this moment so many frames later in the camera on screen: it was started earlier."""
        films = self.window.reels.set
        if films is None or self.window.reels.camera == films.cameras[0]:
            self.window.say(
                tr("The first camera is the time of the match; show the other one to move it.")
            )
            return
        self.player.pause()
        times, index = self.player.times, self.player.target
        other = index + frames
        if not 0 <= other < len(times) or None in (
            self.window.reels.ref(index),
            self.window.reels.ref(other),
        ):
            self.window.say(tr("There is no picture here to go by."))
            return
        by = times[index] - times[other]
        camera = self.window.reels.camera
        self._move(camera, by, self._moment(), tr("Move camera by a frame"))

    def _move(self, camera: int, by: Fraction, time: Fraction, words: str) -> None:
        """Move all films of a camera on the time line, and show this time of the match."""
        reels = self.window.reels
        films = reels.set
        if films is None:
            return
        moved = {
            number: film.offset + by
            for number, film in enumerate(films.placed, 1)
            if film.camera == camera and film.offset is not None
        }
        if reels.place(moved, words, Look(reels.camera, time)):
            self._anchor = (time, reels.camera, self.player.target)
            self.window.say(
                tr("Camera {n} moved by {time} s.", n=camera, time=number_text(f"{float(by):+.3f}"))
            )
