"""A text in composed form says where its characters stand in the text as it was written."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.text.signs.composed import composed

HARD = (
    "e\u0301a\u0323\u0302o\u031b\u0301 \u1112\u1161\u11ab\u1100\u1173 \u304b\u3099 \u0958"
    " n\u0303\r\n"
)


@given(st.text(st.sampled_from(HARD + "abü한"), max_size=40) | st.text(max_size=40))
def test_each_part_is_the_composed_form_of_what_stands_there(text: str) -> None:
    found = composed(text)
    for start in range(len(found.text)):
        first, behind = found.place(start, start + 1)
        assert 0 <= first < behind <= len(text)
        assert found.text[start] in unicodedata.normalize("NFC", text[first:behind])
    if found.text:
        assert found.place(0, len(found.text)) == (0, len(text))
    assert unicodedata.normalize("NFD", found.text) == unicodedata.normalize("NFD", text)


@pytest.mark.parametrize("word", ["Müller", "Núñez", "Tuyết", "김철수", "がん"])
def test_names_come_out_whole_from_decomposed_letters(word: str) -> None:
    before = "ä " * 3
    text = unicodedata.normalize("NFD", before + word + "!")
    found = composed(text)
    assert found.text == before + word + "!"
    start, end = found.place(len(before), len(before + word))
    assert text[start:end] == unicodedata.normalize("NFD", word)


def test_a_composed_text_is_left_as_it_is() -> None:
    assert composed("Zoë").place(1, 3) == (1, 3)
