import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.statistics.fits.calibration import Curve, fit


def test_overconfidence_is_taken_back():
    rng = np.random.default_rng(0)
    true = rng.uniform(0.05, 0.95, 20_000)
    right = rng.random(20_000) < true
    stated = Curve(2.0, 0.5).corrected(true)
    curve = fit(stated, right)
    assert curve.slope == pytest.approx(0.5, abs=0.03)
    assert np.abs(stated - true).mean() > 0.1
    assert np.abs(curve.corrected(stated) - true).mean() < 0.015


def test_honest_statements_are_left_alone():
    rng = np.random.default_rng(1)
    stated = rng.random(20_000)
    curve = fit(stated, rng.random(20_000) < stated)
    assert curve.slope == pytest.approx(1, abs=0.05)
    assert curve.offset == pytest.approx(0, abs=0.05)


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=20))
def test_any_answers(answers):
    stated = np.array([p for p, _ in answers])
    right = np.array([r for _, r in answers], dtype=bool)
    fixed = fit(stated, right).corrected(stated)
    assert ((fixed >= 0) & (fixed <= 1)).all()
