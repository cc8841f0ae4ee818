"""Names and numbers of the tag panel are shown whole or not at all, never cut without a sign."""

from __future__ import annotations

from fractions import Fraction

from PyQt6.QtGui import QFontMetrics
from PyQt6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.vocabulary import other
from annotator.ui.tagging.buttons import Look, TagButton
from annotator.ui.tagging.followup import FollowUp
from annotator.ui.window import Window


def test_a_name_that_does_not_fit_on_a_button_leaves_its_letter_alone(qtbot: QtBot) -> None:
    room = QWidget()
    qtbot.addWidget(room)
    button = TagButton("mount", "mount", room)
    button.set_key("M")
    button.resize(100, button.sizeHint().height())

    def seen(name: str) -> object:
        button.set_look(Look("red", name))
        return button.grab().toImage()

    alone = seen("")
    assert seen("Li") != alone
    assert seen("Moreira de Albuquerque e Silva") == alone


def test_the_heading_of_the_questions_wraps_before_its_frame_number_is_cut(qtbot: QtBot) -> None:
    tag = Tag("t1", "takedown", Fraction(12), athlete="red", frame=1647)
    match = Match(tags=(tag,))
    follow_up = FollowUp()
    qtbot.addWidget(follow_up)
    follow_up.set_tag(match, "t1")
    head = follow_up._head
    whole = QFontMetrics(head.font()).horizontalAdvance(head.text())
    assert head.text().endswith("f1647")
    assert head.heightForWidth(whole * 2 // 3) > head.heightForWidth(whole * 2)
    assert head.minimumSizeHint().width() < whole


def test_the_cards_say_which_key_tags_whom_as_the_key_does(window: Window) -> None:
    """A key means whoever is on top now, so that Shift means another athlete after a sweep."""
    cards = window.panel.athletes.buttons
    for shifted in (False, True):
        window.tagging.press(("mount", shifted))
        above = window.session.match.tags[-1].athlete
        assert above is not None
        assert cards[above].hint == "on top · tags: key"
        assert cards[other(above)].hint == "tags: Shift + key"
        window.tagging.press(("takedown", False))
        assert window.session.match.tags[-1].athlete == above
        window.session.undo()
        window.session.undo()
