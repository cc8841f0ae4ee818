"""Other programs' own readers open what we write, and see what we wrote."""

from __future__ import annotations

import io
import json
import os
import subprocess
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import kloppy.sportscode
import pympi
import pytest
from hypothesis import given, settings

from annotator.files.interchange.boris import write_boris
from annotator.files.interchange.eaf_writer import write_eaf
from annotator.files.interchange.opening import read_content
from annotator.files.interchange.sportscode import write_sportscode
from annotator.files.tag_table import read_tag_table
from annotator.model.match import Match
from tests.files.interchange.test_round_trips import TABLE
from tests.files.strategies import tag_tuples

BORIS = os.environ.get("BORIS_PYTHON", "")
"""A Python in which BORIS is installed; it pins packages that this program cannot live with."""
ASK_BORIS = """
import importlib.util, json, sys, types
# Without its __init__, which opens the window and needs the sound libraries of a desktop.
found = importlib.util.find_spec("boris")
boris = sys.modules["boris"] = types.ModuleType("boris")
boris.__path__ = list(found.submodule_search_locations)
from boris import project_functions as p
path, changed, project, said = p.open_project_json(sys.argv[1])
name = next(iter(project["observations"]))
obs = project["observations"][name]
conf = project["behaviors_conf"]
rows = p.events_start_stop(conf, obs["events"], obs["type"])
print(json.dumps({
    "changed": changed, "said": said, "error": project.get("error"),
    "paired": p.check_state_events_obs(name, conf, obs)[0],
    "trouble": p.check_project_integrity(project, "S", sys.argv[1], media_file_available=False),
    "rows": [[str(r[0]), r[1], r[2], r[-1]] for r in rows],
}))
"""


@settings(max_examples=30)
@given(tags=tag_tuples(least=1))
def test_kloppy_reads_every_instance_of_an_edit_list(tags) -> None:
    data = write_sportscode(Match(tags=tags)).data

    codes = kloppy.sportscode.load(io.BytesIO(data)).codes

    assert len(codes) == len(tags)
    for code, tag in zip(codes, tags, strict=True):
        assert code.code == (f"{tag.tag} - {tag.athlete}" if tag.athlete else tag.tag)
        assert abs(Fraction(code.timestamp.total_seconds()) - tag.start) <= Fraction(1, 1000)
        assert code.end_timestamp > code.timestamp


def test_kloppys_own_edit_list_is_read_back() -> None:
    match = read_tag_table(TABLE)
    dataset = kloppy.sportscode.load(io.BytesIO(write_sportscode(match).data))

    written = io.BytesIO()
    kloppy.sportscode.save(dataset, written)
    again = read_content(written.getvalue(), Path("again.xml")).match

    assert again.tags == match.tags


@settings(max_examples=30)
@given(tags=tag_tuples(least=1))
def test_pympi_reads_every_annotation_of_an_eaf(tags, tmp_path_factory) -> None:
    path = tmp_path_factory.mktemp("eaf") / "match.eaf"
    path.write_bytes(write_eaf(Match(tags=tags)).data)

    file = pympi.Elan.Eaf(str(path))

    seen: Counter[tuple[str, str]] = Counter()
    for tier in file.get_tier_names():
        words = file.get_parameters_for_tier(tier)
        if "PARENT_REF" in words:
            continue
        rows = sorted(file.get_annotation_data_for_tier(tier))
        assert all(start < end for start, end, *_ in rows)
        assert all(one[1] <= two[0] for one, two in pairwise(rows))
        seen.update((words.get("PARTICIPANT") or "", row[2]) for row in rows)
    assert seen == Counter((tag.athlete or "", tag.tag) for tag in tags)


def test_a_file_that_pympi_wrote_is_read(tmp_path: Path) -> None:
    file = pympi.Elan.Eaf()
    file.remove_tier("default")
    file.add_tier("top", part="red", ann="coach")
    file.add_annotation("top", 12400, 20000, "Half guard")
    file.add_annotation("top", 20000, 30000, "Mount")
    path = tmp_path / "pympi.eaf"
    file.to_file(str(path))

    tags = read_content(path.read_bytes(), path).match.tags

    assert [(tag.tag, tag.athlete, tag.start) for tag in tags] == [
        ("half_guard", "red", Fraction("12.4")),
        ("mount", "red", Fraction(20)),
    ]


@pytest.mark.skipif(not BORIS, reason="BORIS is not installed here: set BORIS_PYTHON to its Python")
def test_boris_opens_our_project_and_pairs_its_states(tmp_path: Path) -> None:
    match = read_tag_table(TABLE)
    path = tmp_path / "match.boris"
    path.write_bytes(write_boris(match).data)

    done = subprocess.run(
        [BORIS, "-c", ASK_BORIS, str(path)], capture_output=True, text=True, check=True,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": ""}, timeout=60,
    )  # fmt: skip
    said = json.loads(done.stdout.splitlines()[-1])

    assert (said["changed"], said["said"], said["error"]) == (False, "", None)
    assert said["paired"]
    assert said["trouble"].replace("<br>", "").strip() == ""
    starts = [(row[1], row[2]) for row in said["rows"] if row[3] in ("START", "POINT")]
    assert Counter(starts) == Counter((tag.athlete or "", tag.tag) for tag in match.tags)


def test_texts_that_no_xml_holds_do_not_break_a_file() -> None:
    match = read_tag_table(b"start,tag,athlete,note\n0,mount,red,a\x01b\x0c<]]>&amp;\n")

    for write in (write_sportscode, write_eaf):
        data = write(match).data
        assert b"\x01" not in data
        assert read_content(data, Path("x")).match.tags == match.tags
