from __future__ import annotations

import pytest

from seethrough.engine.sanitize import sanitize
from seethrough.errors import UnavailableError
from seethrough.records.corpus import Corpus

TEXTS = ["Mrs Varga keeps hives. She was stung. It rained. Nobody came.", "", "Eins. Zwei 🐥."]


def test_what_is_kept_is_kept_word_for_word() -> None:
    release = sanitize(Corpus.from_texts(TEXTS), "excerpt:model=fake")
    assert release.corpus.texts == ["Mrs Varga keeps hives. She was stung.", "", "Eins."]
    assert release.ledger == {}
    assert release.aligned


@pytest.mark.parametrize("mode", ["refuse", "silent"])
def test_a_record_that_failed_is_withheld(mode: str) -> None:
    release = sanitize(Corpus.from_texts(TEXTS), f"excerpt:model=fake/{mode}")
    assert release.corpus.texts == ["", "", ""]
    assert release.ledger == {"withheld": 2}


def test_no_model_is_asked_where_there_is_nothing() -> None:
    assert sanitize(Corpus.from_texts([" "]), "excerpt:model=fake/absent").corpus.texts == [" "]
    with pytest.raises(UnavailableError):
        sanitize(Corpus.from_texts(TEXTS), "excerpt:model=fake/absent")
