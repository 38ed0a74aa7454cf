"""Marks of direction within one another."""

from time import process_time

from seethrough.deobfuscation.bidirectional import as_displayed


def test_marks_beyond_the_deepest_are_passed_over_with_their_ends() -> None:
    assert as_displayed("\u202e" * 125 + "abc" + "\u202c" * 125 + "\u202efed") == "cbadef"
    assert as_displayed("\u202e" * 200 + "abc" + "\u202c" * 200 + "\u202efed") == "cbadef"


def test_marks_without_ends_take_no_quadratic_time() -> None:
    begin = process_time()
    assert len(as_displayed("\u202ea" * 300_000)) == 300_000
    assert process_time() - begin < 10  # minutes where each is undone by itself
