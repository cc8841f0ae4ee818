"""HDR brought to an ordinary screen: one curve for all three channels, by a table of 256 values.

What a screen of ITU-R BT.1886 shows is matched in brightness up to half of white (203 nits, ITU-R
BT.2408); what is brighter is pressed together, so that lamps and white kimonos still differ. Hues
are left as they are: colours look a little paler than on an HDR screen, never wrong.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

Table = npt.NDArray[np.uint8]
_Signal = npt.NDArray[np.float64]

PQ, HLG = 16, 18  # codes of ITU-T H.273
_WHITE = 203.0  # nits
_PEAK = 1000.0
_KNEE = 0.5  # of white
_GAMMA = 2.4


@cache
def table_for(transfer: int) -> Table | None:
    """For each 8 bit value of an HDR signal the one to show; None for a signal that is not HDR."""
    signal = np.arange(256) / 255
    if transfer == PQ:
        nits = _pq(signal)
    elif transfer == HLG:
        nits = _hlg(signal)
    else:
        return None
    table = np.round(255 * _pressed(nits / _WHITE) ** (1 / _GAMMA)).astype(np.uint8)
    table.setflags(write=False)
    return table


def _pq(signal: _Signal) -> _Signal:
    """Nits, by SMPTE ST 2084."""
    power = signal ** (1 / 78.84375)
    share = np.maximum(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power)
    return np.asarray(10000 * share ** (1 / 0.1593017578125), np.float64)


def _hlg(signal: _Signal) -> _Signal:
    """Nits on a screen of 1000, by ITU-R BT.2100."""
    a, b, c = 0.17883277, 0.28466892, 0.55991073
    scene = np.where(signal <= 0.5, signal**2 / 3, (np.exp((signal - c) / a) + b) / 12)
    return np.asarray(_PEAK * scene**1.2, np.float64)


def _pressed(light: _Signal) -> _Signal:
    """Light in shares of white, up to the knee as it is, from there on bent to reach 1 at the peak."""
    reach = (_PEAK / _WHITE - _KNEE) / (1 - _KNEE)
    over = np.clip((light - _KNEE) / (1 - _KNEE), 0, reach)
    bent = _KNEE + (1 - _KNEE) * over * (1 + over / reach**2) / (1 + over)
    return np.asarray(np.where(light < _KNEE, light, bent), np.float64)
