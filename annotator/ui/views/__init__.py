"""The views of a match: timeline, tag table, ruling list and score strip.

Each is a plain widget that is given a match and its score sheets and says by signals what the
user wants. A view computes no score, reads no file and knows no other view.
"""
