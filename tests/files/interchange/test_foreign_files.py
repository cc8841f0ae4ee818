"""Files as other programs really write them."""

from __future__ import annotations

import gzip
import json
from fractions import Fraction
from pathlib import Path

from annotator.files.interchange.mapping import mapping_text, read_mapping
from annotator.files.interchange.opening import read_content
from annotator.model.match import Match

FRAMES = [[Fraction(n * 1001, 30000) for n in range(2000)]]
SPORTSCODE = """<file>
<SORT_INFO><sort_type>sort order</sort_type></SORT_INFO>
<All_Instances>
<instance><ID>1</ID><start>12.4790000000</start><end>20.02</end><code>Half Guard - Red</code></instance>
<instance><ID>2</ID><start>20.02</start><end>44.111</end><Code>mount</Code><label><text>red</text></label>
<label><group>facing</group><text>legs</text></label><label><group>Quality</group><text>great</text></label>
<label><group>Quality</group><text>fast</text></label></instance>
<instance><ID>3</ID><start>30.998</start><end>34.034</end><code>Arm-bar (red)</code>
<label><text>Escaped</text></label></instance>
<instance><ID>4</ID><start>35</start><end>36</end><code>guard</code></instance>
</All_Instances></file>
"""
BORIS_ROWS = [
    [12.479, "red", "half_guard", "", "", 374],
    [20.02, "red", "half_guard", "", "", 600],
    [20.02, "red", "mount", "", "", 600],
    [30.998, "red", "submission", "armbar", "escaped late", 929],
    [34.034, "red", "submission", "armbar", "", "NA"],
    [40.0, "", "warning", "", "", "NA"],
    [41.0, "blue", "warning", "", "", "NA"],
    [44.111, "red", "mount", "", "", 1322],
    [50.0, "blue", "turtle", "", ""],
]
AGGREGATED = """Observation id,FPS (frame/s),Subject,Behavior,Behavioral category,Modifier #1,Behavior type,Start (s),Stop (s),Duration (s),Media file name,Image index start,Image index stop,Comment start,Comment stop
final,29.97,red,half_guard,position,,STATE,12.479,20.020,7.541,final.mp4,374,600,,
final,29.97,red,submission,submission,armbar,STATE,30.998,34.034,3.036,final.mp4,929,1020,escaped late,
final,29.97,blue,foul,referee,,POINT,40.000,40.000,NA,final.mp4,NA,NA,,
"""
EAF = """<?xml version="1.0" encoding="UTF-8"?>
<ANNOTATION_DOCUMENT AUTHOR="" DATE="2026-12-01T10:00:00+00:00" FORMAT="3.0" VERSION="3.0">
<HEADER MEDIA_FILE="" TIME_UNITS="milliseconds"/>
<TIME_ORDER><TIME_SLOT TIME_SLOT_ID="ts1" TIME_VALUE="12479"/><TIME_SLOT TIME_SLOT_ID="ts2"/>
<TIME_SLOT TIME_SLOT_ID="ts3" TIME_VALUE="20021"/></TIME_ORDER>
<TIER TIER_ID="red/position" PARTICIPANT="red" ANNOTATOR="coach" LINGUISTIC_TYPE_REF="p">
<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a1" TIME_SLOT_REF1="ts1" TIME_SLOT_REF2="ts2"><ANNOTATION_VALUE>half_guard</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION>
<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a2" TIME_SLOT_REF1="ts2" TIME_SLOT_REF2="ts3"><ANNOTATION_VALUE>mount; facing=legs</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER>
<TIER TIER_ID="B" PARTICIPANT="blue" ANNOTATOR="other" LINGUISTIC_TYPE_REF="p">
<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="a3" TIME_SLOT_REF1="ts1" TIME_SLOT_REF2="ts3"><ANNOTATION_VALUE>turtle</ANNOTATION_VALUE></ALIGNABLE_ANNOTATION></ANNOTATION></TIER>
<LINGUISTIC_TYPE LINGUISTIC_TYPE_ID="p" TIME_ALIGNABLE="true" GRAPHIC_REFERENCES="false"/>
</ANNOTATION_DOCUMENT>
"""


def rows(match: Match) -> list[tuple[str, str | None, Fraction, Fraction | None]]:
    return [(tag.tag, tag.athlete, tag.start, tag.end) for tag in match.tags]


def boris(**more: object) -> bytes:
    types = {"half_guard": "State event", "mount": "State event", "submission": "State event"}
    conf: list[dict[str, object]] = [
        {"code": code, "type": types.get(code, "Point event"), "modifiers": ""}
        for code in ("half_guard", "mount", "submission", "warning")
    ]
    conf.append({"code": "turtle", "type": "State event with coding map", "modifiers": {}})
    return json.dumps(
        {
            "project_format_version": "7.0",
            "behaviors_conf": {str(n): row for n, row in enumerate(conf)},
            "observations": {"final": {"type": "MEDIA", "events": BORIS_ROWS, **more}},
        }
    ).encode()


def test_an_edit_list_in_utf_16_with_bare_returns_is_read() -> None:
    data = b"\xff\xfe" + SPORTSCODE.replace("\n", "\r").encode("utf-16-le")
    found = read_content(data, Path("wal.xml"))

    half, mount, armbar, guard = found.match.tags
    assert (half.tag, half.athlete, half.start) == ("half_guard", "red", Fraction("12.479"))
    assert (mount.athlete, mount.details) == ("red", {"facing": "legs"})
    assert mount.note == "Quality: great; Quality: fast"
    assert armbar.details == {"technique": "armbar", "outcome": "escaped"}
    assert (armbar.tag, armbar.athlete, armbar.end) == ("submission", "red", Fraction("34.034"))
    assert (guard.tag, guard.note) == ("mark", "guard; until 0:36.000")
    assert found.unknown == {"guard": 1}
    assert found == read_content(SPORTSCODE.encode(), Path("wal.xml"))


def test_with_the_film_each_time_is_exactly_a_frames() -> None:
    match = read_content(SPORTSCODE.encode(), Path("x"), frames=FRAMES).match

    assert [(tag.frame, tag.end_frame) for tag in match.tags[:3]] == [
        (374, None), (600, None), (929, 1020),
    ]  # fmt: skip
    assert all(tag.start == FRAMES[0][tag.frame or 0] for tag in match.tags)


def test_a_project_of_boris_is_paired_and_what_is_not_is_said() -> None:
    for data in (boris(), gzip.compress(boris())):
        found = read_content(data, Path("x.boris"), frames=FRAMES)
        assert [(tag.tag, tag.frame, tag.end_frame) for tag in found.match.tags] == [
            ("half_guard", 374, None), ("mount", 600, None), ("submission", 929, 1020),
            ("mark", 1198, None), ("warning", 1228, None), ("scramble", 1322, None),
            ("turtle", 1498, None),
        ]  # fmt: skip
        assert found.match.tags[2].note == "escaped late"
        assert any("turtle" in loss and "never ends" in loss for loss in found.losses)


def test_the_time_offset_of_boris_is_no_part_of_the_film() -> None:
    found = read_content(boris(**{"time offset": 2.0}), Path("x.boris"))

    assert found.match.tags[0].start == Fraction("10.479")


def test_aggregated_events_of_boris_are_read() -> None:
    match = read_content(AGGREGATED.encode(), Path("x.csv"), frames=FRAMES).match

    half, submission, foul = (tag for tag in match.tags if tag.tag != "scramble")
    assert (half.frame, submission.frame, submission.end_frame) == (374, 929, 1020)
    assert submission.details == {"technique": "armbar"}
    assert (foul.athlete, foul.start) == ("blue", FRAMES[0][foul.frame or 0])


def test_one_annotator_of_an_eaf_and_slots_without_a_time() -> None:
    found = read_content(EAF.encode(), Path("x.eaf"), annotator="coach")

    half, mount = found.match.tags
    assert rows(found.match)[0] == ("half_guard", "red", Fraction("12.479"), None)
    assert (mount.start, mount.details) == (Fraction("16.25"), {"facing": "legs"})
    assert half.athlete == mount.athlete == "red"
    assert any("other" in loss for loss in found.losses)
    other = read_content(EAF.encode(), Path("x.eaf"), annotator="other")
    assert rows(other.match) == [("turtle", "blue", Fraction("12.479"), None)]


def test_lists_of_cuts_and_chapters() -> None:
    cuts = b"12.479,20.020,half_guard red\n20.020,34.034,rnc blue\n44.111,,matte\n"
    assert rows(read_content(cuts, Path("x")).match)[1:] == [
        ("submission", "blue", Fraction("20.02"), Fraction("34.034")),
        ("scramble", None, Fraction("20.02"), None),
        ("stop", None, Fraction("44.111"), None),
    ]
    chapters = b"0:00 start\n0:12 half guard red\n1:05 - mount red\n"
    match = read_content(chapters, Path("x")).match
    assert [(tag.tag, tag.athlete, tag.start) for tag in match.tags] == [
        ("start", None, Fraction(0)),
        ("half_guard", "red", Fraction(12)),
        ("mount", "red", Fraction(65)),
    ]


def test_the_users_own_table_gives_names_a_meaning(tmp_path: Path) -> None:
    found = read_content(SPORTSCODE.encode(), Path("x"))
    assert mapping_text(found.unknown) == "text,tag,athlete,details\nguard,,,\n"
    path = tmp_path / "names.csv"
    path.write_text("text,tag,athlete,details\nGuard,open_guard,blue,forced=yes\nmount,-,,\n")

    again = read_content(SPORTSCODE.encode(), Path("x"), words=read_mapping(path))

    guard = again.match.tags[-1]
    assert (guard.tag, guard.athlete, guard.details) == ("open_guard", "blue", {"forced": "yes"})
    assert not again.unknown
    assert all(tag.tag != "mount" for tag in again.match.tags)
    assert any("left out" in loss for loss in again.losses)
