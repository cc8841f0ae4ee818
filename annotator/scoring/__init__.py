"""The engine: what the facts of a match are worth under a ruleset. Pure; names no federation."""

from annotator.scoring.engine import score

__all__ = ["score"]
