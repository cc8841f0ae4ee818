"""Where times cannot be trusted only the groups around are decoded, and every frame has its place."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from annotator.video import Footage, ordering
from tests.video import clips as c
from tests.video import surgery
from tests.video.kinds import TICKS

COUNT = 240
LATER = [10 + n / c.RATE for n in range(COUNT)]


def stray(n: int, head: bytearray) -> None:
    if 100 <= n <= 104:
        surgery.retime(head, -90_000)


def untimed(n: int, head: bytearray) -> None:
    if n in (130, 131, 199):
        surgery.untime(head)


def set_on(n: int, head: bytearray) -> None:
    if n >= 101:
        surgery.retime(head, 900_000)


def set_back(n: int, head: bytearray) -> None:
    if n >= 101:
        surgery.retime(head, -450_000)


@pytest.mark.parametrize(
    ("kind", "change"),
    [(k, change) for k in ("closed", "open") for change in (stray, untimed, set_on, set_back)]
    + [("refresh", stray)],
)
def test_only_doubtful_groups_are_decoded(
    kind: str, change: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert callable(change)
    decoded: list[int] = []
    decode = ordering._decode

    def spy(path: Path, wanted: np.ndarray, *how: object) -> object:
        decoded.append(int(np.count_nonzero(wanted)))
        return decode(path, wanted, *how)  # type: ignore[arg-type]

    monkeypatch.setattr(ordering, "_decode", spy)
    options = {
        "closed": c.x264(12, 3),
        "open": c.x264(12, 3, open_gop=True),
        "refresh": c.x264(12, 2, more=":intra-refresh=1"),
    }[kind]
    path = tmp_path / "film.ts"
    c.write(path, LATER, options=options, b=3, count=COUNT, time_base=TICKS)
    surgery.change_pes(path, change)
    with Footage.open(path) as film:
        assert [c.read_number(image) for image in film.frames()] == list(range(COUNT))
        assert film.index.by_decoding
    if kind != "refresh":
        # Pictures that are renewed bit by bit lean on more: then all are decoded.
        assert decoded
        assert decoded[0] < COUNT // 2
        assert len(decoded) == 1
