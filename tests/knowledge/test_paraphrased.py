from __future__ import annotations

import pytest

from seethrough import spec
from seethrough.errors import UnavailableError
from seethrough.knowledge.first import First
from seethrough.knowledge.paraphrased import Overlap, Paraphrased, overlap, overlap_of
from seethrough.protocols import Known
from seethrough.records.corpus import Corpus

TEXTS = ["The man has pain. The man takes aspirin. He is tall.", "", "My cat comes with the woman."]
CLAIMS = [["The man has pain.", "The man takes aspirin.", "He is tall."], [], [TEXTS[2]]]


def test_facts_are_paraphrased_and_the_used_claims_stay() -> None:
    corpus = Corpus.from_texts(TEXTS)
    source = Paraphrased(First(2), "fake")
    drawn = source.draw(corpus, CLAIMS, 3)
    assert drawn == [
        Known(
            ("The male person shows discomfort. The male person uses aspirin.",), frozenset({0, 1})
        ),
        Known((), frozenset()),
        Known(("My cat presents along with the female person.",), frozenset({0})),
    ]
    assert drawn == source.draw(corpus, CLAIMS, 3)
    found = overlap_of(source, corpus)
    assert found is not None
    assert found.before == 1.0
    assert 0 < found.after < 0.5
    assert found.records == 2
    assert overlap_of(source, Corpus.from_texts(["Another."])) is None


def test_the_overlap_by_hand() -> None:
    corpus = Corpus.from_texts(["a cat sat on a mat", "x y"])
    before = [Known(("a cat sat",), frozenset()), Known(("x y",), frozenset())]
    after = [Known(("a cat ran",), frozenset()), Known((), frozenset())]
    assert overlap(corpus, before, after) == Overlap(1.0, 0.5, 1)


def test_what_could_not_be_paraphrased_is_not_known() -> None:
    corpus = Corpus.from_texts(TEXTS)
    drawn = Paraphrased(First(2), "fake/refuse").draw(corpus, CLAIMS, 3)
    assert [known.facts for known in drawn] == [(), (), ()]
    assert drawn[0].used == {0, 1}


def test_no_model_is_asked_where_nothing_is_known() -> None:
    source = Paraphrased(model="fake/absent")
    assert source.draw(Corpus.from_texts([""]), [[]], 0) == [Known((), frozenset())]
    with pytest.raises(UnavailableError):
        source.draw(Corpus.from_texts(["a"]), [["a"]], 0)


def test_the_spec_names_the_source_within() -> None:
    source = spec.parse("knowledge", "paraphrased:source=last(k=2),model=fake")
    assert spec.parse("knowledge", spec.to_string(source)) == source
    assert spec.to_string(source) == "paraphrased:source=last(k=2),model=fake"
