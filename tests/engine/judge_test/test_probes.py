"""The probes: they tell what they should in words that must be understood."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.engine.judge_test._judges import claims_of, neighbours, samples

from seethrough.engine.judge_test.drawing import denied, own_and_strangers, reworded
from seethrough.engine.judge_test.known import probes, unrelated
from seethrough.engine.judge_test.negation import negate
from seethrough.engine.judge_test.rewording import LONGEST_RUN, MOST_SHARED, reword, unlike
from seethrough.judges.rouge import recall, words
from seethrough.records.corpus import Corpus
from seethrough.statistics.seeding import generator
from seethrough.text.stop_words import STOP_WORDS


def run_in_common(first: str, second: str) -> int:
    said, there = words(first), " ".join(["", *words(second), ""])
    runs = (said[i:j] for i in range(len(said)) for j in range(i + 1, len(said) + 1))
    return max((len(run) for run in runs if f" {' '.join(run)} " in there), default=0)


def content(text: str) -> set[str]:
    return {word for word in words(text) if word not in STOP_WORDS}


def test_sixty_probes_of_ten_domains() -> None:
    known = probes()
    assert Counter(p.domain for p in known) == dict.fromkeys({p.domain for p in known}, 6)
    assert len(known) == 60
    assert len({text for p in known for text in p[1:]}) == 240


def test_invented_paraphrases_keep_no_run_of_five_words() -> None:
    for probe in probes():
        for passage in (probe.reworded, probe.rebuilt):
            assert run_in_common(probe.claim, passage) <= LONGEST_RUN
            assert recall(words(probe.claim), words(passage)) < 0.6


def test_rebuilt_passages_share_hardly_a_content_word_and_altered_ones_most() -> None:
    rebuilt = altered = total = 0
    for probe in probes():
        said = content(probe.claim)
        total += len(said)
        rebuilt += len(said & content(probe.rebuilt))
        altered += len(said & content(probe.altered))
    assert rebuilt < 0.15 * total
    assert altered > 0.7 * total


def test_unrelated_passages_come_from_another_domain() -> None:
    domain = {p.rebuilt: p.domain for p in probes()}
    pairs = zip(probes(), unrelated(), strict=True)
    assert all(domain[passage] != p.domain for p, passage in pairs)


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        (
            "The user was laid off from the paper mill in July after 16 years.",
            "after sixteen years, in July, from paper mill, user was laid off.",
        ),
        ("The writer was born in Adigrat in 1987.", "in 1987, in Adigrat, writer was born."),
        (
            "The user can send $90 a month beginning in January.",
            "beginning in January, $90 per month is what user can send.",
        ),
        ("The patient complains of pain in his jaw.", "in his jaw, of pain, patient complains."),
        (
            "The patient took blue tablets in January.",
            "in January, blue tablets were what patient took.",
        ),
        (
            "The patient smoked for ten years and his wife drinks in the evening.",
            "his wife drinks in evening. for 10 years, patient smoked.",
        ),
        (
            "The writer sold the farm in 1987 and bought a small boat.",
            "writer purchased small boat. in 1987, farm was what writer sold.",
        ),
        (
            "The patient lost a kidney at the age of 12.",
            "at age of 12, kidney was what patient lost.",
        ),
        (
            "The user sends red letters to the bank every March.",
            "every March, to bank, red letters are what user sends.",
        ),
    ],
)
def test_rewording_by_rule(claim: str, expected: str) -> None:
    assert reword([claim]) == [expected]


@pytest.mark.parametrize(
    "claim", ["", "Asthma.", "She smokes.", "Does the patient smoke every day?", "Severe pain."]
)
def test_what_cannot_be_reworded_is_left_out(claim: str) -> None:
    assert reword([claim]) == [None]


def test_numbers_are_written_the_other_way() -> None:
    told = reword(["She has kept twelve goats and 40 hens since 2001."])[0]
    assert told is not None
    assert "12 goats" in told
    assert "forty hens" in told
    assert "2001" in told


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("She smokes.", "She does not smoke."),
        ("The men left early.", "The men did not leave early."),
        ("He is a pilot.", "He is not a pilot."),
        ("He has been ill for a week.", "He has not been ill for a week."),
        ("He has a dog.", "He does not have a dog."),
        ("She has never smoked.", None),
        ("The patient denies pain.", None),
        ("Is he ill?", None),
        ("Asthma since childhood.", None),
    ],
)
def test_denying_by_rule(claim: str, expected: str | None) -> None:
    assert negate([claim]) == [expected]


@pytest.mark.parametrize("corpus", [samples(), neighbours(30)], ids=["samples", "neighbours"])
def test_reworded_probes_never_keep_the_wording(corpus: Corpus) -> None:
    made = reworded(claims_of(corpus), corpus, generator(3, "judge"))
    assert 20 <= len(made) <= 60
    for probe in made:
        assert unlike(probe.claim, probe.passage)
        assert run_in_common(probe.claim, probe.passage) < 5
        assert recall(words(probe.claim), words(probe.passage)) <= MOST_SHARED
    kept = [len(content(p.claim) & content(p.passage)) / len(content(p.claim)) for p in made]
    assert sum(kept) / len(kept) > 0.6


def test_a_passage_with_the_wording_is_not_unlike() -> None:
    claim = "She moved to a small flat in Oslo after the fire."
    assert not unlike(claim, f"Well: {claim}")
    assert not unlike(f"{claim} It was {' '.join('abcdefghijkl')}.", "So: to a small flat in Oslo.")
    assert unlike(claim, "After the fire, Oslo was where a flat was found.")


def test_denied_probes_keep_every_word() -> None:
    corpus = samples()
    made = denied(claims_of(corpus), corpus, generator(3, "judge"))
    assert len(made) == 60
    for probe in made:
        assert "not" in words(probe.passage)
        assert recall(words(probe.claim), words(probe.passage)) >= 0.5


def test_all_claims_of_one_person_are_probed_and_no_stranger_s() -> None:
    corpus = Corpus.from_texts(["One. Two. Three."], ["r"], ["p"])
    own, strangers = own_and_strangers([["One.", "Two.", "Three."]], corpus, generator(0))
    assert {probe.claim for probe in own} == {"One.", "Two.", "Three."}
    assert strangers == []


@pytest.mark.parametrize("people", ["ab", "abc"])
def test_a_stranger_is_anybody_else(people: str) -> None:
    corpus = Corpus.from_texts([f"Note of {p}." for p in people], persons=list(people))
    met = set()
    for seed in range(30):
        _, strangers = own_and_strangers([["A claim."]] * len(people), corpus, generator(seed))
        for probe in strangers:
            assert probe.passage == corpus.texts[corpus.position[probe.record]]
            met.add((probe.person, corpus.persons[corpus.position[probe.record]]))
    assert met == {(a, b) for a in people for b in people if a != b}
