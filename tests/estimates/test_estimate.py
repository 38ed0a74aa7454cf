import json
import math
import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from seethrough.estimates.beyond import beyond_both, leak
from seethrough.estimates.estimate import (
    NOTHING,
    Estimate,
    Interval,
    assemble,
    excess,
    share,
)
from seethrough.estimates.figure import Luck
from seethrough.estimates.shares import quotient
from seethrough.protocols import Figure, Tally
from seethrough.statistics.intervals import wilson

TOP1 = Figure("linkage.top1", "lower_is_better", "means", "does not mean", 1.0)
DISTANCE = Figure("semantic.distance", "higher_is_better", "means", "does not mean", 0.0)


def people(n: int) -> list[str]:
    return [f"person {i}" for i in range(n)]


def hits(*values: float) -> list[Tally]:
    return [Tally(v) for v in values]


def test_hits_of_different_people_get_wilsons_interval() -> None:
    found = share(hits(1, 0, 1, 1), people(4))
    theirs = binomtest(3, 4).proportion_ci(method="wilson")
    assert (found.value, found.n, found.method) == (0.75, 4, "wilson")
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high))


def test_a_share_is_the_ratio_of_the_sums() -> None:
    found = share([Tally(3, 10), Tally(0, 5), Tally(1, 1)], people(3))
    assert found.value == pytest.approx(4 / 16)
    assert found.method == "wilson, effective n"


def test_tallies_of_nothing_do_not_count() -> None:
    assert share([Tally(0, 0), Tally(1), Tally(0, 0), Tally(0)], people(4)).n == 2
    assert share([Tally(0, 0)], people(1)) == NOTHING
    assert share([], []) == NOTHING


def test_beside_nobody_nothing_exceeds() -> None:
    assert excess(hits(1, 0), [], people(2), [], "lower_is_better") == NOTHING
    found = assemble(TOP1, {}, hits(1, 0), people(2), control=[], control_clusters=[])
    assert (found.control, found.over_control) == (NOTHING, NOTHING)


def test_a_figure_leaks_where_the_lower_end_of_its_excess_lies_above_0() -> None:
    made = assemble(TOP1, {}, hits(1, 0), people(2))
    over = Interval(0.3, 0.1, 0.5, 2, "test")
    for excess_, leaks in (
        (None, False),
        (replace(over, low=None), False),
        (replace(over, low=0.0), False),
        (over, True),
    ):
        assert replace(made, excess=excess_).leaks is leaks


def test_an_excess_rests_on_the_people_in_the_release_whichever_way_is_better() -> None:
    for direction in ("lower_is_better", "higher_is_better"):
        found = excess(hits(1, 0) * 20, hits(1, 0), people(40), ["a", "b"], direction)
        assert (found.n, found.people) == (40, 40)


def test_several_tallies_of_one_person_say_less_than_those_of_many() -> None:
    tallies = hits(*[1, 1, 1, 1, 0, 0, 0, 0] * 5)
    many = share(tallies, people(40))
    few = share(tallies, [str(i // 4) for i in range(40)])
    assert few.value == many.value
    assert few.n == many.n == 40
    assert few.high - few.low > 1.5 * (many.high - many.low)


@pytest.mark.parametrize("value", [0, 1])
@pytest.mark.parametrize(("persons", "each"), [(1, 1), (1, 50), (2, 3), (30, 4)])
def test_all_alike_is_not_certainty(value: int, persons: int, each: int) -> None:
    found = share(hits(*[value] * (persons * each)), people(persons) * each)
    theirs = binomtest(value * persons, persons).proportion_ci(method="wilson")
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high), abs=1e-9)


def test_a_score_that_single_precision_lets_stray_is_still_a_share() -> None:
    found = share(hits(1.0000001, 1.0, 1.0), people(3))
    assert (found.value, found.high) == (1, 1)


def test_a_mean_that_is_no_share_gets_students_interval() -> None:
    found = share(hits(4.0, 5.0, 3.5, 4.5), people(4))
    assert found.method == "student, clustered"
    assert found.value == pytest.approx(4.25)
    assert found.low < 4.25 < found.high
    alike = share(hits(4.0, 4.0), people(2))
    assert (alike.value, alike.low, alike.high, alike.n) == (4.0, None, None, 2)


@pytest.mark.parametrize("tally", [Tally(math.nan), Tally(1, math.inf), Tally(1, -1)])
def test_a_broken_tally_is_refused(tally: Tally) -> None:
    with pytest.raises(ValueError, match="not finite, or is out of less"):
        share([tally], people(1))


def test_lengths_must_agree() -> None:
    with pytest.raises(ValueError, match="2 tallies but 1 clusters"):
        share(hits(1, 0), people(1))


def test_a_share_of_parts_counts_too() -> None:
    assert share([Tally(0.25, 0.5), Tally(0.5, 0.5)], people(2)).value == 0.75


@pytest.mark.parametrize(("one", "two"), [((3, 10), (0, 20)), ((0, 20), (3, 10)), ((9, 9), (5, 7))])
def test_beside_other_people_the_ends_are_newcombe_s(
    one: tuple[int, int], two: tuple[int, int]
) -> None:
    first, second = (hits(*[1] * k, *[0] * (n - k)) for k, n in (one, two))
    names = [f"other {i}" for i in range(len(second))]
    found = excess(first, second, people(len(first)), names, "lower_is_better")
    (low_1, high_1), (low_2, high_2) = (
        binomtest(k, n).proportion_ci(method="wilson") for k, n in (one, two)
    )
    p, q = one[0] / one[1], two[0] / two[1]
    assert found.low == pytest.approx(p - q - math.hypot(p - low_1, high_2 - q))
    assert found.high == pytest.approx(p - q + math.hypot(high_1 - p, q - low_2))


def test_pairs_that_are_not_out_of_as_much_are_joined_by_newcombe_s_phi() -> None:
    both, first, second, none = 12, 6, 3, 9
    a = [Tally(2.0 * v, 2.0) for v in [1] * (both + first) + [0] * (second + none)]
    b = hits(*[1] * both, *[0] * first, *[1] * second, *[0] * none)
    found = excess(a, b, people(30), None, "lower_is_better")
    assert found.method == "square-and-add, paired"
    margins = (both + first) * (second + none) * (both + second) * (first + none)
    phi = (both * none - first * second - 30 / 2) / margins**0.5
    one, two = share(a, people(30)), share(b, people(30))
    below = (one.value - one.low, two.high - two.value)
    above = (one.high - one.value, two.value - two.low)
    gap = one.value - two.value
    for end, (x, y) in ((gap - found.low, below), (found.high - gap, above)):
        assert end == pytest.approx((x * x + y * y - 2 * phi * x * y) ** 0.5)


def test_one_share_over_another_is_their_difference_in_logarithms() -> None:
    a, b = hits(*[1] * 5, *[0] * 15), hits(*[0] * 5, *[1] * 10, *[0] * 5)  # nobody has both
    found = quotient(a, b, people(20))
    assert found.value == 0.5
    one, two = share(a, people(20)), share(b, people(20))
    phi = (0 * 5 - 5 * 10) / (5 * 15 * 10 * 10) ** 0.5
    x, y = math.log(one.value / one.low), math.log(two.high / two.value)
    assert found.low == pytest.approx(0.5 * math.exp(-math.sqrt(x * x + y * y - 2 * phi * x * y)))
    x, y = math.log(one.high / one.value), math.log(two.value / two.low)
    assert found.high == pytest.approx(0.5 * math.exp(math.sqrt(x * x + y * y - 2 * phi * x * y)))


def test_of_nothing_over_something_the_end_is_the_most_that_both_allow() -> None:
    none, some = hits(*[0] * 20), hits(*[1] * 10, *[0] * 10)
    found = quotient(none, some, people(20))
    most, least = share(none, people(20)).high, share(some, people(20)).low
    assert (found.value, found.low, found.high) == (0, 0, pytest.approx(most / least))
    assert quotient(some, none, people(20)) == NOTHING
    assert quotient([], [], []) == NOTHING


TALLIES = st.lists(
    st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 6)), min_size=1, max_size=25
)


@given(TALLIES)
def test_share_is_inside_its_interval_whatever_the_order(rows: list[tuple[int, ...]]) -> None:
    tallies = [Tally(min(v, of), of) for v, of, _ in rows]
    persons = [str(person) for _, _, person in rows]
    found = share(tallies, persons)
    backwards = share(tallies[::-1], persons[::-1])
    assert found.to_json() == backwards.to_json()
    if found.n:
        assert 0 <= found.low <= found.value <= found.high <= 1
        assert found.high > found.low


@given(TALLIES)
def test_excess_is_the_difference_and_turns_with_its_sides(rows: list[tuple[int, ...]]) -> None:
    first = [Tally(min(v, of), of) for v, of, _ in rows]
    second = [Tally(max(0, of - v), of) for v, of, _ in rows]
    persons = [str(person) for _, _, person in rows]
    gap = excess(first, second, persons, None, "lower_is_better")
    back = excess(second, first, persons, None, "lower_is_better")
    if gap.n:
        a, b = share(first, persons), share(second, persons)
        assert gap.value == pytest.approx(a.value - b.value)
        assert gap.low <= gap.value <= gap.high
        assert (back.low, back.high) == pytest.approx((-gap.high, -gap.low))
        turned = excess(first, second, persons, None, "higher_is_better")
        assert turned.to_json() == back.to_json()


def test_pairing_narrows_where_the_two_go_together() -> None:
    rng = np.random.default_rng(0)
    target = rng.random(60) < 0.5
    control = target & (rng.random(60) < 0.9)
    a, b = hits(*target.astype(float)), hits(*control.astype(float))
    paired = excess(a, b, people(60), None, "lower_is_better")
    apart = excess(a, b, people(60), people(60), "lower_is_better")
    assert paired.value == apart.value
    assert paired.high - paired.low < 0.6 * (apart.high - apart.low)
    assert paired.method == "score, paired"
    assert apart.method == "square-and-add"


def test_figures_that_agree_target_by_target_lie_close_together() -> None:
    half = hits(*[1.0, 0.0] * 50)
    gap = excess(half, half, people(100), None, "lower_is_better")
    assert gap.method == "score, paired"
    assert gap.high == -gap.low == pytest.approx(0.037, abs=0.001)  # Wilson's end of 0 of 100
    # What is lost is at most what the control tells at all: here 0.06, not 0.28 as of 10 people.
    few = [Tally(0.0, 20)] * 9 + [Tally(1.0, 20)]
    most = excess([Tally(20.0, 20)] * 10, few, people(10), None, "lower_is_better")
    assert share(few, people(10)).high == pytest.approx(0.057, abs=0.005)
    assert most.low == pytest.approx(0.91, abs=0.02)


def test_the_same_for_everybody_still_leaves_room_for_a_difference() -> None:
    for values in ([0] * 20, [1] * 20, [0, 1] * 10, [1] + [0] * 19):
        gap = excess(hits(*values), hits(*values), people(20), None, "lower_is_better")
        assert gap.value == 0
        assert gap.low < -0.05
        assert gap.high > 0.05


def test_excess_where_a_side_counts_nothing_or_other_targets() -> None:
    nothing = [Tally(0, 0)] * 2
    assert excess(hits(1, 0), nothing, people(2), None, "lower_is_better") == NOTHING
    gap = excess(
        [Tally(1), Tally(0, 0), Tally(0)],
        [Tally(0, 0), Tally(1), Tally(0)],
        people(3),
        None,
        "lower_is_better",
    )
    assert (gap.value, gap.n) == (0.0, 2)
    alike = excess(hits(4, 4), hits(1, 3), people(2), None, "lower_is_better")
    assert (alike.value, alike.low, alike.high) == (2.0, None, None)


def test_assemble_puts_control_baseline_and_excess_beside_the_figure() -> None:
    made = assemble(
        TOP1,
        {"name": "linkage"},
        hits(1, 1, 0, 1),
        people(4),
        control=hits(0, 1, 0, 0),
        baseline=hits(0, 0, 0, 0),
    )
    assert (made.name, made.value, made.n, made.direction) == (
        "linkage.top1",
        0.75,
        4,
        "lower_is_better",
    )
    assert made.control.value == 0.25
    assert (made.baseline.value, made.baseline.n) == (0.0, 4)
    assert made.excess.value == made.over_control.value == 0.5
    assert made.over_baseline.value == 0.75
    assert made.excess.low == min(made.over_control.low, made.over_baseline.low)
    assert (made.people, made.questions) == (4, ("anonymous",))


def test_positive_excess_always_means_leaking_more() -> None:
    made = assemble(DISTANCE, {}, hits(0.1, 0.2), people(2), control=hits(0.8, 0.9))
    assert made.excess.value == pytest.approx(0.7)


def test_without_control_and_baseline_there_is_none() -> None:
    made = assemble(TOP1, {}, hits(1, 0), people(2))
    assert made.control is made.baseline is made.excess is None


def test_machine_form() -> None:
    nothing = Interval(None, math.nan, math.inf, 0, "none")
    made = Estimate(
        "x", 1 / 3, -1e-9, 1.0, 3, "lower_is_better", "wilson", nothing, None, None, {"name": "y"}
    )
    assert json.dumps(made.to_json()) == (
        '{"name": "x", "title": "x", "unit": "number", "value": 0.333333, "low": 0.0, "high": 1.0, '
        '"n": 3, "people": 0, "direction": "lower_is_better", "method": "wilson", '
        '"control": {"value": null, "low": null, "high": null, "n": 0, "people": 0, '
        '"method": "none"}, "baseline": null, "excess": null, "over_control": null, '
        '"over_baseline": null, "questions": [], "component": {"name": "y"}, '
        '"raw": null, "raw_control": null, "corrected": null, "corrected_control": null}'
    )


def test_a_leak_exceeds_control_and_baseline_both() -> None:
    control = Interval(0.02, -0.18, 0.15, 50, "a", 40)
    baseline = Interval(0.07, 0.04, 0.11, 50, "b", 40)
    for both in (beyond_both(control, baseline), beyond_both(baseline, control)):
        assert both == Interval(0.02, -0.18, 0.11, 50, "a", 40)
    assert beyond_both(None, baseline) == baseline
    assert beyond_both(None, None) is None
    assert beyond_both(NOTHING, baseline) == NOTHING
    open_end = Interval(0.5, None, None, 3, "none", 3)
    assert beyond_both(open_end, baseline) == Interval(0.07, None, None, 50, "b", 40)


def test_an_upper_end_allows_for_its_being_the_smaller_of_two() -> None:
    control = Interval(0.02, -0.08, 0.12, 50, "a", 40)
    baseline = Interval(0.05, -0.06, 0.15, 50, "b", 40)
    found = beyond_both(control, baseline)
    # 1.25 % lies 2.2414 standard errors away, 2.5 % lies 1.9600
    assert found.high == pytest.approx(0.02 + 0.1 * 2.241403 / 1.959964)
    assert beyond_both(baseline, control) == found
    assert beyond_both(control, control) == control  # as where neither finds anything
    known = Interval(0.0, -0.1, 0.1, 50, "b", 40)  # the same less a number that is known
    assert beyond_both(control, known) == beyond_both(known, control) == known
    certain = Interval(0.1, 0.1, 0.1, 50, "b", 40)
    assert beyond_both(control, certain).high == 0.1
    far = Interval(0.3, 0.03, 0.4, 50, "b", 40)  # by chance it is not the smaller one
    assert beyond_both(control, far).high == beyond_both(far, control).high == 0.12
    certain = Interval(1.0, 0.8, 1.0, 9, "c"), Interval(0.9, 0.7, 0.95, 9, "d")
    assert beyond_both(*certain).high == 0.95  # one upper end has no chance to be too low
    all_found = Interval(0.9, 0.7, 0.99, 9, "a"), Interval(0.89, 0.7, 0.99, 9, "b")
    assert beyond_both(*all_found, 1.0).high == 1.0


def test_facts_given_away_by_chance_make_few_people_no_surer_than_none_would() -> None:
    names, nothing, some = people(20), [Tally(0, 20)] * 20, [Tally(1, 20)] * 4 + [Tally(0, 20)] * 16
    none = assemble(TOP1, {}, nothing, names, control=nothing, baseline=nothing).excess
    few = assemble(TOP1, {}, some, names, control=some[::-1], baseline=nothing).excess
    assert none.high == pytest.approx(wilson(0, 20)[1]) == few.high
    assert few.low > none.low
    more = assemble(TOP1, {}, some * 5, people(100), control=nothing * 5, baseline=nothing * 5)
    assert more.excess.high == pytest.approx(0.01 + 0.99 * wilson(0, 100)[1])
    unbounded = replace(TOP1, most=None)
    assert assemble(unbounded, {}, some, names, control=some[::-1]).excess.high < 0.05
    assert leak(NOTHING, None, 1.0) == NOTHING


def test_one_person_in_sixteen_told_in_full_is_seldom_overlooked() -> None:
    rng, names, wrong = np.random.default_rng(2), people(20), 0
    for _ in range(200):
        chance, seen = rng.binomial(20, 0.02, (2, 20))
        seen[rng.random(20) < 1 / 16] = 20
        arms = [[Tally(float(v), 20.0) for v in arm] for arm in (seen, chance)]
        found = assemble(TOP1, {}, arms[0], names, control=arms[1]).excess
        wrong += found.high < 0.05
    assert wrong == 0  # 0.33 without an upper end for so few people


@pytest.mark.parametrize("figure", [TOP1, DISTANCE])
def test_people_of_whom_chance_tells_all_may_be_missing_from_a_small_control(
    figure: Figure,
) -> None:
    def of_20(*told: int) -> list[Tally]:
        return [Tally(t if figure is TOP1 else 20 - t, 20) for t in told]

    own, nothing, names = of_20(*[8] * 100), of_20(*[0] * 100), people(100)
    others = {"control": of_20(*[2] * 9, 4), "control_clusters": [f"other {i}" for i in range(10)]}
    made = assemble(figure, {}, own, names, **others, baseline=nothing)
    # 8 of 20 less 2.2 of 20; chance may tell all of people of whom none is among the ten.
    assert made.over_control.low > 0.15
    assert made.excess.value == pytest.approx(0.29)
    assert made.excess.low == pytest.approx(0.29 - 0.89 * wilson(0, 10)[1])
    paired = assemble(figure, {}, own, names, control=of_20(*[2] * 100), baseline=nothing)
    assert paired.excess.low == paired.over_control.low  # the same people are on both sides


def test_a_small_control_without_those_of_whom_chance_tells_all_shows_no_leak() -> None:
    rng, wrong = np.random.default_rng(4), 0
    for _ in range(200):
        sides = []
        for count in (300, 12):
            told = np.where(rng.random(count) < 0.17, 10, rng.binomial(10, 0.02, count))
            sides.append([Tally(float(v), 10.0) for v in told])
        others = [f"other {i}" for i in range(12)]
        made = assemble(TOP1, {}, sides[0], people(300), control=sides[1], control_clusters=others)
        wrong += made.excess.low > 0.05
    assert wrong <= 4  # 15 without the allowance


def test_a_leak_as_large_as_the_tolerance_is_seldom_bounded_where_both_comparisons_bind() -> None:
    rng, names, wrong = np.random.default_rng(1), people(100), 0
    for _ in range(400):
        arms = [hits(*(1.0 * (rng.random(100) < r))) for r in (0.5, 0.45, 0.45)]
        differences = [excess(arms[0], arm, names, None, "lower_is_better") for arm in arms[1:]]
        wrong += beyond_both(*differences).high < 0.05
    assert wrong / 400 < 0.035  # 0.05 with the smaller of two plain upper ends


def test_a_hundred_thousand_people_take_about_a_second() -> None:
    scores = np.random.default_rng(0).random(100_000)
    tallies, persons = hits(*scores), people(100_000)
    start = time.perf_counter()
    found = share(tallies, persons)
    assert time.perf_counter() - start < 10
    assert found.high - found.low < 0.004


def test_figures_print_as_people_write_them() -> None:
    control, baseline = Interval(0.0, 0.0, 0.5, 4, "wilson"), Interval(0.25, 0.05, 0.7, 4, "wilson")
    names = ("linkage.top1", 0.75, 0.301, 0.954, 4, "lower_is_better", "wilson")
    assert str(Estimate(*names, control, baseline, None, {})) == (
        "linkage.top1: 0.75 (0.30 to 0.95, n = 4); control 0.00 (0.00 to 0.50, n = 4); "
        "baseline 0.25 (0.05 to 0.70, n = 4)"
    )
    assert str(Estimate(*names, None, None, None, {})) == "linkage.top1: 0.75 (0.30 to 0.95, n = 4)"
    assert str(NOTHING) == "nothing to count"


def test_no_end_of_an_interval_is_a_value_that_the_figure_cannot_have() -> None:
    # Student's interval of three such numbers would reach far below 0, where no number lies.
    people = Figure("people", "higher_is_better", "means", "does not", most=None, unit="number")
    tallies, others = [Tally(1.0), Tally(2.0), Tally(90.0)], [Tally(5.0), Tally(0.0), Tally(70.0)]
    plain = share(tallies, ["a", "b", "c"])
    assert plain.low is not None
    assert plain.low > 0
    made = assemble(
        people, {"name": "x"}, tallies, ["a", "b", "c"], control=others, baseline=others
    )
    assert (made.value, made.low, made.high) == (plain.value, plain.low, plain.high)
    for beside in (made.control, made.baseline):
        assert beside is not None
        assert beside.low is not None
        assert beside.low > 0
    assert made.excess is not None
    assert made.excess.low is not None
    assert made.excess.low < 0  # a difference may be
    bounded = assemble(replace(people, most=50.0), {"name": "x"}, tallies, ["a", "b", "c"])
    assert bounded.high == 50.0


def test_a_known_chance_is_the_baseline_and_takes_nothing_from_the_interval() -> None:
    names, found = people(40), [Tally(float(i < 30)) for i in range(40)]
    drawn, nobody = [Tally(float(i in (3, 35))) for i in range(40)], [Tally(0.0)] * 40
    known = assemble(TOP1, {}, found, names, control=nobody, baseline=Luck(0.025, nobody, 0.025))
    assert known.baseline == Interval(0.025, 0.025, 0.025, 40, "exact", 40)
    assert str(known.baseline) == "0.03 (exact)"
    shifted = [end - 0.025 for end in known.over_control.ends]
    assert known.over_baseline.ends == pytest.approx(shifted)
    assert known.excess.ends == pytest.approx(shifted)  # one chance to be too low, not two
    by_draw = assemble(TOP1, {}, found, names, control=nobody, baseline=drawn)
    assert by_draw.baseline.value == 0.05
    assert by_draw.excess.low < known.excess.low < known.excess.high < by_draw.excess.high


def test_what_a_release_leaves_to_luck_is_compared_with_the_same_draw() -> None:
    """Ten targets are left to luck, and both draws find the same of them; the others are read."""
    names, drawn = people(20), [Tally(float(i < 3)) for i in range(20)]
    found = [Tally(float(i < 3 or i >= 15)) for i in range(20)]
    some = assemble(TOP1, {}, found, names, baseline=Luck(0.1, drawn, 0.05))
    assert some.over_baseline.value == pytest.approx(5 / 20 - 0.05)
    assert some.baseline.value == 0.1
    distance = replace(TOP1, direction="higher_is_better")
    other = assemble(distance, {}, found, names, baseline=Luck(0.1, drawn, 0.05))
    assert other.over_baseline.value == pytest.approx(-(5 / 20 - 0.05))


def test_no_share_lies_more_than_the_whole_below_chance() -> None:
    """One record of one person is always found: less than nothing of it cannot be."""
    one = assemble(TOP1, {}, [Tally(1.0)], people(1), baseline=Luck(1.0, [Tally(0.0)], 1.0))
    assert one.over_baseline.ends[:2] == (0.0, -1.0)


def test_of_nobody_no_chance_is_known() -> None:
    none = assemble(TOP1, {}, [], [], baseline=Luck(0.0, [], 0.0))
    assert none.baseline == NOTHING == none.over_baseline
