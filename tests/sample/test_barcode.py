from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.sample.barcode import LIMIT, cells, checksum, draw_frame_number, read_frame_number

NUMBERS = st.integers(0, LIMIT - 1)


def picture(number: int, width: int = 960, height: int = 540) -> np.ndarray:
    image = np.full((height, width, 3), 120, np.uint8)
    draw_frame_number(image, number)
    return image


@given(NUMBERS)
def test_what_is_written_is_read(number: int) -> None:
    assert read_frame_number(picture(number)) == number


@given(NUMBERS, st.sampled_from([(480, 270), (1280, 720), (1920, 1080), (640, 360)]))
def test_a_scaled_copy_can_be_read(number: int, size: tuple[int, int]) -> None:
    from annotator.video.opencv import resize

    assert read_frame_number(resize(picture(number), *size)) == number


@given(NUMBERS, st.integers(0, 27), st.integers(0, 27))
def test_one_or_two_wrong_cells_are_never_read_as_another_number(
    number: int, one: int, two: int
) -> None:
    flat = cells(number).flatten()
    for place in {one, two}:
        flat[place] ^= 1
    image = picture(number)
    code = np.kron(flat.reshape(2, 14) * 255, np.ones((8, 8), np.uint8))
    image[540 - 32 : 540 - 16, 16 : 16 + 112] = code[:, :, None]
    assert read_frame_number(image) is None


@pytest.mark.parametrize(
    "image",
    [
        np.zeros((540, 960, 3), np.uint8),
        np.full((540, 960, 3), 255, np.uint8),
        np.full((540, 960, 3), 128, np.uint8),
        np.zeros((540, 960), np.uint8),
        np.zeros((4, 960, 3), np.uint8),
        np.zeros((2, 2, 3), np.uint8),
        np.zeros((0, 0, 3), np.uint8),
    ],
)
def test_a_picture_without_a_number_reads_as_none(image: np.ndarray) -> None:
    assert read_frame_number(image) is None


def test_a_number_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="65536"):
        cells(LIMIT)


def test_the_checksum_is_for_ever() -> None:
    assert [checksum(number) for number in (0, 1, 5059, LIMIT - 1)] == CHECKSUMS


CHECKSUMS = [89, 94, 118, 125]
