"""The tag table: rows that change one by one, a filter, editing in place, focus manners."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PyQt6.QtCore import QModelIndex, QPoint, Qt
from PyQt6.QtGui import QPalette
from PyQt6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from annotator.errors import EditError
from annotator.model.edits import (
    AddTag,
    Answer,
    ChangeTag,
    Edit,
    MoveStart,
    RemoveTags,
    SetNote,
    SetPerson,
    SwapAthlete,
)
from annotator.model.match import Match, Person
from annotator.model.tag import Tag
from annotator.ui.views.tag_editing import DetailsCompleter, details_edit, read_details
from annotator.ui.views.tag_rows import Column, TagRows
from annotator.ui.views.tag_table import TagTableView
from tests.ui.views import view_samples


@pytest.fixture
def view(qtbot: QtBot, match: Match) -> TagTableView:
    view = TagTableView()
    qtbot.addWidget(view)
    view.resize(1000, 500)
    view.set_frames(view_samples.frame_times())
    view.set_match(match)
    view.show()
    qtbot.waitExposed(view)
    return view


class Changes:
    """What a model announced."""

    def __init__(self, rows: TagRows) -> None:
        self.said: list[tuple[str, int, int]] = []
        rows.rowsInserted.connect(self.inserted)
        rows.rowsRemoved.connect(self.removed)
        rows.dataChanged.connect(self.changed)
        rows.modelReset.connect(self.reset)

    def inserted(self, parent: QModelIndex, first: int, last: int) -> None:
        self.said.append(("in", first, last))

    def removed(self, parent: QModelIndex, first: int, last: int) -> None:
        self.said.append(("out", first, last))

    def changed(self, first: QModelIndex, last: QModelIndex, roles: object = None) -> None:
        self.said.append(("change", first.row(), last.row()))

    def reset(self) -> None:
        self.said.append(("reset", 0, 0))


class Heard:
    """What the table has said, in order."""

    def __init__(self, view: TagTableView) -> None:
        self.said: list[object] = []
        self.edits: list[Edit] = []
        view.tag_chosen.connect(self.said.append)
        view.time_chosen.connect(self.said.append)
        view.tag_activated.connect(self.played)
        view.edit_wanted.connect(self.edits.append)

    def played(self, value: str) -> None:
        self.said.append(("play", value))


def ids(rows: TagRows) -> list[str]:
    return [rows.tag(row).id for row in range(rows.rowCount())]


def cell(view: TagTableView, tag_id: str, column: Column) -> str:
    rows = view.rows()
    return str(rows.data(rows.index(rows.row_of(tag_id), column)))


def spot(view: TagTableView, tag_id: str, column: Column = Column.TAG) -> QPoint:
    index = shown_index(view, tag_id, column)
    view.grid().scrollTo(index)
    return view.grid().visualRect(index).center()


def shown_index(view: TagTableView, tag_id: str, column: Column) -> QModelIndex:
    model = view.grid().model()
    assert model is not None
    for row in range(model.rowCount()):
        index = model.index(row, column)
        if view.tag_at(index).id == tag_id:
            return index
    raise AssertionError(tag_id)


def test_a_row_shows_frame_times_clock_and_names(view: TagTableView) -> None:
    texts = [cell(view, "t5", column) for column in Column]

    assert texts == [
        "584",
        "0:19.486",
        "0:15.4",
        "Takedown",
        "Camille Lefèvre",
        "0:20.987",
        "landing: back; amplitude: high",
        "",
    ]
    index = view.rows().index(view.rows().row_of("t5"), Column.DETAILS)
    assert index.data(Qt.ItemDataRole.EditRole) == "landing=back; amplitude=high"


@pytest.mark.parametrize("width", [690, 885, 1200])
def test_the_notes_are_in_sight(view: TagTableView, width: int) -> None:
    view.resize(width, 300)
    view.grab()
    grid = view.grid()
    port = grid.viewport()
    assert port is not None
    assert grid.columnViewportPosition(Column.NOTE) + 60 <= port.width()


def test_rows_stand_in_time_and_at_one_time_in_the_order_of_the_match(
    view: TagTableView, match: Match
) -> None:
    assert ids(view.rows()) == [tag.id for tag in match.in_time()]
    first, second = ids(view.rows())[1:3]
    assert (first, second) == ("t2", "t3")


def test_the_model_keeps_the_rules_of_qt(qtmodeltester: ModelTester, match: Match) -> None:
    rows = TagRows()
    rows.set_match(match)

    qtmodeltester.check(rows)


@pytest.mark.parametrize(
    ("edit", "said"),
    [
        (AddTag(Tag("new", "mark", Fraction(60))), [("in", 13, 13)]),
        (RemoveTags(frozenset({"t5"})), [("out", 4, 4)]),
        (SetNote("t6", "look"), [("change", 5, 5)]),
        (MoveStart("t9", Fraction(200)), [("out", 8, 8), ("in", 33, 33)]),
    ],
)
def test_an_edit_touches_only_its_rows(
    match: Match, edit: Edit, said: list[tuple[str, int, int]]
) -> None:
    rows = TagRows()
    rows.set_match(match)
    changes = Changes(rows)

    rows.set_match(edit.apply(match))

    assert changes.said == said


def test_a_stop_changes_the_clocks_of_the_rows_after_it(match: Match) -> None:
    rows = TagRows()
    rows.set_match(match)
    changes = Changes(rows)

    rows.set_match(RemoveTags(frozenset({"t17"})).apply(match))

    assert ("change", 0, len(match.tags) - 2) in changes.said
    assert ("reset", 0, 0) not in changes.said


def test_a_new_name_is_shown(view: TagTableView, match: Match) -> None:
    view.set_match(SetPerson("red", Person("Ana")).apply(match))

    assert cell(view, "t5", Column.ATHLETE) == "Ana"


tags = st.lists(
    st.tuples(st.integers(0, 12), st.integers(0, 5)),
    unique_by=lambda pair: pair[0],
    max_size=10,
)


@given(tags, tags)
def test_from_any_match_to_any_other_row_by_row(
    one: list[tuple[int, int]], other: list[tuple[int, int]]
) -> None:
    before, after = (
        Match(tuple(Tag(f"t{n}", "mark", Fraction(at)) for n, at in pairs))
        for pairs in (one, other)
    )
    rows = TagRows()
    rows.set_match(before)
    changes = Changes(rows)
    count = rows.rowCount()

    rows.set_match(after)

    assert ids(rows) == [tag.id for tag in after.in_time()]
    for kind, first, last in changes.said:
        count += {"in": 1, "out": -1, "change": 0}[kind] * (last - first + 1)
    assert count == rows.rowCount()
    assert all(rows.row_of(tag.id) == row for row, tag in enumerate(after.in_time()))


def test_a_click_says_the_tag_and_its_time_and_keeps_no_focus(
    view: TagTableView, match: Match
) -> None:
    heard = Heard(view)
    view.grid().clearFocus()
    tag = match.by_id("t6")
    assert tag is not None

    QtBot.mouseClick(view.grid().viewport(), Qt.MouseButton.LeftButton, pos=spot(view, "t6"))

    assert heard.said == ["t6", tag.start]
    assert view.selected_ids() == ["t6"]
    assert not view.grid().hasFocus()


def test_a_second_click_on_the_same_row_says_it_again(view: TagTableView) -> None:
    heard = Heard(view)

    for _ in range(2):
        QtBot.mouseClick(view.grid().viewport(), Qt.MouseButton.LeftButton, pos=spot(view, "t6"))

    assert heard.said.count("t6") == 2


def test_a_given_selection_is_shown_and_not_said(view: TagTableView) -> None:
    heard = Heard(view)

    view.set_selection(["t20", "t6", "gone"])

    assert view.selected_ids() == ["t6", "t20"]
    assert heard.said == []


def test_the_selection_outlives_an_edit_elsewhere(view: TagTableView, match: Match) -> None:
    view.set_selection(["t20"])
    heard = Heard(view)

    view.set_match(RemoveTags(frozenset({"t3", "t30"})).apply(match))

    assert view.selected_ids() == ["t20"]
    assert heard.said == []


def test_a_choice_of_several_outlives_the_answer_to_it(view: TagTableView) -> None:
    def answer(tag_id: str) -> None:
        view.set_selection([tag_id])

    view.tag_chosen.connect(answer)
    port = view.grid().viewport()
    QtBot.mouseClick(port, Qt.MouseButton.LeftButton, pos=spot(view, "t6"))

    QtBot.mouseClick(
        port,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.ShiftModifier,
        pos=spot(view, "t8"),
    )

    assert view.selected_ids() == ["t6", "t7", "t8"]


def test_next_and_previous_walk_from_the_playhead(view: TagTableView, match: Match) -> None:
    heard = Heard(view)
    view.set_playhead(Fraction(30))

    view.select_next()
    view.select_next()
    view.select_previous()

    assert [said for said in heard.said if isinstance(said, str)] == ["t8", "t9", "t8"]


def test_the_table_goes_along_with_the_film(view: TagTableView) -> None:
    port = view.grid().viewport()
    assert port is not None
    for second in range(0, 300, 5):
        view.set_playhead(Fraction(second))

    index = shown_index(view, "t41", Column.TAG)
    assert port.rect().intersects(view.grid().visualRect(index))

    view.grid().scrollToTop()
    view.set_playhead(Fraction(331))
    assert not port.rect().intersects(view.grid().visualRect(index))


def test_what_people_type_is_never_mark_up(view: TagTableView, match: Match) -> None:
    view.set_match(SetNote("t5", "<img src=x>").apply(match))
    rows = view.rows()

    words = rows.data(rows.index(rows.row_of("t5"), 0), Qt.ItemDataRole.ToolTipRole)

    assert "&lt;img src=x&gt;" in str(words)


def test_keys_play_remove_and_leave_letters_alone(view: TagTableView, qtbot: QtBot) -> None:
    heard = Heard(view)
    view.set_selection(["t6", "t7"])
    grid = view.grid()

    qtbot.keyClick(grid, Qt.Key.Key_Delete)
    qtbot.keyClick(grid, Qt.Key.Key_Return)
    qtbot.keyClicks(grid, "mount")

    assert heard.edits == [RemoveTags(frozenset({"t6", "t7"}))]
    assert heard.said == [("play", "t7")]
    assert view.selected_ids() == ["t6", "t7"]


def test_a_double_click_plays(view: TagTableView) -> None:
    heard = Heard(view)
    port = view.grid().viewport()

    QtBot.mouseClick(port, Qt.MouseButton.LeftButton, pos=spot(view, "t6"))
    QtBot.mouseDClick(port, Qt.MouseButton.LeftButton, pos=spot(view, "t6"))

    assert heard.said[-1] == ("play", "t6")


def test_the_filter_finds_every_word(view: TagTableView) -> None:
    view.focus_filter()
    model = view.grid().model()
    assert model is not None
    box = view.findChild(QLineEdit)
    assert box is not None

    box.setText("петров guard")

    shown = [view.tag_at(model.index(row, 0)).id for row in range(model.rowCount())]
    assert shown == ["t19", "t22"]
    box.clear()
    assert model.rowCount() == view.rows().rowCount()


def written(view: TagTableView, qtbot: QtBot, tag_id: str, column: Column, text: str) -> None:
    view.grid().write_in(shown_index(view, tag_id, column))
    editor = view.grid().viewport().findChild(QLineEdit)  # type: ignore[union-attr]
    assert editor is not None
    editor.setText(text)
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    # Qt commits by a queued call, so that the editor may finish with the key first.
    QApplication.processEvents()


@pytest.mark.parametrize(
    ("column", "text", "edit"),
    [
        (Column.NOTE, " far hip ", SetNote("t5", "far hip")),
        (Column.DETAILS, "landing=side; amplitude=high", Answer("t5", "landing", "side")),
        (Column.DETAILS, "landing=back", Answer("t5", "amplitude", None)),
    ],
)
def test_writing_in_a_cell_asks_for_an_edit(
    view: TagTableView, qtbot: QtBot, column: Column, text: str, edit: Edit
) -> None:
    heard = Heard(view)

    written(view, qtbot, "t5", column, text)

    assert heard.edits == [edit]


def test_several_answers_at_once_are_one_edit(
    view: TagTableView, qtbot: QtBot, match: Match
) -> None:
    heard = Heard(view)
    tag = match.by_id("t5")
    assert tag is not None

    written(view, qtbot, "t5", Column.DETAILS, "landing=side; counter=yes")

    wanted = replace(tag, details=MappingProxyType({"landing": "side", "counter": "yes"}))
    (edit,) = heard.edits
    assert isinstance(edit, ChangeTag)
    assert edit.tag == wanted


@pytest.mark.parametrize("text", ["landing=sky", "colour=red", "landing", "=back"])
def test_what_is_no_answer_asks_for_nothing(view: TagTableView, qtbot: QtBot, text: str) -> None:
    heard = Heard(view)

    with qtbot.waitSignal(view.edit_refused) as refused:
        written(view, qtbot, "t5", Column.DETAILS, text)

    assert heard.edits == []
    assert refused.args
    assert refused.args[0]


def test_leaving_a_cell_as_it_was_is_no_edit(view: TagTableView, qtbot: QtBot) -> None:
    heard = Heard(view)

    written(view, qtbot, "t5", Column.DETAILS, " amplitude=high ;landing=back;")

    assert heard.edits == []


def test_writing_gives_the_keyboard_back(qtbot: QtBot, match: Match) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    film, view = QLineEdit(window), TagTableView(window)
    box = QVBoxLayout(window)
    box.addWidget(film)
    box.addWidget(view)
    view.set_match(match)
    window.resize(900, 500)
    window.show()
    qtbot.waitExposed(window)
    film.setFocus()

    written(view, qtbot, "t5", Column.NOTE, "well")

    assert film.hasFocus()


def test_details_are_read_as_they_are_written() -> None:
    assert read_details("a=b ; c = d;") == {"a": "b", "c": "d"}
    assert read_details("") == {}
    with pytest.raises(EditError, match="no answer"):
        read_details("a")
    tag = Tag("t", "mark", Fraction(0))
    assert details_edit(tag, "") is None


def test_the_completer_offers_what_the_tag_may_carry(qtbot: QtBot) -> None:
    line = QLineEdit()
    qtbot.addWidget(line)
    completer = DetailsCompleter(Tag("t", "takedown", Fraction(0), athlete="red"), line)

    completer.setCompletionPrefix("landing=back; amp")

    assert completer.completionCount() == 2
    completer.setCurrentRow(1)
    assert completer.currentCompletion() == "landing=back; amplitude=high"


def test_swapping_shows_the_other_athlete(view: TagTableView, match: Match) -> None:
    view.set_match(SwapAthlete("t5").apply(match))

    assert cell(view, "t5", Column.ATHLETE) == "Иван Петров"


def test_all_has_a_name_for_the_screen_reader(view: TagTableView) -> None:
    assert view.grid().accessibleName() == "Tags"
    box = view.findChild(QLineEdit)
    assert box is not None
    assert box.accessibleName() == "Find tags"
    rows = view.rows()
    said = rows.data(rows.index(4, Column.TAG), Qt.ItemDataRole.AccessibleTextRole)
    assert said == "Tag: Takedown"


def test_a_dark_desktop_makes_it_dark(view: TagTableView, dark_palette: QPalette) -> None:
    view.setPalette(dark_palette)

    assert view.theme().dark
    view.grab()
