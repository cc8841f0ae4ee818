"""What a batch of clips says to people, on the command line and in the window alike."""

from __future__ import annotations

from pathlib import Path

from annotator.errors import AnnotatorError
from annotator.model.drawing import Shape
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


def progress_text(folder: Path) -> str:
    """How far a batch that was stopped is."""
    try:
        book = read_manifest(folder)
    except AnnotatorError:
        book = None
    if book is None:
        return tr("Stopped before the first clip.")
    return tr(
        "Stopped with {done} of {all} clips finished.",
        done=len(book.entries) - book.unfinished, all=len(book.entries),
    )  # fmt: skip


def stopped_text(folder: Path) -> str:
    """How far a batch that was stopped is, and how it is gone on with on the command line."""
    return "\n".join(
        (
            progress_text(folder),
            tr("“annotator clips --resume -o {folder}” goes on from there.", folder=folder),
        )
    )


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
    return any(drawing.shape is Shape.BLUR for drawing in match.drawings)
