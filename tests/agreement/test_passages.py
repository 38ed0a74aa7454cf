import pytest

from seethrough.agreement.passages import KEPT, kind_of, overlap

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


def test_overlap_is_the_mean_share_of_words_that_stand_there_in_order() -> None:
    assert overlap(["a b c d", "x y"], "A c, b d; x") == pytest.approx((3 / 4 + 1 / 2) / 2)
    assert overlap([], "a") == 0
    assert overlap(["a b", "c d"], "a c") == KEPT  # which is enough
    assert kind_of(["a b", "c d"], "a c", True) == "kept"
