import math

import numpy as np
import pytest

from seethrough.linkers.pseudonyms import ANYWHERE, Pseudonyms


def link(query, documents, hidden=()):
    rng = np.random.default_rng(0)
    return Pseudonyms().link([query], documents, [list(hidden)], len(documents), rng)


def test_a_worked_example():
    documents = [
        "here Participant K7 spoke of rain",
        "then Participant K9 spoke of bread",
        "of Participant K7, bread",
        "nothing",
    ]
    links = link("Participant K7 spoke of bread", documents)
    assert sorted(links.indices[0, :2]) == [0, 2]
    # of four documents two have K7, after a word that three have a name after
    rare, word = math.log(1 + 2.5 / 2.5), math.log(1 + 1.5 / 3.5)
    assert links.scores[0, 0] == pytest.approx((ANYWHERE + 3 / 4) * rare + ANYWHERE * word)


def test_a_name_where_each_document_has_one_weighs_more_than_rare_ones():
    documents = [
        "The clerk met Ms Alder near Oslo, Rome, Bonn",
        "Ms Birch went away",
        "Ms Alder went away",
        "and Ms Birch",
    ]
    best = link("Ms Birch came by Oslo, Rome, Bonn", documents, hidden=[1]).indices[0]
    assert best[0] == 3


def test_codes_may_be_in_lower_case():
    documents = ["it is patient k7 who fell", "it is patient k9 who fell", "then patient k7"]
    assert link("patient k7 fell", documents, hidden=[0]).indices[0, 0] == 2


def test_a_name_at_the_beginning_of_a_line_follows_no_word():
    documents = ["K7: by bus", "K9: a Fiat", "here\nK6: a Fiat", "she has\nK7: a dog"]
    links = link("It rained\nK7: a Fiat", documents, hidden=[0])
    assert links.indices[0, 0] == 3
    assert link("It rained K7: a Fiat", documents, hidden=[0]).indices[0, 0] != 3


def test_other_words_count_for_nothing():
    documents = ["the rare word", "Rare beginnings, a word", "Other"]
    assert link("rare word, Other beginnings", ["a rare word", "x"]).scores[0].max() == 0
    assert link("Rare word", documents).scores[0].max() == 0


def test_hidden_documents_have_no_influence():
    documents = ["Ms Birch", "Ms Alder", "Ms birch", "Mr Birch"]
    seen = link("Ms Birch", documents[:2]).scores[0]
    assert seen[0] > seen[1] > 0
    assert link("Ms Birch", documents, hidden=[2, 3]).scores[0, :2] == pytest.approx(seen)
