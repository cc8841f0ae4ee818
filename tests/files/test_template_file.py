"""Template files: what is written is read again, and every mistake has its line and what would be right."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotator.errors import NewerFileError, SaveError, TemplateError
from annotator.files.template_file import (
    SUFFIX,
    read_template,
    template_from_bytes,
    template_text,
)
from annotator.files.templates import (
    bring_in,
    drop_template,
    keep_copy,
    keep_template,
    kept_template,
    kept_templates,
    template_path,
)
from annotator.model.template import COLOURS, TAGS, WHISTLE, Button, ButtonGroup, Template, faults
from annotator.model.vocabulary import VOCABULARY, Kind
from annotator.ui.tagging.template import SHIPPED

SHORT = """template: 1
name: "No-gi, short"
groups:
- title: "Attacks"
  columns: 3
  buttons:
  - tag: submission
    key: KeyH
    caption: "Armbar"
    colour: green
    details: {technique: armbar}
  - tag: back_control
    details: {hooks: 1}
questions:
  mount: [bottom_on, controlled]
  takedown: []
"""
TEXTS = st.text(
    st.characters(categories=("L", "N", "P", "S", "Zs"), max_codepoint=0xFFFF), max_size=30
)


@st.composite
def buttons(draw: st.DrawFn) -> Button:
    tag = draw(st.sampled_from(TAGS))
    details = {}
    if tag != WHISTLE:
        for detail in VOCABULARY[tag].details.values():
            if detail.kind is Kind.CHOICE and draw(st.booleans()):
                details[detail.key] = draw(st.sampled_from(detail.values))
    note = "" if tag == WHISTLE else draw(TEXTS)
    return Button(
        tag, "", draw(TEXTS), draw(st.sampled_from(COLOURS)), draw(st.booleans()),
        MappingProxyType(details), note,
    )  # fmt: skip


@st.composite
def templates(draw: st.DrawFn) -> Template:
    made = draw(st.lists(buttons(), min_size=1, max_size=8, unique_by=lambda b: b.id))
    keys = draw(st.permutations([f"Key{c}" for c in "QWERTYUI"]))
    keyed = tuple(
        Button(b.tag, key, b.caption, b.colour, b.shown, b.details, b.note)
        for b, key in zip(made, keys, strict=False)
    )
    cut = draw(st.integers(0, len(keyed)))
    groups = (
        ButtonGroup(draw(TEXTS), keyed[:cut], draw(st.integers(1, 6))),
        ButtonGroup(draw(TEXTS), keyed[cut:]),
    )
    return Template("x" + draw(TEXTS), groups, MappingProxyType({"mount": ("bottom_on",)}))


def problems(text: str) -> list[tuple[int, str, str, str]]:
    with pytest.raises(TemplateError) as caught:
        template_from_bytes(text.encode(), "a.template.yaml")
    return [(p.line, p.key, p.what, p.mend) for p in caught.value.problems]


def test_a_short_one_is_read() -> None:
    read = template_from_bytes(SHORT.encode(), "a")
    assert read.name == "No-gi, short"
    armbar, back = read.buttons
    assert (armbar.id, armbar.key, armbar.colour) == (
        "submission(technique=armbar)", "KeyH", "green",
    )  # fmt: skip
    assert back.details == {"hooks": "1"}
    assert read.questions == {"mount": ("bottom_on", "controlled"), "takedown": ()}


def test_the_one_that_comes_with_the_program_is_of_the_same_kind() -> None:
    assert list(faults(SHIPPED)) == []
    assert template_from_bytes(template_text(SHIPPED).encode(), "a") == SHIPPED


def test_the_example_of_the_documents_is_a_template() -> None:
    page = Path(__file__).parents[2] / "docs" / "file-formats.md"
    text = page.read_text(encoding="utf-8").partition("## Tag panels")[2]
    example = text.partition("```yaml\n")[2].partition("```")[0]
    assert [button.caption for button in template_from_bytes(example.encode(), "a").buttons] == [
        "Armbar"
    ]


@given(templates())
def test_what_is_written_is_read_again(template: Template) -> None:
    text = template_text(template)
    assert template_from_bytes(text.encode(), "a") == template
    assert template_text(template_from_bytes(text.encode(), "a")) == text


@pytest.mark.parametrize(
    ("old", "new", "line", "key", "mend"),
    [
        ("tag: submission", "tag: submision", 7, "groups.0.buttons.0.tag", "submission"),
        ("key: KeyH", "key: H", 8, "groups.0.buttons.0.key", "KeyQ"),
        ("key: KeyH", "key: Shift+KeyH", 8, "groups.0.buttons.0.key", "other athlete"),
        ("colour: green", "colour: gren", 10, "groups.0.buttons.0.colour", "green"),
        ("caption:", "captoin:", 9, "groups.0.buttons.0.captoin", "caption"),
        ("armbar}", "arm bar}", 11, "groups.0.buttons.0.details.technique", "armbar"),
        ("technique:", "landing:", 11, "groups.0.buttons.0.details.landing", "technique"),
        ("hooks: 1", "hooks: 4", 13, "groups.0.buttons.1.details.hooks", "0, 1, 2"),
        ("columns: 3", "columns: 9", 5, "groups.0.columns", "6"),
        ("columns: 3", "columns: many", 5, "groups.0.columns", ""),
        ("[bottom_on,", "[bottom,", 15, "questions.mount.0", "bottom_on"),
        ("  mount:", "  mont:", 15, "questions.mont", "mount"),
        ('name: "No-gi, short"\n', "", 1, "", "name"),
        ("template: 1", "template: one", 1, "template", "1"),
    ],
)
def test_every_mistake_has_its_line_its_key_and_what_would_be_right(
    old: str, new: str, line: int, key: str, mend: str
) -> None:
    assert old in SHORT
    found = problems(SHORT.replace(old, new, 1))
    assert [(found[0][0], found[0][1])] == [(line, key)]
    assert mend in found[0][3]


def test_two_buttons_never_have_one_key_nor_do_the_same() -> None:
    twice = SHORT.replace(
        "  - tag: back_control\n    details: {hooks: 1}", "  - tag: mount\n    key: KeyH"
    )
    assert [(line, key) for line, key, _, _ in problems(twice)] == [(13, "groups.0.buttons.1.key")]
    behind = twice.replace("key: KeyH\n    caption", "key: KeyH KeyA\n    caption")
    assert [key for _, key, _, _ in problems(behind)] == ["groups.0.buttons.1.key"]
    same = SHORT.replace(
        "tag: back_control\n    details: {hooks: 1}",
        "tag: submission\n    details: {technique: armbar}",
    )
    assert [key for _, key, _, _ in problems(same)] == ["groups.0.buttons.1"]


def test_a_newer_file_is_left_alone() -> None:
    with pytest.raises(NewerFileError):
        template_from_bytes(SHORT.replace("template: 1", "template: 7").encode(), "a")


@pytest.mark.parametrize(
    "text", ["", "[]", "a", "template: 1\nname: x\ngroups: 3", "{", "groups: {}"]
)
def test_what_is_no_template_is_said_to_be_none(text: str) -> None:
    assert problems(text)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANNOTATOR_HOME", str(tmp_path / "home"))


def test_templates_are_kept_copied_shared_and_dropped(tmp_path: Path) -> None:
    assert kept_templates() == ()
    key = keep_copy(SHIPPED)
    again = keep_copy(SHIPPED)
    assert key != again
    assert [kept.template.name for kept in kept_templates() if kept.template] == [
        "annotator", "annotator (2)",
    ]  # fmt: skip
    renamed = Template("Été / №1", SHIPPED.groups, SHIPPED.questions)
    assert keep_template(renamed, key) == key
    assert kept_template(key) == renamed
    shared = tmp_path / f"shared{SUFFIX}"
    shared.write_bytes(template_path(key).read_bytes())
    brought = bring_in(shared)
    assert kept_template(brought).name == "Été / №1 (2)"
    drop_template(key)
    assert {kept.key for kept in kept_templates()} == {again, brought}


def test_one_that_cannot_be_read_is_listed_with_its_reason() -> None:
    key = keep_copy(SHIPPED)
    template_path(key).write_text("template: 1\n", encoding="utf-8")
    (kept,) = kept_templates()
    assert kept.template is None
    assert "name" in kept.problem
    with pytest.raises(TemplateError):
        read_template(template_path(key))


def test_half_characters_in_a_name_are_an_error_with_a_reason() -> None:
    with pytest.raises(SaveError):
        keep_template(replace(SHIPPED, name="bad\ud800"))
    assert kept_templates() == ()
