"""Lessons made, changed, marked and exported from the window."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PyQt6.QtCore import Qt
from PyQt6.QtWidgets import QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from annotator.files.lesson_file import read_answers, read_lesson, save_answers, save_lesson
from annotator.model.calling import KEYS
from annotator.model.lesson import Attempt, Call, Given, GivenKind, Lesson, Mode, Verdict
from annotator.ui.lessons.cover import Cover
from annotator.ui.lessons.editor import LessonEditor, with_moments
from annotator.ui.lessons.keeping import open_classroom
from annotator.ui.lessons.results_dialog import ResultsDialog
from annotator.ui.lessons.sitting import Sitting
from annotator.ui.lessons.take_dialog import TakeDialog, Wanted
from annotator.ui.lessons.take_window import TakeWindow
from annotator.ui.lessons.taking import Phase
from annotator.ui.lessons.verdict_field import parse_verdict, write_verdict
from annotator.ui.window import Window
from tests.ui.lessons.conftest import School
from tests.ui.test_access import nameless

GIVEN = st.builds(
    Given,
    st.sampled_from(["red", "blue"]),
    st.just(GivenKind.POINTS),
    st.integers(1, 9),
) | st.builds(
    Given,
    st.sampled_from(["red", "blue"]),
    st.sampled_from([kind for kind in GivenKind if kind is not GivenKind.POINTS]),
)


@given(st.lists(GIVEN, max_size=6).map(tuple))
def test_an_answer_written_as_keys_is_read_as_the_same(verdict: Verdict) -> None:
    assert parse_verdict(write_verdict(verdict)) == verdict


@given(st.text(max_size=12))
def test_any_text_is_an_answer_or_none(text: str) -> None:
    verdict = parse_verdict(text)
    if verdict is not None:
        assert parse_verdict(write_verdict(verdict)) == verdict
        assert len(verdict) <= len(text)


@pytest.mark.parametrize("text", ["", "R", "2", "R2;", "X", "RS", "R2 ?"])
def test_what_is_no_answer(text: str) -> None:
    assert parse_verdict(text) is None


def test_every_key_of_a_letter_can_be_typed() -> None:
    letters = {key[-1] for key in KEYS if key not in ("Backspace", "Enter")}
    assert {"R", "B", "N", "0", "9", "A", "P"} <= letters


# ---------------------------------------------------------------------- the editor


@pytest.fixture
def editor(qtbot: QtBot, home: Path, school: School) -> LessonEditor:
    editor = LessonEditor(school.lesson, school.lesson_file)
    qtbot.addWidget(editor)
    editor.show()
    return editor


def test_an_answer_of_the_teachers_own_needs_a_reason(editor: LessonEditor, qtbot: QtBot) -> None:
    qtbot.keyClicks(editor.override.line, "R4 BA")
    assert not editor.save.isEnabled()
    qtbot.keyClicks(editor.reason, "seen on the film")

    override = editor.lesson.moments[0].override
    assert override is not None
    assert override.reason == "seen on the film"
    assert [(g.athlete, g.value) for g in override.verdict] == [("red", 4), ("blue", 1)]
    assert editor.lesson.moments[0].derived != override.verdict
    with qtbot.waitSignal(editor.save_wanted) as wanted:
        editor.save.click()
    assert wanted.args == [editor.lesson]


def test_questions_are_moved_removed_and_disputed(editor: LessonEditor) -> None:
    editor.down.click()
    assert [m.id for m in editor.lesson.moments] == ["q2", "q1", "q3"]
    assert editor.row == 1
    editor.disputed.setChecked(True)
    assert editor.lesson.moments[1].disputed
    editor.remove.click()
    assert [m.id for m in editor.lesson.moments] == ["q2", "q3"]
    assert editor.dirty


def test_alternatives_are_read_from_one_line(editor: LessonEditor, qtbot: QtBot) -> None:
    qtbot.keyClicks(editor.alternatives.line, "RA; N")
    assert [len(verdict) for verdict in editor.lesson.moments[0].alternatives] == [1, 0]
    before = editor.lesson
    qtbot.keyClicks(editor.alternatives.line, "; ZZ")
    assert editor.lesson == before


def test_a_lesson_with_too_little_nothing_is_warned_about(editor: LessonEditor) -> None:
    assert not editor.warning.text()
    for _ in range(2):
        editor.list.setCurrentRow(len(editor.lesson.moments) - 1)
        editor.remove.click()
    assert "third" in editor.warning.text()


def test_how_it_is_taken_is_changed(editor: LessonEditor) -> None:
    editor.manner.seconds.setValue(7.5)
    editor.manner.clauses.setChecked(True)
    manner = editor.lesson.manner
    assert (manner.seconds_to_answer, manner.asks_clause) == (Fraction(15, 2), True)


def test_what_is_not_saved_is_asked_about(editor: LessonEditor) -> None:
    editor.disputed.setChecked(True)
    editor.reject()
    assert editor.isVisible()
    box = editor.findChild(QMessageBox)
    assert box is not None
    next(button for button in box.buttons() if "without" in button.text()).click()
    assert not editor.isVisible()


def test_a_question_is_not_asked_twice(school: School) -> None:
    assert with_moments(school.lesson, school.lesson.moments) == school.lesson
    other = replace(school.lesson.moments[0], end=school.lesson.moments[0].end + 1)
    longer = with_moments(school.lesson, (other,))
    assert len({moment.id for moment in longer.moments}) == 4


def test_every_control_of_the_editor_has_a_name_and_room(editor: LessonEditor) -> None:
    assert nameless(editor) == []
    assert editor.minimumSizeHint().width() <= 1080
    assert editor.minimumSizeHint().height() <= 560


# ---------------------------------------------------------------------- from the window


@pytest.fixture
def school_window(new_window: Callable[[], Window], school: School, qtbot: QtBot) -> Window:
    window = new_window()
    window.scorer.read_rulesets()
    with qtbot.waitSignal(window.player.picture_ready, timeout=30000):
        window.files.open_path(school.match_file)
    qtbot.waitUntil(lambda: bool(window.scorer.scores.sheets), timeout=30000)
    qtbot.waitUntil(lambda: not window.workers.busy(), timeout=30000)
    return window


def test_a_lesson_is_made_changed_and_added_to(
    school_window: Window, school: School, qtbot: QtBot
) -> None:
    window, making = school_window, school_window.lesson_making
    path = school.folder / "new.lesson.json"
    making.new_at(str(path))
    qtbot.waitUntil(lambda: making.editor is not None, timeout=30000)
    assert making.editor is not None
    made = read_lesson(path)
    assert made == making.editor.lesson
    assert all(moment.match == school.match_file.name for moment in made.moments)
    making.editor.note.setText("x")
    making.editor.note.textEdited.emit("x")
    making.editor.save.click()
    qtbot.waitUntil(lambda: making.editor is not None and not making.editor.dirty, timeout=30000)
    making.editor.reject()
    qtbot.waitUntil(lambda: making.editor is None, timeout=30000)
    save_lesson(replace(read_lesson(path), moments=()), path)

    row = next(n for n, r in enumerate(window.rulings.shown()) if r.award and r.time < 8)
    model = window.rulings.feed().model()
    assert model is not None
    window.rulings.feed().setCurrentIndex(model.index(row, 0))
    [action] = window.rulings.feed().actions()
    action.trigger()
    qtbot.waitUntil(lambda: len(read_lesson(path).moments) == 1, timeout=30000)
    qtbot.waitUntil(lambda: not window.workers.busy(), timeout=30000)


def test_a_match_that_is_not_saved_makes_no_lesson(window: Window) -> None:
    for command in ("lesson.new", "lesson.add"):
        window.run_by_id(command)
        assert "Save the match" in window.status.currentMessage()


def test_a_lesson_is_taken_from_the_window_and_each_answer_kept(
    school_window: Window, school: School, qtbot: QtBot
) -> None:
    window = school_window
    window.lessons.take_from(str(school.lesson_file))
    qtbot.waitUntil(lambda: window.findChild(TakeDialog) is not None, timeout=30000)
    dialog = window.findChild(TakeDialog)
    assert dialog is not None
    assert nameless(dialog) == []
    assert not dialog.ok.isEnabled()
    dialog.name.setText("Ann")
    dialog.study.setChecked(True)
    dialog.take()
    taking = window.lessons.taking
    assert isinstance(taking, TakeWindow)
    assert not window.player.playing
    screen = window.screen()
    assert screen is not None
    assert taking.geometry() == screen.geometry()
    qtbot.waitUntil(
        lambda: taking.taking.phase is Phase.READY and taking.stage.ready, timeout=30000
    )
    qtbot.keyClick(taking, Qt.Key.Key_N)
    qtbot.keyClick(taking, Qt.Key.Key_Return)
    kept = school.folder / "Ann.answers.json"
    qtbot.waitUntil(kept.exists, timeout=30000)
    taking.close()
    qtbot.waitUntil(lambda: not window.workers.busy(), timeout=30000)

    room = open_classroom(school.lesson_file)
    unfinished = room.unfinished("Ann", Mode.STUDY)
    assert unfinished is not None
    assert room.open_questions(unfinished) == 2
    assert window.lessons.taking is None


def test_answers_that_cannot_be_written_are_never_said_to_be_kept(
    school_window: Window, school: School, qtbot: QtBot, tmp_path: Path
) -> None:
    window = school_window
    room = open_classroom(school.lesson_file)
    sitting = Sitting.begin(school.lesson, "Ann", Mode.EXAM, 0, date(2026, 12, 1))
    taking = window.lessons.begin(Wanted(room, sitting, hands=False, projector=False))
    # Somebody else's file takes the place meanwhile.
    kept = school.folder / "Ann.answers.json"
    kept.write_text("{")
    qtbot.waitUntil(
        lambda: taking.taking.phase is Phase.READY and taking.stage.ready, timeout=30000
    )
    taking.taking.answered.emit(sitting.with_calls(Call("q1")))
    qtbot.waitUntil(taking.head.trouble.isVisible, timeout=30000)
    taking.close()
    box = taking.findChild(QMessageBox)
    assert box is not None
    assert "could not be written" in box.informativeText()
    taking._leave_now()
    qtbot.waitUntil(lambda: window.findChild(QFileDialog) is not None, timeout=30000)
    assert "kept" not in window.status.currentMessage()
    assert kept.read_text() == "{"

    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    elsewhere = tmp_path / "elsewhere.answers.json"
    dialog.fileSelected.emit(str(elsewhere))
    qtbot.waitUntil(elsewhere.exists, timeout=30000)
    qtbot.waitUntil(lambda: "elsewhere" in window.status.currentMessage(), timeout=30000)
    [attempt] = read_answers(elsewhere)
    assert [call.moment for call in attempt.calls] == ["q1"]
    dialog.done(1)


def begun(window: Window, school: School) -> TakeWindow:
    room = open_classroom(school.lesson_file)
    sitting = Sitting.begin(school.lesson, "Ann", Mode.STUDY, 0, date(2026, 12, 1))
    return window.lessons.begin(Wanted(room, sitting, hands=False, projector=False))


@pytest.mark.parametrize("broken", [False, True])
def test_nothing_of_the_tagged_match_is_seen_while_a_lesson_is_taken(
    school_window: Window, school: School, qtbot: QtBot, broken: bool
) -> None:
    window = school_window
    title = window.windowTitle()
    taking = begun(window, school)
    cover = window.lessons.cover
    assert cover is not None
    window.resize(window.width() + 60, window.height() + 40)
    qtbot.waitUntil(lambda: cover.geometry() == window.rect())
    for x in range(5, window.width(), 100):
        for y in range(5, window.height(), 60):
            assert window.childAt(x, y) is cover
    assert school.match_file.name.removesuffix(".match.json") not in window.windowTitle()

    if broken:  # it goes without having been left
        taking.blockSignals(True)
        taking.shut()
        taking.blockSignals(False)
        taking.deleteLater()
    else:
        taking.close()

    qtbot.waitUntil(lambda: window.findChild(Cover) is None, timeout=30000)
    assert window.windowTitle() == title
    qtbot.waitUntil(lambda: not window.workers.busy(), timeout=30000)


def answers(school: School) -> None:
    for name, award in (("Bo", 2), ("Cy", 4)):
        calls = tuple(
            Call(moment.id, (Given("red", GivenKind.POINTS, award, moment.time),))
            for moment in school.lesson.moments
        )
        attempt = Attempt("school", name, "2026-12-01", Mode.EXAM, 0, ("q1", "q2", "q3"), calls)
        save_answers([attempt], school.folder / f"{name}.answers.json")


def test_answers_are_marked_and_written_as_a_page(
    school_window: Window, school: School, qtbot: QtBot
) -> None:
    answers(school)
    (school.folder / "broken.answers.json").write_text("[")
    window = school_window
    window.lessons.mark_from(str(school.lesson_file))
    qtbot.waitUntil(lambda: window.findChild(ResultsDialog) is not None, timeout=30000)
    dialog = window.findChild(ResultsDialog)
    assert dialog is not None
    assert "broken" in window.banners.text("lesson")
    assert nameless(dialog) == []
    cells = [dialog.trainees.item(row, 3) for row in range(dialog.trainees.rowCount())]
    assert [cell.text()[0] for cell in cells if cell is not None] == ["1", "0"]
    dialog.show_attempt(1)
    assert dialog.attempt.questions.rowCount() == 3
    assert [bar.count for bar in dialog.tally.bars] == [1, 1]

    dialog.page_wanted.emit(open_classroom(school.lesson_file))
    page = school.folder / "results.html"
    window.lessons.write_page(str(page))
    qtbot.waitUntil(page.exists, timeout=30000)
    dialog.reject()
    assert "Bo" in page.read_text()
    for each in window.findChildren(TakeDialog):
        each.reject()


def test_a_lesson_is_exported_for_a_class(
    school_window: Window, school: School, qtbot: QtBot, tmp_path: Path
) -> None:
    window = school_window
    short: Lesson = replace(school.lesson, moments=school.lesson.moments[1:2])
    save_lesson(short, school.lesson_file)
    window.lessons.export_from(str(school.lesson_file))
    window.lessons.export_into(str(tmp_path / "class"))
    page = tmp_path / "class" / "index.html"
    qtbot.waitUntil(page.exists, timeout=60000)
    assert list((tmp_path / "class" / "clips").glob("*.mp4"))
    qtbot.waitUntil(lambda: not window.workers.busy(), timeout=30000)


def test_a_lesson_file_that_is_none_is_said(
    school_window: Window, school: School, qtbot: QtBot
) -> None:
    window = school_window
    school.lesson_file.write_text('{"format": "annotator lesson", "version": 1, "moments": 3}')
    for run in (window.lessons.take_from, window.lessons.mark_from, window.lesson_making.open_at):
        window.banners.clear("error")
        run(str(school.lesson_file))
        qtbot.waitUntil(lambda: bool(window.banners.text("error")), timeout=30000)
