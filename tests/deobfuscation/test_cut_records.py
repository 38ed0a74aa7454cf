import json
import re

import pytest

from seethrough import samples
from seethrough.deobfuscation.cut_records import cut_records, rejoined, rows_of_people
from seethrough.records.corpus import Corpus

RECORDS = [json.loads(line) for line in samples.path("private.jsonl").read_text().splitlines()]
IDS = [record["id"] for record in RECORDS]
TEXTS = [record["text"] for record in RECORDS]
PRIVATE = Corpus.from_texts(TEXTS, IDS)


def halves(text):
    words = text.split()
    return " ".join(words[: len(words) // 2]), " ".join(words[len(words) // 2 :])


@pytest.mark.parametrize("form", ["{}-{}", "{}_{}", "{}.part{}", "{}/{}"])
def test_numbered_pieces_are_put_together_in_order(form):
    cut = [(form.format(i, n), part) for i, t in zip(IDS, TEXTS, strict=True)
           for n, part in enumerate(halves(t), start=1)][::-1]  # fmt: skip
    corpus = Corpus.from_texts([part for _, part in cut], [id_ for id_, _ in cut])
    whole = rejoined(corpus, cut_records(corpus, IDS))
    assert dict(zip(whole.ids, whole.texts, strict=True)) == {
        i: " ".join(t.split()) for i, t in zip(IDS, TEXTS, strict=True)
    }
    assert whole.persons == whole.ids


def test_lettered_pieces_are_put_together():
    corpus = Corpus.from_texts(["one", "two", "other"], ["12a", "12b", "13"], ["p", "p", "q"])
    pieces = cut_records(corpus, ["12", "13"])
    assert pieces == {"12": [0, 1]}
    assert cut_records(corpus.take([1, 0, 2]), ["12", "13"]) == {"12": [1, 0]}
    whole = rejoined(corpus, pieces)
    assert (whole.ids, whole.texts, whole.persons) == (
        ["12", "13"],
        ["one two", "other"],
        ["p", "q"],
    )


def test_ids_of_released_or_private_records_are_no_pieces():
    corpus = Corpus.from_texts(["One.", "Two.", "Three."], ["12", "12-1", "12-2"])
    assert cut_records(corpus, ["12"]) == {}
    assert cut_records(corpus, ["12", "12-1", "12-2"]) == {}
    assert cut_records(corpus.take([1, 2]), ["99"]) == {}
    # A record was withheld whose id others seem to continue.
    assert cut_records(corpus.take([1, 2]), ["12", "12-1", "12-2"]) == {}


def test_records_cut_in_mid_sentence_are_put_together_without_ids():
    cuts = [
        [text[a:b] for a, b in zip([0, *at], [*at, len(text)], strict=True)]
        for text in TEXTS
        for at in [[m.start() for m in re.finditer(r" [a-z]", text)][10:-10:10]]
    ]
    corpus = Corpus.from_texts([part.strip() for parts in cuts for part in parts])
    whole = rejoined(corpus, cut_records(corpus, IDS))
    assert (
        sum(" ".join(t.split()) in {" ".join(w.split()) for w in whole.texts} for t in TEXTS) > 45
    )


def test_ordinary_releases_are_left_alone():
    corpus = Corpus.from_texts(TEXTS, IDS)
    assert cut_records(corpus, IDS) == {}
    assert rejoined(corpus, {}) is corpus
    lower = Corpus.from_texts([t.lower() for t in TEXTS], IDS)
    assert cut_records(lower, IDS) == {}
    renamed = Corpus.from_texts([t.lower() for t in TEXTS])
    assert cut_records(renamed, IDS) == {}  # each ends with its sentence
    half = ["it breaks off", "and goes on.", "it is whole."]
    assert cut_records(Corpus.from_texts(half * 5), IDS) == {}
    assert len(cut_records(Corpus.from_texts(half[:2] * 5), IDS)) == 5


def test_records_that_stand_for_private_ones_are_never_joined() -> None:
    texts = ["no sentence ends here", "nor here and none begins"] * 10
    released = Corpus.from_texts(texts)
    assert cut_records(released, released.ids) == {}
    assert cut_records(released, ["a", "b"]) == {"0": list(range(20))}
    assert cut_records(released, ["0", "10"]) == {
        "0": list(range(10)),
        "10": list(range(10, 20)),
    }


def test_a_whole_record_holds_the_fields_of_all_its_pieces() -> None:
    fields = [
        {"note": "", "age": 43, "tags": ["a"], "seen": 0},
        {"other": "", "note": "she of the cardiac ward", "age": 43, "tags": ["b", "c"]},
        {"note": "born 1950", "gone": None, "seen": False},
        {"note": "of another"},
        {"note": "she of the cardiac ward", "tags": []},
    ]
    corpus = Corpus.from_texts(["a"] * 5, ["r0-1", "r0-2", "r0-4", "r1", "r0-3"], fields=fields)
    whole = rejoined(corpus, cut_records(corpus, ["r0", "r1"]))
    assert [(record.id, record.fields) for record in whole] == [
        (
            "r0",
            {
                "note": "she of the cardiac ward\nborn 1950", "age": 43,
                "tags": [["a"], ["b", "c"]], "seen": [0, False], "other": "", "gone": None,
            },
        ),
        ("r1", {"note": "of another"}),
    ]  # fmt: skip


def told(names, **columns):
    """Return three rows of each of some people, people by turns, with columns beside the texts."""
    rows = [name for _ in range(3) for name in names]
    fields = [{column: name(row) for column, name in columns.items()} for row in rows]
    return Corpus.from_texts([f"{row} {n}" for n, row in enumerate(rows)], fields=fields)


@pytest.mark.parametrize("column", ["participant", "UserId", "author", "customer", "doc_id"])
def test_rows_with_one_pseudonym_are_told_of_one_person(column):
    corpus = told("abcdefghij", **{column: lambda name: f"P-{ord(name)}"})
    found = rows_of_people(corpus, PRIVATE)
    assert found == {str(place): [place, place + 10, place + 20] for place in range(10)}
    assert rejoined(corpus, found).texts[1] == "b 1 b 11 b 21"


def test_the_person_counts_before_other_columns_and_people_before_records():
    by_two = {
        "session_id": lambda name: name,
        "user": lambda name: "abcdefghijklmnopqrst".index(name) // 2,
    }
    corpus = told("abcdefghijklmnopqrst", **by_two)
    assert {len(rows) for rows in rows_of_people(corpus, PRIVATE).values()} == {6}
    named = Corpus.from_texts(corpus.texts, corpus.ids, [t[0] for t in corpus.texts])
    assert {len(rows) for rows in rows_of_people(named, PRIVATE).values()} == {3}


@pytest.mark.parametrize(
    ("names", "columns"),
    [
        ("abcdefghij", {"diagnosis": str, "zip_code": str, "site_id": str}),
        ("abcdefghi", {"participant": str}),
        ("abcdefghij", {"participant": lambda name: None if name == "a" else name}),
    ],
)
def test_rows_of_a_category_or_of_few_or_unnamed_people_stay_apart(names, columns):
    assert rows_of_people(told(names, **columns), PRIVATE) == {}


@pytest.mark.parametrize(("each", "joined"), [(2, True), (3, False)])
def test_rows_stay_apart_where_each_person_has_as_many_private_records(each, joined):
    private = Corpus.from_texts(["..."] * 6 * each, persons=[*"uvwxyz"] * each)
    assert bool(rows_of_people(told("abcdefghij", user=str), private)) is joined
