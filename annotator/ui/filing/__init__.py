"""Around the match file: versions, other windows, recent matches, the first start."""
