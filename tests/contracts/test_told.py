"""What an attack says of itself can be shown, or one line names it before any work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import pytest

from seethrough.engine.audit import audit
from seethrough.errors import ContractError
from seethrough.protocols import Attack, Figure, Generator, Guess, Knowledge, Outcome, Step, Tally
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.report.machine import to_json

PRIVATE = Corpus.from_texts(["Ada keeps bees.", "Bo bakes bread.", "Cleo teaches the violin."])


@dataclass(frozen=True)
class Says(Attack[TextRelease]):
    """Says of itself what it is told to; what is callable it does."""

    told: dict[str, Any] = field(default_factory=dict, hash=False)
    worked: list[str] = field(default_factory=list, hash=False)
    figures: ClassVar[tuple[Figure, ...]] = (
        Figure("toy.found", "lower_is_better", "How many.", "Not who."),
    )

    def _say(self, what: str, usual: Any) -> Any:
        said = self.told.get(what, usual)
        return said() if callable(said) else said

    def steps(self) -> Any:
        return self._say("steps", ())

    def adversary(self) -> Any:
        return self._say("adversary", "")

    def facts_known(self) -> Any:
        return self._say("facts_known", None)

    def advice(self, found: Any) -> Any:
        return self._say("advice", "")

    def learn(self, private: Corpus, rng: Generator) -> Sequence[Knowledge]:
        self.worked.append("learn")
        return [Knowledge(r.person, r.id, ("somebody",)) for r in private]

    def guess(
        self, release: TextRelease, knowledge: Sequence[Knowledge], rng: Generator
    ) -> Sequence[Guess]:
        return [Guess(known) for known in knowledge]

    def score(self, guesses: Sequence[Guess], private: Corpus) -> Sequence[Outcome]:
        return [Outcome({"toy.found": Tally(0.0)}) for _ in guesses]


def fails() -> None:
    raise KeyError("Ada keeps bees")


@pytest.mark.parametrize(
    ("what", "said", "problem"),
    [
        ("steps", "Link", "its steps gave no list of Step"),
        ("steps", fails, "its own code failed: KeyError in test_told.py"),
        ("adversary", None, "its adversary gave NoneType; give a text"),
        ("adversary", fails, "its own code failed: KeyError in test_told.py"),
        ("facts_known", "three", "its facts_known gave no number"),
        ("facts_known", -1, "its facts_known gave no number"),
    ],
)
def test_what_no_report_can_show_is_refused_before_any_work(
    what: str, said: Any, problem: str
) -> None:
    attack = Says({what: said})
    with pytest.raises(ContractError, match=f"^attack .*Says: {problem}"):
        audit(PRIVATE, PRIVATE, attacks=[attack])
    assert attack.worked == []


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        (None, "its advice gave NoneType; give a text"),
        (fails, "its own code failed: KeyError in test_told.py"),
    ],
)
def test_advice_that_is_none_is_refused_with_the_attacks_name(said: Any, problem: str) -> None:
    found = audit(PRIVATE, PRIVATE, attacks=[Says({"advice": said})])
    with pytest.raises(ContractError, match=f"^attack .*Says: {problem}"):
        to_json(found)


def test_what_an_attack_says_stands_in_the_report() -> None:
    told = {"steps": [Step("Count", "Bees are counted")], "adversary": "by bees"}
    attack = Says({**told, "facts_known": 2, "advice": "Leave bees out."})
    (shown,) = to_json(audit(PRIVATE, PRIVATE, attacks=[attack]))["attacks"]
    assert [step["title"] for step in shown["steps"]] == ["Count"]
    assert (shown["adversary"], shown["facts"], shown["advice"]) == (
        "by bees",
        2,
        "Leave bees out.",
    )
