"""A drawn match to try the program with, made on the spot: film, tags and table.

`make_sample(folder)` draws some three minutes of footage in which two wrestlers go through most
positions, and tags them; the film is uneven as a phone's is, and every frame carries its number.
Importing this package loads nothing heavy.
"""

from __future__ import annotations

from annotator.sample.match import Sample, make_sample, sample_match

__all__ = ["Sample", "make_sample", "sample_match"]
