import numpy as np
import pytest

from seethrough.embeddings.minilm import MiniLM
from seethrough.linkers import _ranking, dense
from seethrough.linkers._ranking import rank
from seethrough.linkers.dense import Dense
from seethrough.parallel.spreading import spread_over

FILLER = "The committee met on Tuesday and talked about the new car park. " * 30


def link(queries, documents, depth=1, linker=None):
    hidden = [[] for _ in queries]
    return (linker or Dense()).link(queries, documents, hidden, depth, np.random.default_rng(0))


def test_meaning_counts_not_words():
    links = link(["The kid has a fever."], ["The stock rose.", "A child's temperature is high."])
    assert links.indices[0, 0] == 1
    vectors = MiniLM().embed(["The kid has a fever.", "A child's temperature is high."])
    assert links.scores[0, 0] == pytest.approx(float(vectors[0] @ vectors[1]), abs=1e-5)


def test_what_stands_at_the_end_of_a_long_text_is_found():
    documents = [FILLER + "She breeds alpacas in Peru.", FILLER + "He repairs old clocks."]
    links = link(["alpaca breeder", "a clockmaker"], documents)
    assert links.indices[:, 0].tolist() == [0, 1]


def test_a_score_is_the_mean_over_windows_of_the_nearest_window(monkeypatch):
    queries, documents = ["A cat. A dog.", FILLER], [FILLER + "A cat.", "Dogs bark.", ""]
    linker = Dense(window=16)
    whole = link(queries, documents, 3, linker)
    monkeypatch.setattr(dense, "CELLS", 1)
    chunked = link(queries, documents, 3, linker)
    assert np.array_equal(whole.indices, chunked.indices)
    model = MiniLM()
    for query, row, scores in zip(queries, *chunked, strict=True):
        asked = model.embed(model.windows(query, 16))
        for document, score in zip(row, scores, strict=True):
            offered = model.embed(model.windows(documents[document], 16))
            assert score == pytest.approx((asked @ offered.T).max(axis=1).mean(), abs=1e-5)


def test_texts_that_read_alike_tie_wherever_they_stand():
    documents = ["Fever.", "a cough", "FEVER.", "something else", "fever."]
    scores = link(["a high fever"], documents, 3).scores[0]
    assert len(set(scores.tolist())) == 1


def test_many_equal_documents_are_not_scored_all_at_once(monkeypatch):
    sizes = []

    def counted(blocks, *rest):
        return rank((sizes.append(block.size) or block for block in blocks), *rest)

    monkeypatch.setattr(dense, "rank", counted)
    monkeypatch.setattr(_ranking, "CELLS", 20)
    links = link(["a cat", "a dog", "a hen", "a cow", "a pig"], [""] * 10, 2)
    assert links.indices.shape == (5, 2)
    assert max(sizes) == 20
    assert sum(sizes) == 50


class Counting:
    """Does the parts itself and counts them."""

    def __init__(self):
        self.parts = []

    def map(self, function, parts):
        for part in parts:
            self.parts.append(part)
            yield function(part)


def test_workers_embed_parts_and_change_nothing(monkeypatch):
    monkeypatch.setattr(dense, "_PART", 60)
    queries = ["Where do herons nest?", "The heron's nest?"]
    documents = [f"A heron nests in {n} tall trees by the water." for n in range(2, 12)]
    workers = Counting()
    with spread_over(workers):
        found = link(queries, documents, 3)
    assert len(workers.parts) > 4
    assert {text for part in workers.parts for text in part} == {*queries, *documents}
    cosines = MiniLM().embed(queries) @ MiniLM().embed(documents).T
    assert np.array_equal(found.indices[:, 0], cosines.argmax(axis=1))
    assert found.scores[:, 0] == pytest.approx(cosines.max(axis=1), abs=1e-5)
