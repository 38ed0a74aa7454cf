import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from seethrough.linkers import bm25
from seethrough.linkers._postings import Postings, counted
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


common, rare = [f"w{i}" for i in range(6)], [f"rare{i}" for i in range(60)]
drawn = st.lists(st.one_of(st.sampled_from(common), st.sampled_from(rare)), max_size=9)


@settings(max_examples=80, deadline=None)
@given(
    st.lists(drawn.map(" ".join), min_size=40, max_size=90),
    drawn.map(" ".join),
    st.sets(st.integers(0, 39), max_size=4),
    st.integers(1, 2),
)
def test_the_best_are_those_of_all_scores(documents, query, hidden, depth):
    """Rarest terms first and stopping early finds what scoring every document finds, ties too."""
    postings = Postings([counted(documents[:7], analyze), counted(documents[7:], analyze)])
    terms = postings.numbers(analyze(query))
    for _ in range(2):  # nothing of a query may remain for the next
        best = postings.best(terms, sorted(hidden), depth, 0.9, 0.4)
        scores = postings.scores(terms, sorted(hidden), 0.9, 0.4)
        scores[sorted(hidden)] = -1
        there = np.sort(scores)[::-1][depth - 1] > 0
        assert (best is not None) == there
        if best is not None:
            least = np.sort(scores)[::-1][depth - 1]
            assert set(np.flatnonzero(scores >= least)) <= set(best.documents)
            wanted = best.scores >= least
            assert np.array_equal(best.scores[wanted], scores[best.documents[wanted]])
            assert (best.scores[~wanted] < least).all()


def test_links_do_not_depend_on_how_they_are_found(monkeypatch):
    rng = np.random.default_rng(0)
    words = [f"w{i}" for i in range(80)]
    chances = 1 / np.arange(1, 81)
    made = [" ".join(rng.choice(words, 8, p=chances / chances.sum())) for _ in range(700)]
    queries, documents = made[:60], made[60:]
    hidden = [[i, 2 * i] for i in range(60)]
    found = []
    for entries in (0, 10**9):
        monkeypatch.setattr("seethrough.linkers.bm25.LONG", entries)
        found.append(BM25().link(queries, documents, hidden, 5, np.random.default_rng(1)))
    assert np.array_equal(found[0].indices, found[1].indices)
    assert np.array_equal(found[0].scores, found[1].scores)


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


@given(st.text(st.sampled_from("aB9_.,:'’ \n\x1c\u2028é́患") | st.characters(), max_size=80))
@example("a.b" * 30)
def test_no_word_goes_over_white_space(text: str) -> None:
    words = bm25._pattern().findall(text)
    assert analyze(text) == [term for word in words if (term := bm25._term(word))]


def test_of_very_many_empty_documents_some_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = [[0, 1], [], [*range(6)]]
    few = BM25().link(["a"] * 3, [""] * 7, hidden, 5, np.random.default_rng(0))
    monkeypatch.setattr(bm25, "MANY", 7)
    many = BM25().link(["a"] * 3, [""] * 7, hidden, 5, np.random.default_rng(0))
    for links in (few, many):
        assert [sorted(row[row >= 0].tolist()) for row in links.indices[::2]] == [
            [2, 3, 4, 5, 6],
            [6],
        ]
        assert len(set(links.indices[1].tolist())) == 5
        assert (links.scores[links.indices >= 0] == 0).all()
        assert np.isneginf(links.scores[links.indices < 0]).all()
    firsts = {
        BM25().link(["a"], [""] * 7, [[3]], 1, np.random.default_rng(seed)).indices[0, 0]
        for seed in range(60)
    }
    assert firsts == {0, 1, 2, 4, 5, 6}
