"""Words that a release has in another form are noticed, whatever the form is."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Sequence

import pytest

from seethrough import read
from seethrough.engine.floors.recoded_words import reasons, recoded
from seethrough.engine.rows.whole_row import whole_rows
from seethrough.reasons import Reason
from seethrough.records.corpus import Corpus
from seethrough.samples import path as sample

PRIVATE = read(str(sample("private.jsonl")))
WORDS = sorted({w.lower() for t in PRIVATE.texts for w in re.findall(r"[^\W\d_]+", t)})
OTHERS = dict(zip(WORDS, random.Random(0).sample(WORDS, len(WORDS)), strict=True))
PLACES = {word: place for place, word in enumerate(WORDS)}

FORMS: dict[str, Callable[[str], str]] = {
    "codes": lambda word: f"w{PLACES[word]}",
    "numbers": lambda word: str(PLACES[word]),
    "hashes": lambda word: hashlib.md5(word.encode()).hexdigest(),
    "other words": OTHERS.__getitem__,
    "signs": lambda word: "".join(chr(0x1F300 + ord(c)) for c in word),
    "without vowels": lambda word: word[0] + re.sub("[aeiou]", "", word[1:]),
    "first and last letter": lambda word: f"{word[0]}{'*' * (len(word) - 2)}{word[-1:]}",
    "syllables": lambda word: re.sub("([aeiou][^aeiou]?)(?=.)", r"\1·", word),
}


def released(texts: list[str]) -> list[Reason]:
    return reasons(PRIVATE, Corpus.from_texts(texts, PRIVATE.ids))


def rewritten(form: Callable[[str], str], chosen: Callable[[str], bool] = bool) -> list[str]:
    def word(match: re.Match[str]) -> str:
        found = match.group().lower()
        return form(found) if chosen(found) else match.group()

    return [re.sub(r"[^\W\d_]+", word, text) for text in PRIVATE.texts]


@pytest.mark.parametrize("form", FORMS)
def test_each_word_in_another_form_is_noticed(form: str) -> None:
    (reason,) = released(rewritten(FORMS[form]))
    assert (reason.kind, reason.word) == ("words_recoded", "inconclusive")
    assert reason.facts["words"] > 0.2 * reason.facts["of"] > 30


def test_a_code_for_long_words_alone_is_noticed_and_quoted() -> None:
    (reason,) = released(rewritten(FORMS["codes"], lambda word: len(word) > 7))
    quoted = reason.facts["private"]["words"]
    assert quoted
    assert all(
        f"{w} = {FORMS['codes'](w)}" in quoted
        for w in (q.split()[0] for q in quoted if q.count(" ") == 2)
    )


def test_a_code_for_phrases_is_noticed() -> None:
    names = ("heart failure", "multiple sclerosis", "asthma", "renal stones", "shingles", "gout")
    drawn = random.Random(0).choices(names, k=60)
    own = Corpus.from_texts([f"Treated for {name} in autumn." for name in drawn])
    told = Corpus.from_texts([f"Had K{names.index(name)}." for name in drawn])
    (reason,) = reasons(own, told)
    assert reason.facts["words"] == len(names)
    assert "heart failure = k0" in reason.facts["private"]["words"]


@pytest.mark.parametrize("told", ["ill {}\njob {}", "[{}, {}]", '{{"ill": {}, "job": {}}}'])
def test_one_number_stands_for_another_word_in_each_column(told: str) -> None:
    names = ("asthma", "shingles", "gout", "lupus", "anaemia", "migraine")
    jobs = ("nurse", "pilot", "tailor", "baker", "welder", "waiter")
    draw = random.Random(0)
    drawn = [(draw.choice(names), draw.choice(jobs)) for _ in range(80)]
    own = Corpus.from_texts([f"The {job} was treated for {ill} again." for ill, job in drawn])
    rows = [told.format(names.index(ill), jobs.index(job)) for ill, job in drawn]
    (reason,) = reasons(own, Corpus.from_texts(rows))
    assert reason.facts["words"] == len(names) + len(jobs)


@pytest.mark.parametrize("sign", ["*", "█", "x", "_"])
def test_the_length_of_a_mask_stands_for_a_word(sign: str) -> None:
    names = ("gout", "lupus", "asthma", "anaemia", "migraine", "psoriasis")
    jobs = ("cook", "pilot", "tailor", "painter", "musician", "carpenter")
    draw = random.Random(0)
    drawn = [(draw.choice(names), draw.choice(jobs)) for _ in range(120)]
    own = Corpus.from_texts([f"Illness: {ill}\nJob: {job}" for ill, job in drawn])

    def told(length: Callable[[str], int]) -> list[Reason]:
        rows = [f"Illness: {sign * length(i)}\nJob: {sign * length(j)}" for i, j in drawn]
        return reasons(own, Corpus.from_texts(rows))

    (reason,) = told(len)
    assert reason.facts["words"] == len(names) + len(jobs)
    assert told(lambda word: 5) == []
    assert told(lambda word: draw.randint(3, 9)) == []


def test_one_word_stands_for_another_in_each_column() -> None:
    names = ("asthma", "shingles", "gout", "lupus", "anaemia", "migraine")
    jobs = ("nurse", "pilot", "tailor", "baker", "welder", "waiter")
    codes = ("apple", "pear tree", "plum", "cherry", "fig", "lemon")
    draw = random.Random(0)
    drawn = [(draw.randrange(6), draw.randrange(6)) for _ in range(120)]
    own = Corpus.from_texts([f"The {jobs[j]} was treated for {names[i]} again." for i, j in drawn])

    def told(first: Sequence[str], second: Sequence[str]) -> list[Reason]:
        fields = [{"a": first[i], "b": second[j]} for i, j in drawn]
        rows = Corpus.from_texts(["Withheld."] * len(drawn), fields=fields)
        return reasons(own, whole_rows(rows).corpus)

    (reason,) = told(codes, codes)
    assert reason.facts["words"] == len(names) + len(jobs)
    assert told(names, jobs) == []  # kept, which the figures count
    anew = Corpus.from_texts(
        ["Withheld."] * len(drawn), fields=[{"a": draw.choice(codes)} for _ in drawn]
    )
    assert reasons(own, anew) == []


def test_a_column_of_few_numbers_is_noticed_beside_many_words_that_are_left_out() -> None:
    names = ("asthma", "shingles", "gout", "lupus", "anaemia", "migraine", "mumps", "rickets")
    draw = random.Random(0)
    drawn = [draw.choice(names) for _ in range(120)]
    rest = [word for word in WORDS if word not in names]
    others = [" ".join(draw.sample(rest, 60)) for _ in drawn]
    own = Corpus.from_texts([f"{o} {ill}" for ill, o in zip(drawn, others, strict=True)])
    (reason,) = reasons(own, Corpus.from_texts([f"dx {names.index(ill)}" for ill in drawn]))
    assert reason.facts["words"] == len(names) < 0.05 * reason.facts["of"]
    chance = Corpus.from_texts([f"dx {draw.randrange(8)}" for _ in drawn])
    assert reasons(own, chance) == []


def test_words_that_are_left_out_masked_or_replaced_anew_each_time_are_no_code() -> None:
    draw = random.Random(0)
    assert released(PRIVATE.texts) == []
    assert released([""] * len(PRIVATE)) == []
    for form in (
        lambda _: "",
        lambda _: "[WORD]",
        lambda word: "*" * len(word),
        lambda _: draw.choice(WORDS),
        lambda word: word[0],
    ):
        assert released(rewritten(form, lambda word: len(word) > 5)) == []
    assert reasons(PRIVATE, read(str(sample("release.jsonl")))) == []


@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_records_may_be_few_and_have_no_words(count: int) -> None:
    few = PRIVATE.take(range(count))
    for texts in ([""] * count, ["w1 w2"] * count):
        assert reasons(few, Corpus.from_texts(texts, few.ids)) == []
        assert reasons(Corpus.from_texts(texts, few.ids), few) == []
    assert reasons(few, Corpus.from_texts(["x"], ["nobody"])) == []


def test_copies_of_one_text_make_no_word_a_code_for_another() -> None:
    first, *rest = PRIVATE.texts
    copies, told = (Corpus.from_texts([text] * 6 + rest) for text in (first, "Blotted."))
    assert reasons(copies, told) == []


def test_one_word_in_the_rows_of_another_may_be_chance() -> None:
    own = {f"w{i}": frozenset(range(i, i + 4)) for i in range(60)}
    assert recoded(own, {"x": own["w7"]}) == ({}, 60)
