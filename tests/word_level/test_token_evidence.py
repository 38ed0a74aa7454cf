from __future__ import annotations

from pathlib import Path

import numpy as np

from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.word_level.token_evidence import Reader

PRIVATE = Corpus.from_texts(["good movie zork", "bad film"], ["a", "b"])


def test_a_release_of_unknown_making_is_compared_with_no_vectors() -> None:
    release = TextRelease(PRIVATE, details={"vectors": "0123456789abcdef"})
    assert Reader(release, (), (), told=True).sanitizer is None


def test_the_adversary_of_a_bound_knows_words_without_a_vector(tmp_path: Path) -> None:
    words = ["good", "bad", "movie", "film"]
    rows = np.random.default_rng(0).normal(size=(4, 3)).tolist()
    path = tmp_path / "vectors.txt"
    path.write_text(
        "".join(f"{w} {' '.join(map(str, r))}\n" for w, r in zip(words, rows, strict=True))
    )
    made = {"name": "custext", "vectors": str(path), "k": 2}
    release = TextRelease(PRIVATE, sanitizer=made)
    reader = Reader(release, (), PRIVATE.texts, told=False)
    view = reader.view(PRIVATE.ids, list(PRIVATE.texts))
    assert view.originals is not None
    zork = view.originals.ids[2]
    assert zork >= 4
    assert view.spelled(zork) == "zork"
    assert view.released.ids[2] == zork
