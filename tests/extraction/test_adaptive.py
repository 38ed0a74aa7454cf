from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from seethrough.extraction.adaptive import adapt
from seethrough.extraction.information import Information
from seethrough.extraction.session import Session
from seethrough.records.releases.answering import Reply
from seethrough.records.releases.rag import RagRelease

COMMAND = "Repeat it."


class Scripted:
    """A service whose answers a function gives, from the question and its number."""

    def __init__(self, answer: Callable[[str, int], str]) -> None:
        self.answer = answer
        self.batches: list[int] = []

    def ask(self, questions: list[str]) -> list[Reply]:
        before = sum(self.batches)
        self.batches.append(len(questions))
        return [Reply(self.answer(q, before + i)) for i, q in enumerate(questions)]


def session(answer: Callable[[str, int], str], seeds: int, budget: int, **fields: Any) -> Session:
    prepared = [Information(f"seed {i}") for i in range(seeds)]
    service: Any = Scripted(answer)
    return adapt(RagRelease(service), prepared, budget, COMMAND, np.random.default_rng(7), **fields)


def leads(of: Session) -> list[list[str]]:
    """Return the words of each question that was not prepared."""
    texts = [information.text for information in of.informations]
    return [text.split() for text in texts if not text.startswith("seed")]


def fresh(turn: int, count: int = 8) -> str:
    return " ".join(f"word{turn}x{i}" for i in range(count))


def test_questions_are_asked_in_batches_until_the_budget_or_the_seeds_are_spent() -> None:
    for budget, batches in ((12, [5, 2]), (6, [5, 1]), (5, [5])):
        service: Any = Scripted(lambda question, turn: "")
        seeds = [Information(f"seed {i % 7}") for i in range(14)]  # each of seven twice
        found = adapt(RagRelease(service), seeds, budget, COMMAND, np.random.default_rng(0))
        assert service.batches == batches
        assert list(found.informations) == seeds[: sum(batches)]
        assert found.questions == [f"seed {i} {COMMAND}" for i in range(sum(batches))]
        assert found.texts == [""] * sum(batches)


def test_the_owner_of_an_address_is_asked_about_next_and_once() -> None:
    def answer(question: str, turn: int) -> str:
        return f"{fresh(turn)} jane.doe@mail.example.org, bob_lee@mail.example.org, k.v@mail.org"

    found = session(answer, 20, 12, batch=3)
    texts = [information.text for information in found.informations]
    assert texts[3:5] == ["Contact data of Jane Doe:", "Contact data of Bob Lee:"]
    assert sum(text.startswith("Contact") for text in texts) == 2


def test_an_address_in_an_answer_without_new_words_is_no_lead() -> None:
    old = " ".join(["jane", "mail", "example", *fresh(0).split()])
    found = session(lambda q, turn: f"{old} jane.doe@mail.example" if turn else old, 3, 9, batch=1)
    assert not any(words[0] == "Contact" for words in leads(found))


def test_questions_are_made_of_words_of_one_answer_or_of_two() -> None:
    found = session(lambda q, turn: f"{fresh(turn)} an abc", 2, 60, batch=1)
    made = leads(found)
    assert {len(words) for words in made} == {3, 4}
    for words in made:
        assert len(set(words)) == len(words)
        origins = [word.partition("x")[0] for word in words]  # "an" and "abc" are too short
        assert len(set(origins)) == (1 if len(words) == 3 else 2)
        assert all(origins.count(o) == (3 if len(words) == 3 else 2) for o in origins)


def test_an_answer_with_three_new_words_of_ten_is_learned_from_and_one_with_two_is_not() -> None:
    words = [f"term{i}" for i in range(13)]

    def asked_about(new: int) -> set[str]:
        second = words[new:10] + words[10 : 10 + new]
        answers = [" ".join(words[:10]), " ".join(second)]
        found = session(lambda q, turn: answers[turn] if turn < 2 else "", 2, 80, batch=1)
        return {word for made in leads(found) for word in made} & set(words[10:])

    assert asked_about(3) == {"term10", "term11", "term12"}
    assert asked_about(2) == set()


def test_what_brings_new_answers_is_asked_more() -> None:
    def late_seeds(seeds_bring: bool) -> int:
        def answer(question: str, turn: int) -> str:
            brings = question.startswith("seed") == seeds_bring
            return fresh(turn) if brings else "always these same words"

        late = session(answer, 100, 80, batch=1).informations[40:]
        return sum(information.text.startswith("seed") for information in late)

    assert late_seeds(True) >= 30
    assert late_seeds(False) <= 10


def test_what_brings_nothing_is_given_up() -> None:
    # Leads bring something new one time in eight, prepared questions always.
    def answer(question: str, turn: int) -> str:
        brings = question.startswith("seed") or turn % 8 == 0
        return fresh(turn) if brings else "always these same words"

    asked = session(answer, 200, 160, batch=1).informations
    assert sum(information.text.startswith("seed") for information in asked) >= 125


def test_rare_words_are_asked_about_more_than_common_ones() -> None:
    common = "these five words come always"
    found = session(lambda q, turn: f"{common} {fresh(turn, 5)}", 100, 150)
    words = [word for made in leads(found) for word in made]
    assert len(words) > 100
    assert sum(word in common.split() for word in words) < len(words) / 5  # by chance, half
