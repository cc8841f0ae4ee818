"""Whether the sound server that Qt talks to is still the one it met.

Qt aborts the whole program if a sink is started after PulseAudio (or what stands in for it) has
died, and also when it is there again but Qt has not met the new one yet; meanwhile it lists the old
devices. So the server is asked for outside Qt. A socket that answers is not enough: systemd listens
in the place of a dead server.
"""

from __future__ import annotations

import os
import socket
import struct
import sys
from collections.abc import Mapping
from pathlib import Path

ServerId = tuple[int, int, int, str]
"""Device and inode of its socket, the process that listens, and what its pid file says."""

_PATIENCE = 0.2  # seconds; one that is alive answers at once


def server_now(environ: Mapping[str, str] = os.environ) -> ServerId | None:
    """The server that is alive now; None if none is, or if what plays here is none of this kind (no
    Linux, no socket, a server on another machine).
    """
    place = _socket_of(environ)
    if sys.platform != "linux" or place is None:
        return None
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as wire:
        wire.settimeout(_PATIENCE)
        try:
            wire.connect(str(place))
            at = place.stat()
        except OSError:
            return None
        peer = wire.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    listener: int = struct.unpack("3i", peer)[0]
    pid = _pid_of(place.with_name("pid"))
    if pid and not Path("/proc", pid).exists():
        return None
    return at.st_dev, at.st_ino, listener, pid


def _pid_of(note: Path) -> str:
    """The process that the server wrote down; empty if it wrote none."""
    try:
        text = note.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""
    return text if text.isdecimal() else ""


def _socket_of(environ: Mapping[str, str]) -> Path | None:
    """Where PulseAudio's clients find their server on this machine."""
    named = environ.get("PULSE_SERVER", "").split()
    if named:
        first = named[0]
        if first.startswith("{"):  # the machine for which it is meant
            first = first.partition("}")[2]
        path = first.removeprefix("unix:")
        return Path(path) if path.startswith("/") else None
    if "PULSE_RUNTIME_PATH" in environ:
        return Path(environ["PULSE_RUNTIME_PATH"], "native")
    if "XDG_RUNTIME_DIR" in environ:
        return Path(environ["XDG_RUNTIME_DIR"], "pulse", "native")
    return None
