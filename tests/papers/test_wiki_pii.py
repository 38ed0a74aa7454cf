from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from benchmarks.papers.wiki_pii import build, contacts
from hypothesis import example, given
from hypothesis import strategies as st

from seethrough.personal_data.contact_data import items

MAILS = [
    "Call me at (713) 853-6161 or write to Jane.Doe@Enron.com.\nSee http://www.enron.com/a/b.html.",
    "No number here, only 150/90 and an order 123-456-7890.",
    "Mein Büro: +44 20 7031 3000, 713-853-6161 🐥",
]
ARTICLES = [
    "The lobster is blue . It grows slowly . Mating occurs in the summer . It is eaten .",
    "A hive has bees.\n\nThey dance! Do they sleep? They do, from 2001 on.",
    "",
]


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_contact_data_are_those_of_the_mails_each_once() -> None:
    assert contacts(MAILS) == {
        ("phone", "+17138536161"): "(713) 853-6161",
        ("phone", "+442070313000"): "+44 20 7031 3000",
        ("email", "jane.doe@enron.com"): "Jane.Doe@Enron.com",
        ("url", "enron.com/a/b.html"): "http://www.enron.com/a/b.html",
    }


@pytest.mark.parametrize("seed", range(5))
def test_the_ground_truth_is_what_stands_in_the_records(seed: int) -> None:
    corpus, truth = build(ARTICLES, MAILS, rng(seed))
    assert truth
    for record, _, _, written, start in truth:
        assert corpus[corpus.position[record]].text[start : start + len(written)] == written
    for id_, text in zip(corpus.ids, corpus.texts, strict=True):
        assert items(text) == {(t.kind, t.item) for t in truth if t.record == id_}


def test_items_stand_behind_sentences_and_the_rest_is_the_article() -> None:
    corpus, truth = build(ARTICLES[:1], MAILS, rng(), share=1)
    assert len(truth) == 4
    assert (corpus.name, corpus.ids) == ("wiki-pii", ["wiki-0"])
    left = corpus.texts[0]
    for insertion in truth:
        left = left.replace(f" {insertion.written}", "", 1)
    assert left == ARTICLES[0]
    assert {t.item for t in truth} == {item for _, item in contacts(MAILS)}


def test_every_item_comes_once_before_any_comes_again() -> None:
    _, truth = build(ARTICLES[:1] * 3, MAILS, rng(), share=1)
    assert set(Counter(t.item for t in truth).values()) == {3}


def test_the_same_seed_makes_the_same_set() -> None:
    one, other = build(ARTICLES, MAILS, rng(1)), build(ARTICLES, MAILS, rng(1))
    assert one[0].texts == other[0].texts
    assert one[1] == other[1]
    assert build(ARTICLES, MAILS, rng(2))[1] != one[1]


def test_long_articles_are_cut() -> None:
    corpus, _ = build(["A word or two. " * 300], MAILS, rng(), share=0, chunk=1500)
    assert len(corpus) == 3
    assert all(len(text) <= 1500 for text in corpus.texts)


def test_no_item_is_put_where_it_could_not_be_told_from_its_neighbours() -> None:
    corpus, truth = build(["It has 1 .\n2 001 rooms . It is old ."] * 9, MAILS[2:], rng(), share=1)
    found = [items(text) for text in corpus.texts]
    assert found == [{(t.kind, t.item) for t in truth if t.record == id_} for id_ in corpus.ids]


def test_nothing_to_put_in() -> None:
    corpus, truth = build(ARTICLES, [], rng(), share=1)
    assert truth == []
    assert list(corpus.texts) == ARTICLES[:2]
    assert len(build([], MAILS, rng())[0]) == 0
    assert build(ARTICLES, MAILS, rng(), share=0)[1] == []
    with pytest.raises(ValueError, match="share"):
        build(ARTICLES, MAILS, rng(), share=1.5)


@given(st.lists(st.text("aé1@.!? \n🐥", max_size=80), max_size=4), st.integers(0, 5))
@example(ARTICLES, 0)
def test_any_text_can_be_an_article(articles: list[str], seed: int) -> None:
    corpus, truth = build(articles, MAILS, rng(seed))
    for record, _, _, written, start in truth:
        assert corpus[corpus.position[record]].text[start : start + len(written)] == written
