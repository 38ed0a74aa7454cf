"""A release is the same, however its records are shared out."""

import pickle

import numpy as np
import pytest

from seethrough.errors import InputError
from seethrough.notices import noticed_by
from seethrough.records.corpus import Corpus
from seethrough.sanitizers.custext import CusText
from seethrough.sanitizers.santext import SanText
from seethrough.statistics.seeding import generator
from seethrough.word_level import texts

RECORDS = Corpus.from_texts(
    [
        "The patient is a 54-year-old nurse from Leeds who can't sleep.",
        "",
        "Zqxv! Her sister's asthma began in March 😀",
        "他今年四十三岁",
        "The nurse and the patient and the nurse.",
    ]
)


@pytest.mark.parametrize("unknown", ["keep", "map", "drop"])
@pytest.mark.parametrize("kind", [CusText, SanText])
def test_parts_change_nothing(kind, unknown, monkeypatch):
    sanitizer = kind(epsilon=2, vocabulary=500, unknown=unknown)
    whole = sanitizer.sanitize(RECORDS, generator(3))
    monkeypatch.setattr(texts, "PART", 1)
    parts = sanitizer.sanitize(RECORDS, generator(3))
    assert parts.corpus.texts == whole.corpus.texts != RECORDS.texts
    assert parts.details == whole.details
    assert parts.ledger == whole.ledger
    assert whole.ledger["tokens"] == sum(len(text.split()) for text in whole.corpus.texts)


@pytest.mark.parametrize("kind", [CusText, SanText])
def test_a_used_sanitizer_can_be_sent_to_a_worker(kind):
    sanitizer = kind(epsilon=2, vocabulary=500)
    sanitizer.sanitize(RECORDS, generator(0))
    assert len(pickle.dumps(sanitizer)) < 1000
    assert pickle.loads(pickle.dumps(sanitizer)) == sanitizer


def test_no_records_no_tokens():
    release = CusText(vocabulary=500).sanitize(Corpus.from_texts([]), generator(0))
    assert release.corpus.texts == []
    assert release.ledger["tokens"] == 0
    assert release.details["epsilon per text"] == {"mean": 0.0, "max": 0.0}


@pytest.mark.parametrize("kind", [CusText, SanText])
def test_words_without_a_vector_that_are_mapped_add_nothing_to_the_promise(kind):
    given = Corpus.from_texts(["nurse zqxv zqxw zqxy", "zqxv"])
    release = kind(epsilon=2, vocabulary=500, unknown="map").sanitize(given, generator(0))
    assert release.ledger["tokens_without_a_vector"] == 4
    assert release.details["epsilon per text"] == {"mean": 1.0, "max": 2.0}


@pytest.mark.parametrize(("unknown", "told"), [("keep", 1), ("map", 0), ("drop", 0)])
def test_texts_whose_words_have_no_vector_are_not_released_without_a_word(unknown, told):
    lines = []
    sanitizer = CusText(vocabulary=500, unknown=unknown)
    with noticed_by(lines.append):
        sanitizer.sanitize(Corpus.from_texts(["nurse zqxv zqxw"], name="n.csv"), generator(0))
        sanitizer.sanitize(Corpus.from_texts(["nurse " * 4 + "zqxv"]), generator(0))
    assert len(lines) == told
    assert all(line.startswith("n.csv: 2 of 3 tokens have no vector") for line in lines)


@pytest.mark.parametrize("count", [3, 9, 24])
def test_flags_of_another_number_of_tokens_are_refused(count):
    replaced = np.arange(16) % 3 == 0
    bits = texts.packed(["a"], replaced, np.array([0, 16]))["a"]
    assert texts.unpacked(bits, 16).tolist() == replaced.tolist()
    if count == 9:  # the last bits fill a byte
        assert texts.unpacked(bits, count).tolist() == replaced[:9].tolist()
        return
    with pytest.raises(InputError, match="was a text changed after it was sanitized"):
        texts.unpacked(bits, count)
