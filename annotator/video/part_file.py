"""A film being written: a `.part` file that takes its name only once it is whole."""

from __future__ import annotations

import errno
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, Self

from av.error import FFmpegError

from annotator.errors import ExportError
from annotator.text import tr

if TYPE_CHECKING:
    from av.container import OutputContainer
    from av.packet import Packet

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)


class Sink:
    """The file that FFmpeg writes to. A failed write is remembered: FFmpeg itself may go on."""

    def __init__(self, path: Path) -> None:
        self.failure: OSError | None = None
        self.name = str(path)
        self._file: BinaryIO = path.open("xb")

    # FFmpeg calls these from its own code, where an exception only becomes noise on the
    # terminal: they pretend, and the writer asks for `failure` after each frame.

    def write(self, data: bytes) -> int:
        if self.failure is None:
            try:
                return self._file.write(data)
            except OSError as error:
                self.failure = error
        return len(data)

    def seek(self, offset: int, whence: int = 0) -> int:
        if self.failure is None:
            try:
                return self._file.seek(offset, whence)
            except OSError as error:
                self.failure = error
        return offset

    def tell(self) -> int:
        return self._file.tell()

    def check(self) -> None:
        """Raise the error that there was."""
        if self.failure is not None:
            raise self.failure

    def settle(self, last: bytes = b"") -> None:
        """All bytes on the disk, `last` behind all others, or the error that there was."""
        self.check()
        self._file.seek(0, os.SEEK_END)
        self._file.write(last)
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def abandon(self) -> None:
        with suppress(OSError):  # the last bytes don't fit either; the file is removed next
            self._file.close()


class PartFilm(ABC):
    """A film being written. Nothing stands under its name before `close()` has succeeded: the bytes
    go to a `.part` file beside it, which an error or an abandoned `with` block removes.

    Not safe in several threads. Every failure to write raises `ExportError`.
    """

    _container: OutputContainer

    def __init__(self, path: Path) -> None:
        self.path = path
        self._done = False
        try:
            self._part = free_part(path)
            self._sink = Sink(self._part)
        except OSError as error:
            raise export_error(path, error) from error

    @abstractmethod
    def _finish(self) -> None:
        """Write what is left, settle the sink and give the part its name."""

    def _mux(self, packets: Iterable[Packet[Any]]) -> None:
        for packet in packets:
            self._container.mux(packet)
        self._sink.check()

    def _guarded(self, action: Callable[[], None]) -> None:
        if self._done:
            raise ValueError("the film was closed already")
        try:
            action()
        except (FFmpegError, OSError) as error:
            self.abandon()
            raise export_error(self.path, self._sink.failure or error) from error
        except BaseException:
            self.abandon()
            raise

    def close(self) -> None:
        """Write what is left and put the film under its name. Closing twice does nothing."""
        if self._done:
            return
        self._guarded(self._finish)
        self._done = True

    def abandon(self) -> None:
        """Give up: remove what was written. A film that stood under the name before still does."""
        if self._done:
            return
        self._done = True
        with suppress(FFmpegError, OSError):  # the end of a film that is thrown away
            self._container.close()
        self._remove()

    def _remove(self) -> None:
        self._sink.abandon()
        self._part.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None:
            self.close()
        else:
            self.abandon()


def free_part(path: Path) -> Path:
    """A `.part` name beside the film that no other writer uses."""
    number = 0
    while True:
        part = path.with_name(f"{path.name}{f'.{number}' if number else ''}.part")
        if not os.path.lexists(part):
            return part
        number += 1


def name_new(part: Path, path: Path) -> None:
    """Give a finished file its name. Raises FileExistsError if something has that name by now."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links; Windows refuses to replace of itself
        if os.path.lexists(path):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        part.rename(path)
    else:
        part.unlink()


def export_error(path: Path, error: Exception) -> ExportError:
    """What a failed write means, and what to do about it."""
    number = getattr(error, "errno", None)
    if number in _FULL:
        what = tr("There is no room left on this disk for the film.")
        mend = tr("Free some room or choose another folder; nothing half written is left behind.")
    elif isinstance(error, FileExistsError):
        what = tr("There is a file of this name already; it is left alone.")
        mend = tr("Name another file, or move that one away.")
    elif isinstance(error, PermissionError) or number == errno.EROFS:
        what = tr("No file may be written here.")
        mend = tr("Choose a folder of your own.")
    elif isinstance(error, FileNotFoundError | NotADirectoryError):
        what = tr("There is no such folder.")
        mend = tr("Make the folder first, or choose another.")
    else:
        reason = getattr(error, "strerror", None) or str(error)
        what = tr("The film could not be written: {reason}.", reason=reason)
        mend = tr("Try another folder or disk; nothing half written is left behind.")
    return ExportError(what, where=str(path), mend=mend)
