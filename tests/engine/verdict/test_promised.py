"""A promised epsilon beside what canaries showed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from seethrough.attacks.canary import Canary
from seethrough.attacks.lexical import Lexical
from seethrough.engine.runs.cells import Arm, Cell
from seethrough.engine.verdict.promised import promised
from seethrough.estimates.estimate import Estimate
from seethrough.protocols import Knowledge, Outcome
from seethrough.reasons import Reason
from seethrough.records.corpus import Corpus
from seethrough.records.releases.release import Guarantee
from seethrough.records.releases.text import TextRelease
from seethrough.statistics.one_run import largest_bound

NOBODY = Arm([], [])
CANARIES = Corpus.from_texts(["a"] * 3, persons=["once", "twice", "twice"])


def found(made: TextRelease, cells: list[Cell]) -> list[Reason]:
    return promised(made, cells, CANARIES)


def release(epsilon: float, delta: float = 1e-5, unit: str = "person") -> TextRelease:
    return TextRelease(Corpus.from_texts(["a"]), guarantee=Guarantee(epsilon, delta, unit))


def run(low: float | None, n: int, name: str = "canary.epsilon") -> Cell:
    how = "not measured: why" if low is None else "one run"
    bound = Estimate(
        name, low, low, None, n, "lower_is_better", how, None, None, None, {}, people=n // 2
    )
    return Cell(Canary(delta=1e-5), NOBODY, None, NOBODY, [bound], False)


def test_a_lower_bound_above_the_promise_refutes_it() -> None:
    (reason,) = found(release(1.0), [run(1.5, 200)])
    assert (reason.kind, reason.word) == ("promise_refuted", "fail")
    assert reason.facts == {
        "promised": 1.0, "delta": 1e-5, "tried": 1e-5, "attack": "canary",
        "least": 1.5, "how": "one run",
    }  # fmt: skip
    assert found(release(1.5), [run(1.5, 200)]) == []


@pytest.mark.parametrize(("low", "n"), [(0.5, 5), (None, 5), (None, 0)])
def test_a_promise_that_so_few_canaries_could_not_refute_is_not_tested(
    low: float | None, n: int
) -> None:
    (reason,) = found(release(3.0), [run(low, n)])
    assert (reason.kind, reason.word) == ("promise_untested", "inconclusive")
    assert reason.questions == ("anonymous",)
    assert reason.facts["canaries"] == n
    assert reason.facts["why"] == ("why" if low is None else "")
    most, needed = reason.facts["most"], reason.facts["needed"]
    assert most < 3
    assert largest_bound(needed // 2, needed // 2, 1e-5) > 3
    assert largest_bound(needed // 4, needed // 4, 1e-5) <= 3


def test_a_promise_that_so_uneven_coins_could_not_refute_is_not_tested() -> None:
    even = run(0.5, 200)
    uneven = replace(even, estimates=[replace(even.estimates[0], people=180)])
    assert found(release(3.0), [even]) == []
    (reason,) = found(release(3.0), [uneven])
    assert reason.kind == "promise_untested"
    assert reason.facts["most"] < 3


def test_a_promise_at_a_larger_delta_is_not_tested() -> None:
    (reason,) = found(release(1.0, delta=1e-4), [run(5.0, 200)])
    assert (reason.kind, reason.word) == ("promise_at_another_delta", "inconclusive")
    assert (reason.facts["delta"], reason.facts["tried"]) == (1e-4, 1e-5)


def test_canaries_with_several_records_test_no_promise_for_each_record() -> None:
    made = release(3.0, unit="record")

    def of(*people: str) -> list[Reason]:
        known = Arm([Knowledge(p, p, ("a",)) for p in people], [Outcome({})] * len(people))
        said = found(made, [replace(run(5.0, 200), targets=known)])
        return [reason for reason in said if reason.kind != "promise_adds_up"]

    (reason,) = of("once", "twice")
    assert (reason.kind, reason.word) == ("promise_for_records", "inconclusive")
    (reason,) = of("once")
    assert reason.kind == "promise_refuted"


def test_what_no_figure_bounds_is_not_spoken_of() -> None:
    assert found(release(1.0), [run(5.0, 200, "canary.exposure")]) == []
    assert found(release(1.0, unit="token"), [run(5.0, 200)]) == []
    assert found(TextRelease(Corpus.from_texts(["a"])), [run(5.0, 200)]) == []
    other = Cell(Lexical(), NOBODY, None, NOBODY, run(5.0, 200).estimates, False)
    assert found(release(1.0), [other]) == []


@pytest.mark.parametrize(
    ("unit", "delta", "units"),
    [("person", 0.5, None), ("person", 0.51, 2), ("record", 0.33, None), ("record", 0.34, 3),
     ("token", 0.9, None)],
)  # fmt: skip
def test_a_delta_above_one_by_the_number_of_people_promises_nothing(
    unit: str, delta: float, units: int | None
) -> None:
    said = [r for r in found(release(1.0, delta, unit), []) if r.kind == "promise_of_nothing"]
    assert [(r.word, r.facts["units"]) for r in said] == ([("pass", units)] if units else [])


def test_a_promise_for_each_record_adds_up_for_who_has_several() -> None:
    (reason,) = found(release(1.5, unit="record"), [])
    assert (reason.kind, reason.word) == ("promise_adds_up", "pass")
    assert reason.facts == {"promised": 1.5, "records": 2, "sum": 3.0}
    one_each = Corpus.from_texts(["a", "b"])
    assert promised(release(1.5, unit="record"), [], one_each) == []
    assert found(release(1.5), []) == []
