"""Texts of records as a page shows them: as long as before, and without a hold on what follows."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.report.labels.wording import (
    in_points,
    inline,
    listed,
    named,
    number,
    shown,
    spread,
    with_spread,
)

ORDERS = "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
CONTROLS = "\x00\x07\x1b\x7f\x80\x85\x9b\x9f\u2028\u2029\ufff9\n\t"


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("a\u2069b", "a\ufffdb"),
        ("a\u2067b", "a\ufffdb"),
        ("a\u2067b\u2069c", "a\u2067b\u2069c"),
        ("\u2066\u2067b\u2069", "\ufffd\u2067b\u2069"),
        ("\u2067b\u2069\u2069\u2068", "\u2067b\u2069\ufffd\ufffd"),
        ("\u2067b\n\u2069", "\ufffdb\n\ufffd"),
        ("\u2067b\u2029\u2069", "\ufffdb\n\ufffd"),
        ("\u202e\u200f \u05d0", "\u202e\u200f \u05d0"),  # each text is isolated
        ("\x00\x1b\x7f\x85\x9b", "\u2400\u241b\u2421\ufffd\ufffd"),
    ],
)
def test_what_would_reach_out_of_a_text_is_replaced(text: str, seen: str) -> None:
    assert shown(text) == seen


@given(st.text(st.sampled_from(ORDERS + CONTROLS + "ab ")))
def test_any_text_is_as_long_as_before_and_keeps_its_letters(text: str) -> None:
    seen = shown(text)
    assert len(seen) == len(text)
    assert [c for c in seen if c in "ab "] == [c for c in text if c in "ab "]
    assert {c for c in seen if unicodedata.category(c) == "Cc"} <= {"\n", "\t"}
    for line in seen.split("\n"):
        depth = 0
        for character in line:
            depth += (character in "\u2066\u2067\u2068") - (character == "\u2069")
            assert depth >= 0
        assert depth == 0
    assert shown(seen) == seen
    assert not set(inline(text)) & set(ORDERS + CONTROLS)


def test_nothing_is_not_negative() -> None:
    small = {"value": -0.001, "low": -0.004, "high": 0.08}
    assert with_spread(small, percent=True) == "-0.1\u00a0% (0 to 8)"
    assert with_spread(small, percent=False) == "0.00 (0.00 to 0.08)"
    assert spread({"low": -0.2, "high": 0.08}, percent=True) == "-20 to 8"


def test_a_size_that_value_and_ends_share_is_said_once() -> None:
    wide = {"value": 3.65e9, "low": 3.07e9, "high": 4.33e9}
    assert with_spread(wide, percent=False) == "3.65 billion (3.07 to 4.33)"
    across = {**wide, "low": 9.1e8}
    assert with_spread(across, percent=False) == "3.65 billion (910.00 million to 4.33 billion)"


def test_names_from_right_to_left_stay_apart_in_a_list() -> None:
    assert listed([named("איש 15"), named("p2"), named("علي 3")]) == (
        "\u2068איש 15\u2069, p2 and \u2068علي 3\u2069"
    )
    assert named("\u2067p\u2069") == inline("\u2067p\u2069")


@pytest.mark.parametrize(
    ("value", "said"),
    [(0.312, "0.31"), (-0.001, "0.00"), (7444.4, "7,444"), (3_418_382_854, "3.42 billion")],
)
def test_a_large_number_is_short_enough_to_be_read(value: float, said: str) -> None:
    assert number(value) == said


def test_no_large_number_is_rounded_onto_a_limit() -> None:
    assert number(7444.4, 7444) == "7,444.4"
    assert number(7444.4, 7000) == "7,444"
    assert number(7444, 7444) == "7,444"


@pytest.mark.parametrize(
    ("value", "said"),
    [(0.01, "1 point (0 to 2)"), (-0.01, "-1 point (0 to 2)"), (0.05, "5 points (0 to 2)")],
)
def test_a_difference_of_shares_is_in_points(value: float, said: str) -> None:
    difference = {"value": value, "low": 0.0, "high": 0.02}
    assert in_points(with_spread(difference, percent=True)) == said
    assert in_points("0.31 (0.28 to 0.35)") == "0.31 (0.28 to 0.35)"


def test_of_many_items_the_first_are_listed_and_the_others_counted() -> None:
    assert listed(["a", "b", "c"], 3) == "a, b and c"
    assert listed(["a", "b", "c"], 2) == "a, b and 1 more"
    assert listed(["a"] * 1_002, 1) == "a and 1,001 more"
    assert listed([], 2) == ""
