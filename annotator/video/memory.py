"""How the C library treats memory that was given back."""

from __future__ import annotations

import ctypes
import sys

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3  # names of glibc's mallopt(3)
_LARGEST = 16 << 20  # bytes of what is reused: a picture of 2560 x 1600 to paint
_KEPT = 32 << 20  # bytes that are free and still held, at most


def reuse_large_blocks() -> None:
    """Let the next picture have the memory of the last one.

    Each picture to paint is a block of some megabytes, given back when the next one is shown. Left
    to itself glibc hands it to the system at once, and getting it anew, page by page, takes as long
    as converting the picture. Elsewhere than with glibc nothing is done.
    """
    if sys.platform != "linux":
        return
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_MMAP_THRESHOLD, _LARGEST)
        mallopt(_TRIM_THRESHOLD, _KEPT)
