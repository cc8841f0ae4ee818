"""A match that another window edits is only looked at here, and the window says why."""

from __future__ import annotations

from PyQt6.QtCore import QDateTime, QLocale

from annotator.files.match_lock import MatchInUse
from annotator.text import tr
from annotator.ui.acting import Actions


def in_use_text(who: MatchInUse) -> str:
    """Who edits the match, where and since when, as far as it is known."""
    if who.here:
        place = tr("another window (process {number})", number=who.process or "?")
    else:
        place = tr("a window on {machine}", machine=who.host)
    user = tr(" of {user}", user=who.user) if who.user and not who.here else ""
    since = ""
    if who.since is not None:
        moment = QDateTime.fromSecsSinceEpoch(int(who.since.timestamp()))
        time = QLocale().toString(moment, QLocale.FormatType.ShortFormat)
        since = tr(" since {time}", time=time)
    return tr(
        "This match is open in {place}{user}{since}, so here it can only be looked at.",
        place=place, user=user, since=since,
    )  # fmt: skip


class LookedAt(Actions):
    """The line over the film that says so, with what can be done."""

    def refresh(self) -> None:
        """Show or hide the line; told whenever a match was opened or saved."""
        banners, who = self.window.banners, self.session.in_use
        banners.clear("in use")
        if who is None:
            return
        over = () if who.certain else ((tr("Edit it here anyway"), self._take_over),)
        banners.say(
            "in use", in_use_text(who), (tr("Save a copy…"), self.window.files.save_as),
            (tr("Try again"), self.window.files.open_again), *over, closable=False,
        )  # fmt: skip

    def _take_over(self) -> None:
        self.window.files.open_again(force=True)
