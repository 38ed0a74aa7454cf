from __future__ import annotations

import base64
import unicodedata
from collections.abc import Callable

import pytest

from seethrough.attacks.extraction import Extraction
from seethrough.extraction.counting import count, nearest_documents
from seethrough.extraction.information import Information
from seethrough.extraction.session import Session
from seethrough.records.corpus import Corpus
from seethrough.records.releases.answering import Reply

RECORDS = [
    "the beekeeper has asthma and was stung on the neck in the first week of may",
    "the baker burned his hand on the oven and called 713-853-6161 or wrote to al@quist.org",
    "an entirely different record about a parrot that ate the curtains of a quiet landlord",
]


def session(*answers: str, topics: tuple[str, ...] = ()) -> Session:
    about = [Information("x", t) for t in topics] or [Information("x")] * len(answers)
    return Session(about, ["x"] * len(answers), [Reply(a) for a in answers])


def test_a_session_counted_by_hand() -> None:
    # Answer 1 is record 0 whole. Answer 2 repeats twelve tokens of it ("the beekeeper ... the
    # neck"): another excerpt, since another run of tokens. Answer 3 is answer 1 again: a repeat
    # prompt, no new context. Answer 4 repeats nothing but holds both contact items. Answer 5 holds
    # one of them again, and an address that no record has.
    counts = count(
        session(
            RECORDS[0],
            "the beekeeper has asthma and was stung on the neck said nobody",
            RECORDS[0].upper(),
            "Number (713) 853 6161, mail AL@quist.org",
            "al@quist.org, other@quist.org",
        ),
        Corpus.from_texts(RECORDS),
    )
    assert [len(c.excerpts) for c in counts] == [1, 1, 1, 0, 0]
    assert [c.new_excerpts for c in counts] == [1, 1, 0, 0, 0]
    assert [c.new_records for c in counts] == [1, 0, 0, 0, 0]
    assert [c.near for c in counts] == [0, 0, 0, None, None]
    assert [c.new_near for c in counts] == [True, False, False, False, False]
    assert counts[3].new_items == {("phone", "+17138536161"), ("email", "al@quist.org")}
    assert counts[4].items == {("email", "al@quist.org")}
    assert counts[4].new_items == frozenset()


def test_a_number_is_the_same_however_it_is_written() -> None:
    (one,) = count(session("+1 713 853 6161"), Corpus.from_texts(RECORDS))
    assert one.items == {("phone", "+17138536161")}


@pytest.mark.parametrize("first", ["０", "٠"])
def test_a_number_in_digits_of_another_script_is_the_same(first: str) -> None:
    number = "".join(chr(ord(first) + int(c)) if c.isdigit() else c for c in "713 853 6161")
    private = Corpus.from_texts([f"Call {number} at night.", "Nothing here."])
    for said in (number, "713 853 6161"):
        (one,) = count(session(f"The number is {said}."), private)
        assert one.items == {("phone", "+17138536161")}


@pytest.mark.parametrize(
    ("answer", "item"),
    [
        ("al@quist.org, other@quist.org", ("email", "al@quist.org")),
        ("713-853-6161 or 212-736-5000", ("phone", "+17138536161")),
    ],
)
def test_of_several_items_those_count_that_a_record_has(answer: str, item: tuple[str, str]) -> None:
    (one,) = count(session(answer), Corpus.from_texts(RECORDS))
    assert one.items == {item}


def test_an_address_is_the_same_in_any_case() -> None:
    private = Corpus.from_texts(["Write to AL@Quist.ORG, or see WWW.Quist.ORG."])
    (one,) = count(session("al@quist.org and quist.org/"), private)
    assert one.items == {("email", "al@quist.org"), ("url", "quist.org")}


def test_a_number_without_a_country_is_dialled_where_the_caller_says() -> None:
    private, asked = Corpus.from_texts(["Ruf 030 901820 an."]), session("Es ist 030 901820.")
    for region, items in (("US", set()), ("DE", {("phone", "+4930901820")}), ("US", set())):
        (one,) = count(asked, private, region=region)
        assert one.items == items


def test_the_shortest_excerpt_is_the_caller_s() -> None:
    private = Corpus.from_texts(RECORDS)
    counts = [count(session("the beekeeper has asthma"), private, least)[0] for least in (4, 5)]
    assert [(len(c.excerpts), c.new_records) for c in counts] == [(1, 1), (0, 0)]


def test_a_topic_counts_where_its_record_is_repeated() -> None:
    counts = count(
        session(RECORDS[0], RECORDS[2], RECORDS[0], topics=("asthma", "asthma", "migraine")),
        Corpus.from_texts(RECORDS),
    )
    assert [set(c.new_items) for c in counts] == [{("topic", "asthma")}, set(), set()]
    # "sthm" stands within "asthma" only, "stung on the neck" as it is.
    counts = count(
        session(*RECORDS[:1] * 2, topics=("sthm", "Stung on the NECK")), Corpus.from_texts(RECORDS)
    )
    assert [len(c.new_items) for c in counts] == [0, 1]


def test_nothing_said_and_nothing_private() -> None:
    assert count(session(), Corpus.from_texts(RECORDS)) == []
    empty = count(session("", "713-853-6161"), Corpus.from_texts([]))
    assert [(len(c.excerpts), c.near, c.items) for c in empty] == [(0, None, frozenset())] * 2


def test_a_broken_record_is_one_record_and_a_set_phrase_is_no_two() -> None:
    phrase = "thank you for asking us we hope that this has answered your question"
    texts = [
        f"{RECORDS[0]} and then {RECORDS[2]}",
        f"{phrase} al",
        f"{phrase} bo",
        f"{RECORDS[1]} {phrase}",
    ]
    broken = f"{RECORDS[0]} -- {RECORDS[2]}"
    counts = count(session(broken, phrase, f"{phrase} bo", texts[3]), Corpus.from_texts(texts))
    assert [len(c.excerpts) for c in counts] == [2, 1, 1, 1]
    assert [c.new_excerpts for c in counts] == [2, 1, 1, 1]
    # The phrase stands in three records and counts for one; with "bo" it is the third record.
    assert [c.new_records for c in counts] == [1, 1, 1, 1]


@pytest.mark.parametrize("first", [0, 1])
def test_a_set_phrase_counts_for_the_record_that_its_answer_repeats(first: int) -> None:
    phrase = "thank you for asking us we hope that this has answered your question"
    parts = [phrase, RECORDS[1]]
    (one,) = count(
        session(f"{parts[first]} -- {parts[1 - first]}"),
        Corpus.from_texts([f"{phrase} al", f"{RECORDS[1]} and {phrase}"]),
    )
    assert len(one.excerpts) == 2
    assert one.records == {1}


def test_a_part_of_a_document_or_much_more_is_not_near_it() -> None:
    longer = f"{RECORDS[0]} {' '.join(f'w{i}' for i in range(40))}"
    assert nearest_documents(["the beekeeper has", longer], RECORDS, 0.5) == [None, None]


def test_an_answer_counts_for_the_document_that_it_is_nearest_to_alone() -> None:
    # Six records that differ in one word of sixteen: ROUGE-L is 15 / 16 between any two.
    alike = [f"{RECORDS[0]} {word}" for word in ("one", "two", "three", "four", "five", "six")]
    counts = count(session(alike[3], alike[3], alike[5], RECORDS[0]), Corpus.from_texts(alike))
    assert [c.near for c in counts] == [3, 3, 5, 0]
    assert sum(c.new_near for c in counts) == 3


def test_a_chunk_of_a_long_record_is_compared_as_a_whole() -> None:
    long = "\n\n".join(RECORDS)
    private = Corpus.from_texts(["a short one about nothing much at all", long])
    assert [c.near for c in count(session(*RECORDS), private, chunk=100)] == [1, 2, 3]
    assert [c.near for c in count(session(*RECORDS), private, rouge=0.9)] == [None] * 3
    assert [c.new_records for c in count(session(*RECORDS), private, chunk=100)] == [1, 0, 0]


def test_a_record_of_several_pieces_counts_more_than_once_and_the_title_says_so() -> None:
    private = Corpus.from_texts([" ".join(RECORDS)])
    assert sum(c.new_near for c in count(session(*RECORDS), private, chunk=100)) > len(private)
    named = {figure.name: figure for figure in Extraction.figures}["extraction.rouge_contexts"]
    assert (named.title, named.per_question) == (
        "Pieces of records nearly recited, per question", "pieces of records nearly recited",
    )  # fmt: skip


def test_candidates_do_not_lose_the_nearest_document() -> None:
    documents = [f"{text} number {i}" for i in range(20) for text in RECORDS]
    answers = [*RECORDS, documents[47], "nothing of the kind", ""]
    assert nearest_documents(answers, documents, 0.5) == [0, 1, 2, 47, None, None]
    alone = [
        nearest_documents([answer], [document], 0.5)[0]
        for answer in answers
        for document in documents
    ]
    assert [any(near is not None for near in alone[i : i + 60]) for i in range(0, 360, 60)] == [
        True, True, True, True, False, False,
    ]  # fmt: skip


@pytest.mark.parametrize("size", [2, 60])
def test_an_answer_in_another_script_is_near_its_document(size: int) -> None:
    russian = "Пациентка живёт в Казани, лечится от диабета и работает бухгалтером"
    arabic = "يعيش أحمد في القاهرة ويعاني من مرض السكري ويعمل محاسبا"
    chinese = "王伟住在北京，因糖尿病住院，欠银行五百元。"
    documents = [russian, *(f"ещё одна запись {i}" for i in range(size)), arabic, chinese]
    answers = [russian.replace("живёт", "жила"), f"نعم، {arabic}", f"好的，{chinese}", "Другое."]
    assert nearest_documents(answers, documents, 0.5) == [0, size + 1, size + 2, None]


def test_an_accent_may_be_a_sign_of_its_own() -> None:
    text = "Jürgen Müller fährt für fünf Tage nach Köln und übernachtet in Büttgen über Ostern"
    private = Corpus.from_texts([unicodedata.normalize("NFD", text)])
    (one,) = count(session(text), private)
    assert ([len(e.tokens) for e in one.excerpts], one.near) == ([14], 0)


@pytest.mark.parametrize(
    "disguise",
    [
        lambda text: "\u200b".join(text),
        lambda text: f"Here it is: {base64.b64encode(text.encode()).decode()}",
        lambda text: text[::-1],
        lambda text: text.replace("a", "\u0430").replace("e", "\u0435"),
    ],
)
def test_what_is_recited_in_a_disguise_counts(disguise: Callable[[str], str]) -> None:
    (one,) = count(session(disguise(RECORDS[1])), Corpus.from_texts(RECORDS))
    assert one.records == {1}
    assert one.near == 1
    assert one.items == {("phone", "+17138536161"), ("email", "al@quist.org")}


def test_a_record_that_holds_what_is_undone_elsewhere_is_recited_as_it_is() -> None:
    soft = RECORDS[2].replace("curtains", "cur\u00adtains").replace("entirely", "en\u00adtirely")
    (one,) = count(session(soft), Corpus.from_texts([soft, *RECORDS[:2]]))
    assert one.records == {0}
    assert one.near == 0
    assert len(one.excerpts) == 1
