"""The shape of a ruleset file: every mistake in plain words, and what can still be read beside it.

A wrong part is put aside (left out, or filled with nothing) and the rest is read again, so that
mistakes of meaning are found in the same run. What is said about a part that was put aside
would only repeat its mistake: `Shape.hides` says so.
"""

from __future__ import annotations

import copy
import types
from collections.abc import Iterable
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from annotator.errors import Problem
from annotator.files import ruleset_schema as schema
from annotator.files.ruleset_editor import MODELS, fields_of, in_words
from annotator.files.ruleset_names import ALL_DETAILS
from annotator.files.source import KeyPath, Plain, Source
from annotator.text import tr

_ROUNDS = 8
_FILLING: dict[str, Plain] = {
    "names": {}, "columns": [], "outcome": [], "title": {}, "gives": {}, "to": [], "in": [],
    "from": [], "seconds": 0, "values": [], "chosen": 0, "rungs": [], "levels": [], "ends_in": [],
    "order": [],
}  # fmt: skip
_NAMED = ("clauses", "readings", "options", "categories")


@dataclass(slots=True)
class Shape:
    """What could be read (None: nothing), the mistakes, and the parts that were put aside."""

    model: schema.RulesetModel | None = None
    problems: list[Problem] = field(default_factory=list)
    aside: set[KeyPath] = field(default_factory=set)

    def hides(self, path: KeyPath) -> bool:
        """Whether a mistake at this path only follows from one that is reported already."""
        return any(path[: len(gone)] == gone for gone in self.aside)

    def lost_of(self, path: KeyPath) -> set[str]:
        """The keys right under a path that were put aside."""
        return {str(gone[-1]) for gone in self.aside if gone[:-1] == path and gone}


def read_shape(source: Source) -> Shape:
    """Check the shape of a whole file."""
    shape = Shape()
    if not isinstance(source.data, dict):
        what = tr(
            "A ruleset is a file of keys with values; this is {kind}.", kind=kind_of(source.data)
        )
        shape.problems.append(
            source.problem((), what, tr("Begin with the lines id: ... and edition: ..."))
        )
        return shape
    data: Any = copy.deepcopy(source.data)
    for number in range(_ROUNDS):
        try:
            shape.model = schema.RulesetModel.model_validate(data)
        except ValidationError as error:
            found: dict[KeyPath, str] = {}
            for item in error.errors(include_url=False, include_context=False):
                path = _path_of(item["loc"], data, missing=item["type"] == "missing")
                if not _is_other_arm(item, path, data):
                    found.setdefault(path, item["type"])
            for path, kind in found.items():
                if number == 0:
                    shape.problems.append(_problem(source, path, kind))
                shape.aside.add(path)
                _put_aside(data, path, kind, source)
        else:
            break
    return shape


def _path_of(loc: Iterable[int | str], data: Plain, *, missing: bool) -> KeyPath:
    """The path in the file: a validator's path without the steps of unions and single items."""
    steps = list(loc)
    path: KeyPath = ()
    here: Any = data
    for index, step in enumerate(steps):
        last = index == len(steps) - 1
        if isinstance(here, dict) and (step in here or (missing and last)):
            path, here = (*path, step), here.get(step)
        elif isinstance(here, list) and isinstance(step, int) and step < len(here):
            path, here = (*path, step), here[step]
    return path


def _is_other_arm(item: Any, path: KeyPath, data: Plain) -> bool:
    """A group of keys is no number: but where it may be either, what is wrong is inside it."""
    return item["loc"][-1:] == ("int",) and isinstance(_at(data, path), dict)


# -- one mistake in words ---------------------------------------------------------------------------


def kind_of(value: Plain) -> str:
    """What a value is, for people."""
    if value is None:
        return tr("nothing")
    if isinstance(value, bool):
        return tr("true or false")
    if isinstance(value, int):
        return tr("a whole number")
    if isinstance(value, Fraction):
        return tr("a decimal number")
    if isinstance(value, str):
        return tr("a text")
    return tr("a list") if isinstance(value, list) else tr("a group of keys")


def _problem(source: Source, path: KeyPath, kind: str) -> Problem:
    owner, field_info = _model_at(path[:-1]), None
    if owner is not None and isinstance(path[-1], str):
        field_info = fields_of(owner).get(path[-1])
    if kind == "missing":
        meaning = field_info.description if field_info and field_info.description else ""
        return source.problem(
            path[:-1],
            tr("The key {key} is missing.", key=repr(path[-1])),
            tr("Add it: {key}: ... ({meaning})", key=path[-1], meaning=meaning.rstrip(".")),
        )
    if kind == "extra_forbidden":
        return source.problem(
            path, tr("Unknown key."), _keys_mend(str(path[-1]), owner), at_key=True
        )
    found = _at(source.data, path)
    words, choices = _expected(path)
    if isinstance(found, str) and choices:
        close = get_close_matches(found, choices, 1)
        hint = tr("Did you mean {name}?", name=repr(close[0])) + " " if close else ""
        what = tr("{found} is no word for this.", found=repr(found))
        return source.problem(path, what, hint + tr("Allowed: {names}.", names=", ".join(choices)))
    shown = repr(source.written(path)) if path in source.texts else ""
    kind_found = tr("the word true or false") if isinstance(found, bool) else kind_of(found)
    what = (
        tr("{found} is {kind}, and that cannot stand here.", found=shown, kind=kind_found)
        if shown and shown != "''"
        else tr("Here stands {kind}, and that cannot be.", kind=kind_found)
    )
    mend = tr("What may stand here: {words}.", words=words)
    if words == in_words(str) and isinstance(found, int | Fraction):
        mend = tr('A number that is a name goes in quotes: "{text}".', text=source.written(path))
    return source.problem(path, what, mend)


def _keys_mend(key: str, owner: type[BaseModel] | None) -> str:
    allowed = list(fields_of(owner)) if owner is not None else []
    if owner is schema.Place:
        allowed += ALL_DETAILS
    hint = _elsewhere(key)
    close = get_close_matches(key, allowed, 1)
    if close and not hint:
        hint = tr("Did you mean {name}?", name=repr(close[0])) + " "
    return hint + tr("Allowed here: {names}.", names=", ".join(allowed))


def _elsewhere(key: str) -> str:
    """Where a key that is unknown here does belong."""
    places: dict[type[BaseModel], str] = {
        schema.Gives: "gives", schema.RuleModel: "rules", schema.ClauseModel: "clauses",
        schema.NearModel: "near", schema.ExceptModel: "except", schema.LadderModel: "ladder",
        schema.CategoryModel: "categories", schema.ChainModel: "chain",
    }  # fmt: skip
    for model, place in places.items():
        if key in fields_of(model):
            return tr("{key} belongs under {place}.", key=repr(key), place=repr(place)) + " "
    if key in ALL_DETAILS:
        return (
            tr("{key} is a detail: of a tag under 'if', of a position beside 'in'.", key=repr(key))
            + " "
        )
    return ""


# -- what belongs at a path ---------------------------------------------------------------------------


def _unwrapped(annotation: Any) -> Any:
    """The type without its notes and without “or nothing”."""
    while True:
        origin, args = get_origin(annotation), get_args(annotation)
        if origin is Annotated:
            annotation = args[0]
        elif origin in (Union, types.UnionType):
            rest = [arg for arg in args if arg is not type(None)]
            if len(rest) != 1:
                return annotation
            annotation = rest[0]
        else:
            return annotation


def _step(annotation: Any, step: int | str) -> tuple[Any, list[Any]]:
    """The type one step down, with its notes; `object` where the models do not say."""
    bare = _unwrapped(annotation)
    if isinstance(bare, type) and issubclass(bare, BaseModel):
        info = fields_of(bare).get(str(step))
        return (info.annotation, list(info.metadata)) if info else (object, [])
    args = get_args(bare)
    if get_origin(bare) is list:
        # A list may be written as its only item: then a key stands where a number would.
        return (args[0], []) if isinstance(step, int) else _step(args[0], step)
    if get_origin(bare) is dict:
        return args[1], []
    return object, []


def _annotation_at(path: KeyPath) -> tuple[Any, list[Any]]:
    annotation: Any = schema.RulesetModel
    notes: list[Any] = []
    for step in path:
        annotation, notes = _step(annotation, step)
    return annotation, notes


def _model_at(path: KeyPath) -> type[BaseModel] | None:
    bare: Any = _unwrapped(_annotation_at(path)[0])
    if get_origin(bare) is list:
        bare = _unwrapped(get_args(bare)[0])
    if get_origin(bare) in (Union, types.UnionType):
        bare = next((arg for arg in get_args(bare) if arg in MODELS), object)
    return bare if isinstance(bare, type) and issubclass(bare, BaseModel) else None


def _expected(path: KeyPath) -> tuple[str, list[str]]:
    """What may stand at a path, in words, and the words themselves where they are fixed."""
    annotation, notes = _annotation_at(path)
    bare = _unwrapped(annotation)
    item = _unwrapped(get_args(bare)[0]) if get_origin(bare) is list else bare
    choices = [str(arg) for arg in get_args(item) if arg] if get_origin(item) is Literal else []
    return in_words(annotation, notes), choices


def _at(data: Plain, path: KeyPath) -> Plain:
    here: Any = data
    for step in path:
        here = here[step]
    return here  # type: ignore[no-any-return]


# -- putting aside ------------------------------------------------------------------------------------


def _put_aside(data: Any, path: KeyPath, kind: str, source: Source) -> None:
    """Change the data so that this mistake is gone."""
    if not path:
        return
    *above, last = path
    parent: Any = data
    for step in above:
        inside = isinstance(step, int) and isinstance(parent, list) and step < len(parent)
        if not inside and not (isinstance(parent, dict) and step in parent):
            return  # something above it was put aside already
        parent = parent[step]
    if isinstance(parent, list) and isinstance(last, int):
        if kind == "string_type" and path in source.texts:
            parent[last] = source.texts[path]
        elif _model_at(path) is not None and parent[last] != {}:
            parent[last] = {}
        else:
            _put_aside(data, path[:-1], kind, source)
    elif isinstance(parent, dict):
        if kind == "extra_forbidden":
            parent.pop(last, None)
        elif kind == "string_type" and path in source.texts:
            parent[last] = source.texts[path]
        elif len(above) == 1 and above[0] in _NAMED:
            parent[last] = {}
        else:
            _fill(parent, path)


def _fill(parent: dict[Any, Any], path: KeyPath) -> None:
    """Nothing in the place of a wrong value: left out where it may be."""
    last = path[-1]
    owner = _model_at(path[:-1])
    info = fields_of(owner).get(str(last)) if owner is not None else None
    if info is not None and info.is_required():
        parent[last] = copy.deepcopy(_FILLING.get(str(last), {} if last == "clauses" else ""))
    else:
        parent.pop(last, None)
