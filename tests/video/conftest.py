"""Films for the tests of the video layer, each made once a session, when first wanted."""

from __future__ import annotations

import resource
import signal
from collections.abc import Callable, Iterator

import pytest

from tests.video import clip_faults, clip_kinds
from tests.video.clips import Clip
from tests.video.kinds import KINDS

# The modules of kinds enter theirs into KINDS when they are imported.
__all__ = ["KINDS", "Clips", "clip", "clip_faults", "clip_kinds"]

Clips = Callable[[str], Clip]


@pytest.fixture(scope="session")
def clip(tmp_path_factory: pytest.TempPathFactory) -> Clips:
    """`clip("variable")` is the film of that kind."""
    made: dict[str, Clip] = {}

    def get(kind: str) -> Clip:
        if kind not in made:
            made[kind] = KINDS[kind](tmp_path_factory.mktemp(kind))
        return made[kind]

    return get


@pytest.fixture
def small_disk() -> Iterator[None]:
    """No file may grow beyond 20 kB: to a writer the disk is full."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, usual[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    signal.signal(signal.SIGXFSZ, handler)
