import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.errors import UnavailableError
from seethrough.text import english


@given(st.text(alphabet="ab .\n。", max_size=200), st.integers(4, 50))
def test_pieces_are_the_text(text, limit):
    parts = english.pieces(text, limit)
    assert "".join(parts) == text
    assert all(0 < len(part) <= limit for part in parts)


def test_pieces_prefer_line_ends():
    assert english.pieces("aaaa bb\ncc dd", 9) == ["aaaa bb\n", "cc dd"]
    assert english.pieces("", 9) == []


def test_parser_is_loaded_once():
    assert english.parser() is english.parser()


def test_parse_keeps_order():
    assert [doc.text for doc in english.parse(["One.", "", "Two."])] == ["One.", "", "Two."]


def test_missing_model_says_what_to_install(monkeypatch):
    monkeypatch.setattr(english, "PACKAGE", "no_such_model")
    with pytest.raises(UnavailableError, match="pip install no-such-model"):
        english.parser.__wrapped__()
