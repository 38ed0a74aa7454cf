from seethrough.agreement.rated_kinds import rated_kinds

CLAIMS = ("She keeps two red goats.", "She lives in Graz.")


def kinds(passage: str, label: str | None = None, record: str | None = None) -> list[str]:
    return rated_kinds(CLAIMS, [passage] * 2, [label] * 2, ["t"] * 2, [record] * 2)


def test_own_wording_is_kept_or_not() -> None:
    assert kinds("She keeps two red goats. She lives there.") == ["kept"] * 2
    assert kinds("In a Styrian city somebody has a couple of animals.") == ["rewritten"] * 2


def test_the_same_in_few_other_words_is_condensed() -> None:
    record = "She keeps two red goats and a hen. She lives in Graz."  # twelve words
    assert kinds("A Styrian with a couple of animals.", record=record) == ["condensed"] * 2
    assert (
        kinds("A Styrian with a couple of animals, one laying.", record=record) == ["rewritten"] * 2
    )


def test_no_judge_reads_an_empty_passage() -> None:
    record = "She keeps two red goats. She lives in Graz."
    for label in (None, "own record", "other", "other record, reworded"):
        assert kinds("", label, record) == kinds(" \n", label) == ["none"] * 2


def test_the_mean_over_the_claims_of_a_text_decides() -> None:
    # one claim word for word, of the other one word of four
    assert kinds("She keeps two red goats.") == ["kept"] * 2
    passages = ["She keeps two red goats."] * 2
    assert rated_kinds(CLAIMS, passages, [None] * 2, ["t", "u"], [None] * 2) == [
        "kept",
        "rewritten",
    ]


def test_words_in_another_order_are_other_words() -> None:
    assert kinds("goats red two keeps She. Graz in lives She.") == ["rewritten"] * 2


def test_somebody_elses_record_is_so_whatever_its_wording() -> None:
    for label in ("other", "neighbour", "another", "other record"):
        assert kinds(" ".join(CLAIMS), label) == ["another"] * 2
    assert kinds("Somebody has animals.", "other record, reworded") == ["another_rewritten"] * 2
    assert kinds(" ".join(CLAIMS), "own record") == ["kept"] * 2


def test_a_record_to_which_nothing_is_added_is_cut() -> None:
    record = "She keeps two red goats and a hen. She lives in Graz."
    assert kinds("She lives in Graz.", record=record) == ["cut"] * 2
    assert kinds("She lives in Linz. She keeps two red goats.", record=record) == ["kept"] * 2
    assert kinds("She lives in Graz.", "other", record) == ["another"] * 2


def test_one_line_of_a_text_that_tells_its_record_is_enough_in_any_order() -> None:
    record = "She keeps two red goats and a hen. She lives in Graz."
    for records in ([record, None], [None, record]):
        found = rated_kinds(CLAIMS, ["She lives in Graz."] * 2, [None] * 2, ["t"] * 2, records)
        assert found == ["cut"] * 2
