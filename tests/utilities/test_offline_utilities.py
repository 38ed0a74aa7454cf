from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough import spec
from seethrough.errors import UsageError
from seethrough.estimates.estimate import Estimate
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.utilities._pairs import UNALIGNED, counted, someone_else
from seethrough.utilities.entities_kept import EntitiesKept, _kept
from seethrough.utilities.length_kept import LengthKept
from seethrough.utilities.numbers_kept import numbers
from seethrough.utilities.rouge_kept import RougeKept
from seethrough.utilities.vocabulary_kept import VocabularyKept

OFFLINE = ["rouge_kept", "length_kept", "vocabulary_kept", "entities_kept", "numbers_kept"]
TEXTS = [
    "Maria Lopez, 43, came from Paris with 12,000 euros.",
    "The pump needs 2.5 ml of oil every 10 days, said Abel Quist of Siemens.",
    "Nothing but words stands here, dear reader.",
    "",
    "Er zahlt 7 Kronen in Oslo. 🐥",
]
PRIVATE = Corpus.from_texts(TEXTS, list("abcde"), list("ppqrs"))


def measure(name: str, texts: list[str] | None, **release: Any) -> dict[str, Estimate]:
    corpus = PRIVATE if texts is None else PRIVATE.with_texts(texts)
    utility = spec.parse("utilities", name)
    made = utility.measure(PRIVATE, TextRelease(corpus, **release), np.random.default_rng(0))
    assert [e.name for e in made] == [f.name for f in utility.figures]
    return {estimate.name.removeprefix("utility."): estimate for estimate in made}


def values(estimates: dict[str, Estimate]) -> list[float | None]:
    return [estimate.value for estimate in estimates.values()]


@pytest.mark.parametrize("name", OFFLINE)
def test_the_originals_keep_all_and_an_erased_release_nothing(name: str) -> None:
    for estimate in measure(name, None).values():
        assert estimate.value == pytest.approx(1)
        assert estimate.high == pytest.approx(1)
        assert estimate.n >= 3
        assert estimate.control is not None
        assert estimate.control.value is not None
        assert estimate.control.value < 1
        assert estimate.baseline is not None
        assert estimate.baseline.value == 0
        assert estimate.excess is None  # what exceeds a control is no leak here
        assert estimate.component["name"] == name
    assert set(values(measure(name, [""] * 5))) == {0.0}


@pytest.mark.parametrize("name", OFFLINE)
def test_nothing_can_be_measured_without_records(name: str) -> None:
    nobody = Corpus.from_texts([])
    utility = spec.parse("utilities", name)
    for corpus in (nobody, Corpus.from_texts(["", "🐥"])):
        for estimate in utility.measure(corpus, TextRelease(corpus), np.random.default_rng(0)):
            assert (estimate.value, estimate.n) == (None, 0)


@pytest.mark.parametrize("name", OFFLINE)
def test_a_release_whose_records_are_nobody_s(name: str) -> None:
    for estimate in measure(name, None, aligned=False).values():
        if name == "vocabulary_kept":
            assert estimate.value == 1
            assert estimate.control is None
        else:
            assert (estimate.value, estimate.n, estimate.method) == (None, 0, UNALIGNED)


@pytest.mark.parametrize("name", OFFLINE)
def test_a_record_that_was_left_out_kept_nothing(name: str) -> None:
    utility = spec.parse("utilities", name)
    some = TextRelease(PRIVATE.take([0]))
    empty = TextRelease(PRIVATE.with_texts([TEXTS[0], "", "", "", ""]))
    rng = np.random.default_rng
    left_out = utility.measure(PRIVATE, some, rng(0))
    assert [e.to_json() for e in left_out] == [
        e.to_json() for e in utility.measure(PRIVATE, empty, rng(0))
    ]


def test_rouge_by_hand() -> None:
    private = Corpus.from_texts(["the cat sat on the mat", "one"])
    release = TextRelease(private.with_texts(["the cat lay on a mat", "one two"]))
    rng = np.random.default_rng(0)
    made = {e.name[-1]: e for e in RougeKept("recall").measure(private, release, rng)}
    assert made["1"].value == pytest.approx((4 / 6 + 1) / 2)
    assert made["2"].value == pytest.approx(1 / 5)  # a single word has no pair and does not count
    assert made["2"].n == 1
    assert made["L"].value == pytest.approx((4 / 6 + 1) / 2)
    f1 = RougeKept().measure(private, release, rng)[0]
    assert f1.value == pytest.approx((2 / 3 + 2 / 3) / 2)


def test_rouge_says_nothing_of_a_text_of_which_it_reads_the_numbers_alone() -> None:
    private = Corpus.from_texts(["王伟今年20岁，住院2天。", "Jürgen ist 43 Jahre alt."])
    release = TextRelease(private.with_texts(["20, 2", "Jürgen ist 43."]))
    f1 = RougeKept(score="recall").measure(private, release, np.random.default_rng(0))[0]
    assert (f1.value, f1.n) == (pytest.approx(4 / 6), 1)  # j, rgen, ist, 43 of 6


def test_rouge_counts_a_text_of_which_it_reads_half() -> None:
    texts = ["ab 北", "ab 北 京"]
    private = Corpus.from_texts(texts)
    words_kept, *_ = RougeKept().measure(private, TextRelease(private), np.random.default_rng(0))
    assert (words_kept.value, words_kept.n) == (1, 1)


def test_lengths_by_hand() -> None:
    texts = ["Maria Lopez, 43", "x " * 99, "Nothing but words", "", "🐥"]
    kept = measure("length_kept", texts)["length_kept"]
    assert kept.value == pytest.approx((3 / 10 + 1 + 3 / 7 + 0) / 4)


def test_the_length_of_a_text_without_spaces() -> None:
    private = Corpus.from_texts(["王伟住在北京，他病了。"])
    release = TextRelease(private.with_texts(["他，病了。"]))
    (kept,) = LengthKept().measure(private, release, np.random.default_rng(0))
    assert kept.value == pytest.approx(3 / 9)


def test_numbers_by_hand() -> None:
    texts = ["she, 43, had 12000", "2.5 and 100", "9", "", "sieben"]
    kept = measure("numbers_kept", texts)["numbers_kept"]
    assert kept.value == pytest.approx((2 + 1 + 0) / (2 + 2 + 1))
    assert numbers("1,234.50 1,5 12,34 ٣ 3/4 2021-05-14") == {
        "1234.50": 1, "1.5": 1, "12.34": 1, "3": 2, "4": 1, "2021": 1, "05": 1, "14": 1,
    }  # fmt: skip


def test_entities_are_kept_as_often_as_they_stand_there() -> None:
    from collections import Counter

    entities = Counter({"new york": 2, "york": 1})
    assert _kept(entities, "New York, NEW YORK") == (3, 3)
    assert _kept(entities, "New-York and Newer York") == (2, 3)
    assert _kept(entities, "") == (0, 3)
    assert _kept(Counter(), "York") == (0, 0)


def test_entities_of_some_kinds_only() -> None:
    people = EntitiesKept(("PERSON",))
    release = TextRelease(PRIVATE.with_texts(["Maria Lopez", "Siemens", "", "", "Oslo"]))
    (estimate,) = people.measure(PRIVATE, release, np.random.default_rng(0))
    assert estimate.value == pytest.approx(1 / 2)
    with pytest.raises(UsageError, match="PERSON"):
        spec.parse("utilities", "entities_kept:kinds=NAME")


def test_the_control_of_the_vocabulary_leaves_the_person_s_own_records_out() -> None:
    private = Corpus.from_texts(["alpha beta", "beta gamma", "gamma"], list("abc"), list("xyx"))
    (estimate,) = VocabularyKept().measure(private, TextRelease(private), np.random.default_rng(0))
    assert estimate.value == 1
    assert estimate.control is not None
    assert estimate.control.value == pytest.approx((1 / 2 + 2 / 2 + 1) / 3)
    alone = Corpus.from_texts(["alpha beta", "gamma"], list("ab"), list("xx"))
    (estimate,) = VocabularyKept().measure(alone, TextRelease(alone), np.random.default_rng(0))
    assert estimate.control is None


@given(st.lists(st.sampled_from("abcde")), st.integers(0, 2**32))
def test_someone_else_is_always_another_person(persons: list[str], seed: int) -> None:
    chosen = someone_else(persons, np.random.default_rng(seed))
    if len(set(persons)) < 2:
        assert chosen is None
    else:
        assert chosen is not None
        assert all(persons[i] != persons[k] for i, k in enumerate(chosen))


def test_what_was_not_answered_is_said() -> None:
    assert counted({}, 9) == ""
    assert counted({"refused": 2, "cut short": 1}, 9) == (
        "3 of 9 not answered (cut short 1, refused 2)"
    )
