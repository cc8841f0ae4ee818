"""What holds for every test: no screen, no network, folders of its own, the same examples."""

from __future__ import annotations

import gettext
import itertools
import os
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

# Before anything imports Qt: every platform plug-in but this one needs a screen.
os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["LANGUAGE"] = "en"  # whatever the machine speaks

import pytest
from hypothesis import HealthCheck, settings

from annotator import text

settings.register_profile(
    "ci",
    derandomize=True,
    max_examples=50,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "deep", parent=settings.get_profile("ci"), derandomize=False, max_examples=2000
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))


class NetworkUsedError(Exception):
    """A test asked for the network; this program never does."""


def _refuse(*args: Any, **kwargs: Any) -> Any:
    raise NetworkUsedError(f"a test asked for the network: {args!r}")


def _local_only(real: Any) -> Any:
    def connect(self: socket.socket, address: Any) -> Any:
        if self.family != getattr(socket, "AF_UNIX", None):
            _refuse(address)
        return real(self, address)

    return connect


@pytest.fixture(scope="session", autouse=True)
def no_network() -> Iterator[None]:
    """Every way out of this machine, and every look-up of a name, fails."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex"):
            patch.setattr(socket.socket, name, _local_only(getattr(socket.socket, name)))
        for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex", "create_connection"):
            patch.setattr(socket, name, _refuse)
        yield


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test begins in English, whatever the one before spoke."""
    monkeypatch.setattr(text, "_catalogue", gettext.NullTranslations())


@pytest.fixture(scope="session")
def _homes() -> Iterator[Iterator[Path]]:
    with tempfile.TemporaryDirectory(prefix="annotator-homes-") as folder:
        yield (Path(folder, str(number)) for number in itertools.count())


@pytest.fixture(autouse=True)
def home(_homes: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that stands for the user's settings, data and state; not there yet, and empty."""
    folder = next(_homes)
    monkeypatch.setenv("ANNOTATOR_HOME", str(folder))
    return folder
