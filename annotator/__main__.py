"""The program: the only place that joins the window and the command line, each imported lazily.

    annotator                the window
    annotator MATCH|FILM     the window, with that file open in it
    annotator COMMAND ...    the command line

Exit status: 0 done; 1 a fault of ours; 2 wrong input, with one clear message and no traceback;
130 stopped by the user; 141 when whoever read the output went away.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from annotator.errors import AnnotatorError
from annotator.text import set_language, tr

FAULT, WRONG_INPUT, INTERRUPTED, NO_READER = 1, 2, 130, 141


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the words ask and return the exit status. `argv` is without the program's name."""
    words = list(sys.argv[1:] if argv is None else argv)
    set_language()  # as the environment says, until somebody says otherwise
    if not words:
        return _guarded(lambda: _open_window(None))
    if len(words) == 1 and _is_path(words[0]):
        return _guarded(lambda: _open_window(Path(words[0])))
    return _guarded(lambda: _run_command(words))


def window() -> int:
    """The window, for starters without a console; a first argument is the file to open."""
    set_language()
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    return _guarded(lambda: _open_window(file))


def _is_path(word: str) -> bool:
    """A dot or a separator makes a path: no command has one. A film called `demo` is `./demo`."""
    return not word.startswith("-") and any(mark in word for mark in "./\\")


def _run_command(words: list[str]) -> int:
    from annotator.cli.main import main as command_line

    _end_in_order()
    return command_line(words)


def _end_in_order() -> None:
    """Being told to end runs the clean-up of what is half written, as Ctrl+C does."""

    def stop(number: int, _frame: object) -> None:
        raise SystemExit(128 + number)

    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name) and threading.current_thread() is threading.main_thread():
            signal.signal(getattr(signal, name), stop)


def _open_window(file: Path | None) -> int:
    _require_screen()
    try:
        from annotator.ui.app import run
    except ModuleNotFoundError:
        raise
    except ImportError as error:  # Qt is there, a library of the system that it needs is not
        raise AnnotatorError(
            tr("The window cannot be opened: {reason}.", reason=str(error).rstrip(".")),
            mend=tr("Install that library; the set-up section of the README lists the packages."),
        ) from error
    return run(file)


def _require_screen() -> None:
    """Say what is missing, where Qt itself would end the whole process."""
    chosen = os.environ.get("QT_QPA_PLATFORM", "")
    if not sys.platform.startswith("linux") or chosen not in ("", "xcb", "wayland"):
        return
    if _wayland_answers():
        return
    if not os.environ.get("DISPLAY"):
        raise AnnotatorError(
            tr("There is no screen to open a window on."),
            mend=tr("Start it from a desktop, or use the commands: “annotator --help” lists them."),
        )
    import ctypes

    try:
        ctypes.CDLL("libxcb-cursor.so.0")
    except OSError as error:
        raise AnnotatorError(
            tr("The window cannot be opened: Qt needs the library {name}.", name="libxcb-cursor"),
            mend=tr("On Debian and Ubuntu: {command}", command="sudo apt install libxcb-cursor0"),
        ) from error
    if not _screen_answers():
        raise AnnotatorError(
            tr("The screen {name} does not answer.", name=os.environ["DISPLAY"]),
            mend=tr("Start it from the desktop itself, or set DISPLAY to a screen that is there."),
        )


def _wayland_answers() -> bool:
    """Whether the Wayland socket that the environment names is there."""
    name = os.environ.get("WAYLAND_DISPLAY")
    return bool(name) and Path(os.environ.get("XDG_RUNTIME_DIR", ""), str(name)).exists()


def _screen_answers() -> bool:
    """Whether the X server that DISPLAY names lets us in; Qt would abort where it does not.

    The connection stays open until the process ends: a server that loses its last client begins
    anew, or ends, and Qt would meet it at that moment.
    """
    import ctypes

    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError:
        return True
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    if xcb.xcb_connection_has_error(connection) == 0:
        return True
    xcb.xcb_disconnect(connection)
    return False


def _guarded(run: Callable[[], int]) -> int:
    """What `run` returns; whatever it raises becomes one message and an exit status."""
    try:
        _survive_odd_names()
        try:
            status = run()
        except SystemExit as stop:  # argparse ends this way
            status = _status_of(stop)
        if sys.stdout is not None:
            sys.stdout.flush()
    except AnnotatorError as error:
        _complain(str(error))
        return WRONG_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return NO_READER
    except Exception as error:
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EFBIG):
            _complain(tr("There is no space left on the disk: {reason}", reason=error))
            _drop_output()
            return WRONG_INPUT
        if os.environ.get("ANNOTATOR_DEBUG"):
            raise
        _complain(_fault_text(error))
        return FAULT
    return status


def _status_of(stop: SystemExit) -> int:
    if stop.code is None or isinstance(stop.code, int):
        return stop.code or 0
    _complain(str(stop.code))
    return FAULT


def _survive_odd_names() -> None:
    """A file's name may hold what the terminal cannot show; that must not end the program."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")


def _complain(text: str) -> None:
    if sys.stderr is not None:  # a program without a console has none
        with contextlib.suppress(OSError):  # nor does one whose console takes nothing more
            print(text, file=sys.stderr, flush=True)


def _drop_output() -> None:
    """Let what is still unwritten go nowhere, so that Python's own last flush cannot fail."""
    with contextlib.suppress(OSError, AttributeError):  # no console, or a stream without a number
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fault_text(error: Exception) -> str:
    """One line about a fault of ours, with the place of its full report."""
    what = " ".join(f"{type(error).__name__}: {error}".split())
    head = tr("This is a fault of the program: {what}", what=what)
    try:
        report = _write_report(error)
    except Exception as trouble:  # the fault itself has to be told in any case
        return tr("{head} (no report could be written: {trouble})", head=head, trouble=trouble)
    return tr("{head} (the report: {report})", head=head, report=report)


def _write_report(error: Exception) -> Path:
    """Write the traceback, and what it happened with, to a new file in the state folder."""
    import platform
    import traceback
    from datetime import datetime
    from importlib.metadata import PackageNotFoundError, version

    from annotator.files.places import state_folder

    try:
        edition = version("grappling-annotator")
    except PackageNotFoundError:
        edition = "not installed"
    now = datetime.now().astimezone()
    folder = state_folder()
    folder.mkdir(parents=True, exist_ok=True)
    report = folder / f"crash-{now:%Y%m%d-%H%M%S}-{os.getpid()}.log"
    head = (
        f"{now.isoformat(timespec='seconds')}",
        f"annotator {edition}, Python {platform.python_version()}, {platform.platform()}",
        f"words: {sys.argv[1:]!r}",
    )
    text = "\n".join((*head, "", *traceback.format_exception(error)))
    report.write_text(text, encoding="utf-8", errors="backslashreplace")
    return report


if __name__ == "__main__":
    sys.exit(main())
