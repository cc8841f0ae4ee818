"""A frame's number written into its picture, so that any reader can be checked against it.

Two rows of black and white cells in the lower left corner: a guard, 16 bits of number and an
8 bit checksum, sized in shares of the picture's width, so that a scaled copy can be read too.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

ROWS, COLUMNS = 2, 14
_CELLS_ACROSS = 120  # cells in a picture's width
_LEFT, _ABOVE = 2, 4  # cells from the left edge, and from the bottom edge to the top row
_GUARD = (1, 0, 1, 0)
_DARK, _BRIGHT = 100, 156
LIMIT = 1 << 16


def checksum(number: int) -> int:
    """CRC-8 (polynomial 0x07) of the two bytes of a number."""
    value = 0xA5
    for byte in number.to_bytes(2, "big"):
        value ^= byte
        for _ in range(8):
            value = (value << 1 ^ 0x07) & 0xFF if value & 0x80 else value << 1
    return value


def cells(number: int) -> NDArray[np.uint8]:
    """The cells of a number, 1 for white. Raises ValueError beyond 16 bits."""
    if not 0 <= number < LIMIT:
        raise ValueError(f"{number} does not fit into 16 bits")
    word = number << 8 | checksum(number)
    bits = [*_GUARD, *(word >> place & 1 for place in range(23, -1, -1))]
    return np.array(bits, np.uint8).reshape(ROWS, COLUMNS)


def draw_frame_number(picture: NDArray[np.uint8], number: int) -> None:
    """Write the number into an RGB picture, with a grey frame around the cells."""
    height, width = picture.shape[:2]
    cell = width // _CELLS_ACROSS
    top, left = height - _ABOVE * cell, _LEFT * cell
    code = np.kron(cells(number) * 255, np.ones((cell, cell), np.uint8))
    margin = cell // 2
    picture[
        top - margin : top + ROWS * cell + margin, left - margin : left + COLUMNS * cell + margin
    ] = 128
    picture[top : top + ROWS * cell, left : left + COLUMNS * cell] = code[:, :, None]


def read_frame_number(rgb: NDArray[np.uint8]) -> int | None:
    """The number in a picture of the sample film, or None where none can be read for certain."""
    if rgb.ndim != 3 or rgb.shape[1] < _CELLS_ACROSS * 2:
        return None
    height, width = rgb.shape[:2]
    cell = width / _CELLS_ACROSS
    bits = []
    for row in range(ROWS):
        for column in range(COLUMNS):
            y = height - (_ABOVE - row) * cell
            x = (_LEFT + column) * cell
            inner = rgb[
                round(y + cell * 0.25) : max(round(y + cell * 0.75), round(y + cell * 0.25) + 1),
                round(x + cell * 0.25) : max(round(x + cell * 0.75), round(x + cell * 0.25) + 1),
            ]
            if not inner.size:
                return None
            brightness = float(inner.mean())
            if _DARK < brightness < _BRIGHT:
                return None
            bits.append(int(brightness >= _BRIGHT))
    if tuple(bits[: len(_GUARD)]) != _GUARD:
        return None
    word = int("".join(map(str, bits[len(_GUARD) :])), 2)
    number = word >> 8
    return number if checksum(number) == word & 0xFF else None
