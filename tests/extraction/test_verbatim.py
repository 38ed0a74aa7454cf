from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.extraction.tokens import tokens
from seethrough.extraction.verbatim import Excerpt, excerpts

TEN = "one two three four five six seven eight nine ten"
WORDS = st.lists(st.sampled_from(["a", "b", ".", "é"]), max_size=25).map(" ".join)


def brute(answer: str, documents: list[str], least: int) -> list[Excerpt]:
    """Compare every place with every place."""
    words = tokens(answer)
    found = []
    start = 0
    while start + least <= len(words):
        longest, where = 0, []
        for j, document in enumerate(documents):
            other = tokens(document)
            reach = 0
            for place in range(len(other)):
                n = 0
                while words[start + n : start + n + 1] == other[place + n : place + n + 1] != []:
                    n += 1
                reach = max(reach, n)
            if reach > longest:
                longest, where = reach, [j]
            elif reach == longest:
                where.append(j)
        if longest >= least:
            found.append(Excerpt(start, tuple(words[start : start + longest]), tuple(where)))
            start += longest
        else:
            start += 1
    return found


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (TEN, 1),
        (TEN.rpartition(" ")[0], 0),  # nine tokens
        (f"He said: {TEN.upper()}!", 1),  # the case does not clear it
        (TEN.replace(" ", "\n\t "), 1),  # nor does white space
        (TEN.replace("five", "5"), 0),
        (TEN.replace("five", "five,"), 0),  # a sign is a token
        ("", 0),
        ("语 " * 20, 0),
    ],
)
def test_ten_tokens_count_and_nine_do_not(answer: str, found: int) -> None:
    assert len(excerpts([answer], ["nothing", f"x {TEN} y"])[0]) == found


@pytest.mark.parametrize(
    "document",
    [
        "王伟今年二十岁住在北京，她因糖尿病住院两天，欠银行五百元。",
        "田中さんは東京に住んでいて、去年から糖尿病の治療を受けています。",
        "นายสมชายอายุสี่สิบปีอาศัยอยู่ที่เชียงใหม่ป่วยเป็นโรคเบาหวาน",
    ],
)
def test_without_spaces_every_sign_is_a_token(document: str) -> None:
    (found,) = excerpts([f"好的。{document[2:]}"], [document])[0]
    assert "".join(found.tokens) == document[2:]


def test_other_quotation_marks_and_dashes_hide_nothing() -> None:
    typed = "it's the baker's hand - \"his left\" - that is burned"
    printed = "It\u2019s the baker\u2019s hand \u2013 \u201chis left\u201d \u2014 that is burned"
    for answer, document in ((typed, printed), (printed, typed)):
        (found,) = excerpts([answer], [document])[0]
        assert len(found.tokens) == len(tokens(typed))


def test_an_excerpt_is_the_longest_run_and_says_where_it_stands() -> None:
    documents = [f"a {TEN} eleven twelve", f"b {TEN} eleven", TEN, "c"]
    found = excerpts([f"so {TEN} eleven thirteen"], documents)[0]
    assert found == [Excerpt(1, tuple(tokens(f"{TEN} eleven")), (0, 1))]


def test_an_excerpt_ends_with_its_document() -> None:
    first, second = "a b c d e f g h i j", "k l m n o p q r s t"
    found = excerpts([f"{first} {second}"], [first, second])[0]
    assert [e.documents for e in found] == [(0,), (1,)]
    assert excerpts(["f g h i j k l m n o"], [first, second]) == [[]]
    assert excerpts(["f g h i j k l m n o"], [f"{first}\x00{second}"])[0][0].start == 0


def test_nothing_to_compare() -> None:
    assert excerpts([], [TEN]) == []
    assert excerpts([TEN], []) == [[]]
    assert excerpts(["", TEN], [""]) == [[], []]
    with pytest.raises(ValueError, match="least"):
        excerpts([TEN], [TEN], 0)


@given(st.lists(WORDS, max_size=4), st.lists(WORDS, max_size=5), st.integers(1, 6))
def test_it_finds_what_brute_force_finds(
    answers: list[str], documents: list[str], least: int
) -> None:
    expected = [brute(answer, documents, least) for answer in answers]
    assert excerpts(answers, documents, least) == expected


@pytest.mark.parametrize("turn", range(5))
def test_one_run_among_many_of_its_own_words(turn: int) -> None:
    words = TEN.split()
    answer = " ".join(words[turn:] + words[:turn])
    drawn = " ".join(np.random.default_rng(0).choice(words, 20_000))
    assert excerpts([answer], [drawn]) == [[]]
    assert [e.documents for e in excerpts([answer], [drawn, answer])[0]] == [(1,)]


def test_documents_in_several_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    documents = [f"{i} {TEN} {i}" for i in range(7)]
    whole = excerpts([f"{TEN} 5", f"3 {TEN}"], documents)
    monkeypatch.setattr("seethrough.extraction.verbatim.BLOCK", 2)
    assert excerpts([f"{TEN} 5", f"3 {TEN}"], documents) == whole
    assert [e.documents for row in whole for e in row] == [(5,), (3,)]
