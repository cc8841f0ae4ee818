"""Giving what a window shows to the one that takes its place."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from annotator.ui.films import rate_text

if TYPE_CHECKING:
    from annotator.ui.films import OpenFilm
    from annotator.ui.window import Window

# What these say is not found out again by looking at the match; it stays in the words it was said in.
_KEPT_LINES = ("error", "settings", "journal", "save")


def hand_over(before: Window, after: Window) -> None:
    """Show in `after` all that `before` shows: film and frame, tags, scores, selection, places."""
    if before.film is not None:
        _give_film(before, after)
    else:
        after.show_no_film()
        if after.session.match.media:
            after.films.open_media()  # what is wrong with it is said once more
    after.joints.catch_up()
    after.select(before.selection)
    for key in _KEPT_LINES:
        if text := before.banners.text(key):
            after.banners.say(key, text)
    after.filing.take_over(before.filing)
    after.agreeing.take_over(before.agreeing)
    after.workspace.take_sizes(before.workspace)
    after.sound.tell()


def _give_film(before: Window, after: Window) -> None:
    film, before.film = before.film, None  # it is not that window's any more to be closed
    assert film is not None
    film = after.film = said_anew(film)
    after.status.show_film(film)
    after.reels.take_over(before.reels)
    old, view = before.film_view, after.film_view
    view.set_shape(*old.shape)
    view.set_framing(old.framing)
    if old.picture is not None:
        view.show_picture(old.picture)


def said_anew(film: OpenFilm) -> OpenFilm:
    """The film with what is said about it in the language of this moment."""
    from annotator.video import Reel

    parts = film.footage.films if isinstance(film.footage, Reel) else (film.footage,)
    rates = {rate_text(part) for part in parts}
    return replace(film, health=film.footage.health(), rate=" / ".join(sorted(rates)))
