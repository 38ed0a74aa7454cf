import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from seethrough.linkers._ranking import LONGEST, rank
from seethrough.linkers.rouge import RougeL
from seethrough.text.rouge import rouge_l_recall


def test_the_document_with_the_highest_recall_comes_first():
    documents = ["fever and cough", "cough before fever in March", "nothing"]
    links = RougeL().link(["cough, then fever"], documents, [[]], 3, np.random.default_rng(0))
    assert links.indices[0].tolist() == [1, 0, 2]
    assert links.scores[0].tolist() == [2 / 3, 1 / 3, 0]
    assert rouge_l_recall(["cough, then fever"], documents).tolist() == [[1 / 3, 2 / 3, 0]]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.text("abc ", max_size=8), max_size=30),
    st.lists(st.tuples(st.text("abc ", max_size=6), st.sets(st.integers(0, 29))), max_size=6),
    st.integers(1, 4),
    st.integers(0, 9),
)
def test_short_lists_rank_as_all_scores_do(documents, asked, depth, seed):
    queries = [query for query, _ in asked]
    hidden = [sorted(i for i in unseen if i < len(documents)) for _, unseen in asked]
    links = RougeL().link(queries, documents, hidden, depth, np.random.default_rng(seed))
    expected = rank(
        [rouge_l_recall(queries, documents)], hidden, depth, np.random.default_rng(seed)
    )
    assert links.indices.tolist() == expected.indices.tolist()
    assert links.scores.tolist() == expected.scores.tolist()


def test_more_documents_are_hidden_than_a_short_list_holds():
    documents = ["fever and cough", "fever, cough", "a cough", "nothing"]
    links = RougeL().link(["fever and cough"], documents, [[0, 1]], 1, np.random.default_rng(0))
    assert links.indices.tolist() == [[2]]


def test_more_ties_than_a_short_list_holds():
    documents = ["fever"] * (LONGEST + 1) + ["cough"]
    links = RougeL().link(["cough"], documents, [[len(documents) - 1]], 2, np.random.default_rng(0))
    assert (links.indices[0] <= LONGEST).all()
    assert links.scores[0].tolist() == [0, 0]
