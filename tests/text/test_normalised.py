from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.text.normalised import whole_words, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Anna's file, no. 12-b!", ["annas", "file", "no", "12", "b"]),
        ("ANNA’S\tﬁle", ["annas", "file"]),
        ("snake_case", ["snake", "case"]),
        ("Straße STRASSE", ["strasse", "strasse"]),
        ("zero\u200bwidth so\u00adft", ["zerowidth", "soft"]),
        ("cafe\u0301 café Núñez Ёлка", ["cafe", "cafe", "nunez", "елка"]),
        ("한국어 が", ["한국어", "が"]),
        ("Anna는 3번", ["anna", "는", "3", "번"]),
        ("我叫王 A1", ["我", "叫", "王", "a1"]),
        ("٧١٣ ４२a", ["713", "42a"]),
        ("", []),
        ("...", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_plain_text_goes_the_short_way_to_the_same_words(text: str) -> None:
    assert words(text) == words(text + " é")[:-1]


@given(st.text())
def test_words_are_stable(text: str) -> None:
    found = words(text)
    assert words(" ".join(found)) == found


@pytest.mark.parametrize(
    ("word", "text", "there"),
    [
        ("Ann", "Anna", False),
        ("Ann", "Joann", False),
        ("Ann", "(Ann)", True),
        ("Ann", "我叫Ann今年", True),
        ("12", "今年12岁", True),
        ("12", "今年123岁", False),
        ("王伟", "我叫王伟今年", True),
        ("김철수", "김철수는", True),
        ("+49", "a+49", False),
    ],
)
def test_whole_words(word: str, text: str, there: bool) -> None:
    assert (re.search(whole_words(re.escape(word)), text) is not None) is there
