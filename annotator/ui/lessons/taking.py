"""One lesson being taken: what may be done when. It has no widgets but the stage and the countdown.

Exam: each clip runs once, at full speed, from a key on; it cannot be stopped, stepped or seen again
beyond the replays that the lesson allows; from its end the seconds for the answer are counted.
Study, and hand counts: everything is free, and the ruling follows each answer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from PyQt6.QtCore import QObject, pyqtSignal

from annotator.model.calling import KEYS, Calling, What, with_clause
from annotator.model.lesson import Call, Moment, Verdict
from annotator.text import tr, tr_n
from annotator.ui.lessons.countdown import Countdown
from annotator.ui.lessons.scenes import Scene, Scenes
from annotator.ui.lessons.sitting import Sitting
from annotator.ui.lessons.stage import Stage
from annotator.ui.player.clock import Clock, WallClock
from annotator.ui.player.film_view import Over
from annotator.ui.player.framing import Framing


@dataclass(frozen=True)
class Dress:
    """How a scene is looked at: what lies over the picture, and whether that is turned."""

    over: Over | None = None
    framing: Framing | None = None


def _plain(scene: Scene) -> Dress:
    return Dress()


class Phase(StrEnum):
    """Where a question stands. FAILED: it cannot be shown."""

    OPENING = "opening"
    READY = "ready"
    RUNNING = "running"
    ANSWERING = "answering"
    CLAUSES = "clauses"
    HANDS = "hands"
    REVIEW = "review"
    FAILED = "failed"
    DONE = "done"


_CALLING = (Phase.READY, Phase.RUNNING, Phase.ANSWERING)


class Taking(QObject):
    """Leads through the questions of a sitting."""

    phase_changed = pyqtSignal(object)
    call_changed = pyqtSignal(object)
    """The `Calling` now."""
    answered = pyqtSignal(object)
    """The `Sitting` with one answer more: to be written down at once."""
    begun = pyqtSignal(object)
    """The `Sitting` in whose exam a clip was begun: to be written down at once, too."""
    hint = pyqtSignal(str)
    """Why a key did nothing."""

    def __init__(
        self,
        sitting: Sitting,
        stage: Stage,
        countdown: Countdown,
        scenes: Scenes,
        *,
        hands: bool = False,
        dress: Callable[[Scene], Dress] | None = None,
        clock: Clock | None = None,
    ) -> None:
        """`hands`: a class is asked, and a teacher counts. `dress`: how a scene is looked at.
        `clock`: measures reaction times.
        """
        super().__init__(stage)
        self.sitting = sitting
        self.hands = hands
        self.scene: Scene | None = None
        self.moment: Moment | None = None
        """The moment that is asked, or was asked last."""
        self.error: object = None
        self.phase = Phase.OPENING
        self.calling = Calling()
        self.replays = 0
        self._stage, self._countdown, self._scenes = stage, countdown, scenes
        self._dress = dress or _plain
        self._clock = clock or WallClock()
        self._ended = False
        self._reaction: Fraction | None = None
        scenes.ready.connect(self._shown)
        scenes.failed.connect(self._failed)
        stage.ended.connect(self._clip_over)
        stage.failed.connect(self._broken)
        countdown.over.connect(self._time_up)

    @property
    def free(self) -> bool:
        """Whether the film can be stopped, stepped and seen again now."""
        return not self.sitting.exam or self.phase is Phase.REVIEW

    @property
    def replays_left(self) -> int:
        """How often the clip can be seen again in an exam."""
        return max(0, self.sitting.lesson.manner.replays - self.replays)

    # ------------------------------------------------------------------ from question to question

    def begin(self) -> None:
        """Ask the first question without an answer; after the last one it is done."""
        self.scene, self.error = None, None
        self.calling, self.replays = Calling(), 0
        self._ended, self._reaction = False, None
        now = self.sitting.current
        if now is None:
            self._stage.close_film()
            self._enter(Phase.DONE)
            return
        self.moment = now
        # What was begun before the exam was left is seen.
        self.replays = max(0, self.sitting.seen(now) - 1) if self.sitting.exam else 0
        self._enter(Phase.OPENING)
        self.call_changed.emit(self.calling)
        self._scenes.want(now)

    def go_on(self) -> None:
        """From the ruling to the next question; past one that cannot be shown."""
        if self.phase is Phase.FAILED and self.moment is not None:
            self.sitting = self.sitting.passed_over(self.moment)
        if self.phase in (Phase.REVIEW, Phase.FAILED):
            self.begin()

    def show_again(self, moment: Moment) -> None:
        """Show an answered question with its ruling, once all is done."""
        if self.phase in (Phase.DONE, Phase.REVIEW) and self.sitting.current is None:
            self.scene, self.moment, self.error = None, moment, None
            self._enter(Phase.OPENING)
            self._scenes.want(moment)

    def end(self) -> None:
        """Stop; what is being called now is not an answer."""
        self._countdown.stop()
        self._stage.close_all()
        self._scenes.close()

    def _shown(self, scene: object) -> None:
        assert isinstance(scene, Scene)
        self.scene = scene
        dress = self._dress(scene)
        self._stage.show_excerpt(
            scene.opened.film, scene.first, scene.last, over=dress.over, framing=dress.framing
        )
        self._scenes.keep_only(scene)
        again = bool(self.sitting.attempt.of(scene.moment.id))
        self._enter(Phase.REVIEW if again else Phase.READY)

    def _failed(self, moment: object, error: object) -> None:
        self.error = error
        self._stage.close_film()
        self._enter(Phase.FAILED)

    def _broken(self, error: object) -> None:
        """A frame cannot be decoded. What was called until then stays, if anything was."""
        self._countdown.stop()
        if self.phase in _CALLING:
            self.error = error
            self._enter(Phase.FAILED)

    # ------------------------------------------------------------------ the film

    def toggle(self) -> None:
        """Start the clip; where all is free, stop it and go on."""
        if self.phase is Phase.READY or (self.free and self.phase in (*_CALLING, Phase.REVIEW)):
            if self.phase is Phase.READY:
                if self._seen_before:
                    if not self.replays_left:
                        self._ask_unseen()
                        return
                    self.replays += 1
                self._note_begun()
                self._enter(Phase.RUNNING)
            elif self._stage.at_end and not self._stage.player.playing:
                self.again()
                return
            self._stage.player.toggle()
        elif self.phase in _CALLING:
            self.hint.emit(tr("In an exam the clip runs once and is not stopped."))

    def again(self) -> None:
        """See the clip once more from its beginning."""
        if self.phase is Phase.REVIEW:
            self._replay()
        elif self.phase is Phase.READY:
            self.toggle()
        elif self.phase in _CALLING and self.free:
            self.replays += 1
            self._replay()
        elif self.phase is Phase.ANSWERING and self.replays_left:
            self.replays += 1
            self._note_begun()
            self._countdown.stop()
            self._ended = False
            self._enter(Phase.RUNNING)
            self._replay()
        elif self.phase in _CALLING:
            self.hint.emit(tr("No replay is left for this clip.") if self.phase is Phase.ANSWERING
                           else tr("The clip is still running."))  # fmt: skip

    @property
    def _seen_before(self) -> bool:
        """Whether the clip was begun before the exam was left, and nothing was answered."""
        return self.sitting.exam and self.moment is not None and self.sitting.seen(self.moment) > 0

    def _note_begun(self) -> None:
        if self.sitting.exam and self.moment is not None:
            self.sitting = self.sitting.with_seen(self.moment)
            self.begun.emit(self.sitting)

    def _ask_unseen(self) -> None:
        """Ask for the answer without showing the clip again; its last frame stands, as at its end."""
        if self.scene is not None:
            self._stage.player.seek_index(self.scene.last - self.scene.first)
        self._enter(Phase.RUNNING)
        self._clip_over()

    def _replay(self) -> None:
        self._stage.again()
        self._stage.player.play()

    def step(self, frames: int, *, held: bool = False) -> None:
        """So many frames on or back, where that is free."""
        if self._may_move():
            self._stage.player.step(frames, held=held)

    def change_rate(self, direction: int) -> None:
        """Slower (-1) or faster (1), where that is free."""
        if self._may_move():
            self._stage.player.change_rate(direction)

    def show_entry(self, entry: int) -> None:
        """Stand on a frame of the clip, by its entry in the film; with the ruling only."""
        if self.phase is Phase.REVIEW and self.scene is not None:
            self._stage.player.pause()
            self._stage.player.seek_index(entry - self.scene.first)

    def _may_move(self) -> bool:
        if self.free and self.phase in (*_CALLING, Phase.REVIEW):
            return True
        if self.phase in _CALLING:
            self.hint.emit(tr("In an exam the clip is seen at full speed, without stepping."))
        return False

    def _clip_over(self) -> None:
        self._clock.run(Fraction(0), Fraction(1))
        self._ended = True
        if self.phase is Phase.RUNNING and self.sitting.exam:
            self._enter(Phase.ANSWERING)
            self._countdown.start(self.sitting.lesson.manner.seconds_to_answer)

    # ------------------------------------------------------------------ the answer

    def press(self, key: str) -> bool:
        """A key of the answer (its place); False if it is none, or cannot be used now."""
        stroke = KEYS.get(key)
        if (
            stroke is not None
            and self.phase is Phase.OPENING
            and self.sitting.current is self.moment
        ):
            self.hint.emit(tr("The film is still being opened; call when you see it."))
            return True
        if stroke is None or self.phase not in _CALLING:
            return False
        if stroke.what is What.CONFIRM:
            self.confirm()
            return True
        if self.hands:
            return False
        full = self.calling.full(stroke)
        if self.phase is Phase.READY and self.sitting.exam:
            self.hint.emit(tr("Start the clip first."))
        elif full:
            self.hint.emit(full)
        else:
            self.calling = self.calling.press(stroke, self._time())
            self.call_changed.emit(self.calling)
        return True

    def _time(self) -> Fraction:
        """That of the frame on screen; before the first one is drawn, that of the clip's first."""
        assert self.scene is not None
        shown = self._stage.time
        return self.scene.opened.film.times[self.scene.first] if shown is None else shown

    def confirm(self) -> None:
        """Give the answer that was called."""
        if self.hands and self.phase in _CALLING:
            self._stage.player.pause()
            self._enter(Phase.HANDS)
            return
        missing = self.calling.missing()
        if self.phase is Phase.RUNNING and self.sitting.exam:
            self.hint.emit(tr("The clip is still running; answer at its end."))
        elif missing:
            self.hint.emit(missing)
        elif self.phase in _CALLING:
            self._decided()

    def _time_up(self) -> None:
        if self.phase is Phase.ANSWERING:
            self._decided()

    def _decided(self) -> None:
        self._countdown.stop()
        self._stage.player.pause()
        if self.sitting.exam:
            self._reaction = self._reaction_now()
        if self.sitting.lesson.manner.asks_clause and self.calling.awards:
            self._enter(Phase.CLAUSES)
        else:
            self.give(())

    def _reaction_now(self) -> Fraction:
        """Seconds from the clip's end to now, to the millisecond."""
        return Fraction(round(self._clock.now() * 1000), 1000)

    def give(self, clauses: tuple[str, ...]) -> None:
        """Write the answer down, each award under the clause that was named for it."""
        assert self.moment is not None
        call = Call(
            self.moment.id,
            with_clause(self.calling.awards, clauses),
            self.calling.controls,
            answered=self.calling.decided,
            replays=self.replays,
            reaction=self._reaction,
        )
        self._note(call)

    def give_hands(self, hands: Sequence[tuple[Verdict, int]]) -> None:
        """What a class called, each answer with the number of hands; without any it is not asked."""
        if self.phase is not Phase.HANDS or self.moment is None:
            return
        counted = [(verdict, count) for verdict, count in hands if count]
        if not counted:
            self.sitting = self.sitting.passed_over(self.moment)
            self._enter(Phase.REVIEW)
            return
        self._note(
            *(
                Call(self.moment.id, verdict, replays=self.replays, hands=count)
                for verdict, count in counted
            )
        )

    def _note(self, *calls: Call) -> None:
        self.sitting = self.sitting.with_calls(*calls)
        self.answered.emit(self.sitting)
        if self.sitting.exam:
            self.begin()
        else:
            self._enter(Phase.REVIEW)

    def _enter(self, phase: Phase) -> None:
        self.phase = phase
        self.phase_changed.emit(phase)

    def state_text(self) -> str:
        """What can be done now, in a line."""
        match self.phase:
            case Phase.OPENING:
                return tr("The film is being opened…")
            case Phase.READY | Phase.RUNNING if self.hands:
                return tr("Show the clip as often as you like, then count the hands.")
            case Phase.READY if self._seen_before and not self.replays_left:
                return tr(
                    "You began this clip before you left: it is not shown again. Start, then answer."
                )
            case Phase.READY if self._seen_before:
                return tr("You began this clip before you left: seeing it now is a replay.")
            case Phase.READY:
                return (
                    tr("The clip runs once, at full speed.") if self.sitting.exam
                    else tr("Stop, step and replay as you like; answer when you have seen it.")
                )  # fmt: skip
            case Phase.ANSWERING if self.replays_left:
                return tr_n("Your answer? {count} replay is left.",
                            "Your answer? {count} replays are left.", self.replays_left)  # fmt: skip
            case Phase.ANSWERING:
                return tr("Your answer?")
            case Phase.RUNNING if self.sitting.exam:
                return tr("Call as soon as you see it.")
            case Phase.DONE:
                return tr("Enter shows a question once more, with its ruling.")
        return ""
