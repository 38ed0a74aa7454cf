from __future__ import annotations

import numpy as np

from seethrough.records.corpus import Corpus
from seethrough.sanitizers.identity import Identity


def test_releases_every_text_under_its_own_id_without_other_fields() -> None:
    private = Corpus.from_texts(
        ["Ada\tLovelace 👩🏽‍⚕️", "", "<b>x</b>"],
        ["a", "b", "c"],
        ["p", "p", "q"],
        [{"ssn": 1}, {}, {}],
    )
    release = Identity().sanitize(private, np.random.default_rng(0))
    assert release.corpus.texts == private.texts
    assert (release.corpus.ids, release.corpus.persons) == (private.ids, private.ids)
    assert [r.fields for r in release.corpus] == [{}, {}, {}]
    assert release.aligned
    assert release.guarantee is None


def test_empty_corpus() -> None:
    assert len(Identity().sanitize(Corpus.from_texts([]), np.random.default_rng(0)).corpus) == 0
