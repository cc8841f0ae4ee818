"""`python -m annotator.sample DIR`: make the sample match, and say how far it is, a line each time.

For the window, which would stutter if it drew the film itself.
"""

from __future__ import annotations

import sys
from pathlib import Path

from annotator.errors import AnnotatorError
from annotator.sample import make_sample


def main(folder: str) -> int:
    """Exit status 0: it is there; 2: it cannot be made, and stderr says why."""

    def progress(done: int, every: int) -> None:
        sys.stdout.write(f"{done} {every}\n")
        sys.stdout.flush()

    try:
        make_sample(Path(folder), progress)
    except AnnotatorError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
