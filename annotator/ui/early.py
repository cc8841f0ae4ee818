"""Tagging while a film's list of frames is still being read: on its first picture, which is there.

Such tags carry the time that the container gives the picture. Once the list is there they get the
picture's frame, which is known by its packet, and the time that the list gives it; in every step of
the history, so that Undo takes back tags and nothing else.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from annotator.model.early import Edges, FrameAt, OnFrames, on_frames, without_frame
from annotator.model.edits import Edit
from annotator.text import tr
from annotator.ui.acting import Actions

if TYPE_CHECKING:
    from annotator.model.match import Match
    from annotator.ui.films import OpenFilm
    from annotator.ui.window import Window
    from annotator.video.first_look import FirstLook


class Early(Actions):
    """Lets tags be made on the first picture, and gives them their frames."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._look: FirstLook | None = None
        self._before: Match | None = None  # as it was when the picture came
        self._known: Edges = frozenset()
        self._landed: tuple[OpenFilm, FrameAt] | None = None
        window.opener.started.connect(self._forget)
        self.session.opened.connect(self._note)

    # ------------------------------------------------------------------ while it is read

    def begin(self, look: FirstLook) -> None:
        """A film's first picture is on screen, its list of frames is still being read."""
        self.player.stand(look.picture.time)
        if not self.window.films.decided:
            return
        if self.window.films.is_first:
            fresh = self.window.filing.fresh()
            if fresh != self.session.match:
                self.session.adopt(fresh)
        self._look = look
        self._note()

    def _forget(self, job: object) -> None:
        """Another film is being opened: what was tagged before stays where it is."""
        self._look = self._before = None
        self._known = frozenset()

    def _note(self) -> None:
        self._before = self.session.match
        self._known = without_frame(self._before)

    @property
    def waits(self) -> bool:
        """Whether a film is being read that is not there to be moved through."""
        window = self.window
        if window.first is not None:
            return True
        opening = window.opener.opening or window.reels.opening
        return opening and window.film is None and not self.player.playing

    @property
    def made(self) -> bool:
        """Whether anything was done to the match on the first picture of the film that comes."""
        return self._look is not None and self.session.match is not self._before

    def takes_tags(self) -> bool:
        """Whether tags can be made now; else say what they wait for."""
        window = self.window
        if not self.waits or (window.first is not None and window.first is self._look):
            return True
        if window.first is None:
            window.say(
                tr("The film is being opened; it can be tagged once its first picture is there.")
            )
        elif window.reels.opening:
            window.say(tr("The films of the match are still being read; then they can be tagged."))
        else:
            window.say(
                tr("The film is still being read; then you will be asked whether it is this "
                   "match's, and it can be tagged.")
            )  # fmt: skip
        return False

    # ------------------------------------------------------------------ once it was read

    def land(self, film: OpenFilm) -> int:
        """The list of frames is there: tags made on the first picture go to its frame, others that
        were moved meanwhile to the frame of their time. Returns the frame to show.
        """
        look, known = self._look, self._known
        self._forget(None)
        if look is None:
            return 0
        footage, shown, ordinal = film.single, look.picture.time, look.ordinal

        def frame_at(time: Fraction) -> tuple[int, Fraction]:
            rank = int(footage.index.rank[ordinal]) if time == shown else -1
            index = rank if rank >= 0 else footage.index_at(time)
            return index, footage.times[index]

        self._landed = (film, frame_at)
        self.session.learn(
            lambda match: on_frames(match, known, frame_at), tr("Frames of the tags made so far")
        )
        return frame_at(shown)[0]

    def on_frames(self, edit: Edit) -> Edit:
        """An edit of a dialog that may have been opened before the list of frames was there."""
        landed = self._landed
        if landed is None or landed[0] is not self.window.film:
            return edit
        return OnFrames(edit, landed[1])
