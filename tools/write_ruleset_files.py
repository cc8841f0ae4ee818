"""Write what is made from the ruleset models: the schema for editors, and the tables of the manual.

Run it after a change of annotator/files/ruleset_schema.py or of the vocabulary.
"""

from pathlib import Path

from annotator.files.ruleset_editor import schema_text
from annotator.files.ruleset_tables import reference

ROOT = Path(__file__).parent.parent
SCHEMA = ROOT / "rulesets" / "schema.json"
MANUAL = ROOT / "docs" / "add-a-ruleset.md"
BEGIN = "<!-- from here on written by tools/write_ruleset_files.py -->\n"


def manual_with_tables(text: str) -> str:
    """The manual with its last part, the tables, written anew."""
    kept, begin, _ = text.partition(BEGIN)
    return kept + begin + "\n" + "\n".join(reference()) + "\n"


if __name__ == "__main__":
    SCHEMA.write_text(schema_text(), encoding="utf-8")
    MANUAL.write_text(manual_with_tables(MANUAL.read_text(encoding="utf-8")), encoding="utf-8")
