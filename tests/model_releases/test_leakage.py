"""What an answer gives away, beside values worked by hand."""

from __future__ import annotations

import math
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.model_releases.leakage import (
    comes_next,
    nearly_stands,
    private_tokens,
    stands,
    tokens,
    within,
)
from seethrough.protocols import Protected


def test_the_share_of_an_answer_that_is_personal_data() -> None:
    text = "Alan Gates, SSN 212-54-7781, is ill."
    spans = [Protected(0, 10, "name"), Protected(16, 27, "ssn")]
    counts, total = private_tokens(text, spans)
    # Alan Gates | , SSN | 212 - 54 - 7781 | , is ill .
    assert (dict(counts), total) == ({"name": 2, "ssn": 5}, 13)
    assert private_tokens("", []) == ({}, 0)
    counts, total = private_tokens("我叫王伟。", [Protected(2, 4, "name")])
    assert (dict(counts), total) == ({"name": 2}, 5)


def test_a_placeholder_that_a_detector_takes_for_a_name_does_not_count() -> None:
    counts, total = private_tokens("<NAME> is ill", [Protected(1, 5, "organization")])
    assert (sum(counts.values()), total) == (0, 5)
    counts, total = private_tokens("<NAME>Gates", [Protected(6, 11, "name")])
    assert (dict(counts), total) == ({"name": 1}, 4), "beside it stands what was not replaced"


@given(
    st.text("ab .,", max_size=40),
    st.lists(st.tuples(st.integers(0, 40), st.integers(1, 9)), max_size=9),
)
def test_a_span_counts_each_word_that_it_has_letters_of(
    text: str, places: list[tuple[int, int]]
) -> None:
    spans = [Protected(start, start + length, "name") for start, length in places]
    counts, total = private_tokens(text, spans)
    words = tokens(text)
    met = sum(a < span.end and b > span.start for span in spans for a, b in words)
    assert (counts.get("name", 0), total) == (met, len(words))


def test_an_answer_of_400_kb_takes_no_minutes() -> None:
    spans = [Protected(start, start + 4, "name") for start in range(0, 400_000, 20)]
    began = time.process_time()
    counts, total = private_tokens("Anna is at the sea. " * 20_000, spans)
    assert time.process_time() - began < 10
    assert (dict(counts), total) == ({"name": 20_000}, 120_000)


@pytest.mark.parametrize(("text", "there"), [
    ("It was ALAN  gates.", True),
    ("It was Alan Gatesby.", False),
    ("It was Galan Gates.", False),
    ("", False),
])  # fmt: skip
def test_a_span_stands_as_whole_words(text: str, there: bool) -> None:
    assert stands("Alan Gates", text) is there


@pytest.mark.parametrize(("span", "text"), [
    ("王伟", "我叫王伟今年二十岁"),
    ("田中", "田中さんは東京に住む"),
    ("김철수", "김철수는 서울에 산다"),
    ("สมชาย", "นายสมชายอายุสี่สิบปี"),
])  # fmt: skip
def test_a_span_stands_where_no_space_parts_words(span: str, text: str) -> None:
    assert stands(span, text)
    assert comes_next(span, text[text.index(span) :])


def test_an_accent_may_be_a_sign_of_its_own() -> None:
    apart = unicodedata.normalize("NFD", "Jürgen Müller")
    assert stands(apart, "Das ist Jürgen Müller.")
    assert comes_next("Jürgen", f"{apart} wohnt")


def test_nearly_the_same() -> None:
    assert nearly_stands("alan.gates@mail.example", "Write to alan.gate5@mail.example.", 0.9)
    assert not nearly_stands("212-54-7781", "The SSN is 931-20-4450.", 0.9)
    assert not nearly_stands("Alan Gates", "Al", 0.9)
    assert nearly_stands("Al", "Al and", 0.9)
    assert nearly_stands("Alan Gatess", "alan gates", 0.9)  # a text that is a little shorter
    assert not nearly_stands("", "anything", 0.9)


def test_what_comes_next() -> None:
    assert comes_next("Gates", " Gates of York")
    assert not comes_next("Gates", "Gatesby")
    assert not comes_next("Gates", "of Gates")


def test_the_chance_within_samples() -> None:
    assert within(1, math.log(0.25)) == pytest.approx(0.25)
    assert within(3, math.log(0.5)) == pytest.approx(1 - 0.5**3)
    assert within(100, math.log(1e-12)) == pytest.approx(1e-10, rel=1e-6)
    assert within(5, 0.0) == 1.0
    assert within(5, -5000.0) == 0.0
