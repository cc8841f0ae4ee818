"""The order in which pictures are shown, where their times cannot tell it: by decoding them once.

Only groups of pictures with a doubtful packet are decoded, if that will do.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from av.error import FFmpegError

from annotator.video.source import open_source, packets_of
from annotator.video.timing import Flags, Longs

if TYPE_CHECKING:
    from collections.abc import Callable

    from av.packet import Packet
    from av.video.frame import VideoFrame
    from av.video.stream import VideoStream


def order_by_decoding(
    path: Path,
    pts: Longs,
    segment: Longs,
    keys: Longs,
    doubtful: Longs,
    progress: Callable[[float], None] | None,
) -> Longs:
    """The ordinals in the order of presentation. `pts`, `segment`: by ordinal; `keys`: ordinals of
    key packets; `doubtful`: ordinals whose time, or whose place among others, cannot be trusted.
    Packets that give no picture are missing in it.
    """
    count = int(pts.size)
    stretches = _stretches(doubtful, keys, count)
    wanted = np.zeros(count, np.bool_)
    for first, _, end in stretches:
        wanted[first:end] = True
    if 2 * int(np.count_nonzero(wanted)) <= count:
        found = _in_parts(_decode(path, wanted, "AUTO", progress)[0], stretches, pts, segment)
        if found is not None:
            return found
    wanted[:] = True
    seen, failed = _decode(path, wanted, "AUTO", progress)
    if failed and seen.size < count:
        # After an error frame threads may lose pictures that are whole.
        again, _ = _decode(path, wanted, "SLICE", progress)
        return again if again.size > seen.size else seen
    return seen


def _stretches(doubtful: Longs, keys: Longs, count: int) -> list[tuple[int, int, int]]:
    """Where the order has to be found: (where decoding begins, first, end), not overlapping.

    From the doubtful packet's own key packet on; pictures stored after it and shown before it lean
    on the group before, so that is decoded too. Up to the end of the next group, whose first
    pictures may be shown among those of this one.
    """
    edges = [*keys.tolist(), count]
    out: list[tuple[int, int, int]] = []
    for at in np.unique(np.searchsorted(keys, doubtful, side="right") - 1).tolist():
        first = edges[at] if at >= 0 else 0
        begin = edges[at - 1] if at >= 1 else 0
        end = edges[min(at + 2, len(edges) - 1)]
        if out and begin <= out[-1][2]:
            out[-1] = (out[-1][0], out[-1][1], max(end, out[-1][2]))
        else:
            out.append((begin, first, end))
    return out


def _in_parts(
    seen: Longs, stretches: list[tuple[int, int, int]], pts: Longs, segment: Longs
) -> Longs | None:
    """Decoded stretches in their place among the rest, which is in the order of its times; None
    when a stretch did not come out whole, because it leans on more than was decoded.
    """
    parts: list[Longs] = []
    done = 0
    for _, first, end in [*stretches, (0, int(pts.size), int(pts.size))]:
        between = np.lexsort((pts[done:first], segment[done:first])) + done
        part = seen[(seen >= first) & (seen < end)]
        if part.size != end - first:
            return None
        parts += [between.astype(np.int64), part]
        done = end
    return np.concatenate(parts)


def _decode(
    path: Path, wanted: Flags, threads: str, progress: Callable[[float], None] | None
) -> tuple[Longs, bool]:
    """The ordinals of the wanted packets as their pictures come, and whether some could not be
    decoded. Stretches that do not follow each other are decoded each for itself.
    """
    container, track = open_source(path)
    count = int(wanted.size)
    seen: dict[int, None] = {}
    failed = False
    with container:
        track.thread_type = threads
        context = track.codec_context

        def take(packet: Packet[VideoStream] | None) -> None:
            nonlocal failed
            try:
                frames: list[VideoFrame] = context.decode(packet)
            except FFmpegError:
                failed = True  # it shows nothing; its neighbours still may
            else:
                seen.update((frame.pts, None) for frame in frames if frame.pts is not None)

        ordinal = 0
        try:
            for packet in packets_of(container, track):
                if not packet.size or ordinal >= count:
                    break
                if wanted[ordinal]:
                    packet.pts = packet.dts = ordinal
                    take(packet)
                elif ordinal and wanted[ordinal - 1]:
                    take(None)
                    context.flush_buffers()
                ordinal += 1
                if progress is not None and not ordinal % 100:
                    progress(min(ordinal / count, 1.0))
        except FFmpegError:
            failed = True  # the file cannot be read further; what came so far counts
        take(None)
    return np.fromiter(seen, np.int64, len(seen)), failed
