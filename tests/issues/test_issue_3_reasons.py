"""Issue 3: where rulesets part, each has its own reason, also where a detail never fitted."""

from pathlib import Path

from annotator.files.rulesets import load_ruleset
from annotator.files.tag_table import read_tag_table
from annotator.scoring import score
from annotator.scoring.divergence import divergences

TABLE = """start,end,tag,athlete,details,note
0,,start,,,
0,,back_control,red,hooks=0; legs=triangle,
10,,standing,,,
20,,end,,,
"""


def test_a_position_that_never_met_its_details_is_refused_with_its_tag(tmp_path: Path) -> None:
    table = tmp_path / "match.csv"
    table.write_text(TABLE, encoding="utf-8")
    match = read_tag_table(table)
    sheets = [score(match, load_ruleset(name)) for name in ("jjb-fr", "adcc-kids-fr")]

    refusal = next(each for each in sheets[0].refusals if each.clause == "back")
    why = divergences(sheets)[0].sides[0].why_nothing

    assert refusal.tags == (match.tags[1].id,)
    assert why is not None
    assert dict(why.values)["clause"] == "back"
