"""Whether a passage has the numbers of a claim with their units."""

import pytest

from seethrough.judges.local import Local
from seethrough.judges.offline.measures import same_measures
from seethrough.judges.offline.reading import read


@pytest.mark.parametrize(
    ("claim", "passage", "same"),
    [
        ("The patient takes 5 mg of warfarin.", "The patient takes 5 drugs, 20 mg of warfarin.", 0),
        ("She has smoked for 20 years.", "She has smoked 20 cigarettes for 3 years.", 0),
        ("The patient takes 5 mg of warfarin.", "The patient takes 5mg of warfarin.", 1),
        ("The patient takes 5 mg of warfarin.", "The patient takes five mg of warfarin.", 1),
        ("She has 2 dogs.", "She has 2 big dogs.", 1),
        ("She was born in 1980.", "She was born in 1980 in Graz.", 1),
    ],
)
def test_a_number_measures_what_its_unit_says(claim: str, passage: str, same: int) -> None:
    assert same_measures(read(claim), read(passage)) == same


def test_a_number_of_something_else_is_no_quotation() -> None:
    claim = "The patient takes 5 mg of warfarin."
    other = Local().rate([claim], ["The patient takes 5 drugs, 20 mg of warfarin."])[0]
    own = Local().rate([claim], ["The patient takes 5 mg of warfarin, and aspirin."])[0]
    assert (own.grade, own.expected) == (1, 1.0)
    assert other.expected > 1.0
