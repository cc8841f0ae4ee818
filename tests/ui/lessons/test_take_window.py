"""A lesson taken by keys: what an exam forbids, what study allows, and what is written down."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest
from PyQt6.QtCore import Qt
from PyQt6.QtGui import QColor, QImage
from PyQt6.QtWidgets import QLabel, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from annotator.files.lesson_file import answers_from_text, answers_to_text
from annotator.files.match_file import read_match, save_match
from annotator.model.drawing import SCALE, Drawing, Shape
from annotator.model.lesson import MOST_AWARDS, Attempt, Call, Given, GivenKind, Mode, Moment
from annotator.ui.lessons.hiding import Hiding
from annotator.ui.lessons.sitting import Sitting
from annotator.ui.lessons.take_window import TakeWindow
from annotator.ui.lessons.taking import Phase
from tests.ui.lessons.conftest import SECRET, School, Take, phase_of, wait_for
from tests.ui.test_access import nameless

K = Qt.Key
HALF = Fraction(1, 2)


def press(window: TakeWindow, qtbot: QtBot, *keys: Qt.Key) -> None:
    for key in keys:
        qtbot.keyClick(window, key)


def last_call(window: TakeWindow) -> Call:
    return window.taking.sitting.attempt.calls[-1]


def current(window: TakeWindow) -> Moment:
    moment = window.taking.moment
    assert moment is not None
    return moment


# ---------------------------------------------------------------------- exam


def test_an_exam_from_the_first_key_to_the_result(take: Take, qtbot: QtBot) -> None:
    window = take()
    written: list[Sitting] = []
    window.taking.answered.connect(written.append)
    for keys in ((K.Key_R, K.Key_2), (K.Key_N,), (K.Key_B, K.Key_4)):
        wait_for(window, Phase.READY, qtbot)
        press(window, qtbot, K.Key_Space)
        press(window, qtbot, *keys)
        wait_for(window, Phase.ANSWERING, qtbot)
        press(window, qtbot, K.Key_Return)
    wait_for(window, Phase.DONE, qtbot)

    assert [len(sitting.attempt.calls) for sitting in written] == [1, 2, 3]
    calls = window.taking.sitting.attempt.calls
    assert [[(g.athlete, g.value) for g in call.awards] for call in calls] == [
        [("red", 2)], [], [("blue", 4)],
    ]  # fmt: skip
    assert all(call.answered for call in calls)
    assert window.end_view.questions.rowCount() == 3
    assert not window.countdown.isVisible()

    qtbot.keyClick(window.end_view.questions, K.Key_Return)
    wait_for(window, Phase.REVIEW, qtbot)
    assert current(window).id == "q1"
    assert "Your call" in window.review.text.toPlainText()
    press(window, qtbot, K.Key_Return)
    assert phase_of(window) is Phase.DONE


def test_the_frame_on_screen_is_the_moment_that_is_called(take: Take, qtbot: QtBot) -> None:
    window = take()
    wait_for(window, Phase.READY, qtbot)
    press(window, qtbot, K.Key_Space)
    qtbot.waitUntil(lambda: (window.stage.time or 0) > current(window).start + 1, timeout=20000)
    before = window.stage.time
    press(window, qtbot, K.Key_R, K.Key_2)
    after = window.stage.time

    [award] = window.taking.calling.awards
    assert before is not None
    assert award.time is not None
    assert after is not None
    assert before <= award.time <= after


def test_in_an_exam_the_clip_is_neither_stopped_nor_stepped_nor_slowed(
    take: Take, qtbot: QtBot
) -> None:
    window = take()
    wait_for(window, Phase.READY, qtbot)
    first = window.stage.time
    press(window, qtbot, K.Key_Period, K.Key_Right, K.Key_BracketLeft, K.Key_R, K.Key_2)
    assert window.stage.time == first
    assert window.taking.calling.said == ()

    press(window, qtbot, K.Key_Space)
    press(window, qtbot, K.Key_Space, K.Key_Comma, K.Key_Left, K.Key_BracketLeft, K.Key_Home)
    press(window, qtbot, K.Key_Return)

    assert phase_of(window) is Phase.RUNNING
    assert window.stage.player.playing
    assert window.stage.player.rate == 1


def test_a_replay_is_counted_and_there_are_no_more_than_allowed(take: Take, qtbot: QtBot) -> None:
    window = take()
    wait_for(window, Phase.READY, qtbot)
    press(window, qtbot, K.Key_Space)
    wait_for(window, Phase.ANSWERING, qtbot)
    press(window, qtbot, K.Key_Home)
    assert phase_of(window) is Phase.RUNNING
    assert not window.countdown.running
    wait_for(window, Phase.ANSWERING, qtbot)
    press(window, qtbot, K.Key_Home)
    assert phase_of(window) is Phase.ANSWERING

    press(window, qtbot, K.Key_N, K.Key_Return)

    assert last_call(window).replays == 1


def test_seeing_it_again_is_offered_only_where_it_is_allowed(
    take: Take, qtbot: QtBot, school: School
) -> None:
    lesson = replace(school.lesson, manner=replace(school.lesson.manner, replays=0))
    for mode, its, offered in (
        (Mode.EXAM, lesson, False), (Mode.EXAM, school.lesson, True), (Mode.STUDY, lesson, True),
    ):  # fmt: skip
        window = take(mode, its)
        wait_for(window, Phase.READY, qtbot)
        assert window.again.isVisible() is offered
        window._leave_now()


def test_when_the_time_is_up_what_was_called_is_the_answer(take: Take, qtbot: QtBot) -> None:
    window = take()
    for number in (1, 2):
        wait_for(window, Phase.READY, qtbot)
        press(window, qtbot, K.Key_Space)
        if number == 1:
            press(window, qtbot, K.Key_R, K.Key_A)
        with qtbot.waitSignal(window.taking.answered, timeout=30000):
            pass

    calls = window.taking.sitting.attempt.calls
    assert [g.kind for g in calls[0].awards] == [GivenKind.ADVANTAGE]
    assert (calls[1].answered, calls[1].awards) == (False, ())
    assert calls[0].reaction is not None
    assert calls[0].reaction >= HALF


def test_nothing_that_is_seen_tells_who_or_what_it_is(
    take: Take, qtbot: QtBot, school: School
) -> None:
    window = take()
    wait_for(window, Phase.READY, qtbot)
    told = [window.windowTitle(), window.windowFilePath()]
    for widget in window.findChildren(QWidget):
        told += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription()]
        if isinstance(widget, QLabel):
            told.append(widget.text())
    every = " ".join(told).lower()

    for secret in (SECRET, "Hidden", "Secret final", "takedown", school.lesson.title, ".mp4"):
        assert secret.lower() not in every


def test_an_exam_is_left_only_after_asking_and_gone_on_with_later(take: Take, qtbot: QtBot) -> None:
    window = take()
    wait_for(window, Phase.READY, qtbot)
    press(window, qtbot, K.Key_Space)
    press(window, qtbot, K.Key_N)
    wait_for(window, Phase.ANSWERING, qtbot)
    press(window, qtbot, K.Key_Return)
    wait_for(window, Phase.READY, qtbot)
    press(window, qtbot, K.Key_Escape)
    box = window.findChild(QMessageBox)
    assert window.isVisible()
    assert box is not None
    box.reject()
    sitting = window.taking.sitting
    window._leave_now()
    assert not window.isVisible()

    again = take(sitting=sitting)
    wait_for(again, Phase.READY, qtbot)
    assert current(again).id == "q2"
    assert "2" in again.head.number.text()


def test_a_clip_that_was_begun_before_leaving_is_not_shown_anew(
    take: Take, qtbot: QtBot, school: School
) -> None:
    lesson = replace(school.lesson, manner=replace(school.lesson.manner, replays=0))
    window = take(lesson=lesson)
    written: list[Sitting] = []
    window.answered.connect(written.append)
    wait_for(window, Phase.READY, qtbot)
    assert written == []
    press(window, qtbot, K.Key_Space)
    wait_for(window, Phase.RUNNING, qtbot)
    window._leave_now()
    [begun] = written
    assert begun.attempt.seen == {"q1": 1}
    [kept] = answers_from_text(answers_to_text([begun.attempt]), "")
    assert kept == begun.attempt

    again = take(sitting=Sitting(lesson, kept))
    wait_for(again, Phase.READY, qtbot)
    assert "not shown again" in again.line.text()
    press(again, qtbot, K.Key_Space)
    assert phase_of(again) is Phase.ANSWERING
    assert not again.stage.player.playing
    assert again.countdown.running
    press(again, qtbot, K.Key_R, K.Key_2, K.Key_Return)
    call = last_call(again)
    assert (call.moment, call.replays, call.answered) == ("q1", 0, True)


def test_seeing_a_clip_after_leaving_is_a_replay(take: Take, qtbot: QtBot, school: School) -> None:
    left = Sitting.begin(school.lesson, "Ann", Mode.EXAM, 0, date(2026, 12, 1))
    window = take(sitting=left.with_seen(left.moments[0]))
    wait_for(window, Phase.READY, qtbot)
    assert window.taking.replays_left == 1
    press(window, qtbot, K.Key_Space)
    assert phase_of(window) is Phase.RUNNING
    assert window.stage.player.playing
    assert window.taking.sitting.attempt.seen == {"q1": 2}
    wait_for(window, Phase.ANSWERING, qtbot)
    press(window, qtbot, K.Key_Home, K.Key_N, K.Key_Return)
    assert last_call(window).replays == 1


def test_what_does_not_fit_into_an_answer_is_said_and_left_out(take: Take, qtbot: QtBot) -> None:
    window = take(Mode.STUDY)
    wait_for(window, Phase.READY, qtbot)
    press(window, qtbot, K.Key_R, *[K.Key_2] * MOST_AWARDS)
    assert str(MOST_AWARDS) not in window.line.text()
    press(window, qtbot, K.Key_3)

    assert str(MOST_AWARDS) in window.line.text()
    assert [award.value for award in window.taking.calling.awards] == [2] * MOST_AWARDS


# ---------------------------------------------------------------------- study


def test_what_is_called_before_the_first_picture_counts(take: Take, qtbot: QtBot) -> None:
    window = take(Mode.STUDY)
    assert phase_of(window) is Phase.OPENING
    press(window, qtbot, K.Key_R)
    assert "being opened" in window.line.text()
    seen: list[bool] = []

    def early(phase: object) -> None:
        if phase is Phase.READY:
            seen.append(window.stage.ready)
            press(window, qtbot, K.Key_R, K.Key_2)

    window.taking.phase_changed.connect(early)
    wait_for(window, Phase.READY, qtbot)

    assert seen == [False]
    [award] = window.taking.calling.awards
    assert award.time == window.stage.time


def test_study_is_free_and_the_ruling_follows_each_answer(take: Take, qtbot: QtBot) -> None:
    window = take(Mode.STUDY)
    wait_for(window, Phase.READY, qtbot)
    press(window, qtbot, K.Key_Period, K.Key_Period)
    qtbot.waitUntil(lambda: window.stage.player.index == 2, timeout=20000)
    changes: list[bool] = []
    window.stage.player.playing_changed.connect(changes.append)
    press(window, qtbot, K.Key_Space, K.Key_Space)
    assert changes == [True, False]
    press(window, qtbot, K.Key_R, K.Key_2, K.Key_Return)

    assert phase_of(window) is Phase.REVIEW
    told = window.review.text.toPlainText()
    assert "2 points" in told
    assert "Clause" in told
    assert window.strip.frames
    press(window, qtbot, K.Key_1)
    want = window.strip.frames[0].entry
    scene = window.taking.scene
    assert scene is not None
    qtbot.waitUntil(lambda: window.stage.player.index == want - scene.first, timeout=20000)

    press(window, qtbot, K.Key_Return)
    wait_for(window, Phase.READY, qtbot)
    assert current(window).id == "q2"


def test_the_deciding_frames_are_pictures_of_the_clip(take: Take, qtbot: QtBot) -> None:
    window = take(Mode.STUDY)
    wait_for(window, Phase.READY, qtbot)
    press(window, qtbot, K.Key_N, K.Key_Return)
    scene = window.taking.scene
    assert scene is not None
    assert all(scene.first <= frame.entry <= scene.last for frame in window.strip.frames)
    qtbot.waitUntil(
        lambda: all(not button.icon().isNull() for button in window.strip.buttons), timeout=20000
    )


def test_what_is_blurred_in_the_match_is_blurred_in_the_lesson(
    take: Take, qtbot: QtBot, school: School
) -> None:
    match = read_match(school.match_file)
    area = Drawing("d1", Shape.BLUR, ((0, 0), (SCALE, SCALE)), time=Fraction(0))
    save_match(replace(match, drawings=(area,)), school.match_file)
    scene_image = QImage(96, 54, QImage.Format.Format_RGB32)
    for x in range(96):
        for y in range(54):
            scene_image.setPixelColor(x, y, QColor("black" if x % 2 else "white"))
    window = take(Mode.STUDY)
    wait_for(window, Phase.READY, qtbot)
    scene = window.taking.scene
    assert scene is not None

    Hiding(scene.match, scene.opened.film).hide(scene_image, scene.moment.start)

    colours = {scene_image.pixelColor(x, 20).name() for x in range(96)}
    assert colours.isdisjoint({"#000000", "#ffffff"})
    assert len(colours) < 12


def test_how_others_called_it_is_shown_with_the_ruling(
    take: Take, qtbot: QtBot, school: School
) -> None:
    right, wrong = Call("q1", school.lesson.moments[0].right), Call("q1", ())
    others = [Attempt("school", name, calls=(call,)) for name, call in (
        ("Bo", right), ("Cy", wrong), ("Di", right),
    )]  # fmt: skip
    window = take(Mode.STUDY, others=others)
    wait_for(window, Phase.READY, qtbot)
    press(window, qtbot, K.Key_N, K.Key_Return)

    assert [(bar.count, bar.sign) for bar in window.review.tally.bars] == [(2, "✓"), (1, "")]


def test_what_is_missing_in_an_answer_is_said(take: Take, qtbot: QtBot) -> None:
    window = take(Mode.STUDY)
    wait_for(window, Phase.READY, qtbot)
    press(window, qtbot, K.Key_2, K.Key_Return)

    assert phase_of(window) is Phase.READY
    assert "whom" in window.line.text()


def test_clauses_are_asked_for_where_the_lesson_wants_them(
    take: Take, qtbot: QtBot, school: School
) -> None:
    lesson = replace(school.lesson, manner=replace(school.lesson.manner, asks_clause=True))
    window = take(Mode.STUDY, lesson)
    wait_for(window, Phase.READY, qtbot)
    press(window, qtbot, K.Key_R, K.Key_2, K.Key_Return)
    assert phase_of(window) is Phase.CLAUSES
    [field] = window.clauses.fields
    field.setCurrentIndex(field.findData("takedown"))
    press(window, qtbot, K.Key_Return)

    assert [given.clause for given in last_call(window).awards] == ["takedown"]


# ---------------------------------------------------------------------- a class


def test_hands_are_counted_shown_and_kept(take: Take, qtbot: QtBot) -> None:
    window = take(Mode.STUDY, hands=True, projector=True)
    wait_for(window, Phase.READY, qtbot)
    press(window, qtbot, K.Key_Return)
    assert phase_of(window) is Phase.HANDS
    fields = window.hands.fields()
    assert window.focusWidget() is fields[0]
    fields[0].setValue(7)
    qtbot.keyClick(fields[0], K.Key_Return)
    assert window.focusWidget() is fields[1]
    fields[1].setValue(3)
    assert [bar.count for bar in window.hands.tally.bars] == [7, 3]
    qtbot.keyClicks(window.hands.other.line, "r2ba")
    window.hands.other_hands.setValue(1)

    window.hands.ok.click()

    assert phase_of(window) is Phase.REVIEW
    calls = window.taking.sitting.attempt.of("q1")
    assert [call.hands for call in calls] == [7, 3, 1]
    assert [len(call.awards) for call in calls] == [0, 1, 2]
    assert [bar.count for bar in window.review.tally.bars] == [7, 3, 1]


def test_a_question_without_hands_is_passed_over(take: Take, qtbot: QtBot) -> None:
    window = take(Mode.STUDY, hands=True)
    wait_for(window, Phase.READY, qtbot)
    press(window, qtbot, K.Key_Return)
    window.hands.ok.click()
    press(window, qtbot, K.Key_Return)
    wait_for(window, Phase.READY, qtbot)

    assert current(window).id == "q2"
    assert window.taking.sitting.attempt.calls == ()


# ---------------------------------------------------------------------- what is wrong


def test_a_question_that_cannot_be_shown_says_why_and_is_gone_past(
    take: Take, qtbot: QtBot, school: School
) -> None:
    first, *rest = school.lesson.moments
    gone = replace(first, match="nowhere.match.json")
    late = replace(first, id="q9", start=first.start + 1)
    lesson = replace(school.lesson, moments=(gone, late, *rest))
    window = take(lesson=lesson)
    for words in ("nowhere", "2 s before"):
        wait_for(window, Phase.FAILED, qtbot)
        assert words in str(window.taking.error)
        press(window, qtbot, K.Key_Return)
    wait_for(window, Phase.READY, qtbot)

    assert current(window).id == "q2"
    shown = lesson.shown_to(window.taking.sitting.attempt)
    assert [moment.id for moment in shown] == ["q2", "q3"]


def test_an_exam_of_which_nothing_can_be_shown_has_no_result(
    take: Take, qtbot: QtBot, school: School
) -> None:
    gone = replace(school.lesson.moments[0], match="nowhere.match.json")
    window = take(lesson=replace(school.lesson, moments=(gone,)))
    wait_for(window, Phase.FAILED, qtbot)
    press(window, qtbot, K.Key_Return)
    wait_for(window, Phase.DONE, qtbot)

    assert "no result" in window.end_view.head.text()
    assert window.end_view.questions.rowCount() == 0


def test_markup_in_a_file_is_only_text(take: Take, qtbot: QtBot, school: School) -> None:
    first = replace(school.lesson.moments[0], question="<b>x</b>", note="<img src=file:///x>")
    lesson = replace(school.lesson, moments=(first,))
    window = take(Mode.STUDY, lesson)
    wait_for(window, Phase.READY, qtbot)
    assert window.head.question.textFormat() is Qt.TextFormat.PlainText
    press(window, qtbot, K.Key_N, K.Key_Return)

    assert "<img src=file:///x>" in window.review.text.toPlainText()


def test_every_control_has_a_name_in_every_phase(take: Take, qtbot: QtBot, school: School) -> None:
    lesson = replace(school.lesson, manner=replace(school.lesson.manner, asks_clause=True))
    window = take(Mode.STUDY, lesson)
    wait_for(window, Phase.READY, qtbot)
    found = nameless(window)
    press(window, qtbot, K.Key_R, K.Key_2, K.Key_Return)
    found += nameless(window)
    press(window, qtbot, K.Key_Return)
    found += nameless(window)

    assert found == []


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_it_fits_on_a_small_screen(take: Take, qtbot: QtBot, language: str) -> None:
    from annotator.text import set_language

    set_language(language)
    window = take(Mode.STUDY)
    wait_for(window, Phase.READY, qtbot)
    sizes = [window.minimumSizeHint()]
    press(window, qtbot, K.Key_R, K.Key_2, K.Key_Return)
    sizes.append(window.minimumSizeHint())

    assert all(size.width() <= 1080 and size.height() <= 560 for size in sizes), sizes


@pytest.mark.parametrize(
    ("mode", "seed"), [(Mode.EXAM, 1), (Mode.EXAM, 2), (Mode.STUDY, 3), (Mode.STUDY, 4)]
)
def test_no_keys_break_it(take: Take, qtbot: QtBot, mode: Mode, seed: int) -> None:
    """Whatever is pressed when: no fault, each question answered at most once, never out of the clip."""
    chance = random.Random(seed)
    keys = [
        K.Key_Space, K.Key_Home, K.Key_Comma, K.Key_Period, K.Key_Left, K.Key_Right, K.Key_R, K.Key_B,
        K.Key_N, K.Key_A, K.Key_P, K.Key_S, K.Key_L, K.Key_2, K.Key_3, K.Key_9, K.Key_0,
        K.Key_Backspace, K.Key_Return, K.Key_BracketLeft, K.Key_BracketRight, K.Key_M, K.Key_F, K.Key_X,
        K.Key_Tab, K.Key_Up, K.Key_Down, K.Key_End,
    ]  # fmt: skip
    window = take(mode, seed=seed)
    for _ in range(250):
        target = window.focusWidget() or window
        qtbot.keyClick(target, chance.choice(keys))
        if chance.random() < 0.4:
            qtbot.wait(chance.randrange(12))
        scene, time = window.taking.scene, window.stage.time
        if scene is not None and time is not None:
            times = scene.opened.film.times
            assert times[scene.first] <= time <= times[scene.last]
        if phase_of(window) is Phase.DONE:
            break

    ids = [call.moment for call in window.taking.sitting.attempt.calls]
    assert len(ids) == len(set(ids))
    assert set(ids) <= {"q1", "q2", "q3"}


def test_what_is_kept_can_be_read_again(school: School) -> None:
    from annotator.files.lesson_file import read_answers
    from annotator.ui.lessons.keeping import answers_file, keep, open_classroom

    room = open_classroom(school.lesson_file)
    path = answers_file(room, "Ann")
    award = Given("red", GivenKind.POINTS, 2, Fraction(13, 2))
    sitting = Sitting.begin(school.lesson, "Ann", Mode.EXAM, 5, date(2026, 12, 1))
    for number, moment in enumerate(sitting.moments, 1):
        before, sitting = sitting, sitting.with_calls(Call(moment.id, (award,)))
        keep(sitting.attempt, path, before.attempt)
        [kept] = read_answers(path)
        assert kept == sitting.attempt
        assert len(kept.calls) == number
    other = Sitting.begin(school.lesson, "Ann", Mode.EXAM, 6, date(2026, 12, 2))
    keep(other.with_calls(Call("q1")).attempt, path)

    assert [a.seed for a in read_answers(path)] == [5, 6]
    again = open_classroom(school.lesson_file)
    assert again.unfinished("Ann", Mode.EXAM) is not None
    assert again.others("Ann") == ()
    assert json.loads(path.read_text())["format"] == "annotator answers"


def test_an_answers_file_that_cannot_be_read_is_left_alone_and_said(school: School) -> None:
    from annotator.ui.lessons.keeping import answers_file, open_classroom

    broken = school.folder / "Ann.answers.json"
    broken.write_text("{")
    room = open_classroom(school.lesson_file)

    assert len(room.wrong) == 1
    assert answers_file(room, "Ann").name == "Ann-2.answers.json"
