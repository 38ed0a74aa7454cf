"""Patterns of contact data take no quadratic time, and find what they found."""

from time import process_time

import pytest

from seethrough.sensitivity.contacts import PATTERNS


@pytest.mark.parametrize(
    ("name", "start", "again"),
    [
        ("money", "", "7,"),
        ("measure", "", "7,"),
        ("code", "", "1-"),
        ("reference", "", "id-"),
        ("bare code", "", ","),
        ("bare code", "A1234", "."),
        ("handle", "'", "_"),
    ],
)
def test_a_text_of_100_kb_is_read_soon(name: str, start: str, again: str) -> None:
    text = f"{start}{again * (100_000 // len(again))}x"
    begin = process_time()
    assert PATTERNS[name].search(text) is None
    assert process_time() - begin < 10  # minutes where every repetition may end everywhere


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("money", "She owes 1,250,000.50 dollars."),
        ("measure", "It weighed 1,250.5 kg."),
        ("code", "Look at SM-1042."),
        ("reference", "Her file no: SM/2024-1042."),
        ("bare code", " ...AB12.34/5-6..."),
        ("handle", "Write to 'anna_b'."),
    ],
)
def test_what_a_pattern_finds(name: str, text: str) -> None:
    assert PATTERNS[name].search(text)
