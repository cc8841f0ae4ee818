"""All keys and all words of a ruleset file as Markdown tables, from the models and the vocabulary.

They stand in docs/add-a-ruleset.md, and `annotator rulesets keys` prints them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from annotator.files import ruleset_schema as schema
from annotator.files.ruleset_editor import MODELS, fields_of, in_words
from annotator.files.ruleset_names import ACTIONS, GROUPS, TERMS
from annotator.model.vocabulary import VOCABULARY, Detail, Group, Kind, TagKind, Who, kinds

ACTION_MEANINGS: Mapping[str, str] = {
    "takedown": "from standing to the ground, the thrower on top (tag `takedown`)",
    "guard_pull": "sitting or jumping to guard (tag `guard_pull`)",
    "pass": "from on top in a guard to a pin",
    "half_pass": "from on top in a full guard to half guard",
    "sweep": "from the bottom of a guard to the top",
    "back_take": "from the bottom of a guard to the back",
    "reversal": "from under a pin, the back or the turtle to the top",
    "turnover": "turning a turtled opponent over into a pin",
    "regard": "from under a pin back to guard",
    "to_turtle": "on top in a guard whose player turns to the turtle; the top athlete does it",
    "come_up": "first on top after both had pulled guard (`double_guard`, nobody on top before it); `from` is the position before that",
    "late_takedown": "a takedown that began after the other's guard pull",
    "countered_takedown": "a takedown that the other countered with one",
}

TAG_MEANINGS: Mapping[str, str] = {
    "takedown": "a takedown, from its beginning to the landing",
    "guard_pull": "sitting or jumping to guard",
    "sweep": "a sweep; the change of positions says it too, the tag adds its details",
    "attempt": "something tried; scores nothing",
    "mark": "a bookmark; scores nothing",
    "submission": "a submission hold, from its lock to its end",
    "match": "what is known of the match: its category and level",
    "start": "the clock starts",
    "stop": "the clock stops, and positions end",
    "freeze": "the clock stands still, the athletes stay as they are",
    "resume": "the clock goes on after a freeze",
    "restart": "the clock goes on after a stop",
    "overtime": "an overtime starts",
    "end": "the match ends; without it the result is undecided",
    "out_of_bounds": "somebody left the mat",
    "inactive": "an athlete is passive for so long",
    "warning": "the referee warns",
    "foul": "the referee calls a foul",
    "official": "what the real scoreboard gave; only compared, unless it was carried over",
    "decision": "the referees' decision, where the score does not decide",
}

# What holds where an optional key is not there, if its bare default does not say it.
_WITHOUT: Mapping[tuple[type[BaseModel], str], str] = {
    (schema.RulesetModel, "terms"): "the program's words",
    (schema.RulesetModel, "board"): "two rows, the clock running down",
    (schema.BoardModel, "no_points"): "the program's words",
    (schema.RulesetModel, "one_control"): "each position by itself",
    (schema.RulesetModel, "overtime"): "overtime scores like the match",
    (schema.RulesetModel, "fatal_clause"): "the clause of the last penalty",
    (schema.RulesetModel, "levels"): "any word",
    (schema.RuleModel, "gives"): "nothing: it only says that this is worth nothing",
    (schema.RuleModel, "held"): "anywhere on top on the ground",
    (schema.RuleModel, "if"): "any",
    (schema.RuleModel, "ends"): "`top`; `bottom` for a guard pull",
    (schema.RuleModel, "arrives"): "anywhere",
    (schema.RuleModel, "from"): "anywhere",
    (schema.RuleModel, "began_within_seconds"): "at any time",
    (schema.RuleModel, "one_of"): "counts beside all others",
    (
        schema.RuleModel,
        "again",
    ): "`recovered` for a held position, `always` in a ruleset with a ladder",
    (schema.RuleModel, "outcomes"): "any but one that ends the match",
    (schema.RuleModel, "counted_with"): "counted by its clause",
    (schema.RuleModel, "to_number"): "no end",
    (schema.RuleModel, "again_seconds"): "once",
    (schema.RuleModel, "categories"): "all",
    (schema.RuleModel, "levels"): "all",
    (schema.RuleModel, "point_free"): "in both parts",
    (schema.ClauseModel, "rules"): "none: the clause only explains",
    (schema.Place, "in"): "`ground`",
    (schema.Place, "gives"): "the rule's `gives`",
    (schema.NearModel, "ever"): "any place",
    (schema.NearModel, "into"): "any place",
    (schema.RuleModel, "both_in"): "the spans tagged `inactive`",
    (schema.RuleModel, "during"): "at any time",
    (schema.NearModel, "one_of"): "counts beside all others",
    (schema.ExceptModel, "if"): "any",
    (schema.ExceptModel, "began_in"): "anywhere",
    (schema.ExceptModel, "stood_up_within_seconds"): "not asked",
}


def reference() -> Iterator[str]:
    """Everything: keys, then words."""
    yield from key_tables()
    yield from word_tables()


def key_tables() -> Iterator[str]:
    """All keys of all parts of a ruleset file, as Markdown lines."""
    for model in MODELS:
        yield f"### {_HEADINGS[model]}"
        yield ""
        yield " ".join((model.__doc__ or "").split())
        yield ""
        yield "| key | what may stand there | what it means | without it |"
        yield "| --- | --- | --- | --- |"
        for key, field in fields_of(model).items():
            words = in_words(field.annotation, field.metadata).replace("|", "\\|")
            without = without_it(model, key, field)
            yield f"| `{key}` | {words} | {field.description or ''} | {without} |"
        yield ""


def without_it(model: type[BaseModel], key: str, field: FieldInfo) -> str:
    """What holds where a key is not there."""
    if field.is_required():
        return "**needed**"
    if (model, key) in _WITHOUT:
        return _WITHOUT[model, key]
    default = field.default
    if isinstance(default, bool):
        return "false"
    return str(default) if isinstance(default, int) else "none"


_HEADINGS = {
    schema.RulesetModel: "The file itself",
    schema.ClauseModel: "`clauses`: under each name",
    schema.RuleModel: "`rules`: each “-”",
    schema.Place: "`holds`, `held`, `arrives`, `ever`, `into`, `began_in`: a place",
    schema.Gives: "`gives`",
    schema.NearModel: "`near`: each “-”",
    schema.ExceptModel: "`except`: each “-”",
    schema.Watch: "`if_within`, `unless_within`",
    schema.LostOver: "`lost_over`",
    schema.Move: "`lost_by`: each “-”",
    schema.ReadingModel: "`readings`: under each name",
    schema.CategoryModel: "`categories`: under each name",
    schema.OptionModel: "`options`: under each name",
    schema.Option: "`points: {option: ...}`",
    schema.LadderModel: "`ladder`",
    schema.ChainModel: "`chain`",
    schema.SpellModel: "`spell`",
    schema.RestartModel: "`restart`",
    schema.CaughtModel: "`caught_at_end`",
    schema.BoardModel: "`board`",
}


def word_tables() -> Iterator[str]:
    """Positions, groups, actions, details with their answers, and terms."""
    yield "### Positions, and groups of them"
    yield ""
    yield "| word | who is named | details it can have |"
    yield "| --- | --- | --- |"
    for kind in kinds(Group.POSITION):
        keys = ", ".join(f"`{key}`" for key in kind.details)
        yield f"| `{kind.name}` | {kind.who_means or 'nobody'} | {keys} |"
    for name, members in GROUPS.items():
        yield f"| `{name}` | a group | stands for {', '.join(members)} |"
    yield ""
    yield "### All other tags (`tag`, and in cases)"
    yield ""
    yield "Those with “from, to” last from `start` to `end`; the others have a `start` only."
    yield ""
    yield "| tag | what it is | athlete | times | details it can have |"
    yield "| --- | --- | --- | --- | --- |"
    for kind in VOCABULARY.values():
        if kind.group is not Group.POSITION:
            keys = ", ".join(f"`{key}`" for key in kind.details)
            times = "from, to" if kind.span else "from"
            meaning = TAG_MEANINGS.get(kind.name, "")
            yield f"| `{kind.name}` | {meaning} | {_athlete_of(kind)} | {times} | {keys} |"
    yield ""
    yield "### Actions (`does`)"
    yield ""
    yield "| word | what it is |"
    yield "| --- | --- |"
    for action in ACTIONS:
        yield f"| `{action}` | {ACTION_MEANINGS.get(action, '')} |"
    yield ""
    yield "### Details and their answers"
    yield ""
    yield "Of a position they stand beside `in`, of a tag or an action under `if`."
    yield ""
    yield "| detail | of | answers | ordinary | what it says |"
    yield "| --- | --- | --- | --- | --- |"
    yield from _detail_rows()
    yield ""
    yield "### Words that `terms` may give a name"
    yield ""
    yield ", ".join(f"`{term}`" for term in TERMS)


_WRITTEN: Mapping[Kind, str] = {
    Kind.TIME: "a time of the film",
    Kind.SECONDS: "seconds",
    Kind.NUMBER: "a number",
    Kind.TEXT: "a text",
}


def _athlete_of(kind: TagKind) -> str:
    if kind.who is Who.EMPTY:
        return "nobody"
    may = ", or nobody" if kind.who is Who.OPTIONAL and "empty" not in kind.who_means else ""
    return f"{kind.who_means or 'anybody'}{may}"


def _detail_rows() -> Iterator[str]:
    found: dict[tuple[str, Detail], list[str]] = {}
    for kind in VOCABULARY.values():
        for key, detail in kind.details.items():
            found.setdefault((key, detail), []).append(kind.name)
    for (key, detail), tags in found.items():
        many = len(tags) > 4
        of = "most positions" if many else ", ".join(tags)
        answers = ", ".join(detail.values) or _WRITTEN[detail.kind]
        yield f"| `{key}` | {of} | {answers} | {detail.ordinary or ''} | {detail.meaning} |"
