"""Films for the tests of the video layer, each made once a session, when first wanted."""

from __future__ import annotations

from collections.abc import Callable

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
