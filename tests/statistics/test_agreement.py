import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import fisher_exact, spearmanr

from seethrough.statistics.agreement import (
    agreed,
    agreeing_pairs,
    by_chance,
    centred_ranks,
    confusion,
    fleiss_kappa,
    spearman,
)

# 14 raters put 10 subjects in 5 classes; the textbook example with kappa 0.210
TEXTBOOK = np.array(
    [
        [0, 0, 0, 0, 14],
        [0, 2, 6, 4, 2],
        [0, 0, 3, 5, 6],
        [0, 3, 9, 2, 0],
        [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0],
        [3, 2, 6, 3, 0],
        [2, 5, 3, 2, 2],
        [6, 5, 2, 1, 0],
        [0, 2, 2, 3, 7],
    ]
)


def test_kappa_of_the_textbook_example() -> None:
    assert fleiss_kappa(TEXTBOOK) == pytest.approx(0.210, abs=5e-4)
    assert agreeing_pairs(TEXTBOOK)[:2] == pytest.approx([1.0, 0.253], abs=5e-4)


def test_raters_agree_as_far_as_those_of_the_same_items_do() -> None:
    alone = np.eye(5, dtype=int)
    assert agreed(alone) is None
    assert agreed(np.concatenate([alone, TEXTBOOK])) == pytest.approx((10, 0.378, 0.210), abs=5e-4)


def test_kappa_by_hand() -> None:
    # three claims, two raters: agree, agree, differ. Observed 2/3; shares 1/2, 1/2: chance 1/2
    table = np.array([[2, 0], [0, 2], [1, 1]])
    assert fleiss_kappa(table) == pytest.approx((2 / 3 - 1 / 2) / (1 / 2))


def test_kappa_of_full_agreement_is_1_and_of_one_grade_undefined() -> None:
    assert fleiss_kappa(np.array([[3, 0, 0], [0, 0, 3]])) == 1
    assert np.isnan(fleiss_kappa(np.array([[3, 0, 0], [3, 0, 0]])))


def test_kappa_passes_over_single_raters_and_takes_unequal_numbers() -> None:
    table = np.array([[3, 0], [0, 2], [1, 0], [1, 1]])
    assert fleiss_kappa(table) == pytest.approx(fleiss_kappa(table[[0, 1, 3]]))
    assert np.isnan(fleiss_kappa(np.array([[1, 0], [0, 1]])))


@given(st.lists(st.tuples(st.integers(0, 4), st.floats(-1, 1, width=16)), min_size=2, max_size=40))
def test_spearman_is_scipys(pairs: list[tuple[int, float]]) -> None:
    a, b = (np.array(side, dtype=float) for side in zip(*pairs, strict=True))
    ours = spearman(a, b)
    if len(set(a)) == 1 or len(set(b)) == 1:
        assert np.isnan(ours)
    else:
        assert ours == pytest.approx(spearmanr(a, b).statistic, abs=1e-9)
        assert spearman(-a, b) == pytest.approx(-ours)


def test_centred_ranks_by_hand() -> None:
    assert centred_ranks(np.array([5.0, 1.0, 5.0, 7.0])).tolist() == [0.0, -1.5, 0.0, 1.5]
    assert centred_ranks(np.array([])).tolist() == []


def test_confusion_by_hand() -> None:
    table = confusion(np.array([0, 0, 1, 2, 2]), np.array([0, 1, 3, 2, 2]), 3)
    assert table.tolist() == [[1, 1, 0, 0], [0, 0, 0, 1], [0, 0, 2, 0]]


def test_items_of_one_rater_count_for_nothing_and_two_raters_for_a_whole_item() -> None:
    single = np.array([[1, 0], [0, 1]])
    assert agreeing_pairs(single).tolist() == [0, 0]
    assert agreeing_pairs(np.array([[2, 0], [1, 1]])).tolist() == [1, 0]
    one_item = np.array([[1, 1]])
    assert fleiss_kappa(one_item) == pytest.approx(-1.0)  # observed 0, by chance 1/2
    assert fleiss_kappa(np.repeat(one_item, 3, axis=0)) == pytest.approx(-1.0)


@given(st.integers(0, 12), st.integers(0, 12), st.data())
def test_by_chance_is_fishers_exact_test(disclosed: int, other: int, data: st.DataObject) -> None:
    found = data.draw(st.integers(0, disclosed))
    false = data.draw(st.integers(0, other))
    table = [[found, disclosed - found], [false, other - false]]
    expected = fisher_exact(table, alternative="greater").pvalue
    assert by_chance(disclosed, found, other, false) == pytest.approx(expected)
