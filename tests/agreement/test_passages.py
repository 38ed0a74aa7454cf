from time import process_time

import pytest

from seethrough.agreement.passages import ADDED, KEPT, adds_nothing, kind_of, overlap

CLAIMS = ["She keeps ninety hives.", "She lives in Lyon."]


@pytest.mark.parametrize(
    ("passage", "own", "kind"),
    [
        ("She keeps ninety hives and lives in a city.", True, "kept"),
        ("Bees by the score, and a home on the Rhône.", True, "rewritten"),
        ("She keeps ninety hives and lives in a city.", False, "another"),
        ("Bees by the score, and a home on the Rhône.", False, "another"),
        ("She keeps ninety hives and lives in a city.", None, "kept"),
        ("Bees by the score, and a home on the Rhône.", None, "another"),
        ("", True, "none"),
        (" \n", False, "none"),
    ],
)
def test_kinds(passage: str, own: bool | None, kind: str) -> None:
    assert kind_of(CLAIMS, passage, own) == kind


def test_somebody_else_s_record_may_be_in_other_words() -> None:
    theirs = ["He sells bread.", "He has two sons."]
    assert kind_of(CLAIMS, "He sells bread in town and has two sons.", False, theirs) == "another"
    told = "A baker, father of a pair of boys."
    assert kind_of(CLAIMS, told, False, theirs) == "another_rewritten"
    assert kind_of(CLAIMS, told, True, theirs) == "rewritten"


def test_a_record_in_few_other_words_is_condensed() -> None:
    record = "Mr Ortega keeps ninety hives above the creek."  # eight words
    assert kind_of(CLAIMS, "Bees by the score.", True, record=record) == "condensed"
    assert kind_of(CLAIMS, "Bees by the score up there.", True, record=record) == "rewritten"
    assert kind_of(CLAIMS, "Bees by the score.", True) == "rewritten"
    assert kind_of(CLAIMS, "Bees by the score.", None, record=record) == "another"
    assert kind_of(CLAIMS, "Withheld.", True, record=record) == "condensed"
    headed = "Released by the office. Bees by the score."
    assert kind_of(CLAIMS, headed, True, record=record) == "rewritten"
    assert kind_of(CLAIMS, headed, True, record=record, bare="Bees by the score.") == "condensed"


def test_overlap_is_the_mean_share_of_words_that_stand_there_in_order() -> None:
    assert overlap(["a b c d", "x y"], "A c, b d; x") == pytest.approx((3 / 4 + 1 / 2) / 2)
    assert overlap([], "a") == 0
    assert overlap(["a b", "c d"], "a c") == KEPT  # which is enough
    assert kind_of(["a b", "c d"], "a c", True) == "kept"


RECORD = "Mr Ortega, 58, keeps ninety hives above the creek; his left knee has hurt since May."


@pytest.mark.parametrize(
    ("passage", "nothing"),
    [
        (RECORD, True),
        ("Mr Ortega keeps hives.", True),
        ("<PERSON>, [...], keeps {{NUMBER}} hives above the ____; his knee has hurt.", True),
        ("MR ORTEGA KEEPS HIVES, AND HE HAS A LEFT KNEE.", True),  # other function words
        ("his right knee has hurt since May.", False),
        ("Mr Ortega, 85, keeps ninety hives.", False),
        ("his left knee has not hurt since May.", False),
        ("Mr Ortega keeps no hives.", False),
        ("[...] <PERSON>", False),
        ("Mr Ortega keeps hives [and drinks since his divorce].", False),
        ("Mr Ortega keeps hives <HAS DIABETES>.", False),
        ("Mr Ortega keeps hives {in Utah}.", False),
        ("", False),
    ],
)
def test_what_adds_nothing_to_a_record(passage: str, nothing: bool) -> None:
    assert adds_nothing(passage, RECORD) is nothing
    kind = kind_of(["His left knee has hurt since May."], passage, True, (), RECORD)
    assert (kind == "cut") is nothing


def test_one_word_of_a_hundred_may_be_added() -> None:
    assert ADDED == 0.01
    long = "hives " * 99
    assert adds_nothing(f"{long} goats", RECORD)
    assert not adds_nothing(f"{long} goats sheep", RECORD)


def test_a_passage_of_somebody_else_is_never_cut() -> None:
    assert kind_of(["He keeps hives."], RECORD, False, (), RECORD) == "another"
    assert kind_of(["He keeps hives."], RECORD, None, (), RECORD) == "cut"
    assert kind_of(["He keeps hives."], "Mr Ortega keeps hives.", True) == "kept"


def test_a_row_of_brackets_is_read_once() -> None:
    begin = process_time()
    assert adds_nothing("[" * 50_000 + " [NAME] bakes.", "Anna bakes.")
    assert process_time() - begin < 10  # a minute where every bracket may begin a placeholder
