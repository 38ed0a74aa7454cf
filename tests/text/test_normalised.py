from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.text.normalised import places_of, whole_words, words


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


_NEARLY_ASCII = (
    "aZ09'_ -.\t\né\u0301\u0338\u0591ßﬁſıİK½²ªº™№’“–…°\u00a0\u00ad\u200b\u2028Ａ４٧๑㎏ⓐ𝐀😀"
)


@given(st.text() | st.text(alphabet=st.sampled_from(_NEARLY_ASCII)))
def test_what_is_ascii_sign_by_sign_goes_the_short_way_to_the_same_words(text: str) -> None:
    assert words(text) == words(text + " Ё")[:-1]  # a letter that is never ASCII: the long way


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
    assert any(True for _ in places_of(word, text)) is there


@given(st.text("ab 1-_é王が한", min_size=1, max_size=3), st.text("ab 1-_é王が한", max_size=12))
def test_places_are_where_whole_words_match(phrase: str, text: str) -> None:
    pattern = re.compile(whole_words(re.escape(phrase)))
    matching = [at for at in range(len(text)) if pattern.match(text, at)]
    assert list(places_of(phrase, text)) == matching


def test_nothing_stands_nowhere() -> None:
    assert list(places_of("", "a b")) == []
