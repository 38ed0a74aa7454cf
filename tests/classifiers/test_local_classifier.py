"""Hand-worked claims, and the figures on the labelled ones."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from benchmarks._data import FOLDER

from seethrough.classifiers.local import Local
from seethrough.protocols import SENSITIVITIES

ROOT = Path(__file__).parents[2]

LETTER = (
    "Dear Ms Petrova, I am writing about my rent. I am 52 and I teach ballet in Glendale. I owe the"
    " landlord $1,875 and I am ashamed of it. Please ring me on (212) 555-0199 or write to"
    " lena.kow@example.org, my account number is 4471-9902. My daughter Hana was diagnosed with"
    " epilepsy in May. I go to the mosque on Fridays. Thank you for your help. Lena Kowalczyk"
)
CLINIC = (
    "A 43-year-old beekeeper has had hives since May. She takes cetirizine 10 mg daily. Her mother"
    " died of asthma. Her blood pressure is 150/90 mm Hg. She drinks two glasses of wine a day."
)
EXAM = (
    "Answer the question with the correct choice. A company sells 400 units at $12 each; variable"
    " costs are $5. What is the contribution margin? Explain each step of the calculation."
)
MAIL = (
    "Sorry for the late answer. I was arrested for shoplifting in 2016 and got a caution. I voted"
    " for the socialists and I am a union steward. My boyfriend left me and I cry every night."
)
WORKED = {
    LETTER: {
        "Dear Ms Petrova, the user is writing about the user's rent.": "identifier",
        "Please ring the user on (212) 555-0199.": "identifier",
        "Please write to lena.kow@example.org.": "identifier",
        "The user's account number is 4471-9902.": "identifier",
        "Lena Kowalczyk.": "identifier",
        "The user teaches ballet in Glendale.": "quasi",
        "The user owes the landlord $1,875.": "private",
        "The user goes to the mosque on Fridays.": "special",
        "Thank you for your help.": "none",
    },
    CLINIC: {
        "The patient is a 43-year-old beekeeper.": "quasi",
        "The patient has had hives since May.": "special",
        "The patient takes cetirizine 10 mg daily.": "special",
        "The patient's mother died of asthma.": "special",
        "The patient's blood pressure is 150/90 mm Hg.": "special",
    },
    EXAM: {
        "The user asks to answer the question with the correct choice.": "none",
        "A company sells 400 units at $12 each.": "none",
        "The user asks: What is the contribution margin?": "none",
    },
    MAIL: {
        "The writer was arrested for shoplifting in 2016.": "special",
        "The writer voted for the socialists.": "special",
        "The writer is a union steward.": "special",
        "The writer cries every night.": "private",
    },
}
CASES = [(claim, record, said) for record, own in WORKED.items() for claim, said in own.items()]


@pytest.mark.parametrize(("claim", "record", "said"), CASES)
def test_worked_by_hand(claim: str, record: str, said: str) -> None:
    assert Local().classify([claim], [record]) == [said]


def test_the_record_says_what_a_claim_is_about() -> None:
    claim = "Nothing else has helped."
    clinic, review = Local().classify(
        [claim] * 2,
        [
            "I have had a rash and fever for a week. Nothing else has helped. I take prednisone.",
            "The old menu was bland. Nothing else has helped. Great pizza, kind staff, 5 stars!",
        ],
    )
    assert (clinic, review) == ("special", "none")


@pytest.mark.parametrize(
    "contact",
    [
        "+44 20 7946 0958",
        "07700 900123",
        "call 1-800-555-1234",
        "phone: 5551234567",
        "ana@example.com",
        "ana at example dot com",
        "u/night_owl",
        "@night_owl7",
        "case number 2019-CV-00412",
        "SSN 078-05-1120",
        "14 Elm Street",
    ],
)
def test_contact_data_are_identifiers_in_any_record(contact: str) -> None:
    assert Local().classify([f"It says {contact}."], [EXAM]) == ["identifier"]


@pytest.mark.parametrize(
    "number",
    [
        "31-10-2022",
        "10.40",
        "1952-1970",
        "1 000 000",
        "'my_index'",
        "500-1000 mg",
        "30000-40000 euros",
        "10.00–11.30",
    ],
)
def test_dates_times_amounts_and_variables_are_no_contact_data(number: str) -> None:
    assert Local().classify([f"It says {number}."], [EXAM]) != ["identifier"]


def test_lengths_must_agree() -> None:
    with pytest.raises(ValueError, match="zip"):
        Local().classify(["a", "b"], ["c"])


def test_nothing_and_oddities_have_a_class() -> None:
    odd = ["", " ", "?", "\x00", "🐥", "Er raucht.", "a" * 5000, "1" * 400]
    assert set(Local().classify(odd, [""] * len(odd))) <= set(SENSITIVITIES)


@pytest.mark.slow
@pytest.mark.skipif(not FOLDER.is_dir(), reason=f"no data folder at {FOLDER}; set SEETHROUGH_DATA")
def test_figures_on_labelled_claims() -> None:
    from benchmarks.accuracy.classifiers import cross_validated, ours, words_alone
    from classifier_training.fit import folds, labelled, read

    data = labelled(FOLDER / "judge_ratings.jsonl")
    rows = read(data)
    tests = folds(data.texts, 5, 1)
    said = cross_validated(data, tests, ours(data, rows))
    found = _figures(said, data.classes)
    assert np.mean([f for _, _, f in found]) >= 0.72
    (precision_id, recall_id, _), (precision_special, recall_special, _) = found[:2]
    assert min(precision_id, precision_special) >= 0.75
    assert recall_id >= 0.85
    assert recall_special >= 0.90
    alone = _figures(cross_validated(data, tests, words_alone(data, rows)), data.classes)
    assert np.mean([f for _, _, f in alone]) < np.mean([f for _, _, f in found]) - 0.15
    unseen = data.take(~data.allowed)
    shipped = Local().classify(unseen.claims, unseen.records)
    held_out = _figures(np.array([SENSITIVITIES.index(c) for c in shipped]), unseen.classes)
    assert np.mean([f for _, _, f in held_out]) >= 0.62


@pytest.mark.slow
@pytest.mark.skipif(not FOLDER.is_dir(), reason=f"no data folder at {FOLDER}; set SEETHROUGH_DATA")
def test_the_shipped_weights_are_made_again(tmp_path: Path) -> None:
    out = tmp_path / "weights.npz"
    command = [sys.executable, "-m", "classifier_training.fit", "--data"]
    command += [str(FOLDER / "judge_ratings.jsonl"), "--out", str(out)]
    subprocess.run(command, cwd=ROOT, check=True)
    shipped = ROOT / "src" / "seethrough" / "sensitivity" / "weights.npz"
    assert out.read_bytes() == shipped.read_bytes()


def _figures(said: np.ndarray, true: np.ndarray) -> list[tuple[float, float, float]]:
    """Return precision, recall and F1 of each class."""
    out = []
    for k in range(len(SENSITIVITIES)):
        hit = float(((said == k) & (true == k)).sum())
        given, there = float((said == k).sum()), float((true == k).sum())
        out.append((hit / max(1, given), hit / there, 2 * hit / (given + there)))
    return out
