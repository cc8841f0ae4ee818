"""The schema for editors and the tables of the manual are what the models say now."""

import json
from pathlib import Path
from typing import Any

import pytest

from annotator.files.ruleset_editor import MODELS, fields_of, schema_text
from annotator.files.ruleset_names import ACTIONS
from annotator.files.ruleset_tables import (
    _WITHOUT,
    ACTION_MEANINGS,
    TAG_MEANINGS,
    key_tables,
    reference,
)
from annotator.files.rulesets import ruleset_files
from annotator.files.source import read_yaml
from annotator.model.vocabulary import POSITIONS, VOCABULARY

ROOT = Path(__file__).resolve().parents[2]
REWRITE = "run: .venv/bin/python tools/write_ruleset_files.py"


def test_the_committed_schema_is_what_the_models_say() -> None:
    committed = (ROOT / "rulesets" / "schema.json").read_text(encoding="utf-8")

    assert committed == schema_text(), REWRITE


def test_the_tables_of_the_manual_are_what_the_models_say() -> None:
    manual = (ROOT / "docs" / "add-a-ruleset.md").read_text(encoding="utf-8")

    tables = list(reference())
    assert manual.splitlines()[-len(tables) :] == tables, REWRITE


def test_the_tables_leave_out_no_part() -> None:
    parts = set(json.loads(schema_text())["$defs"])

    assert {part for part in parts if part.endswith("Model")} <= {
        model.__name__ for model in MODELS
    }


def test_every_key_of_every_part_is_explained() -> None:
    for model in MODELS:
        assert model.__doc__, model
        for key, field in fields_of(model).items():
            assert field.description, (model, key)
    assert set(ACTIONS) == set(ACTION_MEANINGS)
    assert set(VOCABULARY) - set(POSITIONS) == set(TAG_MEANINGS)
    assert sum(line.startswith("| `") for line in key_tables()) == sum(
        len(fields_of(model)) for model in MODELS
    )


def test_every_key_that_may_be_left_out_says_what_holds_without_it() -> None:
    rows = [line.strip("| ").split(" | ") for line in key_tables() if line.startswith("| `")]

    assert all(row[-1] for row in rows)
    without = {row[0].strip("`"): row[-1] for row in rows if row[-1] != "**needed**"}
    assert without["again"].startswith("`recovered` for a held position, `always`")
    assert (without["seconds"], without["from_number"], without["secured_seconds"]) == ("0", "1", "3")  # fmt: skip
    assert (without["violation"], without["near"]) == ("false", "none")
    for model, key in _WITHOUT:
        assert not fields_of(model)[key].is_required(), (model, key)


@pytest.mark.parametrize("path", ruleset_files().values(), ids=lambda path: path.parent.name)
def test_every_ruleset_names_the_schema_and_fits_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    assert text.startswith("# yaml-language-server: $schema=../schema.json\n")
    whole = json.loads(schema_text())
    assert wrong(read_yaml(text, path.name).data, whole, whole) == []


@pytest.mark.parametrize(
    ("data", "many"),
    [
        ({"id": "a"}, 1),
        ({"clauses": {"a": {"title": {"en": "A"}, "rules": [{"does": "throw"}]}}}, 2),
        (
            {
                "clauses": {
                    "a": {"title": {"en": "A"}, "rules": [{"holds": {"in": "mount", "x": 1}}]}
                }
            },
            2,
        ),
    ],
)
def test_the_schema_refuses_what_the_program_refuses(data: Any, many: int) -> None:
    whole = json.loads(schema_text())

    assert len(wrong(data, whole, whole)) == many


def wrong(data: Any, schema: dict[str, Any], whole: dict[str, Any]) -> list[str]:
    """What of the data does not fit: the few words of JSON Schema that ours uses."""
    if "$ref" in schema:
        return wrong(data, whole["$defs"][schema["$ref"].rsplit("/", 1)[1]], whole)
    if "anyOf" in schema:
        tried = [wrong(data, each, whole) for each in schema["anyOf"]]
        return [] if [] in tried else [f"{data!r} fits nothing"]
    if "enum" in schema or "const" in schema:
        return (
            [] if data in schema.get("enum", [schema.get("const")]) else [f"{data!r} is no answer"]
        )
    found: list[str] = []
    kinds = {"object": dict, "array": list, "string": str, "boolean": bool}
    kind = schema.get("type")
    if kind in kinds and not isinstance(data, kinds[kind]):
        return [f"{data!r} is no {kind}"]
    if kind == "integer" and (isinstance(data, bool) or not isinstance(data, int)):
        return [f"{data!r} is no integer"]
    if isinstance(data, dict):
        missing = [key for key in schema.get("required", []) if key not in data]
        found += [f"{missing} missing"] if missing else []
        for key, value in data.items():
            inner = schema.get("properties", {}).get(key, schema.get("additionalProperties", {}))
            found += [f"{key} unknown"] if inner is False else wrong(value, inner or {}, whole)
    if isinstance(data, list):
        found += [each for item in data for each in wrong(item, schema.get("items", {}), whole)]
    return found
