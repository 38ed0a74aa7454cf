import numpy as np

from seethrough.linkers.rouge import RougeL, rouge_l_recall


def test_the_document_with_the_highest_recall_comes_first():
    documents = ["fever and cough", "cough before fever in March", "nothing"]
    links = RougeL().link(["cough, then fever"], documents, [[]], 3, np.random.default_rng(0))
    assert links.indices[0].tolist() == [1, 0, 2]
    assert links.scores[0].tolist() == [2 / 3, 1 / 3, 0]
    assert rouge_l_recall(["cough, then fever"], documents).tolist() == [[1 / 3, 2 / 3, 0]]
