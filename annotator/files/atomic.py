"""Reading and writing whole files: a file is the old one or the new one, never something between."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import time
from pathlib import Path

from annotator.errors import FileError, SaveError
from annotator.text import tr

# Windows: access denied, sharing violation, lock violation: a virus scanner or a sync client has
# the file for a moment.
_PASSING_WINDOWS_ERRORS = (5, 32, 33)
_RETRY_PAUSES = (0.02, 0.05, 0.1, 0.2, 0.4)
TEMP_PREFIX = ".annotator-"
TEMP_SUFFIX = ".tmp"
_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def write_atomically(path: Path, data: bytes) -> None:
    """Put `data` under `path`, wholly or not at all; on the disk when this returns.

    The data goes to a temporary file in the same folder, is synced, and then takes the old
    file's place in one step. A link is followed, and the file's permissions are kept. Raises
    SaveError; the old file is then whole and the temporary one is gone.
    """
    try:
        target = path.resolve()
        # Never in the place of a device or a pipe.
        if target.exists() and not target.is_file():
            number = errno.EISDIR if target.is_dir() else errno.EINVAL
            raise OSError(number, os.strerror(number))
        temporary = target.with_name(f"{TEMP_PREFIX}{secrets.token_hex(8)}{TEMP_SUFFIX}")
        descriptor = os.open(temporary, _NEW_FILE, 0o666)
    except (OSError, ValueError, RuntimeError) as wrong:
        raise save_error(path, wrong) from wrong
    try:
        _write_synced(descriptor, data)
        _copy_mode(target, temporary)
        _replace(temporary, target)
    except OSError as wrong:
        raise save_error(path, wrong) from wrong
    finally:
        # After the replacing there is nothing under this name any more.
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    _sync_folder(target.parent)


def read_bytes(path: Path, limit: int) -> bytes:
    """The whole content of an ordinary file of at most `limit` bytes. Raises FileError."""
    try:
        # Not before looking: opening a pipe would wait for ever.
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise FileError(
                tr("This is a folder, a file is needed."), where=str(path),
                mend=tr("Name a file in it."),
            )  # fmt: skip
        if not stat.S_ISREG(mode):
            raise FileError(tr("This is not an ordinary file."), where=str(path))
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except FileNotFoundError:
        raise FileError(
            tr("There is no such file."), where=str(path),
            mend=tr("Check the name and the folder."),
        ) from None  # fmt: skip
    except (OSError, ValueError) as wrong:
        raise FileError(
            tr("The file cannot be read: {why}.", why=_why(wrong)), where=str(path),
            mend=tr("Check that it may be read and that its disk is connected."),
        ) from wrong  # fmt: skip
    if len(data) > limit:
        raise FileError(
            tr("The file is larger than {n} bytes.", n=limit), where=str(path),
            mend=tr("Files of this kind are far smaller; is it the right one?"),
        )  # fmt: skip
    return data


def sweep_leftovers(folder: Path, older_than: float = 3600.0) -> None:
    """Remove temporary files that a killed process left, if older than so many seconds."""
    with contextlib.suppress(OSError):
        for left in folder.glob(f"{TEMP_PREFIX}*{TEMP_SUFFIX}"):
            if time.time() - left.stat().st_mtime > older_than:
                left.unlink(missing_ok=True)


def _write_synced(descriptor: int, data: bytes) -> None:
    with os.fdopen(descriptor, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _copy_mode(target: Path, temporary: Path) -> None:
    """Keep the old file's permissions; a new file has those that this user's files get."""
    with contextlib.suppress(FileNotFoundError, PermissionError, NotImplementedError):
        temporary.chmod(stat.S_IMODE(target.stat().st_mode))


def _replace(temporary: Path, target: Path) -> None:
    for pause in _RETRY_PAUSES:
        try:
            temporary.replace(target)
        except OSError as wrong:
            if getattr(wrong, "winerror", None) not in _PASSING_WINDOWS_ERRORS:
                raise
            time.sleep(pause)
        else:
            return
    temporary.replace(target)


def _sync_folder(folder: Path) -> None:
    """Make the new name itself durable. The file is whole either way, so failing is no error."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def encoded(text: str, path: Path) -> bytes:
    """A text as it goes into the file `path`. Raises SaveError where it holds half a character."""
    try:
        return text.encode()
    except UnicodeEncodeError as wrong:
        raise save_error(path, wrong) from wrong


def save_error(path: Path, wrong: Exception) -> SaveError:
    """What the user is told where the system, or the file's name, does not let a file be written."""
    number = wrong.errno if isinstance(wrong, OSError) else None
    if number in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        mend = tr("The disk is full. Make room, or save to another disk; the old file is whole.")
    elif number in (errno.EACCES, errno.EPERM, errno.EROFS):
        mend = tr("You may not write there. Save under another name or in another folder.")
    elif number in (errno.ENOENT, errno.ENOTDIR):
        mend = tr("The folder is not there. Make it, or save in another folder.")
    elif number == errno.EISDIR:
        mend = tr("A folder has this name. Save under another name.")
    else:
        mend = tr("Try again, or save in another folder; the old file is whole.")
    return SaveError(
        tr("The file was not saved: {why}.", why=_why(wrong)), where=str(path), mend=mend
    )


def _why(wrong: Exception) -> str:
    if isinstance(wrong, OSError) and wrong.strerror:
        return wrong.strerror
    return str(wrong) or type(wrong).__name__
