"""The window in which a lesson is taken: the film, the keys of the answer, then the ruling.

Its title and its texts tell nothing of what is asked: no file, no tag, no time of the film.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PyQt6.QtCore import Qt, pyqtSignal
from PyQt6.QtGui import QCloseEvent, QKeyEvent
from PyQt6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from annotator.model.calling import strokes_for
from annotator.model.lesson import Attempt, Verdict
from annotator.scoring.lesson_key import LessonKey, choices
from annotator.scoring.marking import mark_attempt
from annotator.scoring.ruleset import Ruleset
from annotator.text import tr
from annotator.ui.keys import Keyboard
from annotator.ui.lessons import review
from annotator.ui.lessons.answer_bar import AnswerBar
from annotator.ui.lessons.countdown import Countdown
from annotator.ui.lessons.frame_strip import FrameStrip
from annotator.ui.lessons.frozen_board import FrozenBoard
from annotator.ui.lessons.hiding import Hiding
from annotator.ui.lessons.question_head import QuestionHead
from annotator.ui.lessons.results import AttemptView
from annotator.ui.lessons.scenes import Scene, Scenes
from annotator.ui.lessons.side_panels import ClausePanel, HandsPanel, ReviewPanel
from annotator.ui.lessons.sitting import Sitting
from annotator.ui.lessons.stage import Stage
from annotator.ui.lessons.taking import Dress, Phase, Taking
from annotator.ui.looks import palette_of
from annotator.ui.player.clock import Clock
from annotator.ui.player.framing import Framing
from annotator.ui.views.theme import scaled
from annotator.ui.workers import Workers
from exports.film_moments import Names

_FILM_KEYS: Mapping[str, tuple[str, int]] = {
    "Space": ("toggle", 0), "Home": ("again", 0),
    "Comma": ("step", -1), "ArrowLeft": ("step", -1),
    "Period": ("step", 1), "ArrowRight": ("step", 1),
    "BracketLeft": ("rate", -1), "BracketRight": ("rate", 1),
}  # fmt: skip
_PROJECTED = 1.5
"""So much larger are letters on a projector."""
_CALLING = (Phase.READY, Phase.RUNNING, Phase.ANSWERING)


class TakeWindow(QDialog):
    """Leads a trainee, or a class, through a lesson."""

    answered = pyqtSignal(object)
    """The `Sitting` with one answer, or one clip that was begun, more: to be written down at once."""
    left = pyqtSignal()
    """The window was closed; nothing of it runs any more."""

    def __init__(
        self,
        sitting: Sitting,
        scenes: Scenes,
        workers: Workers,
        keyboard: Keyboard,
        parent: QWidget | None = None,
        *,
        others: Sequence[Attempt] = (),
        rulesets: Mapping[str, Ruleset] | None = None,
        framing: Callable[[Scene], Framing] | None = None,
        hands: bool = False,
        projector: bool = False,
        volume: int = 100,
        muted: bool = False,
        clock: Clock | None = None,
    ) -> None:
        """`others`: attempts that show how others called it. `hands`: a class is asked, and hands are
        counted. `projector`: large and with the most contrast. `clock`: of the film, for tests.
        """
        super().__init__(parent)
        self.setWindowTitle(tr("Lesson"))
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        if projector:
            self._enlarge()
        self._others, self._rulesets = tuple(others), dict(rulesets or {})
        self._keyboard, self._framing = keyboard, framing
        self._volume, self._muted = volume, muted
        self._may_leave = self._is_left = False
        self._trouble = ""
        self.stage = Stage(self, clock)
        self.stage.set_volume(volume, muted=muted)
        self.countdown = Countdown(self)
        self.taking = Taking(
            sitting, self.stage, self.countdown, scenes, hands=hands, dress=self._dress
        )
        self.bar = AnswerBar(keyboard, self)
        self.strip = FrameStrip(workers, self)
        self.review, self.hands, self.clauses = (
            ReviewPanel(self),
            HandsPanel(self),
            ClausePanel(self),
        )
        self.end_view = AttemptView(self)
        self._build()
        self.taking.phase_changed.connect(self._entered)
        self.taking.call_changed.connect(self._called)
        self.taking.hint.connect(self._say)
        self.taking.answered.connect(self.answered)
        self.taking.begun.connect(self.answered)
        self.bar.pressed.connect(self._bar_pressed)
        self.strip.chosen.connect(self.taking.show_entry)
        self.hands.done.connect(self._hands_done)
        self.clauses.done.connect(self._clauses_done)
        self.end_view.moment_chosen.connect(self.taking.show_again)
        self.taking.begin()

    # ------------------------------------------------------------------ what it is made of

    def _enlarge(self) -> None:
        palette = palette_of(dark=True)
        palette.setColor(palette.ColorRole.Window, Qt.GlobalColor.black)
        for role in (
            palette.ColorRole.WindowText,
            palette.ColorRole.Text,
            palette.ColorRole.ButtonText,
        ):
            palette.setColor(role, Qt.GlobalColor.white)
        self.setPalette(palette)
        self.setFont(scaled(self.font(), _PROJECTED))

    def _build(self) -> None:
        self.head = QuestionHead(self)
        self._side = QStackedWidget(self)
        for panel in (self.review, self.hands, self.clauses):
            self._side.addWidget(panel)
        self._split = QSplitter(Qt.Orientation.Horizontal, self)
        self._split.addWidget(self.stage)
        self._split.addWidget(self._side)
        self._split.setChildrenCollapsible(False)
        self._split.setSizes([600, 400])
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._split)
        self._pages.addWidget(self.end_view)
        self._foot = QStackedWidget(self)
        self._foot.addWidget(self.bar)
        self._foot.addWidget(self.strip)
        self._foot.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self.line = QLabel(self)
        self.line.setWordWrap(True)
        self.line.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.start = self._button(self.taking.toggle)
        self.again = self._button(self.taking.again)
        self.next = self._button(self._go_on)
        self.leave = self._button(self.close)
        row = QHBoxLayout()
        row.addWidget(self.line, 1)
        for button in (self.start, self.again, self.next, self.leave):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 6, 8, 6)
        column.setSpacing(4)
        column.addWidget(self.head)
        column.addWidget(self._pages, 1)
        column.addWidget(self.countdown)
        column.addWidget(self._foot)
        column.addLayout(row)
        self.start.setText(self._with_key(tr("Start or stop"), "Space"))
        self.again.setText(self._with_key(tr("See again"), "Home"))
        self.next.setText(self._with_key(tr("Go on"), "Enter"))
        self.leave.setText(self._with_key(tr("Leave"), "Escape"))

    def _button(self, slot: Callable[[], object]) -> QPushButton:
        button = QPushButton(self)
        button.setAutoDefault(False)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(slot)
        return button

    def _with_key(self, title: str, key: str) -> str:
        return tr("{title} ({key})", title=title, key=self._keyboard.label(key))

    def _dress(self, scene: Scene) -> Dress:
        names = Names(self.taking.sitting.lesson.manner.names)
        framing = self._framing(scene) if self._framing is not None else None
        return Dress(FrozenBoard.of(scene, names, self.stage.view), framing)

    # ------------------------------------------------------------------ phases

    def _entered(self, phase: object) -> None:
        assert isinstance(phase, Phase)
        taking, scene = self.taking, self.taking.scene
        done = phase is Phase.DONE
        self._pages.setCurrentIndex(int(done))
        self._tell_question(phase)
        self._side.setVisible(phase in (Phase.REVIEW, Phase.HANDS, Phase.CLAUSES))
        self._foot.setVisible(phase in (*_CALLING, Phase.OPENING, Phase.CLAUSES, Phase.REVIEW))
        self._foot.setCurrentIndex(int(phase is Phase.REVIEW))
        self.bar.set_open(phase in _CALLING and not taking.hands)
        self.start.setVisible(phase is Phase.READY or (taking.free and not done))
        self.again.setVisible(
            phase not in (Phase.DONE, Phase.FAILED, Phase.OPENING)
            and (taking.free or taking.replays_left > 0)
        )
        self.next.setVisible(
            phase in (Phase.REVIEW, Phase.FAILED) or (taking.hands and phase in _CALLING)
        )
        self.countdown.setVisible(taking.sitting.exam and phase in (*_CALLING, Phase.OPENING))
        self._say(taking.state_text())
        self.setFocus(Qt.FocusReason.OtherFocusReason)
        match phase:
            case Phase.OPENING:
                self.strip.show_frames(None, ())
                self.stage.say_loading()
            case Phase.READY if scene is not None:
                kinds = choices(scene.ruleset)
                points = sorted({one.value for one in kinds if one.kind.value == "points"})
                self.bar.offer(strokes_for([one.kind for one in kinds], points))
            case Phase.FAILED:
                self.stage.say(tr("This question cannot be shown."), str(taking.error))
            case Phase.REVIEW if scene is not None:
                self._show_ruling(scene, scene.key)
            case Phase.HANDS if scene is not None:
                self._side.setCurrentWidget(self.hands)
                self.hands.ask(choices(scene.ruleset))
            case Phase.CLAUSES if scene is not None:
                self._side.setCurrentWidget(self.clauses)
                self.clauses.ask(taking.calling.awards, scene.ruleset)
            case Phase.DONE:
                lesson, attempt = taking.sitting.lesson, taking.sitting.attempt
                self.end_view.show_attempt(lesson, mark_attempt(lesson, attempt), self._rulesets)
                self.end_view.questions.setFocus(Qt.FocusReason.OtherFocusReason)
            case _:
                pass

    def _tell_question(self, phase: Phase) -> None:
        moment = self.taking.moment
        if phase is Phase.DONE or moment is None:
            self.head.say_over()
            return
        self.head.ask(moment, self.taking.sitting.moments)

    def _show_ruling(self, scene: Scene, key: LessonKey) -> None:
        sitting = self.taking.sitting
        attempt, lesson = sitting.attempt, sitting.lesson
        marked = None
        if not self.taking.hands:
            every = mark_attempt(lesson, attempt).moments
            marked = next((each for each in every if each.moment.id == scene.moment.id), None)
        others = (*self._others, attempt) if self.taking.hands else self._others
        self.review.show_ruling(
            review.page(scene, key, marked), review.tally_of(lesson, scene.moment, others)
        )
        self._side.setCurrentWidget(self.review)
        film = scene.opened.film
        self.strip.show_frames(film, review.frames_of(scene, key), Hiding(scene.match, film))
        self._say(tr("A figure shows a frame that decides; you can play and step as you like."))

    def _called(self, calling: object) -> None:
        from annotator.model.calling import Calling

        assert isinstance(calling, Calling)
        self.bar.show_call(calling)

    def _say(self, text: str) -> None:
        self.line.setText(text)

    def say_trouble(self, text: str) -> None:
        """Something that should have been written could not be; empty: it could."""
        self._trouble = text
        self.head.say_trouble(text)

    # ------------------------------------------------------------------ keys

    def keyPressEvent(self, event: QKeyEvent | None) -> None:
        """Every key of the lesson; what has the keyboard (a field, a list) was asked before."""
        if event is None:
            return
        held = Qt.KeyboardModifier
        if event.modifiers() & (held.ControlModifier | held.AltModifier | held.MetaModifier):
            super().keyPressEvent(event)
            return
        code = self._keyboard.code(event)
        if not self._press(code, held=event.isAutoRepeat()):
            event.ignore()

    def _press(self, code: str, *, held: bool) -> bool:
        phase = self.taking.phase
        if code in _FILM_KEYS and phase in (*_CALLING, Phase.REVIEW):
            self._move(*_FILM_KEYS[code], held=held)
            return True
        if held:
            return True
        match code:
            case "Escape":
                self.close()
            case "KeyF" | "F11":
                self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)
            case "KeyM":
                self._muted = not self._muted
                self.stage.set_volume(self._volume, muted=self._muted)
            case "Enter" if phase in (Phase.REVIEW, Phase.FAILED):
                self._go_on()
            case "Enter" if phase is Phase.HANDS:
                if not self.hands.next_field():
                    self._hands_done()
            case "Enter" if phase is Phase.CLAUSES:
                self._clauses_done()
            case _ if phase is Phase.REVIEW and code.startswith("Digit"):
                return self.strip.choose(int(code[-1]))
            case _:
                return self.taking.press(code)
        return True

    def _move(self, what: str, way: int, *, held: bool) -> None:
        if what == "step":
            self.taking.step(way, held=held)
        elif held:
            return
        elif what == "rate":
            self.taking.change_rate(way)
        elif what == "toggle":
            self.taking.toggle()
        else:
            self.taking.again()

    def _bar_pressed(self, key: str) -> None:
        self.taking.press(key)

    def _go_on(self) -> None:
        if self.taking.phase in _CALLING:
            self.taking.confirm()
        elif self.taking.sitting.current is None and self.taking.phase is Phase.REVIEW:
            self.taking.begin()
        else:
            self.taking.go_on()

    def _hands_done(self) -> None:
        hands: list[tuple[Verdict, int]] = self.hands.hands()
        self.taking.give_hands(hands)

    def _clauses_done(self) -> None:
        self.taking.give(self.clauses.clauses())

    # ------------------------------------------------------------------ leaving

    def reject(self) -> None:
        """Escape leaves as closing does."""
        self.close()

    def closeEvent(self, event: QCloseEvent | None) -> None:
        """Ask before an exam is left; what was answered is written down already."""
        if event is None:
            return
        unfinished = self.taking.sitting.exam and self.taking.phase not in (
            Phase.DONE,
            Phase.REVIEW,
        )
        if unfinished and not self._may_leave and self.taking.sitting.current is not None:
            event.ignore()
            self._ask_to_leave()
            return
        self.shut()
        event.accept()
        super().reject()

    def _ask_to_leave(self) -> None:
        box = QMessageBox(self)
        box.setWindowTitle(tr("Lesson"))
        box.setText(tr("Leave the exam?"))
        box.setInformativeText(
            tr("Your answers could not be written down: {why}\nAfter leaving you are asked for another place.",
               why=self._trouble) if self._trouble
            else tr("What you answered is kept; you can go on later with the next question.")
        )  # fmt: skip
        leave = box.addButton(tr("Leave"), QMessageBox.ButtonRole.AcceptRole)
        box.addButton(tr("Stay"), QMessageBox.ButtonRole.RejectRole)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        assert leave is not None
        leave.clicked.connect(self._leave_now)
        box.open()

    def _leave_now(self) -> None:
        self._may_leave = True
        self.close()

    def shut(self) -> None:
        """Stop the film and close its files. Safe to call again."""
        if not self._is_left:
            self._is_left = True
            self.strip.show_frames(None, ())
            self.taking.end()
            self.left.emit()
