"""How the answers of the follow-up panel look: buttons with their digits, and all of them at a glance."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QPushButton, QWidget

from annotator.text import answer_text, tr, word
from annotator.ui.tagging.questions import Asked, Choice
from annotator.ui.views.theme import Theme


class AnswerButton(QPushButton):
    """An answer with its digit."""

    def __init__(self, number: int, parent: QWidget) -> None:
        super().__init__(parent)
        self.number = number
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)


def summary(
    asked: Sequence[Asked],
    current: int | None,
    limit: int,
    decisive: frozenset[tuple[str, str]],
    theme: Theme,
) -> str:
    """The questions as links, with their answers; a dot where the score depends on one.

    Of the questions beyond `limit` only those that are answered, or that decide, are there.
    """
    parts = []
    for number, one in enumerate(asked):
        detail, value = one.detail, one.value
        decides = value is None and (one.tag.id, detail.key) in decisive
        if number >= limit and value is None and not decides:
            continue
        shown = escape(word(detail.key))
        if value is not None:
            answer = "✓" if detail.key == "close_from" else escape(answer_text(detail.key, value))
            shown = tr("{key}: {values}", key=shown, values=f"<b>{answer}</b>")
        dot = "● " if decides else ""
        line = "underline" if number == current else "none"
        ink = (theme.warning if dot else theme.text if value is not None else theme.muted).name()
        parts.append(
            f'<a href="{number}" style="color:{ink};text-decoration:{line}">{dot}{shown}</a>'
        )
    return " &nbsp;".join(parts)


def answer_style(choice: Choice, theme: Theme) -> str:
    """Given: filled. Ordinary: outlined, since it is what counts until somebody answers."""
    if choice.given:
        fill, ink, edge = theme.accent, theme.on_accent, theme.accent
    elif choice.ordinary:
        fill, ink, edge = theme.tint, theme.text, theme.accent
    else:
        fill, ink, edge = theme.raised, theme.text, theme.line
    return (
        f"QPushButton {{ background: {fill.name()}; color: {ink.name()}; padding: 2px 5px;"
        f" border: 1px solid {edge.name()}; border-radius: 4px; text-align: left; }}"
        f"QPushButton:hover, QPushButton:focus {{ border: 2px solid {theme.text.name()}; padding: 1px 4px; }}"
    )
