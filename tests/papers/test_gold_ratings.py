"""The three passes of a large language model that rated the gold claims agree."""

import os
from pathlib import Path

import pytest

from seethrough.agreement.measuring import measure_agreement
from seethrough.agreement.ratings import read_ratings
from seethrough.judges.rouge import Rouge

DATA = Path(os.environ.get("SEETHROUGH_DATA", Path(__file__).parents[2] / "../shared/data"))


@pytest.mark.slow
@pytest.mark.skipif(not DATA.is_dir(), reason="no data folder; set SEETHROUGH_DATA")
def test_raters_agree() -> None:
    rated = read_ratings(DATA / "gold_ratings.jsonl")
    found = measure_agreement(Rouge(), rated, 0)
    kappa = next(e for e in found.estimates if e.name == "agreement.kappa")
    assert (found.n, found.passages, found.raters) == (275, 42, (3, 3))
    assert kappa.value == pytest.approx(0.98, abs=0.005)
    assert 0.93 < kappa.low < kappa.value < kappa.high < 1
    assert list(found.by_kind) == ["anonymized", "other", "paraphrased"]
