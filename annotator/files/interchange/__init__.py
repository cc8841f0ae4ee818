"""Between a match and the files of other programs, in both directions.

    found = read_foreign(path)                  # found.match, found.losses
    made = FORMATS["eaf"].write(match)          # made.data, made.losses

Each format is a module. Reading turns a file into `Mark`s (`marks.py`), which `incoming.py` makes tags of;
writing starts from `outgoing.py`, which says where each tag visibly begins and ends. What a format
cannot say stands in a record of ours (`record.py`) at a place that the other program shows or
ignores, so that our own file read back loses nothing; what stands visibly there goes before it, so
that an edit made in the other program counts. What is not carried is said: see `losses.py`.
"""
