"""Making tags: which key makes which tag, for whom, and the questions about it."""
