import pytest

from seethrough.engine.inputs import check_ids
from seethrough.errors import InputError
from seethrough.records.corpus import Corpus
from seethrough.records.id_alignment import check_ids_meet
from seethrough.records.releases.text import TextRelease


def corpus(ids, name="c"):
    return Corpus.from_texts(["t"] * len(ids), ids=list(ids), name=name)


@pytest.mark.parametrize(
    ("private", "release"), [("abc", "abc"), ("abc", "cde"), ("", ""), ("ab", ""), ("", "ab")]
)
def test_one_id_in_common_or_nothing_to_meet_is_no_error(private, release):
    check_ids_meet(corpus(private), corpus(release))


def test_ids_that_never_meet_are_an_error():
    private, release = corpus(["p1", "p2"], "private.csv"), corpus(["1", "2", "3"], "out.csv")
    with pytest.raises(InputError) as error:
        check_ids_meet(private, release)
    message = str(error.value)
    assert message.startswith("none of the 2 ids of private.csv is among the 3 ids of out.csv; ")
    assert "--id" in message
    assert "differ only" not in message


def test_a_near_miss_is_named():
    with pytest.raises(InputError, match=r"2 differ only by case, blanks, leading zeros, \.0"):
        check_ids_meet(corpus(["007", "Ab", "x"]), corpus(["7", "aB ", "y"]))


def test_accents_in_two_encodings_are_a_near_miss():
    with pytest.raises(InputError, match=r"1 differ only by .* accents are encoded"):
        check_ids_meet(corpus(["jos\u00e9"]), corpus(["jose\u0301"]))


def test_some_ids_written_in_another_way_are_an_error():
    private = corpus(["a", "b", "jos\u00e9"], "private.csv")
    check_ids(private, TextRelease(corpus(["a", "c"], "out.csv")))
    with pytest.raises(InputError, match=r"some ids of out.csv .* \(1 differ only by"):
        check_ids(private, TextRelease(corpus(["a", "b", "jose\u0301"], "out.csv")))
