"""The sound device of this computer, as Qt gives it.

QtMultimedia is imported when sound is first wanted: it takes its time, and on a Linux without
`libpulse.so.0` it cannot be imported at all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PyQt6.QtCore import QObject, pyqtSignal

from annotator.ui.player.sound_server import ServerId, server_now

if TYPE_CHECKING:
    from PyQt6.QtCore import QIODevice
    from PyQt6.QtMultimedia import QAudioSink, QMediaDevices

RATE = 48_000
SAMPLE_BYTES = 4
_BUFFER = RATE * SAMPLE_BYTES // 5  # a fifth of a second: the window may be busy for so long


class AudioOutputs(QObject):
    """The devices there are, and a sink on the one that the system prefers."""

    changed = pyqtSignal()
    """A device has come or gone."""

    def __init__(
        self,
        parent: QObject | None = None,
        server: Callable[[], ServerId | None] = server_now,
    ) -> None:
        super().__init__(parent)
        self._server = server
        self._met: ServerId | None = None  # the server that Qt is in touch with, if it is known
        self._devices: QMediaDevices | None = None
        self.trouble = ""
        """Why there can be no sound at all here, in the system's words; else empty."""

    def open(self) -> QtSink | None:
        """A sink on the default device, or None where there is none, or where Qt must not be asked
        for one because its server has died: `changed` comes when it has met another.
        """
        try:
            from PyQt6.QtMultimedia import QAudioFormat, QAudioSink, QMediaDevices
        except ImportError as error:
            self.trouble = str(error)
            return None
        if self._devices is None:
            self._met = self._server()
            self._devices = QMediaDevices(self)
            self._devices.audioOutputsChanged.connect(self._look_again)
        if not self.usable():
            return None
        device = QMediaDevices.defaultAudioOutput()
        form = QAudioFormat()
        form.setSampleRate(RATE)
        form.setChannelCount(2)
        form.setSampleFormat(QAudioFormat.SampleFormat.Int16)
        if device.isNull() or not device.isFormatSupported(form):
            return None
        return QtSink(QAudioSink(device, form), self.usable)

    def usable(self) -> bool:
        """Whether a sink may be started: it would end the program if Qt's server were dead."""
        return self._met is None or self._server() == self._met

    def _look_again(self) -> None:
        """Qt lists devices anew when it has met a server."""
        self._met = self._server() or self._met
        self.changed.emit()


class QtSink:
    """See `annotator.ui.player.sound_clock.Sink`. `usable`: whether it may be started now."""

    def __init__(self, sink: QAudioSink, usable: Callable[[], bool]) -> None:
        self._sink = sink
        self._usable = usable
        self._sink.setBufferSize(_BUFFER)
        self._io: QIODevice | None = None
        self._rest = b""

    def start(self) -> bool:
        self._rest = b""
        if not self._usable():
            return False
        self._io = self._sink.start()
        return self._io is not None and not self.broken()

    def stop(self) -> None:
        self._io = None
        self._sink.reset()  # `stop` would first play what was written
        self._sink.stop()

    def write(self, take: Callable[[int], bytes]) -> None:
        if self._io is None:
            return
        room = self._sink.bytesFree()
        data = self._rest or take(room)
        if data:
            written = max(self._io.write(data), 0)
            self._rest = data[written:]

    def played(self) -> int:
        return self._sink.processedUSecs()

    def broken(self) -> bool:
        # An underrun heals by itself as soon as there is something to play again.
        return self._sink.error().name not in ("NoError", "UnderrunError")

    def set_volume(self, share: float) -> None:
        self._sink.setVolume(share)
