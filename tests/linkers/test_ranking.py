"""What all linkers promise, and the ranking that they share."""

import numpy as np
import pytest

from seethrough.linkers._ranking import chunks, distinct, rank
from seethrough.linkers.assignment import Assignment
from seethrough.linkers.bm25 import BM25
from seethrough.linkers.dense import Dense
from seethrough.linkers.hybrid import Hybrid
from seethrough.linkers.rouge import RougeL

LINKERS = [BM25(), RougeL(), Dense(), Hybrid(), Assignment()]
DOCUMENTS = [
    "A retired sailor from Malmö keeps bees and has had gout since 1998.",
    "The teenager broke her wrist while snowboarding in Andorra.",
    "El paciente es un panadero de Sevilla con asma.",
    "| drug | dose |\n| metformin | 500 mg |",
    "",
    "😀",
    "The teenager broke her wrist while snowboarding in Andorra.",
]


@pytest.fixture(params=LINKERS, ids=lambda linker: type(linker).__name__)
def linker(request):
    return request.param


def link(linker, queries, documents, hidden=None, depth=1, seed=0):
    hidden = [[] for _ in queries] if hidden is None else hidden
    return linker.link(queries, documents, hidden, depth, np.random.default_rng(seed))


def test_each_document_finds_itself(linker):
    queries = [DOCUMENTS[0], DOCUMENTS[1], DOCUMENTS[2], DOCUMENTS[3]]
    links = link(linker, queries, DOCUMENTS)
    assert links.indices[:, 0].tolist() in ([0, 1, 2, 3], [0, 6, 2, 3])


def test_shapes_order_and_padding(linker):
    links = link(linker, ["bees in Malmö", ""], DOCUMENTS, [[], [0, 3, 3]], depth=9)
    assert links.indices.shape == links.scores.shape == (2, 9)
    assert sorted(links.indices[0, :7].tolist()) == list(range(7))
    assert sorted(links.indices[1, :5].tolist()) == [1, 2, 4, 5, 6]
    assert (links.indices[0, 7:] == -1).all()
    assert np.array_equal(links.indices == -1, np.isneginf(links.scores))
    finite = links.scores[0, :7]
    assert (np.diff(finite) <= 0).all()


def test_nothing_to_link(linker):
    assert link(linker, [], DOCUMENTS, depth=2).indices.shape == (0, 2)
    links = link(linker, ["a", "b"], [], depth=2)
    assert links.indices.tolist() == [[-1, -1], [-1, -1]]
    assert link(linker, ["a"], ["x"], [[0]]).indices.tolist() == [[-1]]
    assert link(linker, ["a"], ["x"], depth=0).indices.shape == (1, 0)


def test_same_seed_same_links(linker):
    once, again = (link(linker, ["", "zz"], DOCUMENTS, depth=7, seed=5) for _ in range(2))
    assert np.array_equal(once.indices, again.indices)
    assert np.array_equal(once.scores, again.scores)


def test_the_order_of_documents_tells_nothing_where_scores_tie(linker):
    """Ten equal documents: the first is found one time in ten, wherever it stands."""
    documents = ["the same text about a knee"] * 10
    firsts = link(linker, ["a knee"] * 300, documents).indices[:, 0]
    hits = np.bincount(firsts, minlength=10)
    assert hits.min() >= 12
    assert hits.max() <= 52


def test_shuffled_documents_get_the_same_scores(linker):
    queries = ["bees in Malmö", "a broken wrist", "asma", "nothing of the kind"]
    order = np.random.default_rng(3).permutation(len(DOCUMENTS))
    plain = link(linker, queries, DOCUMENTS, depth=7)
    shuffled = link(linker, queries, [DOCUMENTS[i] for i in order], depth=7)
    assert plain.scores == pytest.approx(shuffled.scores, abs=1e-6)


def test_rank_by_hand():
    block = np.array([[1.0, 3.0, 2.0], [5.0, 5.0, 0.0]])
    links = rank([block[:1], block[1:]], [[], [0]], 2, np.random.default_rng(0))
    assert links.indices.tolist() == [[1, 2], [1, 2]]
    assert links.scores.tolist() == [[3.0, 2.0], [5.0, 0.0]]


def test_a_tie_at_the_cut_is_broken_evenly():
    rng = np.random.default_rng(0)
    rows = rank([np.array([[1.0, 0.0, 0.0, 0.0]] * 600)], [[]] * 600, 2, rng).indices
    assert (rows[:, 0] == 0).all()
    assert (np.bincount(rows[:, 1], minlength=4)[1:] > 150).all()


def test_distinct_and_chunks():
    unique, where = distinct(["b", "a", "b"])
    assert (unique, where.tolist()) == (["b", "a"], [0, 1, 0])
    assert [s.stop - s.start for s in chunks(5, 1 << 21)] == [2, 2, 1]
    assert list(chunks(0, 3)) == []
