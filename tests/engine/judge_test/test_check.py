"""Which judges may be trusted: asked with claims whose answer is known."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from tests.engine.judge_test._judges import (
    Always,
    Dice,
    Manners,
    claims_of,
    lives,
    neighbours,
    samples,
)

from seethrough.engine.judge_test.check import check_judge
from seethrough.engine.self_test.result import SelfTest
from seethrough.engine.verdict.decision import FEWEST_PEOPLE
from seethrough.judges.llm import Llm
from seethrough.judges.local import Local
from seethrough.judges.rouge import Rouge
from seethrough.protocols import Judge, Rating
from seethrough.records.corpus import Corpus
from seethrough.statistics.seeding import generator

DATA = Path(os.environ.get("SEETHROUGH_DATA", Path(__file__).parents[3] / "../shared/data"))
SETS = [
    ("medqa_usmle.jsonl", "question"),
    ("reddit_synthetic.jsonl", "response"),
    ("yelp_reviews.jsonl", "text"),
    ("wildchat_pupa.jsonl", "user_query"),
    ("enron_aeslc.jsonl", "body"),
]
UNTRUSTED: dict[str, Judge] = {
    "always 1": Always(1),
    "always 2": Always(2),
    "always 3": Always(3),
    "never judges": Always(None),
    "dice": Dice(1),
    "words in order": Rouge(),
    "words in any order": Llm("fake"),
}


def ask(judge: Judge, corpus: Corpus, seed: int = 0) -> dict[str, SelfTest]:
    tests = check_judge(judge, claims_of(corpus), corpus, generator(seed, "judge"))
    return {t.figure: t for t in tests}


def failed(tests: dict[str, SelfTest]) -> set[str]:
    return {name for name, t in tests.items() if not t.passed and t.binds == "always"}


class Noted(Judge):
    """Hears everything, and keeps what it was asked."""

    def __init__(self) -> None:
        self.pairs: list[tuple[str, str]] = []

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        self.pairs += zip(claims, passages, strict=True)
        return [Rating(1, 1.0)] * len(claims)


@pytest.mark.parametrize("corpus", [samples(), lives()], ids=["samples", "lives"])
def test_the_offline_judge_passes(corpus: Corpus) -> None:
    tests = ask(Local(), corpus)
    # Of 12 people a judge that errs on one claim of 36 looks much like one that errs often.
    few = {"judge.stranger"} if len(corpus) < FEWEST_PEOPLE else set()
    assert failed(tests) <= few
    assert tests["judge.stranger"].measured.value > 0.85
    assert tests["judge.paraphrase"].measured.n >= 8
    assert tests["judge.negation"].measured.n >= 15


def test_a_judge_that_takes_a_manner_for_disclosure_is_found_out() -> None:
    corpus = samples()
    told = generator(0, "judge")
    like = corpus.with_texts([f"It is herewith said: {text}" for text in corpus.texts])
    tests = {t.figure: t for t in check_judge(Manners(), claims_of(corpus), corpus, told, like)}
    assert tests["judge.manner"].measured.value == 1
    assert not tests["judge.manner"].passed
    plain = check_judge(Manners(), claims_of(corpus), corpus, generator(0, "judge"), corpus)
    assert [(t.passed, t.measured.value) for t in plain if t.figure == "judge.manner"] == [
        (True, 0)
    ]
    assert "judge.manner" in failed(tests)


def test_manners_are_tested_where_records_stand_for_records() -> None:
    corpus = samples()
    empty = corpus.with_texts([""] * len(corpus))
    for released in (None, empty):
        tests = check_judge(Manners(), claims_of(corpus), corpus, generator(0, "judge"), released)
        assert "judge.manner" not in {t.figure for t in tests}


def test_what_is_built_anew_is_counted_and_binds_where_a_release_is_reworded() -> None:
    test = ask(Rouge(), samples())["judge.known_rebuilt"]
    assert (test.passed, test.binds, test.measured.n) == (False, "reworded", 60)
    assert test.measured.value == 0


@pytest.mark.parametrize(
    ("name", "because"),
    [
        ("always 1", {"judge.stranger", "judge.empty", "judge.known_unrelated"}),
        ("always 2", {"judge.stranger", "judge.empty", "judge.known_altered"}),
        ("always 3", {"judge.own_record", "judge.paraphrase", "judge.known_paraphrase"}),
        ("never judges", {"judge.own_record", "judge.paraphrase", "judge.known_paraphrase"}),
        ("dice", {"judge.stranger", "judge.empty", "judge.known_unrelated"}),
        ("words in order", {"judge.paraphrase", "judge.known_paraphrase", "judge.known_altered"}),
        ("words in any order", {"judge.known_altered"}),
    ],
)
def test_judges_that_hear_everything_nothing_or_words_alone_fail(
    name: str, because: set[str]
) -> None:
    assert because <= failed(ask(UNTRUSTED[name], samples()))


def test_no_dice_pass_by_luck() -> None:
    corpus = neighbours(12)
    claims = claims_of(corpus)
    for seed in range(20):
        tests = check_judge(Dice(seed), claims, corpus, generator(seed, "judge"))
        assert any(not t.passed and t.binds == "always" for t in tests)


def test_the_same_seed_asks_the_same() -> None:
    corpus = neighbours(30)
    asked = [Noted(), Noted(), Noted()]
    for judge, seed in zip(asked, (0, 0, 1), strict=True):
        check_judge(judge, claims_of(corpus), corpus, generator(seed, "judge"))
    assert asked[0].pairs == asked[1].pairs
    assert asked[0].pairs != asked[2].pairs


def test_strangers_are_other_people_and_every_person_is_asked_about() -> None:
    persons = [f"p{i // 2}" for i in range(40)]
    corpus = Corpus.from_texts(
        [f"Person {p} owns boat number {i}." for i, p in enumerate(persons)], persons=persons
    )
    judge = Noted()
    check_judge(judge, [[text] for text in corpus.texts], corpus, generator(0, "judge"))
    owner = dict(zip(corpus.texts, persons, strict=True))
    own, strangers = judge.pairs[:40], judge.pairs[40:80]
    assert {owner[claim] for claim, _ in own[:20]} == set(persons)
    assert all(claim == passage for claim, passage in own)
    assert all(owner[claim] != owner[passage] for claim, passage in strangers)
    assert len({owner[passage] for _, passage in strangers}) > 10


def test_records_that_all_say_the_same_are_told_by_strangers() -> None:
    corpus = Corpus.from_texts(["The tenant pays the rent of the flat every month."] * 30)
    test = ask(Local(), corpus)["judge.stranger"]
    assert test.measured.value == 0
    assert not test.passed


@pytest.mark.parametrize("texts", [[], [""], ["..."]])
def test_nothing_to_ask_about_is_not_a_pass(texts: list[str]) -> None:
    tests = ask(Local(), Corpus.from_texts(texts))
    for name in ("own_record", "stranger", "paraphrase", "negation", "empty"):
        test = tests[f"judge.{name}"]
        assert (test.tested, test.passed, test.measured.value) == (False, False, None)
    assert tests["judge.known_paraphrase"].passed


def test_one_person_has_no_strangers() -> None:
    tests = ask(Local(), neighbours(1))
    assert tests["judge.own_record"].passed
    assert not tests["judge.stranger"].tested
    assert not tests["judge.stranger"].passed


def test_what_is_not_english_is_not_reworded_and_that_is_no_pass() -> None:
    corpus = Corpus.from_texts(
        [
            f"Frau Berg wohnt seit {1960 + i} in einem kleinen Haus am Rand der Stadt und hat"
            f" {i + 2} Katzen. Sie leidet oft unter starken Schmerzen im Knie."
            for i in range(20)
        ]
    )
    tests = ask(Always(1), corpus)
    assert tests["judge.own_record"].measured.n > 0
    for name in ("judge.paraphrase", "judge.negation"):
        assert not tests[name].tested
        assert not tests[name].passed


def test_claims_must_belong_to_the_records() -> None:
    with pytest.raises(ValueError, match="claims of 1 records but 3 records"):
        check_judge(Local(), [["A claim."]], neighbours(3), np.random.default_rng(0))


@pytest.mark.slow
@pytest.mark.skipif(not DATA.is_dir(), reason="no data folder; set SEETHROUGH_DATA")
@pytest.mark.parametrize(("file", "column"), SETS)
def test_real_records_tell_good_judges_from_bad(file: str, column: str) -> None:
    lines = (DATA / file).read_text("utf-8").splitlines()[:200]
    corpus = Corpus.from_texts([json.loads(line)[column] for line in lines])
    claims = claims_of(corpus)
    results = {
        name: check_judge(judge, claims, corpus, generator(0, "judge"))
        for name, judge in {"local": Local(), **UNTRUSTED}.items()
    }
    bad = {n: {t.figure for t in ts if not t.passed and t.binds == "always"}
           for n, ts in results.items()}  # fmt: skip
    assert bad.pop("local") == set()
    assert all(bad.values())
    assert "judge.paraphrase" in bad["words in order"]
    assert "judge.stranger" in bad["always 1"]
