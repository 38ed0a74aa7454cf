import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough import read
from seethrough.errors import UnavailableError
from seethrough.samples import path
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


def test_sentences_are_those_of_the_whole_pipeline_and_take_the_parser_alone(monkeypatch):
    texts, nlp = read(str(path("private.jsonl"))).texts[:20], english.parser()
    whole = [s.text for doc in nlp.pipe(texts) for s in doc.sents if s.text.strip()]
    left_out, pipe = [], nlp.pipe
    monkeypatch.setattr(
        nlp, "pipe", lambda *given, **more: left_out.extend(more["disable"]) or pipe(*given, **more)
    )
    assert [s.text for s in english.placed_sentences(dict(enumerate(texts)))] == whole
    assert {*nlp.pipe_names} - {*left_out} == {"tok2vec", "parser"}


def test_parsed_words_have_tags_and_dependencies_without_the_slow_ruler():
    text = "She had two dogs, which her brother\n walked."
    (whole,), (parsed,) = english.parser().pipe([text]), english.parse([text])
    words = [(t.tag_, t.dep_, t.head.i) for t in parsed if not t.is_space]
    assert words == [(t.tag_, t.dep_, t.head.i) for t in whole if not t.is_space]
    assert {t.pos_ for t in parsed} == {""}


def test_missing_model_says_what_to_install(monkeypatch):
    monkeypatch.setattr(english, "PACKAGE", "no_such_model")
    with pytest.raises(UnavailableError, match="pip install no-such-model"):
        english.parser.__wrapped__()
