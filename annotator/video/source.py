"""Opening a file as a film, or saying in one sentence why it is none.

FFmpeg guesses a format from the bytes, and some formats (playlists, concatenation scripts) make
it open other files or the network. So only plain recordings are let in: the file protocol alone,
and a list of formats that hold their own pictures.
"""

from __future__ import annotations

import stat
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

import av
import av.logging
from av.error import FFmpegError

from annotator.errors import FootageError
from annotator.text import tr
from annotator.video.memory import reuse_large_blocks

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from av.audio.stream import AudioStream
    from av.container import InputContainer
    from av.packet import Packet
    from av.video.stream import VideoStream

Track = TypeVar("Track", "VideoStream", "AudioStream")

# What FFmpeg would print reaches the user as findings, marks and errors instead. No level of
# PyAV's own will do: its callback wants the interpreter's lock from inside decoding threads, and
# a decoder that is closed meanwhile waits for those threads for ever.
av.logging.set_level(None)
reuse_large_blocks()

FORMATS = (
    "mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm", "mpegts", "mpegtsraw", "mpeg", "mpegvideo", "avi",
    "flv", "asf", "mxf", "ogg", "nut", "dv", "h264", "hevc", "m4v", "obu", "ivf", "av1", "mjpeg",
    # Sound alone and single pictures: let in so that the refusal can name what they are.
    "mp3", "wav", "flac", "aac", "ac3", "amr", "aiff", "caf", "w64",
)  # fmt: skip
OPTIONS = {"protocol_whitelist": "file", "format_whitelist": ",".join(FORMATS)}

# Formats without an index of their own: a time search lands behind the wanted key picture, a
# search by byte position does not.
BYTE_SEEK = frozenset({"mpegts", "mpegtsraw", "mpeg", "mpegvideo", "h264", "hevc", "m4v", "obu"})

# A file of a few kilobytes can hold pictures that fill all memory. 8192 x 8192 is twice what the
# largest cameras store.
MOST_PIXELS = 1 << 26
LIMITS = {"max_pixels": str(MOST_PIXELS)}  # of every decoder

_SNIFF = 4096
ATTACHED_PICTURE = 0x400  # the cover of a song, not a film
_PLAYLISTS = (b"#EXTM3U", b"ffconcat", b"[playlist]", b"<MPD", b"<smil", b"<asx", b"v=0")
_PICTURES = (b"\xff\xd8\xff", b"\x89PNG", b"GIF8", b"BM", b"II*\0", b"MM\0*")


def refuse(path: Path, what: str, mend: str) -> FootageError:
    """A `FootageError` about this file."""
    return FootageError(what, where=str(path), mend=mend)


def open_source(path: Path, known: int | None = None) -> tuple[InputContainer, VideoStream]:
    """The container and its picture track, or a `FootageError` that says what the file is.

    `known`: the number of the picture track, where all that FFmpeg would find out by decoding its
    first pictures is known from an earlier opening: they are not decoded then.
    """
    head = look(path)
    probing: list[dict[str, str]] = []
    if known is not None:
        probing = [*({} for _ in range(known)), {"skip_frame": "all"}]
    try:
        # An absolute path can be no address: `http://...` and `concat:...` never start with "/".
        container = av.open(
            str(path.absolute()), "r", options=dict(OPTIONS),
            stream_options=cast("list[str]", probing),  # its own types say so, and are wrong
        )  # fmt: skip
    except FFmpegError as error:
        raise _why_not(path, head, error) from error
    except UnicodeDecodeError as error:
        raise refuse(
            path,
            tr("The film's labels are in no alphabet that this program knows."),
            tr("Open it in a video converter and save it again as an MP4."),
        ) from error
    try:
        return container, _picture_track(path, container, known)
    except BaseException:
        container.close()
        raise


def packets_of(
    container: InputContainer, track: Track, lost: Callable[[], None] | None = None
) -> Iterator[Packet[Track]]:
    """The track's packets from where the container stands.

    `lost`: called for each packet of a track that begins only in the middle of the file, as in a
    recording of a station that changed its tracks; PyAV knows those of the beginning alone, and
    stumbles over others.
    """
    while True:
        try:
            yield from container.demux(track)
        except IndexError:
            if lost is not None:
                lost()
        else:
            return


def look(path: Path) -> bytes:
    """The first bytes of a plain, readable, non-empty file."""
    try:
        facts = path.stat()
        if stat.S_ISDIR(facts.st_mode):
            raise refuse(
                path,
                tr("This is a folder, not a film."),
                tr("Choose one of the films inside it."),
            )
        if not stat.S_ISREG(facts.st_mode):
            raise refuse(
                path,
                tr("This is a device or a pipe, not a film."),
                tr("Record it to a file first and open that file."),
            )
        with path.open("rb") as file:
            head = file.read(_SNIFF)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise refuse(
            path,
            tr("There is no file of this name."),
            tr("Check the name, or choose the place where the film is now."),
        ) from error
    except PermissionError as error:
        raise refuse(
            path,
            tr("This file may not be read."),
            tr("Ask its owner for the right to read it, or copy it to a folder of yours."),
        ) from error
    except (OSError, ValueError) as error:
        raise refuse(
            path,
            tr("This file cannot be read: {reason}.", reason=_reason(error)),
            tr("Check the disk or the connection, or copy the film to this computer."),
        ) from error
    if not head:
        raise refuse(
            path,
            tr("This file is empty."),
            tr("Copy the film from the camera or the server once more."),
        )
    if not head.strip(b"\0"):
        raise refuse(
            path,
            tr("This file begins with nothing but zeros, as a broken copy does."),
            tr("Copy the film from the camera or the server once more."),
        )
    return head


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _why_not(path: Path, head: bytes, error: FFmpegError) -> FootageError:
    start = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    if any(start.startswith(mark) for mark in _PLAYLISTS) or b"<MPD" in head:
        return refuse(
            path,
            tr("This is a playlist: a text that names other films, not a film itself."),
            tr("Open the film that it names, or save the stream as an MP4 first."),
        )
    if any(head.startswith(mark) for mark in _PICTURES):
        return refuse(
            path,
            tr("This is a still picture, not a film."),
            tr("Choose the film; a picture alone cannot be tagged."),
        )
    if _is_text(head):
        return refuse(
            path,
            tr("This is a text, whatever its name says, not a film."),
            tr("Choose the film itself; if it was sent to you, ask for it again."),
        )
    if head[4:8] in (b"ftyp", b"mdat", b"wide", b"free", b"moov", b"skip"):
        return refuse(
            path,
            tr("This recording was cut off: the list of its pictures, at its end, is missing."),
            tr("Copy the whole file again; if the camera lost power, use its repair function."),
        )
    return refuse(
        path,
        tr("No film can be recognised in this file ({reason}).", reason=_reason(error)),
        tr("Check that it plays elsewhere; if it does, convert it to MP4 (H.264)."),
    )


def _is_text(head: bytes) -> bool:
    if b"\0" in head:
        return False
    try:
        # A sniff may end inside a character; four bytes hold the longest one.
        text = head[:-4].decode("utf-8") if len(head) == _SNIFF else head.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return all(character.isprintable() or character in "\r\n\t\f" for character in text)


def _picture_track(path: Path, container: InputContainer, known: int | None) -> VideoStream:
    tracks = [s for s in container.streams.video if not int(s.disposition) & ATTACHED_PICTURE]
    if not tracks:
        if container.streams.audio:
            raise refuse(
                path,
                tr("This file has sound but no pictures."),
                tr("Choose the film; a sound recording cannot be tagged frame by frame."),
            )
        raise refuse(
            path,
            tr("This file has no track of pictures."),
            tr("Check that it plays elsewhere; if it does, convert it to MP4 (H.264)."),
        )
    best = container.streams.best("video")
    number = known if known is not None else best.index if best is not None else None
    track = next((s for s in tracks if s.index == number), tracks[0])
    # FFmpeg knows the name of codecs that this build cannot decode: there the context is missing.
    if getattr(track, "codec_context", None) is None:
        raise refuse(
            path,
            tr("The pictures of this film are in a code that this program cannot read."),
            tr("Convert the film to MP4 (H.264)."),
        )
    context = track.codec_context
    if context.width * context.height > MOST_PIXELS:
        raise refuse(
            path,
            tr(
                "Its pictures are {width} x {height} pixels, more than this program can show.",
                width=context.width, height=context.height,
            ),
            tr("Make a smaller copy of the film; if no camera made it, don't trust it."),
        )  # fmt: skip
    # A stream may grow on its way: such pictures are then damaged ones.
    context.options = dict(LIMITS)
    return track
