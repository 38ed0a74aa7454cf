import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rouge_score.rouge_scorer import RougeScorer

from seethrough.text import rouge
from seethrough.text.rouge import rouge_l, rouge_l_recall, rouge_n, tokenize

SCORER = RougeScorer(["rouge1", "rouge2", "rougeL"], use_stemmer=True)
WORDS = [
    "the", "patient", "patients", "was", "treated", "treating", "for", "severe", "Fever,", "39.5",
    "naïve", "患者", "İ", "😀", "--", "skies",
]  # fmt: skip
sentences = st.lists(st.sampled_from(WORDS), max_size=15).map(" ".join)


def peer(kind, reference, candidate):
    score = SCORER.score(reference, candidate)[kind]
    return [score.recall, score.precision, score.fmeasure]


def test_a_worked_example():
    # police-kill-the-gunman keeps police, the, gunman: 3 of 4 words on either side
    assert rouge_l(["police killed the gunman"], ["police kill the gunman"]).tolist() == [[1, 1, 1]]
    recall, precision, f1 = rouge_l(["a b c d"], ["d a x c"])[0]
    assert (recall, precision, f1) == (0.5, 0.5, 0.5)
    assert rouge_n(["a b c d"], ["b c a"], 2)[0].tolist() == [1 / 3, 1 / 2, 0.4]


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(sentences | st.text(max_size=30), sentences), max_size=8))
def test_pairs_equal_the_peer_exactly(pairs):
    references, candidates = [r for r, _ in pairs], [c for _, c in pairs]
    for kind, ours in [
        ("rougeL", rouge_l(references, candidates)),
        ("rouge1", rouge_n(references, candidates, 1)),
        ("rouge2", rouge_n(references, candidates, 2)),
    ]:
        assert ours.shape == (len(pairs), 3)
        assert ours.tolist() == [peer(kind, r, c) for r, c in pairs]


@settings(max_examples=30, deadline=None)
@given(st.lists(sentences, max_size=5), st.lists(sentences, max_size=5))
def test_the_matrix_equals_the_pairs(queries, documents):
    matrix = rouge_l_recall(queries, documents)
    assert matrix.shape == (len(queries), len(documents))
    pairs = [(q, d) for q in queries for d in documents]
    expected = rouge_l([q for q, _ in pairs], [d for _, d in pairs])[:, 0]
    assert matrix.ravel().tolist() == expected.tolist()


def test_small_blocks_change_nothing(monkeypatch):
    rng = random.Random(0)
    texts = [" ".join(rng.choices(WORDS, k=rng.randrange(30))) for _ in range(40)]
    whole, pairs = rouge_l_recall(texts, texts), rouge_l(texts, texts[::-1])
    monkeypatch.setattr(rouge, "_CELLS", 100)
    monkeypatch.setattr(rouge, "_DISTINCT", 8)
    assert np.array_equal(rouge_l_recall(texts, texts), whole)
    assert np.array_equal(rouge_l(texts, texts[::-1]), pairs)


def test_more_distinct_words_than_the_basic_plane_has_characters():
    words = [f"q{i}" for i in range(70_000)]
    text = " ".join(words)
    half = " ".join(words[::2])
    assert rouge_l_recall([text], [half, text, ""]).tolist() == [[0.5, 1.0, 0.0]]


def test_unequal_lengths_are_an_error():
    with pytest.raises(ValueError, match="shorter"):
        rouge_n(["a"], [])


def test_tokens_are_stems_of_letters_and_digits():
    assert tokenize("The patients' naïve-looking X-rays (2019) were") == [
        "the", "patient", "na", "ve", "look", "x", "ray", "2019", "were",
    ]  # fmt: skip
