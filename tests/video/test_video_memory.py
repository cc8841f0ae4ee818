"""Pictures to paint reuse memory instead of getting it from the system each time."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from av.video.frame import VideoFrame

from annotator.video.picture import convert

ROUNDS = 40
WIDTH, HEIGHT = 1920, 1080


@pytest.mark.skipif(sys.platform != "linux", reason="what glibc does with freed memory")
def test_converting_again_and_again_takes_no_new_pages() -> None:
    import resource

    planes = np.full((HEIGHT * 3 // 2, WIDTH), 100, np.uint8)
    frame = VideoFrame.from_ndarray(planes, "yuv420p")
    shown = [convert(frame, "bgra", WIDTH, HEIGHT) for _ in range(2)]

    def pages() -> int:
        return resource.getrusage(resource.RUSAGE_SELF).ru_minflt

    before = pages()
    for _ in range(ROUNDS):
        # As a window does: the next one is made while this one is shown.
        shown = [shown[1], convert(frame, "bgra", WIDTH, HEIGHT)]
    assert (pages() - before) * resource.getpagesize() < ROUNDS * WIDTH * HEIGHT * 4 // 8
