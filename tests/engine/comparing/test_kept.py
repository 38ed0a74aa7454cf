"""A release of text that was kept is the one that was made."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from seethrough.engine.comparing.kept import decoded, encoded
from seethrough.model_releases.stand_ins import KnownByHeart
from seethrough.reasons import Reason
from seethrough.records.corpus import Corpus
from seethrough.records.releases.model import ModelRelease
from seethrough.records.releases.release import Guarantee
from seethrough.records.releases.text import TextRelease

MADE = TextRelease(
    Corpus.from_texts(
        ["Zoë 🦊 keeps bees.", ""], ["a", "b"], ["李雷", "p"], [{"age": 3}, {}], name="made.csv"
    ),
    aligned=False,
    sanitizer={"name": "chain", "steps": [{"name": "erase"}]},
    guarantee=Guarantee(2.0, 1e-5, "person", "a note"),
    ledger={"withheld": 3},
    details={"seeded": True, "own": [1, None, "x"]},
    doubts=(Reason("sidecar_mismatch", "inconclusive", ("identifiers",), facts={"of": "private"}),),
)


@pytest.mark.parametrize("made", [MADE, replace(MADE, aligned=True, guarantee=None, doubts=())])
def test_a_kept_release_is_the_one_that_was_made(made: TextRelease) -> None:
    found = decoded(json.loads(json.dumps(encoded(made))))
    assert replace(found, corpus=made.corpus) == made
    assert (found.corpus.hash, found.corpus.name) == (made.corpus.hash, made.corpus.name)
    assert found.label == made.label


def test_a_release_of_another_kind_is_not_kept() -> None:
    assert encoded(ModelRelease(KnownByHeart({}, ""))) is None
