import numpy as np
import pytest

from seethrough.statistics.fits.cuts import Cuts, fit_cuts

START = Cuts(0.5, 0.35)


def fitted(told: list[float], grades: list[int]) -> Cuts:
    return fit_cuts(np.array(told), np.array(grades), START)


def test_grades_that_do_not_overlap_are_told_apart() -> None:
    same, similar = fitted([0.1, 0.2, 0.5, 0.6, 0.8, 0.9], [3, 3, 2, 2, 1, 1])
    assert similar == pytest.approx(0.2 + 0.3 / 3)
    assert same == pytest.approx(0.6 + 0.2 * 2 / 3, abs=1e-6)


def test_where_no_claim_is_graded_2_both_cuts_lie_in_one_gap() -> None:
    same, similar = fitted([0.1, 0.4, 0.7, 0.9], [3, 3, 1, 1])
    assert 0.4 < similar < same < 0.7


def test_disclosed_and_other_claims_weigh_alike_however_many_there_are() -> None:
    # by accuracy the nine claims above would be worth the two lost ones below
    told = [0.1] * 8 + [0.3] * 2 + [0.3] * 9 + [0.6] * 91
    grades = [3] * 8 + [3] * 2 + [1] * 9 + [1] * 91
    assert 0.3 < fitted(told, grades).similar < 0.6


def test_the_best_cuts_by_trying_all() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        told = rng.integers(0, 12, 60) / 11
        grades = np.clip(np.round(3.4 - 2.2 * told + rng.normal(0, 0.7, 60)), 1, 3).astype(int)
        cuts = fit_cuts(told, grades, START)

        def apart(cut: float, told: np.ndarray = told, grades: np.ndarray = grades) -> float:
            return float(np.mean(told[grades < 3] >= cut) - np.mean(told[grades == 3] >= cut))

        above = told >= cuts.similar

        def right(cut: float, told: np.ndarray = told[above], grades=grades[above]) -> int:
            return int(np.sum(np.where(told >= cut, 1, 2) == grades))

        tried = np.linspace(0.01, 0.99, 197)
        assert apart(cuts.similar) == pytest.approx(max(map(apart, tried)))
        assert right(cuts.same) == max(right(c) for c in tried if c > cuts.similar)
        assert 0 < cuts.similar < cuts.same <= 1


@pytest.mark.parametrize(
    ("told", "grades"), [([0.5, 0.5], [1, 3]), ([0.1, 0.9], [1, 1]), ([0.1, 0.9], [3, 3]), ([], [])]
)
def test_nothing_to_fit_leaves_the_cuts_as_they_are(told: list[float], grades: list[int]) -> None:
    assert fitted(told, grades) == START


def test_neighbours_closer_than_six_digits_are_still_told_apart() -> None:
    same, similar = fitted([0.5, 0.5 + 2e-7], [3, 1])
    assert 0.5 < similar < same < 0.5 + 2e-7
