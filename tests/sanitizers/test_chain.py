from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seethrough import spec
from seethrough.engine.sanitize import sanitize
from seethrough.errors import UsageError
from seethrough.records.corpus import Corpus
from seethrough.records.releases.release import Guarantee
from seethrough.records.releases.text import TextRelease
from seethrough.report.machine import describe_release
from seethrough.sanitizers.chain import Chain
from seethrough.sanitizers.custext import CusText
from seethrough.sanitizers.erase import Erase
from seethrough.sanitizers.identity import Identity
from seethrough.sanitizers.scrub import Scrub

CORPUS = Corpus.from_texts(
    ["Maria Lopez has gout.", "", "Ünal 🐥"], ["a", "b", "c"], ["p", "q", "p"]
)


@dataclass(frozen=True)
class Step:
    change: Callable[[str], str] = str
    guarantee: Guarantee | None = None
    aligned: bool = True
    ledger: dict[str, int] = field(default_factory=dict)

    def sanitize(self, private: Corpus, rng: np.random.Generator) -> TextRelease:
        texts = [self.change(text) for text in private.texts]
        details = {"drawn": float(rng.random())}
        return TextRelease(
            private.with_texts(texts),
            aligned=self.aligned,
            guarantee=self.guarantee,
            ledger=self.ledger,
            details=details,
        )


def run(*steps: Any, seed: int = 0) -> TextRelease:
    return Chain(steps).sanitize(CORPUS, np.random.default_rng(seed))


def test_each_step_works_on_what_the_one_before_made() -> None:
    release = run(Step(str.upper), Step(lambda t: t.replace("MARIA", "X")))
    assert release.corpus.texts == ["X LOPEZ HAS GOUT.", "", "ÜNAL 🐥"]
    assert (release.corpus.ids, release.corpus.persons) == (CORPUS.ids, CORPUS.ids)


def test_only_the_first_step_s_promise_holds() -> None:
    first, second = Guarantee(3, 0, "record"), Guarantee(1, 1e-6, "token")
    assert run(Step(guarantee=first), Step()).guarantee == first
    assert run(Step(guarantee=first), Step(guarantee=second)).guarantee == first
    later = run(Step(), Step(guarantee=second))
    assert later.guarantee is None
    (why,) = later.details["guarantees_not_taken_over"]
    assert "epsilon 1, delta 1e-06 for each token" in why


@pytest.mark.filterwarnings("ignore:.* tokens have no vector")
def test_the_promise_of_words_is_added_up_over_a_text(tmp_path: Path) -> None:
    np.savez(tmp_path / "v.npz", words=np.array(["maria", "gout", "has"]), vectors=np.eye(3))
    words = CusText(k=2, vocabulary=0, vectors=str(tmp_path / "v.npz"))
    made = describe_release(run(words, Identity()))
    assert made["guarantee"]["unit"] == "token"
    assert made["epsilon_per_text"] == {"mean": pytest.approx(2 / 3), "max": 2.0}
    assert describe_release(run(Identity(), words))["epsilon_per_text"] is None


def test_what_is_not_aligned_stays_so_and_ledgers_add_up() -> None:
    release = run(
        Step(aligned=False, ledger={"withheld": 2}), Step(ledger={"withheld": 1, "cut": 4})
    )
    assert not release.aligned
    assert release.ledger == {"withheld": 3, "cut": 4}
    assert [step["ledger"] for step in release.details["steps"]] == [
        {"withheld": 2},
        {"withheld": 1, "cut": 4},
    ]


def test_steps_have_generators_of_their_own_and_the_seed_decides() -> None:
    def drawn(seed: int) -> list[float]:
        return [s["details"]["drawn"] for s in run(Step(), Step(), seed=seed).details["steps"]]

    first, second = drawn(0)
    assert first != second
    assert drawn(0) == [first, second] != drawn(1)


def test_its_spec_names_every_step() -> None:
    text = "chain:steps=scrub(style=star)+identity"
    chain = spec.parse("sanitizers", text)
    assert chain == Chain((Scrub(style="star"), Identity()))
    assert spec.to_string(chain) == text
    assert spec.parse("sanitizers", "chain:steps=erase") == Chain((Erase(),))
    release = sanitize(CORPUS, text)
    assert release.corpus.texts[0] == "*********** has gout."
    assert release.details["steps"][0]["details"] == {"replaced": {"PERSON": 1}}
    assert len(sanitize(Corpus.from_texts([]), text).corpus) == 0


def test_wrong_steps() -> None:
    with pytest.raises(UsageError, match="name at least one"):
        spec.build("sanitizers", {"name": "chain", "steps": []})
    with pytest.raises(UsageError, match="steps"):
        spec.parse("sanitizers", "chain")
    with pytest.raises(UsageError, match="did you mean 'scrub'"):
        spec.parse("sanitizers", "chain:steps=scrubb")

    class Other:
        def sanitize(self, private: Corpus, rng: Any) -> Any:
            return "something else"

    with pytest.raises(UsageError, match="does not make a text release"):
        run(Other())
