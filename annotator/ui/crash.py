"""What happens when something fails that should not: it is told, written down, and work goes on.

Without these hooks PyQt ends the program at the first exception in a slot.
"""

from __future__ import annotations

import faulthandler
import logging
import sys
import threading
import traceback
from types import TracebackType
from typing import TextIO

from PyQt6.QtCore import (
    QMessageLogContext,
    QObject,
    Qt,
    QtMsgType,
    pyqtSignal,
    qInstallMessageHandler,
)
from PyQt6.QtWidgets import QMessageBox, QWidget

from annotator.files.places import state_folder
from annotator.text import tr

LOG_NAME = "faults.txt"
_log = logging.getLogger("annotator")


class CrashReporter(QObject):
    """Shows one fault at a time; further ones are only written down while it is shown."""

    _fault = pyqtSignal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.window: QWidget | None = None
        self._box: QMessageBox | None = None
        self._file: TextIO | None = None
        # Faults come from any thread; the window is touched in its own.
        self._fault.connect(self._show)

    def install(self) -> None:
        """Take over every hook. Before the first widget is made."""
        self._open_log()
        # Windowed programs on Windows have no standard error.
        stream = self._file or sys.__stderr__
        if stream is not None:
            faulthandler.enable(stream)
        sys.excepthook = self.take
        threading.excepthook = self._take_thread
        qInstallMessageHandler(_qt_message)

    def set_window(self, window: object) -> None:
        """Over which window a fault is shown from now on."""
        assert isinstance(window, QWidget)
        self.window = window

    def remove(self) -> None:
        """Give the hooks back."""
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__
        qInstallMessageHandler(None)
        faulthandler.disable()
        if self._file is not None:
            self._file.close()
            self._file = None

    def take(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """A fault that nobody caught."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        text = "".join(traceback.format_exception(kind, error, trace))
        _log.error(text)
        if self._file is not None:
            self._file.write(text)
            self._file.flush()
        self._fault.emit(text)

    def _take_thread(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None:
            self.take(args.exc_type, args.exc_value, args.exc_traceback)

    def _open_log(self) -> None:
        try:
            folder = state_folder()
            folder.mkdir(parents=True, exist_ok=True)
            self._file = (folder / LOG_NAME).open("a", encoding="utf-8")
        except OSError:
            self._file = None  # a fault is still shown

    def _show(self, text: str) -> None:
        if self._box is not None:
            return
        box = QMessageBox(self.window)
        box.setIcon(QMessageBox.Icon.Critical)
        box.setWindowTitle(tr("Something went wrong"))
        box.setText(
            tr("A fault of this program, not of yours. Your tags are safe: every edit is in the "
               "recovery journal. You can go on; to be sure, save now.")
        )  # fmt: skip
        box.setDetailedText(text)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.finished.connect(self._closed)
        self._box = box
        box.open()

    def _closed(self, button: int) -> None:
        self._box = None


def _qt_message(kind: QtMsgType, context: QMessageLogContext, text: str | None) -> None:
    level = {
        QtMsgType.QtDebugMsg: logging.DEBUG,
        QtMsgType.QtInfoMsg: logging.DEBUG,
        QtMsgType.QtWarningMsg: logging.WARNING,
    }.get(kind, logging.ERROR)
    _log.log(level, "Qt: %s", text)
