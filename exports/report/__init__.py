"""Pages to print or to send: one of a match, one of a comparison of rulesets, one of an athlete.

What a page says is made first, as plain blocks (`blocks.py`) by `match_page`, `comparison_page` and
`athlete_page`; `html.py` and `pdf.py` then write the same page, and know nothing about matches.
"""
