import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.records.columns import choose_columns
from seethrough.records.corpus import Corpus
from seethrough.records.shared_ids import ids_meet, with_shared_id

TEXTS = ["It rained a lot.", "It snowed a bit.", "It was rather hot.", "Fog lay on it all."]
SHORT = ["It is all wet.", "It is all white.", "It is too dry.", "It is all grey."]


def rows(**columns):
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


def pair(own, other, whole=True, barred=None, id=None, release_id=None):
    private = choose_columns(own, "p", id=id)
    release = choose_columns(other, "r", id=release_id, like=private)
    return with_shared_id(private, release, (own, other), whole=whole, barred=barred or {})


def chosen(*args, **options):
    found = pair(*args, **options)
    return found.private.id, found.release.id


def table(text=TEXTS, **columns):
    return rows(**columns, text=text)


@pytest.mark.parametrize(
    ("own", "other", "ids"),
    [
        ({"Case No": "abcd"}, {"case_no": "dbca"}, ("Case No", "case_no")),
        ({"Akte": "abcd"}, {"Akte": "cdba"}, ("Akte", "Akte")),
        ({"id": [1, 2, 3, 4], "Akte": "abcd"}, {"id": [7, 8, 9, 5], "Akte": "abcd"}, ("Akte",) * 2),
        ({"id": [1, 2, 3, 4], "Akte": "abcd"}, {"id": [4, 3, 2, 1], "Akte": "abcd"}, ("id",) * 2),
        ({"index": [0, 1, 2, 3], "A": "abcd"}, {"index": [0, 1, 2, 3], "A": "dcba"}, ("A",) * 2),
        ({"patient": "abcd", "A": "abcd"}, {"patient": "abcd", "A": "badc"}, ("A", "A")),
        ({"patient": "abcd"}, {"patient": "badc"}, ("patient", "patient")),
        ({"A": "aacd"}, {"A": "abcd"}, (None, None)),
        ({"A": "abcd"}, {"A": ["a", "", "c", "d"]}, (None, None)),
        ({"A": "abcd"}, {"A": "dxyz"}, (None, None)),
        ({"A": "abcd"}, {"A": "cdyz"}, ("A", "A")),
        ({"A": [0.5, 1.5, 2.5, 3.5]}, {"A": [0.5, 1.5, 2.5, 3.5]}, (None, None)),
        ({"A": [1, 2, 3, 4]}, {"A": [1.0, 2.0, 3.0, 4.0]}, ("A", "A")),
        ({"A": ["01", "02", "03", "04"]}, {"A": [1, 2, 3, 4]}, ("A", "A")),
        ({"A": "abcd"}, {"id": "abcd"}, (None, "id")),
        ({"id": [1, 2, 3, 4], "A": "abcd"}, {"id": [3, 4, 8, 9], "A": "abcd"}, ("A", "A")),
        ({"memo": SHORT}, {"memo": SHORT[::-1]}, (None, None)),
        ({"a_no": "abcd"}, {"A No": "dcba", "a_no": "abcd", "a-no": "dcba"}, ("a_no", "a_no")),
    ],
)
def test_the_id_is_what_both_share(own, other, ids):
    assert chosen(table(**own), table(**other)) == ids


def test_the_text_is_no_id_though_both_share_it():
    same = rows(text=["rain", "snow", "heat"])
    assert chosen(same, same) == (None, None)
    told = pair(same, same).private.why["id"]
    matched = "row 1 of one file matches row 1 of the other, unless --unaligned is given"
    assert told == f"rows are numbered: {matched}"


def test_what_was_named_stands():
    both = table(A="abcd", B="wxyz")
    assert chosen(both, both) == ("A", "A")
    assert chosen(both, both, id="B") == ("B", "B")
    assert chosen(both, both, release_id="B") == ("B", "B")
    assert chosen(both, both, id="A", release_id="B") == ("A", "B")
    assert chosen(both, both, id="") == (None, None)
    assert chosen(both, both, release_id="") == (None, None)
    assert pair(both, both, id="B").private.why.get("id") is None


def test_a_barred_column_is_passed_over_and_named():
    both = table(A="abcd", B="wxyz")
    found = pair(both, both, barred={"a": "has gaps or duplicates"})
    assert (found.shared, found.private.id) == ("b", "B")
    assert found.release.why["id"].endswith("; not a, which has gaps or duplicates")


def test_beginnings_of_long_files_need_not_meet():
    own, other = table(case_no="abcd", A="abcd"), table(case_no="wxyz", A="wxyz")
    assert pair(own, other).shared is None
    assert pair(own, other, whole=False).shared == "case_no"
    assert pair(table(A="abcd"), table(A="dxyz"), whole=False).shared == "a"


@given(st.permutations(["A", "B", "Case No", "index", "text"]), st.permutations(range(4)))
def test_neither_columns_nor_rows_need_an_order(names, places):
    own = table(**{"Case No": "abcd", "A": "abcd", "B": "wxyz", "index": range(4)})
    other = [{name: own[i][name] for name in names} for i in places]
    assert chosen(own, other) == ("Case No", "Case No")


def test_whole_files_meet_where_half_the_ids_do():
    def corpus(ids):
        return Corpus.from_texts(["t"] * len(ids), ids=list(ids))

    assert ids_meet(corpus("abcd"), corpus("ABxy"))
    assert not ids_meet(corpus("abcd"), corpus("axyz"))
    assert ids_meet(corpus("abcdefgh"), corpus("h"))
    assert not ids_meet(corpus("ab"), corpus(""))
