import pytest

from seethrough.atomizers.given import Given
from seethrough.errors import InputError
from seethrough.records.corpus import Corpus


def corpus(*fields: dict) -> Corpus:
    return Corpus.from_texts(["text"] * len(fields), fields=list(fields), name="notes.jsonl")


def test_list_and_lines():
    claims = Given().atomize(
        corpus({"claims": ["A.", " A. ", "B.", ""]}, {"claims": "C.\n\nD.\n"}, {"claims": []})
    )
    assert claims == [["A.", "B."], ["C.", "D."], []]


def test_other_column():
    assert Given("facts").atomize(corpus({"facts": "One."})) == [["One."]]


def test_no_records():
    assert Given().atomize(Corpus.from_texts([])) == []


def test_missing_column_names_what_there_is():
    with pytest.raises(InputError, match=r"notes.jsonl, record '1': no column 'claims'.*age"):
        Given().atomize(corpus({"claims": []}, {"age": 3}))


@pytest.mark.parametrize("value", [3, None, {"a": 1}, ["A.", 3]])
def test_wrong_kind_of_value(value):
    with pytest.raises(InputError, match="must hold a list of strings"):
        Given().atomize(corpus({"claims": value}))
