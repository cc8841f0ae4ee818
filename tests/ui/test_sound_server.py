"""Whether a sound server is alive, asked of real sockets."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from annotator.ui.player.sound_server import server_now

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="PulseAudio is Linux's")


@pytest.fixture
def home() -> Iterator[Path]:
    with TemporaryDirectory() as short:  # a socket's path may have 107 letters
        yield Path(short)


def listen(path: Path) -> socket.socket:
    path.parent.mkdir(exist_ok=True)
    path.unlink(missing_ok=True)
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    server.bind(str(path))
    server.listen()
    return server


@pytest.mark.parametrize(
    ("at", "environ"),
    [
        ("pulse/native", lambda home: {"XDG_RUNTIME_DIR": str(home)}),
        ("own/native", lambda home: {"PULSE_RUNTIME_PATH": f"{home}/own"}),
        ("s", lambda home: {"PULSE_SERVER": f"unix:{home}/s", "XDG_RUNTIME_DIR": "/nowhere"}),
        ("s", lambda home: {"PULSE_SERVER": f"{{0a1b}}unix:{home}/s tcp:elsewhere"}),
    ],
)
def test_a_server_is_known_while_it_lives_and_another_is_another(
    home: Path, at: str, environ: Callable[[Path], dict[str, str]]
) -> None:
    env = environ(home)
    assert server_now(env) is None
    with listen(home / at):
        first = server_now(env)
        assert first is not None
        assert server_now(env) == first
    assert server_now(env) is None  # its socket is left behind
    (home / at).rename(home / "kept")  # so that its inode is not used anew
    with listen(home / at):
        assert server_now(env) not in (None, first)


def test_a_socket_that_answers_in_the_place_of_a_dead_server_is_none(home: Path) -> None:
    env = {"XDG_RUNTIME_DIR": str(home)}
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    with listen(home / "pulse" / "native"):
        note = home / "pulse" / "pid"
        note.write_text(f"{os.getpid()}\n", encoding="ascii")
        assert server_now(env) is not None
        note.write_text(f"{ended.pid}\n", encoding="ascii")
        assert server_now(env) is None


def test_a_server_on_another_machine_is_not_asked() -> None:
    assert server_now({"PULSE_SERVER": "tcp:192.0.2.1:4713"}) is None
    assert server_now({}) is None
