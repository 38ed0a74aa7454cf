"""Texts are a list in all but memory."""

from __future__ import annotations

import pyarrow as pa
import pytest

from seethrough.records.corpus import Corpus
from seethrough.records.texts import Texts

WORDS = ["one", "", "zwei 🙂", "three"]


def texts(*chunks: list[str]) -> Texts:
    return Texts(pa.chunked_array(chunks, type=pa.large_string()))


@pytest.mark.parametrize("more", [-1, 0, 1])
def test_no_text_is_left_out_where_a_column_is_read_in_parts(more: int) -> None:
    long = [f"text {i}" for i in range(2 * 4096 + more)]
    assert [*texts(long, long)] == long * 2
    corpus = Corpus.from_texts(long)
    assert [record.text for record in corpus] == [*corpus.texts] == long


@pytest.mark.parametrize("cut", [0, 1, 3, 4])
def test_texts_are_those_of_the_column_however_it_is_cut(cut: int) -> None:
    found = texts(WORDS[:cut], WORDS[cut:])
    assert [*found] == WORDS == found
    assert len(found) == 4
    assert (found[0], found[-1], found[1:3], found[::-1]) == (
        "one",
        "three",
        ["", "zwei 🙂"],
        WORDS[::-1],
    )
    assert hash(found) == hash(texts(WORDS))
    assert found == texts(WORDS) != texts(WORDS[:3])
    assert found != WORDS[:3]
    assert found + ["four"] == [*WORDS, "four"]  # noqa: RUF005
    assert ["none", *WORDS] == ["none"] + found  # noqa: RUF005
    assert repr(found) == "Texts(4)"


def test_an_index_past_the_end() -> None:
    with pytest.raises(IndexError):
        texts(WORDS)[4]


def test_no_texts() -> None:
    assert [*texts([])] == texts([]) == []
    assert hash(texts([])) == hash(texts())


def test_corpora_with_the_same_table_have_the_same_texts() -> None:
    corpus = Corpus.from_texts(WORDS)
    other = corpus.keeping(corpus.derived)
    assert corpus.texts == other.texts == WORDS
    assert len({corpus.texts, other.texts}) == 1
