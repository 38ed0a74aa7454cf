import itertools

import numpy as np
import pytest

from seethrough.protocols import FloatArray
from seethrough.statistics.clusters import effective_size, t_quantile
from seethrough.statistics.intervals import wilson
from seethrough.statistics.judged.prediction import Checked, Drawn, picked, share, shift, widened


def column(*values: float) -> FloatArray:
    return np.array(values, dtype=np.float64)


TEN = Checked(np.full(10, 4.0), column(*[1] * 6, *[0] * 4), column(*[0] * 6, 1, 1, 0, 0))
"""Ten people with four rated claims each: raters hear six more than the judge, and two less."""


def test_the_shift_worked_by_hand() -> None:
    # n = 40, centre 4 / 42, variance (8 + 2 - 16 / 42) / 42^2, Student's quantile of 9 is 2.26216;
    # between people there is no more variance than chance gives
    assert shift(TEN) == pytest.approx((0.1, -0.07181, 0.26229), abs=1e-5)


def test_people_who_differ_say_less() -> None:
    clumped = Checked(TEN.rated, column(4, 2, *[0] * 8), column(*[0] * 8, 0, 2))
    value, low, high = shift(clumped)
    assert value == pytest.approx(0.1)
    assert high - low > 1.3 * (0.26229 + 0.07181)


def test_raters_who_agree_with_the_judge_leave_room_for_errors() -> None:
    none = Checked(np.full(10, 4.0), np.zeros(10), np.zeros(10))
    value, low, high = shift(none)
    assert value == 0
    assert -low == high == pytest.approx(2.26216 * 2**0.5 / 42, abs=1e-5)


def test_people_whose_claims_nobody_rated_add_nothing() -> None:
    more = Checked(*(np.concatenate([part, np.zeros(5)]) for part in TEN))
    assert shift(more) == pytest.approx(shift(TEN))
    assert (more.claims, more.people, more.enough) == (40, 10, True)
    few = Checked(np.full(9, 4.0), np.zeros(9), np.zeros(9))
    assert not few.enough
    assert not Checked(np.full(14, 2.0), np.zeros(14), np.zeros(14)).enough
    assert Checked(np.full(15, 2.0), np.zeros(15), np.zeros(15)).enough


def test_a_share_worked_by_hand() -> None:
    called, asked = np.full(10, 4.0), np.full(10, 10.0)
    made = share((0.4, 0.3, 0.5), called, asked, TEN)
    # nobody differs from anybody in what the judge says, so nothing goes together
    below, above = np.hypot(0.1, 0.17181), np.hypot(0.1, 0.16229)
    assert made == pytest.approx((0.5, 0.5 - below, 0.5 + above), abs=1e-4)
    half = share((0.4, 0.3, 0.5), called, asked, TEN, read=0.5)
    below, above = np.hypot(0.1, 0.0859), np.hypot(0.1, 0.08114)
    assert half == pytest.approx((0.45, 0.45 - below, 0.45 + above), abs=1e-4)


def test_it_never_leaves_its_bounds() -> None:
    called, asked = np.full(10, 9.5), np.full(10, 10.0)
    value, low, high = share((0.95, 0.9, 0.99), called, asked, TEN)
    assert (value, high) == (1, 1)
    assert 0 <= low < 1
    turned = Checked(TEN.rated, TEN.lost, TEN.gained)
    value, low, high = share((0.05, 0.01, 0.1), np.full(10, 0.5), asked, turned)
    assert (value, low) == (0, 0)


def test_where_everything_was_rated_it_is_what_raters_say() -> None:
    rng = np.random.default_rng(0)
    asked = np.full(40, 10.0)
    told = rng.binomial(10, 0.3, 40)
    false = rng.binomial(10 - told, 0.4)
    called = (told + false).astype(np.float64)
    raw = called.sum() / asked.sum()
    ends = wilson(raw, effective_size(called, asked))
    checked = Checked(asked, np.zeros(40), false.astype(np.float64))
    value, low, high = share((raw, *ends), called, asked, checked)
    assert value == pytest.approx(told.sum() / 400)
    away = shift(checked)
    alone = np.hypot(ends[1] - ends[0], away[2] - away[1])
    # what the judge hears beyond the raters is in both parts and cancels out
    assert high - low < 0.9 * alone


def test_further_errors_square_and_add() -> None:
    made = widened((0.5, 0.2, 0.9), [(0.4, 0.3)])
    assert made == pytest.approx((0.5, 0.0, 1.0))
    assert widened((0.5, 0.2, 0.9), []) == pytest.approx((0.5, 0.2, 0.9))


def test_claims_that_were_picked_by_what_the_judge_says_of_them_are_found() -> None:
    claims, called = np.full(40, 10.0), np.full(40, 2.0)
    everywhere = Drawn(claims, called, np.full(40, 5.0), np.full(40, 1.0))
    assert not picked(everywhere)
    assert picked(everywhere._replace(rated_called=np.zeros(40)))
    assert picked(everywhere._replace(rated_called=np.full(40, 2.0)))
    assert not picked(Drawn(claims, np.zeros(40), np.full(40, 5.0), np.zeros(40)))
    # of two whole passages that differ nothing can be said
    few = (np.arange(40) < 2).astype(np.float64)
    apart = np.where(np.arange(40) < 8, 10.0, 0.0)
    assert not picked(Drawn(claims, apart, 10 * few, apart * few))


def test_random_samples_are_seldom_taken_for_picked_ones() -> None:
    rng = np.random.default_rng(0)
    found = 0
    for _ in range(300):
        who = np.repeat(np.arange(48), rng.integers(1, 24, 48))
        called = rng.random(len(who)) < rng.beta(1.5, 3.5, 48)[who]
        order = rng.permutation(48)[who]
        drawn = rng.permutation(len(who))[:200]
        seen = drawn[np.argsort(order[drawn], kind="stable")][: rng.integers(30, 200)]
        rows = ((who, None), (who, called), (who[seen], None), (who[seen], called[seen]))
        found += picked(Drawn(*(np.bincount(w, c, 48).astype(np.float64) for w, c in rows)))
    assert found <= 3


def _coverage(
    judge: tuple[float, float], rate: float, people: int, rated: int, repeats: int, seed: int
) -> float:
    rng = np.random.default_rng(seed)

    def by_person(mean: float, size: float) -> FloatArray:
        return rng.beta(mean * size, (1 - mean) * size, people)

    held = 0
    for _ in range(repeats):
        asked = rng.integers(4, 18, people)
        who = np.repeat(np.arange(people), asked)
        told = rng.random(len(who)) < by_person(rate, 5.7)[who]
        found, false = by_person(judge[0], 9)[who], by_person(judge[1], 9)[who]
        called = rng.random(len(who)) < np.where(told, found, false)
        seen = rng.choice(len(who), min(rated, len(who)), replace=False)
        counts = [
            np.bincount(who[rows], weights, people).astype(np.float64)
            for rows, weights in (
                (slice(None), called),
                (slice(None), np.ones(len(who))),
                (seen, np.ones(len(seen))),
                (seen, (told & ~called)[seen]),
                (seen, (called & ~told)[seen]),
            )
        ]
        raw = counts[0].sum() / counts[1].sum()
        ends = wilson(raw, effective_size(counts[0], counts[1]))
        _, low, high = share((raw, *ends), counts[0], counts[1], Checked(*counts[2:]))
        held += low <= rate <= high
    return held / repeats


def test_rectified_shares_cover() -> None:
    cells = [_coverage((0.9, 0.15), rate, 80, 100, repeats=120, seed=2) for rate in (0.1, 0.4, 0.8)]
    assert 0.935 <= np.mean(cells) <= 0.98


@pytest.mark.slow
def test_rectified_shares_cover_everywhere() -> None:
    judges = ((0.9, 0.15), (0.6, 0.4))
    sizes = ((40, 150), (200, 200), (600, 200))
    cells = {
        (judge, rate, *size): _coverage(judge, rate, *size, repeats=500, seed=3)
        for judge, rate, size in itertools.product(judges, (0.02, 0.1, 0.4, 0.8, 0.97), sizes)
    }
    # 500 repeats have a standard error of 1 %
    assert min(cells.values()) > 0.92, cells
    assert 0.94 <= np.mean(list(cells.values())) <= 0.97, cells
    # few ratings of a judge who is nearly always right: room is left for errors not seen yet
    few = [_coverage((0.97, 0.03), rate, 40, 30, 500, seed=4) for rate in (0.1, 0.4, 0.8)]
    assert min(few) > 0.94


def test_judge_and_raters_that_go_together_say_more() -> None:
    called, asked = column(8, 7, 6, 5, 4, 4, 3, 2, 1, 0), np.full(10, 10.0)
    gained, lost = column(0, 0, 0, 0, 1, 0, 1, 1, 2, 2), column(2, 2, 1, 1, 0, 1, 0, 0, 0, 0)
    checked = Checked(np.full(10, 4.0), gained, lost)
    value, low, high = share((0.4, 0.25, 0.55), called, asked, checked)
    assert value == pytest.approx(0.4)  # seven gained and seven lost
    own, theirs = (called - 4) / 100, (lost - gained) / 40
    correlation = own @ theirs / np.sqrt((own @ own) * (theirs @ theirs))
    correlation -= 1 / (2 * 10 * np.sqrt(0.4 * 0.6 * (14 / 40)))
    assert 0.3 < correlation < 0.9
    _, down, up = shift(checked)

    def side(a: float, b: float) -> float:
        return float(np.sqrt(a * a + b * b - 2 * correlation * a * b))

    assert value - low == pytest.approx(side(0.15, -down))
    assert high - value == pytest.approx(side(0.15, up))


def test_a_shift_of_people_who_differ_worked_by_hand() -> None:
    # Five people with one rated claim each and one with five, all of whose claims raters gain.
    checked = Checked(column(1, 1, 1, 1, 1, 5), column(0, 0, 0, 0, 0, 5), np.zeros(6))
    changes = 0.5 - np.array([*[5 / 9] * 5, 0.0])  # without one of the five, without the last
    between = float(changes @ changes) * 5 / 6
    effect = between / ((5 / 10 - 0.25) / 10)
    variance = (5 + 2 - 25 / 12) / 12**2
    # Ten claims of one, five times, and of five are worth 100 / 30 people, with one degree less.
    half = t_quantile(100 / 30 - 1) * (effect * variance) ** 0.5
    assert effect > 1
    assert shift(checked) == pytest.approx((0.5, 5 / 12 - half, 5 / 12 + half), abs=1e-5)
    narrow = Checked(np.full(6, 100.0), np.full(6, 99.0), np.zeros(6))
    assert shift(narrow)[2] >= 0.99  # the value never lies outside its ends


def test_people_of_whom_one_claim_was_rated_go_together_too() -> None:
    called, asked = np.tile([3.0, 0.0], 60), np.full(120, 3.0)
    gained, lost = np.tile([0.0, 0, 0, 1], 30), np.tile([0.0, 0, 1, 0], 30)
    checked = Checked(np.ones(120), gained, lost)
    value, low, high = share((0.5, 0.4, 0.6), called, asked, checked)
    other = share((0.5, 0.4, 0.6), called[::-1], asked, checked)
    assert value == other[0] == pytest.approx(0.5)
    # Where the judge calls what raters do not, taking that off makes the share surer.
    assert high - low < 0.8 * (other[2] - other[1])


def test_what_the_judge_says_and_where_it_errs_go_together_over_people() -> None:
    called, asked = column(0, 1, 2, 3, 4, 4, 8, 8, 5, 5), np.full(10, 10.0)
    made = share((0.4, 0.3, 0.5), called, asked, TEN)
    correlation = np.corrcoef(called, TEN.lost - TEN.gained)[0, 1]
    # Of the 40 rated claims 8 differ; corrected for continuity as Newcombe's phi is.
    correlation -= 1 / (2 * 10 * (0.4 * 0.6 * (8 / 40 - 0.1**2)) ** 0.5)
    assert 0 < correlation < 1
    for end, (x, y) in ((0.5 - made[1], (0.1, 0.17181)), (made[2] - 0.5, (0.1, 0.16229))):
        assert end == pytest.approx((x * x + y * y - 2 * correlation * x * y) ** 0.5, abs=1e-4)


def test_raters_of_people_with_few_claims_or_many_cover() -> None:
    rng, held = np.random.default_rng(6), 0
    for _ in range(250):
        asked = np.clip(np.exp(rng.normal(1.5, 1.3, 20)).astype(int), 1, 60)
        who = np.arange(20).repeat(asked)
        told = rng.random(len(who)) < rng.beta(0.6, 0.07, 20)[who]
        seen = rng.permutation(len(who))[:150]  # by a judge that calls nothing disclosed
        rated, gained = (
            np.bincount(who[seen], part, 20).astype(float) for part in (None, told[seen])
        )
        asked = asked.astype(float)
        ends = wilson(0, effective_size(np.zeros(20), asked))
        checked = Checked(rated, gained, np.zeros(20))
        _, low, high = share((0, *ends), np.zeros(20), asked, checked)
        held += low <= 0.6 / 0.67 <= high
    assert held >= 0.9 * 250  # 80 % where those with many claims pass for typical
