"""The lexicon and the word table of the offline judge."""

import numpy as np

from seethrough.judges.offline.lexicon import build, lexicon, phrase, spans
from seethrough.text.word_table import weight, word_table


def test_equal_and_broader_phrases() -> None:
    known = build(["fever = raised temperature", "hives = wheals", "fever, chills < symptoms = s"])
    fever, raised = known.concepts[phrase("fever")], known.concepts[phrase("raised temperature")]
    assert fever == raised
    assert fever.isdisjoint(known.concepts[phrase("hives")])
    above = set().union(*(known.broader[c] for c in fever))
    assert known.concepts[phrase("symptoms")] <= above
    chills = known.concepts[phrase("chills")]
    assert above == set().union(*(known.broader[c] for c in chills))
    assert chills.isdisjoint(fever)


def test_every_phrase_in_a_text_is_found_the_longest_first() -> None:
    known = build(["high blood pressure = hypertension", "blood pressure = bp"])
    found = [(a, b) for a, b, _ in spans(phrase("his high blood pressure rose"), known)]
    assert found == [(1, 4), (2, 4)]
    assert spans(phrase("high blood"), known) == []


def test_the_shipped_lexicon() -> None:
    known = lexicon()
    assert len(known.concepts) > 1500
    assert all(known.concepts)
    same = [("diaphoresis", "sweating"), ("goose bumps", "piloerection"), ("doctor", "physician")]
    for a, b in same:
        assert known.concepts[phrase(a)] & known.concepts[phrase(b)]
    drug = set().union(*(known.broader[c] for c in known.concepts[phrase("lisinopril")]))
    assert known.concepts[phrase("ACE inhibitor")] & drug


def test_the_word_table() -> None:
    table = word_table()
    assert table.vectors.shape == (len(table.rank), 64)
    assert np.allclose(np.linalg.norm(table.vectors, axis=1), 1, atol=1e-5)

    def alike(a: str, b: str) -> float:
        return float(table.vectors[table.rank[a]] @ table.vectors[table.rank[b]])

    assert alike("shop", "store") > 0.5 > alike("chair", "fever")
    assert 0 < weight("said") < weight("erythema") <= 1.01
