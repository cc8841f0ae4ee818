"""The sound of the window's film: which device plays it, how loud, and what to say when none does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from PyQt6.QtCore import QObject, QTimer, pyqtSignal

from annotator.text import tr
from annotator.ui.player.audio_sink import AudioOutputs
from annotator.ui.player.sound_clock import SoundClock, SoundState

if TYPE_CHECKING:
    from annotator.video.sound_feed import Track

_WARM_UP_MS = 500  # once the first picture is seen: loading the sound system takes a moment
_TROUBLES = (SoundState.NO_DEVICE, SoundState.LOST, SoundState.UNREADABLE)


class Heard(Protocol):
    """What this needs of a film."""

    @property
    def has_sound(self) -> bool: ...
    @property
    def sound(self) -> Callable[[], Track]: ...


class FilmSound(QObject):
    """Owns the clock that the player follows."""

    changed = pyqtSignal(bool, str)
    """Whether sound is heard while the film plays, and why not if it is not."""
    trouble = pyqtSignal(str)
    """Sound that should be heard is not, and why: told once for each reason."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._outputs = AudioOutputs(self)
        self.clock = SoundClock(self._outputs.open, self)
        self._outputs.changed.connect(self.clock.try_again)
        self.clock.state_changed.connect(self._state_changed)
        self._told: set[SoundState] = set()
        self._warm_up = QTimer(self)
        self._warm_up.setSingleShot(True)
        self._warm_up.setInterval(_WARM_UP_MS)
        self._warm_up.timeout.connect(self.clock.prepare)

    def set_film(self, film: Heard | None) -> None:
        """The sound of this film from now on, if it has any."""
        if film is not None and film.has_sound:
            self.clock.set_track(film.sound)
            self._warm_up.start()
        else:
            self.clock.set_track(None)
            self._warm_up.stop()
            self.changed.emit(False, self.reason(self.clock.state) if film is not None else "")

    def tell(self) -> None:
        """Say by `changed` once more how it is."""
        state = self.clock.state
        self.changed.emit(state is SoundState.ON, self.reason(state))

    def close(self) -> None:
        """Be silent, and end the thread that decodes sound."""
        self._warm_up.stop()
        self.clock.close()

    @property
    def trouble_now(self) -> str:
        """Why sound that should be heard cannot be; empty when it can, or there is none to hear."""
        return self.reason(self.clock.state) if self.clock.state in _TROUBLES else ""

    def _state_changed(self, state: object) -> None:
        assert isinstance(state, SoundState)
        why = self.reason(state)
        self.changed.emit(state is SoundState.ON, why)
        if state in _TROUBLES and state not in self._told:
            self._told.add(state)
            self.trouble.emit(why)

    def reason(self, state: SoundState) -> str:
        """Why nothing is heard in this state; empty when something is."""
        match state:
            case SoundState.MUTED:
                return tr("The sound is off.")
            case SoundState.NO_TRACK:
                return tr("This film has no sound.")
            case SoundState.UNREADABLE:
                return tr("The sound of this film cannot be played; it plays on without.")
            case SoundState.LOST:
                return tr("The sound device does not play; the film plays on without sound.")
            case SoundState.SPEED:
                return tr("No sound backward, below 0.25x and above 4x.")
            case SoundState.NO_DEVICE:
                if self._outputs.trouble:
                    return tr("Films play without sound: {why}.", why=self._outputs.trouble)
                return tr("No sound device was found; films play without sound.")
        return ""
