import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seethrough.linkers.bm25 import BM25, STOP_WORDS, analyze

WORDS = ["fever", "cough", "aspirin", "knee", "the", "fevers", "Boston's", "54", "患", ""]
texts = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join)


def reference(query, documents, visible, k1=0.9, b=0.4):
    """Lucene's formula as it is written, document by document."""
    bags = [analyze(document) for document in documents]
    seen = [bags[i] for i in visible]
    average = sum(map(len, seen)) / len(seen)
    scores = []
    for bag in seen:
        counts, score = Counter(bag), 0.0
        for term in analyze(query):
            df = sum(term in other for other in seen)
            if counts[term]:
                idf = math.log(1 + (len(seen) - df + 0.5) / (df + 0.5))
                norm = k1 * (1 - b + b * len(bag) / average)
                score += idf * counts[term] / (counts[term] + norm)
        scores.append(score)
    return scores


@settings(max_examples=60, deadline=None)
@given(st.lists(texts, min_size=1, max_size=8), texts, st.sets(st.integers(0, 7)))
def test_scores_equal_the_formula_in_a_collection_without_the_hidden(documents, query, hide):
    hidden = sorted(i for i in hide if i < len(documents))
    visible = [i for i in range(len(documents)) if i not in hidden]
    links = BM25().link([query], documents, [hidden], len(documents), np.random.default_rng(0))
    assert sorted(links.indices[0, : len(visible)].tolist()) == visible
    assert (links.indices[0, len(visible) :] == -1).all()
    if visible:
        by_document = dict(zip(links.indices[0].tolist(), links.scores[0].tolist(), strict=True))
        expected = reference(query, documents, visible)
        assert [by_document[i] for i in visible] == pytest.approx(expected, abs=1e-12)


def test_a_hidden_document_has_no_influence():
    queries = ["aspirin for the knee"]
    documents = ["aspirin aspirin", "knee pain in Boston", "a cough"]
    links = [
        BM25().link(queries, [*documents, other], [[3]], 3, np.random.default_rng(0))
        for other in ("knee " * 500, "nothing alike", "")
    ]
    assert len({tuple(link.scores[0]) for link in links}) == 1


def test_a_worked_example():
    # N=2, df=1, tf=1, dl=avgdl=1: log(1 + 1.5/1.5) / (1 + 0.9)
    links = BM25().link(["knee"], ["knee", "cough"], [[]], 2, np.random.default_rng(0))
    assert links.indices.tolist() == [[0, 1]]
    assert links.scores[0] == pytest.approx([math.log(2) / 1.9, 0])


def test_words_are_those_of_the_english_analyzer():
    assert analyze("The patient's O'Neill took 3.5 mg, at 1,000 U.S.A. clinics; running_fast") == [
        "patient", "o'neil", "took", "3.5", "mg", "1,000", "u.s.a", "clinic", "running_fast",
    ]  # fmt: skip
    assert analyze("東京 हिन्दी naïve ___ 😀 us") == ["東", "京", "हिन्दी", "naïv", "us"]
    assert analyze("That is it, and no more") == ["more"]
    assert len(STOP_WORDS) == 33
