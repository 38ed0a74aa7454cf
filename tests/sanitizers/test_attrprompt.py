from __future__ import annotations

import pytest
from tests.sanitizers._listening import Listening

from seethrough.engine.sanitize import sanitize
from seethrough.errors import UnavailableError
from seethrough.records.corpus import Corpus

PRIVATE = Corpus.from_texts(
    ["Mrs Varga keeps ninety hives.", "The parrot ate.", ""], name="private"
)


def test_no_private_word_reaches_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Listening()
    monkeypatch.setattr("seethrough.sanitizers.attrprompt.resolve", lambda _: model)
    release = sanitize(PRIVATE, "attrprompt:model=x")
    assert model.told
    for word in ("Varga", "hives", "parrot"):
        assert not any(word in text for text in model.told)
        assert not any(word in text for text in release.corpus.texts)


def test_invented_records_stand_for_nobody() -> None:
    release = sanitize(PRIVATE, "attrprompt:model=fake,attributes=2,subtopics=3", seed=0)
    assert release.corpus.ids == ["invented-0", "invented-1", "invented-2"]
    assert not release.aligned
    assert all(release.corpus.texts)
    assert list(release.details["attributes"]) == ["ordinary", "urgent"]
    assert [len(own) for own in release.details["attributes"].values()] == [3, 3]
    again = sanitize(PRIVATE, "attrprompt:model=fake,attributes=2,subtopics=3", seed=0)
    assert again.corpus.texts == release.corpus.texts
    assert len(sanitize(PRIVATE, "attrprompt:model=fake,records=7").corpus) == 7
    assert len(sanitize(PRIVATE.take([]), "attrprompt:model=fake/absent").corpus) == 0


def test_a_model_that_fails() -> None:
    with pytest.raises(UnavailableError, match="names no attributes"):
        sanitize(PRIVATE, "attrprompt:model=fake/refuse")
    with pytest.raises(UnavailableError):
        sanitize(PRIVATE, "attrprompt:model=fake/absent")
