"""Clips of the moments of a match: which, how they look, what they are called, and a batch of them.

    order = Order(of=("near passes of blue",), ruleset="jjb-fr")
    clips = plan_clips(order, match, sheet, ruleset, film)
    report = write_batch(...)

`moments` says what there is, `seeking` understands a coach's words, `planning` turns what is wanted into
stretches of the film, `batch` writes them and keeps book in `clips.json`, so that a batch that was
stopped goes on where it was. No film is opened here and nothing slow imported by importing this.
"""
