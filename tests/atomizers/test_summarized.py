from __future__ import annotations

import logging

import pytest

from seethrough import spec
from seethrough.atomizers.sentence import Sentence
from seethrough.atomizers.summarized import Summarized
from seethrough.models.fakes.fake import Fake
from seethrough.models.fakes.fake_server import FakeServer
from seethrough.models.resolve import using
from seethrough.records.corpus import Corpus


def test_the_claims_are_those_of_the_summary() -> None:
    server = FakeServer(Fake(replies=(("Summarize this conversation", "He asks. He is 40."),)))
    with server, using(base_url=server.url):
        atomizer = Summarized(Sentence(), "openai/fake")
        claims = atomizer.atomize(Corpus.from_texts(["user: long talk", "", " \n"]))
    assert claims == [["He asks.", "He is 40."], [], []]
    assert len(server.requests) == 1
    assert Summarized(model="fake/absent").atomize(Corpus.from_texts(["", " "])) == [[], []]


def test_a_text_without_a_summary_has_no_claims(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        claims = Summarized(Sentence(), "fake/refuse").atomize(
            Corpus.from_texts(["He has a secret."], ids=["r7"])
        )
    assert claims == [[]]
    assert "record r7 has no summary" in caplog.text
    assert "secret" not in caplog.text


def test_the_spec_names_the_model_and_the_atomizer_within() -> None:
    atomizer = spec.parse("atomizers", "summarized:atomizer=llm(model=fake),model=fake")
    assert spec.to_string(atomizer) == "summarized:atomizer=llm(model=fake),model=fake"
