"""Carrying the sound of one film into another: packet by packet where MP4 can hold its code."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from av.audio.frame import AudioFrame
from av.error import FFmpegError
from av.filter import Graph

from annotator.video.index import FrameIndex
from annotator.video.sound import TimeShifts
from annotator.video.source import open_source, packets_of

if TYPE_CHECKING:
    from av.audio.stream import AudioStream
    from av.container import OutputContainer
    from av.packet import Packet

How = Literal["none", "copied", "encoded", "left out"]

# What MP4 holds and every player of MP4 understands; everything else is encoded anew.
_CODES = frozenset({"aac", "mp3", "ac3", "eac3", "alac"})
_RATE, _BITS = 48000, 192_000
_AT_ONCE = 1024  # samples in a frame of AAC
_FAILURES = 3


class SoundCopy:
    """The first sound track of a film, as packets for another one, in sequence.

    Its times are those of the pictures' clock, also where several recordings were joined.
    """

    def __init__(self, path: Path, out: OutputContainer, index: FrameIndex) -> None:
        self._container, _ = open_source(path)
        self._shifts = TimeShifts.of(index)
        self.how: How = "none"
        tracks = self._container.streams.audio
        # None where FFmpeg knows the code by name only; its types don't say so.
        if not tracks or getattr(tracks[0], "codec_context", None) is None:
            self.how = "left out" if tracks else "none"
            return
        self._track: AudioStream = tracks[0]
        self._base = self._track.time_base or Fraction(1, self._track.rate or _RATE)
        if self._track.codec_context.codec.canonical_name in _CODES and self._track.rate:
            self._twin: AudioStream = out.add_stream_from_template(self._track)
            self._coming = self._copied()
            self.how = "copied"
        else:
            self._twin = out.add_stream("aac", rate=_RATE)
            self._twin.codec_context.layout = "stereo"
            self._twin.codec_context.bit_rate = _BITS
            self._coming = self._encoded()
            self.how = "encoded"
        self._next: tuple[Fraction, Packet[AudioStream]] | None = next(self._coming, None)

    def until(self, time: Fraction | None) -> Iterator[Packet[AudioStream]]:
        """The packets that begin before `time`, in seconds; with None all that are left."""
        if self.how in ("none", "left out"):
            return
        while self._next is not None and (time is None or self._next[0] < time):
            yield self._next[1]
            self._next = next(self._coming, None)

    def close(self) -> None:
        """Let go of the film that is being read."""
        self._container.close()

    # ------------------------------------------------------------------ inside

    def _raw(self) -> Iterator[Packet[AudioStream]]:
        """All packets of the track that hold something; stretches that can't be read are missing."""
        for _ in range(_FAILURES):
            with suppress(FFmpegError):
                yield from (p for p in packets_of(self._container, self._track) if p.size)
                return

    def _laid(self) -> Iterator[Packet[AudioStream]]:
        """Packets with times on the pictures' clock, ever later ones."""
        base = self._base
        written: int | None = None
        for packet in self._raw():
            if packet.dts is None or packet.pts is None or packet.is_discard:
                continue
            shift = round(self._shifts.at(packet.pos or 0) / base)
            packet.pts, packet.dts = packet.pts + shift, packet.dts + shift
            if written is None or packet.dts > written:
                written = packet.dts
                yield packet

    def _copied(self) -> Iterator[tuple[Fraction, Packet[AudioStream]]]:
        for packet in self._laid():
            assert packet.dts is not None
            time = packet.dts * self._base
            packet.stream = self._twin
            yield time, packet

    def _encoded(self) -> Iterator[tuple[Fraction, Packet[AudioStream]]]:
        graph: Graph | None = None
        for packet in self._laid():
            with suppress(FFmpegError):  # a damaged packet is a gap, which the filter fills
                for frame in packet.decode():
                    if graph is None:
                        graph = self._filters(frame)
                    graph.push(frame)
                    yield from self._given(graph)
        if graph is not None:
            graph.push(None)
            yield from self._given(graph)
            yield from ((_time(p), p) for p in self._twin.encode(None))

    def _given(self, graph: Graph) -> Iterator[tuple[Fraction, Packet[AudioStream]]]:
        while True:
            try:
                frame = graph.pull()
            except (BlockingIOError, EOFError):
                return
            assert isinstance(frame, AudioFrame)
            yield from ((_time(p), p) for p in self._twin.encode(frame))

    def _filters(self, frame: AudioFrame) -> Graph:
        """Stereo at one rate, holes filled with silence, cut as the encoder wants it."""
        graph = Graph()
        nodes = (
            graph.add_abuffer(
                sample_rate=frame.sample_rate, format=frame.format, layout=frame.layout,
                time_base=self._base,
            ),
            graph.add("aresample", f"{_RATE}:async=1:min_hard_comp=0.02"),
            graph.add("aformat", "sample_fmts=fltp:channel_layouts=stereo"),
            graph.add("asetnsamples", f"n={_AT_ONCE}:p=0"),
            graph.add("abuffersink"),
        )  # fmt: skip
        graph.link_nodes(*nodes).configure()
        return graph


def _time(packet: Packet[AudioStream]) -> Fraction:
    assert packet.dts is not None
    return packet.dts * packet.time_base
