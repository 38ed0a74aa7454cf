from __future__ import annotations

import pytest

from seethrough import spec
from seethrough.errors import UnavailableError
from seethrough.knowledge.first import First
from seethrough.knowledge.paraphrased import Paraphrased
from seethrough.protocols import Knowledge, Known
from seethrough.records.corpus import Corpus
from seethrough.report.models import overlap

TEXTS = ["The man has pain. The man takes aspirin. He is tall.", "", "My cat comes with the woman."]
CLAIMS = [["The man has pain.", "The man takes aspirin.", "He is tall."], [], [TEXTS[2]]]


def test_facts_are_paraphrased_and_the_used_claims_stay() -> None:
    corpus = Corpus.from_texts(TEXTS)
    source = Paraphrased(First(2), "fake")
    drawn = source.draw(corpus, CLAIMS, 3)
    assert drawn == [
        Known(
            ("The male person shows discomfort. The male person uses aspirin.",),
            frozenset({0, 1}),
            ("The man has pain.", "The man takes aspirin."),
        ),
        Known((), frozenset()),
        Known(("My cat presents along with the female person.",), frozenset({0}), (TEXTS[2],)),
    ]
    assert drawn == source.draw(corpus, CLAIMS, 3)
    people = [Knowledge(i, i, k.facts, k.used, original=k.original)
              for i, k in zip(corpus.ids, drawn, strict=True) if k.facts]  # fmt: skip
    found = overlap(people, corpus)
    assert found is not None
    assert found["before"] == 1.0
    assert 0 < found["after"] < 0.5
    assert found["records"] == 2


def test_the_overlap_by_hand() -> None:
    corpus = Corpus.from_texts(["a cat sat on a mat", "x y"], ids=["a", "b"])
    changed = Knowledge("a", "a", ("a cat ran",), original=("a cat sat",))
    as_drawn = Knowledge("b", "b", ("x y",))
    assert overlap([changed, as_drawn], corpus) == {"before": 1.0, "after": 0.5, "records": 1}
    assert overlap([as_drawn], corpus) is None


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
