import math

import numpy as np
import pytest

from seethrough.linkers.lines import Lines


def link(query, documents, hidden=()):
    return Lines().link([query], documents, [list(hidden)], 4, np.random.default_rng(0))


def test_a_worked_example():
    documents = [
        "A long text\naccount A7",
        "account a7!",
        "another text\naccount B1",
        "Account: A7\n\n",
    ]
    links = link("what was known\nACCOUNT A7", documents, hidden=[3])
    assert sorted(links.indices[0, :2]) == [0, 1]
    assert links.indices[0].tolist()[2:] == [2, -1]
    # two of three visible documents have the line
    assert links.scores[0, :3] == pytest.approx([math.log(1 + 1.5 / 2.5)] * 2 + [0])


def test_a_rare_line_weighs_more_than_a_common_one():
    documents = ["ward 3\nx", "ward 3\ny", "ward 3\nz", "key Q9"]
    assert link("ward 3\nkey Q9", documents).indices[0, 0] == 3


def test_words_within_lines_count_for_nothing():
    assert link("account A7", ["the account A7 is closed", "other"]).scores[0].max() == 0


def test_hidden_documents_have_no_influence():
    documents = ["a", "b", "a"]
    seen = link("a", documents[:2]).scores[0, :2]
    assert link("a", documents, hidden=[2]).scores[0, :2] == pytest.approx(seen)
