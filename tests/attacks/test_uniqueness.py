"""Who can be singled out of a population: by hand, and by the engine."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from seethrough import spec
from seethrough.attacks.uniqueness import Uniqueness
from seethrough.engine.audit import audit
from seethrough.errors import UsageError
from seethrough.evidence.fitting import PeopleWhoFit, SaidAttribute
from seethrough.population import stated
from seethrough.protocols import Guess
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease

TABLE = """place,sex,age,count
Lyon,female,40-44,10
Lyon,male,40-44,2
Nice,female,40-44,50
Nice,male,0-39,38
"""


@pytest.fixture
def attack(tmp_path: Path) -> Uniqueness:
    file = tmp_path / "people.csv"
    file.write_text(TABLE, "utf-8")
    return Uniqueness(str(file), k=2)


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


def test_the_figures_by_hand(attack: Uniqueness) -> None:
    private = Corpus.from_texts(["He lives in Lyon.", "She lives in Lyon."] * 2 + ["Nobody knows."])
    known = attack.learn(private, rng())
    assert [k.record for k in known] == list(private.ids[:4])  # of the last nothing is read
    assert known[0].facts == ("place", "sex", "age")
    said = [
        {"place": ["Lyon"], "sex": ["male"]},  # all true: 2 people
        {"place": ["Lyon"], "sex": ["male"]},  # the place alone is true: 12
        {"age": ["40-44"], "place": ["Nice"]},  # nothing that is known to be true: 100
        {},
    ]
    guesses = [Guess(k, text=json.dumps(s)) for k, s in zip(known, said, strict=True)]
    outcomes = attack.score(guesses, private)
    people = [o.tallies["uniqueness.people"].value for o in outcomes]
    assert people == [2, 12, 100, 100]
    assert [o.tallies["uniqueness.singled_out"].value for o in outcomes] == [1, 0, 0, 0]
    bits = [o.tallies["uniqueness.bits"].value for o in outcomes]
    assert bits == pytest.approx([np.log2(50), np.log2(100 / 12), 0, 0])
    assert [dict(o.ledger) for o in outcomes] == [
        {}, {"attributes_contradicted": 1},
        {"attributes_contradicted": 1, "attributes_unchecked": 1}, {},
    ]  # fmt: skip
    assert outcomes[1].evidence == PeopleWhoFit(
        (
            SaidAttribute("place", ("Lyon",), ("Lyon",), True),
            SaidAttribute("sex", ("male",), ("female",), False),
        ),
        12, 12, 12, 0,
    )  # fmt: skip


def test_a_released_range_narrows_less_than_the_age(attack: Uniqueness) -> None:
    private = Corpus.from_texts(["A 43-year-old woman in Lyon."])
    known = attack.learn(private, rng())
    found = []
    for text in ("A 43-year-old woman in Lyon.", "A woman in her forties in Lyon.", "A woman."):
        guesses = attack.guess(TextRelease(private.with_texts([text])), known, rng())
        (outcome,) = attack.score(guesses, private)
        found.append(outcome.tallies["uniqueness.people"].value)
    assert found[0] == pytest.approx(1 + 9 / 5)  # the person, and a fifth of the nine others
    assert found[1:] == [10, 60]


@pytest.mark.parametrize(("text", "people"), [("Is 43 years old.", 2.8), ("Aged 44.", 10)])
def test_a_column_of_ranges_counts_where_the_text_says_no_age_that_is_true(
    attack: Uniqueness, text: str, people: float
) -> None:
    private = Corpus.from_texts(["A 43-year-old woman in Lyon."])
    fields = [{"age": "[40, 50)", "sex": "F", "place": "Lyon"}]
    released = TextRelease(Corpus.from_texts([text], fields=fields))
    (outcome,) = attack.score(attack.guess(released, attack.learn(private, rng()), rng()), private)
    assert outcome.tallies["uniqueness.people"].value == pytest.approx(people, abs=0.01)


def test_the_originals_single_out_and_empty_records_do_not(attack: Uniqueness) -> None:
    texts = [
        f"Record {i}: he lives in Lyon." if i % 2 else f"{i}: she is in Nice." for i in range(60)
    ]
    private = Corpus.from_texts(texts)
    kept = audit(private, private, attacks=[attack])
    assert kept["uniqueness.singled_out"].value == 0.5
    assert kept["uniqueness.singled_out"].control.value == pytest.approx(0.25, abs=0.13)
    assert kept["uniqueness.singled_out"].baseline.value == 0
    gone = audit(private, private.with_texts([""] * 60), attacks=[attack])
    assert gone["uniqueness.singled_out"].value == 0
    assert gone["uniqueness.people"].value == 100
    assert gone["uniqueness.bits"].value == 0


def test_what_the_private_record_leaves_open_counts_in_the_own_record_alone(
    attack: Uniqueness,
) -> None:
    private = Corpus.from_texts(["He keeps bees.", "She lives in Nice."])
    (known, _) = attack.learn(private, rng())
    said = json.dumps({"sex": ["male"], "place": ["Lyon"]})
    guesses = [Guess(known, (id_,), (1.0,), said) for id_ in private.ids]
    people = [o.tallies["uniqueness.people"].value for o in attack.score(guesses, private)]
    assert people == [2, 40]


def test_a_sample_hides_more_people(attack: Uniqueness) -> None:
    private = Corpus.from_texts(["He lives in Lyon."] * 3)
    sampled = Uniqueness(attack.population, k=4, fraction=0.1)
    found = audit(private, private, attacks=[sampled])
    assert found["uniqueness.people"].value == pytest.approx(20)
    assert found["uniqueness.people"].baseline.value == pytest.approx(1000)


def test_where_nothing_is_read_nothing_is_said(attack: Uniqueness) -> None:
    private = Corpus.from_texts(["Nichts steht hier.", "Rien."])
    result = audit(private, private, attacks=[attack])
    assert result["uniqueness.singled_out"].value is None


def test_a_guess_sees_neither_the_private_text_nor_what_is_hidden(attack: Uniqueness) -> None:
    private = Corpus.from_texts(["He lives in Lyon.", "She lives in Nice."])
    known = attack.learn(private, rng())
    unseeing = [type(k)(k.person, k.record, k.facts, unseen=frozenset((k.record,))) for k in known]
    guesses = attack.guess(TextRelease(private), unseeing, rng())
    assert [json.loads(g.text)["sex"] for g in guesses] == [["female"], ["male"]]
    alone = attack.guess(TextRelease(private.take([0])), unseeing[:1], rng())
    assert alone[0].text == "{}"


@pytest.mark.parametrize("columns", ["sex+place", '"place+sex"'])
def test_some_attributes_alone_are_used(attack: Uniqueness, columns: str) -> None:
    table = attack.population
    some = spec.parse("attacks", f'uniqueness:population="{table}",columns={columns},k=2')
    private = Corpus.from_texts(["He is 41 and lives in Lyon."])
    (known,) = some.learn(private, rng())
    assert sorted(known.facts) == ["place", "sex"]
    assert some.guess(TextRelease(private), [known], rng())[0].text.count(":") == 2


def test_an_age_that_the_private_text_says_second_is_the_person_s_all_the_same(
    tmp_path: Path,
) -> None:
    file = tmp_path / "people.csv"
    file.write_text("age,count\n0-44,1000\n45,2\n46-99,1000\n", "utf-8")
    attack = Uniqueness(str(file))
    private = Corpus.from_texts(["Her 80-year-old father died. She is 45."])
    release = TextRelease(private.with_texts(["Her father died. She is 45."]))
    (guess,) = attack.guess(release, attack.learn(private, rng()), rng())
    (outcome,) = attack.score([guess], private)
    assert outcome.tallies["uniqueness.people"].value == 2
    first = attack.guess(TextRelease(private), attack.learn(private, rng()), rng())[0]
    assert json.loads(first.text) == {"age": ["80-80"]}


def test_a_year_of_birth_is_an_age_in_the_year_of_the_table(attack: Uniqueness) -> None:
    private = Corpus.from_texts(["She was born in 1980."])
    ages = []
    for year in (2000, 2021):
        then = Uniqueness(attack.population, year=year)
        (guess,) = then.guess(TextRelease(private), then.learn(private, rng()), rng())
        ages.append(json.loads(guess.text)["age"])
    assert ages == [["19-20"], ["40-41"]]


def test_advice_is_given_where_people_are_singled_out_beyond_the_control(
    attack: Uniqueness,
) -> None:
    private = Corpus.from_texts([f"{i}: {'He' if i % 2 else 'She'} is in Lyon." for i in range(60)])
    for released, said in ((private, True), (private.with_texts(["x"] * 60), False)):
        result = audit(private, released, attacks=[attack])
        found = {e.name: e for e in result.estimates}
        assert bool(attack.advice(found)) == said


def test_a_text_is_read_once(attack: Uniqueness, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    ages = stated.said_ages
    monkeypatch.setattr(
        stated, "said_ages", lambda text, year: read.append(text) or ages(text, year)
    )
    private = Corpus.from_texts([f"He is {age}, and often reads." for age in range(40, 44)])
    released = TextRelease(private.with_texts([f"Ah! {text}" for text in private.texts]))
    for _ in range(2):
        known = attack.learn(private, rng())
        attack.score(attack.guess(released, known, rng()), private)
    assert sorted(read) == sorted([*private.texts, *released.corpus.texts])


def test_a_sample_in_which_nobody_could_be_singled_out_is_refused(attack: Uniqueness) -> None:
    private = Corpus.from_texts(["He lives in Lyon."])
    release = TextRelease(private)
    small = Uniqueness(attack.population, k=5, fraction=0.05)
    with pytest.raises(UsageError, match=r"fraction=0.05 nobody .* fit 6.3 people .* say k=7"):
        small.check(release, private)
    Uniqueness(attack.population, k=7, fraction=0.05).check(release, private)
    Uniqueness(attack.population, k=5, fraction=0.07).check(release, private)
    attack.check(release, private)
