from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Callable
from typing import Any

import pytest

from seethrough.engine.rows.codes import VECTOR, holds_codes
from seethrough.engine.rows.values import FIELDS, strings
from seethrough.engine.rows.whole_row import LONGEST, whole_rows
from seethrough.records.corpus import Corpus
from seethrough.storage.store import MemoryStore


def corpus(*rows: dict[str, Any]) -> Corpus:
    texts = [f"text {i}" for i in range(len(rows))]
    return Corpus.from_texts(texts, [f"r{i}" for i in range(len(rows))], fields=rows, name="c")


def test_every_other_value_follows_the_text() -> None:
    released = corpus(
        {"notes": "An old note.", "age": 43, "tags": ["a", {"k": [1.5, None, True]}]},
        {"notes": "", "age": 44, "tags": []},
    )
    found = whole_rows(released)
    assert found.read == ("age", "notes", "tags")
    assert found.unread == {}
    assert found.corpus.texts == [
        "text 0\nage 43\nAn old note.\na\nk\n1.5\ntrue",
        "text 1\nage 44",
    ]
    assert found.corpus.ids == released.ids
    assert found.corpus.name == "c"
    assert found.corpus[0].fields == released[0].fields


def test_columns_that_tell_nothing_are_named() -> None:
    rows = [
        {
            "same": "clinic", "empty": None, "signs": "--", "key": f"r{i}", "copy": f"text {i}",
            "blob": f"<{i + 9} bytes>", "long": "x" * (LONGEST + i), "flag": True,
        }
        for i in range(2)
    ]  # fmt: skip
    released = corpus(*rows)
    found = whole_rows(released)
    assert found.corpus is released
    assert found.read == ()
    assert found.unread == {
        "same": "the same in every record", "empty": "empty", "signs": "no words or numbers",
        "key": "the ids again", "copy": "the text again", "blob": "bytes", "long": "too long",
        "flag": "the same in every record",
    }  # fmt: skip


@pytest.mark.parametrize(
    "vector",
    [
        lambda row: {"embedding": [0.0123 * row, -0.4, 2.0, -1e-05] * 4},
        lambda row: {"embedding": str([0.0123, -0.4 * row] * 8)},
        lambda row: {f"e{i}": 0.1 * i + row / 7 for i in range(VECTOR)},
        lambda row: {"embedding": {f"e{i}": 0.1 * i + row / 7 for i in range(VECTOR)}},
    ],
)
def test_vectors_are_not_looked_at(vector: Callable[[int], dict[str, Any]]) -> None:
    moods = ("sad", "gay", "calm")
    found = whole_rows(corpus(*[{**vector(i), "mood": m} for i, m in enumerate(moods)]))
    assert found.read == ("mood",)
    assert set(found.unread.values()) == {"vectors"}


@pytest.mark.parametrize(
    "told",
    [
        {"values": list(range(VECTOR - 1))},
        {"values": [*range(VECTOR), "mmHg"]},
        {f"was in ward {i}": 1 for i in range(VECTOR)},
        {f"q{i}": f"{i % 5}.0" for i in range(90)},
        {f"{name} {i}": i + 0.5 for i in range(VECTOR - 1) for name in ("weight", "height")},
    ],
)
def test_some_numbers_are_read(told: dict[str, Any]) -> None:
    other = {name: 0 if value == 1 else value for name, value in told.items()}
    found = whole_rows(corpus(told, told | {"age": 4}, other))
    assert "vectors" not in found.unread.values()


def test_a_value_is_read_once() -> None:
    found = whole_rows(corpus({"a": "text 0", "b": "x"}, {"a": "y", "b": "y"}))
    assert found.corpus.texts == ["text 0\nb x", "text 1\na y\nb y"]


def test_one_record_and_none() -> None:
    assert whole_rows(corpus({"a": "only"})).corpus.texts == ["text 0\nonly"]
    assert whole_rows(Corpus.from_texts([])).read == ()


def test_persons_stay() -> None:
    released = Corpus.from_texts(["t", "u"], ["1", "2"], ["p", "p"], [{"a": "x"}, {"a": "y"}])
    assert whole_rows(released).corpus.persons == ["p", "p"]


def test_ids_that_say_words_are_read_and_others_are_not() -> None:
    told = ["m-1962-asthma-001", "f_1971_DivorcedNurse", "m-1980-003", "f-1985-asthma2"]
    found = whole_rows(Corpus.from_texts([""] * 4, told))
    assert found.read == ("the ids",)
    assert found.corpus.texts[:2] == ["\nm 1962 asthma 001", "\nf 1971 Divorced Nurse"]
    quiet = ([f"patient-{i:03}" for i in range(40)], [f"{i:08x}-dead" for i in range(40)])
    hashes = [hashlib.md5(bytes([i])).hexdigest() for i in range(200)]
    for ids in (*quiet, hashes, [b64encode(bytes.fromhex(h)).decode() for h in hashes]):
        assert whole_rows(Corpus.from_texts(["x"] * len(ids), ids)).read == ()


def test_strings_of_a_value() -> None:
    assert list(strings({"a": ["b", 1, 2.5, True, None, {"c": "d"}]})) == [
        "a", "b", "1", "2.5", "true", "c", "d",
    ]  # fmt: skip


def test_a_few_words_that_every_record_repeats_tell_nothing_and_more_do() -> None:
    few, more = (" ".join(["word"] * n) for n in (5, 6))
    assert whole_rows(corpus({"a": few}, {"a": few})).unread == {"a": "the same in every record"}
    assert whole_rows(corpus({"a": more}, {"a": more})).read == ("a",)


def test_a_yes_is_read_as_the_column_s_name() -> None:
    rows = [
        {"dx_syphilis": True, "hadAbortion": "x", "owes-money": "1", "hiv": "Yes"},
        {"dx_syphilis": False, "hadAbortion": "", "owes-money": "0", "hiv": " no "},
        {"dx_syphilis": None, "hadAbortion": None, "owes-money": 1, "hiv": ""},
    ]
    found = whole_rows(corpus(*rows))
    assert found.unread == {}
    assert found.corpus.texts == [
        "text 0\ndx syphilis\nhad Abortion\nhiv\nowes money", "text 1", "text 2\nowes money",
    ]  # fmt: skip


def test_a_yes_is_read_as_the_column_s_name_where_others_are_not_known() -> None:
    rows: list[dict[str, Any]] = [
        {"hiv": "Yes", "ulcer": "Present", "debts": "y", "flu": 1, "lupus": 1.0},
        {"hiv": "No", "ulcer": "Absent", "debts": "n", "flu": 0, "lupus": 0.0},
        {"hiv": "Unknown", "ulcer": "N/A", "debts": "?", "flu": 9, "lupus": -1.0},
    ]
    assert whole_rows(corpus(*rows)).corpus.texts == [
        "text 0\ndebts\nflu\nhiv\nlupus\nulcer",
        "text 1",
        "text 2",
    ]


def test_nine_where_nobody_has_a_one_is_a_number_and_a_nought_first_makes_no_amount() -> None:
    rows: list[dict[str, Any]] = [{"pain": "9", "zip": "02139"}, {"pain": "0", "zip": "02140"}]
    assert whole_rows(corpus(*rows)).corpus.texts == [
        "text 0\npain 9\nzip 02139", "text 1\npain 0\nzip 02140",
    ]  # fmt: skip


def test_a_grade_stands_behind_its_column_s_name_and_a_denial_says_nothing() -> None:
    rows = [
        {"hiv_test": "positive", "smoker": "former", "depression": "severe", "arrests": "once"},
        {"hiv_test": "negative", "smoker": "never", "depression": "none", "arrests": "unknown"},
        {"hiv_test": "positive", "smoker": "Current", "depression": "mild", "arrests": "twice"},
    ]
    assert whole_rows(corpus(*rows)).corpus.texts == [
        "text 0\narrests once\ndepression severe\nhiv test positive\nsmoker former",
        "text 1",
        "text 2\narrests twice\ndepression mild\nhiv test positive\nsmoker Current",
    ]


def test_yes_and_no_in_other_languages() -> None:
    rows = [
        {"hiv": "ja", "gout": "oui", "flu": "Sí", "lupus": "pos", "ulcer": "Да", "wart": "是"},
        {"hiv": "nein", "gout": "non", "flu": "no", "lupus": "neg", "ulcer": "нет", "wart": "否"},
    ]
    told = "text 0\nflu\ngout\nhiv\nlupus\nulcer\nwart"
    assert whole_rows(corpus(*rows)).corpus.texts == [told, "text 1"]


def test_an_answer_that_is_not_given_leaves_a_column_of_yes_and_no() -> None:
    rows = [
        {"hiv": "ja", "gout": "oui", "flu": "yes"},
        {"hiv": "k.A.", "gout": "ne sait pas", "flu": "n.a."},
        {"hiv": "Weiß nicht", "gout": "inconnu", "flu": "Prefer not to say"},
        {"hiv": "nein", "gout": "non", "flu": "no"},
    ]
    said = whole_rows(corpus(*rows)).corpus.texts
    assert said == ["text 0\nflu\ngout\nhiv", "text 1", "text 2", "text 3"]


def test_an_answer_with_more_words_stands_behind_its_column_s_name() -> None:
    rows = [
        {"hiv": "Positive", "smoker": "yes, 10 a day since he was young", "gout": "1 = yes"},
        {"hiv": "Not done", "smoker": "quit 2010", "gout": "0 = no"},
    ]
    assert whole_rows(corpus(*rows)).corpus.texts == [
        "text 0\ngout 1 = yes\nhiv Positive\nsmoker yes, 10 a day since he was young",
        "text 1\ngout 0 = no\nNot done\nquit 2010",
    ]


def test_what_is_less_than_nought_is_told_where_the_name_says_that_there_is_such() -> None:
    rows: list[dict[str, Any]] = [
        {"sentiment": -1, "trend": "negative", "hiv": -1},
        {"sentiment": 0, "trend": "none", "hiv": 0},
        {"sentiment": 1, "trend": "positive", "hiv": 1},
    ]
    assert whole_rows(corpus(*rows)).corpus.texts == [
        "text 0\nsentiment -1\nnegative", "text 1\nsentiment 0\nnone",
        "text 2\nhiv\nsentiment 1\ntrend positive",
    ]  # fmt: skip


def test_a_zip_code_is_no_amount() -> None:
    found = whole_rows(corpus({"zip_code": 90210, "owes": 23900}, {"zip_code": 77005, "owes": 7}))
    assert found.corpus.texts[0] == "text 0\nowes 23900, 23,900\nzip code 90210"


def test_a_list_of_things_and_answers_is_read_as_an_object() -> None:
    rows: list[dict[str, Any]] = [
        {"dx": [{"name": "HIV", "status": "absent"}, {"name": "asthma", "status": "present"}]},
        {"dx": [{"name": "HIV", "status": "present"}, {"name": "asthma", "status": "absent"}]},
        {"dx": []},
    ]
    assert whole_rows(corpus(*rows)).corpus.texts == [
        "text 0\ndx asthma", "text 1\ndx HIV", "text 2",
    ]  # fmt: skip
    flags: list[dict[str, Any]] = [
        {"dx": [{"hiv": "Anna", "has": True}]},
        {"dx": [{"hiv": "Tom", "has": False}]},
    ]
    assert whole_rows(corpus(*flags)).corpus.texts == ["text 0\ndx Anna", "text 1"]


@pytest.mark.parametrize(
    "value",
    [
        [{"dose": "5 mg", "drug": "aspirin", "refills": "no"}],
        [{"name": "Anna", "role": "aunt"}],
        [{"asked": "yes", "told": "no"}],
        [{"name": "HIV", "status": "absent"}, "gout"],
        [{"name": "HIV", "status": "absent"}, {"name": "HIV", "status": "present"}],
    ],
)
def test_any_other_list_stays_one_value(value: list[Any]) -> None:
    whole = whole_rows(corpus({"dx": value}, {"dx": None})).corpus
    assert whole.texts[0] == "\n".join(["text 0", *strings(value)])


def test_dates_and_large_numbers_are_read_as_texts_write_them_too() -> None:
    rows: list[dict[str, Any]] = [
        {"seen": "2020-05-03", "owes": 23900, "born": 1954, "lost": "1250000.0", "mrn": "1" * 13},
        {"seen": "2020-02-30", "owes": 120.5, "born": 1960, "lost": "0", "mrn": "2" * 13},
        {"seen": "1999-12-31T08:30:00Z", "owes": None, "born": None, "lost": None, "mrn": None},
    ]
    first, second, third = whole_rows(corpus(*rows)).corpus.texts
    assert first.split("\n")[1:] == [
        "born 1954", "lost 1250000.0, 1,250,000", f"mrn {'1' * 13}", "owes 23900, 23,900",
        "seen 2020-05-03, 3 May 2020",
    ]  # fmt: skip
    assert second.endswith("owes 120.5\nseen 2020-02-30")
    assert third.endswith("seen 1999-12-31T08:30:00Z, 31 December 1999")


def test_a_column_of_women_is_none_of_yes_and_no() -> None:
    women = whole_rows(corpus({"sex": "F"}, {"sex": "U"})).corpus
    assert women.texts == ["text 0\nsex F", "text 1\nsex U"]
    assert whole_rows(corpus({"hiv": "T"}, {"hiv": "F"})).corpus.texts == ["text 0\nhiv", "text 1"]


def test_marks_that_differ_are_read_behind_the_column_s_name() -> None:
    rows: list[dict[str, Any]] = [
        {"hiv": "✓", "gout": "-", "flu": "+", "lupus": "✔", "sex": "♀", "sign": "--"},
        {"hiv": "", "gout": "✓", "flu": "-", "lupus": "✗", "sex": "♂", "sign": "."},
    ]
    assert whole_rows(corpus(*rows)).corpus.texts == [
        "text 0\nflu\nhiv\nlupus\nsex ♀", "text 1\ngout\nsex ♂",
    ]  # fmt: skip


def test_an_object_s_fields_are_columns() -> None:
    rows: list[dict[str, Any]] = [
        {"flags": {"hiv": True, "asthma": False, "lab": {"lead": 61}}, "n": {"a": "x"}},
        {"flags": {"hiv": False, "asthma": True}, "n": "y"},
        {"flags": None, "n": None},
    ]
    found = whole_rows(corpus(*rows))
    assert found.read == ("flags.asthma", "flags.hiv", "flags.lab.lead", "n")
    assert found.corpus.texts == [
        "text 0\nflags hiv\nflags lab lead 61\nn a\nx", "text 1\nflags asthma\nn y", "text 2",
    ]  # fmt: skip


def test_words_in_an_object_stand_under_the_name_of_their_field() -> None:
    told = "He has had gout since he was ten"
    rows = [{"dx": {"hiv": "since 2010"}}, {"dx": {"gout": "not now", told: True}}]
    texts = whole_rows(corpus(*rows)).corpus.texts
    assert texts == ["text 0\ndx hiv\nsince 2010", f"text 1\ndx {told}\ndx gout\nnot now"]


def test_an_object_with_a_field_that_is_called_like_a_column_stays_one_value() -> None:
    rows = [
        {"flags": {"hiv": True}, "flags.hiv": "Tested in Rome."},
        {"flags": {"hiv": False}, "flags.hiv": "Not tested."},
    ]
    found = whole_rows(corpus(*rows))
    assert found.read == ("flags", "flags.hiv")
    assert found.corpus.texts[0] == "text 0\nhiv\ntrue\nTested in Rome."


def test_an_object_of_many_fields_stays_one_value() -> None:
    rows: list[dict[str, Any]] = [
        {"counts": {f"w{i}": True for i in range(FIELDS + n)}} for n in (0, 1)
    ]
    assert whole_rows(corpus(*rows)).read == ("counts",)
    assert len(whole_rows(corpus(rows[0], {"counts": {"w0": False}})).read) == FIELDS


def test_a_value_without_words_stands_behind_its_column_s_name() -> None:
    rows = [{"birth_year": 1961, "ward": "Oncology", "seen": "3/4 no"}, {"birth_year": "?"}]
    found = whole_rows(corpus(*rows))
    assert found.corpus.texts[0] == "text 0\nbirth year 1961\nseen 3/4 no\nOncology"


def test_words_in_a_column_that_few_records_fill_stand_under_its_name() -> None:
    found = whole_rows(corpus({"HIV_clinic": "Dr Lee"}, {"ward": "Oncology"}, {"ward": "Surgery"}))
    assert found.corpus.texts == [
        "text 0\nHIV clinic\nDr Lee",
        "text 1\nOncology",
        "text 2\nSurgery",
    ]


def test_columns_of_codes_are_named() -> None:
    codes = ["A53.9", "B20", "E11.9", "A53.9", ""]
    rows = [
        {"icd": code, "point": f"C{i}1.{i}", "visit": f"V{i}00", "note": f"See B{i}.", "n": i}
        for i, code in enumerate(codes)
    ]
    assert whole_rows(corpus(*rows)).codes == ("icd", "point")
    assert whole_rows(corpus({"icd": "B20"}, {"icd": "B20"}, {"icd": None})).codes == ()


def test_texts_and_lists_that_hold_codes_of_diagnoses_are_named() -> None:
    texts = ["Seen for A53.9 and B20.", "Seen in version 2.1 of form B12.", ""] * 30
    assert whole_rows(Corpus.from_texts(texts)).codes == ("text",)
    assert whole_rows(Corpus.from_texts(texts[1:2] * 300 + texts[:3])).codes == ()
    listed = corpus({"icd": ["A53.9", "E11.65"]}, {"icd": ["M06.9", "B20"]}, {"icd": []})
    assert whole_rows(listed).codes == ("icd",)


BOOK = "0 = type 2 diabetes; 1 = asthma; 2: epilepsy"


def coded(book: str, *more: str, dx: tuple[str, ...] = ("0", "1", "2", "1")) -> tuple[str, ...]:
    rows = [{"dx": dx[i % len(dx)], "age": str(30 + i)} for i in range(200)]
    texts = [more[i] if i < len(more) else f"Text {i}." for i in range(200)]
    return whole_rows(Corpus.from_texts(texts, fields=[{**r, "book": book} for r in rows])).codes


def test_numbers_that_a_code_book_in_the_release_explains_are_codes() -> None:
    assert coded(BOOK) == ("dx",)
    assert coded('{"0": "asthma", "1": "gout", "2": "acne"}') == ("dx",)
    assert coded(BOOK, dx=("0.0", "1.0", "", "2.0")) == ("dx",)
    assert coded("x", *[BOOK] * 3) == ("dx",)
    assert coded("x", *[BOOK] * 2) == ()  # two of 200 texts
    assert coded("x") == coded("0 = type 2 diabetes") == coded("0 = no; 1 = yes; 2 = No") == ()
    assert coded(BOOK, dx=tuple("01345678")) == ()
    assert coded(BOOK, dx=("0", "1", "unknown")) == ()


def test_a_column_s_name_that_is_a_sentence_is_read_with_its_values() -> None:
    found = whole_rows(
        corpus({"do you take any drugs": "never", "do you take any other drugs": "no"})
    )
    assert found.corpus.texts == ["text 0\ndo you take any other drugs\nno"]


def test_one_value_in_five_may_be_no_code() -> None:
    codes = ["A53", "B20", "E11", "A53", "B20", "E11", "A53", "B20"]
    assert holds_codes([*codes, "unknown", "unknown"])
    assert not holds_codes([*codes, "E11", "unknown", "unknown", "unknown"])
    numbers = [f"V{i}00" for i in range(9)]  # nine of ten differ
    assert not holds_codes([*numbers, "V000"])
    assert holds_codes([*numbers[:-1], "V000", "V100"])


def test_what_was_kept_with_a_corpus_stays_with_it() -> None:
    store = MemoryStore()
    assert whole_rows(corpus({"a": "x"}).keeping(store)).corpus.derived is store
