import itertools

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from seethrough.report.page.highlights import Passage, segments

PASSAGE = (
    "A beekeeper in her fifties lives alone with two goats. She lost thirty-one hives and sued"
    " the orchard.\nCustomer: a children's dentist gave me a sticker. The goats are well."
)


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ("She lives alone with two goats.", ["lives alone", "two goats"]),
        ("The writer lost 31 hives.", ["lost thirty-one hives"]),
        ("The orchard was sued.", ["sued", "orchard"]),
        ("A pediatric dentist gave the customer a sticker.", ["dentist gave", "sticker"]),
        ("The goats are well.", ["The goats are well"]),
        ("oats", []),
        ("He flies kites.", []),
        ("", []),
        ("...", []),
    ],
)
def test_the_words_that_give_a_claim_away(claim: str, words: list[str]) -> None:
    found = [PASSAGE[start:end] for start, end in Passage(PASSAGE).giving_away(claim)]
    assert set(words) <= set(found)
    assert bool(words) == bool(found)


def test_a_word_that_stands_twice_counts_where_the_others_are() -> None:
    passage = Passage(PASSAGE)
    goats = [span for span in passage.giving_away("Two goats live alone.")]
    assert all(end < PASSAGE.index("She lost") for _, end in goats)


@pytest.mark.parametrize(
    ("claim", "passage", "word"),
    [
        ("She has hypertension.", "She has high blood pressure.", "high blood pressure"),
        ("She saw a physician.", "She saw a doctor.", "doctor"),
        ("猫を飼う", "彼女は猫を飼う。", "猫を飼う"),
    ],
)
def test_other_words_of_the_same_meaning_are_found(claim: str, passage: str, word: str) -> None:
    found = [passage[start:end] for start, end in Passage(passage).giving_away(claim)]
    assert word in found


@given(
    st.text(max_size=60),
    st.lists(st.lists(st.tuples(st.integers(0, 60), st.integers(0, 60)), max_size=4), max_size=4),
)
def test_segments_are_the_text_again(text: str, drawn: list[list[tuple[int, int]]]) -> None:
    groups = [
        [(min(a, b), max(a, b)) for a, b in group if max(a, b) <= len(text)] for group in drawn
    ]
    cut = segments(text, groups)
    assert "".join(s.text for s in cut) == text
    marked = {
        (place, number)
        for number, group in enumerate(groups)
        for start, end in group
        for place in range(start, end)
    }
    found = set()
    place = 0
    for segment in cut:
        for _ in segment.text:
            found |= {(place, number) for number in segment.groups}
            place += 1
    assert found == marked


TEXTS = st.lists(st.sampled_from(PASSAGE.split()) | st.text(max_size=10), max_size=20).map(" ".join)


@given(TEXTS, TEXTS)
@example("She lives alone with two goats.", PASSAGE)
def test_any_text_can_be_marked(claim: str, passage: str) -> None:
    spans = Passage(passage).giving_away(claim)
    assert all(0 <= start < end <= len(passage) for start, end in spans)
    assert all(a[1] < b[0] for a, b in itertools.pairwise(spans))
