from __future__ import annotations

import pytest

from seethrough.text.names import FAMILY, GIVEN, folded, full_name, is_name, is_ordinary


@pytest.mark.parametrize(
    "word",
    [
        "table",
        "Rose",
        "mark",
        "walked",
        "the",
        "boxes",
        "says",
        "Guys",
        "Baker",
        "Browning",
        "sharp",
        "Durham",
        "wilder",
        "may",
        "o'clock",
    ],
)
def test_ordinary_words(word: str) -> None:
    assert is_ordinary(word)
    assert not is_name(word)


@pytest.mark.parametrize(
    "word",
    [
        "Anna",
        "Jürgen",
        "JENSEN",
        "mohammed",
        "Müller",
        "John",
        "O'Brien",
        "O’Connor",
        "Hawkins",
        "Torres",
    ],
)
def test_names(word: str) -> None:
    assert is_name(word)
    assert not is_ordinary(word)


@pytest.mark.parametrize("word", ["Billimoria", "Quist", "Xq"])
def test_neither(word: str) -> None:
    assert not is_name(word)
    assert not is_ordinary(word)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Anna Keller", "common"),
        ("anna keller", "common"),
        ("Keller Anna", "common"),
        ("Mark Wood", "common"),
        ("mark wood", ""),
        ("Rose Garden", ""),
        ("Anna Table", ""),
        ("Maria de la Cruz", "common"),
        ("Cecil B Quist", "common"),
        ("Faridoon Billimoria", "perhaps"),
        ("Peter Hutchinson", "common"),
        ("Maria Torres", "common"),
        ("Kevin Hogan", "common"),
        ("Greg Sharp", "common"),
        ("Tammy Boyle", "common"),
        ("Don Rollins", "common"),
        ("greg sharp", "common"),
        ("don sharp", ""),
        ("Gary Hickerson's", "common"),
        ("John O'Brien", "common"),
        ("Anna Smith-Jones", "common"),
        ("Anna-Maria Quist", "common"),
        ("PacifiCorp's Jeremy", ""),
        ("Well-Known Fact", ""),
        ("Smith-Jones", ""),
        ("faridoon billimoria", ""),
        ("FARIDOON BILLIMORIA", ""),
        ("Faridoon Table", ""),
        ("Anna", ""),
        ("San Antonio", ""),
        ("Victoria Street", ""),
        ("Anna Keller Anna Keller Anna", ""),
        ("Anna 12", ""),
        ("", ""),
    ],
)
def test_full_names(name: str, expected: str) -> None:
    assert full_name(name.split()) == expected


def test_the_lists_are_folded() -> None:
    for name in GIVEN | FAMILY:
        assert name == folded(name)
        assert name.isalpha()
