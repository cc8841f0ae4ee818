"""Asking for pictures: the newest one wanted alone counts, and it comes in the window's thread."""

from __future__ import annotations

from functools import partial

from PyQt6.QtCore import QObject, QTimer, pyqtSignal

from annotator.ui.player.parts import EarlyServer, ReadyServer, Server


class Fetcher(QObject):
    """Fetches pictures of one film at a time from its server."""

    arrived = pyqtSignal(object)
    """The picture asked for last, or the exception that there was in its place."""
    passed = pyqtSignal(object)
    """A picture decoded on the way to the one that is in flight; its `towards` says which."""
    _answered = pyqtSignal(int, object)
    _seen = pyqtSignal(int, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._server: Server | None = None
        self._ready: ReadyServer | None = None
        self._generation = 0
        self.in_flight: int | None = None
        """The frame that was asked for and has not come yet."""
        self.size: tuple[int, int] | None = None
        """Device pixels that a picture may fill."""
        # Pictures come from the server's thread; the signal brings them over to this one.
        self._answered.connect(self._take)
        self._seen.connect(self._pass)
        self._asked: object = None  # what the server calls the request in flight

    def set_server(self, server: Server | None) -> None:
        """Ask this server from now on; the one before is stopped, and nothing comes of it."""
        self.forget()
        old, self._server = self._server, server
        known: object = server
        if isinstance(known, EarlyServer):
            known.show_early(self._seen.emit)
        self._ready = known if isinstance(known, ReadyServer) else None
        if old is not None:
            old.stop()

    def ask(self, index: int) -> None:
        """Ask for a frame now, in the place of any that is on its way."""
        if self._server is None:
            return
        self._generation += 1
        self.in_flight = index
        generation = self._generation
        if self._ready is not None:
            picture = self._ready.ready(index, self.size)
            if picture is not None:
                # Not at once: each picture that is taken asks for the next.
                QTimer.singleShot(0, partial(self._take, generation, picture))
                return

        def answer(result: object) -> None:
            self._answered.emit(generation, result)

        self._asked = self._server.request(index, self.size, answer)

    def forget(self) -> None:
        """What is on its way shall not arrive."""
        self._generation += 1
        self.in_flight = None

    def _pass(self, asked: int, picture: object) -> None:
        if asked == self._asked and self.in_flight is not None:
            self.passed.emit(picture)

    def _take(self, generation: int, result: object) -> None:
        if generation == self._generation:
            self.in_flight = None
            self.arrived.emit(result)
