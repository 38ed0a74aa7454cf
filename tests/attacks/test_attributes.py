from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seethrough.attacks.attributes import Attributes
from seethrough.engine.audit import audit
from seethrough.engine.runs.attacks import Setting, run_attack
from seethrough.engine.runs.cells import Cell
from seethrough.errors import InputError
from seethrough.evidence.attributes import GuessedAttribute, GuessedAttributes
from seethrough.protocols import Guess, Knowledge
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.storage.store import MemoryStore

RNG = np.random.default_rng(0)
PLACES = ["Lyon", "Graz", "Turin", "Oslo"]


def people(count: int) -> Corpus:
    """Every one is of another age, half are women, and they live in four cities."""
    words = ["She", "He"]
    return Corpus.from_texts(
        [
            f"{words[i % 2]} is {20 + i} years old and lives in {PLACES[i % 4]}."
            for i in range(count)
        ],
        fields=[
            {"age": 20 + i, "sex": ("female", "male")[i % 2], "city": PLACES[i % 4]}
            for i in range(count)
        ],
    )


def run(private: Corpus, released: Corpus, attack: Any = None) -> Cell:
    setting = Setting(private, None, 0, MemoryStore())
    return run_attack(attack or Attributes("fake"), TextRelease(released), "x", setting)


def value(cell: Cell, name: str, arm: str = "") -> float | None:
    (estimate,) = [e for e in cell.estimates if e.name == name]
    return getattr(estimate, arm).value if arm else estimate.value


def test_the_originals_give_all_away_and_a_stranger_s_record_what_is_common() -> None:
    private = people(60)
    cell = run(private, private)
    assert value(cell, "attributes.top1") == 1.0
    assert value(cell, "attributes.top1.age") == 1.0
    assert value(cell, "attributes.top1.sex", "control") == pytest.approx(0.5, abs=0.25)
    assert value(cell, "attributes.top1.place", "control") == pytest.approx(0.25, abs=0.2)
    assert value(cell, "attributes.top1", "baseline") == 0.0
    assert value(cell, "attributes.top1.income") is None


def test_what_a_release_withholds_is_not_guessed() -> None:
    private = people(20)
    told = private.with_texts([text.partition(" is ")[0] + " is well." for text in private.texts])
    cell = run(private, told)
    assert value(cell, "attributes.top1.sex") == 1.0
    assert value(cell, "attributes.top1.age") == 0.0
    assert value(cell, "attributes.top1") == pytest.approx(1 / 3)


def test_only_what_columns_state_is_sought_and_the_adversary_does_not_see_it() -> None:
    private = Corpus.from_texts(
        ["He is 30 years old.", "Nothing."], fields=[{"age": 30, "hat": "red"}, {"hat": "blue"}]
    )
    (known,) = Attributes("fake").learn(private, RNG)
    assert known.record == "0"
    assert known.facts == ("age",)


def test_the_control_never_reads_the_target_s_own_record() -> None:
    corpus = people(3)
    known = Knowledge("p", "1", ("age",), unseen=frozenset({"0", "1"}))
    guesses = Attributes("fake").guess(TextRelease(corpus), [known] * 20, RNG)
    assert {g.records for g in guesses} == {("2",)}
    alone = Knowledge("p", "1", ("age",), unseen=frozenset(corpus.ids))
    (guess,) = Attributes("fake").guess(TextRelease(corpus), [alone], RNG)
    assert guess.records == ()
    gone = Knowledge("p", "1", ("age",), unseen=frozenset({"1"}))  # that was not released at all
    (guess,) = Attributes("fake").guess(TextRelease(corpus.take([2])), [gone], RNG)
    assert guess.records == ("2",)


def test_a_model_that_does_not_answer_is_counted_and_never_a_pass() -> None:
    private = people(25)
    result = audit(private, private.with_texts([""] * 25), attacks=[Attributes("fake/refuse")])
    assert result.coverage["questions_unanswered"] == result.coverage["questions_asked"] == 25
    assert result.verdict.word == "inconclusive"
    assert "questions_not_answered" in {r.kind for r in result.verdict.reasons}
    assert result["attributes.top1"].value is None


def test_evidence_shows_truth_guesses_and_marks() -> None:
    private = people(2)
    (first, _) = run(private, private).targets.outcomes
    assert isinstance(first.evidence, GuessedAttributes)
    assert GuessedAttribute("age", "20", ("20",), (1.0,)) in first.evidence.attributes
    kept = json.loads(json.dumps(first.evidence.to_json()))
    assert GuessedAttributes.from_json(kept) == first.evidence


def test_advice_names_what_is_given_away() -> None:
    private = people(60)
    told = private.with_texts([text.partition(" is ")[0] + " is well." for text in private.texts])
    found = {e.name: e for e in run(private, told).estimates}
    assert "gives away sex. Generalize" in Attributes("fake").advice(found)
    nothing = {e.name: e for e in run(private, private.with_texts(["It is."] * 60)).estimates}
    assert Attributes("fake").advice(nothing) == ""


def test_an_attribute_that_no_column_states_is_not_asked_about() -> None:
    private = people(2)
    for outcome in run(private, private).targets.outcomes:
        assert outcome.tallies["attributes.top1.age"] == (1, 1)
        assert outcome.tallies["attributes.top1.income"] == (0, 0)


def scored(fields: dict[str, str], said: dict[str, list[str]]) -> dict[str, tuple[float, float]]:
    """Return what guesses at one person's attributes add to each figure."""
    private = Corpus.from_texts(["x"], ["r"], fields=[fields])
    guess = Guess(Knowledge("r", "r", tuple(said)), ("r",), (1.0,), json.dumps(said))
    (outcome,) = Attributes("fake").score([guess], private)
    return {
        name.removeprefix("attributes."): tuple(tally) for name, tally in outcome.tallies.items()
    }


def test_the_first_guess_and_the_first_three_by_hand() -> None:
    truth = {"age": "41", "sex": "female", "city": "Lyon, France"}
    made = scored(truth, {"age": ["70", "43"], "sex": ["female", "male"], "place": ["France"]})
    assert made["top1"] == (1, 3)
    assert made["top3"] == (2, 3)  # the right country without the city is no right guess
    assert made["top1.age"] == made["top1.place"] == (0, 1)
    assert made["top1.sex"] == (1, 1)
    assert scored(truth, {"hat": ["red"]})["top1"] == (0, 3)  # an answer that names none of them


def test_an_occupation_in_other_words_is_right_in_any_case() -> None:
    said = {"occupation": ["ATTORNEY"]}
    assert scored({"occupation": "Lawyer"}, said)["top1.occupation"] == (1, 1)
    assert scored({"occupation": "Baker"}, said)["top1.occupation"] == (0, 1)


def test_a_record_that_was_not_released_tells_nothing() -> None:
    known = [Knowledge("p", id_, ("age",)) for id_ in ("0", "gone")]
    guesses = Attributes("fake").guess(TextRelease(people(1)), known, RNG)
    assert [g.records for g in guesses] == [("0",), ()]


def test_what_no_guess_compares_with_is_counted() -> None:
    private = Corpus.from_texts(
        ["I am 41."] * 3,
        fields=[{"age": 41, "sex": sex, "income": "54,000"} for sex in ("weiblich", "", "female")],
    )
    cell = run(private, private)
    assert cell.targets.ledger()["attributes_not_comparable"] == 4  # a sex, and three incomes
    assert sum(t.of for t in cell.targets.tallies("attributes.top1.sex")) == 1


def test_a_prompt_file_of_the_user_is_read(tmp_path: Path) -> None:
    known = [Knowledge("p", "0", ("age",))]
    attack = Attributes("fake", prompt=str(tmp_path / "absent.txt"))
    with pytest.raises(InputError, match="absent"):
        attack.guess(TextRelease(people(1)), known, RNG)
