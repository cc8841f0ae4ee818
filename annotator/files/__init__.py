"""Files: match file, tag table, recovery journal, rulesets. Never Qt; never a half-written file."""
