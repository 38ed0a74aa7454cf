from __future__ import annotations

from typing import Any

import pytest

from seethrough.engine.sanitize import sanitize
from seethrough.errors import UnavailableError
from seethrough.models.fakes.fake import Fake
from seethrough.records.corpus import Corpus

PRIVATE = Corpus.from_texts(
    ["Mrs Varga keeps ninety hives.", "The parrot ate.", ""], name="private"
)


def test_no_private_word_reaches_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    class Listening(Fake):
        def generate(self, prompts: Any, options: Any, on_answer: Any = None) -> Any:
            told.extend(m.content for p in prompts for m in p.messages)
            return super().generate(prompts, options, on_answer)

    monkeypatch.setattr("seethrough.sanitizers.attrprompt.resolve", lambda name: Listening())
    release = sanitize(PRIVATE, "attrprompt:model=x")
    assert told
    for word in ("Varga", "hives", "parrot"):
        assert not any(word in text for text in told)
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
