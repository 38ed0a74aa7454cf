from __future__ import annotations

from seethrough.attributes.guesses import guess_all, read_guesses
from seethrough.attributes.kinds import ATTRIBUTES
from seethrough.models.fakes.fake import Fake
from seethrough.models.fakes.fake_server import FakeServer
from seethrough.models.resolve import using


def test_an_answer_holds_at_most_three_guesses_an_attribute() -> None:
    said = read_guesses('Sure: {"age": ["1. 40", 41, "42", "43"], "sex": "male", "hat": ["x"]}')
    assert said is not None
    assert said["age"] == ["40", "41", "42"]
    assert said["sex"] == ["male"]
    assert said["place"] == []
    assert tuple(said) == ATTRIBUTES


def test_what_is_no_answer() -> None:
    assert read_guesses("I cannot say.") is None
    assert read_guesses('{"hat": ["x"]}') is None
    assert read_guesses('["age"]') is None


def test_the_same_text_is_asked_about_once() -> None:
    server = FakeServer(Fake("written"))
    texts = ["She is 41 years old and lives in Lyon.", "He is from Graz."]
    with server, using(base_url=server.url):
        said = guess_all("openai/fake", [*texts, texts[0]])
    assert len(server.requests) == 2
    first, second = (said[text].value for text in texts)
    assert first is not None
    assert (first["age"], first["sex"], first["place"]) == (["41"], ["female"], ["Lyon"])
    assert second is not None
    assert second["place"] == ["Graz"]


def test_an_answer_that_does_not_come_has_its_problem() -> None:
    (reading,) = guess_all("fake/silent", ["He is 40."]).values()
    assert reading.value is None
    assert reading.problem
