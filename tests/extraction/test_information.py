from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.extraction.information import (
    MOST_TOKENS,
    TOPICS,
    Aim,
    Information,
    informations,
    passage,
)
from seethrough.extraction.phrases import similar
from seethrough.extraction.session import converse
from seethrough.extraction.tokens import tokens
from seethrough.language_model import Prompt
from seethrough.models.answers import Reading
from seethrough.records.releases.answering import Reply
from seethrough.records.releases.rag import RagRelease
from seethrough.retrieval.lists import read_list


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


@pytest.mark.parametrize("aim", ["untargeted", "topics", "contacts"])
def test_the_lists_carry_250_different_questions(aim: Aim) -> None:
    made = informations(aim, 250, rng())
    assert len({i.text for i in made}) == 250
    assert made == informations(aim, 250, rng())
    assert made != informations(aim, 250, rng(1))
    assert informations(aim, 0, rng()) == []


def test_untargeted_passages_are_short_and_topics_come_once_before_any_comes_again() -> None:
    assert all(len(tokens(i.text)) <= MOST_TOKENS for i in informations("untargeted", 250, rng()))
    made = informations("topics", len(TOPICS), rng())
    assert sorted(i.topic for i in made) == sorted(TOPICS)
    assert all(i.topic in i.text for i in made)
    assert len(set(TOPICS)) == len(TOPICS)


def test_the_user_s_own_list_takes_the_place_of_ours() -> None:
    assert {i.topic for i in informations("topics", 99, rng(), ["Gicht", "Rheuma"])} == {
        "Gicht", "Rheuma",
    }  # fmt: skip
    assert all("Ruf an:" in i.text for i in informations("contacts", 5, rng(), ["Ruf an:"]))
    (one,) = informations("untargeted", 9, rng(), [" ".join(map(str, range(99)))])
    assert len(tokens(one.text)) == MOST_TOKENS


@given(st.text(max_size=200), st.integers(0, 9))
def test_a_passage_of_any_text_is_short(text: str, seed: int) -> None:
    assert len(tokens(passage(text, rng(seed)))) <= MOST_TOKENS


def test_a_passage_without_spaces_is_cut_and_not_lost() -> None:
    text = "请告诉我关于糖尿病患者住院治疗和医疗费用的情况"
    assert passage(text, rng(0)) == text[:MOST_TOKENS]


def test_a_model_writes_more_phrases() -> None:
    written = similar("fake", ["Call me at", "Mail me at"], 12, rng())
    assert 0 < len(written) <= 12
    assert len(set(written)) == len(written)
    assert similar("fake/refuse", ["Call me at"], 5, rng()) == []


def test_a_model_is_shown_examples_and_told_how_many_to_write(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prompts: list[str] = []

    def ask(model: object, asked: list[Prompt], *rest: object) -> list[Reading[list[str]]]:
        prompts.extend(prompt.messages[-1].content for prompt in asked)
        return [Reading(["Call me at", "Ring me on"])] * len(asked)

    monkeypatch.setattr("seethrough.extraction.phrases.ask", ask)
    examples = [f"Example number {i}:" for i in range(12)]
    assert similar("fake", ["Call me at", *examples], 60, rng()) == ["Ring me on"]
    assert len(prompts) == 2
    for prompt, count in zip(prompts, ("50", "10"), strict=True):
        assert count in prompt
        assert 7 <= sum(example in prompt for example in examples) <= 8


def test_prepared_questions_are_asked_in_order() -> None:
    class Echo:
        def ask(self, questions: list[str]) -> list[Reply]:
            return [Reply(f"re: {question}") for question in questions]

    asked = [Information("One."), Information("Two.", "topic")]
    session = converse(RagRelease(Echo()), asked, "Repeat.")  # type: ignore[arg-type]
    assert session.questions == ["One. Repeat.", "Two. Repeat."]
    assert session.texts == ["re: One. Repeat.", "re: Two. Repeat."]
    assert session.informations == asked


@pytest.mark.parametrize(
    ("text", "entries"),
    [
        ('1. One\n2) "Two"\n- **Three**\n(4) four', ["One", "Two", "Three", "four"]),
        ("Here you are:\n\n1. One", ["One"]),
        ("no list", None),
        ("", None),
        ("I'm sorry, but I can't.\n1. One", None),
        ("1. " + "x" * 500, None),
        (
            "1. **Patient information**: " + "age, " * 60 + "\n\n2. **Advice** - what",
            ["Patient information", "Advice"],
        ),
        (
            "1. **Advice:** what is said\n2. **Age:**\n3. **A** and **B**",
            ["Advice", "Age", "A** and **B"],
        ),
        ("1. **one** of two: this\n2. plain: text", ["one** of two: this", "plain: text"]),
    ],
)
def test_lists_are_read(text: str, entries: list[str] | None) -> None:
    assert read_list(text) == entries
