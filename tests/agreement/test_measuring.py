import json
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest
from scipy.stats import spearmanr

from seethrough.agreement.measuring import measure_agreement
from seethrough.agreement.ratings import RatedClaims
from seethrough.errors import ContractError
from seethrough.estimates.estimate import Estimate
from seethrough.protocols import Judge, Rating

# four passages, three claims each, two raters; the modes are 1 2 3 four times over
MODES = (1, 2, 3) * 4


def rated(
    ratings: Sequence[tuple[int, ...]], kinds: Sequence[str | None] | None = None
) -> RatedClaims:
    n = len(ratings)
    claims = tuple(f"{i} likes {grade}" for i, (grade, *_) in enumerate(ratings))
    passages = tuple(f"passage {i // 3} likes 1 and 2" for i in range(n))
    return RatedClaims("made up", claims, passages, tuple(ratings), tuple(kinds or [None] * n))


PEOPLE = rated([(m, m) for m in MODES])


@dataclass(frozen=True)
class Recited(Judge):
    """Answers what it was given, in order."""

    answers: tuple[Rating, ...]

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        return list(self.answers)


def reciting(*grades: int | None) -> Recited:
    return Recited(
        tuple(
            Rating(None, math.nan, "not English") if g is None else Rating(g, float(g))
            for g in grades
        )
    )


def named(estimates: Sequence[Estimate], name: str) -> Estimate:
    (found,) = (e for e in estimates if e.name == f"agreement.{name}")
    return found


def test_a_judge_that_says_what_people_say() -> None:
    found = measure_agreement(reciting(*MODES), PEOPLE, 0)
    for name in ("spearman", "spearman_grade", "accuracy", "kappa"):
        e = named(found.estimates, name)
        assert (e.value, e.n, e.direction) == (1.0, 12, "higher_is_better")
        assert e.low < 0.99
        assert e.control.low < e.control.value < e.control.high < 1
        assert e.control.n == e.baseline.n == 12
    assert found.confusion == ((4, 0, 0, 0), (0, 4, 0, 0), (0, 0, 4, 0))
    assert (found.n, found.passages, found.raters) == (12, 4, (2, 2))


def test_a_judge_that_says_the_contrary() -> None:
    found = measure_agreement(reciting(*(4 - m for m in MODES)), PEOPLE, 0)
    assert named(found.estimates, "spearman").value == -1
    assert named(found.estimates, "accuracy").value == pytest.approx(1 / 3)
    assert named(found.estimates, "accuracy").baseline.value == pytest.approx(1 / 3)


def test_figures_by_hand_and_by_scipy() -> None:
    answers = (1, 1, 3, 1, 2, 2, 2, 2, 3, 1, 3, 3)
    finer = (1.1, 1.4, 2.9, 1.0, 2.2, 2.3, 1.6, 2.0, 3.0, 1.2, 2.6, 2.8)
    judge = Recited(tuple(Rating(g, e) for g, e in zip(answers, finer, strict=True)))
    found = measure_agreement(judge, PEOPLE, 0)
    assert named(found.estimates, "accuracy").value == pytest.approx(8 / 12)
    assert named(found.estimates, "spearman").value == pytest.approx(
        spearmanr(finer, MODES).statistic
    )
    assert named(found.estimates, "spearman_grade").value == pytest.approx(
        spearmanr(answers, MODES).statistic
    )
    assert found.confusion == ((3, 1, 0, 0), (1, 2, 1, 0), (0, 1, 3, 0))


def test_unjudged_is_counted_wrong_and_shown_in_n() -> None:
    found = measure_agreement(reciting(*MODES[:9], None, None, None), PEOPLE, 0)
    assert found.unjudged == {"not English": 3}
    assert named(found.estimates, "accuracy").value == pytest.approx(9 / 12)
    assert named(found.estimates, "accuracy").n == 12
    assert (named(found.estimates, "spearman").value, named(found.estimates, "spearman").n) == (
        1,
        9,
    )
    assert found.confusion == ((3, 0, 0, 1), (0, 3, 0, 1), (0, 0, 3, 1))


def test_a_judge_that_judges_nothing() -> None:
    found = measure_agreement(reciting(*[None] * 12), PEOPLE, 0)
    spearman = named(found.estimates, "spearman")
    assert (spearman.value, spearman.low, spearman.n) == (None, None, 0)
    accuracy = named(found.estimates, "accuracy")
    assert accuracy.value == 0
    assert accuracy.high > 0.2


def test_a_judge_that_always_says_the_same() -> None:
    found = measure_agreement(reciting(*[3] * 12), PEOPLE, 0)
    assert named(found.estimates, "spearman").value is None
    assert named(found.estimates, "accuracy").value == pytest.approx(1 / 3)


def test_caveats_are_counted_apart() -> None:
    answers = [Rating(m, float(m), "passage was cut" if i < 2 else "") for i, m in enumerate(MODES)]
    found = measure_agreement(Recited(tuple(answers)), PEOPLE, 0)
    assert (found.caveats, found.unjudged) == ({"passage was cut": 2}, {})


def test_kinds_are_measured_apart() -> None:
    people = rated([(m, m) for m in MODES], ["mine"] * 6 + ["another's"] * 6)
    found = measure_agreement(reciting(*MODES[:6], *[1] * 6), people, 0)
    assert list(found.by_kind) == ["another's", "mine"]
    assert named(found.by_kind["mine"], "accuracy").value == 1
    assert named(found.by_kind["another's"], "accuracy").value == pytest.approx(1 / 3)
    assert named(found.by_kind["mine"], "accuracy").n == 6
    assert measure_agreement(reciting(*MODES), rated([(1,)] * 12, ["x"] * 12), 0).by_kind == {}


def test_kappa_passes_over_claims_with_one_rater() -> None:
    people = rated([(1, 1), (3, 3), (2,), (2, 2), (1, 2, 1)])
    kappa = named(measure_agreement(reciting(1, 3, 2, 2, 1), people, 0).estimates, "kappa")
    assert kappa.n == 4
    assert kappa.component == {"name": "raters"}
    alone = rated([(1,), (2,)])
    assert named(measure_agreement(reciting(1, 2), alone, 0).estimates, "kappa").value is None


def test_baseline_of_the_correlation_is_that_of_words_in_common() -> None:
    # claims graded 1 and 2 say a word that every passage has, those graded 3 do not
    baseline = named(measure_agreement(reciting(*MODES), PEOPLE, 0).estimates, "spearman").baseline
    assert 0.5 < baseline.value < 1


@pytest.mark.parametrize(
    ("answers", "problem"),
    [
        ((Rating(1, 1.0),), "gave 1 ratings of 2 claims"),
        ((Rating(1, 1.0), Rating(4, 3.0)), "gave 4 with"),
        ((Rating(1, 1.0), Rating(3, 3.5)), "expected 3.5"),
        ((Rating(1, 1.0), Rating(3, math.nan)), "expected nan"),
    ],
)
def test_a_judge_that_breaks_its_contract(answers: tuple[Rating, ...], problem: str) -> None:
    with pytest.raises(ContractError, match=re.escape(problem)):
        measure_agreement(Recited(answers), rated([(1, 1), (2, 2)]), 0)


def test_same_seed_same_bytes() -> None:
    people = rated([(m, m, 1) for m in MODES], ["mine", "another's"] * 6)
    first, second, other = (
        json.dumps(measure_agreement(reciting(*MODES), people, seed).to_json(), allow_nan=False)
        for seed in (0, 0, 1)
    )
    assert first == second
    assert first != other
    assert set(json.loads(first)) == {
        "judge",
        "ratings",
        "n",
        "passages",
        "texts",
        "raters",
        "unjudged",
        "caveats",
        "estimates",
        "by_kind",
        "by_set",
        "confusion",
    }


def test_sets_are_measured_apart_and_texts_are_the_clusters() -> None:
    people = replace(
        rated([(m, m) for m in MODES]), sets=("mail",) * 6 + ("post",) * 6, texts=("a",) * 12
    )
    found = measure_agreement(reciting(*MODES[:6], *[1] * 6), people, 0)
    assert list(found.by_set) == ["mail", "post"]
    assert named(found.by_set["post"], "accuracy").value == pytest.approx(1 / 3)
    assert (found.passages, found.texts) == (4, 1)
    assert found.to_json()["by_set"].keys() == {"mail", "post"}
    # one text says less of others than four passages taken for four texts
    apart = measure_agreement(reciting(*MODES[:6], *[1] * 6), replace(people, texts=()), 0)
    width = [e.high - e.low for e in (named(f.estimates, "accuracy") for f in (found, apart))]
    assert width[0] > 1.1 * width[1]
