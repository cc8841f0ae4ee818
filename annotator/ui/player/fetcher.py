"""Asking for pictures: the newest one wanted alone counts, and it comes in the window's thread."""

from __future__ import annotations

from PyQt6.QtCore import QObject, pyqtSignal

from annotator.ui.player.parts import Server


class Fetcher(QObject):
    """Fetches pictures of one film at a time from its server."""

    arrived = pyqtSignal(object)
    """The picture asked for last, or the exception that there was in its place."""
    _answered = pyqtSignal(int, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._server: Server | None = None
        self._generation = 0
        self.in_flight: int | None = None
        """The frame that was asked for and has not come yet."""
        self.size: tuple[int, int] | None = None
        """Device pixels that a picture may fill."""
        # Pictures come from the server's thread; the signal brings them over to this one.
        self._answered.connect(self._take)

    def set_server(self, server: Server | None) -> None:
        """Ask this server from now on; the one before is stopped, and nothing comes of it."""
        self.forget()
        old, self._server = self._server, server
        if old is not None:
            old.stop()

    def ask(self, index: int) -> None:
        """Ask for a frame now, in the place of any that is on its way."""
        if self._server is None:
            return
        self._generation += 1
        self.in_flight = index
        generation = self._generation

        def answer(result: object) -> None:
            self._answered.emit(generation, result)

        self._server.request(index, self.size, answer)

    def forget(self) -> None:
        """What is on its way shall not arrive."""
        self._generation += 1
        self.in_flight = None

    def _take(self, generation: int, result: object) -> None:
        if generation == self._generation:
            self.in_flight = None
            self.arrived.emit(result)
