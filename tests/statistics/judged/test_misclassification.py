import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seethrough.estimates.shares import excess
from seethrough.estimates.shares import share as observed
from seethrough.statistics.intervals import Z, wilson
from seethrough.statistics.judged.misclassification import PERFECT, Errors, Part, difference, share

JUDGE = Errors(0.9, 0.1, 0.02, 0.03)
KNOWN = Errors(0.9, 0.1, 0.0, 0.0)
OTHER = Errors(0.8, 0.05, 0.05, 0.01)

SHARES = st.floats(0, 1)
RATES = st.tuples(st.floats(0.5, 1), st.floats(0, 0.39), st.floats(0, 0.2), st.floats(0, 0.2))


def test_a_share_worked_by_hand() -> None:
    raw = (0.42, 0.32, 0.52)
    parts = {"kept": Part(1.0, 0.42)}
    # (0.42 - 0.1) / (0.9 - 0.1); the interval is stretched by 1 / 0.8
    assert share(raw, parts, {"kept": KNOWN}) == pytest.approx((0.4, 0.275, 0.525))
    # the error rates bring in hypot(0.4 * 0.02, 0.6 * 0.03) / 0.8 = 0.02462; where the true share
    # is 1.96 times that lower, 0.35174: hypot(0.35174 * 0.02, 0.64826 * 0.03) / 0.8 = 0.02585
    half = math.hypot(0.125, Z * 0.025851)
    made = share(raw, parts, {"kept": JUDGE})
    assert made == pytest.approx((0.4, 0.4 - half, 0.4 + half), abs=1e-5)


def test_kinds_are_corrected_apart() -> None:
    parts = {"kept": Part(0.5, 0.82), "another": Part(0.25, 0.2), "none": Part(0.25, 0.0)}
    errors = {"kept": JUDGE, "another": OTHER, "none": PERFECT}
    # half of (0.82 - 0.1) / 0.8, a quarter of (0.2 - 0.05) / 0.75, and nothing of the rest
    assert share((0.46, 0.4, 0.5), parts, errors)[0] == pytest.approx(0.45 + 0.05)


def test_what_is_withheld_takes_nothing_from_what_is_left() -> None:
    # Of half of the records 0.82 are called disclosed; nothing of the others, which were erased,
    # though 0.1 would be called so falsely: half of (0.82 - 0.1) / 0.8, and not 0.05 / 0.7 less.
    parts = {"kept": Part(0.5, 0.82), "rewritten": Part(0.5, 0.0)}
    errors = {"kept": JUDGE, "rewritten": Errors(0.8, 0.1, 0.03, 0.02)}
    value, low, high = share((0.41, 0.36, 0.46), parts, errors)
    # Below, the erased ones count by chance alone: 0.05 * (0.5 / 0.8 + 0.5 / 0.7)
    open_ = 0.5 * math.hypot(0.9 * 0.02, 0.1 * 0.03) / 0.8
    assert value == pytest.approx(0.45)
    below = 0.05 * (0.5 / 0.8 + 0.5 / 0.7)
    assert low == pytest.approx(0.45 - math.hypot(below, Z * open_), abs=2e-3)
    # Above, all that is called so may be true, which is nothing: 0.05 * (0.5 / 0.8 + 0.5 / 0.8)
    assert high == pytest.approx(0.45 + math.hypot(0.05 / 0.8, Z * open_), abs=2e-3)
    none = {"another": Part(1.0, 0.05)}
    gap = difference((0.36, 0.31, 0.41), parts, none, {**errors, "another": OTHER})
    assert gap[0] == pytest.approx(0.45)


@pytest.mark.parametrize("whole", [0.2, 0.5, 0.8])
def test_a_release_of_whole_and_erased_records(whole: float) -> None:
    """The share of draws that hold the truth; 0.002 at a half before."""
    rng, people, asked, draws, held = np.random.default_rng(7), 60, 10, 400, 0
    errors = {"cut": Errors(0.87, 0.03, 0.05, 0.01), "rewritten": Errors(0.87, 0.32, 0.04, 0.05)}
    there = np.arange(people) < whole * people
    for _ in range(draws):
        found = np.clip(rng.normal(errors["cut"].found, errors["cut"].found_error), 0, 1)
        told = rng.binomial(asked, 0.9, people) * there
        called = (rng.binomial(told, found) + rng.binomial((asked - told) * there, 0.03)) / asked
        half = Z * called.std() / math.sqrt(people)
        raw = (called.mean(), called.mean() - half, called.mean() + half)
        parts = {
            "cut": Part(whole, called[there].mean()),
            "rewritten": Part(1 - whole, called[~there].mean()),
        }
        _, low, high = share(raw, parts, errors)
        held += low <= 0.9 * whole <= high
    assert held >= 0.95 * draws


def test_a_difference_worked_by_hand() -> None:
    raw = (0.16, 0.06, 0.26)
    first, second = {"kept": Part(1.0, 0.42)}, {"kept": Part(1.0, 0.26)}
    # 0.4 less 0.2, or 0.35174 less 0.14039 where both are lower: what false calls add to both sides
    # cancels out but for that difference
    half = math.hypot(0.125, Z * 0.21135 * math.hypot(0.02, 0.03) / 0.8)
    made = difference(raw, first, second, {"kept": JUDGE})
    assert made == pytest.approx((0.2, 0.2 - half, 0.2 + half), abs=2e-4)
    # of two kinds nothing cancels out
    apart = difference(raw, first, {"another": Part(1.0, 0.2)}, {"kept": JUDGE, "another": OTHER})
    open_ = math.hypot(0.35174 * 0.02 / 0.8, 0.64826 * 0.03 / 0.8, 0.01110, 0.01111)
    half = math.hypot(0.1 / 0.75, Z * open_)
    assert apart == pytest.approx((0.2, 0.2 - half, 0.2 + half), abs=2e-3)


def test_false_calls_that_are_rarer_than_measured_hide_a_difference() -> None:
    # Nothing is disclosed of the second: the quarter that is called so are the judge's false calls,
    # of which 0.4 +- 0.15 were expected. Half of the first is disclosed: 0.5 * 0.95 + 0.5 * 0.25.
    errors = {"kept": Errors(0.95, 0.4, 0.01, 0.15)}
    first, second = {"kept": Part(1.0, 0.6)}, {"kept": Part(1.0, 0.25)}
    value, low, high = difference((0.35, 0.35, 0.35), first, second, errors)
    assert value == pytest.approx(0.2 / 0.55)
    # with false calls of 0.25 and less, the most that the two shares allow
    assert high == pytest.approx(0.35 / (0.97 - 0.25), abs=0.02)
    assert low > 0.25  # more false calls than 0.25 are refuted by the second
    mirrored = difference((-0.35, -0.35, -0.35), second, first, errors)
    assert mirrored == pytest.approx((-value, -high, -low))


@pytest.mark.parametrize(("more", "less"), [(0.1, 0.02), (0.2, 0.02), (0.5, 0.02), (0.8, 0.05)])
def test_differences_of_passages_of_one_kind_that_the_judge_knows_badly(
    more: float, less: float
) -> None:
    """The share of draws in which more is disclosed than the interval says; 0.27 at most before."""
    rng, n, draws, above = np.random.default_rng(5), 300, 300, 0
    known = {"kept": Errors(0.97, 0.4, 0.005, 0.16)}
    for _ in range(draws):
        found = np.clip(rng.normal(known["kept"].found, known["kept"].found_error), 0, 1)
        false = np.clip(rng.normal(known["kept"].false, known["kept"].false_error), 0, 1)
        one, two = (rng.binomial(n, p * found + (1 - p) * false) / n for p in (more, less))
        half = Z * math.sqrt((one * (1 - one) + two * (1 - two)) / n)
        raw = (one - two, one - two - half, one - two + half)
        made = difference(raw, {"kept": Part(1.0, one)}, {"kept": Part(1.0, two)}, known)
        above += more - less > made[2]
    assert above / draws < 0.15


@settings(deadline=None)
@given(SHARES, st.floats(0, 1), st.floats(0, 1))
def test_a_perfect_judge_changes_nothing(called: float, below: float, above: float) -> None:
    raw = (called, called * below, called + (1 - called) * above)
    parts = {"kept": Part(1.0, called)}
    assert share(raw, parts, {"kept": PERFECT}) == pytest.approx(raw)
    gap = difference(raw, parts, {"none": Part(1.0, 0.0)}, {"kept": PERFECT, "none": PERFECT})
    assert gap == pytest.approx(raw)


@settings(deadline=None)
@given(SHARES, RATES, RATES, SHARES)
def test_a_share_stays_in_its_bounds(
    called: float, rates: tuple[float, ...], others: tuple[float, ...], part: float
) -> None:
    parts = {"kept": Part(part, called), "another": Part(1 - part, 1 - called)}
    errors = {"kept": Errors(*rates), "another": Errors(*others)}
    raw = part * called + (1 - part) * (1 - called)
    value, low, high = share((raw, raw / 2, (1 + raw) / 2), parts, errors)
    assert 0 <= low <= value <= high <= 1


@settings(deadline=None)
@given(SHARES, RATES)
def test_the_same_on_both_sides_is_no_difference(called: float, rates: tuple[float, ...]) -> None:
    side = {"another": Part(1.0, called)}
    value, low, high = difference((0.0, -0.1, 0.1), side, side, {"another": Errors(*rates)})
    stretch = 1 / (rates[0] - rates[1])
    assert value == 0
    # the errors of the judge act on both sides alike and add nothing
    assert (low, high) == pytest.approx((max(-1, -0.1 * stretch), min(1, 0.1 * stretch)))


@settings(deadline=None)
@given(SHARES, SHARES, RATES)
def test_a_difference_is_that_of_the_shares(
    one: float, two: float, rates: tuple[float, ...]
) -> None:
    errors = {"kept": Errors(*rates), "another": OTHER}
    first, second = {"kept": Part(1.0, one)}, {"another": Part(1.0, two)}
    gap = difference((one - two, one - two, one - two), first, second, errors)
    sides = [share((p, p, p), side, errors)[0] for p, side in ((one, first), (two, second))]
    assert gap[0] == pytest.approx(sides[0] - sides[1])
    assert -1 <= gap[1] <= gap[0] <= gap[2] <= 1


def test_a_judge_that_hardly_tells_is_refused() -> None:
    parts = {"kept": Part(1.0, 0.5)}
    with pytest.raises(ValueError, match=r"finds 0\.5 and calls 0\.45 falsely"):
        share((0.5, 0.4, 0.6), parts, {"kept": Errors(0.5, 0.45, 0.0, 0.0)})


def _coverage(
    rate: float, other: float, people: int, repeats: int, seed: int
) -> tuple[float, float]:
    """Return how often share and difference hold the truth; error rates vary between texts."""
    rng = np.random.default_rng(seed)
    errors = {"kept": Errors(0.96, 0.2, 0.015, 0.05), "another": Errors(0.75, 0.08, 0.06, 0.02)}

    def drawn(mean: float, error: float) -> float:
        size = mean * (1 - mean) / error**2 - 1
        return float(rng.beta(mean * size, (1 - mean) * size))

    def calls(kind: str, rate: float, asked: np.ndarray) -> list[tuple[float, float]]:
        found = drawn(errors[kind].found, errors[kind].found_error)
        false = drawn(errors[kind].false, errors[kind].false_error)
        told = rng.binomial(asked, rng.beta(rate * 5.7, (1 - rate) * 5.7, people))
        called = rng.binomial(told, found) + rng.binomial(asked - told, false)
        return [(float(c), float(a)) for c, a in zip(called, asked, strict=True)]

    from seethrough.protocols import Tally

    names = [str(i) for i in range(people)]
    held = beyond = 0
    for _ in range(repeats):
        asked = rng.integers(4, 18, people)
        own = [Tally(*t) for t in calls("kept", rate, asked)]
        control = [Tally(*t) for t in calls("another", other, asked)]
        raw, beside = observed(own, names), observed(control, names)
        gap = excess(own, control, names, None, "lower_is_better")
        parts = {"kept": Part(1.0, raw.value)}
        value = share((raw.value, raw.low, raw.high), parts, errors)
        others = {"another": Part(1.0, beside.value)}
        over = difference((gap.value, gap.low, gap.high), parts, others, errors)
        held += value[1] <= rate <= value[2]
        beyond += over[1] <= rate - other <= over[2]
    return held / repeats, beyond / repeats


def test_corrected_shares_cover() -> None:
    cells = [_coverage(*cell, repeats=60, seed=1) for cell in ((0.3, 0.05, 40), (0.7, 0.1, 40))]
    assert 0.91 <= np.mean([held for held, _ in cells]) <= 0.99
    assert 0.91 <= np.mean([beyond for _, beyond in cells]) <= 0.995


@pytest.mark.slow
def test_corrected_shares_cover_everywhere() -> None:
    rates = (0.02, 0.1, 0.3, 0.6, 0.9, 0.98)
    cells = {
        (rate, n): _coverage(rate, 0.05, n, 600, seed=n)
        for rate, n in itertools.product(rates, (20, 100, 400))
    }
    held, beyond = zip(*cells.values(), strict=True)
    # 600 repeats have a standard error of 0.9 %
    assert min(held) > 0.93, cells
    assert min(beyond) > 0.93, cells
    assert 0.94 <= np.mean(held) <= 0.97, cells
    assert 0.94 <= np.mean(beyond) <= 0.98, cells


def test_a_share_below_the_false_calls_is_not_known_to_be_nothing() -> None:
    # the judge calls 0.23 disclosed where it calls 0.57 of other texts' claims so falsely: here it
    # must err less, and all that it calls may be disclosed
    errors = {"kept": Errors(0.87, 0.57, 0.05, 0.1)}
    value, low, high = share((0.23, 0.15, 0.34), {"kept": Part(1.0, 0.23)}, errors)
    assert (value, low) == (0.0, 0.0)
    assert high >= 0.34


def test_a_share_above_what_is_found_is_not_known_to_be_all() -> None:
    errors = {"rewritten": Errors(0.5, 0.1, 0.05, 0.05)}
    value, low, high = share((0.7, 0.6, 0.8), {"rewritten": Part(1.0, 0.7)}, errors)
    assert (value, high) == (1.0, 1.0)
    # were nothing missed and a fifth called falsely, (0.6 - 0.2) / 0.8
    assert low < 0.51


def test_kinds_that_nobody_read_do_not_matter() -> None:
    blind = {"kept": KNOWN, "rewritten": Errors(0.05, 0.01, 0.04, 0.01)}
    raw, parts = (0.42, 0.32, 0.52), {"kept": Part(1.0, 0.42)}
    assert share(raw, parts, blind) == share(raw, parts, {"kept": KNOWN})
    assert difference(raw, parts, parts, blind)[0] == 0


def test_the_ends_beyond_nothing_and_all_worked_by_hand() -> None:
    judge = Errors(0.8, 0.3, 0.1, 0.05)
    # 0.2 are called disclosed, fewer than would be falsely: 0.2 / 0.8 at most, and more where less
    # is found, down to 0.8 - 1.96 * 0.1, and for the raw interval.
    value, low, high = share((0.2, 0.15, 0.27), {"kept": Part(1.0, 0.2)}, {"kept": judge})
    found = 0.8 - Z * 0.1
    assert value == low == 0
    assert high == pytest.approx(0.25 + math.hypot(0.2 / found - 0.25, 0.07 / 0.8))
    # 0.95 are, more than could be: at least what is left if 0.3 + 1.96 * 0.05 are falsely.
    value, low, high = share((0.95, 0.9, 0.97), {"kept": Part(1.0, 0.95)}, {"kept": judge})
    true = 1 - (0.3 + Z * 0.05)
    assert value == high == 1
    assert low == pytest.approx((0.95 - 0.3 - Z * 0.05) / true - 0.05 / true, abs=1e-9)


@pytest.mark.parametrize("true", [0.0, 0.02, 0.1, 0.3])
def test_small_shares_that_a_judge_known_badly_finds(true: float) -> None:
    """The share of draws in which more is disclosed than the interval says, and its width."""
    rng, n, draws, above = np.random.default_rng(3), 200, 600, 0
    rates = Errors(0.47, 0.05, 0.15, 0.05)
    widths = []
    for _ in range(draws):
        found, false = (
            rng.beta(mean * size, (1 - mean) * size)
            for mean, error in ((rates.found, rates.found_error), (rates.false, rates.false_error))
            for size in [mean * (1 - mean) / error**2 - 1]
        )
        called = rng.binomial(n, true * found + (1 - true) * false) / n
        raw = (called, *wilson(called, n))
        _, low, high = share(raw, {"another": Part(1.0, called)}, {"another": rates})
        above += true > high
        widths.append(high - low)
    assert above <= 0.04 * draws
    assert np.median(widths) < 0.27 + 2 * true  # 0.32 and 0.36 for the smallest before


def test_kinds_on_two_sides_take_their_signs() -> None:
    both = {"kept": Part(0.5, 0.6), "another": Part(0.5, 0.3)}
    errors = {"kept": JUDGE, "another": OTHER}
    value, low, high = difference((0.0, -0.1, 0.1), both, both, errors)
    stretch = 0.5 / 0.8 + 0.5 / 0.75
    # What the errors leave open is the same on both sides and cancels out.
    assert (value, low, high) == pytest.approx((0.0, -0.1 * stretch, 0.1 * stretch))


def test_more_errors_where_more_is_true_or_less() -> None:
    judge = Errors(0.9, 0.1, 0.15, 0.01)
    called = 0.5
    true = (called - 0.1) / 0.8
    off = math.hypot(true * 0.15, (1 - true) * 0.01) / 0.8
    moved = true + Z * off  # errors of what is found count for more where more is true
    half = math.hypot(0.0, Z * math.hypot(moved * 0.15, (1 - moved) * 0.01) / 0.8)
    made = share((called, called, called), {"kept": Part(1.0, called)}, {"kept": judge})
    assert made == pytest.approx((true, true - half, min(true + half, 0.5 / (0.9 - Z * 0.15))))


def test_a_judge_that_tells_claims_apart_by_less_than_a_tenth_corrects_nothing() -> None:
    raw, parts = (0.52, 0.5, 0.54), {"kept": Part(1.0, 0.52)}
    assert share(raw, parts, {"kept": Errors(0.6, 0.49, 0.0, 0.0)})[0] == pytest.approx(0.03 / 0.11)
    with pytest.raises(ValueError, match=r"calls 0\.51 falsely"):
        share(raw, parts, {"kept": Errors(0.6, 0.51, 0.0, 0.0)})


def test_a_judge_that_finds_less_than_measured_hides_a_difference() -> None:
    errors = {"kept": Errors(0.8, 0.0, 0.1, 0.0)}
    first, second = {"kept": Part(1.0, 0.4)}, {"kept": Part(1.0, 0.0)}
    value, _, high = difference((0.4, 0.4, 0.4), first, second, errors)
    assert (value, high) == pytest.approx((0.4 / 0.8, 0.4 / (0.8 - Z * 0.1)))
