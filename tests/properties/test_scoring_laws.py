"""The laws that hold under every ruleset, tried on made-up matches."""

from collections import Counter
from fractions import Fraction

from hypothesis import example, given
from hypothesis import strategies as st

from annotator.files.match_file import match_from_text, match_to_text
from annotator.files.rulesets import find_rulesets
from annotator.files.tag_table import read_tag_table, write_tag_table
from annotator.model.match import Match
from annotator.model.tag import Tag
from annotator.model.vocabulary import other
from annotator.scoring import score
from annotator.scoring.ruling import Award, Ruling, ScoreSheet
from annotator.text import say
from tests.properties.strategies import matches, shifted, swapped, tags

RULESETS = find_rulesets()


def lines(sheet: ScoreSheet) -> list[tuple[Fraction, tuple[object, ...]]]:
    return [
        (r.time, (r.clock, r.athlete, r.award, r.value, r.clause, r.tags)) for r in sheet.awards
    ]


@given(matches())
def test_scoring_never_raises_and_every_ruling_is_a_sentence(match: Match) -> None:
    for ruleset in RULESETS:
        sheet = score(match, ruleset)
        clauses = {clause.id for clause in ruleset.clauses} | {"disqualified", "carried"}
        ids = {tag.id for tag in match.tags}
        for ruling in (*sheet.awards, *sheet.refusals, *sheet.violations, *sheet.ignored):
            assert say(ruling.reason)
            assert ruling.missing is None or say(ruling.missing)
            assert ruling.clause in clauses or ruling in sheet.ignored
            assert set(ruling.tags) <= ids
        assert say(sheet.result.why)
        assert all(say(question.reason) for question in sheet.questions)


@given(matches())
def test_totals_are_the_sums_of_the_awards(match: Match) -> None:
    for ruleset in RULESETS:
        sheet = score(match, ruleset)
        sums: Counter[tuple[object, object]] = Counter()
        for ruling in sheet.awards:
            sums[ruling.athlete, ruling.award] += ruling.value
        for who, total in sheet.totals().items():
            assert total.points == sums[who, Award.POINTS]
            assert total.advantages == sums[who, Award.ADVANTAGE]
            assert total.penalties == sums[who, Award.PENALTY]
            assert total.warnings == sums[who, Award.WARNING]


@given(matches())
def test_swapping_the_athletes_swaps_the_score(match: Match) -> None:
    def swap(ruling: Ruling) -> tuple[object, ...]:
        who = other(ruling.athlete) if ruling.athlete else None
        return ruling.time, who, ruling.award, ruling.value, ruling.clause

    for ruleset in RULESETS:
        plain, turned = score(match, ruleset), score(swapped(match), ruleset)

        assert Counter(map(swap, plain.awards)) == Counter(
            (r.time, r.athlete, r.award, r.value, r.clause) for r in turned.awards
        )
        winner = plain.result.winner
        assert turned.result.winner == (other(winner) if winner else None)


@given(matches(), st.sampled_from([Fraction(1001, 30000), Fraction(7, 3), Fraction(3600)]))
def test_shifting_all_times_changes_nothing_but_times(match: Match, by: Fraction) -> None:
    for ruleset in RULESETS:
        plain, later = score(match, ruleset), score(shifted(match, by), ruleset)

        assert [(time + by, rest) for time, rest in lines(plain)] == lines(later)
        assert plain.result.winner == later.result.winner


@given(matches(), tags("late", "mount"))
def test_a_tag_after_the_end_changes_nothing(match: Match, late: Tag) -> None:
    if not any(tag.tag == "end" for tag in match.tags):
        match = match.with_tags((*match.tags, Tag("the end", "end", Fraction(40))))
    if any(tag.tag == "overtime" for tag in match.tags):
        return
    after = Tag("late", late.tag, Fraction(100) + late.start, None, late.athlete, late.details)
    for ruleset in RULESETS:
        sheet = score(match, ruleset)
        assert lines(sheet) == lines(score(match.with_tags((*match.tags, after)), ruleset))


@given(matches(), st.randoms(use_true_random=False))
def test_the_order_of_rows_at_different_times_is_irrelevant(match: Match, random: object) -> None:
    by_time: dict[Fraction, list[Tag]] = {}
    for tag in match.tags:
        by_time.setdefault(tag.start, []).append(tag)
    moments = list(by_time.values())
    random.shuffle(moments)  # type: ignore[attr-defined]
    shuffled = match.with_tags(tuple(tag for moment in moments for tag in moment))
    for ruleset in RULESETS:
        assert lines(score(match, ruleset)) == lines(score(shuffled, ruleset))


@given(matches())
def test_the_same_match_scored_twice_gives_the_same_sheet(match: Match) -> None:
    for ruleset in RULESETS:
        first = score(match, ruleset)
        score(swapped(match), ruleset)
        assert score(match, ruleset) == first


HELD = (Tag("s", "start", Fraction(0)), Tag("m", "mount", Fraction(1), None, "red"))


@given(st.sampled_from([1, 2, 3]), st.sampled_from([1, 5]))
@example(2, 1)
def test_a_stop_splits_a_hold_and_a_freeze_does_not(held: int, pause: int) -> None:
    """Held before the pause, then on: a freeze adds up, a stop starts the seconds anew."""
    a, b = Fraction(1 + held), Fraction(1 + held + pause)
    for ruleset in RULESETS:
        for command, back in (("freeze", "resume"), ("stop", "resume")):
            match = Match(
                tags=(*HELD, Tag("x", command, a), Tag("y", back, b), Tag("e", "end", b + 30))
            )
            points = [r for r in score(match, ruleset).awards if r.award is Award.POINTS]
            plain = Match(tags=(*HELD, Tag("e", "end", Fraction(60))))
            (whole,) = [r for r in score(plain, ruleset).awards if r.award is Award.POINTS]
            needed = whole.time - 1
            assert [p.value for p in points] == [whole.value]
            if needed <= held:
                assert points[0].time == whole.time
            elif command == "freeze":
                assert points[0].time == whole.time + pause
            else:
                assert points[0].time == b + needed


@given(matches())
def test_through_the_file_and_back_the_sheet_is_the_same(match: Match) -> None:
    from_file = match_from_text(match_to_text(match), "a match")
    from_table = read_tag_table(write_tag_table(match).encode())
    for ruleset in RULESETS:
        sheet = score(match, ruleset)
        assert score(from_file, ruleset) == sheet
        assert score(from_table, ruleset) == sheet
