"""The match as facts: exact times, the vocabulary, tags, edits and what follows from them.

Standard library only; nothing here knows a file format, a ruleset or a window.
"""
