"""Drawn matches to try the program with, made on the spot: films, tags and tables.

`make_sample(folder)` draws some three minutes of footage in which two wrestlers go through most
positions, and tags them; with `story=SECOND` one minute of another match; the film is uneven as a phone's is, and every frame carries its number.
Importing this package loads nothing heavy.
"""

from __future__ import annotations

from annotator.sample.first_story import FIRST
from annotator.sample.match import Sample, make_other_view, make_sample, sample_match
from annotator.sample.second_story import SECOND

__all__ = ["FIRST", "SECOND", "Sample", "make_other_view", "make_sample", "sample_match"]
