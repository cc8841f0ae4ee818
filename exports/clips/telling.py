"""What a batch of clips says to people, on the command line and in the window alike."""

from __future__ import annotations

from pathlib import Path

from annotator.errors import AnnotatorError
from annotator.model.match import Match
from annotator.model.minors import is_of_children
from annotator.text import tr
from exports.clips.batch import Made
from exports.clips.manifest import State, read_manifest
from exports.clips.order import Order
from exports.film_moments import Names


def nothing_text() -> str:
    """That no moment is among those that are wanted."""
    return tr("No moment of this match is among those that are wanted.")


def made_text(made: Made) -> str:
    """What became of a file that is whole: how it was cut, or that it was there already."""
    entry = made.entry
    if made.kept:
        return tr("{name}: there already, unchanged.", name=entry.name)
    if entry.how == "copied":
        return tr(
            "{name}: {frames}, copied as the film has it.", name=entry.name, frames=entry.frames
        )
    return tr("{name}: {frames}, encoded.", name=entry.name, frames=entry.frames)


def failed_text(made: Made) -> str:
    """Why a file could not be made."""
    return tr("{name}: not made. {why}", name=made.entry.name, why=made.entry.why)


def is_failed(made: Made) -> bool:
    """Whether the file could not be made."""
    return made.entry.state is State.FAILED


def stopped_text(folder: Path) -> str:
    """How far a batch that was stopped is, and that it can be gone on with."""
    try:
        book = read_manifest(folder)
    except AnnotatorError:
        book = None
    if book is None:
        return tr("Stopped before the first clip.")
    done = len(book.entries) - book.unfinished
    return tr(
        "Stopped with {done} of {all} clips finished; “annotator clips --resume -o {folder}” or the"
        " same order again goes on from there.",
        done=done, all=len(book.entries), folder=folder,
    )  # fmt: skip


def children_text(match: Match, order: Order) -> str:
    """What is done of itself to protect children, where the match is one of theirs; else nothing.

    `order` is settled.
    """
    if not is_of_children(match):
        return ""
    if order.names is not Names.FULL and order.blur:
        return tr("A match of children: names are initials, and what is marked to be blurred is.")
    if order.blur:
        return tr("A match of children: what is marked is blurred, but their names are shown.")
    return tr("A match of children: nothing is blurred, since that was asked for.")


def blur_text(match: Match, order: Order) -> str:
    """That faces are not found by the program, where something is to be blurred and nothing marked."""
    if not order.blur or has_blur(match):
        return ""
    return tr(
        "Nothing is marked to be blurred, and faces are not found by the program: mark them in the"
        " window, “Draw on the picture”, with the tool “Blur”."
    )


def has_blur(match: Match) -> bool:
    """Whether something is marked to be blurred."""
    return any(drawing.shape.value == "blur" for drawing in match.drawings)
