"""What was read last is remembered, by each thread for itself."""

from __future__ import annotations

import threading

from annotator.model.match import Match
from annotator.model.remembering import LastRead


def test_the_last_match_is_read_once() -> None:
    read: list[Match] = []

    def note(match: Match) -> object:
        read.append(match)
        return object()

    last = LastRead(note)
    one, two = Match(title="one"), Match(title="two")
    assert last.of(one) is last.of(one)
    last.of(two)
    last.of(one)
    assert read == [one, two, one]


def test_another_thread_takes_over_what_was_read_and_takes_nothing_away() -> None:
    last: LastRead[object] = LastRead(lambda match: object())
    one, two = Match(title="one"), Match(title="two")
    mine = last.of(one)
    theirs: list[object] = []

    def other() -> None:
        theirs.extend((last.of(one), last.of(two)))

    thread = threading.Thread(target=other)
    thread.start()
    thread.join()
    assert theirs[0] is mine
    assert theirs[1] is not mine
    assert last.of(one) is mine
