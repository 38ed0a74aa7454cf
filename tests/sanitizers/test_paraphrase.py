from __future__ import annotations

import pytest

from seethrough.engine.sanitize import sanitize
from seethrough.errors import UnavailableError
from seethrough.models.fakes.fake import Fake
from seethrough.models.rewriting import after_mark, whole
from seethrough.records.corpus import Corpus

TEXTS = ["The man, 43, has pain.", "", "\n", "Der Mann, 43. 🐥"]


def test_anonymize_then_paraphrase() -> None:
    release = sanitize(Corpus.from_texts(TEXTS), "paraphrase:model=fake")
    assert release.corpus.texts == [
        "The male person, **, shows discomfort.", "", "\n", "Der ****, **. 🐥",
    ]  # fmt: skip
    alone = sanitize(Corpus.from_texts(TEXTS), "paraphrase:model=fake,sanitize_first=false")
    assert alone.corpus.texts[0] == "The male person, 43, shows discomfort."
    assert release.ledger == alone.ledger == {}


@pytest.mark.parametrize("mode", ["refuse", "garbage", "silent"])
def test_what_could_not_be_paraphrased_is_withheld(mode: str) -> None:
    release = sanitize(Corpus.from_texts(TEXTS), f"paraphrase:model=fake/{mode}")
    assert release.corpus.texts == ["", "", "\n", ""]
    assert release.ledger == {"withheld": 2}


def test_the_private_text_never_stands_in_for_a_failed_second_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    model = Fake(replies=((r"^Paraphrase", "I'm sorry, but I can't."),))
    monkeypatch.setattr("seethrough.sanitizers.paraphrase.resolve", lambda name: model)
    release = sanitize(Corpus.from_texts(TEXTS), "paraphrase:model=x")
    assert release.corpus.texts == ["", "", "\n", ""]
    assert release.ledger == {"withheld": 2}


def test_no_model_is_asked_where_there_is_nothing_to_say() -> None:
    assert sanitize(Corpus.from_texts([" "]), "paraphrase:model=fake/absent").corpus.texts == [" "]
    with pytest.raises(UnavailableError):
        sanitize(Corpus.from_texts(["a"]), "paraphrase:model=fake/absent")


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("I change the age.\n#\nA person.", "A person."),
        ("I change.\n  #  \nAnonymized text: A person.\n# not a mark", "A person.\n# not a mark"),
        ("#\nA\nB", "A\nB"),
        ("x\n#\n<document 0123456789abcdef>\nA\n</document 0123456789abcdef>", "A"),
        ("x\n#\n", None),
        ("No mark here.", None),
        ("# A heading\nis no mark", None),
    ],
)
def test_the_text_after_the_mark(answer: str, text: str | None) -> None:
    assert after_mark(answer) == text


def test_a_whole_answer() -> None:
    assert whole("**Paraphrased text:** He left.") == "He left."
    assert whole(" \n") is None
    assert whole("I'm sorry, but I can't help.") is None


@pytest.mark.parametrize(
    "answer",
    [
        "<record 0f95bf31b2661c66c3>\n\nHe left.\n\n<EXAMPLE 95bf31b2661c66c3>\n\n</record 0f95>",
        "<record 0f...>He left.",
        "<Example 7>\nHe left.\n</Example 7>",
        "<examples 0123456789abcdef>\nHe left.\n</examples 0123456789abcdef>",
    ],
)
def test_marks_after_the_prompt_s_are_no_text(answer: str) -> None:
    assert whole(answer) == "He left."


@pytest.mark.parametrize("text", ["<b 2> left.", "He saw <record 7> there.", "a <text> b"])
def test_what_only_looks_like_a_mark_stays(text: str) -> None:
    assert whole(text) == text
