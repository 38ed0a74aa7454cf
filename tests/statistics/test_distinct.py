"""Different things found by so many questions: by hand, and by simulation with known truth."""

import itertools
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.statistics.distinct import TERMS, Recount, interval, recount

Array = npt.NDArray[np.float64]
KINDS = ("equal", "zipf", "lognormal", "hub")


def test_a_recount_by_hand() -> None:
    # "a" stands in three answers, "b" in one, "c" and "d" in the same two. So the things found
    # once, twice and three times add 1, -2^2 and 1, each times what Efron and Thisted let stand.
    found = recount([["a", "b"], ["a", "c", "d"], ["c", "d", "a"], []])
    once, twice, thrice = (511 / 512, 502 / 512, 466 / 512)
    assert found.found == 4
    assert found.variance == pytest.approx(once - 4 * twice + thrice - 1 / 4)
    assert found.doubt == pytest.approx(1 / 2 + 4 / 4 + 1 / 8)


def test_what_is_found_again_and_again_adds_nothing() -> None:
    assert recount([["a"]] * (TERMS + 1)).variance == 0
    assert recount([["a"]] * 100).doubt < 1e-20


def test_order_and_repetition_within_an_answer_do_not_matter() -> None:
    answers = [["a", "b"], ["b"], [], ["c"]]
    assert recount(answers) == recount(answers[::-1]) == recount([a + a for a in answers])


def test_all_of_few_is_not_more_than_all() -> None:
    low, high = interval(recount([[i % 5] for i in range(250)]), 5)
    assert (low, high) == (pytest.approx(5), 5)
    low, high = interval(recount([[i] for i in range(5)]), 5)
    assert 1 < low < 4
    assert high == 5


def test_nothing_found_leaves_room_for_something_and_no_more_than_there_is() -> None:
    nothing = recount([[]] * 250)
    assert interval(nothing, None) == (0, pytest.approx(3.84, abs=0.01))
    assert interval(nothing, 2)[1] < 2
    assert interval(nothing, 0) == (0, 0)
    assert interval(nothing, None, clump=9, apiece=3)[1] == pytest.approx(3 * 3.84, abs=0.02)


def test_one_popular_thing_says_little_about_the_rare_ones() -> None:
    low, high = interval(recount([["a"]] * 250), 100)
    assert low == pytest.approx(1)
    assert high > 3


def test_what_comes_together_says_less_than_what_comes_apart() -> None:
    apart = recount([[i] for i in range(40)] + [[]] * 160)
    together = recount([[f"{i}{j}" for j in range(4)] for i in range(10)] + [[]] * 160)
    assert apart.found == together.found
    widths = [high - low for low, high in (interval(apart, 400), interval(together, 400))]
    assert widths[1] > 1.7 * widths[0]


def test_more_than_there_is_is_refused() -> None:
    with pytest.raises(ValueError, match="found=3 of possible=2"):
        interval(Recount(3, 1, 1), 2)


@given(st.lists(st.sets(st.integers(0, 8)), max_size=30), st.integers(9, 50), st.integers(1, 9))
def test_an_interval_holds_its_figure_and_keeps_its_bounds(
    answers: list[set[int]], possible: int, clump: int
) -> None:
    found = recount(answers)
    low, high = interval(found, possible, clump)
    assert 0 <= low <= found.found <= high <= possible
    assert high <= interval(found, None, clump)[1] + 1e-9


def chances(kind: str, records: int, rng: np.random.Generator) -> Array:
    weights: Array = np.ones(records)
    if kind == "zipf":
        weights = 1 / np.arange(1, records + 1)
    elif kind == "lognormal":
        weights = np.exp(1.5 * rng.normal(size=records))
    elif kind == "hub":
        weights[: max(1, records // 20)] = records
    return weights / weights.sum()


def sessions(
    p: Array, sizes: npt.NDArray[np.int64], questions: int, silent: float, repeats: int, seed: int
) -> Iterator[list[list[tuple[int, int]]]]:
    """Yield what each answer holds: all things of one record, or nothing."""
    rng = np.random.default_rng(seed)
    own = [[(record, j) for j in range(size)] for record, size in enumerate(sizes.tolist())]
    for _ in range(repeats):
        got = rng.choice(len(p), questions, p=p).tolist()
        spoken = (rng.random(questions) >= silent).tolist()
        yield [own[record] if told else [] for record, told in zip(got, spoken, strict=True)]


def coverage(
    records: int, questions: int, kind: str, silent: float, several: bool, repeats: int, seed: int
) -> tuple[float, float]:
    """Return how often the interval holds the true number, and that number's share of all."""
    rng = np.random.default_rng(seed)
    p = chances(kind, records, rng)
    sizes = rng.geometric(0.4, records) - 1 if several else np.ones(records, dtype=np.int64)
    truth = float((sizes * (1 - (1 - p * (1 - silent)) ** questions)).sum())
    clump = max(1.0, float((sizes**2).sum() / max(sizes.sum(), 1)))
    apiece = max(1.0, float(sizes.sum() / max((sizes > 0).sum(), 1)))
    held = 0
    for answers in sessions(p, sizes, questions, silent, repeats, seed):
        low, high = interval(recount(answers), int(sizes.sum()), clump, apiece)
        held += low - 1e-3 <= truth <= high + 1e-3
    return held / repeats, truth / max(int(sizes.sum()), 1)


def test_intervals_cover() -> None:
    settings = itertools.product((20, 150), (60, 250), KINDS, (0.0, 0.8), (False, True))
    cells = [coverage(*s, repeats=80, seed=1)[0] for s in settings]
    assert 0.94 < np.mean(cells) < 0.985
    assert min(cells) > 0.75  # 80 repeats have a standard error of 3 % and more there


def test_a_bootstrap_over_questions_would_not_do() -> None:
    # 200 questions about 1,500 equally likely records; the truth is known.
    rng = np.random.default_rng(0)
    truth = 1500 * (1 - (1 - 1 / 1500) ** 200)
    held = 0
    for _ in range(50):
        got = rng.integers(0, 1500, 200)
        again = [len(np.unique(rng.choice(got, 200))) for _ in range(200)]
        held += np.quantile(again, 0.025) <= truth <= np.quantile(again, 0.975)
    assert held == 0
    assert coverage(1500, 200, "equal", 0.0, False, 50, 0)[0] > 0.85


@pytest.mark.slow
@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_intervals_cover_everywhere(kind: str, several: bool) -> None:
    settings = itertools.product((5, 20, 150, 1500), (20, 60, 250), (0.0, 0.5, 0.95))
    cells = {
        (records, questions, silent): coverage(
            records, questions, kind, silent, several, repeats=400, seed=7
        )
        for records, questions, silent in settings
    }
    covered = [c for c, _ in cells.values()]
    assert 0.945 < np.mean(covered) < 0.985, cells
    assert min(covered) > 0.8, cells
    inside = [c for c, share in cells.values() if share < 0.9]
    assert min(inside) > 0.84, cells


@pytest.mark.parametrize(("doubt", "below"), [(4.0, 4 + 2 * 3), (0.25, 1 + 2 * 3 * 0.25)])
def test_the_ends_by_hand(doubt: float, below: float) -> None:
    # Of 40 things 10 were found, three at a time; the ordinary variance is 10 * (1 - 10 / 40).
    spread = max(1.0, doubt)
    for end, variance in zip(
        interval(Recount(10, 1.0, doubt), 40, clump=3), (below, spread + 2 * 3), strict=True
    ):
        supposed = variance / (7.5 + 2) * end * (1 - end / 40)
        assert (10 - end) ** 2 == pytest.approx(1.959964**2 * supposed)
