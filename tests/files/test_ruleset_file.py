"""A wrong ruleset is refused with the place, what is wrong and what would be right."""

import hashlib
import textwrap
from fractions import Fraction
from pathlib import Path

import pytest

from annotator.errors import FileError, Problem, RulesetError, UnknownRulesetError
from annotator.files.places import rulesets_folder
from annotator.files.ruleset_cases import given, read_cases
from annotator.files.ruleset_file import read_ruleset, ruleset_from_bytes
from annotator.files.rulesets import find_rulesets, load_ruleset, ruleset_files
from annotator.model.vocabulary import GUARDS, PINS, POSITIONS
from annotator.scoring import score
from annotator.scoring.conditions import Test as Condition
from annotator.scoring.ruleset import Gift, Rule, Ruleset
from annotator.scoring.ruling import Award

HEAD = """\
id: demo
edition: "1"
names: {en: Demo, fr: Démo}
federation: nobody
source: made up
columns: [points, advantages]
outcome: [submission, points]
readings:
  ours: {says: so, because: silent}
options:
  worth: {values: [3, 4], chosen: 4}
clauses:
  mount:
    title: {en: Mount}
    rules:
"""
LINE = HEAD.count("\n") + 1


def ruleset_of(rule: str, more: str = "") -> Ruleset:
    """The ruleset whose clause `mount` has these rules, with more clauses or keys after them."""
    body = textwrap.indent(textwrap.dedent(rule), " " * 6)
    return ruleset_from_bytes((HEAD + body + "\n" + more).encode(), "demo.yaml")


def only(rule: str, more: str = "") -> Rule:
    (read,) = ruleset_of(rule, more).rules
    return read


def problems(rule: str, more: str = "") -> tuple[Problem, ...]:
    with pytest.raises(RulesetError) as caught:
        ruleset_of(rule, more)
    return caught.value.problems


def problem(rule: str, more: str = "") -> Problem:
    found = problems(rule, more)
    assert len(found) == 1, [str(one) for one in found]
    return found[0]


def column_of(rule: str, wrong: str) -> int:
    """Where a wrong word stands in the file, counted from 1."""
    return len("      ") + rule.rindex(wrong) + 1


def whole(text: str) -> tuple[Problem, ...]:
    with pytest.raises(RulesetError) as caught:
        ruleset_from_bytes(text.encode(), "demo.yaml")
    return caught.value.problems


# -- shape ------------------------------------------------------------------------------------------


def test_an_unknown_key_is_refused_at_the_key() -> None:
    found = problem("- {tag: foul, kind: slam, gives: {points: 1}}")

    assert (found.file, found.line, found.column) == ("demo.yaml", LINE, 21)
    assert (found.key, found.what) == ("clauses.mount.rules.0.kind", "Unknown key.")
    for key in ("does", "holds", "tag", "gives", "seconds"):
        assert key in found.mend


def test_an_unknown_key_of_the_whole_file_is_refused_at_its_line() -> None:
    found = problem("- {tag: foul, gives: {points: 1}}", "colour: red\n")

    assert (found.line, found.column, found.key) == (LINE + 1, 1, "colour")
    assert "columns" in found.mend


@pytest.mark.parametrize(
    "key", ["id", "edition", "names", "federation", "source", "columns", "outcome"]
)
def test_a_missing_key_is_named(key: str) -> None:
    lines = [line for line in HEAD.splitlines() if not line.startswith(f"{key}:")]

    found = whole("\n".join([*lines, "      - {tag: foul}"]))

    assert [one.what for one in found] == [f"The key '{key}' is missing."]
    assert found[0].line == 1
    assert f"{key}: " in found[0].mend


def test_a_missing_key_inside_is_reported_at_the_part_that_lacks_it() -> None:
    found = problem("- {holds: {in: mount}, near: [{clause: mount, to: scramble}]}")

    assert found.key == "clauses.mount.rules.0.near.0"
    assert found.what == "The key 'gives' is missing."
    assert (found.line, found.column) == (LINE, 37)


def test_missing_and_unknown_keys_are_all_reported_at_once() -> None:
    text = HEAD.replace("federation:", "federashion:").replace('edition: "1"\n', "")

    found = whole(text + "      - {tag: foul, kind: slam}\n")

    assert {one.key for one in found} == {"", "federashion", "clauses.mount.rules.0.kind"}
    assert sorted(one.what for one in found) == [
        "The key 'edition' is missing.",
        "The key 'federation' is missing.",
        "Unknown key.",
        "Unknown key.",
    ]


@pytest.mark.parametrize("wrong", ["three", "true", '"3"', "[3]", "{a: 3}"])
def test_seconds_that_are_no_number_are_refused_at_their_place(wrong: str) -> None:
    rule = f"- {{holds: {{in: mount}}, seconds: {wrong}}}"

    found = problem(rule)

    assert found.key == "clauses.mount.rules.0.seconds"
    assert (found.line, found.column) == (LINE, column_of(rule, wrong))
    assert "3 or 2.5" in found.mend


@pytest.mark.parametrize(
    ("line", "allowed"),
    [
        ("columns: [points, medals]", "warnings"),
        ("outcome: [submission, coin]", "highest_action"),
    ],
)
def test_a_word_that_a_key_does_not_know_is_refused_with_those_it_does(
    line: str, allowed: str
) -> None:
    key = line.split(":")[0]
    lines = [line if old.startswith(f"{key}:") else old for old in HEAD.splitlines()]

    (found,) = whole("\n".join([*lines, "      - {tag: foul}"]))

    assert found.key == f"{key}.1"
    assert allowed in found.mend


@pytest.mark.parametrize("text", ["", "- a list\n", "only words\n"])
def test_a_file_that_is_no_mapping_is_refused(text: str) -> None:
    (found,) = whole(text)

    assert (found.file, found.line) == ("demo.yaml", 1)


def test_a_file_that_is_no_yaml_is_refused_at_the_line_that_breaks_it() -> None:
    (found,) = whole(HEAD + "      - {tag: foul\n")

    assert found.line in (LINE, LINE + 1)
    assert found.what.startswith("This is not YAML")


# -- names ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "wrong", "key", "what", "allowed"),
    [
        ("- {holds: {in: mounte}}", "mounte", "holds.in", "position", "'mount'? back_control full_guards"),
        ("- {holds: [{in: mount}, {in: mounte}]}", "mounte", "holds.1.in", "position", "'mount'?"),
        ("- {holds: {in: [pins, guard]}}", "guard", "holds.in.1", "position", "'guards'?"),
        ("- {holds: {in: mount, hooks: 2}}", "hooks", "holds.hooks", "detail", "knees_down facing"),
        ('- {holds: {in: mount, knees_down: "3"}}', '"3"', "holds.knees_down", "answer", "0, 1, 2"),
        ("- {does: takedown, if: {landing: sitting}}", "sitting", "if.landing", "answer", "seated"),
        ("- {does: takedown, if: {lading: back}}", "lading", "if.lading", "detail", "'landing'? opponent_knees"),
        ("- {tag: foul, if: {kind: biting}}", "biting", "if.kind", "answer", "strike small_joint"),
        ("- {tag: fowl}", "fowl", "tag", "tag", "'foul'? warning"),
        ("- {does: throw}", "throw", "does", "action", "takedown half_pass"),
        ("- {does: [sweep, throw]}", "throw", "does.1", "action", "reversal"),
        ("- {holds: {in: mount}, readings: [theirs]}", "theirs", "readings.0", "reading", "ours"),
        ("- {does: takedown, bonus_of: fast}", "fast", "bonus_of", "clause", "mount"),
        ("- {does: pass, pays_with: [side]}", "side", "pays_with.0", "clause", "mount"),
        ("- {does: sweep, takes_the_place_of: [side]}", "side", "takes_the_place_of.0", "clause", "mount"),
        ("- {holds: {in: mount}, not_while_open: side}", "side", "not_while_open", "clause", "mount"),
        ("- {does: takedown, except: [{clause: side}]}", "side", "except.0.clause", "clause", "mount"),
        ("- {holds: {in: mount}, near: [{clause: side, to: end, gives: {}}]}", "side", "near.0.clause", "clause", "mount"),
        ("- {holds: {in: mount}, near: [{clause: mount, to: gone, gives: {}}]}", "gone", "near.0.to", "position", "guards scramble"),
        ("- {submission: true, not_techniques: [heal_hook]}", "heal_hook", "not_techniques.0", "technique", "'heel_hook'? armbar"),
        ("- {does: takedown, arrives: {in: ground, knees: 2}}", "knees", "arrives.knees", "detail", "knees_down hooks"),
        ("- {does: sweep, unless_within: {in: turtel, seconds: 3}}", "turtel", "unless_within.in", "position", "'turtle'?"),
        ("- {does: sweep, paused_in: [turtel]}", "turtel", "paused_in.0", "position", "'turtle'?"),
        ("- {does: sweep, lost_by: [{from: guards, to: pinns}]}", "pinns", "lost_by.0.to", "position", "'pins'?"),
        ("- {submission: true, outcomes: [tapp]}", "tapp", "outcomes.0", "outcome", "'tap'? escaped"),
        ("- {tag: foul, categories: [kids]}", "kids", "categories.0", "category", "none"),
        ("- {tag: foul, gives: {points: {option: price}}}", "price", "gives.points.option", "option", "worth"),
    ],
)  # fmt: skip
def test_an_unknown_name_is_refused_at_its_place_with_those_that_are_known(
    rule: str, wrong: str, key: str, what: str, allowed: str
) -> None:
    found = problem(rule)

    name = wrong.strip('"')
    assert found.key == f"clauses.mount.rules.0.{key}"
    assert found.what == f"There is no {what} '{name}'."
    assert (found.file, found.line, found.column) == ("demo.yaml", LINE, column_of(rule, wrong))
    for word in [allowed] if "," in allowed else allowed.split():
        assert word in found.mend


def test_a_wrong_name_in_a_rule_of_many_lines_is_refused_at_its_own_line() -> None:
    found = problem("- holds:\n    in: mount\n    hooks: 2\n  seconds: 3")

    assert (found.line, found.column) == (LINE + 2, 11)


@pytest.mark.parametrize(
    ("more", "wrong", "key", "what"),
    [
        ("ladder: {rungs: [[mount], [back]]}", "back", "ladder.rungs.1.0", "clause"),
        ("ladder: {rungs: [[mount]], reset_in: [feet]}", "feet", "ladder.reset_in.0", "position"),
        ("chain: {clause: mount, order: [[pin]]}", "pin", "chain.order.0.0", "position"),
        ("chain: {clause: mount, order: [[pins]], carried: [side]}", "side", "chain.carried.0", "clause"),
        ("spell: {clause: near, gives: {}, levels: [], ends_in: []}", "near", "spell.clause", "clause"),
        ("one_control: [[pins], [sides]]", "sides", "one_control.1.0", "position"),
        ("fatal_clause: side", "side", "fatal_clause", "clause"),
        ("chain: {clause: side, order: [[pins]]}", "side", "chain.clause", "clause"),
    ],
)  # fmt: skip
def test_an_unknown_name_in_what_stands_for_the_whole_is_refused_at_its_place(
    more: str, wrong: str, key: str, what: str
) -> None:
    found = problem("- {holds: {in: mount}}", more + "\n")

    assert (found.key, found.what) == (key, f"There is no {what} '{wrong}'.")
    assert (found.line, found.column) == (LINE + 1, more.index(wrong) + 1)
    assert "Allowed: " in found.mend


def test_an_option_must_be_one_of_its_values() -> None:
    (found,) = whole(HEAD.replace("chosen: 4", "chosen: 9") + "      - {tag: foul}\n")

    assert found.key == "options.worth.chosen"
    assert "3, 4" in found.mend


def test_an_unknown_reading_of_a_clause_is_refused_at_the_clause() -> None:
    found = problem("- {holds: {in: mount}}", "  side: {title: {en: Side}, readings: [theirs]}\n")

    assert (found.key, found.line) == ("clauses.side.readings.0", LINE + 1)
    assert found.what == "There is no reading 'theirs'."


@pytest.mark.parametrize(
    ("condition", "key"),
    [
        ("{reason: passivity}", "if.reason"),
        ("{kind: passivity, reason: passivity}", "if.reason"),
        ("[{severity: serious}]", "if.0.severity"),
        ("{any: [{reason: slam}]}", "if.any.0.reason"),
    ],
)
def test_a_detail_that_one_of_several_tags_cannot_have_is_refused(condition: str, key: str) -> None:
    found = problems(f"- {{tag: [foul, warning], if: {condition}}}")[-1]

    name = key.rsplit(".", 1)[1]
    assert found.key == f"clauses.mount.rules.0.{key}"
    tag = "foul" if name == "reason" else "warning"
    assert found.what == f"'{name}' is no detail of '{tag}'."
    assert found.mend.startswith("Write one rule for each tag")


def test_it_is_refused_in_every_alternative() -> None:
    found = problems("- {tag: [foul, warning], if: [{kind: slam}, {reason: slam}]}")

    assert [one.key.split(".if.")[1] for one in found] == ["0.kind", "1.reason"]


def test_a_detail_that_all_the_tags_have_is_a_condition_on_each() -> None:
    (rule,) = ruleset_of("- {tag: [takedown, sweep], if: {continuous: no}}").tag_rules

    assert rule.tags == {"takedown", "sweep"}


def test_the_restart_position_in_doubt_is_one_position() -> None:
    restart = "restart: {positions: [guards], in_doubt: WORD}\n"
    hold = "- {holds: {in: mount}}"

    found = problem(hold, restart.replace("WORD", "guards"))

    assert (found.key, found.what) == ("restart.in_doubt", "There is no position 'guards'.")
    assert "open_guard" in found.mend
    read = ruleset_of(hold, restart.replace("WORD", "open_guard")).restart
    assert read is not None
    assert read.in_doubt == "open_guard"


def test_inactivity_again_after_no_seconds_is_refused() -> None:
    found = problem("- {inactive_seconds: 3, again_seconds: 0}")

    assert found.key == "clauses.mount.rules.0.again_seconds"
    assert "leave it out" in found.mend
    (rule,) = ruleset_of("- {inactive_seconds: 0, again_seconds: 0.5}").inactivity
    assert (rule.after_ms, rule.again_ms) == (0, 500)


def test_a_level_is_any_word_unless_the_levels_are_listed() -> None:
    rule = "- {tag: foul, levels: [beginer]}"

    assert ruleset_of(rule).tag_rules[0].levels == {"beginer"}
    found = problem(rule, "levels: [beginner, advanced]\n")
    assert (found.key, found.what) == (
        "clauses.mount.rules.0.levels.0",
        "There is no level 'beginer'.",
    )
    assert "'beginner'" in found.mend


# -- one start ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rule",
    [
        "- {does: takedown, holds: {in: mount}}",
        "- {does: takedown, tag: foul}",
        "- {holds: {in: mount}, submission: true}",
        "- {tag: foul, inactive_seconds: 3}",
        "- {submission: true, inactive_seconds: 0}",
        "- {gives: {points: 2}}",
        "- {does: []}",
    ],
)
def test_a_rule_with_two_starts_or_none_is_refused_with_the_starts_there_are(rule: str) -> None:
    found = problem(rule)

    assert (found.key, found.line, found.column) == ("clauses.mount.rules.0", LINE, 9)
    assert found.what == "A rule starts in exactly one way."
    for start in ("does", "holds", "submission", "tag", "inactive_seconds"):
        assert start in found.mend


# -- seconds ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bad", ["-1", "-0.5", "0.0005", "3.1415"])
@pytest.mark.parametrize(
    "rule",
    [
        "- {holds: {in: mount}, seconds: BAD}",
        "- {holds: {in: mount}, off_seconds: BAD}",
        "- {does: takedown, began_within_seconds: BAD}",
        "- {does: takedown, unless_within: {in: turtle, seconds: BAD}}",
        "- {does: takedown, if_within: {in: turtle, seconds: BAD}}",
        "- {does: takedown, lost_over: {in: turtle, seconds: BAD}}",
        "- {does: takedown, except: [{clause: mount, stood_up_within_seconds: BAD}]}",
        "- {submission: true, seconds: BAD}",
        "- {inactive_seconds: BAD}",
        "- {inactive_seconds: 3, again_seconds: BAD}",
    ],
)
def test_seconds_below_nothing_or_finer_than_thousandths_are_refused(rule: str, bad: str) -> None:
    rule = rule.replace("BAD", bad)

    found = problem(rule)

    assert found.key.startswith("clauses.mount.rules.0.")
    assert found.key.endswith("seconds")
    assert (found.line, found.column) == (LINE, column_of(rule, bad))
    assert found.what == "Seconds are not negative and have at most three decimals."
    assert "0.125" in found.mend


def test_bad_seconds_of_a_category_are_refused_there() -> None:
    more = "categories:\n  kids: {title: {en: K}, seconds: -1}\n"

    found = problem("- {tag: foul}", more)

    assert (found.key, found.line) == ("categories.kids.seconds", LINE + 2)


@pytest.mark.parametrize(("text", "thousandths"), [("3", 3000), ("2.5", 2500), ("0.125", 125)])
def test_seconds_are_read_exactly_in_thousandths(text: str, thousandths: int) -> None:
    assert only(f"- {{holds: {{in: mount}}, seconds: {text}}}").hold_ms == thousandths


# -- everything at once ----------------------------------------------------------------------------------


def test_mistakes_of_every_kind_are_all_reported_at_once_in_the_order_of_their_places() -> None:
    found = problems(
        """\
        - {does: throw, seconds: -1}
        - {holds: {in: mounte}, readings: [theirs]}
        - {does: sweep, holds: {in: mount}}
        - {tag: foul, if: {kind: biting, colour: red}}
        - {submission: true, not_techniques: [heal_hook, tickle]}
        - {tag: foul, kind: slam}
        - {holds: {in: mount}, seconds: three}
        """,
        "ladder: {rungs: [[side]]}\n",
    )

    assert [(one.line, one.column) for one in found] == sorted((p.line, p.column) for p in found)
    assert [(one.line - LINE, one.key.split(".")[-1]) for one in found] == [
        (0, "does"), (0, "seconds"), (1, "in"), (1, "0"), (2, "2"), (3, "kind"), (3, "colour"),
        (4, "0"), (4, "1"), (5, "kind"), (6, "seconds"), (8, "0"),
    ]  # fmt: skip


def test_the_message_has_a_line_for_each_mistake_and_one_for_what_would_be_right() -> None:
    with pytest.raises(RulesetError) as caught:
        ruleset_of("- {does: throw}\n- {tag: fowl}")

    lines = str(caught.value).splitlines()
    assert (
        lines[0] == f"demo.yaml:{LINE}:16: clauses.mount.rules.0.does: There is no action 'throw'."
    )
    assert lines[1].startswith("    Allowed: takedown, ")
    assert lines[2].startswith(f"demo.yaml:{LINE + 1}:15: clauses.mount.rules.1.tag: ")
    assert len(lines) == 4


# -- what a right file means ------------------------------------------------------------------------------


def test_a_right_file_has_its_names_its_clauses_and_a_hash_of_its_bytes() -> None:
    text = HEAD + "      - {holds: {in: mount}, gives: {points: 4}}\n"

    ruleset = ruleset_from_bytes(text.encode(), "demo.yaml")

    assert (ruleset.id, ruleset.edition, ruleset.columns) == ("demo", "1", ("points", "advantages"))
    assert [ruleset.name(language) for language in ("fr", "en", "ru")] == ["Démo", "Demo", "Demo"]
    assert ruleset.title_of("mount", "fr") == "Mount"
    assert ruleset.title_of("nothing") == "nothing"
    assert ruleset.hash == hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
    changed = ruleset_from_bytes(text.replace("points: 4", "points: 3").encode(), "demo.yaml")
    assert changed.hash != ruleset.hash


@pytest.mark.parametrize(
    ("name", "positions"),
    [
        ("mount", {"mount"}),
        ("guards", set(GUARDS)),
        ("pins", set(PINS)),
        ("upright", {"standing", "standing_back"}),
        ("[full_guards, mount]", {"closed_guard", "open_guard", "mount"}),
        ("ground", set(POSITIONS) - {"standing", "standing_back", "scramble", "double_guard"}),
    ],
)
def test_a_group_of_positions_stands_for_them_all(name: str, positions: set[str]) -> None:
    (track,) = only(f"- {{holds: {{in: {name}}}}}").tracks

    assert track.where.positions == positions


SETTLED = Condition("controlled", frozenset({"yes"}))


@pytest.mark.parametrize(
    ("rule", "needed"),
    [
        ("- {holds: {in: mount}}", True),
        ("- {holds: {in: back_control}}", False),
        ("- {holds: {in: mount, controlled: [yes, no]}}", False),
        ("- {does: pass, held: {in: pins}, stays_open: true}", True),
        ("- {does: takedown, held: {in: pins}, seconds: 3}", False),
    ],
)
def test_a_pin_must_be_settled_for_its_own_hold_and_a_pass_but_never_for_an_action(
    rule: str, needed: bool
) -> None:
    (track,) = only(rule).tracks

    assert any(SETTLED in tests for tests in track.where.tests) == needed


def test_a_word_for_yes_or_no_is_an_answer_and_not_a_truth_value() -> None:
    rule = only("- {does: takedown, if: {continuous: yes, counter: no}}")

    assert rule.tests == (
        (Condition("continuous", frozenset({"yes"})), Condition("counter", frozenset({"no"}))),
    )


def test_alternatives_are_a_list_or_share_what_stands_beside_them() -> None:
    listed = only("- {does: takedown, if: [{landing: back}, {landing: side, counter: yes}]}")
    shared = only(
        "- {holds: {in: back_control, arms_trapped: 0, any: [{hooks: 2}, {legs: triangle}]}}"
    )

    assert [[test.key for test in tests] for tests in listed.tests] == [
        ["landing"],
        ["landing", "counter"],
    ]
    assert [[t.key for t in tests] for tests in shared.tracks[0].where.tests] == [
        ["arms_trapped", "hooks"],
        ["arms_trapped", "legs"],
    ]


def test_what_is_given_is_read_with_the_penalty_first() -> None:
    rule = only("- {does: takedown, gives: {points: -1, penalties: 1, opponent_points: 2}}")

    assert rule.gives == (
        Gift(Award.PENALTY, 1),
        Gift(Award.POINTS, -1),
        Gift(Award.POINTS, 2, to_opponent=True),
    )


def test_an_option_gives_the_number_that_was_chosen() -> None:
    assert only("- {holds: {in: mount}, gives: {points: {option: worth}}}").gives[0].value == 4


def test_a_guard_pull_ends_at_the_bottom_unless_the_rule_says_otherwise() -> None:
    assert only("- {does: guard_pull}").ends == {"bottom"}
    assert only("- {does: takedown}").ends == {"top"}
    assert only("- {does: takedown, ends: [top, nowhere]}").ends == {"top", "nowhere"}


def test_a_position_pays_again_after_a_recovery_unless_a_ladder_or_the_rule_says_otherwise() -> (
    None
):
    hold = "- {holds: {in: mount}}"

    assert only(hold).again == "recovered"
    assert only(hold, "ladder: {rungs: [[mount]]}\n").again == "always"
    assert only("- {holds: {in: mount}, again: neutral}").again == "neutral"
    assert only("- {does: takedown}").again == "always"


def test_a_rule_leans_on_the_readings_of_its_clause_and_its_own() -> None:
    more = "  side:\n    title: {en: S}\n    readings: [ours]\n    rules: [{does: pass, readings: [ours]}]\n"

    ruleset = ruleset_of("- {holds: {in: mount}, readings: [ours]}", more)

    assert [rule.readings for rule in ruleset.rules] == [("ours",), ("ours",)]


# -- where rulesets are found ------------------------------------------------------------------------------


def test_a_ruleset_file_that_is_not_there_is_a_file_error(tmp_path: Path) -> None:
    with pytest.raises(FileError):
        read_ruleset(tmp_path / "ruleset.yaml")


def write(folder: Path, name: str = "Mine") -> Path:
    folder.mkdir(parents=True)
    path = folder / "ruleset.yaml"
    text = HEAD.replace("en: Demo", f"en: {name}") + "      - {holds: {in: mount}}\n"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("as_folder", [True, False])
def test_a_ruleset_is_loaded_from_its_folder_or_its_file(tmp_path: Path, as_folder: bool) -> None:
    path = write(tmp_path / "mine")

    assert load_ruleset(str(path.parent if as_folder else path)).name() == "Mine"


def test_the_users_own_rulesets_stand_beside_those_that_are_shipped_and_above_them() -> None:
    shipped = set(ruleset_files())
    first = min(shipped)
    write(rulesets_folder() / "own")
    write(rulesets_folder() / first, "Better")

    assert set(ruleset_files()) == {*shipped, "own"}
    assert load_ruleset(first).name() == "Better"
    assert len(find_rulesets()) == len(shipped) + 1


def test_an_unknown_ruleset_is_refused_with_those_that_exist() -> None:
    with pytest.raises(UnknownRulesetError, match="There is no ruleset 'nothing'") as caught:
        load_ruleset("nothing")

    assert all(name in caught.value.mend for name in ruleset_files())


# -- worked cases -------------------------------------------------------------------------------------------


CASES = """\
- name: "Mount pays"
  tags: |
    0,,start,,,
    1,,mount,red,,
    9,,end,,,
  gives:
    - 4.000 red points 4 mount
  result: red points
- name: "Nothing happens"
  tags: |
    0,,start,,,
  gives: []
"""


def cases(folder: Path, text: str) -> Path:
    (folder / "cases").mkdir()
    (folder / "cases" / "clauses.yaml").write_text(text, encoding="utf-8")
    return folder


def test_worked_cases_are_read_and_compared_with_what_a_sheet_gives(tmp_path: Path) -> None:
    pays, nothing = read_cases(cases(tmp_path, CASES))
    ruleset = ruleset_of("- {holds: {in: mount}, seconds: 3, gives: {points: 4}}")

    assert (pays.name, pays.result, nothing.gives) == ("Mount pays", "red points", ())
    assert given(score(pays.match, ruleset)) == pays.gives
    assert pays.gives[0].time == Fraction(4)
    assert str(pays.gives[0]) == "4 red points 4 mount"


def test_a_case_with_a_wrong_key_is_refused_at_its_line(tmp_path: Path) -> None:
    wrong = CASES.replace("  result:", "  winner:")

    with pytest.raises(RulesetError) as caught:
        list(read_cases(cases(tmp_path, wrong)))

    (found,) = caught.value.problems
    assert found.line in (1, 8)
    assert found.key.startswith("0")
    assert "result" in found.mend


@pytest.mark.parametrize(
    "wrong", ["4 red points 4", "soon red points 4 mount", "4 red points four mount"]
)
def test_an_award_of_a_case_that_cannot_be_read_is_refused_at_its_line(
    tmp_path: Path, wrong: str
) -> None:
    text = CASES.replace("4.000 red points 4 mount", wrong)

    with pytest.raises(RulesetError) as caught:
        list(read_cases(cases(tmp_path, text)))

    (found,) = caught.value.problems
    assert (found.line, found.key) == (7, "0.gives.0")
    assert found.mend


def test_a_file_of_cases_that_is_no_list_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match="list"):
        list(read_cases(cases(tmp_path, "name: alone\n")))
