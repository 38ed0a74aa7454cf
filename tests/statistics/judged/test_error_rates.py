import math

import numpy as np
import pytest

from seethrough.statistics.clusters import t_quantile
from seethrough.statistics.intervals import Z
from seethrough.statistics.judged.error_rates import error_rates, share_elsewhere


def test_rates_by_hand() -> None:
    rated = [1, 2, 2, 1, 3, 3, 3, 3, 1, 3]
    judged = [1, 1, 3, 2, 3, 2, 3, None, 1, 3]
    kinds = ["kept"] * 8 + ["another"] * 2
    texts = ["a", "a", "b", "b", "a", "a", "b", "b", "a", "b"]
    found = error_rates(rated, judged, kinds, texts, ["s"] * 10)
    assert list(found) == ["another", "kept"]
    kept = found["kept"]
    assert kept["found"] == pytest.approx(3 / 4)
    assert kept["false"] == pytest.approx(1 / 3)
    assert (kept["disclosed"], kept["other"], kept["texts"]) == (4, 3, 2)
    # two texts: 2 of 2 and 1 of 2 found, each half a claim off the mean: (1/4 + 1/4) / 16 * 2,
    # and Student's quantile with one degree of freedom is 6.5 times the normal: nothing is known
    assert math.sqrt((0.25 + 0.25) / 16 * 2) * t_quantile(1) / Z > 0.5
    assert kept["found_error"] == 0.5
    assert (found["another"]["found"], found["another"]["false"]) == (1, 0)
    # a single claim says nearly nothing: (1 + 1) / (1 + 2) of one trial
    assert found["another"]["found_error"] == pytest.approx(math.sqrt(2 / 9))


def test_a_kind_without_claims_of_both_sorts_is_left_out() -> None:
    assert error_rates([1, 1, 3], [1, 2, None], ["kept"] * 3, list("abc"), [None] * 3) == {}
    assert error_rates([], [], [], [], []) == {}


def test_between_sets_by_hand() -> None:
    # two sets of two texts of one claim each: all found, none found
    share, error = share_elsewhere(np.array([1.0, 1, 0, 0]), np.arange(4), np.array([0, 0, 1, 1]))
    # within sets nothing varies, so the claims' own 1/4/4 is the least; T is 1/4 / (1 - 1/2)
    assert share == 0.5
    doubt = (t_quantile(1) / Z) ** 2
    assert error == pytest.approx(math.sqrt(0.25 / 4 + 0.5 * 1.5 * doubt))


def test_the_same_texts_as_one_set_are_surer() -> None:
    hits, texts = np.array([1.0, 1, 0, 0]), np.arange(4)
    assert share_elsewhere(hits, texts, np.zeros(4, dtype=np.int64))[1] == pytest.approx(
        math.sqrt(0.25 / 16 * 4 * 4 / 3) * t_quantile(3) / Z
    )


@pytest.mark.parametrize("texts", [15, 100])
def test_the_rate_of_one_collection_is_covered_by_few_or_unequal_texts(texts: int) -> None:
    rng, held = np.random.default_rng(texts), 0
    for _ in range(300):
        claims = np.clip(np.exp(rng.normal(1, 1, texts)).astype(int), 1, 40)
        own = rng.beta(0.1 / 0.4, 0.9 / 0.4, texts).repeat(claims)
        hits = (rng.random(len(own)) < own).astype(float)
        of = np.arange(texts).repeat(claims)
        share, error = share_elsewhere(hits, of, np.zeros(len(of), dtype=np.int64))
        held += abs(share - 0.1) <= Z * error
    assert held >= 0.93 * 300  # 82 and 90 % by the variance between texts alone


def test_claims_of_one_text_count_less_than_of_many() -> None:
    hits = np.tile([1.0, 1, 1, 0], 10)
    one_set = np.zeros(40, dtype=np.int64)
    alone = share_elsewhere(hits, np.arange(40), one_set)[1]
    together = share_elsewhere(np.sort(hits), np.repeat(np.arange(10), 4), one_set)[1]
    assert together > 1.5 * alone


def test_no_error_seen_is_not_no_error() -> None:
    sets = np.repeat([0, 1], 30)
    few = share_elsewhere(np.ones(60), np.repeat(np.arange(6), 10), sets)[1]
    many = share_elsewhere(np.ones(60), np.arange(60), sets)[1]
    assert 0.1 < few < 0.2  # six texts, whatever each of them says ten times
    assert 0.01 < many < 0.03


def drawn(
    rng: np.random.Generator, centre: float, between: float, within: float, sizes: list[int]
) -> tuple[float, float, float]:
    """Return the share, its error and the rate of a further set, all of one population."""

    def rates(mean: float | np.ndarray, spread: float, n: int) -> np.ndarray:
        if not spread:
            return np.broadcast_to(mean, (n,))
        k = 1 / spread - 1
        return rng.beta(np.asarray(mean) * k, (1 - np.asarray(mean)) * k, n)

    own = np.clip(rates(centre, between, len(sizes)), 0.001, 0.999)
    of_text = np.repeat(np.arange(len(sizes)), sizes)
    text_rate = rates(own[of_text], within, len(of_text))
    claims = rng.integers(1, 18, len(of_text))
    text = np.repeat(np.arange(len(of_text)), claims)
    hits = (rng.random(len(text)) < text_rate[text]).astype(float)
    share, error = share_elsewhere(hits, text, of_text[text])
    return share, error, float(rates(centre, between, 1)[0])


SIZES = [70, 34, 24, 20, 20, 20, 16, 11, 8, *[5] * 12]
"""Texts in each set, as in the ratings that judges are measured with."""


@pytest.mark.parametrize("centre", [0.1, 0.5, 0.95])
@pytest.mark.parametrize("between", [0.02, 0.08])
def test_the_error_is_what_a_further_collection_shows(centre: float, between: float) -> None:
    rng = np.random.default_rng(7)
    share, error, there = np.array([drawn(rng, centre, between, 0.1, SIZES) for _ in range(250)]).T
    off = np.sqrt(np.mean((share - there) ** 2))
    assert 0.9 * off < np.sqrt(np.mean(error**2)) < 1.25 * off
    assert 0.87 <= np.mean(np.abs(share - there) <= 1.96 * error) <= 0.985


def test_sets_apart_tell_only_how_much_sets_differ() -> None:
    # Four sets of two texts of one claim each, two of them apart: shares of 1, 0; 1, 1/2.
    hits, apart = np.array([1.0, 1, 0, 0, 1, 1, 1, 0]), np.repeat([False, True], 4)
    sets = np.repeat(np.arange(4), 2)
    share, error = share_elsewhere(hits, np.arange(8), sets, apart)
    assert share == 0.5
    # Seen between sets about 1/2 and 3/4: (1/4 + 1/4 + 1/16 + 1/16) / 4 = 5/32. The last set's
    # variance is 1/4, which brings in 1/4 (1 - 1/2) 1/4 = 1/32 of it. T = (4/32) / (1 - 1/2).
    doubt = (t_quantile(2) / Z) ** 2
    assert error**2 == pytest.approx(0.25 / 4 + 0.25 * 1.5 * doubt)
    alone = share_elsewhere(hits[:4], np.arange(4), sets[:4])
    assert alone[0] == share
    assert alone[1] > error  # two sets say less of how much sets differ
    one = share_elsewhere(hits[:6], np.arange(6), np.repeat([0, 1], [4, 2]), apart[:6])
    assert one == share_elsewhere(hits[:4], np.arange(4), np.zeros(4, dtype=np.int64))


def test_rates_are_those_of_sets_not_apart() -> None:
    # The same set of texts, apart and not.
    rated, judged = [1, 1, 3, 3] * 2, [1, 3, 3, 3, 1, 1, 1, 3]
    apart = [True] * 4 + [False] * 4
    rates = error_rates(rated, judged, ["kept"] * 8, list("abcdefgh"), ["s"] * 8, apart)["kept"]
    assert (rates["found"], rates["false"]) == (1, 0.5)
    assert (rates["disclosed"], rates["other"], rates["texts"]) == (2, 2, 4)
    assert error_rates(rated, judged, ["kept"] * 8, list("abcdefgh"), ["s"] * 8, [True] * 8) == {}


@pytest.mark.parametrize(("others_differ", "least"), [(1 / 13.4, 0.93), (1 / 21, 0.9)])
def test_a_collection_is_covered_by_those_of_its_sort(others_differ: float, least: float) -> None:
    """Sets apart differ as much as the others, or less (variances of 0.012 and 0.008)."""
    rng, held, off, off_by_all = np.random.default_rng(3), 0, 0.0, 0.0
    k = 1 / others_differ - 1
    for _ in range(300):
        own = rng.beta(10, 10, 8)  # seven collections and one more
        others = rng.beta(0.2 * k, 0.8 * k, 20)
        rates = np.concatenate([own[:-1], others])
        sets = np.arange(27).repeat([100] * 7 + [75] * 20)
        hits = (rng.random(len(sets)) < rates[sets]).astype(float)
        texts = np.arange(len(sets)) // 5
        share, error = share_elsewhere(hits, texts, sets, sets > 6)
        held += abs(share - own[-1]) <= Z * error
        off += (share - 0.5) / 300
        off_by_all += (share_elsewhere(hits, texts, sets)[0] - 0.5) / 300
    assert least <= held / 300 <= 0.98
    assert abs(off) < 0.01
    assert off_by_all < -0.15


def test_sets_that_are_alike_are_covered_too() -> None:
    rng = np.random.default_rng(7)
    share, error, there = np.array([drawn(rng, 0.9, 0.0, 0.1, SIZES) for _ in range(250)]).T
    assert np.mean(np.abs(share - there) <= 1.96 * error) >= 0.93
    assert np.mean(error) < 0.02


def test_one_collection_is_covered_by_its_own_error() -> None:
    rng = np.random.default_rng(5)
    runs = []
    for _ in range(400):
        share, error, _ = drawn(rng, 0.8, 0.0, 0.15, [60])
        runs.append(abs(share - 0.8) <= 1.96 * error)
    assert 0.92 <= np.mean(runs) <= 0.97


def test_a_kind_that_is_left_out_does_not_end_the_list() -> None:
    rates = error_rates(
        [1, 3, 1, 3], [1, 3, 3, None], ["b", "b", "a", "a"], list("wxyz"), ["s"] * 4
    )
    assert [*rates] == ["b"]
    assert set(rates["b"]) == {
        "found", "false", "found_error", "false_error", "disclosed", "other", "texts",
    }  # fmt: skip


def test_a_set_of_one_text_takes_the_spread_of_the_others() -> None:
    # Two sets of two texts of two claims each, whose texts differ fully, and one of one text.
    hits = np.array([1.0, 1, 0, 0, 1, 1, 0, 0, 1, 0])
    texts = np.array([0, 0, 1, 1, 2, 2, 3, 3, 4, 4])
    sets = np.array([0, 0, 0, 0, 1, 1, 1, 1, 2, 2])
    share, error = share_elsewhere(hits, texts, sets)
    assert share == 0.5
    # (claims * residual)^2 is 1 of each of two texts: 2 / 4 * 2 / 1 = 1 a claim; 1 / 4 and 1 / 2.
    assert error**2 == pytest.approx(0.4**2 / 4 * 2 + 0.2**2 / 2)


def test_the_least_error_is_that_of_claims_where_any_text_differs() -> None:
    pairs = np.repeat(np.arange(4), 2)
    # Sets that differ: all found, and none; two texts of two claims each.
    _, error = share_elsewhere(np.repeat([1.0, 0], 4), pairs, np.repeat([0, 1], 4))
    doubt = (t_quantile(1) / Z) ** 2
    assert error**2 == pytest.approx(0.25 / 8 + 0.5 * 1.5 * doubt)
    # Sets that are alike; in the first alone the texts differ: 1 / 4 of its own third.
    hits, texts = np.array([1.0, 1, 0, 0] + [1, 0] * 4), np.repeat(np.arange(6), 2)
    _, error = share_elsewhere(hits, texts, np.repeat([0, 1, 2], 4))
    assert error**2 == pytest.approx(0.25 / 9)
