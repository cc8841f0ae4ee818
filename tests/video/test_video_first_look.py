"""The picture that is there before the film was read is the film's first frame."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from annotator.errors import FootageError
from annotator.video import Footage
from annotator.video.first_look import first_look
from tests.video.clips import HEIGHT, WIDTH
from tests.video.conftest import KINDS, Clips


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_frame_0(kind: str, clip: Clips) -> None:
    made = clip(kind)
    look = first_look(made.path)
    assert look is not None
    with Footage.open(made.path) as film:
        assert (look.size, look.pixel_aspect) == (film.size, film.pixel_aspect)
        picture = film.picture(0)
        assert (look.picture.width, look.picture.height) == (picture.width, picture.height)
        assert np.array_equal(look.picture.array(), picture.array())
        assert made.number(look.picture.array()[..., :3]) == made.number(film.frame(0))
        assert look.picture.index == 0
        assert film.index.order[0] == look.ordinal


def test_it_is_fitted(clip: Clips) -> None:
    look = first_look(clip("turned_90").path, (100, 100))
    assert look is not None
    assert (look.picture.width, look.picture.height) == (100, 58)
    assert look.size == (WIDTH, HEIGHT)


def test_what_is_no_film_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.mp4").write_bytes(b"notes\n" * 50)
    with pytest.raises(FootageError, match="text"):
        first_look(tmp_path / "notes.mp4")
