"""A machine's clock that is moved by hand, so that nothing has to wait for it."""

from __future__ import annotations

NANO = 1_000_000_000


class Time:
    """Nanoseconds, as `time.perf_counter_ns` gives them."""

    def __init__(self) -> None:
        self.nanoseconds = 17 * NANO

    def __call__(self) -> int:
        return self.nanoseconds

    def pass_ms(self, milliseconds: int) -> None:
        self.nanoseconds += milliseconds * 1_000_000
