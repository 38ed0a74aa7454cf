import math

import numpy as np
import pytest
from scipy.stats import spearmanr

from seethrough.statistics.agreement import fleiss_kappa, spearman
from seethrough.statistics.intervals import Z
from seethrough.statistics.jackknife import GROUPS, coefficient_interval


def related(people: int, each: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    own = np.repeat(rng.normal(size=people), each)
    truth = 0.6 * own + 0.8 * rng.normal(size=people * each)
    answer = 0.8 * truth + 0.6 * rng.normal(size=people * each)
    return np.digitize(truth, [0.2, 0.6]).astype(float), answer, np.repeat(range(people), each)


def test_interval_of_a_correlation_is_nearly_the_textbooks_without_clusters() -> None:
    truth, answer, clusters = related(400, 1, 0)
    around = coefficient_interval(lambda kept: spearman(truth[kept], answer[kept]), clusters)
    assert around is not None
    value, low, high = around
    assert value == pytest.approx(spearmanr(truth, answer).statistic)
    half = 1.96 * math.sqrt((1 + value**2 / 2) / 397)
    assert low == pytest.approx(math.tanh(math.atanh(value) - half), abs=0.02)
    assert high == pytest.approx(math.tanh(math.atanh(value) + half), abs=0.02)


def test_copies_of_every_item_in_its_cluster_change_little() -> None:
    truth, answer, clusters = related(80, 1, 1)
    once = coefficient_interval(lambda kept: spearman(truth[kept], answer[kept]), clusters)
    t, a, c = (np.repeat(x, 5) for x in (truth, answer, clusters))
    copied = coefficient_interval(lambda kept: spearman(t[kept], a[kept]), c)
    assert once == pytest.approx(copied, abs=0.01)


def test_intervals_cover() -> None:
    truth, answer, _ = related(60_000, 4, 9)
    rate = spearmanr(truth, answer).statistic
    held = 0
    for seed in range(200):
        t, a, c = related(30, 4, seed)
        around = coefficient_interval(lambda kept, t=t, a=a: spearman(t[kept], a[kept]), c)
        assert around is not None
        held += around[1] <= rate <= around[2]
    assert 0.91 <= held / 200 <= 0.99


def test_full_agreement_is_not_certainty() -> None:
    table = np.array([[3, 0, 0], [0, 3, 0], [0, 0, 3]] * 10)
    around = coefficient_interval(lambda kept: fleiss_kappa(table[kept]), np.arange(30))
    assert around is not None
    value, low, high = around
    assert (value, high) == (1, 1)
    assert 0.8 < low < 0.98
    same = coefficient_interval(
        lambda kept: fleiss_kappa(table[kept]), np.zeros(30, dtype=np.int64)
    )
    assert same is not None
    assert same[1] < low


def test_undefined_and_empty_have_no_interval() -> None:
    one_grade = np.array([[2, 0, 0]] * 4)
    assert coefficient_interval(lambda kept: fleiss_kappa(one_grade[kept]), np.arange(4)) is None
    nothing = np.zeros(0, dtype=np.int64)
    assert coefficient_interval(lambda kept: 0.0, nothing) is None


def test_many_clusters_are_left_out_in_groups() -> None:
    truth, answer, clusters = related(3 * GROUPS, 1, 2)
    calls = []

    def statistic(kept: np.ndarray) -> float:
        calls.append(int(kept.sum()))
        return spearman(truth[kept], answer[kept])

    grouped = coefficient_interval(statistic, clusters)
    assert calls == [len(truth), *[len(truth) - 3] * GROUPS]
    assert grouped is not None
    half = 1.96 * math.sqrt((1 + grouped[0] ** 2 / 2) / (3 * GROUPS - 3))
    assert grouped[1] == pytest.approx(math.tanh(math.atanh(grouped[0]) - half), abs=0.02)


def test_the_interval_by_hand() -> None:
    from scipy.stats import t

    scores = np.array([0.9, 0.5, 0.1, -0.1, 0.3])
    around = coefficient_interval(lambda kept: float(scores[kept].mean()), np.arange(5))
    value = scores.mean()
    off = scores - value
    error = scores.std(ddof=1) / math.sqrt(5) / (1 - value**2)  # of a mean, on Fisher's scale
    freedom = min(4, 10 / (5 * (off**4).sum() / (off**2).sum() ** 2 - 1))
    half = t.ppf(0.975, freedom) * error
    ends = (math.tanh(math.atanh(value) + way * half) for way in (-1, 1))
    assert around == pytest.approx((value, *ends))


@pytest.mark.parametrize(("clusters", "worth"), [(range(30), 30 - 3), ([0] * 30, 1)])
def test_full_agreement_or_its_opposite_is_worth_the_independent_clusters(
    clusters: list[int], worth: float
) -> None:
    most, least = (
        coefficient_interval(lambda kept, v=v: v, np.array(clusters)) for v in (1.0, -1.0)
    )
    inside = 1 - 1 / 60
    half = Z * math.sqrt((1 + inside**2 / 2) / worth)
    end = math.tanh(math.atanh(inside) - half)
    assert most == pytest.approx((1, end, 1))
    assert least == pytest.approx((-1, -1, -end))
