from __future__ import annotations

from time import process_time

import pytest

from seethrough.text.stop_words import is_number


@pytest.mark.parametrize(
    "word", ["7", "1,250.5", "-3", "+1", ".5", "2024-01-02", "12:30", "5%", "٣"]
)
def test_numbers(word: str) -> None:
    assert is_number(word)


@pytest.mark.parametrize("word", ["", "-", "%", "five", "5kg", "5 6", "1e5"])
def test_what_is_no_number(word: str) -> None:
    assert not is_number(word)


def test_a_long_row_of_digits_is_read_once() -> None:
    begin = process_time()
    assert not is_number("1" * 200_000 + "x")
    assert process_time() - begin < 5  # minutes where every digit is tried as the last one
