"""Whose fact a sentence tells that has a claim's words in order."""

import pytest

from seethrough.judges.local import Local
from seethrough.judges.offline.owners import owner
from seethrough.judges.rouge import words

GRADES = {"another": 3, "weakened": 2}


@pytest.mark.parametrize(
    ("claim", "passage", "verdict"),
    [
        ("The patient has asthma.", "The patient's mother has asthma.", "another"),
        ("The patient has asthma.", "The mother of the patient has asthma.", "another"),
        ("The patient has asthma.", "The patient’s late mother-in-law Jo has asthma.", "another"),
        ("The patient smokes.", "The patient's husband smokes.", "another"),
        ("The patient's brother smokes.", "The patient's brother's wife smokes.", "another"),
        ("The patient's asthma is bad.", "The patient's mother's asthma is bad.", "another"),
        ("The patient was born in 1980.", "The patient's son was born in 1980.", "another"),
        ("The patient was born in 1980.", "The patient's son was born late in 1980.", "another"),
        ("The patient has gout.", "The patient's son has gout and her aunt had it too.", "another"),
        ("Tom killed Anna.", "Tom says that Kim killed Anna.", "another"),
        ("Tom killed Anna.", "Tom said his brother killed Anna.", "another"),
        ("Tom killed Anna.", "Tom saw who killed Anna.", "another"),
        ("The patient drinks alcohol.", "The patient hardly ever drinks alcohol.", "weakened"),
        ("The patient drinks alcohol.", "The patient rarely drinks alcohol.", "weakened"),
        ("The patient was fired for theft.", "The patient was nearly fired for theft.", "weakened"),
    ],
)
def test_another_owner_and_what_is_hardly_so(claim: str, passage: str, verdict: str) -> None:
    assert owner(words(claim), passage) == verdict
    assert Local().rate([claim], [passage])[0].grade == GRADES[verdict]
    assert Local().rate([claim], [claim])[0].grade == 1


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The patient has asthma.", "The patient's mother has asthma. He has asthma himself."),
        ("The patient has asthma.", "The patient's mother has asthma, and so does the patient."),
        ("The patient has asthma.", "The patient's mother has asthma. The patient has asthma."),
        ("The patient has asthma.", "The patient's mother has asthma, too."),
        ("The patient has asthma.", "The patient's mother has asthma. Both cough."),
        ("The patient has asthma.", "The patient's mother has asthma, so she does, like her son."),
        ("The patient has asthma.", "The patient, like the patient's mother, has asthma."),
        ("The patient has asthma.", "The patient and the patient's mother has asthma."),
        ("The patient has asthma.", "The patient's mother says that he has asthma."),
        ("The patient has asthma.", "The patient's mother has gout and he has asthma."),
        ("The patient has asthma.", "The patient's mother has gout, Tom has asthma."),
        ("The patient has asthma.", "The patient's wife's doctor and friend has asthma."),
        ("Tom killed Anna.", "Tom says that he killed Anna."),
        ("Tom lives in Graz with Anna.", "Tom lives in Graz with the mother of Anna."),
        ("The writer worked for 20 years.", "The writer worked for almost 20 years."),
        ("The patient drinks wine daily.", "The patient drinks wine almost daily."),
        ("The patient drinks wine.", "The patient rarely eats and drinks wine."),
        ("The patient drinks wine.", "The patient rarely drinks gin and drinks wine."),
        ("The patient's mother has asthma.", "The patient's mother has asthma."),
    ],
)
def test_all_else_is_left_to_a_closer_look(claim: str, passage: str) -> None:
    assert owner(words(claim), passage) == ""
