import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.stem.porter import PorterStemmer

from seethrough.text.stemmer import stem

ENDINGS = [
    "ational", "tional", "enci", "anci", "izer", "bli", "alli", "entli", "eli", "ousli",
    "ization", "ation", "ator", "alism", "iveness", "fulness", "ousness", "aliti", "iviti",
    "biliti", "fulli", "logi", "icate", "ative", "alize", "iciti", "ical", "ful", "ness", "al",
    "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "sion", "tion",
    "ou", "ism", "ate", "iti", "ous", "ive", "ize", "ll", "e", "s", "ed", "ing", "ies", "ied",
    "eed", "y", "yy", "sses",
]  # fmt: skip
NLTK = PorterStemmer()


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("caresses", "caress"),
        ("ponies", "poni"),
        ("dies", "die"),
        ("agreed", "agre"),
        ("feed", "feed"),
        ("hopping", "hop"),
        ("filing", "file"),
        ("enjoy", "enjoy"),
        ("happy", "happi"),
        ("skies", "sky"),
        ("geology", "geolog"),
        ("radically", "radic"),
        ("controlling", "control"),
        ("2019s", "2019"),
    ],
)
def test_worked_examples(word, expected):
    assert stem(word) == expected


@given(
    st.text("aeioubcdlstyz1xw", max_size=6),
    st.sampled_from(ENDINGS),
    st.sampled_from([*ENDINGS, ""]),
)
def test_made_up_words_match_nltk(start, middle, end):
    word = start + middle + end
    assert stem(word) == NLTK.stem(word)


def test_the_words_of_this_package_match_nltk():
    folder = Path(__file__).parents[2]
    text = " ".join(path.read_text("utf-8") for path in folder.glob("src/**/*.py"))
    words = set(re.findall(r"[a-z0-9]+", text.lower()))
    assert len(words) > 1000
    assert [w for w in words if stem(w) != NLTK.stem(w)] == []
