"""The schema for editors (`rulesets/schema.json`) and what may stand at a key, from the models."""

from __future__ import annotations

import json
import types
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from annotator.files import ruleset_kinds as kinds
from annotator.files import ruleset_schema as schema
from annotator.text import tr

_SHARED = {
    name: get_args(getattr(kinds, name))[-1].schema
    for name in (
        "Names",
        "Positions",
        "Actions",
        "Tags",
        "LostTo",
        "Techniques",
        "Details",
        "Texts",
    )
}
MODELS: tuple[type[BaseModel], ...] = (
    schema.RulesetModel, schema.ClauseModel, schema.RuleModel, schema.Place, schema.Gives,
    schema.NearModel, schema.ExceptModel, schema.Watch, schema.LostOver, schema.Move,
    schema.ReadingModel, schema.CategoryModel, schema.OptionModel, schema.Option,
    schema.LadderModel, schema.ChainModel, schema.SpellModel, schema.RestartModel, schema.CaughtModel,
    schema.BoardModel,
)  # fmt: skip


def schema_text() -> str:
    """The JSON Schema of a ruleset file, as it stands in `rulesets/schema.json`."""
    whole = schema.RulesetModel.model_json_schema(by_alias=True)
    whole = _tidy(whole)
    whole["$defs"] |= {name: dict(shared) for name, shared in _SHARED.items()}
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "ruleset.yaml"}
    return json.dumps(head | whole, indent=1, ensure_ascii=False) + "\n"


def _tidy(node: Any) -> Any:
    """Without the generator's titles, and with what stands in many places written once."""
    if isinstance(node, list):
        return [_tidy(item) for item in node]
    if not isinstance(node, dict):
        return node
    said = {"description": node["description"]} if "description" in node else {}
    dropped = {"description", "default"} | (
        {"title"} if isinstance(node.get("title"), str) else set()
    )
    bare = {key: value for key, value in node.items() if key not in dropped}
    if "anyOf" in bare:
        bare["anyOf"] = [each for each in bare["anyOf"] if each != {"type": "null"}]
        if len(bare["anyOf"]) == 1:
            bare |= bare.pop("anyOf")[0]
    for name, shared in _SHARED.items():
        if bare == shared:
            return {"$ref": f"#/$defs/{name}", **said}
    return {key: _tidy(value) for key, value in (said | bare).items()}


# -- keys in words --------------------------------------------------------------------------------


def key_of(name: str, field: FieldInfo) -> str:
    """A field's key as it is written in the file."""
    return field.alias or name


def fields_of(model: type[BaseModel]) -> dict[str, FieldInfo]:
    """A model's fields by the keys of the file."""
    return {key_of(name, field): field for name, field in model.model_fields.items()}


def in_words(annotation: Any, metadata: tuple[Any, ...] | list[Any] = ()) -> str:
    """What may stand at a key, for people."""
    for item in metadata:
        if isinstance(item, kinds.Kind):
            return tr(item.words)
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return in_words(args[0], args[1:])
    if origin in (Union, types.UnionType):
        parts = [in_words(arg) for arg in args if arg is not type(None)]
        return tr(", or ").join(dict.fromkeys(parts))
    if origin is Literal:
        return tr("one of: {names}", names=", ".join(str(arg) for arg in args if arg))
    if origin is list:
        return tr("a list: {what}", what=in_words(args[0]))
    if origin is dict:
        return tr("names of your own, and under each: {what}", what=in_words(args[1]))
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return tr("keys of its own: {keys}", keys=", ".join(_all_keys(annotation)))
    return {
        str: tr("a text"), int: tr("a whole number"), bool: tr("true or false"),
    }.get(annotation, tr("details with their answers"))  # fmt: skip


def _all_keys(model: type[BaseModel]) -> list[str]:
    more = [tr("and details such as bottom_on")] if model is schema.Place else []
    return [*fields_of(model), *more]
