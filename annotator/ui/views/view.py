"""What all views have in common: what they are given, and what they say."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction

from PyQt6.QtCore import QEvent, pyqtSignal
from PyQt6.QtWidgets import QWidget

from annotator.model.edits import Edit
from annotator.model.match import Match
from annotator.model.time import first_frame_at
from annotator.scoring.ruleset import Ruleset
from annotator.scoring.ruling import Ruling, ScoreSheet
from annotator.ui.views.theme import Theme


def frame_at(times: Sequence[Fraction], time: Fraction) -> int:
    """Index of the frame on screen at a time: the last one at or before it, else the first."""
    return max(0, bisect_right(times, time) - 1)


class MatchView(QWidget):
    """A view of one match.

    A click on a tag says `tag_chosen` and then `time_chosen` with its first frame's time; a click
    on a ruling says `tag_chosen` with its first tag and then `time_chosen` with the ruling's own
    time, which is where the film should stand in the end. `tag_activated` asks to play a tag.
    What is given by the setters is shown and never announced by a signal.
    """

    time_chosen = pyqtSignal(object)
    """A Fraction: show this time."""
    tag_chosen = pyqtSignal(str)
    """A tag's id: select it."""
    tag_activated = pyqtSignal(str)
    """A tag's id: play it."""
    edit_wanted = pyqtSignal(object)
    """An Edit of annotator.model.edits: apply it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._match = Match()
        self._sheets: dict[str, ScoreSheet] = {}
        self._rulesets: list[Ruleset] = []
        self._frames: Sequence[Fraction] | None = None
        self._playhead = Fraction(0)
        self._selection: tuple[str, ...] = ()
        self._theme = Theme.of(self.palette())

    def set_match(self, match: Match) -> None:
        """Show this match; only what differs from the one before is done anew."""
        before, self._match = self._match, match
        if match is not before:
            self._match_changed(before)

    def set_sheets(self, sheets: dict[str, ScoreSheet], rulesets: list[Ruleset]) -> None:
        """Show these scores, in the order of `rulesets`; one without a sheet is left out."""
        self._sheets = dict(sheets)
        self._rulesets = [ruleset for ruleset in rulesets if ruleset.id in sheets]
        self._sheets_changed()

    def set_frames(self, times: Sequence[Fraction] | None) -> None:
        """The film's frame times in order, or None where there is no film."""
        self._frames = times if times is not None and len(times) else None
        self._frames_changed()

    def set_playhead(self, time: Fraction) -> None:
        """The time of the frame on screen."""
        before, self._playhead = self._playhead, time
        if time != before:
            self._playhead_changed(before)

    def set_selection(self, tag_ids: list[str]) -> None:
        """Select these tags; ids that the match does not have are kept and show nothing."""
        before, self._selection = self._selection, tuple(tag_ids)
        if self._selection != before:
            self._selection_changed()

    def theme(self) -> Theme:
        """The colours in use."""
        return self._theme

    def snapped(self, time: Fraction) -> Fraction:
        """The time of the frame on screen at a time; the time itself where there is no film."""
        return self._frames[frame_at(self._frames, time)] if self._frames else time

    def time_of(self, ruling: Ruling) -> Fraction:
        """The time of the first frame at or after a ruling; the ruling's own without a film."""
        if not self._frames:
            return ruling.time
        frame = first_frame_at(self._frames, ruling.time)
        return self._frames[-1 if frame is None else frame]

    def frame_of(self, time: Fraction) -> int | None:
        """The index of the frame on screen at a time, or None without a film."""
        return frame_at(self._frames, time) if self._frames else None

    def changeEvent(self, event: QEvent | None) -> None:
        """Follow the desktop's colours, fonts and language."""
        super().changeEvent(event)
        if event is None:
            return
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._theme = Theme.of(self.palette())
            self._theme_changed()
        elif event.type() is QEvent.Type.LanguageChange:
            self._language_changed()

    def _say_time(self, time: Fraction) -> None:
        self.time_chosen.emit(time)

    def _say_edit(self, edit: Edit) -> None:
        self.edit_wanted.emit(edit)

    # What a view does about each change; nothing, unless it says so.

    def _match_changed(self, before: Match) -> None: ...

    def _sheets_changed(self) -> None: ...

    def _frames_changed(self) -> None: ...

    def _playhead_changed(self, before: Fraction) -> None: ...

    def _selection_changed(self) -> None: ...

    def _theme_changed(self) -> None: ...

    def _language_changed(self) -> None: ...
