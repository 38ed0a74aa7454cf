from __future__ import annotations

import numpy as np

from seethrough.records.corpus import Corpus
from seethrough.sanitizers.erase import Erase


def test_releases_empty_texts_under_the_same_ids() -> None:
    private = Corpus.from_texts(["Ada", "", "Bo"], ["a", "b", "c"], fields=[{"ssn": 1}, {}, {}])
    release = Erase().sanitize(private, np.random.default_rng(0))
    assert release.corpus.texts == ["", "", ""]
    assert release.corpus.ids == ["a", "b", "c"]
    assert [r.fields for r in release.corpus] == [{}, {}, {}]
    assert release.aligned


def test_empty_corpus() -> None:
    assert len(Erase().sanitize(Corpus.from_texts([]), np.random.default_rng(0)).corpus) == 0
