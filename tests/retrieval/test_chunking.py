from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.retrieval.chunking import split

TEXT = st.text(alphabet="ab \n.é😀", max_size=200)


def test_paragraphs_then_lines_then_words_then_characters() -> None:
    assert split("one two\n\nthree four", 12) == ["one two", "three four"]
    assert split("one two\nthree four", 12) == ["one two", "three four"]
    assert split("one two three", 8) == ["one two", "three"]
    assert split("abcdefghij", 4) == ["abcd", "efgh", "ij"]
    assert split("short\n\n" + "x" * 9 + " y", 10) == ["short", "xxxxxxxxx", "y"]


def test_an_overlap_says_the_end_of_a_chunk_again() -> None:
    assert split("a b c d e f", 5, 2) == ["a b c", "c d", "d e", "e f"]


@pytest.mark.parametrize("text", ["", "  \n\n ", "\n"])
def test_a_blank_text_has_no_chunk(text: str) -> None:
    assert split(text) == []


def test_a_text_that_fits_is_one_chunk() -> None:
    assert split(" 1 | 2\n3 | 4 ", 1500) == ["1 | 2\n3 | 4"]
    assert split("語" * 1500) == ["語" * 1500]
    assert [len(c) for c in split("語" * 3001)] == [1500, 1500, 1]


@given(TEXT, st.integers(1, 30))
def test_no_chunk_is_too_long_and_nothing_but_white_space_is_lost(text: str, size: int) -> None:
    chunks = split(text, size)
    assert all(0 < len(chunk) <= size for chunk in chunks)
    assert re.sub(r"\s", "", "".join(chunks)) == re.sub(r"\s", "", text)


@given(TEXT, st.integers(1, 30), st.data())
def test_no_chunk_is_too_long_for_what_it_says_again(
    text: str, size: int, data: st.DataObject
) -> None:
    chunks = split(text, size, data.draw(st.integers(0, size - 1)))
    assert all(len(chunk) <= size for chunk in chunks)


def test_what_is_said_again_gives_way_to_a_long_piece() -> None:
    assert split("a b cde", 5, 3) == ["a b", "cde"]


def test_a_space_is_no_chunk() -> None:
    assert split("a b", 1) == ["a", "b"]


@pytest.mark.parametrize(("size", "overlap"), [(0, 0), (5, 5), (5, -1)])
def test_sizes_are_checked(size: int, overlap: int) -> None:
    with pytest.raises(ValueError, match="overlap"):
        split("x", size, overlap)
