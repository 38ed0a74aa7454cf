import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from seethrough.word_level.mechanisms.tokens import UNKNOWN, Tokenizer

WORDS = ["do", "n't", "'s", "the", "john", "e-mail", "u.s.", ".", ",", "good", "well", "known"]
INDEX = {w: i for i, w in enumerate(WORDS)}


@pytest.mark.parametrize(
    ("text", "surfaces"),
    [
        ("Don't, John’s e-mail.", ["Do", "n't", ",", "John", "’s", "e-mail", "."]),
        ("the U.S. well-known good", ["the", "U.S.", "well", "-", "known", "good"]),
        ("write to bob@x.com, ok", ["write", "to", "bob@x.com", ",", "ok"]),
        ("(see http://a.b/c?d=1)", ["(", "see", "http://a.b/c?d=1", ")"]),
        ("<o'neil+x@a-b.co.uk>,", ["<", "o'neil+x@a-b.co.uk", ">", ","]),
        ("by:John,j@x.com", ["by", ":", "John", ",", "j", "@", "x", ".", "com"]),
        ("12.5 and 1,000,000!", ["12.5", "and", "1,000,000", "!"]),
        ("😀 fine…", ["😀", "fine", "…"]),
        ("Ünïcode 漢字", ["Ünïcode", "漢字"]),
        ("", []),
        (" \n\t ", []),
    ],
)
def test_cut(text, surfaces):
    assert Tokenizer(INDEX).cut([text]).surfaces == surfaces


def test_a_word_is_one_token_however_its_letters_are_written():
    tokenizer = Tokenizer({"müller": 0, "josé": 1, "है": 2})
    apart = unicodedata.normalize("NFD", "Müller, José!")
    cut = tokenizer.cut([apart, "है। हिन्दी।"])
    assert cut.surfaces == ["Müller", ",", "José", "!", "है", "।", "हिन्दी", "।"]
    assert list(cut.ids) == [0, -1, 1, -1, 2, -1, -1, -1]
    assert list(tokenizer.split([apart.replace(",", " ,")]).ids) == [0, -1, -1]


def test_numbers_ignore_case_and_curly_apostrophes():
    tokens = Tokenizer(INDEX).cut(["JOHN’s zebra"])
    assert tokens.ids.tolist() == [INDEX["john"], INDEX["'s"], UNKNOWN]


def test_a_spelling_of_its_own_comes_before_the_lower_case():
    tokenizer = Tokenizer({"rose": 0, "Rose": 1})
    assert [tokenizer.number(w) for w in ("Rose", "rose", "ROSE", "lily")] == [1, 0, 0, UNKNOWN]


@given(st.lists(st.text(max_size=30), max_size=4))
@example(["\uf900"])  # its composed form is another letter
def test_a_released_text_splits_into_the_same_tokens(texts):
    tokenizer = Tokenizer(INDEX)
    tokens = tokenizer.cut(texts)
    again = tokenizer.split(tokens.texts())
    assert again.surfaces == tokens.surfaces
    assert again.ids.tolist() == tokens.ids.tolist()
    assert again.starts.tolist() == tokens.starts.tolist()
    chunks = [chunk for text in texts for chunk in text.split()]
    assert "".join(tokens.surfaces) == "".join(
        unicodedata.normalize("NFC", chunk) for chunk in chunks
    )


def test_joiners_stay_within_a_word():
    words = ["क्\u200dष", "می\u200cخواهم"]
    assert Tokenizer({}).cut([" ".join(words)]).surfaces == words


def test_a_spelling_of_the_vectors_comes_before_its_composed_form():
    assert Tokenizer({"jose\u0301": 0, "jos\u00e9": 1}).number("jose\u0301") == 0
