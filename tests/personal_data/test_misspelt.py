"""Words with a letter wrong: what is found quickly is what the definition says."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from seethrough.personal_data.misspelt import SHORTEST, Nearest

WORDS = st.lists(st.text("ab", min_size=3, max_size=7), min_size=1, max_size=12)


@given(WORDS, WORDS)
def test_near_is_one_edit_of_a_word_that_is_not_short(known: list[str], met: list[str]) -> None:
    nearest = Nearest(known)
    for word in met:
        expected = {
            other
            for other in known
            if word == other
            or (min(len(word), len(other)) >= SHORTEST and OSA.distance(word, other) == 1)
        }
        assert set(nearest[word]) == expected
        assert list(nearest[word]) == sorted(expected)


def test_four_letters_are_too_few_to_be_misspelt() -> None:
    nearest = Nearest(["kerr", "kerra"])
    assert nearest["kurra"] == ("kerra",)
    assert nearest["kurr"] == ()
    assert nearest["kerr"] == ("kerr",)  # nor is it a misspelt "kerra"
    assert nearest["kerra"] == ("kerra",)


def test_a_word_of_a_million_letters_takes_no_time() -> None:
    nearest = Nearest(["oberholtzer"])
    assert nearest["a" * 1_000_000] == ()
    assert nearest["oberholtzerr"] == ("oberholtzer",)
    assert nearest["oberholtzerrr"] == nearest["oberholtz3r"] == ()
