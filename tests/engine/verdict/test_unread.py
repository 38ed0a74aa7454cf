from __future__ import annotations

import json
import random
import re

import pytest

from seethrough import read
from seethrough.engine.verdict.unread import answers_unread, texts_unread, words_unknown
from seethrough.samples import path as sample
from seethrough.text.languages.legibility import Legibility

RECORDS = read(str(sample("private.jsonl"))).texts


def of(read: int, german: int, codes: int = 0, empty: int = 0) -> Legibility:
    return Legibility(read + german + codes + empty, read, {"de": german}, {}, codes, empty)


ALL_READ = of(60, 0)


def test_no_doubt_where_nothing_is_to_be_read():
    assert texts_unread(ALL_READ, of(0, 0, empty=60)) == []
    assert texts_unread(ALL_READ, of(0, 0)) == []


@pytest.mark.parametrize(("unread", "sides"), [(10, []), (11, ["private records", "release"])])
def test_a_tenth_may_stay_unread(unread, sides):
    some = of(100 - unread, unread, empty=7)
    assert [r.facts["side"] for r in texts_unread(some, some)] == sides


@pytest.mark.parametrize(("unread", "told"), [(6, False), (7, True)])
def test_a_few_translated_records_are_read_by_nobody(unread, told):
    reasons = texts_unread(of(95, 5), of(100 - unread, unread))
    assert [(r.word, r.facts["side"]) for r in reasons] == [("inconclusive", "release")] * told


@pytest.mark.parametrize(("in_part", "told"), [(40, False), (41, False), (42, True)])
def test_sentences_in_another_language_count_where_the_private_records_have_fewer(in_part, told):
    release = of(100, 0)._replace(in_part=in_part)
    reasons = texts_unread(of(95, 5)._replace(in_part=35), release)
    assert [(r.facts["side"], r.facts["in_part"]) for r in reasons] == [("release", 42)] * told


@pytest.mark.parametrize(
    ("private", "answers", "told"),
    [
        (ALL_READ, of(90, 10), False),
        (ALL_READ, of(89, 11), True),
        (ALL_READ, of(50, 10, codes=40), False),
        (of(89, 11), of(0, 100), False),
    ],
)
def test_answers_in_the_language_of_the_records_are_compared(private, answers, told):
    assert [r.facts["side"] for r in answers_unread(private, answers)] == ["answers"] * told


def test_a_reason_says_what_is_not_read():
    (reason,) = texts_unread(ALL_READ, of(60, 7, codes=1, empty=2)._replace(records=200))
    assert (reason.kind, reason.word) == ("unreadable", "inconclusive")
    facts = reason.facts
    assert (facts["side"], facts["unread"], facts["records"]) == ("release", 8, 68)
    assert (facts["languages"], facts["not_words"], facts["drawn_from"]) == ({"de": 7}, 1, 200)
    assert json.loads(json.dumps(reason.to_json(text=False)))["facts"] == facts


def typed(text: str, rate: float, seed: int = 0) -> str:
    """Return a text with a letter left out of so many of the words of four letters and more."""
    draw = random.Random(seed)
    cut = (w[:2] + w[3:] if len(w) > 3 and draw.random() < rate else w for w in text.split(" "))
    return " ".join(cut)


@pytest.mark.parametrize(
    "form",
    [
        lambda text: typed(text, 0.5),
        lambda text: re.sub(r"(?<=\w{3})\w\b", "", text),
        lambda text: re.sub(r"([aeiou][^aeiou]?)(?=\w{2})", r"\1·", text),
        lambda text: typed(text, 0.5).upper(),
    ],
    ids=["misspelt", "last letter gone", "syllables", "in capitals"],
)
def test_words_that_only_people_read_are_noticed(form):
    (reason,) = words_unknown(RECORDS, [*map(form, RECORDS)])
    assert reason.kind == "words_unknown"
    assert reason.facts["share"] < 0.8 < reason.facts["private_share"]


def test_names_codes_a_few_slips_and_what_is_left_out_are_no_unknown_words():
    for form in (
        str,
        lambda text: "",
        lambda text: "zzyx",
        lambda text: typed(text, 0.05),
        lambda text: re.sub(r"\b[A-Z]\w+", "Zzyxwark", text),
        lambda text: re.sub(r"\b\w{7,}\b", "[REDACTED]", text),
        lambda text: re.sub(r"\b\w{7,}\b", "ab12cd34", text),
    ):
        assert words_unknown(RECORDS, [*map(form, RECORDS)]) == []
