from __future__ import annotations

from fractions import Fraction
from io import StringIO

import pysubs2
import webvtt
from hypothesis import example, given
from hypothesis import strategies as st

from annotator.files.subtitles import Cue, to_srt, to_vtt
from annotator.model.time import FrameRef, parse_time

ticks = st.integers(0, 10**9).map(lambda n: Fraction(n, 30_000))
lengths = st.integers(1, 10**6).map(lambda n: Fraction(n, 30_000))
texts = st.text(st.sampled_from("aé界😀 <>&-{}\\/b1:,\n\r\t\0\x1c\u2028"), max_size=12)
cues = st.builds(
    lambda start, length, text: Cue(start, start + length, text), ticks, lengths, texts
)


def thousandths(clock: str) -> int:
    time = parse_time(clock)
    assert not isinstance(time, FrameRef)
    return int(time * 1000)


@given(st.lists(cues, max_size=12), texts)
def test_another_program_reads_every_cue_of_a_vtt(told: list[Cue], title: str) -> None:
    captions = webvtt.from_buffer(StringIO(to_vtt(told, title=title))).captions

    shown = shown_of(told)
    assert [(thousandths(c.start), thousandths(c.end)) for c in captions] == [
        (ms(cue.start), max(ms(cue.end), ms(cue.start) + 1)) for cue in shown
    ]
    assert [_unescaped(c.raw_text) for c in captions] == [_lines(cue.text) for cue in shown]


@given(st.lists(cues, min_size=1, max_size=12))
@example([Cue(Fraction(0), Fraction(1, 30_000), "gone within the first thousandth")])
def test_another_program_reads_every_cue_of_an_srt(told: list[Cue]) -> None:
    shown = shown_of(told)
    read = pysubs2.SSAFile.from_string(to_srt(told), format_="srt") if shown else []

    assert [(event.start, event.end) for event in read] == [
        (ms(cue.start), max(ms(cue.end), ms(cue.start) + 1)) for cue in shown
    ]


def test_a_cue_is_there_at_its_first_frame_and_gone_at_the_next() -> None:
    third = Fraction(1001, 30_000) * 7  # 0.23356...
    text = to_srt([Cue(third, third + Fraction(1001, 30_000), "pass")])

    assert "00:00:00,233 --> 00:00:00,266" in text


def test_what_looks_like_mark_up_is_no_mark_up() -> None:
    nasty = "<b>2 < 3</b> {\\an8} a --> b & c"

    vtt = webvtt.from_buffer(StringIO(to_vtt([Cue(Fraction(0), Fraction(1), nasty)])))
    srt = to_srt([Cue(Fraction(0), Fraction(1), nasty)])

    assert _unescaped(vtt.captions[0].raw_text) == nasty
    assert "{\\an8}" not in srt
    plain = pysubs2.SSAFile.from_string(srt.replace("{", "("))[0].plaintext
    assert plain.replace("\u2060", "") == "<b>2 < 3</b> (\\an8} a → b & c"


def test_lines_that_would_end_a_cue_or_begin_another_do_not() -> None:
    text = "one\n\n\r\n2\n00:00:05.000 --> 00:00:06.000\nnot a cue\0!\u2028"

    [vtt] = webvtt.from_buffer(StringIO(to_vtt([Cue(Fraction(0), Fraction(1), text)]))).captions

    assert vtt.raw_text.splitlines()[-1] == "not a cue !"


def test_what_was_over_before_the_film_is_left_out_and_the_rest_cut() -> None:
    before, across = Cue(Fraction(-5), Fraction(-1), "a"), Cue(Fraction(-1), Fraction(2), "b")

    assert to_srt([before, across]) == "1\n00:00:00,000 --> 00:00:02,000\nb\n"
    assert to_srt([before]) == ""
    assert to_vtt([before]) == "WEBVTT\n"


def ms(seconds: Fraction) -> int:
    return int(seconds * 1000)


def shown_of(told: list[Cue]) -> list[Cue]:
    """Those that have letters, in the order of the file."""
    there = [cue for cue in told if _lines(cue.text)]
    return sorted(there, key=lambda cue: (ms(cue.start), max(ms(cue.end), ms(cue.start) + 1)))


def _lines(text: str) -> str:
    """The lines of a cue that have a text."""
    plain = text.translate(str.maketrans("\0\t\x1c", "   "))
    return "\n".join(line.strip() for line in plain.splitlines() if line.strip())


def _unescaped(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
